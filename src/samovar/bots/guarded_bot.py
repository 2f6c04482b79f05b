"""A wrapper that makes any bot safe to play: it always returns a legal action."""

from __future__ import annotations

import time
from typing import Final

from samovar.bots.bot import Bot, Budget
from samovar.bots.greedy import GreedyBot
from samovar.kernel.game import Game
from samovar.kernel.rng import Rng
from samovar.kernel.state import View

LATE_FACTOR: Final = 1.5  # a decision is late after LATE_FACTOR times its time budget
GRACE_SECONDS: Final = 0.25  # added to this limit, for a busy machine


class GuardedBot:
    """A bot with its name and its budget. If it fails or answers illegally or late, ``greedy`` replaces it.

    ``faults`` lists every such decision.

    >>> import samovar
    >>> from samovar.bots import Bot, Budget
    >>> from samovar.kernel.rng import Rng
    >>> class Broken(Bot):
    ...     def choose(self, view, rng, budget):
    ...         raise RuntimeError("out of tea")
    >>> match = samovar.Match("stroganov", seats=2, seed=7)
    >>> seat = match.actors()[0]
    >>> bot = GuardedBot("broken", Broken(match.game, seat), Budget())
    >>> bot.choose(match.view(seat), Rng(1)) in match.legal(seat)
    True
    >>> bot.faults
    ['broken in seat 0 failed: RuntimeError: out of tea']
    """

    def __init__(self, name: str, bot: Bot, budget: Budget) -> None:
        self.name: Final = name
        self.bot: Final = bot
        self.budget: Final = budget
        self.faults: Final[list[str]] = []
        self.decisions = 0
        self.seconds = 0.0
        self._fallback: Final = GreedyBot(bot.game, bot.seat)

    def within(self, seconds: float) -> GuardedBot:
        """Return the same bot with its budget limited to ``seconds``."""
        return GuardedBot(self.name, self.bot, self.budget.within(seconds))

    @property
    def game(self) -> Game:
        return self.bot.game

    @property
    def seat(self) -> int:
        return self.bot.seat

    def choose(self, view: View, rng: Rng) -> int:
        """Return a legal action of this seat."""
        start = time.perf_counter()
        fault = ""
        action = -1
        try:
            action = self.bot.choose(view, rng, self.budget)
        except Exception as error:
            fault = f"failed: {type(error).__name__}: {error}"
        took = time.perf_counter() - start
        if not fault and action not in self.game.legal(view, self.seat):
            fault = f"chose {action}, which is not legal"
        if not fault and self.budget.seconds and took > self.budget.seconds * LATE_FACTOR + GRACE_SECONDS:
            fault = f"took {took:.2f} s instead of {self.budget.seconds:.2f} s"
        self.decisions += 1
        self.seconds += took
        if not fault:
            return action
        self.faults.append(f"{self.name} in seat {self.seat} {fault}")
        return self._fallback_action(view, rng)

    def _fallback_action(self, view: View, rng: Rng) -> int:
        try:
            return self._fallback.choose(view, rng, self.budget)
        except Exception as error:  # the game's knowledge fails: any legal action will do
            self.faults.append(f"the fallback greedy failed: {type(error).__name__}: {error}")
            return self.game.legal(view, self.seat)[0]
