"""The action space: actions numbered from 0 without gaps.

Every token of a box has one number, in the order of the integers of the rules (``verb << 8 | argument``). The
numbers stay the same while the box and the version of the environment stay the same. Nature's draws are
numbered separately, so that a policy has no outputs for them.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.components import Components
from samovar.kernel.game import FIRST_AUXILIARY_VERB, FIRST_NATURE_VERB


class ActionNumbering:
    """The mapping between actions of the rules and numbers from 0, in both directions.

    >>> import samovar
    >>> numbering = ActionNumbering(samovar.games()["stroganov"].standard_box())
    >>> len(numbering)
    360
    >>> numbering.numbers_of([numbering.actions[5], numbering.actions[2]])
    [2, 5]
    """

    def __init__(self, box: Components, nature: bool = False) -> None:
        texts = box.notation.texts
        self.actions: Final = sorted(
            a for a in texts if (FIRST_NATURE_VERB <= a >> 8 < FIRST_AUXILIARY_VERB) == nature
        )
        self.tokens: Final = [texts[a] for a in self.actions]
        self.numbers: Final = {a: number for number, a in enumerate(self.actions)}

    def __len__(self) -> int:
        return len(self.actions)

    def numbers_of(self, actions: list[int]) -> list[int]:
        """Return the numbers of these actions in ascending order."""
        numbers = self.numbers
        return sorted([numbers[a] for a in actions])
