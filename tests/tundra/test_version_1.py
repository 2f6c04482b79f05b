"""Games of rules version 1: their records and positions still load, and replay with the rules of that time.

``version_1`` holds records that the rules of version 1 wrote. They answer ``here`` or refuse a tower bonus,
which the current rules do not ask for.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import samovar
from samovar.games.tundra.game import GAME
from samovar.kernel.errors import BadInput
from samovar.match.record import read_record
from samovar.room.import_room import import_request
from samovar.room.restore import box_digest
from tests.room.shell import Shell

RECORDS = sorted(Path(__file__).with_name("version_1").glob("*.rec"))
NEW = samovar.Match("tundra", 2, 1).record()
STANDARD = box_digest(GAME.standard_text())


def test_there_are_records_of_version_1() -> None:
    texts = [path.read_text() for path in RECORDS]
    assert any(" here" in text for text in texts)
    assert len(texts) == 2


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_of_version_1_replays_to_its_result(path: Path) -> None:
    text = path.read_text()
    m = samovar.verify(text)
    assert m.seeded
    assert [score.total for score in m.scores()] == read_record(text).result
    assert m.moves() == [(seat, token) for seat, token, _ in read_record(text).moves]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_written_again_it_has_the_same_box_and_loads_again(path: Path) -> None:
    """A text that names no box has the first one."""
    m = samovar.verify(path.read_text())
    record, position = m.record(), m.position()
    assert m.state.box.digest == GAME.first_sha256[:16]
    assert read_record(record).components == ""
    assert samovar.verify(record).record() == record
    assert samovar.Match.from_position(position).position() == position


@pytest.mark.parametrize(("text", "digest"), [(RECORDS[0].read_text(), GAME.first_sha256), (NEW, STANDARD)])
def test_an_imported_record_keeps_its_box(text: str, digest: str) -> None:
    shell = Shell()
    room = shell.create(import_request(text, "Eva"))
    assert room.created.box == digest


def test_a_record_that_its_box_does_not_allow_names_the_fault() -> None:
    text = RECORDS[0].read_text().replace("keep.s06_travel", "keep.s09_travel", 1)
    with pytest.raises(BadInput, match=r"keep\.s09_travel is not allowed there"):
        samovar.verify(text)


def test_a_new_game_names_its_box() -> None:
    m = samovar.Match("tundra", 2, 1)
    assert f'components = "{GAME.standard_box().digest}"' in m.position()
    assert GAME.first_text() != GAME.standard_text()
    assert GAME.rules_version == 2
    assert 1 in GAME.replays
