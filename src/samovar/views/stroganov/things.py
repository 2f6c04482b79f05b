"""Names of the things of Stroganov that all its sentences need."""

from __future__ import annotations

from samovar.games.stroganov.components import KINDS, TIGER, Box
from samovar.views.words.words import Words


def fur(w: Words, box: Box, kind: int, case: str = "") -> str:
    """fox (4); a tiger has no number of its own."""
    if kind == TIGER:
        return w.noun(1, "tiger" + case)
    animal = box.animals[kind] if 0 <= kind < KINDS else ""
    return w.say("fur", animal=w.noun(1, animal + case) if animal else "", value=kind)
