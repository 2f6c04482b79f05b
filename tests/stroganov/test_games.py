"""Recorded games: each replays to its result, and together they use all of the box and of the rules."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

import samovar
from samovar.games.stroganov.components import Box
from samovar.match.record import read_record
from tests.stroganov.covered import covered, wanted

FILES = sorted((Path(__file__).parent.parent / "games").glob("*.rec"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_replays_to_its_result(path: Path) -> None:
    text = path.read_text()
    m = samovar.verify(text)
    assert m.over
    assert m.fair
    assert [score.total for score in m.scores()] == read_record(text).result
    assert m.record() == text


def test_together_they_show_every_kind_of_game() -> None:
    records = [read_record(path.read_text()) for path in FILES]
    assert len(records) >= 20
    assert {record.seats for record in records} == {2, 3, 4}
    assert {record.options["region_furs"] for record in records} == {"ascending", "random"}
    sides = {record.options["boards"] for record in records}
    assert {"a", "b"} < sides, "and mixed ones"
    assert all(record.result for record in records)


def test_together_they_use_every_card_tile_song_village_trophy_space_and_verb() -> None:
    missing = wanted(cast(Box, samovar.games()["stroganov"].standard_box()))
    for path in FILES:
        missing -= covered(samovar.verify(path.read_text()))
    assert sorted(missing) == []


def test_they_stay_small() -> None:
    assert sum(path.stat().st_size for path in FILES) < 500_000
