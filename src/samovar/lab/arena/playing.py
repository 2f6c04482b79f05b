"""The games of an arena, played here or in processes that share the work; what comes of them is the same.

Nature deals from the seed of the deal, every bot has dice of its own from that seed and its seat, and nobody
remembers an earlier game. Only bots that think by the clock may decide otherwise another time.
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
from samovar.kernel.dice import Dice
from samovar.kernel.state import NATURE
from samovar.kernel.step import Options
from samovar.lab.arena.schedule import Fixture

ARENA_DICE: Final = 0x6172656E61  # "arena": sets the dice of the bots apart from Nature's
SEATS_APART: Final = 64  # bits


@dataclass(frozen=True, slots=True)
class Played:
    """What came of one game. Totals, ranks and points go by player: one without a seat, an automa, last."""

    fixture: Fixture
    totals: list[int]
    ranks: list[int]
    points: dict[str, list[int]]  # by category
    seconds: list[list[float]]  # by seat: of each decision
    faults: list[list[str]]  # by seat: where another had to decide for the bot


class GameRunner:
    """Plays fixtures of one game with one set of options and one number of seats."""

    def __init__(self, name: str, seats: int, options: Mapping[str, str], components: str | None) -> None:
        self.game: Final = registry.game(name)
        self.box: Final = self.game.standard_box() if components is None else self.game.load(components)
        self.seats: Final = seats
        self.options: Final = self.game.canonical(seats, options, self.box)
        self.out: Final = Options()

    def play(self, fixture: Fixture) -> Played:
        """Play one game and measure the time of each decision."""
        game, out = self.game, self.out
        players = [seat_bot(name, game, seat) for seat, name in enumerate(fixture.order)]
        nature = Dice(fixture.deal)
        dice = [
            Dice((fixture.deal << SEATS_APART | ARENA_DICE) << SEATS_APART | seat)
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
            action = players[seat].choose(view, dice[seat])
            seconds[seat].append(time.perf_counter() - begun)
            game.play(s, seat, action, out)
        scores = game.score(s)
        return Played(
            fixture,
            [score.total for score in scores],
            [score.rank for score in scores],
            {category: [score.breakdown[category] for score in scores] for category in scores[0].breakdown},
            seconds,
            [player.faults for player in players],
        )


# ---- processes ----

Opening = tuple[str, int, dict[str, str], str | None]  # the arguments of a GameRunner
_runners: Final[list[GameRunner]] = []  # one in each process


def _open(name: str, seats: int, options: dict[str, str], components: str | None) -> None:
    _runners[:] = [GameRunner(name, seats, options, components)]


def _play(fixture: Fixture) -> Played:
    return _runners[0].play(fixture)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Processes begun meanwhile leave Ctrl-C to their parent."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def play_all(
    opening: Opening, fixtures: Sequence[Fixture], jobs: int, done: Callable[[Played], None]
) -> None:
    """Play every fixture and pass each result to ``done``, in any order. Faulty settings raise before the
    first game.
    """
    runner = GameRunner(*opening)
    if jobs == 1:
        for fixture in fixtures:
            done(runner.play(fixture))
        return
    with _deaf_to_ctrl_c():
        pool = multiprocessing.get_context("spawn").Pool(min(jobs, len(fixtures)), _open, opening)
    with pool:
        for played in pool.imap_unordered(_play, fixtures):
            done(played)
