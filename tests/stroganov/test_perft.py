"""All sequences of actions from chosen positions, counted: ``tests/perft/*.toml``."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.stroganov.perft import PERFT, begin, perft

FILES = sorted(PERFT.glob("*.toml"))


def test_there_are_enough_positions() -> None:
    assert len(FILES) >= 10


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_sequence_of_actions_is_counted(path: Path) -> None:
    case = tomllib.loads(path.read_text())
    assert len(case["counts"]) >= 3
    game, s = begin(case["position"])
    found = [perft(game, s, depth) for depth in range(1, len(case["counts"]) + 1)]
    assert found == case["counts"]


def test_counting_leaves_the_position_alone() -> None:
    game, s = begin(tomllib.loads(FILES[0].read_text())["position"])
    before = game.write(s)
    perft(game, s, 2)
    assert game.write(s) == before
