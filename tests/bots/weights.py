"""A helper for tests of priors."""

from __future__ import annotations

from samovar.bots.knowledge.knowledge import Knowledge
from samovar.kernel.game import Game
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, State, zeros
from samovar.kernel.step import MAX_OPTIONS, Options


def played(game: Game, knowledge: Knowledge, s: State, rng: Rng, out: Options) -> list[int]:
    """Play to the end, half at random and half by the highest prior. Return all priors on the way."""
    found: list[int] = []
    weights = zeros(MAX_OPTIONS)
    while s.depth > 0:
        if out.seat == NATURE:
            game.play(s, NATURE, game.chance(s, out, rng), out)
            continue
        knowledge.set_priors(s, out.seat, out, weights)
        now = [int(weights[i]) for i in range(out.n)]
        found.extend(now)
        best = now.index(max(now))
        game.play(s, out.seat, out.items[best if rng.below(2) else rng.below(out.n)], out)
    return found
