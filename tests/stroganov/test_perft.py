"""Counted positions of Stroganov: ``tests/perft/stroganov-*.toml``."""

from __future__ import annotations

from tests.recorded import CountedPositions
from tests.stroganov.fixtures import FIXTURES


class TestPerft(CountedPositions):
    fixtures = FIXTURES
