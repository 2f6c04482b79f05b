"""Another game for the same players."""

from __future__ import annotations

from dataclasses import replace

from samovar.room.creation import CreateRoom, SeatRequest, create
from samovar.room.events import Rematched
from samovar.room.log import next_rows
from samovar.room.outcome import Env, Outcome
from samovar.room.room import Room
from samovar.room.viewer import Identity


def rematch(room: Room, env: Env) -> Outcome:
    """The room of the next game; the one that exists already if another player was first.

    Browsers and tokens keep their seats by their hashes. No link is issued: it would show a player's hand.
    """
    if room.next_room:
        return Outcome(repeated=True, room=room.next_room)
    created = room.created
    seats = [
        SeatRequest(kind="bot", name=seat.name, level=seat.level)
        if seat.level
        else SeatRequest(kind="me", name=seat.name)
        for seat in room.seats
    ]
    order = CreateRoom(
        game=created.game,
        seats=seats,
        options=room.beginning[1] or room.game.options_of(room.started_match().state),
        components=created.components or env.box_text(created.box),
        limit=room.limit,
        origin=room.id,
        private=created.private,
    )
    access = room.access
    new = create(order, Identity(), env, dict(access.holders), dict(access.tokens))
    new = replace(new, hosts=access.hosts)
    rows = next_rows(room.head, [Rematched(table=new.id)], env.now)
    return Outcome(rows, create=new, room=new.id)
