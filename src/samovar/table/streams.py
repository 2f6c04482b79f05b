"""Streams of a room: who is subscribed, in which order they are woken, who is present."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from typing import TYPE_CHECKING, Final, Protocol

from samovar.room.errors import Forbidden
from samovar.room.room import Room
from samovar.room.viewer import Identity, Viewer, resolve
from samovar.table.sse import HEARTBEAT, RETRY_HINT

if TYPE_CHECKING:
    from samovar.table.room_cache import OpenRoom

HEARTBEAT_SECONDS: Final = 15.0


class Renderer(Protocol):
    """Makes the messages of one stream. It remembers what it has sent."""

    def update(self, room: Room, viewer: Viewer) -> bytes | None:
        """The message that brings the client up to date; None if it is."""

    def end(self, room: Room) -> bytes | None:
        """The last message to a client that may no longer watch as it did."""


class Subscription:
    """One open stream. ``changed`` is set when there may be something new."""

    def __init__(self) -> None:
        self.changed: Final = asyncio.Event()
        self.heartbeat = False  # whether a quiet stream must send something
        self.seats: frozenset[int] = frozenset()  # present by this stream


class Hub:
    """All streams of this process."""

    def __init__(self, on_presence: Callable[[OpenRoom], None]) -> None:
        self.closing = False
        self.on_presence: Final = on_presence  # called when other players are present than before

    def publish(self, open_room: OpenRoom) -> None:
        """Wake all streams of a room. The player who acted comes first: the others do not wait for it."""
        first = open_room.room.acted
        for subscription in sorted(open_room.subscriptions, key=lambda one: first not in one.seats):
            subscription.changed.set()

    async def run(
        self, open_room: OpenRoom, who: Identity, as_seat: int | None, renderer: Renderer
    ) -> AsyncGenerator[bytes, None]:
        """The messages of one stream, until the room is deleted, the seat is lost or the server ends.

        There is no queue: a slow reader gets the newest version, not all in between.
        """
        subscription = Subscription()
        open_room.subscriptions.append(subscription)
        try:
            yield RETRY_HINT
            while not self.closing:
                subscription.changed.clear()
                room = open_room.room
                viewer = _viewer(room, who, as_seat)
                if viewer is None or not viewer.seats >= subscription.seats:
                    last = renderer.end(room)
                    if last is not None:
                        yield last
                    return
                self._set_present(open_room, subscription, viewer.seats)
                message = renderer.update(room, viewer)
                if message is None and subscription.heartbeat:
                    message = HEARTBEAT
                subscription.heartbeat = False
                if message is not None:
                    yield message
                await subscription.changed.wait()
        finally:
            open_room.subscriptions.remove(subscription)
            self._set_present(open_room, subscription, frozenset())

    def _set_present(self, open_room: OpenRoom, subscription: Subscription, seats: frozenset[int]) -> None:
        """Note which seats are present by this stream; all see it if that changes."""
        if seats == subscription.seats:
            return
        for seat in seats | subscription.seats:
            open_room.last_seen[seat] = time.monotonic()
        subscription.seats = seats
        present = {seat for one in open_room.subscriptions for seat in one.seats}
        if present != open_room.room.present:
            open_room.room.present = present
            open_room.room.version += 1
            self.on_presence(open_room)
            self.publish(open_room)

    def close_streams(self, sessions: list[OpenRoom]) -> None:
        """End all streams; the clients connect again, to the next server."""
        self.closing = True
        for open_room in sessions:
            self.publish(open_room)

    async def heartbeat(self, sessions: dict[str, OpenRoom], every: float = HEARTBEAT_SECONDS) -> None:
        """Wake all streams now and then, so that no proxy closes a quiet connection."""
        while True:
            await asyncio.sleep(every)
            for open_room in list(sessions.values()):
                for subscription in open_room.subscriptions:
                    subscription.heartbeat = True
                    subscription.changed.set()


def _viewer(room: Room, who: Identity, as_seat: int | None) -> Viewer | None:
    """The viewer, resolved anew each time; None if it may not watch any more."""
    if room.deleted:
        return None
    try:
        return resolve(room, who, as_seat)
    except Forbidden:
        return None
