"""Measure how long a bot worker takes for an answer: ``python tools/answer_times.py``.

Prints the 95th percentile and the longest answer in seconds, by game and level, on the rules as they run here
(``SAMOVAR_PURE=1``: interpreted). A worker reads the position, lets the bot choose and writes the action, as
for one request of an idle server. The positions are spread over a game of random choices.
"""

from __future__ import annotations

import argparse
import math
import time

import samovar
from samovar.bots.registry import LEVELS
from samovar.kernel.rng import Rng
from samovar.match.match import Match
from samovar.table.bot_worker import BotRequest, choose_action

SEATS = 4


def positions(game: str, count: int) -> list[tuple[str, int]]:
    """Return positions spread over a random game, each as a determinization for its deciding seat."""
    rng = Rng(1)
    match = Match(game, SEATS, 1)
    found: list[tuple[str, int]] = []
    while not match.over:
        seat = match.actors()[0]
        options = match.options(seat)
        if len(options) > 1:  # a forced decision needs no search
            found.append((match.game.write(match.game.determinize(match.view(seat), rng)), seat))
        match.play(seat, options[rng.below(len(options))])
    return [found[i * len(found) // count] for i in range(count)]


def seconds(game: str, level: str, position: str, seat: int) -> float:
    start = time.perf_counter()
    choose_action(BotRequest(game, None, position, seat, level, 1))
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how long a bot worker takes for an answer.")
    parser.add_argument("--positions", type=int, default=20, metavar="N", help="positions of each game (20)")
    parser.add_argument("--levels", default=",".join(LEVELS), help="bots, separated by commas (all levels)")
    arguments = parser.parse_args()
    print(f"rules: {'compiled' if samovar.compiled() else 'interpreted'}, {SEATS} seats")
    for game in samovar.games():
        asked = positions(game, arguments.positions)
        for level in arguments.levels.split(","):
            took = sorted(seconds(game, level, position, seat) for position, seat in asked)
            p95 = took[math.ceil(0.95 * len(took)) - 1]
            print(f"{game:<10} {level:<8} p95 {p95:5.2f} s, longest {took[-1]:5.2f} s", flush=True)


if __name__ == "__main__":
    main()
