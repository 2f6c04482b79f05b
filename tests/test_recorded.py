"""Every game has recorded games, counted positions and golden texts, and its random games keep the laws."""

from __future__ import annotations

import importlib

import pytest

from samovar.games import registry
from tests.recorded import CountedPositions, FixtureTests, GoldenTexts, Laws, RecordedGames

KINDS = {"games": RecordedGames, "perft": CountedPositions, "golden": GoldenTexts, "laws": Laws}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", registry.names())
def test_every_game_has_all_kinds_of_tests(name: str, kind: str) -> None:
    module = importlib.import_module(f"tests.{name}.test_{kind}")
    classes = [
        found
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, KINDS[kind]) and found.__name__.startswith("Test")
    ]
    assert [found.fixtures.name for found in classes if issubclass(found, FixtureTests)] == [name]
