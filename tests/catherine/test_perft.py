"""Counted positions of Catherine: ``tests/perft/catherine-*.toml``."""

from __future__ import annotations

from tests.catherine.kept import KEPT
from tests.recorded import CountedPositions


class TestPerft(CountedPositions):
    kept = KEPT
