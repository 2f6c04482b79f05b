"""The playout policy: every player chooses by the priors of the game's knowledge."""

from __future__ import annotations

from typing import Final, final

from samovar.bots import prune
from samovar.bots.knowledge.knowledge import UNLIMITED_HORIZON, Knowledge
from samovar.kernel.game import Game
from samovar.kernel.ints import i64, vec
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, State, zeros
from samovar.kernel.step import MAX_OPTIONS, Options


@final
class PlayoutPolicy:
    """Continues a game: all players choose by the priors of its knowledge.

    The buffers ``out`` and ``priors`` are reused.

    >>> import samovar
    >>> from samovar.bots import Knowledge
    >>> from samovar.kernel.rng import Rng
    >>> game = samovar.games()["catherine"]
    >>> policy = PlayoutPolicy(game, Knowledge(game))
    >>> state = game.start(game.standard_box(), 2, {}, policy.out)
    >>> policy.play_to_end(state, Rng(7))
    >>> state.over
    True
    """

    def __init__(self, game: Game, knowledge: Knowledge, sharpened: bool = False) -> None:
        """``sharpened`` squares the priors: twice the prior is chosen four times as often."""
        self.game: Final = game
        self.knowledge: Final = knowledge
        self.uniform: Final = knowledge.uniform
        self.sharpened: Final = sharpened
        self.out = Options()
        self.priors: vec[i64] = zeros(MAX_OPTIONS)

    def most_likely(self, s: State) -> i64:
        """Return the option of ``out`` with the highest prior."""
        out, priors = self.out, self.priors
        self.knowledge.set_priors(s, out.seat, out, priors)
        best: i64 = 0
        for i in range(1, out.n):
            if priors[i] > priors[best]:
                best = i
        return out.items[best]

    def sample(self, s: State, rng: Rng) -> i64:
        """Return an option of ``out``, drawn in proportion to the priors."""
        out, priors = self.out, self.priors
        if self.uniform:
            return out.items[rng.below(out.n)]
        self.knowledge.set_priors(s, out.seat, out, priors)
        total: i64 = 0
        for i in range(out.n):
            if self.sharpened:
                priors[i] *= priors[i]
            total += priors[i]
        if total == 0:
            return out.items[rng.below(out.n)]
        rest = i64(float(total) * float(rng.next()) / 4294967296.0)
        i = 0
        while rest >= priors[i]:
            rest -= priors[i]
            i += 1
        return out.items[i]

    def finish_turn(self, s: State, rng: Rng) -> None:
        """Play the most likely options until the turn is over. ``out`` must hold the next options."""
        game, out = self.game, self.out
        turn = game.turn(s)
        while s.depth > 0 and game.turn(s) == turn:
            if out.seat == NATURE:
                game.play(s, NATURE, game.chance(s, out, rng), out)
            else:
                game.play(s, out.seat, self.most_likely(s), out)

    def play_turns(self, s: State, rng: Rng, turns: i64) -> None:
        """Play sampled options for ``turns`` turns or to the end. ``out`` must hold the next options."""
        if turns >= UNLIMITED_HORIZON:
            self.play_to_end(s, rng)
            return
        game, out = self.game, self.out
        turn = game.turn(s)
        while s.depth > 0:
            if out.seat == NATURE:
                game.play(s, NATURE, game.chance(s, out, rng), out)
            else:
                game.play(s, out.seat, self.sample(s, rng), out)
            now = game.turn(s)
            if now != turn:
                turn = now
                turns -= 1
                if turns <= 0:
                    return

    def play_to_end(self, s: State, rng: Rng) -> None:
        """Play sampled options to the end. ``out`` must hold the next options."""
        game, out = self.game, self.out
        while s.depth > 0:
            if out.seat == NATURE:
                game.play(s, NATURE, game.chance(s, out, rng), out)
            else:
                game.play(s, out.seat, self.sample(s, rng), out)

    def lead(self, s: State, p: i64) -> i64:
        """Return the player's value minus the best value of the others, or the value of an only player."""
        knowledge = self.knowledge
        best: i64 = 0
        found = False
        n = knowledge.player_count(s)
        for q in range(n):
            if q != p:
                value = knowledge.value(s, q)
                if not found or value > best:
                    best = value
                found = True
        return knowledge.value(s, p) - best

    def set_best_priors(self, s: State, seat: i64, most: i64) -> i64:
        """Set the priors of ``out`` and keep the ``most`` highest. Return how many are left."""
        self.knowledge.set_priors(s, seat, self.out, self.priors)
        prune.keep_best(self.priors, self.out.n, most)
        return prune.count_candidates(self.priors, self.out.n)
