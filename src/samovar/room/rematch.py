"""Rematches: another room for the same players."""

from __future__ import annotations

from dataclasses import replace

from samovar.room.creation import CreateRoom, SeatRequest, create
from samovar.room.events import Rematched
from samovar.room.log import next_rows
from samovar.room.outcome import Env, Outcome
from samovar.room.restore import component_text
from samovar.room.room import Room
from samovar.room.viewer import Identity


def rematch(room: Room, env: Env) -> Outcome:
    """Create the room of the rematch, or return the existing one if another player was first.

    Sessions and tokens keep their seats: their hashes are copied. No link is issued, because it would show a
    player's hand.
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
    request = CreateRoom(
        game=created.game,
        seats=seats,
        options=dict(room.start.options) or room.game.options_of(room.started_match().state),
        components=component_text(created, room.game, env.box_text),
        limit=room.limit,
        origin=room.id,
        private=created.private,
    )
    access = room.access
    new = create(request, Identity(), env, dict(access.holders), dict(access.tokens))
    new = replace(new, hosts=access.hosts)
    rows = next_rows(room.head, [Rematched(table=new.id)], env.now)
    return Outcome(rows, create=new, room=new.id)
