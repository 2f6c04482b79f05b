"""Catherine keeps the laws, for each number of seats."""

from __future__ import annotations

from tests.catherine.fixtures import FIXTURES
from tests.recorded import Laws


class TestLaws(Laws):
    fixtures = FIXTURES
    games = 8
    least_decisions = 30
