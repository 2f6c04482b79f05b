"""Counted positions of Catherine: ``tests/perft/catherine-*.toml``."""

from __future__ import annotations

from tests.catherine.fixtures import FIXTURES
from tests.recorded import CountedPositions


class TestPerft(CountedPositions):
    fixtures = FIXTURES
