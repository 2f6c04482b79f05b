"""The interface of a bot: it gets the view of a seat and chooses a legal action of that seat."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from samovar.kernel.game import Game
from samovar.kernel.ints import mypyc_attr
from samovar.kernel.rng import Rng
from samovar.kernel.state import View


class Budget:
    """The limit for one decision: a number of simulations, seconds, or both, whichever ends first.

    0 means no limit. A bot that does not simulate needs none.

    >>> Budget(simulations=200).within(0.5).seconds
    0.5
    """

    def __init__(self, simulations: int = 0, seconds: float = 0.0) -> None:
        self.simulations: Final = simulations
        self.seconds: Final = seconds

    def within(self, seconds: float) -> Budget:
        """Return this budget limited to ``seconds``. 0 means no limit.

        A budget without limits stays as it is: it belongs to a bot that does not simulate.
        """
        if seconds <= 0.0 or not (self.simulations or self.seconds):
            return self
        return Budget(self.simulations, min(self.seconds or seconds, seconds))


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(ABC):
    """One bot in one seat of one game. It may keep state, such as a search tree, between decisions.

    >>> class FirstOption(Bot):
    ...     def choose(self, view, rng, budget):
    ...         return self.game.legal(view, self.seat)[0]
    >>> import samovar
    >>> from samovar.kernel.rng import Rng
    >>> match = samovar.Match("stroganov", seats=2, seed=7)
    >>> seat = match.actors()[0]
    >>> action = FirstOption(match.game, seat).choose(match.view(seat), Rng(1), Budget())
    >>> action == match.legal(seat)[0]
    True
    """

    def __init__(self, game: Game, seat: int) -> None:
        self.game: Final = game
        self.seat: Final = seat

    @abstractmethod
    def choose(self, view: View, rng: Rng, budget: Budget) -> int:
        """Return a legal action of this seat. ``rng`` is the only source of randomness."""


class RandomBot(Bot):
    """Chooses uniformly at random: the baseline for all other bots.

    >>> import samovar
    >>> from samovar.kernel.rng import Rng
    >>> match = samovar.Match("stroganov", seats=2, seed=7)
    >>> seat = match.actors()[0]
    >>> RandomBot(match.game, seat).choose(match.view(seat), Rng(1), Budget()) in match.legal(seat)
    True
    """

    def choose(self, view: View, rng: Rng, budget: Budget) -> int:
        options = self.game.legal(view, self.seat)
        return options[rng.below(len(options))]
