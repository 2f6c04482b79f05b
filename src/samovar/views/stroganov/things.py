"""Names of the things of Stroganov that all its sentences need."""

from __future__ import annotations

from typing import Final

from samovar.games.stroganov.components import KINDS, TIGER, Box
from samovar.views.words.words import Inflected, Words


class Fur(Inflected):
    """A fur that a text may ask for in a noun case."""

    def __init__(self, w: Words, box: Box, kind: int) -> None:
        self.w: Final = w
        self.box: Final = box
        self.kind: Final = kind

    def in_case(self, case: str) -> str:
        """fox (4); a tiger has no number of its own."""
        if self.kind == TIGER:
            return self.w.noun(1, f"tiger.{case}")
        animal = self.box.animals[self.kind] if 0 <= self.kind < KINDS else ""
        name = self.w.noun(1, f"{animal}.{case}") if animal else ""
        return self.w.say("fur", animal=name, value=self.kind)


def fur(w: Words, box: Box, kind: int) -> str:
    """The name of a fur: fox (4)."""
    return Fur(w, box, kind).in_case("")
