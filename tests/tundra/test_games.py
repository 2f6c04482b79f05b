"""Recorded games of Tundra: ``tests/games/tundra-*.rec``."""

from __future__ import annotations

from tests.recorded import RecordedGames
from tests.tundra.fixtures import FIXTURES


class TestGames(RecordedGames):
    fixtures = FIXTURES
