"""Regenerate the fixtures: the recorded games of ``tests/games``, the perft counts and the golden files.

    python tools/make_fixtures.py                    everything, of every game
    python tools/make_fixtures.py GAME perft         only these

Games are added until they meet the coverage goals of ``tests/GAME/fixtures.py`` (every card, tile and verb).
There are at least MIN_GAMES. Run it after a change of the rules that changes games on purpose, review the
difference, and commit it with the change. It is faster on compiled rules.
"""

from __future__ import annotations

import importlib
import re
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import samovar  # noqa: E402
from samovar.games import registry  # noqa: E402
from samovar.kernel.rng import Rng  # noqa: E402
from tests.recorded import GAMES, GOLDEN, GameFixtures, begin, perft  # noqa: E402
from tools.planning import Goals, Planner  # noqa: E402

MIN_GAMES: Final = 24  # minimum, even if fewer games cover everything
MAX_GAMES: Final = 80


def play_games(fixtures: GameFixtures) -> None:
    goals = Goals(fixtures.coverage_goals(fixtures.game.standard_box()))
    for path in fixtures.records():
        path.unlink()
    number_kept = 0
    for number in range(MAX_GAMES):
        start = time.monotonic()
        seats, options = fixtures.settings(number)
        m = searched(fixtures, goals, number) if fixtures.tries(number) else planned(fixtures, goals, number)
        shown = fixtures.covered(m) & goals.shown.keys()
        news = goals.missing() & shown
        if news or number_kept < MIN_GAMES:
            number_kept += 1
            goals.count(shown)
            (GAMES / f"{fixtures.name}-{number_kept:02}.rec").write_text(m.record())
        print(
            f"{fixtures.name} {number + 1}: {seats} seats {' '.join(options.values())}, "
            f"scores {' '.join(str(score.total) for score in m.scores())}, "
            f"{len(news)} new, {len(goals.missing())} still missing, {time.monotonic() - start:.1f} s",
            flush=True,
        )
        if number_kept >= MIN_GAMES and not goals.missing():
            return
    sys.exit(f"after {MAX_GAMES} games these are not covered: {', '.join(sorted(goals.missing()))}")


def planned(fixtures: GameFixtures, goals: Goals, number: int) -> samovar.Match:
    """Return a game in which every seat plays for things that are not covered yet."""
    seats, options = fixtures.settings(number)
    m = samovar.Match(fixtures.name, seats, seed=1000 + number, options=options)
    planner = planner_of(fixtures.name)(fixtures, goals, number)
    while not m.over:
        seat = m.actors()[0]
        for action in planner.plan(m, seat):
            m.play(seat, m.state.box.notation.token(action))
        planner.seen = fixtures.covered(m)
    return m


def planner_of(name: str) -> type[Planner]:
    """Return ``PLANNER`` of ``tests/GAME/planner.py``, by default ``Planner``."""
    if not (ROOT / "tests" / name / "planner.py").exists():
        return Planner
    found: type[Planner] = importlib.import_module(f"tests.{name}.planner").PLANNER
    return found


def kept_names() -> list[str]:
    """Return the games that have fixtures."""
    return [name for name in registry.names() if (ROOT / "tests" / name / "fixtures.py").exists()]


def searched(fixtures: GameFixtures, goals: Goals, number: int) -> samovar.Match:
    """Return the random game, out of many, that covers most of what is missing."""
    missing = goals.missing()
    first = 1_000_000 * (number + 1)
    best, most = first, -1
    for seed in range(first, first + fixtures.tries(number)):
        news = len(missing & fixtures.covered(played_at_random(fixtures, number, seed)))
        if news > most:
            best, most = seed, news
    return played_at_random(fixtures, number, best)


def played_at_random(fixtures: GameFixtures, number: int, seed: int) -> samovar.Match:
    seats, options = fixtures.settings(number)
    start = fixtures.start(number)
    m = (
        samovar.Match.from_position(start, seed)
        if start
        else samovar.Match(fixtures.name, seats, seed, options)
    )
    rng = Rng(-1 - seed)
    while not m.over:
        seat = m.actors()[0]
        tokens = m.options(seat)
        m.play(seat, tokens[rng.below(len(tokens))])
    return m


def count_perft(fixtures: GameFixtures) -> None:
    for path in fixtures.perft():
        case = tomllib.loads(path.read_text())
        game, s = begin(case["position"])
        counts = [perft(game, s, depth) for depth in range(1, len(case["counts"]) + 1)]
        text = re.sub(r"^counts = .*$", f"counts = {counts}", path.read_text(), flags=re.MULTILINE)
        path.write_text(text)
        print(f"perft {path.stem}: {counts}", flush=True)


def write_golden(fixtures: GameFixtures) -> None:
    for golden in fixtures.golden:
        for name, text in golden.texts().items():
            (GOLDEN / name).write_text(text)
            print(f"golden {name}", flush=True)


JOBS: Final[dict[str, Callable[[GameFixtures], None]]] = {
    "perft": count_perft,
    "golden": write_golden,
    "games": play_games,
}


def main(words: list[str]) -> None:
    names = kept_names()
    unknown = [word for word in words if word not in JOBS and word not in names]
    if unknown:
        sys.exit(f"unknown: {', '.join(unknown)}; choose from {', '.join([*JOBS, *names])}")
    for name in [word for word in words if word in names] or names:
        fixtures: GameFixtures = importlib.import_module(f"tests.{name}.fixtures").FIXTURES
        for job in [word for word in words if word in JOBS] or JOBS:
            JOBS[job](fixtures)


if __name__ == "__main__":
    main(sys.argv[1:])
