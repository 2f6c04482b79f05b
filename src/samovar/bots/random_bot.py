"""The bot that chooses at random: the measure of all others, and a quick opponent."""

from __future__ import annotations

from samovar.kernel.dice import Dice
from samovar.kernel.state import View


def choose(view: View, options: list[int], dice: Dice) -> int:
    """Any of the options, each equally likely."""
    return options[dice.below(len(options))]
