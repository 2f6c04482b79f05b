"""Domain knowledge of a game beyond its rules: the evaluation of positions and the priors of options.

The search itself is independent of games and asks the game's knowledge for both. The default evaluates by the
score alone and has uniform priors.
"""

from __future__ import annotations

from typing import Final, final

from samovar.bots.knowledge.weights import ANY_SEATS, Weights
from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game
from samovar.kernel.ints import i64, mypyc_attr, vec
from samovar.kernel.state import MAX_SEATS, State, zeros
from samovar.kernel.step import Options

POINT: Final = 1000  # values are integers in thousandths of a point
UNLIMITED_HORIZON: Final = 1 << 40  # turns; playouts then go to the end of the game
FULL_PROGRESS: Final = 1000  # ``progress`` goes from 0 to this


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """The knowledge of one game, shared by all bots. It keeps no state of any position.

    >>> import samovar
    >>> match = samovar.Match("catherine", seats=3, seed=7)
    >>> Knowledge(match.game).player_count(match.state)
    3
    """

    def __init__(self, game: Game, uniform: bool = True) -> None:
        self.game: Final = game
        self.uniform: Final = uniform  # all priors are equal, so callers may skip ``set_priors``

    def player_count(self, s: State) -> i64:
        """Return the number of players to compare: the seats, plus an automa."""
        return s.seats

    def horizon(self, s: State) -> i64:
        """Return after how many turns (changes of ``Game.turn``) a simulation is evaluated."""
        return UNLIMITED_HORIZON

    def final_value(self, s: State, p: i64) -> i64:
        """Return the value of a finished game: the points, and a little for the rank."""
        score = self.game.score(s)[p]
        return score.total * POINT - score.rank * (POINT // 10)

    def value(self, s: State, p: i64) -> i64:
        """Return the expected final points of a player (leaf evaluation), in thousandths."""
        return self.final_value(s, p)

    def set_priors(self, s: State, seat: i64, out: Options, weights: vec[i64]) -> None:
        """Set the prior of each option in ``weights``: unnormalized integers up to about 10,000.

        An option with prior 0 is pruned, unless all are 0.
        """
        for i in range(out.n):
            weights[i] = 1


@mypyc_attr(allow_interpreted_subclasses=True)
class LinearKnowledge(Knowledge):
    """A linear evaluation: the sum of features (coins, horses, cards …) times weights.

    Each weight is interpolated between its values at the beginning and at the end of the game. The weights
    are data (``weights.py``), and each number of seats may have its own. ``samovar train`` fits them.

    >>> import samovar
    >>> match = samovar.Match("stroganov", seats=2, seed=7)
    >>> knowledge = LinearKnowledge(match.game, {"coins": (300, 100)})
    >>> knowledge.names, knowledge.weights(2)
    (['coins'], {'coins': (300, 100)})
    """

    def __init__(self, game: Game, weights: dict[str, tuple[int, int]]) -> None:
        super().__init__(game, uniform=False)
        self.names: Final = list(weights)
        size = len(weights) * (MAX_SEATS + 1)
        self.early: vec[i64] = zeros(size)  # by seats and feature: weights at the beginning, in thousandths
        self.late: vec[i64] = zeros(size)  # weights at the end
        self.counts: vec[i64] = zeros(len(weights))
        self.turns: i64 = UNLIMITED_HORIZON
        self.set_weights(weights)

    def use(self, version: Weights) -> None:
        """Evaluate with a version of the weights from now on. A feature that it does not name weighs 0."""
        faults = [
            f"{version.game} has no feature {name!r}"
            for table in version.tables.values()
            for name in table
            if name not in self.names
        ]
        if faults:
            raise BadInput("weights", faults)
        self.turns = version.horizon or UNLIMITED_HORIZON
        self.set_weights(version.tables[ANY_SEATS])
        for seats, table in version.tables.items():
            if seats != ANY_SEATS:
                self.set_weights(table, seats)

    def set_weights(self, weights: dict[str, tuple[int, int]], seats: int = ANY_SEATS) -> None:
        """Set the weights for a number of seats, by default for all. Features that are not named weigh 0."""
        width = len(self.names)
        tables: i64 = MAX_SEATS + 1
        for n in range(tables):
            if seats in (ANY_SEATS, n):
                for i, name in enumerate(self.names):
                    early, late = weights.get(name, (0, 0))
                    self.early[n * width + i] = early
                    self.late[n * width + i] = late

    def weights(self, seats: int) -> dict[str, tuple[int, int]]:
        """Return the weights for a number of seats."""
        at = seats * len(self.names)
        return {name: (int(self.early[at + i]), int(self.late[at + i])) for i, name in enumerate(self.names)}

    def horizon(self, s: State) -> i64:
        return self.turns

    def progress(self, s: State) -> i64:
        """Return how much of the game is over, from 0 to FULL_PROGRESS."""
        return 0

    def features(self, s: State, p: i64, counts: vec[i64]) -> None:
        """Set ``counts`` to the features of a player, in the order of the weights."""

    @final
    def value(self, s: State, p: i64) -> i64:
        if s.depth == 0:
            return self.final_value(s, p)
        counts = self.counts
        self.features(s, p, counts)
        early, late = self.early, self.late
        gone = self.progress(s)
        first: i64 = 0
        last: i64 = 0
        n: i64 = len(counts)
        at = s.seats * n
        for i in range(n):
            first += early[at + i] * counts[i]
            last += late[at + i] * counts[i]
        return (first * (FULL_PROGRESS - gone) + last * gone) // FULL_PROGRESS
