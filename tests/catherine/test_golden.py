"""Golden files of Catherine: ``tests/golden/catherine-*``."""

from __future__ import annotations

from tests.catherine.fixtures import FIXTURES
from tests.recorded import GoldenTexts


class TestGolden(GoldenTexts):
    fixtures = FIXTURES
