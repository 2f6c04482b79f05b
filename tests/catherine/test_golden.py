"""Golden files of Catherine: ``tests/golden/catherine-*``."""

from __future__ import annotations

from tests.catherine.kept import KEPT
from tests.recorded import GoldenTexts


class TestGolden(GoldenTexts):
    kept = KEPT
