"""The conformance laws for Tundra, for each number of seats."""

from __future__ import annotations

from tests.recorded import Laws
from tests.tundra.fixtures import FIXTURES


class TestLaws(Laws):
    fixtures = FIXTURES
    games = 8
    least_decisions = 30
