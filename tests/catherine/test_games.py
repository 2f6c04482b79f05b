"""Recorded games of Catherine: ``tests/games/catherine-*.rec``."""

from __future__ import annotations

from tests.catherine.kept import KEPT
from tests.recorded import RecordedGames


class TestGames(RecordedGames):
    kept = KEPT
