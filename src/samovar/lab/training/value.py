"""``samovar train GAME --value``: fits the weights of an evaluation and writes them as a data file."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypedDict

import samovar
from samovar.bots.knowledge.knowledge import POINT, UNLIMITED_HORIZON
from samovar.bots.knowledge.weights import Weights, versions, write_weights
from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game
from samovar.lab.training.ridge import NormalEquations
from samovar.lab.training.self_play import SelfPlay, weighted

HELD_OUT_INTERVAL: Final = 10  # one game in ten is for the errors in the report, not for the fit


class FitRow(TypedDict):
    """The fit for one number of seats. Deviations are of margins in games that were held out, in points."""

    seats: int
    samples: int
    deviation_before: float  # of the weights that the fit began with
    deviation: float


class ValueReport(TypedDict):
    """The JSON document of ``samovar train GAME --value --json``."""

    game: str
    version: int
    weights_from: int  # the version that the fit began with
    games: int  # for each number of seats
    seed: int
    compiled: bool
    fits: list[FitRow]
    file: str  # the text of the data file


def train_value(
    game: Game,
    seats: Sequence[int],
    games: int,
    seed: int,
    base: int,
    ridge: float,
    horizon: int | None,
    jobs: int,
    progress: Callable[[], None] | None = None,
) -> ValueReport:
    """Play ``games`` games for each number of seats, fit the weights, and return them with a report.

    ``base`` is the version of the weights to begin with, 0 for the newest. Numbers of seats that are not
    trained keep its weights. ``horizon`` is that of the new file, by default that of the base.

    >>> import samovar
    >>> report = train_value(samovar.games()["tundra"], [2], 2, 0, 1, 300.0, None, 1)
    >>> report["fits"][0]["samples"], report["file"].splitlines()[-1].partition(" = ")[0]
    (55, 'personal')
    """
    faults: list[str] = []
    if games < 2:
        faults.append(f"at least two games must be played, not {games}")
    if seed < 0:
        faults.append(f"the seed must be 0 or more, not {seed}")
    if ridge < 0:
        faults.append(f"ridge must be 0 or more, not {ridge:g}")
    if horizon is not None and not 0 <= horizon < UNLIMITED_HORIZON:
        faults.append(f"horizon must be 0 (the end of the game) or more, not {horizon}")
    if jobs < 1:
        faults.append(f"at least one process must play, not {jobs}")
    if faults:
        raise BadInput("train", faults)
    for n in seats:
        game.check_seats(n)
    known = weighted(game.name, base)
    start = base or (versions(game.name) or [0])[-1]
    tables = {n: known.weights(n) for n in range(game.min_seats, game.max_seats + 1)}
    fits: list[FitRow] = []
    for n in seats:
        tables[n], row = fit(SelfPlay(game.name, n, base, seed), games, ridge, jobs, progress)
        fits.append(row)
    turns = horizon
    if turns is None:
        turns = 0 if known.turns >= UNLIMITED_HORIZON else int(known.turns)
    weights = Weights(game.name, start + 1, turns, tables)
    command = f"samovar train {game.name} --value --from {start} --seats {','.join(map(str, seats))}"
    comments = [
        f"{command} --games {games} --seed {seed} --ridge {ridge:g} --horizon {turns}",
        "The horizon is in turns; 0 is the end of the game.",
    ]
    return {
        "game": game.name,
        "version": start + 1,
        "weights_from": start,
        "games": games,
        "seed": seed,
        "compiled": samovar.compiled(),
        "fits": fits,
        "file": write_weights(weights, comments),
    }


def fit(
    play: SelfPlay, games: int, ridge: float, jobs: int, progress: Callable[[], None] | None
) -> tuple[dict[str, tuple[int, int]], FitRow]:
    """Return the weights for one number of seats, and how well they predict the games that were held out."""
    fitted, held_out = NormalEquations(play.width), NormalEquations(play.width)
    for number, equations in enumerate(all_equations(play, games, jobs)):
        (held_out if number % HELD_OUT_INTERVAL == 1 else fitted).merge(equations)
        if progress is not None:
            progress()
    names = play.known.names
    before = [weight / POINT for name in names for weight in play.weights[name]]
    after = fitted.solve(before, ridge)
    weights = {
        name: (round(after[2 * i] * POINT), round(after[2 * i + 1] * POINT)) for i, name in enumerate(names)
    }
    return weights, {
        "seats": play.seats,
        "samples": fitted.samples + held_out.samples,
        "deviation_before": round(held_out.deviation(before), 4),
        "deviation": round(held_out.deviation(after), 4),
    }


def report_lines(report: ValueReport) -> list[str]:
    """Return the lines of the report on how well the weights fit, without the file."""
    found = [f"{report['game']}: weights of version {report['version']}, {report['games']} games a line"]
    found += [
        f"{fit['seats']} seats, {fit['samples']} samples: margins are off by {fit['deviation_before']:.2f} "
        f"points with version {report['weights_from']}, by {fit['deviation']:.2f} now (standard deviation)"
        for fit in report["fits"]
    ]
    return found


# ---- processes ----


_playing: Final[list[SelfPlay]] = []  # one per worker process


def _start_worker(name: str, seats: int, version: int, seed: int) -> None:
    _playing[:] = [SelfPlay(name, seats, version, seed)]


def all_equations(play: SelfPlay, games: int, jobs: int) -> Iterator[NormalEquations]:
    """Yield the equations of each game in order, so that sums do not depend on the number of processes."""
    if jobs == 1:
        for number in range(games):
            yield play.equations(number)
        return
    with multiprocessing.get_context("spawn").Pool(min(jobs, games), _start_worker, play.arguments) as pool:
        yield from pool.imap(_equations, range(games), chunksize=4)


def _equations(number: int) -> NormalEquations:
    return _playing[0].equations(number)
