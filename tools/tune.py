"""Fit the weights of a game's evaluation by self-play, and print them as a table for its source.

Bots play. The features of each player are recorded at the end of each turn, and the points at the end of the
game. Ridge regression finds the weights that predict the points best. Each feature has two: one for the
beginning of the game and one for its end. The ridge pulls the weights towards the current ones. See
docs/bots.md.

    .venv/bin/python tools/tune.py GAME --games 400 --bots greedy
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Final

from samovar.bots import registry as bots
from samovar.bots.knowledge import registry as knowledges
from samovar.bots.knowledge.knowledge import FULL_PROGRESS, POINT, LinearKnowledge
from samovar.games import registry as games
from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, State, zeros
from samovar.kernel.step import Options
from samovar.lab.progress import ProgressBar

FIRST_SEED: Final = 1_000_000_000  # the arena refuses these seeds: training and test data stay apart
NATURE_SEED_OFFSET: Final = 1 << 32


class Sample:
    """One player at the end of one turn."""

    def __init__(self, player: int, gone: float, counts: list[int], valued: float) -> None:
        self.player: Final = player
        self.gone: Final = gone  # progress of the game, from 0 to 1
        self.counts: Final = counts
        self.valued: Final = valued  # points predicted by the current weights
        self.points = 0.0  # points at the end of the game

    def row(self) -> list[float]:
        """Return every feature twice, weighted for the beginning and for the end, and a constant.

        The constant is not part of the result: players are compared, so it cancels out.
        """
        early, late = 1.0 - self.gone, self.gone
        return [part * n for n in [*self.counts, 1] for part in (early, late)]


def play(
    game: Game, known: LinearKnowledge, names: str, seats: int, options: dict[str, str], seed: int, whims: int
) -> list[Sample]:
    """Play one game and return a sample of each player at the end of each turn."""
    out = Options()
    s = game.start(game.standard_box(), seats, options, out)
    nature, choices = Rng(seed + NATURE_SEED_OFFSET), Rng(seed)
    players = bots.seat_bots(names, game, range(seats))
    samples: list[Sample] = []
    turn = game.turn(s)
    while not s.over:
        seat = game.actor(s)
        game.legal_into(s, seat, out)
        if seat == NATURE:
            action = game.chance(s, out, nature)
        elif choices.below(100) < whims:
            action = out.items[choices.below(out.n)]
        else:
            action = players[seat].choose(game.redact(s, seat), choices)
        game.play(s, seat, action, out)
        if game.turn(s) != turn and not s.over:
            samples.extend(sample_players(known, s))
        turn = game.turn(s)
    faults = [fault for player in players for fault in player.faults]
    if faults:
        raise BadInput(f"game of seed {seed}", faults)
    for sample in samples:
        sample.points = known.final_value(s, sample.player) / POINT
    return samples


def sample_players(known: LinearKnowledge, s: State) -> list[Sample]:
    counts = zeros(len(known.names))
    samples: list[Sample] = []
    for p in range(known.player_count(s)):
        valued = known.value(s, p) / POINT
        known.features(s, p, counts)
        samples.append(Sample(p, known.progress(s) / FULL_PROGRESS, [int(n) for n in counts], valued))
    return samples


class NormalEquations:
    """The normal equations for the residuals of the current weights, summed up by sample."""

    def __init__(self, width: int) -> None:
        self.products = [[0.0] * width for _ in range(width)]
        self.targets = [0.0] * width
        self.samples = 0

    def add(self, row: list[float], residual: float) -> None:
        self.samples += 1
        filled = [i for i, value in enumerate(row) if value]
        for i in filled:
            value = row[i]
            products = self.products[i]
            self.targets[i] += value * residual
            for j in filled:
                products[j] += value * row[j]

    def solve(self, ridge: float) -> list[float]:
        """Return the change of each weight. The ridge counts like ``ridge`` samples with no change."""
        width = len(self.targets)
        share = ridge / max(self.samples, 1)
        rows = [[*self.products[i], self.targets[i]] for i in range(width)]
        for i in range(width - 2):  # no ridge on the constant
            rows[i][i] += share * rows[i][i]
        for i in range(width):
            rows[i][i] += 1e-9  # a feature that never occurred keeps its weight
        return gauss_jordan(rows)


def gauss_jordan(rows: list[list[float]]) -> list[float]:
    """Solve by Gauss-Jordan elimination without pivoting: the matrix is positive definite."""
    width = len(rows)
    for i in range(width):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(width):
            factor = rows[j][i]
            if j != i and factor:
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[-1] for row in rows]


def fit_weights(
    known: LinearKnowledge, samples: list[Sample], ridge: float, keep: set[str]
) -> dict[str, tuple[int, int]]:
    """Return the weights that fit the samples best. Those in ``keep`` do not change."""
    names = known.names
    equations = NormalEquations(2 * len(names) + 2)
    for sample in samples:
        row = sample.row()
        for i, name in enumerate(names):
            if name in keep:
                row[2 * i] = row[2 * i + 1] = 0.0
        equations.add(row, sample.points - sample.valued)
    change = equations.solve(ridge)
    return {
        name: (
            round(int(known.early[i]) + change[2 * i] * POINT),
            round(int(known.late[i]) + change[2 * i + 1] * POINT),
        )
        for i, name in enumerate(names)
    }


def residual_deviation(
    known: LinearKnowledge, samples: list[Sample], weights: dict[str, tuple[int, int]]
) -> float:
    """Return the standard deviation of the residuals of these weights."""
    residuals: list[float] = []
    for sample in samples:
        row = sample.row()
        value = sum(
            (row[2 * i] * weights[name][0] + row[2 * i + 1] * weights[name][1]) / POINT
            for i, name in enumerate(known.names)
        )
        residuals.append(sample.points - value)
    mean = sum(residuals) / len(residuals)
    return float((sum((residual - mean) ** 2 for residual in residuals) / len(residuals)) ** 0.5)


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Fit the weights of a game's evaluation by self-play.")
    parser.add_argument("game", choices=games.names())
    parser.add_argument("--games", type=int, default=300, help="number of games to play (300)")
    parser.add_argument("--bots", default="greedy", help="bots, named as in `samovar sim` (greedy)")
    parser.add_argument("--seats", type=int, default=2, help="number of players (2)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="option of the game"
    )
    parser.add_argument("--whims", type=int, default=3, help="percent of decisions made at random (3)")
    parser.add_argument(
        "--ridge", type=float, default=300.0, help="number of samples that the current weights count as (300)"
    )
    parser.add_argument(
        "--keep", default="", help="features whose weights do not change, separated by commas"
    )
    parser.add_argument("--seed", type=int, default=0, help="added to the seeds of the games")
    parser.add_argument("--json", action="store_true", help="print only the weights, as JSON")
    return parser


def tune(args: argparse.Namespace) -> None:
    game = games.game(args.game)
    known = knowledges.knowledge(game)
    if not isinstance(known, LinearKnowledge):
        raise BadInput(args.game, ["its knowledge is not a LinearKnowledge, so it has no weights"])
    keep = {name for name in args.keep.split(",") if name}
    faults = [f"--keep: there is no weight {name!r}" for name in sorted(keep - set(known.names))]
    faults += [f"--option: {text!r} is not NAME=VALUE" for text in args.option if "=" not in text]
    faults += [] if args.games > 0 else [f"--games: must be at least 1, not {args.games}"]
    if faults:
        raise BadInput(args.game, faults)
    options = dict(text.split("=", 1) for text in args.option)
    samples: list[Sample] = []
    with ProgressBar("games", args.games) as bar:
        for number in range(args.games):
            seed = FIRST_SEED + args.seed + number
            samples.extend(play(game, known, args.bots, args.seats, options, seed, args.whims))
            bar()
    weights = fit_weights(known, samples, args.ridge, keep)
    if args.json:
        print(json.dumps(weights))
        return
    before = {name: (int(known.early[i]), int(known.late[i])) for i, name in enumerate(known.names)}
    mean = sum(sample.points for sample in samples) / len(samples)
    print(f"{args.games} games, {len(samples)} samples, {mean:.1f} points on average")
    print(
        f"off by {residual_deviation(known, samples, before):.2f} points before, "
        f"{residual_deviation(known, samples, weights):.2f} after (standard deviation)"
    )
    print("WEIGHTS: Final = {")
    for name, (early, late) in weights.items():
        print(f'    "{name}": ({early}, {late}),  # {before[name][0]}, {before[name][1]}')
    print("}")


if __name__ == "__main__":
    try:
        tune(arguments().parse_args())
    except BadInput as error:
        sys.exit(f"error: {error}")
