"""The rules of rooms run without server, database, threads and event loop."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.room.whole_game import REFUSED

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_a_whole_game_of_each_title_runs_where_no_server_can_be_imported() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.room.whole_game"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    played = dict(line.split() for line in done.stdout.splitlines())
    assert set(played) == {"stroganov", "catherine", "tundra"}
    assert all(int(commands) > 50 for commands in played.values())


@pytest.mark.parametrize("name", REFUSED)
def test_refused_modules_cannot_be_imported(name: str) -> None:
    """The test above could not fail if these imports succeeded."""
    program = f"from tests.room.whole_game import refuse; refuse(); import {name}"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert f"import of {name} halted" in done.stderr
