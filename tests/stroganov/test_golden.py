"""Golden files of Stroganov: ``tests/golden/stroganov-*``."""

from __future__ import annotations

from tests.recorded import GoldenTexts
from tests.stroganov.fixtures import FIXTURES


class TestGolden(GoldenTexts):
    fixtures = FIXTURES
