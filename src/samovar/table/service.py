"""The one service behind pages, API, bots and timers: open, lock, handle, commit, apply, publish."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from samovar.kernel.errors import BadInput
from samovar.match import fair_shuffle
from samovar.match.redaction import SPECTATOR
from samovar.room.commands import BotAct, Command, Decide, MarkReturned
from samovar.room.creation import CreateRoom, Pledge, create, new_pledge
from samovar.room.errors import Conflict, NotFound
from samovar.room.export import ShuffleInfo, shuffle_info
from samovar.room.handle import handle
from samovar.room.import_room import import_order
from samovar.room.log import next_rows
from samovar.room.outcome import Env, NewRoom, Outcome, Summary
from samovar.room.permissions import Permission, check
from samovar.room.restore import StoredRoom, restore
from samovar.room.room import Room
from samovar.room.viewer import SERVER, Identity, Viewer, resolve
from samovar.table.bot_driver import BotDriver
from samovar.table.bot_queue import BotQueue
from samovar.table.room_cache import OpenRoom, RoomCache
from samovar.table.store import Store, StoredSummary, StoreFailed
from samovar.table.streams import Hub
from samovar.table.tasks import BackgroundTasks
from samovar.table.worker_pool import WorkerPool

IMPORT_SECONDS: Final = 20.0
PROOF_SECONDS: Final = 30.0
MAX_ROOMS: Final = 10_000  # of one browser


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a command has led to."""

    seq: int
    actors: list[int]
    over: bool
    room: str = ""  # the room that the caller is led to by a rematch or a fork


class RoomService:
    """Everything that runs in one server process."""

    def __init__(self, store: Store, workers: WorkerPool, pause: float = 0.35) -> None:
        self.store: Final = store
        self.workers: Final = workers
        self.box_text: Final = lru_cache(20)(store.reader.box_text)
        self.rooms: Final = RoomCache(store, self.box_text)
        self.hub: Final = Hub(self.welcome)
        self.tasks: Final = BackgroundTasks()
        self.bots: Final = BotQueue(workers)
        self.driver: Final = BotDriver(self, self.bots, pause)
        self.actions = 0
        self.conflicts = 0

    def env(self) -> Env:
        """Time, randomness and stored texts for the functional core."""
        return Env(time.time_ns() // 1_000_000, secrets.token_bytes, self.box_text, self.store.server_key)

    # ---- rooms ----

    async def open(self, room_id: str, who: Identity | None = None) -> OpenRoom:
        """An open room, in which bots that were paused go on. NotFound if there is none."""
        open_room = await self._open(room_id, who)
        self.driver.wake(open_room)
        return open_room

    async def _open(self, room_id: str, who: Identity | None) -> OpenRoom:
        open_room = await self.rooms.open(room_id)
        if who is not None and not who.server:
            open_room.address = open_room.address or who.address
            open_room.watched_at = time.monotonic()
        return open_room

    async def view(
        self, room_id: str, who: Identity, as_seat: int | None = None
    ) -> tuple[OpenRoom, Room, Viewer]:
        """A room as this identity may watch it."""
        open_room = await self.open(room_id, who)
        viewer = resolve(open_room.room, who, as_seat)
        check(open_room.room, viewer, Permission.VIEW)
        return open_room, open_room.room, viewer

    def pledge(self) -> Pledge:
        """The commitment to the seed of a room to come."""
        return new_pledge(self.env())

    async def create(self, order: CreateRoom, who: Identity) -> OpenRoom:
        """Create a room. BadInput names every fault of the order."""
        new = create(order, who, self.env())
        await self.store.create(new)
        return self._add(new, who)

    async def import_text(self, text: str, name: str, who: Identity) -> OpenRoom:
        """A private room from a record or a position. The text is parsed in a worker, with a deadline."""
        order = await self.workers.run(import_order, text, name, seconds=IMPORT_SECONDS)
        return await self.create(order, who)

    def _add(self, new: NewRoom, who: Identity) -> OpenRoom:
        """Open a room that was just created."""
        stored = StoredRoom(
            id=new.id,
            game=new.game,
            names=new.summary.names,
            result=new.summary.result,
            head=new.head,
            rows=new.rows,
            secret=new.secret,
            snapshot=new.snapshot,
            tokens=dict(new.tokens),
            holders=dict(new.holders),
            hosts=new.hosts,
        )
        open_room = self.rooms.add(OpenRoom(restore(stored, lambda _: new.box_text), new.head.length))
        open_room.links.update(new.links)
        open_room.address = who.address
        self.driver.wake(open_room)
        return open_room

    async def my_rooms(self, who: Identity, limit: int = MAX_ROOMS) -> list[StoredSummary]:
        """The rooms of a browser, the newest first, from their rows: no room is opened."""
        if not who.session:
            return []
        return await self.store.run_query(self.store.reader.my_rooms, who.session, limit)

    # ---- commands ----

    async def execute(
        self, room_id: str, who: Identity, command: Command, as_seat: int | None = None
    ) -> Receipt:
        """Carry out a command: it is on the disk before this returns."""
        open_room = await self._open(room_id, who)
        async with open_room.lock:
            while True:
                await self.rooms.catch_up(open_room)
                if open_room.room.pending_upgrade is not None and not await self._commit_upgrade(open_room):
                    continue
                viewer = resolve(open_room.room, who, as_seat)
                outcome = self._handle(open_room, viewer, command)
                if outcome.repeated or await self._commit(open_room, outcome):
                    break
        if isinstance(command, Decide | BotAct) and not outcome.repeated:
            self.actions += len(outcome.rows)
        if viewer.seat != SPECTATOR:
            open_room.last_seen[viewer.seat] = time.monotonic()
        if outcome.create is not None:
            self._add(outcome.create, who)
        self.hub.publish(open_room)
        self.driver.wake(open_room)
        room = open_room.room
        return Receipt(room.head.length, room.actors, room.over, outcome.room)

    def _handle(self, open_room: OpenRoom, viewer: Viewer, command: Command) -> Outcome:
        try:
            return handle(open_room.room, viewer, command, self.env())
        except Conflict:
            self.conflicts += 1
            raise

    async def _commit(self, open_room: OpenRoom, outcome: Outcome) -> bool:
        """Commit and fold; False if another process was quicker.

        If the commit fails or is cancelled it may have happened all the same: the room is read again before
        the next command. Until then readers see the last state that is known to be stored.
        """
        if not outcome.rows and not outcome.changes and outcome.create is None:
            return True
        try:
            committed = await self.store.commit(open_room.room.id, open_room.room.head, outcome)
        except NotFound:
            open_room.stale = True
            await self.rooms.catch_up(open_room)
            raise
        except BaseException:
            open_room.stale = True
            raise
        if committed is None:
            open_room.stale = True
            self.conflicts += 1
            return False
        open_room.apply(outcome, committed)
        if open_room.room.deleted:
            self.rooms.drop(open_room)
        if open_room.snapshot_is_due:
            self.tasks.start(self.rooms.save(open_room))
        return True

    async def _commit_upgrade(self, open_room: OpenRoom) -> bool:
        """Write down that the room goes on with newer rules, before anything else is written."""
        room = open_room.room
        events = [room.pending_upgrade] if room.pending_upgrade is not None else []
        rows = next_rows(room.head, events, self.env().now)
        summary = Summary(room.names, room.actors, room.over, room.result)
        return await self._commit(open_room, Outcome(rows, summary=summary))

    # ---- other processes ----

    async def changed_elsewhere(self, room_id: str) -> None:
        """Another process has written to a room: read it again if it is open here."""
        open_room = self.rooms.mark_stale(room_id)
        if open_room is None:
            return
        try:
            async with open_room.lock:
                await self.rooms.catch_up(open_room)
        except (NotFound, StoreFailed):
            pass
        self.hub.publish(open_room)
        self.driver.wake(open_room)

    async def check_revisions(self) -> None:
        """Read all open rooms again: notices of other processes may have been lost."""
        for room_id in list(self.rooms.open_rooms):
            await self.changed_elsewhere(room_id)

    # ---- proofs ----

    async def prove(
        self, room: Room, viewer: Viewer
    ) -> tuple[ShuffleInfo, fair_shuffle.Proof | None, list[str]]:
        """What proves the shuffle, checked again in a worker once the game is over."""
        info = shuffle_info(room, viewer)
        if not info.record:
            return info, None, []
        box = None if room.box is room.game.standard_box() else self._box_text(room)
        try:
            proof = await self.workers.run(fair_shuffle.check_proof, info.record, box, seconds=PROOF_SECONDS)
        except BadInput as error:
            return info, None, error.faults
        return info, proof, []

    def _box_text(self, room: Room) -> str:
        return room.created.components or self.box_text(room.created.box)

    # ---- people ----

    def refresh_pages(self) -> None:
        """Render the pages of all open rooms again: something changed that is not in the rooms."""
        for open_room in self.rooms.open_rooms.values():
            open_room.room.version += 1
            self.hub.publish(open_room)

    def welcome(self, open_room: OpenRoom) -> None:
        """A player who is present again decides for the seat instead of the bot."""
        for seat in open_room.room.present:
            if open_room.room.seats[seat].away:
                self.tasks.start(self._mark_returned(open_room.room.id, seat))

    async def _mark_returned(self, room_id: str, seat: int) -> None:
        await self.execute(room_id, SERVER, MarkReturned(seat=seat))

    async def close(self) -> None:
        """End all work and store snapshots of the open rooms.

        A database that fails does not keep the server from ending: rooms can be read from their logs.
        """
        await self.tasks.close()
        await self.bots.close()
        await asyncio.to_thread(self.workers.close)
        with contextlib.suppress(StoreFailed):  # the store has logged it
            for open_room in list(self.rooms.open_rooms.values()):
                await self.rooms.save(open_room)
