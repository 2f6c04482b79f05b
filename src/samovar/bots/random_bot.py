"""The bot that plays anything: every option is equally likely."""

from __future__ import annotations

from samovar.kernel.dice import Dice
from samovar.kernel.state import View


class RandomBot:
    """Chooses evenly among the options, with one number of the dice for each choice."""

    def choose(self, view: View, options: list[int], dice: Dice) -> int:
        return options[dice.below(len(options))]
