"""Queries. Each sees one state of the database. They block, so coroutines call them through ``run_query``."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, Row, Select, select, union

from samovar.room.changes import ChatLine
from samovar.room.log import LogHead, LogRow
from samovar.room.restore import StoredRoom, StoredSnapshot
from samovar.room.room import MAX_CHAT_LINES
from samovar.table.store.engine import READ_ERRORS, for_reading, reason
from samovar.table.store.schema import (
    box,
    chat,
    room,
    room_event,
    room_host,
    seat_holder,
    seat_token,
    secret,
    snapshot,
)
from samovar.table.store.sqlite_file import DamageReport, StoreFailed

log: Final = logging.getLogger("samovar.table")
THREADS: Final = 4
# The tables whose rows belong to a room. Rows of ``secret`` stay when a room is deleted.
ROOM_TABLES: Final = (room_event, snapshot, chat, seat_token, seat_holder, room_host)
P = ParamSpec("P")
T = TypeVar("T")

CHAT: Final = select(chat.c.id, chat.c.at, chat.c.seat, chat.c.name, chat.c.text)
LOG: Final = select(
    room_event.c.seq,
    room_event.c.at,
    room_event.c.body,
    room_event.c.hash,
    room_event.c.action_id,
    room_event.c.request,
).order_by(room_event.c.seq)


@dataclass(frozen=True, slots=True)
class StoredSummary:
    """The entry of a room in the list of a browser that holds a seat in it or is its host."""

    id: str
    game: str
    created_at: int
    names: list[str]
    actors: list[int]
    ended: bool
    result: list[int]
    seats: list[int]  # the seats that the browser holds
    host: bool
    period: list[int] = field(default_factory=list)  # see ``room/summary.py``; empty if it is not known
    changed_at: int = 0  # milliseconds since 1970
    fork_of: str = ""  # the room from which it was forked


class StoreReader:
    """All queries. Their methods may be called from any thread. StoreFailed if the database fails."""

    def __init__(self, engine: Engine, damage: DamageReport | None = None) -> None:
        self.damage: Final = damage or DamageReport()
        self._engine: Final = for_reading(engine)
        self._threads: Final = ThreadPoolExecutor(THREADS, "store reader")

    def close(self) -> None:
        self._threads.shutdown()

    async def run_query(self, query: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query in the reader's own threads, because asyncio's default threads may be busy for long."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: query(*args, **kwargs))

    @contextmanager
    def _connect(self) -> Iterator[Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except READ_ERRORS as error:
            self.damage.note(error)
            log.warning("a query failed: %s", reason(error))
            raise StoreFailed(f"the database failed: {reason(error)}") from None

    # ---- one room ----

    def load(self, room_id: str) -> StoredRoom | None:
        """The stored room with its last chat lines. None if there is none."""
        with self._connect() as connection:
            found = connection.execute(select(room).where(room.c.id == room_id)).first()
            return None if found is None else _load(connection, found)

    def rows_after(self, room_id: str, seq: int) -> list[LogRow]:
        """The rows of a log after ``seq``."""
        with self._connect() as connection:
            return _log(connection, room_id, seq)

    def revisions(self, room_ids: Iterable[str]) -> dict[str, int]:
        """The revisions of rooms. Rooms that do not exist are missing in the result."""
        with self._connect() as connection:
            query = select(room.c.id, room.c.revision).where(room.c.id.in_(list(room_ids)))
            return {row.id: row.revision for row in connection.execute(query)}

    def chat_of(self, room_id: str, seats: Iterable[int]) -> list[ChatLine]:
        """All chat lines that these seats have written."""
        query = CHAT.where(chat.c.room == room_id, chat.c.seat.in_(list(seats))).order_by(chat.c.id)
        with self._connect() as connection:
            return [ChatLine(*line) for line in connection.execute(query)]

    def is_used(self, room_id: str) -> bool:
        """True if a room with this id exists or was deleted."""
        return self._scalar(select(secret.c.room).where(secret.c.room == room_id)) is not None

    def box_text(self, digest: str) -> str:
        """The component file with this SHA-256. Empty if it is not stored."""
        return str(self._scalar(select(box.c.text).where(box.c.digest == digest)) or "")

    def _scalar(self, query: Select[Any]) -> Any:
        with self._connect() as connection:
            return connection.scalar(query)

    # ---- lists of rooms ----

    def my_rooms(self, session: str, limit: int) -> list[StoredSummary]:
        """The rooms in which a browser holds a seat or is host, last changed first. No log is read."""
        held, hosted = seat_holder.c, room_host.c
        own = union(
            select(held.room).where(held.session == session),
            select(hosted.room).where(hosted.session == session),
        )
        query = select(room).where(room.c.id.in_(own)).order_by(room.c.changed_at.desc(), room.c.id)
        with self._connect() as connection:
            rooms = connection.execute(query.limit(limit)).all()
            seats: dict[str, list[int]] = {found.id: [] for found in rooms}
            mine = select(held.room, held.seat).where(held.session == session, held.room.in_(seats))
            for id, seat in connection.execute(mine.order_by(held.seat)):
                seats[id].append(seat)
            as_host = select(hosted.room).where(hosted.session == session, hosted.room.in_(seats))
            hosts = set(connection.scalars(as_host))
            return [_summary(found, seats[found.id], found.id in hosts) for found in rooms]

    def has_rights(self, session: str, room_id: str = "") -> bool:
        """True if a browser holds a seat in this room or is its host. Without an id: in any room."""
        held, hosted = seat_holder.c, room_host.c
        seats = select(held.room).where(held.session == session)
        hosts = select(hosted.room).where(hosted.session == session)
        if room_id:
            seats, hosts = seats.where(held.room == room_id), hosts.where(hosted.room == room_id)
        with self._connect() as connection:
            return connection.execute(union(seats, hosts).limit(1)).first() is not None

    def room_ids(self, running: bool = False) -> list[str]:
        """The ids of all rooms, oldest first. With ``running`` only those whose game has not ended."""
        query = select(room.c.id).order_by(room.c.created_at, room.c.id)
        if running:
            query = query.where(room.c.ended.is_(False))
        return self._ids(query)

    def rooms_without_snapshot(self) -> list[str]:
        """The ids of started rooms without a snapshot. A room has started if all its seats are taken."""
        query = select(room.c.id, room.c.names).where(room.c.id.not_in(select(snapshot.c.room)))
        with self._connect() as connection:
            found = connection.execute(query.order_by(room.c.created_at, room.c.id))
            return [id for id, names in found if names and all(names)]

    def orphans(self) -> dict[str, list[str]]:
        """The tables with rows of a room that has no room row, by room id. There should be none."""
        found: dict[str, list[str]] = {}
        with self._connect() as connection:
            for table in ROOM_TABLES:
                own = table.c.room
                query = select(own).distinct().where(own.not_in(select(room.c.id))).order_by(own)
                for id in connection.scalars(query):
                    found.setdefault(id, []).append(table.name)
        return found

    def quick_check(self) -> None:
        """Read every page of an SQLite file. StoreFailed if one is damaged. PostgreSQL checks its own."""
        if self._engine.dialect.name != "sqlite":
            return
        with self._connect() as connection:
            found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        if found != "ok":
            self.damage.fault = self.damage.fault or str(found)
            raise StoreFailed(f"the database file is damaged: {found}")

    def _ids(self, query: Select[Any]) -> list[str]:
        with self._connect() as connection:
            return list(connection.scalars(query))


def _load(connection: Connection, found: Row[Any]) -> StoredRoom:
    id: str = found.id
    kept = connection.execute(
        select(snapshot.c.seq, snapshot.c.hash, snapshot.c.body).where(snapshot.c.room == id)
    ).first()
    last = CHAT.where(chat.c.room == id).order_by(chat.c.id.desc()).limit(MAX_CHAT_LINES)
    tokens = select(seat_token.c.hash, seat_token.c.seat).where(seat_token.c.room == id)
    held = select(seat_holder.c.session, seat_holder.c.seat).where(seat_holder.c.room == id)
    holders: dict[str, frozenset[int]] = {}
    for session, seat in connection.execute(held):
        holders[session] = holders.get(session, frozenset()) | {seat}
    return StoredRoom(
        id=id,
        game=found.game,
        names=found.names,
        result=found.result,
        head=LogHead(found.length, found.head),
        rows=_log(connection, id, 0),
        secret=connection.scalar(select(secret.c.seed).where(secret.c.room == id)) or "",
        snapshot=StoredSnapshot(*kept) if kept else None,
        chat=[ChatLine(*line) for line in connection.execute(last)][::-1],
        tokens={row.hash: row.seat for row in connection.execute(tokens)},
        holders=holders,
        hosts=frozenset(connection.scalars(select(room_host.c.session).where(room_host.c.room == id))),
    )


def _log(connection: Connection, room_id: str, seq: int) -> list[LogRow]:
    query = LOG.where(room_event.c.room == room_id, room_event.c.seq > seq)
    return [LogRow(*row) for row in connection.execute(query)]


def _summary(found: Row[Any], seats: list[int], host: bool) -> StoredSummary:
    return StoredSummary(
        id=found.id,
        game=found.game,
        created_at=found.created_at,
        names=found.names,
        actors=found.actors,
        ended=found.ended,
        result=found.result,
        seats=seats,
        host=host,
        period=found.period,
        changed_at=found.changed_at,
        fork_of=found.fork_of,
    )
