"""Queries. Each sees one state of the database. They block, so the event loop calls them by ``run_query``."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, Row, Select, select, union
from sqlalchemy.exc import SQLAlchemyError

from samovar.room.changes import ChatLine
from samovar.room.log import LogHead, LogRow
from samovar.room.restore import StoredRoom, StoredSnapshot
from samovar.room.room import MAX_CHAT_LINES
from samovar.table.store.engine import for_reading, reason
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
from samovar.table.store.sqlite_file import StoreFailed

log: Final = logging.getLogger("samovar.table")
THREADS: Final = 4
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
    """What a list shows of a room that a browser has rights in."""

    id: str
    game: str
    created_at: int
    names: list[str]
    actors: list[int]
    ended: bool
    result: list[int]
    seats: list[int]  # that the browser holds
    host: bool


class Reader:
    """All queries. Every method may be called from any thread. StoreFailed if the database fails."""

    def __init__(self, engine: Engine) -> None:
        self._engine: Final = for_reading(engine)
        self._threads: Final = ThreadPoolExecutor(THREADS, "store reader")

    def close(self) -> None:
        self._threads.shutdown()

    async def run_query(self, query: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query in a thread of the reader's own: asyncio's default threads may be busy for long."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: query(*args, **kwargs))

    @contextmanager
    def _connect(self) -> Iterator[Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, ValueError) as error:  # ValueError: damaged JSON
            log.warning("a query failed: %s", reason(error))
            raise StoreFailed(f"the database failed: {reason(error)}") from None

    # ---- one room ----

    def load(self, room_id: str) -> StoredRoom | None:
        """All that is stored of a room, with its last lines of chat; None if there is none."""
        with self._connect() as connection:
            found = connection.execute(select(room).where(room.c.id == room_id)).first()
            return None if found is None else _load(connection, found)

    def rows_after(self, room_id: str, seq: int) -> list[LogRow]:
        """The rows of a log after the one with this number."""
        with self._connect() as connection:
            return _log(connection, room_id, seq)

    def revision(self, room_ids: Iterable[str]) -> dict[str, int]:
        """The revisions of rooms. Those that do not exist are missing."""
        with self._connect() as connection:
            query = select(room.c.id, room.c.revision).where(room.c.id.in_(list(room_ids)))
            return {row.id: row.revision for row in connection.execute(query)}

    def chat_of(self, room_id: str, seats: Iterable[int]) -> list[ChatLine]:
        """All lines of chat that these seats have written."""
        query = CHAT.where(chat.c.room == room_id, chat.c.seat.in_(list(seats))).order_by(chat.c.id)
        with self._connect() as connection:
            return [ChatLine(*line) for line in connection.execute(query)]

    def is_used(self, room_id: str) -> bool:
        """Whether a room with this id exists or existed."""
        return self._scalar(select(secret.c.room).where(secret.c.room == room_id)) is not None

    def box_text(self, digest: str) -> str:
        """The component file with this SHA-256; empty if it is not stored."""
        return str(self._scalar(select(box.c.text).where(box.c.digest == digest)) or "")

    def _scalar(self, query: Select[Any]) -> Any:
        with self._connect() as connection:
            return connection.scalar(query)

    # ---- lists of rooms ----

    def my_rooms(self, session: str, limit: int) -> list[StoredSummary]:
        """The rooms where a browser holds a seat or is host, the newest first. No log is read."""
        held, hosted = seat_holder.c, room_host.c
        own = union(
            select(held.room).where(held.session == session),
            select(hosted.room).where(hosted.session == session),
        )
        query = select(room).where(room.c.id.in_(own)).order_by(room.c.created_at.desc(), room.c.id)
        with self._connect() as connection:
            rooms = connection.execute(query.limit(limit)).all()
            seats: dict[str, list[int]] = {found.id: [] for found in rooms}
            mine = select(held.room, held.seat).where(held.session == session, held.room.in_(seats))
            for id, seat in connection.execute(mine.order_by(held.seat)):
                seats[id].append(seat)
            as_host = select(hosted.room).where(hosted.session == session, hosted.room.in_(seats))
            hosts = set(connection.scalars(as_host))
            return [_summary(found, seats[found.id], found.id in hosts) for found in rooms]

    def room_ids(self, running: bool = False) -> list[str]:
        """The ids of all rooms, or of those whose game has not ended, the oldest first."""
        query = select(room.c.id).order_by(room.c.created_at, room.c.id)
        if running:
            query = query.where(room.c.ended.is_(False))
        return self._ids(query)

    def rooms_without_snapshot(self) -> list[str]:
        """The ids of rooms that have started, because all seats are taken, but have no snapshot."""
        query = select(room.c.id, room.c.names).where(room.c.id.not_in(select(snapshot.c.room)))
        with self._connect() as connection:
            found = connection.execute(query.order_by(room.c.created_at, room.c.id))
            return [id for id, names in found if names and all(names)]

    def orphans(self) -> list[str]:
        """The ids of rooms that do not exist, but rows of their logs do. There should be none."""
        query = select(room_event.c.room).distinct().where(room_event.c.room.not_in(select(room.c.id)))
        return self._ids(query.order_by(room_event.c.room))

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
    )
