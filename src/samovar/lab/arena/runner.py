"""Plays the games of an arena, in this process or in a pool. The results are the same.

The seed of the deal determines Nature's draws. Each bot has its own random stream from that seed and its
seat, and a new bot plays each game. Only bots with a time budget may decide differently in another run.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from samovar.bots.registry import seat_bot
from samovar.games import registry
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE
from samovar.kernel.step import Options
from samovar.lab.arena.schedule import Fixture

ARENA_SEED_SALT: Final = 0x6172656E61  # "arena": keeps the bots' random streams apart from Nature's
SALT_BITS: Final = 64


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of one game. Totals, ranks and points are by player: the seats, then the automa if any."""

    fixture: Fixture
    totals: list[int]
    ranks: list[int]
    points: dict[str, list[int]]  # by category
    seconds: list[list[float]]  # by seat: time of each decision
    faults: list[list[str]]  # by seat: why greedy decided for the bot


class GameRunner:
    """Plays fixtures of one game with one set of options and one number of seats."""

    def __init__(self, name: str, seats: int, options: Mapping[str, str], components: str | None) -> None:
        self.game: Final = registry.game(name)
        self.box: Final = self.game.standard_box() if components is None else self.game.load(components)
        self.seats: Final = seats
        self.options: Final = self.game.canonical(seats, options, self.box)
        self.out: Final = Options()

    def play(self, fixture: Fixture) -> GameResult:
        """Play one game and measure the time of each decision."""
        game, out = self.game, self.out
        players = [seat_bot(name, game, seat) for seat, name in enumerate(fixture.order)]
        nature = Rng(fixture.deal)
        rngs = [
            Rng((fixture.deal << SALT_BITS | ARENA_SEED_SALT) << SALT_BITS | seat)
            for seat in range(self.seats)
        ]
        seconds: list[list[float]] = [[] for _ in players]
        s = game.start(self.box, self.seats, self.options, out)
        while not s.over:
            seat = game.actor(s)
            if seat == NATURE:
                game.play(s, NATURE, game.chance(s, out, nature), out)
                continue
            view = game.redact(s, seat)
            begun = time.perf_counter()
            action = players[seat].choose(view, rngs[seat])
            seconds[seat].append(time.perf_counter() - begun)
            game.play(s, seat, action, out)
        scores = game.score(s)
        return GameResult(
            fixture,
            [score.total for score in scores],
            [score.rank for score in scores],
            {category: [score.breakdown[category] for score in scores] for category in scores[0].breakdown},
            seconds,
            [player.faults for player in players],
        )


# ---- worker processes ----

RunnerArguments = tuple[str, int, dict[str, str], str | None]  # the arguments of a GameRunner
_runners: Final[list[GameRunner]] = []  # one runner per worker process


def _start_worker(name: str, seats: int, options: dict[str, str], components: str | None) -> None:
    _runners[:] = [GameRunner(name, seats, options, components)]


def _play(fixture: Fixture) -> GameResult:
    return _runners[0].play(fixture)


@contextmanager
def _sigint_ignored() -> Iterator[None]:
    """Ignore SIGINT meanwhile. Processes started here inherit this and leave Ctrl-C to the parent."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def play_all(
    arguments: RunnerArguments, fixtures: Sequence[Fixture], jobs: int, done: Callable[[GameResult], object]
) -> None:
    """Play every fixture and pass each result to ``done``, in any order. A true result of ``done`` stops.

    BadInput is raised before the first game.
    """
    runner = GameRunner(*arguments)
    if jobs == 1:
        for fixture in fixtures:
            if done(runner.play(fixture)):
                return
        return
    with _sigint_ignored():
        pool = multiprocessing.get_context("spawn").Pool(min(jobs, len(fixtures)), _start_worker, arguments)
    with pool:
        for played in pool.imap_unordered(_play, fixtures):
            if done(played):
                return  # leaving the pool ends its processes
