"""Golden files of Tundra: ``tests/golden/tundra-*``."""

from __future__ import annotations

from tests.recorded import GoldenTexts
from tests.tundra.fixtures import FIXTURES


class TestGolden(GoldenTexts):
    fixtures = FIXTURES
