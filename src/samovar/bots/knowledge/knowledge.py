"""The knowledge of a bot about a game beyond its rules: the value of a position, and what people usually do.

The search itself knows no game. It asks these two things of the knowledge of the game that is played; of a
game that nobody has described it knows the score alone, and takes every option for equally good.
"""

from __future__ import annotations

from typing import Final, final

from samovar.kernel.game import Game
from samovar.kernel.ints import i64, mypyc_attr, vec
from samovar.kernel.state import State, zeros
from samovar.kernel.step import Options

POINT: Final = 1000  # values are whole numbers, a thousandth of a point each
TO_THE_END: Final = 1 << 40  # turns
WHOLE: Final = 1000  # of a game: how far it has got goes from 0 to this


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """One per game, shared by all bots: it keeps nothing of any position."""

    def __init__(self, game: Game, uniform: bool = True) -> None:
        self.game: Final = game
        self.uniform: Final = uniform  # every option is as good as any other: nobody has to weigh them

    def players(self, s: State) -> i64:
        """How many players are compared: the seats, and whoever plays without one."""
        return s.seats

    def horizon(self, s: State) -> i64:
        """How many turns ahead (changes of ``Game.turn``) a simulation goes before it is valued."""
        return TO_THE_END

    def final(self, s: State, p: i64) -> i64:
        """The value of a finished game for a player: points, and a little for the better rank."""
        score = self.game.score(s)[p]
        return score.total * POINT - score.rank * (POINT // 10)

    def value(self, s: State, p: i64) -> i64:
        """How many points this player may expect to have at the end."""
        return self.final(s, p)

    def weigh(self, s: State, seat: i64, out: Options, weights: vec[i64]) -> None:
        """How likely a sensible player is to choose each of the options: any whole numbers up to about
        10,000. An option of weight 0 is not looked at, unless all are.
        """
        for i in range(out.n):
            weights[i] = 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Linear(Knowledge):
    """A value that is a sum: so much for each coin, horse, card …, changing evenly from the beginning of the
    game to its end. ``tools/tune.py`` finds these weights by self-play.
    """

    def __init__(self, game: Game, weights: dict[str, tuple[int, int]]) -> None:
        super().__init__(game, uniform=False)
        self.names: Final = list(weights)
        self.early: vec[i64] = zeros(len(weights))  # thousandths of a point for one of it, at the beginning
        self.late: vec[i64] = zeros(len(weights))  # and at the end
        self.counts: vec[i64] = zeros(len(weights))
        self.set_weights(weights)

    def set_weights(self, weights: dict[str, tuple[int, int]]) -> None:
        for i, name in enumerate(self.names):
            self.early[i], self.late[i] = weights[name]

    def progress(self, s: State) -> i64:
        """How much of the game is over, from 0 to WHOLE."""
        return 0

    def features(self, s: State, p: i64, counts: vec[i64]) -> None:
        """How much of each a player has, in the order of the weights."""

    @final
    def value(self, s: State, p: i64) -> i64:
        if s.depth == 0:
            return self.final(s, p)
        counts = self.counts
        self.features(s, p, counts)
        early, late = self.early, self.late
        gone = self.progress(s)
        first: i64 = 0
        last: i64 = 0
        n: i64 = len(counts)
        for i in range(n):
            first += early[i] * counts[i]
            last += late[i] * counts[i]
        return (first * (WHOLE - gone) + last * gone) // WHOLE
