"""SSE streams of a room: subscriptions, the order in which they are woken, presence of players."""

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
MAX_PAGE_DELAY: Final = 0.02  # seconds that the page of a viewer waits for commits of other rooms
COMMIT_POLL: Final = 0.001  # seconds between two checks for a pending commit


class Renderer(Protocol):
    """Makes the messages of one stream and remembers what it has sent."""

    slow: bool  # True if a message takes milliseconds to render

    def update(self, room: Room, viewer: Viewer) -> bytes | None:
        """The message that brings the client up to date. None if it is up to date."""

    def end(self, room: Room) -> bytes | None:
        """The last message to a client that lost the right to watch, or one of its seats."""


class Subscription:
    """One open stream. ``changed`` is set when the room may have changed."""

    def __init__(self, slow: bool) -> None:
        self.changed: Final = asyncio.Event()
        self.slow: Final = slow  # True if its messages take milliseconds to render
        self.heartbeat = False  # True if the stream must send something even if nothing changed
        self.seats: frozenset[int] = frozenset()  # the seats that this stream makes present


class Hub:
    """All streams of this process."""

    def __init__(
        self,
        on_presence: Callable[[OpenRoom], None],
        commit_pending: Callable[[], bool],
        keep: Callable[[OpenRoom], bool],
    ) -> None:
        self.closing = False
        self.keep: Final = keep  # called when a stream begins; False: the client must connect again
        self.on_presence: Final = on_presence  # called when the set of present players changes
        self.commit_pending: Final = commit_pending
        # Pages to wake, the oldest first, with the time since which each waits.
        self._waiting: Final[dict[Subscription, float]] = {}

    def publish(self, open_room: OpenRoom) -> None:
        """Wake all streams of a room. The stream of the acting player is first, because that player waits.

        Pages of other viewers are woken one by one, see ``_wake_next``.
        """
        first = open_room.room.acted
        begin = not self._waiting
        for subscription in sorted(open_room.subscriptions, key=lambda one: first not in one.seats):
            if subscription.slow and first not in subscription.seats:
                self._waiting.setdefault(subscription, time.monotonic())
            else:
                subscription.changed.set()
        if begin and self._waiting:
            asyncio.get_running_loop().call_soon(self._wake_next)

    def _wake_next(self) -> None:
        """Wake the next page, one per iteration of the event loop and none while a commit is pending.

        A page takes milliseconds to render. Meanwhile the loop neither sends nor receives, and the thread
        that commits waits for the GIL at each statement. So viewers wait for up to MAX_PAGE_DELAY, and the
        commits of acting players are not delayed.
        """
        loop = asyncio.get_running_loop()
        subscription, since = next(iter(self._waiting.items()))
        if self.commit_pending() and time.monotonic() - since < MAX_PAGE_DELAY:
            loop.call_later(COMMIT_POLL, self._wake_next)
            return
        del self._waiting[subscription]
        subscription.changed.set()
        if self._waiting:
            loop.call_soon(self._wake_next)

    async def run(
        self, open_room: OpenRoom, identity: Identity, as_seat: int | None, renderer: Renderer
    ) -> AsyncGenerator[bytes, None]:
        """The messages of one stream, until the room is deleted, a seat is lost or the server shuts down.

        There is no queue: a slow client skips to the newest version.
        """
        if not self.keep(open_room):
            return
        subscription = Subscription(renderer.slow)
        open_room.subscriptions.append(subscription)
        try:
            yield RETRY_HINT
            while not self.closing:
                subscription.changed.clear()
                room = open_room.room
                viewer = _viewer(room, identity, as_seat)
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
        """Store the seats that this stream makes present. Publish the room if its present seats change."""
        if seats == subscription.seats:
            return
        for seat in seats | subscription.seats:
            open_room.last_seen[seat] = time.monotonic()
        subscription.seats = seats
        open_room.present_here = {seat for one in open_room.subscriptions for seat in one.seats}
        open_room.at_page_here = {seat for one in open_room.subscriptions if one.slow for seat in one.seats}
        if open_room.update_presence():
            self.on_presence(open_room)
            self.publish(open_room)

    def close_streams(self, open_rooms: list[OpenRoom]) -> None:
        """End all streams. The clients reconnect, to the next server process."""
        self.closing = True
        for open_room in open_rooms:
            for subscription in open_room.subscriptions:
                subscription.changed.set()

    async def heartbeat(self, open_rooms: dict[str, OpenRoom], every: float = HEARTBEAT_SECONDS) -> None:
        """Wake all streams at an interval, so that no proxy closes an idle connection."""
        while True:
            await asyncio.sleep(every)
            for open_room in list(open_rooms.values()):
                for subscription in open_room.subscriptions:
                    subscription.heartbeat = True
                    subscription.changed.set()


def _viewer(room: Room, identity: Identity, as_seat: int | None) -> Viewer | None:
    """The viewer, resolved again for each message. None if it may no longer watch."""
    if room.deleted:
        return None
    try:
        return resolve(room, identity, as_seat)
    except Forbidden:
        return None
