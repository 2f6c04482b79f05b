"""``samovar sim``: many games between bots, and their mean results."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypedDict

import samovar
from samovar.bots.bot import RandomBot
from samovar.bots.guarded_bot import GuardedBot
from samovar.kernel.components import Components
from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, State
from samovar.kernel.step import Options

BOT_SEED_SALT: Final = 0x626F7473  # "bots": keeps their random stream apart from Nature's


class SimulationSummary(TypedDict):
    """The JSON document of ``samovar sim --json``. Lists are by seat, with an automa last."""

    game: str
    seats: int
    games: int
    decisions: int  # decisions of players; Nature's draws and forced decisions are not counted
    seconds: float  # wall-clock time, including the set-up of games
    decisions_per_second: float
    games_per_second: float
    wins: list[int]  # a shared first rank counts for every player who shares it
    mean_scores: list[float]
    mean_winner_score: float
    score_breakdown: dict[str, list[float]]  # mean points by category, in the order of the rulebook
    bots: list[str]  # by seat
    faults: list[str]  # why greedy decided for a bot
    compiled: bool


class Tally:
    """Sums of the results of finished games."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.games = 0
        self.decisions = 0
        self.wins = [0] * seats  # by player: longer than seats if there is an automa
        self.totals = [0] * seats
        self.winner_total = 0
        self.breakdown: dict[str, list[int]] = {}

    def add(self, game: Game, s: State, decisions: int) -> None:
        self.games += 1
        self.decisions += decisions
        scores = game.score(s)
        without_seat = [0] * (len(scores) - len(self.wins))
        self.wins += without_seat
        self.totals += without_seat
        for score in scores:
            self.totals[score.seat] += score.total
            if score.rank == 1:
                self.wins[score.seat] += 1
            for category, points in score.breakdown.items():
                self.breakdown.setdefault(category, [0] * len(scores))[score.seat] += points
        self.winner_total += next(score.total for score in scores if score.rank == 1)

    def summary(self, game: Game, seconds: float, bots: Sequence[GuardedBot]) -> SimulationSummary:
        return {
            "game": game.name,
            "seats": self.seats,
            "games": self.games,
            "decisions": self.decisions,
            "seconds": round(seconds, 6),
            "decisions_per_second": round(self.decisions / seconds, 1),
            "games_per_second": round(self.games / seconds, 2),
            "wins": self.wins,
            "mean_scores": [self._mean(total) for total in self.totals],
            "mean_winner_score": self._mean(self.winner_total),
            "score_breakdown": {
                category: [self._mean(points) for points in by_seat]
                for category, by_seat in self.breakdown.items()
            },
            "bots": [player.name for player in bots],
            "faults": [fault for player in bots for fault in player.faults],
            "compiled": samovar.compiled(),
        }

    def _mean(self, total: int) -> float:
        return round(total / self.games, 4)


def play_with_bots(
    game: Game, s: State, rng: Rng, players: Rng, bots: Sequence[GuardedBot], out: Options
) -> int:
    """Play one game between bots, each with the view of its seat. Return the number of decisions.

    ``rng`` is Nature's random generator, ``players`` that of the bots.

    >>> import samovar
    >>> from samovar.bots import seat_bots
    >>> from samovar.kernel.rng import Rng
    >>> from samovar.kernel.step import Options
    >>> game = samovar.games()["catherine"]
    >>> out = Options()
    >>> state = game.start(game.standard_box(), 2, {}, out)
    >>> play_with_bots(game, state, Rng(1), Rng(2), seat_bots("casual", game, range(2)), out)
    117
    >>> state.over
    True
    """
    decisions = 0
    game.advance(s, out)
    while not s.over:
        seat = game.actor(s)
        if seat == NATURE:
            game.play(s, seat, game.chance(s, out, rng), out)
        else:
            game.play(s, seat, bots[seat].choose(game.redact(s, seat), players), out)
            decisions += 1
    return decisions


def simulate(
    game: Game,
    box: Components,
    seats: int,
    options: Mapping[str, str],
    bots: Sequence[GuardedBot],
    games: int,
    seed: int,
    progress: Callable[[], None] | None = None,
    fast: bool = True,
) -> SimulationSummary:
    """Play ``games`` games and return their summary.

    The k-th game has the seed ``seed + k``: Nature deals as in a Match with that seed. With ``fast``, games
    of random bots only run as (compiled) playouts of the rules. The games are the same.

    >>> import samovar
    >>> from samovar.bots import seat_bots
    >>> game = samovar.games()["catherine"]
    >>> bots = seat_bots("random", game, range(2))
    >>> summary = simulate(game, game.standard_box(), 2, {}, bots, games=2, seed=7)
    >>> summary["games"], summary["mean_scores"]
    (2, [35.5, 28.0])
    """
    game.canonical(seats, options, box)
    if games < 1:
        raise BadInput("games", [f"at least one game must be played, not {games}"])
    fast = fast and all(isinstance(player.bot, RandomBot) for player in bots)
    tally = Tally(seats)
    out = Options()
    start = time.perf_counter()
    for number in range(seed, seed + games):
        rng, players = Rng(number), Rng(number << 64 | BOT_SEED_SALT)
        s = game.start(box, seats, options, out)
        if fast:
            decisions = game.playout(s, rng, out, players)
        else:
            decisions = play_with_bots(game, s, rng, players, bots, out)
        tally.add(game, s, decisions)
        if progress is not None:
            progress()
    return tally.summary(game, time.perf_counter() - start, bots)
