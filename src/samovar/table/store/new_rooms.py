"""Inserting rooms, their boxes and the rows of their logs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, insert

from samovar.room.log import LogRow
from samovar.room.outcome import NewRoom
from samovar.table.store.changes import replace_snapshot
from samovar.table.store.engine import insert_if_absent
from samovar.table.store.schema import box, room, room_event, room_host, seat_holder, seat_token, secret


def insert_boxes(connection: Connection, rooms: Sequence[NewRoom]) -> None:
    """Store the boxes of these rooms unless they are stored. The order by digest prevents deadlocks."""
    boxes = {new.box: {"digest": new.box, "game": new.game, "text": new.box_text} for new in rooms}
    if boxes:
        connection.execute(insert_if_absent(connection, box), [boxes[digest] for digest in sorted(boxes)])


def insert_rooms(connection: Connection, rooms: Sequence[NewRoom]) -> None:
    """Insert rooms whose boxes are stored. IntegrityError if a room has or had the same id."""
    if not rooms:
        return
    rows: list[tuple[Any, list[dict[str, Any]]]] = [
        (secret, [{"room": new.id, "seed": new.secret} for new in rooms]),
        (room, [_room_values(new) for new in rooms]),
        (room_event, [row_values(new.id, row) for new in rooms for row in new.rows]),
        (seat_token, [_token(new.id, hash, seat) for new in rooms for hash, seat in new.tokens.items()]),
        (
            seat_holder,
            [
                {"session": session, "room": new.id, "seat": seat}
                for new in rooms
                for session, seats in new.holders.items()
                for seat in seats
            ],
        ),
        (room_host, [{"session": host, "room": new.id} for new in rooms for host in new.hosts]),
    ]
    for table, values in rows:
        if values:
            connection.execute(insert(table), values)
    for new in rooms:
        if new.snapshot is not None:
            replace_snapshot(connection, new.id, new.snapshot)


def _token(id: str, hash: str, seat: int) -> dict[str, Any]:
    return {"room": id, "hash": hash, "seat": seat}


def _room_values(new: NewRoom) -> dict[str, Any]:
    return {
        "id": new.id,
        "game": new.game,
        "created_at": new.rows[0].at,
        "length": new.head.length,
        "head": new.head.hash,
        "revision": 0,
        "names": new.summary.names,
        "actors": new.summary.actors,
        "ended": new.summary.ended,
        "result": new.summary.result,
        "period": new.summary.period,
        "changed_at": new.rows[-1].at,
        "fork_of": new.fork_of,
    }


def row_values(id: str, row: LogRow) -> dict[str, Any]:
    """The column values of one row of a room's log."""
    return {
        "room": id,
        "seq": row.seq,
        "at": row.at,
        "body": row.body,
        "hash": row.hash,
        "action_id": row.action_id,
        "request": row.request,
    }
