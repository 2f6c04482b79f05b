"""The laws hold for Stroganov, for each number of seats, both sides of the boards and a mixture of them."""

from __future__ import annotations

from tests.recorded import Laws
from tests.stroganov.kept import KEPT


class TestLaws(Laws):
    kept = KEPT
    least_decisions = 30
