"""The conformance laws for Tundra, for each number of seats."""

from __future__ import annotations

from tests.recorded import Laws
from tests.tundra.kept import KEPT


class TestLaws(Laws):
    kept = KEPT
    games = 8
    least_decisions = 30
