"""The laws hold for Stroganov, for each number of seats, both sides of the boards and a mixture of them."""

from __future__ import annotations

from tests.recorded import Laws
from tests.stroganov.fixtures import FIXTURES


class TestLaws(Laws):
    fixtures = FIXTURES
    least_decisions = 30
