"""Committing outcomes: the new rows of the log, the room row, and the changes beside the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, String, bindparam, cast, func, insert, select, update

from samovar.room.changes import Delete
from samovar.room.log import LogHead
from samovar.room.outcome import Outcome
from samovar.room.restore import StoredSnapshot
from samovar.table.store.changes import apply_change, replace_snapshot
from samovar.table.store.new_rooms import insert_rooms, row_values
from samovar.table.store.schema import room, room_event

CHANNEL: Final = "samovar"  # the channel of PostgreSQL's NOTIFY


class Unmatched(Exception):
    """A room of the batch was deleted, or the length of its log is not the expected one."""


@dataclass(frozen=True, slots=True)
class Append:
    """An outcome to commit in a room whose log ends with ``head``."""

    room: str
    head: LogHead
    outcome: Outcome
    snapshot: StoredSnapshot | None = None


@dataclass(frozen=True, slots=True)
class Committed:
    """The ids that the database gave to parts of a committed outcome."""

    chat: list[int]  # the ids of new chat lines, in the order of the changes


# One statement for all outcomes, so that a batch is one call (executemany). NULL keeps a column's value.
APPEND: Final = (
    update(room)
    .where(room.c.id == bindparam("room_id"))
    .where(room.c.length == func.coalesce(bindparam("old_length", type_=room.c.length.type), room.c.length))
    .values(
        {
            "revision": room.c.revision + 1,
            **{
                name: func.coalesce(bindparam(f"new_{name}", type_=room.c[name].type), room.c[name])
                for name in ("length", "head", "changed_at", "names", "actors", "ended", "result", "period")
            },
        }
    )
)
INSERT_ROWS: Final = insert(room_event)
PAYLOAD: Final = bindparam("process", type_=String) + " " + room.c.id + " " + cast(room.c.revision, String)
NOTIFY: Final = select(func.pg_notify(CHANNEL, PAYLOAD)).where(
    room.c.id.in_(bindparam("rooms", expanding=True))
)


def append_all(connection: Connection, appends: Sequence[Append], process: str) -> list[Committed]:
    """Append outcomes to existing rooms. Unmatched unless every room exists with the expected log length.

    The boxes of new rooms must be stored already. Rooms are locked in the order of their ids, so that two
    servers on PostgreSQL cannot deadlock.
    """
    if not appends:
        return []
    order = sorted(range(len(appends)), key=lambda n: appends[n].room)
    done = connection.execute(APPEND, [_append_values(appends[n]) for n in order])
    if done.rowcount != len(appends):
        raise Unmatched
    if connection.dialect.name != "sqlite":  # an SQLite file has only one server
        connection.execute(NOTIFY, {"process": process, "rooms": sorted({append.room for append in appends})})
    rows = [row_values(append.room, row) for append in appends for row in append.outcome.rows]
    if rows:
        connection.execute(INSERT_ROWS, rows)
    for append in appends:
        if append.snapshot is not None:
            replace_snapshot(connection, append.room, append.snapshot)
    insert_rooms(connection, [new for append in appends if (new := append.outcome.create) is not None])
    later = Counter(append.room for append in appends)
    committed = []
    for append in appends:
        later[append.room] -= 1
        if later[append.room] and Delete() in append.outcome.changes:
            raise Unmatched  # the next append of this batch must find that the room is gone
        numbers = [apply_change(connection, append.room, change) for change in append.outcome.changes]
        committed.append(Committed([number for number in numbers if number is not None]))
    return committed


def _append_values(append: Append) -> dict[str, Any]:
    rows, summary = append.outcome.rows, append.outcome.summary
    return {
        "room_id": append.room,
        "old_length": append.head.length if rows else None,
        "new_length": rows[-1].seq if rows else None,
        "new_head": rows[-1].hash if rows else None,
        "new_changed_at": rows[-1].at if rows else None,
        "new_names": summary.names if summary else None,
        "new_actors": summary.actors if summary else None,
        "new_ended": summary.ended if summary else None,
        "new_result": summary.result if summary else None,
        "new_period": summary.period if summary else None,
    }
