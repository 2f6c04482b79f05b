"""The easiest bot: it samples from the priors of the game's knowledge, with some random moves."""

from __future__ import annotations

from typing import Final, final

from samovar.bots.bot import Bot, Budget
from samovar.bots.knowledge import registry
from samovar.bots.knowledge.knowledge import Knowledge
from samovar.bots.playout import PlayoutPolicy
from samovar.kernel.game import Game
from samovar.kernel.rng import Rng
from samovar.kernel.state import View

RANDOM_MOVE_INTERVAL: Final = 6  # one decision in six is uniformly random, on average


@final
class CasualBot(Bot):
    """Samples from the priors, and one time in RANDOM_MOVE_INTERVAL uniformly.

    >>> import samovar
    >>> from samovar.bots import Budget
    >>> from samovar.kernel.rng import Rng
    >>> match = samovar.Match("stroganov", seats=2, seed=7)
    >>> seat = match.actors()[0]
    >>> CasualBot(match.game, seat).choose(match.view(seat), Rng(1), Budget()) in match.legal(seat)
    True
    """

    def __init__(self, game: Game, seat: int, knowledge: Knowledge | None = None) -> None:
        """``knowledge`` replaces that of the game."""
        super().__init__(game, seat)
        self.policy: Final = PlayoutPolicy(game, knowledge or registry.knowledge(game))

    def choose(self, view: View, rng: Rng, budget: Budget) -> int:
        s = self.game.determinize(view, rng)
        self.game.legal_into(s, self.seat, self.policy.out)
        self.policy.out.seat = self.seat
        if rng.below(RANDOM_MOVE_INTERVAL) == 0:
            return int(self.policy.out.items[rng.below(self.policy.out.n)])
        return int(self.policy.sample(s, rng))
