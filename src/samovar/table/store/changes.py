"""Changes beside the log of a room: chat, tokens, holders, snapshot, summary, deletion."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, update

from samovar.room.changes import (
    AddChat,
    Change,
    Delete,
    DropSeat,
    DropSession,
    HoldSeat,
    RemoveChat,
    SetToken,
)
from samovar.room.outcome import Summary
from samovar.room.restore import StoredSnapshot
from samovar.table.store.engine import dialect_insert, insert_if_absent
from samovar.table.store.schema import (
    chat,
    room,
    room_event,
    room_host,
    seat_holder,
    seat_token,
    secret,
    snapshot,
)


def apply_change(connection: Connection, id: str, change: Change) -> int | None:
    """Carry out a change of an existing room. Returns the id of a new chat line, otherwise None."""
    match change:
        case AddChat():
            line = {
                "room": id,
                "at": change.at,
                "seat": change.seat,
                "name": change.name,
                "text": change.text,
            }
            key = connection.execute(insert(chat), line).inserted_primary_key
            return int(key[0]) if key else None
        case RemoveChat():
            connection.execute(delete(chat).where(chat.c.room == id, chat.c.id == change.number))
        case SetToken():
            _drop_seat(connection, id, change.seat)
            connection.execute(insert(seat_token), {"room": id, "hash": change.hash, "seat": change.seat})
        case DropSeat():
            _drop_seat(connection, id, change.seat)
        case HoldSeat():
            used = delete(seat_token).where(seat_token.c.room == id, seat_token.c.hash == change.token)
            connection.execute(used)
            held = {"session": change.session, "room": id, "seat": change.seat}
            connection.execute(insert_if_absent(connection, seat_holder), held)
        case DropSession():
            for rights in (seat_holder, room_host):
                own = delete(rights).where(rights.c.room == id, rights.c.session == change.session)
                connection.execute(own)
            connection.execute(delete(chat).where(chat.c.room == id, chat.c.seat.in_(change.seats)))
        case Delete():
            _delete_room(connection, id)
        case _:
            raise TypeError(f"no statement for {type(change).__name__}")
    return None


def _drop_seat(connection: Connection, id: str, seat: int) -> None:
    for rights in (seat_token, seat_holder):
        connection.execute(delete(rights).where(rights.c.room == id, rights.c.seat == seat))


def _delete_room(connection: Connection, id: str) -> None:
    """Delete the room row first, because all other writers lock it. The id stays in ``secret``."""
    connection.execute(delete(room).where(room.c.id == id))
    for part in (room_event, snapshot, seat_token, seat_holder, room_host, chat):
        connection.execute(delete(part).where(part.c.room == id))
    connection.execute(update(secret).where(secret.c.room == id).values(seed=""))


def replace_snapshot(connection: Connection, id: str, new: StoredSnapshot) -> None:
    """Store the snapshot of a room unless a later one is stored."""
    fresh = dialect_insert(connection, snapshot)
    later = {name: fresh.excluded[name] for name in ("seq", "hash", "body")}
    upsert = fresh.on_conflict_do_update(
        index_elements=["room"], set_=later, where=snapshot.c.seq <= fresh.excluded.seq
    )
    connection.execute(upsert, {"room": id, "seq": new.seq, "hash": new.hash, "body": new.body})


def lock_room(connection: Connection, id: str) -> bool:
    """True if the room exists. It is locked against deletion until the end of the transaction."""
    query = select(room.c.id).where(room.c.id == id).with_for_update(read=True, key_share=True)
    return connection.scalar(query) is not None


def update_summary(connection: Connection, id: str, summary: Summary, length: int) -> None:
    """Replace the summary of a room unless its log has grown meanwhile."""
    values = {
        "names": summary.names,
        "actors": summary.actors,
        "ended": summary.ended,
        "result": summary.result,
        "period": summary.period,
    }
    connection.execute(update(room).where(room.c.id == id, room.c.length == length).values(values))
