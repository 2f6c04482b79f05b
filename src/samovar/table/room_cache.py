"""The open rooms of this process: loading, catching up with other processes, eviction."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from samovar.room.changes import AddChat
from samovar.room.errors import NotFound
from samovar.room.outcome import Outcome
from samovar.room.restore import SNAPSHOT_EVERY, restore, take_snapshot
from samovar.room.room import Room, Status
from samovar.table.api.json_updates import LogUpdateCache
from samovar.table.page_cache import PageCache
from samovar.table.store import Committed, Store
from samovar.table.streams import Subscription

log: Final = logging.getLogger("samovar.table")


@dataclass(frozen=True, slots=True)
class PresentElsewhere:
    """The seats that another process has announced as present."""

    seats: frozenset[int]
    at_page: frozenset[int]  # seats with an open stream of the page
    until: float  # time.monotonic() at which the announcement expires


class OpenRoom:
    """One open room with its lock, subscriptions and caches in this process."""

    def __init__(self, room: Room, snapshot_at: int = 0) -> None:
        self.room = room
        self.lock: Final = asyncio.Lock()  # serialises the writers of the room; readers need none
        self.stale = False  # True if the store may have newer rows
        self.subscriptions: Final[list[Subscription]] = []
        self.links: Final[dict[int, str]] = {}  # plain tokens of links by seat, until they are used
        self.last_seen: Final = dict.fromkeys(range(len(room.seats)), time.monotonic())  # seconds
        self.present_here: set[int] = set()  # seats with an open stream in this process
        self.at_page_here: set[int] = set()  # seats with an open stream of the page in this process
        self.elsewhere: Final[dict[str, PresentElsewhere]] = {}  # by the id of the other process
        self.used_at = time.monotonic()  # last use by a client, bot or timer, for eviction
        self.watched_at = time.monotonic()  # last use by a client
        self.address = ""  # IP address of the client that opened it first
        self.snapshot_at = snapshot_at  # log length at the stored snapshot
        self.saving = False  # True while a snapshot is being stored
        self.driving = False  # True while the bot driver plays in this room
        self.page_cache: Final = PageCache()
        self.log_updates: Final = LogUpdateCache()

    def apply(self, outcome: Outcome, committed: Committed) -> None:
        """Apply a committed outcome to the room."""
        for row in outcome.rows:
            self.room.apply(row)
        if outcome.changes:
            self._apply_changes(outcome, committed)

    def _apply_changes(self, outcome: Outcome, committed: Committed) -> None:
        """Apply changes beside the log. Links whose token was used or replaced are dropped."""
        numbers = iter(committed.chat)
        for change in outcome.changes:
            self.room.apply_change(change, next(numbers) if isinstance(change, AddChat) else 0)
        self.links.update(outcome.links)
        for seat in [seat for seat in self.links if seat not in self.room.access.tokens.values()]:
            del self.links[seat]

    def replace_room(self, room: Room) -> None:
        """Replace the room by a newer state from the store. The state of this process is kept."""
        before = self.room
        room.present, room.at_page, room.confirmed = before.present, before.at_page, before.confirmed
        room.version = before.version + 1
        if room.head.length > before.head.length and room.acted >= 0:
            self.last_seen[room.acted] = time.monotonic()  # the player acted through another process
        self.room = room

    def update_presence(self) -> bool:
        """Set the seats that are present in this process or in another one. True if they changed."""
        room, others = self.room, self.elsewhere.values()
        present = self.present_here.union(*(one.seats for one in others))
        at_page = self.at_page_here.union(*(one.at_page for one in others))
        if (present, at_page) == (room.present, room.at_page):
            return False
        for seat in present ^ room.present:
            self.last_seen[seat] = time.monotonic()
        room.present, room.at_page = present, at_page
        room.version += 1
        return True

    @property
    def snapshot_is_due(self) -> bool:
        """True if the stored snapshot is SNAPSHOT_EVERY entries old, or the game ended after it."""
        new = self.room.head.length - self.snapshot_at
        return not self.saving and (new >= SNAPSHOT_EVERY or (new > 0 and self.room.over))

    @property
    def idle(self) -> bool:
        return not (self.subscriptions or self.driving or self.lock.locked())


class RoomCache:
    """The open rooms by id."""

    def __init__(self, store: Store, box_text: Callable[[str], str], max_open_rooms: int) -> None:
        self.max_open_rooms = max_open_rooms
        self.store: Final = store
        self.box_text: Final = box_text
        self.open_rooms: Final[dict[str, OpenRoom]] = {}
        self._opening: Final[dict[str, asyncio.Lock]] = {}
        self._changed: Final[set[str]] = set()  # rooms that another process changed while they were opened
        self.on_load: Callable[[str], None] = lambda room_id: None  # called when a room was loaded
        self.frozen = 0  # number of frozen rooms that were loaded
        self.unreadable = 0  # number of unreadable rooms that were loaded

    async def open(self, room_id: str) -> OpenRoom:
        """The open room, loaded if needed. NotFound if there is none."""
        open_room = self.open_rooms.get(room_id)
        if open_room is None:
            try:
                async with self._opening.setdefault(room_id, asyncio.Lock()):
                    open_room = self.open_rooms.get(room_id)
                    if open_room is None:
                        await self.make_space()
                        open_room = self.add(await self._read(room_id))
                        self.on_load(room_id)
            finally:
                self._opening.pop(room_id, None)
                self._changed.discard(room_id)
        open_room.used_at = time.monotonic()
        return open_room

    async def _read(self, room_id: str) -> OpenRoom:
        """Load a room, again if another process wrote to it meanwhile."""
        while True:
            self._changed.discard(room_id)
            open_room = OpenRoom(*await self._load(room_id))
            if room_id not in self._changed:
                return open_room

    def mark_stale(self, room_id: str) -> OpenRoom | None:
        """Mark a room as stale, because another process has written to it. Returns it if it is open."""
        open_room = self.open_rooms.get(room_id)
        if open_room is not None:
            open_room.stale = True
        elif room_id in self._opening:
            self._changed.add(room_id)
        return open_room

    def add(self, open_room: OpenRoom) -> OpenRoom:
        """Add a room to the cache. Returns the cached one if it was opened meanwhile."""
        return self.open_rooms.setdefault(open_room.room.id, open_room)

    def keep(self, open_room: OpenRoom) -> bool:
        """Put a room back that was evicted before its stream began. False if it was opened again meanwhile.

        The stream of an evicted room would never be updated.
        """
        return open_room.room.deleted or self.add(open_room) is open_room

    def drop(self, open_room: OpenRoom) -> None:
        """Remove a deleted room from the cache."""
        self.open_rooms.pop(open_room.room.id, None)

    async def catch_up(self, open_room: OpenRoom) -> None:
        """Load a stale room again. NotFound if the room was deleted."""
        if open_room.room.deleted:
            raise NotFound(f"there is no room {open_room.room.id}")
        if not open_room.stale:
            return
        open_room.stale = False  # a notification during the load makes it stale again
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
        """The stored room, and the log length at its snapshot."""
        stored = await self.store.run_query(self.store.reader.load, room_id)
        if stored is None:
            raise NotFound(f"there is no room {room_id}")
        room = restore(stored, self.box_text)
        if room.status is not Status.LIVE:
            self.frozen += room.status is Status.FROZEN
            self.unreadable += room.status is Status.UNREADABLE
        if room.fault:
            log.warning("room %s is %s: %s", room_id, room.status.value, " ".join(room.fault.split()))
        return room, stored.snapshot.seq if stored.snapshot else 0

    async def make_space(self) -> None:
        """Evict the least recently used idle rooms, if the cache is full. Their snapshots are stored."""
        if len(self.open_rooms) < self.max_open_rooms:
            return
        for room_id, open_room in sorted(self.open_rooms.items(), key=lambda item: item[1].used_at):
            if open_room.idle and self.open_rooms.get(room_id) is open_room:  # others evict at the same time
                del self.open_rooms[room_id]
                open_room.stale = True  # for ``keep``
                await self.save(open_room)
            if len(self.open_rooms) < self.max_open_rooms:
                return

    async def save(self, open_room: OpenRoom) -> None:
        """Store a snapshot of the room, if its log has grown since the last one."""
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
