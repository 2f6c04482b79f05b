"""Interpreted and compiled rules agree action by action.

The other run is a separate process with SAMOVAR_PURE=1. If this process is interpreted, too, two interpreted
runs are compared. That still shows that games depend only on their seeds.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import cast

import pytest

import samovar
from samovar.bots.registry import seat_bot
from samovar.match.laws import random_match, trace
from tests.bots.table import play
from tests.kernel.tiny import ANY as TINY

ROOT = Path(__file__).resolve().parent.parent
GAMES = {**samovar.games(), "tiny": TINY}
CASES = [
    (name, seats, options)
    for name, game in samovar.games().items()
    for seats in range(game.min_seats, game.max_seats + 1)
    for options in game.option_sets(seats)
] + [
    ("tiny", 2, {"hands": "open"}),
    ("tiny", 4, {}),
]
SEEDS = [0, 1, 2, 3, 4, 5, -7, 10**30]


def traces() -> dict[str, str]:
    """The digests of all cases by name, and the first choices of bots."""
    return bot_results() | {
        f"{name} for {seats}, {options}, seed {seed}": trace(GAMES[name], seats, options, seed)
        for name, seats, options in CASES
        for seed in SEEDS
    }


def bot_results() -> dict[str, str]:
    """The result of a game between bots, by case. Floating-point numbers of a search must be equal, too."""
    return {
        f"bots of {name}": str(
            play(game, [seat_bot("search@6", game, 0), seat_bot("greedy", game, 1)], 9, most=12)[1]
        )
        for name, game in samovar.games().items()
    }


@pytest.mark.laws
def test_interpreted_and_compiled_rules_agree_action_by_action() -> None:
    command = "import json; from tests.test_traces import traces; print(json.dumps(traces()))"
    paths = os.pathsep.join([str(ROOT), *(str(Path(path).resolve()) for path in sys.path if path)])
    run = subprocess.run(
        [sys.executable, "-c", command],
        env={**os.environ, "SAMOVAR_PURE": "1", "PYTHONPATH": paths},
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    interpreted = cast(dict[str, str], json.loads(run.stdout))
    here = traces()
    assert len(here) == len(CASES) * len(SEEDS) + len(samovar.games())
    assert [case for case in here if here[case] != interpreted[case]] == []


def test_a_trace_tells_games_apart() -> None:
    assert trace(TINY, 2, {}, 1) == trace(TINY, 2, {}, 1)
    assert len({trace(TINY, 2, {}, seed) for seed in range(20)}) == 20


def test_a_random_match_follows_from_its_seed() -> None:
    one = random_match(TINY, 3, {"coins": "1"}, 5)
    assert one.over
    assert one.record() == random_match(TINY, 3, {"coins": "1"}, 5).record()
