"""The interface of a bot: it gets the view of a seat and chooses one of the options of that seat."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from samovar.kernel.dice import Dice
from samovar.kernel.game import Game
from samovar.kernel.ints import mypyc_attr
from samovar.kernel.state import View


class Budget:
    """How long a bot may think about one decision: so many simulations, so many seconds, or what ends first.

    0 is no limit; a bot that does not simulate needs none.
    """

    def __init__(self, simulations: int = 0, seconds: float = 0.0) -> None:
        self.simulations: Final = simulations
        self.seconds: Final = seconds

    def within(self, seconds: float) -> Budget:
        """This budget, ended after ``seconds`` at the latest; 0 is no limit.

        A budget without limits stays as it is: it belongs to a bot that does not simulate.
        """
        if seconds <= 0.0 or not (self.simulations or self.seconds):
            return self
        return Budget(self.simulations, min(self.seconds or seconds, seconds))


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(ABC):
    """One bot in one seat of one game. It may remember what it thought about its last decisions."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game: Final = game
        self.seat: Final = seat

    @abstractmethod
    def choose(self, view: View, rng: Dice, budget: Budget) -> int:
        """One of the legal actions of this seat."""


class Random(Bot):
    """Any of the options, each equally likely: the measure of all others."""

    def choose(self, view: View, rng: Dice, budget: Budget) -> int:
        options = self.game.legal(view, self.seat)
        return options[rng.below(len(options))]
