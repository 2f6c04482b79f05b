"""Actions as numbers without gaps: what learners call an action space.

Every token of a box has one number, in the order of the integers of the rules (``verb << 8 | argument``). The
numbers hold as long as the box and the version of the environment are the same. Players and Nature are
numbered apart, so that a policy has no outputs for draws.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.components import Components
from samovar.kernel.game import AUXILIARY, NATURES


class Numbering:
    """The two-way table between actions and numbers from 0."""

    def __init__(self, box: Components, nature: bool = False) -> None:
        texts = box.notation.texts
        self.actions: Final = sorted(a for a in texts if (NATURES <= a >> 8 < AUXILIARY) == nature)
        self.tokens: Final = [texts[a] for a in self.actions]
        self.numbers: Final = {a: number for number, a in enumerate(self.actions)}

    def __len__(self) -> int:
        return len(self.actions)

    def of(self, actions: list[int]) -> list[int]:
        """The numbers of these actions, ascending."""
        numbers = self.numbers
        return sorted([numbers[a] for a in actions])
