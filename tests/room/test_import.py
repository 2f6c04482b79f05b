"""Importing a record or a position as a room."""

from __future__ import annotations

import pytest

from samovar.match.match import Match
from samovar.room.import_room import import_request
from tests.room.shell import GAMES, late_position

COMMENTS = "# nothing\n" * 50_000


@pytest.mark.parametrize("game", GAMES)
def test_the_request_from_a_position_has_no_comments(game: str) -> None:
    text = late_position(game, decisions=12)
    request = import_request(COMMENTS + text + COMMENTS, "Eva")
    assert len(request.start) <= len(text)
    assert Match.from_position(request.start).position() == Match.from_position(text).position()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("begun", ["set-up", "position"])
def test_the_request_from_a_record_has_no_comments(game: str, begun: str) -> None:
    played = (
        Match(game, 2, 7) if begun == "set-up" else Match.from_position(late_position(game, decisions=12))
    )
    for _ in range(5):
        seat = played.actors()[0]
        played.play(seat, played.options(seat)[0])
    head, _, rest = played.record().partition("\n")
    request = import_request("\n".join([head, COMMENTS + rest + COMMENTS]), "Eva")
    assert request.record == played.record()
    assert Match.from_record(request.record).moves() == played.moves()
