"""The bot that searches one action deep and evaluates the end of the turn."""

from __future__ import annotations

from typing import Final, final

from samovar.bots.bot import Bot, Budget
from samovar.bots.knowledge import registry
from samovar.bots.knowledge.knowledge import Knowledge
from samovar.bots.playout import PlayoutPolicy
from samovar.kernel.game import Game
from samovar.kernel.rng import Rng
from samovar.kernel.state import View

MAX_TRIED: Final = 12  # number of options tried: those with the highest priors
MAX_SEED: Final = 1 << 30


@final
class GreedyBot(Bot):
    """Chooses the option with the largest lead at the end of the turn.

    Each option is tried once on the same determinization. The playout policy plays the rest of the turn, with
    the same random numbers for every option.

    >>> import samovar
    >>> from samovar.bots import Budget
    >>> from samovar.kernel.rng import Rng
    >>> match = samovar.Match("stroganov", seats=2, seed=7)
    >>> seat = match.actors()[0]
    >>> GreedyBot(match.game, seat).choose(match.view(seat), Rng(1), Budget()) in match.legal(seat)
    True
    """

    def __init__(self, game: Game, seat: int, knowledge: Knowledge | None = None) -> None:
        """``knowledge`` replaces that of the game."""
        super().__init__(game, seat)
        self.policy: Final = PlayoutPolicy(game, knowledge or registry.knowledge(game))

    def choose(self, view: View, rng: Rng, budget: Budget) -> int:
        game, policy, seat = self.game, self.policy, self.seat
        seed = int(rng.below(MAX_SEED))
        truth = game.determinize(view, Rng(seed))
        game.legal_into(truth, seat, policy.out)
        if policy.out.n > 1:
            policy.set_best_priors(truth, seat, MAX_TRIED)
        tried = [
            int(policy.out.items[i]) for i in range(policy.out.n) if policy.out.n == 1 or policy.priors[i] > 0
        ]
        if len(tried) == 1:
            return tried[0]
        best, most = tried[0], 0
        for i, a in enumerate(tried):
            s = truth.clone()
            game.play(s, seat, a, policy.out)
            policy.finish_turn(s, Rng(seed + 1))
            ahead = int(policy.lead(s, seat))
            if i == 0 or ahead > most:
                best, most = a, ahead
        return best
