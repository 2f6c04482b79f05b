"""Recorded games of Catherine: ``tests/games/catherine-*.rec``."""

from __future__ import annotations

from tests.catherine.fixtures import FIXTURES
from tests.recorded import RecordedGames


class TestGames(RecordedGames):
    fixtures = FIXTURES
