"""The cost of a game: memory of a match, and work that grows linearly with its decisions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tracemalloc

import pytest

import samovar
from samovar.games import registry
from samovar.kernel.rng import Rng

MEGABYTE = 1 << 20

MANY_MATCHES = """
import json, resource, sys
import samovar
from samovar.kernel.rng import Rng
from samovar.match.laws import random_match

def megabytes():
    units = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / units

game = samovar.games()[sys.argv[1]]
random_match(game, 4, {}, 0)  # loads modules and the box
before = megabytes()
matches = [random_match(game, 4, {}, seed) for seed in range(10)]
print(json.dumps((megabytes() - before) / len(matches)))
"""

CALLS = """
import json, sys
import samovar
from samovar.kernel.rng import Rng

calls = 0
def count(frame, event, argument):
    global calls
    calls += event == "call"

def play(seed):
    m = samovar.Match(sys.argv[1], 4, seed)
    rng = Rng(seed)
    costs = []
    while not m.over:
        seat = m.actors()[0]
        global calls
        calls = 0
        sys.setprofile(count)
        tokens = m.options(seat)
        m.play(seat, tokens[rng.below(len(tokens))])
        sys.setprofile(None)
        costs.append(calls)
    return costs

print(json.dumps([play(seed) for seed in range(6)]))
"""


every_game = pytest.mark.parametrize("name", registry.names())


def output_of(code: str, name: str, **variables: str) -> str:
    command = [sys.executable, "-c", code, name]
    done = subprocess.run(command, env=os.environ | variables, capture_output=True, text=True, check=True)
    return done.stdout


@every_game
def test_a_match_with_its_log_and_undo_stays_under_five_megabytes(name: str) -> None:
    """The peak of Python's allocations over a whole game with undone decisions is below 5 MB."""
    samovar.Match(name, 4)  # the box is loaded once and shared
    tracemalloc.start()
    try:
        m = samovar.Match(name, 4, seed=5)
        rng = Rng(5)
        while not m.over:
            seat = m.actors()[0]
            tokens = m.options(seat)
            m.play(seat, tokens[rng.below(len(tokens))])
            if m.can_undo(seat) and rng.below(4) == 0:
                m.undo(seat)
        assert len(m.log) > 300
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 5 * MEGABYTE


@every_game
def test_the_process_grows_by_less_than_five_megabytes_for_each_match(name: str) -> None:
    """The resident memory, which includes memory that tracemalloc does not count, stays below 5 MB."""
    assert json.loads(output_of(MANY_MATCHES, name)) < 5.0


@every_game
def test_the_cost_of_a_game_grows_linearly_with_its_decisions(name: str) -> None:
    """Late decisions need as many function calls as early ones. Calls are counted because times vary."""
    games: list[list[int]] = json.loads(output_of(CALLS, name, SAMOVAR_PURE="1"))
    each = [sum(costs) / len(costs) for costs in games]
    assert max(each) < 1.5 * min(each)
    thirds = [0, 0, 0]
    for costs in games:
        n = len(costs) // 3
        for i in range(3):
            thirds[i] += sum(costs[i * n : (i + 1) * n]) * 1000 // n
    assert max(thirds) < 2 * min(thirds)
