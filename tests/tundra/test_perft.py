"""Counted positions of Tundra: ``tests/perft/tundra-*.toml``."""

from __future__ import annotations

from tests.recorded import CountedPositions
from tests.tundra.fixtures import FIXTURES


class TestPerft(CountedPositions):
    fixtures = FIXTURES
