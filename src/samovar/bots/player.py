"""A bot that sits at a table: it always answers, and legally, whatever happens inside it."""

from __future__ import annotations

import time
from typing import Final

from samovar.bots.bot import Bot, Budget
from samovar.bots.greedy import Greedy
from samovar.kernel.dice import Dice
from samovar.kernel.game import Game
from samovar.kernel.state import View

LATE: Final = 1.5  # times its budget: a bot that needs longer has overrun it
GRACE: Final = 0.25  # seconds beyond that, for a machine that was busy


class Player:
    """A bot by its name, with its budget. If it fails, or answers illegally or late, ``greedy`` answers in
    its place, and ``faults`` tells.
    """

    def __init__(self, name: str, bot: Bot, budget: Budget) -> None:
        self.name: Final = name
        self.bot: Final = bot
        self.budget: Final = budget
        self.faults: Final[list[str]] = []
        self.decisions = 0
        self.seconds = 0.0
        self._fallback: Final = Greedy(bot.game, bot.seat)

    def within(self, seconds: float) -> Player:
        """The same bot with a budget that ends after ``seconds`` at the latest."""
        return Player(self.name, self.bot, self.budget.within(seconds))

    @property
    def game(self) -> Game:
        return self.bot.game

    @property
    def seat(self) -> int:
        return self.bot.seat

    def choose(self, view: View, rng: Dice) -> int:
        """A legal action of this seat."""
        start = time.perf_counter()
        fault = ""
        action = -1
        try:
            action = self.bot.choose(view, rng, self.budget)
        except Exception as error:
            fault = f"failed: {type(error).__name__}: {error}"
        took = time.perf_counter() - start
        if not fault and action not in self.game.legal(view, self.seat):
            fault = f"chose {action}, which is not allowed"
        if not fault and self.budget.seconds and took > self.budget.seconds * LATE + GRACE:
            fault = f"took {took:.2f} s instead of {self.budget.seconds:.2f} s"
        self.decisions += 1
        self.seconds += took
        if not fault:
            return action
        self.faults.append(f"{self.name} in seat {self.seat} {fault}")
        return self._instead(view, rng)

    def _instead(self, view: View, rng: Dice) -> int:
        try:
            return self._fallback.choose(view, rng, self.budget)
        except Exception as error:  # the knowledge of the game is what fails: any answer is better than none
            self.faults.append(f"greedy, in its place, failed: {type(error).__name__}: {error}")
            return self.game.legal(view, self.seat)[0]
