"""A room made from a record or a position that a player brings along."""

from __future__ import annotations

import pytest

from samovar.match.match import Match
from samovar.room.import_room import import_order
from tests.room.shell import GAMES, late_position

COMMENTS = "# nothing\n" * 50_000


@pytest.mark.parametrize("game", GAMES)
def test_the_order_of_a_position_has_only_what_the_game_needs(game: str) -> None:
    text = late_position(game, decisions=12)
    order = import_order(COMMENTS + text + COMMENTS, "Eva")
    assert len(order.start) <= len(text)
    assert Match.from_position(order.start).position() == Match.from_position(text).position()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("begun", ["set-up", "position"])
def test_the_order_of_a_record_has_only_what_the_game_needs(game: str, begun: str) -> None:
    played = (
        Match(game, 2, 7) if begun == "set-up" else Match.from_position(late_position(game, decisions=12))
    )
    for _ in range(5):
        seat = played.actors()[0]
        played.play(seat, played.options(seat)[0])
    head, _, rest = played.record().partition("\n")
    order = import_order("\n".join([head, COMMENTS + rest + COMMENTS]), "Eva")
    assert order.record == played.record()
    assert Match.from_record(order.record).moves() == played.moves()
