"""The open rooms of this process: loading, catching up with other processes, eviction."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

from samovar.room.changes import AddChat
from samovar.room.errors import NotFound
from samovar.room.outcome import Outcome
from samovar.room.restore import SNAPSHOT_EVERY, restore, take_snapshot
from samovar.room.room import Room, Status
from samovar.table.api.json_updates import LogUpdateCache
from samovar.table.render_cache import RenderCache
from samovar.table.store import Committed, Store
from samovar.table.streams import Subscription

log: Final = logging.getLogger("samovar.table")
MAX_OPEN_ROOMS: Final = 300


class OpenRoom:
    """One open room with all that belongs to it in this process."""

    def __init__(self, room: Room, snapshot_at: int = 0) -> None:
        self.room = room
        self.lock: Final = asyncio.Lock()  # serialises the writers of the room; readers need none
        self.stale = False  # the store may hold more than this room
        self.subscriptions: Final[list[Subscription]] = []
        self.links: Final[dict[int, str]] = {}  # plain tokens of links by seat, until they are used
        self.last_seen: Final = dict.fromkeys(range(len(room.seats)), time.monotonic())  # seconds
        self.used_at = time.monotonic()  # by anyone, for eviction
        self.watched_at = time.monotonic()  # by a client, not by bots or timers
        self.address = ""  # of the client that opened it first
        self.snapshot_at = snapshot_at  # length of the log in the stored snapshot
        self.saving = False  # a snapshot is being stored
        self.driving = False  # whether the bot driver plays here
        self.render_cache: Final = RenderCache()
        self.log_updates: Final = LogUpdateCache()

    def apply(self, outcome: Outcome, committed: Committed) -> None:
        """Fold what was committed."""
        for row in outcome.rows:
            self.room.apply(row)
        if outcome.changes:
            self._apply_changes(outcome, committed)

    def _apply_changes(self, outcome: Outcome, committed: Committed) -> None:
        """Fold changes beside the log. A link is forgotten when its token is used or replaced."""
        numbers = iter(committed.chat)
        for change in outcome.changes:
            self.room.apply_change(change, next(numbers) if isinstance(change, AddChat) else 0)
        self.links.update(outcome.links)
        for seat in [seat for seat in self.links if seat not in self.room.access.tokens.values()]:
            del self.links[seat]

    def replace_room(self, room: Room) -> None:
        """Go on with the room as another process has left it."""
        room.present, room.version, room.acted = self.room.present, self.room.version + 1, self.room.acted
        self.room = room

    @property
    def snapshot_is_due(self) -> bool:
        """Whether the stored snapshot is old, or the game is over since."""
        new = self.room.head.length - self.snapshot_at
        return not self.saving and (new >= SNAPSHOT_EVERY or (new > 0 and self.room.over))

    @property
    def idle(self) -> bool:
        return not (self.subscriptions or self.driving or self.lock.locked())


class RoomCache:
    """The open rooms by id."""

    def __init__(self, store: Store, box_text: Callable[[str], str]) -> None:
        self.store: Final = store
        self.box_text: Final = box_text
        self.open_rooms: Final[dict[str, OpenRoom]] = {}
        self._opening: Final[dict[str, asyncio.Lock]] = {}
        self._changed: Final[set[str]] = set()  # rooms that another process changed while they were opened
        self.frozen = 0  # rooms that were opened and are not live
        self.unreadable = 0

    async def open(self, room_id: str) -> OpenRoom:
        """An open room. NotFound if there is none."""
        open_room = self.open_rooms.get(room_id)
        if open_room is None:
            try:
                async with self._opening.setdefault(room_id, asyncio.Lock()):
                    open_room = self.open_rooms.get(room_id)
                    if open_room is None:
                        await self._make_space()
                        open_room = self.add(await self._read(room_id))
            finally:
                self._opening.pop(room_id, None)
                self._changed.discard(room_id)
        open_room.used_at = time.monotonic()
        return open_room

    async def _read(self, room_id: str) -> OpenRoom:
        """A stored room, read again if another process writes to it meanwhile."""
        while True:
            self._changed.discard(room_id)
            open_room = OpenRoom(*await self._load(room_id))
            if room_id not in self._changed:
                return open_room

    def mark_stale(self, room_id: str) -> OpenRoom | None:
        """Note that another process has written to a room. Returns it if it is open."""
        open_room = self.open_rooms.get(room_id)
        if open_room is not None:
            open_room.stale = True
        elif room_id in self._opening:
            self._changed.add(room_id)
        return open_room

    def add(self, open_room: OpenRoom) -> OpenRoom:
        """Keep a room open. Returns the one that others use if it has been opened meanwhile."""
        return self.open_rooms.setdefault(open_room.room.id, open_room)

    def drop(self, open_room: OpenRoom) -> None:
        """Forget a deleted room."""
        self.open_rooms.pop(open_room.room.id, None)

    async def catch_up(self, open_room: OpenRoom) -> None:
        """Read a stale room again. NotFound if it was deleted while the caller waited for the lock."""
        if open_room.room.deleted:
            raise NotFound(f"there is no room {open_room.room.id}")
        if not open_room.stale:
            return
        open_room.stale = False  # a notice that arrives while the room is read makes it stale again
        try:
            open_room.replace_room((await self._load(open_room.room.id))[0])
        except NotFound:
            open_room.room.deleted = True
            open_room.room.version += 1
            self.drop(open_room)
            raise
        except BaseException:
            open_room.stale = True
            raise

    async def _load(self, room_id: str) -> tuple[Room, int]:
        """The stored room, and the length of the log in its snapshot."""
        stored = await self.store.run_query(self.store.reader.load, room_id)
        if stored is None:
            raise NotFound(f"there is no room {room_id}")
        room = restore(stored, self.box_text)
        if room.status is not Status.LIVE:
            self.frozen += room.status is Status.FROZEN
            self.unreadable += room.status is Status.UNREADABLE
            log.warning("room %s is %s: %s", room_id, room.status.value, " ".join(room.fault.split()))
        return room, stored.snapshot.seq if stored.snapshot else 0

    async def _make_space(self) -> None:
        """Close the rooms that were used longest ago; what they are is in the store."""
        if len(self.open_rooms) < MAX_OPEN_ROOMS:
            return
        for room_id, open_room in sorted(self.open_rooms.items(), key=lambda item: item[1].used_at):
            if open_room.idle:
                del self.open_rooms[room_id]
                await self.save(open_room)
            if len(self.open_rooms) < MAX_OPEN_ROOMS:
                return

    async def save(self, open_room: OpenRoom) -> None:
        """Store a snapshot of what has happened since the last one."""
        room = open_room.room
        snapshot = take_snapshot(room) if room.head.length > open_room.snapshot_at else None
        if snapshot is None or open_room.saving:
            return
        open_room.saving = True
        try:
            await self.store.save_snapshot(room.id, snapshot)
            open_room.snapshot_at = snapshot.seq
        finally:
            open_room.saving = False
