"""Golden files: positions and records stay the same, byte for byte, from version to version."""

from __future__ import annotations

import pytest

import samovar
from tests.stroganov.golden import GOLDEN, GOLDEN_CASES, Case

cases = pytest.mark.parametrize("case", GOLDEN_CASES, ids=lambda case: case.name)


@cases
def test_the_game_of_a_seed_is_written_as_ever(case: Case) -> None:
    position, record = case.play()
    assert position == (GOLDEN / f"{case.name}.toml").read_text()
    assert record == (GOLDEN / f"{case.name}.rec").read_text()


@cases
def test_a_position_that_is_read_is_written_the_same(case: Case) -> None:
    text = (GOLDEN / f"{case.name}.toml").read_text()
    assert samovar.Match.from_position(text).position() == text


@cases
def test_a_record_that_is_replayed_is_written_the_same(case: Case) -> None:
    text = (GOLDEN / f"{case.name}.rec").read_text()
    assert samovar.verify(text).record() == text
