"""Recorded games of Tundra: ``tests/games/tundra-*.rec``."""

from __future__ import annotations

from tests.recorded import RecordedGames
from tests.tundra.kept import KEPT


class TestGames(RecordedGames):
    kept = KEPT
