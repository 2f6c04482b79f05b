"""Rooms without HTTP: a service on a database, rooms for people with tokens, and their commands."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from samovar.match.match import Match
from samovar.room.access import digest
from samovar.room.commands import Act, Command
from samovar.room.creation import CreateRoom, SeatRequest
from samovar.room.events import RoomEvent, read_event
from samovar.room.room import Room
from samovar.room.viewer import Identity, Viewer
from samovar.table.room_cache import OpenRoom
from samovar.table.service import Receipt, RoomService
from samovar.table.store import Store
from samovar.table.streams import Renderer
from samovar.table.worker_pool import BotReply, WorkerPool

NOBODY_KNOWN = Identity()  # a program without a token: it gets those of the seats that it orders


class SilentWorkers(WorkerPool):
    """Workers whose bots never answer, so that nothing else changes a room."""

    async def choose(self, *_: object, **__: object) -> BotReply:
        await asyncio.Event().wait()
        raise AssertionError


@asynccontextmanager
async def running_service(
    database: str, workers: WorkerPool | None = None, lock: bool = True, pause: float = 0.0
) -> AsyncIterator[RoomService]:
    """A service. ``lock=False``: it shares its file with another one."""
    store = Store(database, lock=lock)
    service = RoomService(store, workers or WorkerPool(), pause)
    try:
        yield service
    finally:
        await service.close()
        store.close()


async def new_room(service: RoomService, game: str, *seats: str, **order: Any) -> OpenRoom:
    """A room. A seat is the name of a person, or ``bot.`` and a level."""
    requests = [
        SeatRequest(kind="bot", level=seat.removeprefix("bot."))
        if seat.startswith("bot.")
        else SeatRequest(kind="me", name=seat)
        for seat in seats
    ]
    return await service.create(CreateRoom(game=game, seats=requests, **order), NOBODY_KNOWN)


def player(session: OpenRoom, seat: int) -> Identity:
    """The identity of a person by the token of the seat."""
    return Identity(token=digest(session.links[seat]))


async def execute(service: RoomService, session: OpenRoom, seat: int, command: Command) -> Receipt:
    """Carry out a command of a seat."""
    return await service.execute(session.room.id, player(session, seat), command)


async def act(service: RoomService, session: OpenRoom, seat: int, token: str, seq: int = -1) -> Receipt:
    """Play an action in the question of entry ``seq``, by default the newest one."""
    asked = session.room.head.length if seq < 0 else seq
    return await execute(service, session, seat, Act(token=token, seq=asked))


async def play_at_random(service: RoomService, session: OpenRoom, actions: int, seed: int = 1) -> None:
    """Play some actions of the seats that must decide."""
    rng = random.Random(seed)
    for _ in range(actions):
        match = playing(session)
        seat = match.actors()[0]
        await act(service, session, seat, rng.choice(match.options(seat)))


def playing(session: OpenRoom) -> Match:
    return session.room.started_match()


def stored_events(store: Store, room_id: str) -> list[RoomEvent]:
    """The events of a room as the database has them."""
    return [read_event(row.body) for row in store.reader.rows_after(room_id, 0)]


class SilentRenderer(Renderer):
    """Renders nothing: for streams whose presence is all that matters."""

    def update(self, room: Room, viewer: Viewer) -> bytes | None:
        return None

    def end(self, room: Room) -> bytes | None:
        return None


@asynccontextmanager
async def open_stream(
    service: RoomService, session: OpenRoom, who: Identity
) -> AsyncIterator[asyncio.Task[int]]:
    """A stream that is read until the end of the block; the task counts its messages."""

    async def read() -> int:
        return len([one async for one in service.hub.run(session, who, None, SilentRenderer())])

    task = asyncio.ensure_future(read())
    try:
        await asyncio.sleep(0)
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
