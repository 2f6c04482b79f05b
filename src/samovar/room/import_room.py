"""A private room from a record or a position that a player brings along."""

from __future__ import annotations

from samovar.match.match import Match
from samovar.room.creation import CreateRoom, SeatRequest
from samovar.room.validation import check_import


def import_order(text: str, name: str) -> CreateRoom:
    """The order of a room in which all seats belong to its creator. BadInput names every fault of the text.

    It plays a whole game: call it in a worker with a deadline. The order has the text as the game
    writes it, not as it was sent: the event loop reads it again, and a megabyte of comments takes a second.
    """
    check_import(text)
    is_record = text.lstrip().startswith("samovar ")
    match = Match.from_record(text) if is_record else Match.from_position(text)
    names = match.names or [name] * match.seats
    return CreateRoom(
        game=match.game.name,
        seats=[SeatRequest(kind="me", name=one) for one in names],
        record=match.record() if is_record else "",
        start="" if is_record else match.start,
        private=True,
    )
