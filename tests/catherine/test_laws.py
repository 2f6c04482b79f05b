"""Catherine keeps the laws, for each number of seats."""

from __future__ import annotations

from tests.catherine.kept import KEPT
from tests.recorded import Laws


class TestLaws(Laws):
    kept = KEPT
    games = 8
    least_decisions = 30
