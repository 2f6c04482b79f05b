"""Every game keeps recorded games, counted positions and golden texts, and is handed to the laws."""

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
    handed = [
        made
        for made in vars(module).values()
        if isinstance(made, type) and issubclass(made, KINDS[kind]) and made.__name__.startswith("Test")
    ]
    assert [made.kept.name for made in handed if issubclass(made, FixtureTests)] == [name]
