"""The service that pages, API, bots and timers call: open, lock, handle, commit, apply, publish."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from samovar.kernel.errors import BadInput
from samovar.match import fair_shuffle
from samovar.match.redaction import SPECTATOR
from samovar.room.commands import BotAct, Command, ConfirmTurn, Decide, MarkReturned
from samovar.room.creation import CreateRoom, Pledge, create, new_pledge
from samovar.room.errors import Conflict, NotFound
from samovar.room.export import ShuffleInfo, shuffle_info
from samovar.room.handle import handle
from samovar.room.import_room import import_room
from samovar.room.log import next_rows
from samovar.room.outcome import Env, NewRoom, Outcome
from samovar.room.permissions import Permission, check
from samovar.room.restore import StoredRoom, component_text, restore
from samovar.room.room import Room
from samovar.room.summary import summary_of
from samovar.room.viewer import SERVER, Identity, Viewer, resolve
from samovar.table.bot_driver import BotDriver
from samovar.table.bot_queue import BotQueue
from samovar.table.client_locks import ClientLocks
from samovar.table.presence import PresenceExchange
from samovar.table.room_cache import OpenRoom, RoomCache
from samovar.table.settings import DEFAULT_LIMITS, Limits
from samovar.table.store import Store, StoredSummary, StoreFailed
from samovar.table.streams import Hub
from samovar.table.tasks import BackgroundTasks
from samovar.table.worker import TooSlow, WorkerFailed
from samovar.table.worker_pool import WorkerPool

RETRY_DELAY: Final = 1.0  # seconds until a room is read again after the database did not answer
MAX_PROOFS: Final = 1000  # remembered proofs
MAX_ROOMS: Final = 10_000  # rooms listed for one browser


@dataclass(frozen=True, slots=True)
class CommandResult:
    """The state of the room after a command."""

    seq: int
    actors: list[int]
    over: bool
    room: str = ""  # the id of the new room after a rematch or a fork


def create_room(request: CreateRoom, identity: Identity, env: Env) -> NewRoom:
    """The room to commit. Runs in a worker."""
    return create(request, identity, env)


def no_box(digest: str) -> str:
    """Find no component file. Replaces ``box_text`` in a worker, which has no database."""
    return ""


class RoomService:
    """The rooms, streams, bots and background tasks of one server process."""

    def __init__(
        self, store: Store, workers: WorkerPool, pause: float = 0.35, limits: Limits = DEFAULT_LIMITS
    ) -> None:
        self.store: Final = store
        self.limits: Final = limits
        self.workers: Final = workers
        self.box_text: Final = lru_cache(20)(store.reader.box_text)
        self.rooms: Final = RoomCache(store, self.box_text, limits.max_open_rooms)
        self.hub: Final = Hub(self.return_seats, lambda: store.writer.pending > 0, self.rooms.keep)
        self.tasks: Final = BackgroundTasks()
        self.bots: Final = BotQueue(workers, limits.bot_round, limits.min_bot_time)
        self.driver: Final = BotDriver(self, self.bots, pause)
        self.presence: Final = PresenceExchange(self)
        self.rooms.on_load = self.presence.ask
        self.is_listening: Callable[[], bool] = lambda: True  # False: notifications of others are missed
        self._imports: Final = ClientLocks()
        self._proofs: Final[dict[str, asyncio.Task[fair_shuffle.Proof]]] = {}  # by room, oldest first
        self.actions = 0
        self.conflicts = 0

    def env(self) -> Env:
        """The external inputs of a command: time, randomness, stored boxes, the server key."""
        now, key = time.time_ns() // 1_000_000, self.store.server_key
        limits = self.limits
        return Env(now, secrets.token_bytes, self.box_text, key, limits.text_limits, limits.max_log)

    # ---- rooms ----

    async def open(self, room_id: str, identity: Identity | None = None) -> OpenRoom:
        """Open a room and resume its paused bots. NotFound if there is none."""
        open_room = await self._open(room_id, identity)
        if open_room.stale and not open_room.lock.locked():
            await self._catch_up(open_room)
        self.driver.wake(open_room)
        return open_room

    async def _open(self, room_id: str, identity: Identity | None) -> OpenRoom:
        open_room = await self.rooms.open(room_id)
        if not self.is_listening():
            open_room.stale = True
        if identity is not None and not identity.server:
            open_room.address = open_room.address or identity.address
            open_room.watched_at = time.monotonic()
        return open_room

    async def view(
        self, room_id: str, identity: Identity, as_seat: int | None = None
    ) -> tuple[OpenRoom, Room, Viewer]:
        """Open a room and resolve its viewer. Forbidden if this identity may not watch it."""
        open_room = await self.open(room_id, identity)
        viewer = resolve(open_room.room, identity, as_seat)
        check(open_room.room, viewer, Permission.VIEW)
        if viewer.seat != SPECTATOR:
            open_room.last_seen[viewer.seat] = time.monotonic()
        return open_room, open_room.room, viewer

    def pledge(self) -> Pledge:
        """The commitment to the seed of a room that is not created yet."""
        return new_pledge(self.env())

    async def create(self, request: CreateRoom, identity: Identity) -> OpenRoom:
        """Create a room. BadInput names every fault of the request.

        A worker reads a component file of the request, with a deadline, because it takes long.
        """
        if request.components:
            async with self._imports.hold(identity.address):
                env, seconds = self._worker_env(), self.limits.import_timeout
                new = await self.workers.run(create_room, request, identity, env, seconds=seconds)
        else:
            new = create(request, identity, self.env())
        return await self._store(new, identity)

    async def import_text(self, text: str, name: str, identity: Identity) -> OpenRoom:
        """Create a private room from a record or a position. A worker parses the text, with a deadline.

        It parses one text of a client at a time, so that the texts of others need not wait for all of them.
        """
        async with self._imports.hold(identity.address):
            env, seconds = self._worker_env(), self.limits.import_timeout
            new = await self.workers.run(import_room, text, name, identity, env, seconds=seconds)
        return await self._store(new, identity)

    def _worker_env(self) -> Env:
        """The environment of a job that creates a room. It can be pickled: a new room reads no stored box."""
        return replace(self.env(), box_text=no_box)

    async def _store(self, new: NewRoom, identity: Identity) -> OpenRoom:
        await self.store.create(new)
        return self._add(new, identity)

    def _add(self, new: NewRoom, identity: Identity) -> OpenRoom:
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
        open_room.address = identity.address
        self.tasks.start(self.rooms.make_space())
        self.driver.wake(open_room)
        return open_room

    async def my_rooms(self, identity: Identity, limit: int = MAX_ROOMS) -> list[StoredSummary]:
        """The rooms of a browser, newest first. They are read from the room rows, so no room is opened."""
        if not identity.session:
            return []
        return await self.store.run_query(self.store.reader.my_rooms, identity.session, limit)

    async def is_session_used(self, session: str) -> bool:
        """True if a browser with this session holds a seat in any room or is host of one."""
        if not session:
            return False
        return await self.store.run_query(self.store.reader.has_rights, session)

    # ---- commands ----

    async def execute(
        self, room_id: str, identity: Identity, command: Command, as_seat: int | None = None
    ) -> CommandResult:
        """Carry out a command. Its events are committed to disk before this method returns."""
        open_room = await self._open(room_id, identity)
        async with open_room.lock:
            while True:
                await self.rooms.catch_up(open_room)
                if open_room.room.pending_upgrade is not None and not await self._commit_upgrade(open_room):
                    continue
                viewer = resolve(open_room.room, identity, as_seat)
                outcome = self._handle(open_room, viewer, command)
                if outcome.repeated or await self._commit(open_room, outcome):
                    break
        if isinstance(command, Decide | BotAct) and not outcome.repeated:
            self.actions += len(outcome.rows)
        if isinstance(command, ConfirmTurn):
            open_room.room.confirmed = min(command.seq, open_room.room.head.length)
            open_room.room.version += 1
        if viewer.seat != SPECTATOR:
            open_room.last_seen[viewer.seat] = time.monotonic()
        if outcome.create is not None:
            self._add(outcome.create, identity)
        self.hub.publish(open_room)
        self.driver.wake(open_room)
        room = open_room.room
        return CommandResult(room.head.length, room.actors, room.over, outcome.room)

    def _handle(self, open_room: OpenRoom, viewer: Viewer, command: Command) -> Outcome:
        try:
            return handle(open_room.room, viewer, command, self.env())
        except Conflict:
            self.conflicts += 1
            raise

    async def _commit(self, open_room: OpenRoom, outcome: Outcome) -> bool:
        """Commit an outcome, then apply it to the room. False if another process appended first.

        A commit that fails or is cancelled may still have reached the disk. The room is then stale: the next
        command reads it again. Until then readers see the last state that is known to be committed.
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
        """Commit the pending ``RulesUpgraded`` event before any other. False if another process was first."""
        room = open_room.room
        events = [room.pending_upgrade] if room.pending_upgrade is not None else []
        rows = next_rows(room.head, events, self.env().now)
        return await self._commit(open_room, Outcome(rows, summary=summary_of(room)))

    # ---- other processes ----

    async def changed_elsewhere(self, room_id: str) -> None:
        """Read a room again, if it is open here, because another process has written to it."""
        open_room = self.rooms.mark_stale(room_id)
        if open_room is None:
            return
        while not await self._catch_up(open_room):
            await asyncio.sleep(RETRY_DELAY)
        self.hub.publish(open_room)
        self.driver.wake(open_room)

    async def _catch_up(self, open_room: OpenRoom) -> bool:
        """Read a stale room again. False if the database fails. The room then shows its last state."""
        try:
            async with open_room.lock:
                await self.rooms.catch_up(open_room)
        except NotFound:
            pass  # the room was deleted, and its streams must end
        except StoreFailed:
            return False
        return True

    async def check_revisions(self) -> None:
        """Read all open rooms again, because notifications of other processes may have been lost."""
        for room_id, open_room in list(self.rooms.open_rooms.items()):
            await self.changed_elsewhere(room_id)
            self.presence.ask(room_id)
            self.presence.announce(open_room)

    # ---- proofs ----

    async def prove(
        self, room: Room, viewer: Viewer
    ) -> tuple[ShuffleInfo, fair_shuffle.Proof | None, list[str]]:
        """The shuffle data, its proof and the proof's faults. After the end a worker checks the proof."""
        info = shuffle_info(room, viewer)
        if not info.record:
            return info, None, []
        try:
            proof = await asyncio.shield(self._checked_proof(room, info.record))
        except BadInput as error:
            return info, None, error.faults
        return info, proof, []

    def _checked_proof(self, room: Room, record: str) -> asyncio.Task[fair_shuffle.Proof]:
        """The check of a finished game's proof. It is carried out once, unless the worker failed."""
        check = self._proofs.get(room.id)
        if check is not None and check.done():
            failed = check.cancelled() or isinstance(check.exception(), TooSlow | WorkerFailed)
            check = None if failed else check
        if check is None:
            work = self.workers.run(
                fair_shuffle.check_proof, record, self.other_box_text(room), seconds=self.limits.proof_timeout
            )
            check = self._proofs[room.id] = asyncio.ensure_future(work)
            while len(self._proofs) > MAX_PROOFS:
                del self._proofs[next(iter(self._proofs))]
        return check

    def other_box_text(self, room: Room) -> str | None:
        """The component file of a room for a worker. None for the standard box, which workers have."""
        if room.box is room.game.standard_box():
            return None
        return component_text(room.created, room.game, self.box_text)

    # ---- people ----

    def refresh_pages(self) -> None:
        """Render the pages of all open rooms again, after a change outside the rooms (end of warm-up)."""
        for open_room in self.rooms.open_rooms.values():
            open_room.room.version += 1
            self.hub.publish(open_room)

    def return_seats(self, open_room: OpenRoom) -> None:
        """Give seats back to players who are present again while a bot plays for them. Wake the bots."""
        for seat in open_room.room.present:
            if open_room.room.seats[seat].away:
                self.tasks.start(self._mark_returned(open_room.room.id, seat))
        self.driver.wake(open_room)  # bots do not wait for a player who has left
        self.presence.announce(open_room)

    async def _mark_returned(self, room_id: str, seat: int) -> None:
        await self.execute(room_id, SERVER, MarkReturned(seat=seat))

    async def close(self) -> None:
        """Stop tasks, bots and workers, then store snapshots of the open rooms.

        A failing database does not block the shutdown: rooms can be restored from their logs.
        """
        await self.tasks.close()
        await self.bots.close()
        await asyncio.to_thread(self.workers.close)
        with contextlib.suppress(StoreFailed):  # the store has logged it
            for open_room in list(self.rooms.open_rooms.values()):
                await self.rooms.save(open_room)
