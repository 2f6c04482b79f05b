"""Stores rooms of the in-memory shell in the database of a running server."""

from __future__ import annotations

from samovar.room.outcome import NewRoom, Summary
from tests.room.shell import Shell
from tests.table.server import Server


def insert_room(server: Server, shell: Shell, id: str) -> None:
    """Store a room as if this server had created it in one step."""
    stored, room = shell.load(id), shell.rooms[id]
    new = NewRoom(
        id=id,
        game=stored.game,
        rows=stored.rows,
        summary=Summary(stored.names, room.actors, room.over, stored.result),
        secret=stored.secret,
        box=room.created.box,
        box_text=shell.box_text(room.created.box),
        tokens=stored.tokens,
        holders=stored.holders,
        hosts=stored.hosts,
    )
    server.run(server.app.service.store.create(new))
