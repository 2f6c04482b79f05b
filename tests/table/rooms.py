"""Rooms without HTTP: a service on a database, rooms of people with tokens, and their commands."""

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
from samovar.table.bot_worker import BotReply
from samovar.table.room_cache import OpenRoom
from samovar.table.service import CommandResult, RoomService
from samovar.table.store import Store
from samovar.table.streams import Renderer
from samovar.table.worker_pool import WorkerPool

ANONYMOUS = Identity()  # an API client without a token; it gets the tokens of rooms that it creates


class SilentWorkers(WorkerPool):
    """Workers whose bots never decide, so that no bot changes a room."""

    async def choose(self, *_: object, **__: object) -> BotReply:
        await asyncio.Event().wait()
        raise AssertionError


@asynccontextmanager
async def running_service(
    database: str, workers: WorkerPool | None = None, lock: bool = True, pause: float = 0.0
) -> AsyncIterator[RoomService]:
    """A service. With ``lock=False`` it can share its file with another one."""
    store = Store(database, lock=lock)
    service = RoomService(store, workers or WorkerPool(), pause)
    try:
        yield service
    finally:
        await service.close()
        store.close()


async def new_room(service: RoomService, game: str, *seats: str, **fields: Any) -> OpenRoom:
    """A new room. A seat is the name of a person, or ``bot.`` and a level."""
    requests = [
        SeatRequest(kind="bot", level=seat.removeprefix("bot."))
        if seat.startswith("bot.")
        else SeatRequest(kind="me", name=seat)
        for seat in seats
    ]
    return await service.create(CreateRoom(game=game, seats=requests, **fields), ANONYMOUS)


def player(open_room: OpenRoom, seat: int) -> Identity:
    """The identity of a person with the token of the seat."""
    return Identity(token=digest(open_room.links[seat]))


async def execute(service: RoomService, open_room: OpenRoom, seat: int, command: Command) -> CommandResult:
    """Execute a command of a seat."""
    return await service.execute(open_room.room.id, player(open_room, seat), command)


async def act(
    service: RoomService, open_room: OpenRoom, seat: int, token: str, seq: int = -1
) -> CommandResult:
    """Play an action at ``seq``, by default the newest one."""
    asked = open_room.room.head.length if seq < 0 else seq
    return await execute(service, open_room, seat, Act(token=token, seq=asked))


async def play_at_random(service: RoomService, open_room: OpenRoom, actions: int, seed: int = 1) -> None:
    """Play some actions of the seats that must decide."""
    rng = random.Random(seed)
    for _ in range(actions):
        match = playing(open_room)
        seat = match.actors()[0]
        await act(service, open_room, seat, rng.choice(match.options(seat)))


def playing(open_room: OpenRoom) -> Match:
    return open_room.room.started_match()


def stored_events(store: Store, room_id: str) -> list[RoomEvent]:
    """The events of a room from the database."""
    return [read_event(row.body) for row in store.reader.rows_after(room_id, 0)]


class SilentRenderer(Renderer):
    """Renders nothing, for tests of presence."""

    slow = True

    def update(self, room: Room, viewer: Viewer) -> bytes | None:
        return None

    def end(self, room: Room) -> bytes | None:
        return None


@asynccontextmanager
async def open_stream(
    service: RoomService, open_room: OpenRoom, identity: Identity
) -> AsyncIterator[asyncio.Task[int]]:
    """A stream that a task reads until the end of the block."""

    async def read() -> int:
        return len([one async for one in service.hub.run(open_room, identity, None, SilentRenderer())])

    task = asyncio.ensure_future(read())
    try:
        await asyncio.sleep(0)
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
