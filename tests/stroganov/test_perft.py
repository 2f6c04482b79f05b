"""Counted positions of Stroganov: ``tests/perft/stroganov-*.toml``."""

from __future__ import annotations

from tests.recorded import CountedPositions
from tests.stroganov.kept import KEPT


class TestPerft(CountedPositions):
    kept = KEPT
