"""Find the weights of a game's knowledge by self-play, and print them as a table for its source.

Bots play; at the end of each turn it is written down how much of everything each player has (``features``),
and at the end of the game how many points that player got. The weights for which the sum of it all comes
nearest to the points are found by least squares: two for each name, one for the beginning of the game and one
for its end. A ridge holds them near those that the source has now, the nearer the less the games say about
them. See docs/bots.md.

    .venv/bin/python tools/tune.py GAME --games 400 --bots greedy
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Final

from samovar.bots import registry as bots
from samovar.bots.knowledge import registry as knowledges
from samovar.bots.knowledge.knowledge import POINT, WHOLE, Linear
from samovar.games import registry as games
from samovar.kernel.dice import Dice
from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game
from samovar.kernel.state import NATURE, State, zeros
from samovar.kernel.step import Options
from samovar.lab.progress import Bar

FIRST_SEED: Final = 1_000_000_000  # the arena's seeds never come near: nothing is tested on what it learned
CHANCE: Final = 1 << 32  # Nature's dice have seeds of their own


class Sample:
    """One player at the end of one turn."""

    def __init__(self, player: int, gone: float, counts: list[int], valued: float) -> None:
        self.player: Final = player
        self.gone: Final = gone  # how much of the game is over, from 0 to 1
        self.counts: Final = counts
        self.valued: Final = valued  # points, by the weights of now
        self.points = 0.0  # at the end of the game

    def row(self) -> list[float]:
        """Every count twice, for the beginning and for the end, and a constant, which nobody keeps: players
        are compared, so what all have alike does not matter.
        """
        early, late = 1.0 - self.gone, self.gone
        return [part * n for n in [*self.counts, 1] for part in (early, late)]


def play(
    game: Game, known: Linear, names: str, seats: int, options: dict[str, str], seed: int, whims: int
) -> list[Sample]:
    """One game; what each player had at the end of each turn."""
    out = Options()
    s = game.start(game.standard_box(), seats, options, out)
    nature, choices = Dice(seed + CHANCE), Dice(seed)
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
            samples.extend(look(known, s))
        turn = game.turn(s)
    faults = [fault for player in players for fault in player.faults]
    if faults:
        raise BadInput(f"game of seed {seed}", faults)
    for sample in samples:
        sample.points = known.final(s, sample.player) / POINT
    return samples


def look(known: Linear, s: State) -> list[Sample]:
    counts = zeros(len(known.names))
    samples: list[Sample] = []
    for p in range(known.players(s)):
        valued = known.value(s, p) / POINT
        known.features(s, p, counts)
        samples.append(Sample(p, known.progress(s) / WHOLE, [int(n) for n in counts], valued))
    return samples


class Squares:
    """The normal equations, summed up sample by sample, of what the weights of now leave unexplained."""

    def __init__(self, width: int) -> None:
        self.products = [[0.0] * width for _ in range(width)]
        self.targets = [0.0] * width
        self.samples = 0

    def add(self, row: list[float], rest: float) -> None:
        self.samples += 1
        filled = [i for i, value in enumerate(row) if value]
        for i in filled:
            value = row[i]
            products = self.products[i]
            self.targets[i] += value * rest
            for j in filled:
                products[j] += value * row[j]

    def solve(self, ridge: float) -> list[float]:
        """By how much each weight should change. The ridge is as strong as so many samples that say: not at
        all.
        """
        width = len(self.targets)
        share = ridge / max(self.samples, 1)
        rows = [[*self.products[i], self.targets[i]] for i in range(width)]
        for i in range(width - 2):  # the constant may be what it likes
            rows[i][i] += share * rows[i][i]
        for i in range(width):
            rows[i][i] += 1e-9  # what no game has shown stays as it is
        return eliminated(rows)


def eliminated(rows: list[list[float]]) -> list[float]:
    """Gauss and Jordan; the matrix is positive definite, so that no pivot has to be looked for."""
    width = len(rows)
    for i in range(width):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(width):
            factor = rows[j][i]
            if j != i and factor:
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[-1] for row in rows]


def tuned(known: Linear, samples: list[Sample], ridge: float, keep: set[str]) -> dict[str, tuple[int, int]]:
    """The weights that explain the samples best; those to keep are as they are."""
    names = known.names
    squares = Squares(2 * len(names) + 2)
    for sample in samples:
        row = sample.row()
        for i, name in enumerate(names):
            if name in keep:
                row[2 * i] = row[2 * i + 1] = 0.0
        squares.add(row, sample.points - sample.valued)
    change = squares.solve(ridge)
    return {
        name: (
            round(int(known.early[i]) + change[2 * i] * POINT),
            round(int(known.late[i]) + change[2 * i + 1] * POINT),
        )
        for i, name in enumerate(names)
    }


def spread(known: Linear, samples: list[Sample], weights: dict[str, tuple[int, int]]) -> float:
    """How far the points are from what the weights say, beyond a constant: the standard deviation."""
    rests: list[float] = []
    for sample in samples:
        row = sample.row()
        value = sum(
            (row[2 * i] * weights[name][0] + row[2 * i + 1] * weights[name][1]) / POINT
            for i, name in enumerate(known.names)
        )
        rests.append(sample.points - value)
    mean = sum(rests) / len(rests)
    return float((sum((rest - mean) ** 2 for rest in rests) / len(rests)) ** 0.5)


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Weights of a game's knowledge from self-play.")
    parser.add_argument("game", choices=games.names())
    parser.add_argument("--games", type=int, default=300, help="how many are played (300)")
    parser.add_argument("--bots", default="greedy", help="who plays, as in `samovar sim` (greedy)")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the game")
    parser.add_argument("--whims", type=int, default=3, help="percent of decisions made at random (3)")
    parser.add_argument(
        "--ridge", type=float, default=300.0, help="how many samples the weights of now count as (300)"
    )
    parser.add_argument("--keep", default="", help="names whose weights stay, separated by commas")
    parser.add_argument("--seed", type=int, default=0, help="added to the seeds of the games")
    parser.add_argument("--json", action="store_true", help="the weights as JSON and nothing else")
    return parser


def tune(args: argparse.Namespace) -> None:
    game = games.game(args.game)
    known = knowledges.knowledge(game)
    if not isinstance(known, Linear):
        raise BadInput(args.game, ["nobody has described it to the bots by weights"])
    keep = {name for name in args.keep.split(",") if name}
    faults = [f"--keep: there is no weight {name!r}" for name in sorted(keep - set(known.names))]
    faults += [f"--option: {text!r} is not NAME=VALUE" for text in args.option if "=" not in text]
    faults += [] if args.games > 0 else ["--games: at least one"]
    if faults:
        raise BadInput(args.game, faults)
    options = dict(text.split("=", 1) for text in args.option)
    samples: list[Sample] = []
    with Bar("games", args.games) as bar:
        for number in range(args.games):
            seed = FIRST_SEED + args.seed + number
            samples.extend(play(game, known, args.bots, args.seats, options, seed, args.whims))
            bar()
    weights = tuned(known, samples, args.ridge, keep)
    if args.json:
        print(json.dumps(weights))
        return
    before = {name: (int(known.early[i]), int(known.late[i])) for i, name in enumerate(known.names)}
    mean = sum(sample.points for sample in samples) / len(samples)
    print(f"{args.games} games, {len(samples)} samples, {mean:.1f} points on average")
    print(
        f"off by {spread(known, samples, before):.2f} points before, "
        f"{spread(known, samples, weights):.2f} after (standard deviation)"
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
