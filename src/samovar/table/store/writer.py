"""Batched commits: one thread writes all waiting jobs in one transaction.

A caller resumes after its transaction is committed to disk, so an acknowledged action survives ``kill -9``.
A busy server pays for one commit instead of many. Locks are taken in a fixed order (boxes, then rooms), so
that two servers on PostgreSQL cannot deadlock.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import Connection, Engine, func, select, update

from samovar.kernel.errors import BadInput
from samovar.room.errors import Fault, NotFound
from samovar.room.log import LogHead
from samovar.room.outcome import NewRoom, Outcome, Summary
from samovar.room.restore import StoredSnapshot
from samovar.table.store import changes, schema
from samovar.table.store.changes import lock_room, replace_snapshot
from samovar.table.store.commit import CHANNEL, Append, Committed, Unmatched, append_all
from samovar.table.store.engine import SERVER_SECRET, for_writing, is_unique_violation, reason
from samovar.table.store.new_rooms import insert_boxes, insert_rooms
from samovar.table.store.sqlite_file import DamageReport, StoreFailed

log: Final = logging.getLogger("samovar.table")
MAX_BATCH: Final = 500  # jobs in one transaction
Write = Append | NewRoom | Callable[[Connection], None]


class WriteJob:
    """A write, and the future that its caller awaits."""

    def __init__(self, write: Write) -> None:
        self.write: Final = write
        self.loop: Final = asyncio.get_running_loop()
        self.done: Final[asyncio.Future[Any]] = self.loop.create_future()
        self.result: Committed | None = None
        self.error: Exception | None = None

    def resolve(self) -> None:
        if self.done.done():  # the caller was cancelled
            return
        if self.error is None:
            self.done.set_result(self.result)
        else:
            self.done.set_exception(self.error)


class Writer:
    """The writer thread. Its coroutines may be awaited in any event loop."""

    def __init__(
        self, engine: Engine, process: str, check_file: Callable[[], None], damage: DamageReport
    ) -> None:
        self._damage: Final = damage
        self.commits = 0
        self.pending = 0  # jobs whose callers wait
        self._engine: Final = for_writing(engine)
        self._process: Final = process
        self._check_file: Final = check_file  # StoreFailed if the database file was replaced
        self._gathered: Final[dict[asyncio.AbstractEventLoop, list[WriteJob]]] = {}
        self._jobs: Final[queue.SimpleQueue[list[WriteJob] | None]] = queue.SimpleQueue()
        self._thread: Final = threading.Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write the waiting jobs, then end the thread."""
        self._jobs.put(None)
        self._thread.join()

    # ---- for the event loop ----

    async def commit(
        self, room_id: str, head: LogHead, outcome: Outcome, snapshot: StoredSnapshot | None = None
    ) -> Committed | None:
        """Commit an outcome in one transaction. Returns None if another server appended to the log first.

        NotFound if the room was deleted. After StoreFailed or a cancellation the commit may have happened.
        """
        result: Committed | None = await self._submit(Append(room_id, head, outcome, snapshot))
        return result

    async def create(self, new: NewRoom) -> None:
        """Store a new room. BadInput if a room has or had the same id."""
        await self._submit(new)

    async def save_snapshot(self, room_id: str, snapshot: StoredSnapshot) -> None:
        """Replace the snapshot of a room. Does nothing if the room was deleted or has a later snapshot."""

        def write(connection: Connection) -> None:
            if lock_room(connection, room_id):
                replace_snapshot(connection, room_id, snapshot)

        await self._submit(write)

    async def update_summary(self, room_id: str, summary: Summary, length: int) -> None:
        """Replace the summary of a room. Does nothing if its log no longer has this length."""
        await self._submit(lambda connection: changes.update_summary(connection, room_id, summary, length))

    async def announce(self, room_id: str, text: str) -> None:
        """Send a text about a room to the other servers. It is not stored. PostgreSQL only."""
        note = f"{self._process} {room_id} {text}"

        def notify(connection: Connection) -> None:
            connection.execute(select(func.pg_notify(CHANNEL, note)))

        await self._submit(notify)

    async def check_writable(self) -> None:
        """StoreFailed if the database cannot be written: disk full, file removed, PostgreSQL unreachable."""
        own = schema.secret.c
        same = update(schema.secret).where(own.room == SERVER_SECRET).values(seed=own.seed)

        def write(connection: Connection) -> None:
            connection.execute(same)

        await self._submit(write)

    async def _submit(self, write: Write) -> Any:
        job = WriteJob(write)
        jobs = self._gathered.setdefault(job.loop, [])
        if not jobs:
            job.loop.call_soon(self._enqueue, job.loop)
        jobs.append(job)
        self.pending += 1
        try:
            return await job.done
        finally:
            self.pending -= 1

    def _enqueue(self, loop: asyncio.AbstractEventLoop) -> None:
        """Give the thread all jobs of one event loop iteration at once: each wake-up contends for the GIL."""
        jobs = self._gathered.pop(loop)
        if self._thread.is_alive():
            self._jobs.put(jobs)
            return
        for job in jobs:
            job.error = StoreFailed("the store is closed")
            job.resolve()

    # ---- in the thread ----

    def _run(self) -> None:
        closing = False
        while not closing:
            batch, closing = self._next_batch()
            self._write_batch(batch)
            _resolve_all(batch)

    def _next_batch(self) -> tuple[list[WriteJob], bool]:
        """The waiting jobs, about MAX_BATCH at most. The bool is True if the store closes after them."""
        batch: list[WriteJob] = []
        jobs = self._jobs.get()
        while jobs is not None:
            batch += jobs
            if len(batch) >= MAX_BATCH or self._jobs.empty():
                return batch, False
            jobs = self._jobs.get()
        return batch, True

    def _write_batch(self, batch: list[WriteJob]) -> None:
        """Write jobs in one transaction. If a statement fails, try each half of the batch alone."""
        try:
            self._transact(batch)
        except _BatchFailed as failure:
            self._damage.note(failure.error)
            if len(batch) > 1:
                middle = len(batch) // 2
                self._write_batch(batch[:middle])
                self._write_batch(batch[middle:])
            else:
                _set_error(batch[0], failure.error)
        except Exception as error:
            self._damage.note(error)
            failed = _failed(error)
            for job in batch:
                job.error = failed

    def _transact(self, batch: list[WriteJob]) -> None:
        if not batch:
            return
        with self._engine.begin() as connection:
            try:
                self._execute(connection, batch)
            except Exception as error:
                if getattr(error, "connection_invalidated", False):
                    raise  # the connection failed, not a job
                raise _BatchFailed(error) from None
        self._check_file()
        self.commits += 1

    def _execute(self, connection: Connection, batch: list[WriteJob]) -> None:
        appending = [(job, job.write) for job in batch if isinstance(job.write, Append)]
        appends = [append for _, append in appending]
        rooms = [job.write for job in batch if isinstance(job.write, NewRoom)]
        follow = [append.outcome.create for append in appends if append.outcome.create is not None]
        insert_boxes(connection, [*rooms, *follow])
        try:
            committed = append_all(connection, appends, self._process)
        except Unmatched:
            if len(batch) == 1 and not lock_room(connection, appends[0].room):
                raise NotFound(f"there is no room {appends[0].room}") from None
            raise
        for (job, _), found in zip(appending, committed, strict=True):
            job.result = found
        insert_rooms(connection, rooms)
        for job in batch:
            if not isinstance(job.write, Append | NewRoom):
                job.write(connection)


class _BatchFailed(Exception):
    """A statement of a batch failed. Its transaction was rolled back."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error: Final = error


def _set_error(job: WriteJob, error: Exception) -> None:
    """Set the error of a failed job. After a conflict both its error and its result are None."""
    job.result = None
    exists = is_unique_violation(error)
    if isinstance(error, NotFound):
        job.error = error
    elif exists and isinstance(job.write, NewRoom):
        job.error = BadInput("pledge", [Fault("already used", "fault.pledge")])
    elif not isinstance(error, Unmatched) and not (exists and isinstance(job.write, Append)):
        job.error = _failed(error)


def _failed(error: Exception) -> StoreFailed:
    """The error for the callers. The reason is logged, because clients do not see it."""
    failed = error if isinstance(error, StoreFailed) else StoreFailed(f"the database failed: {reason(error)}")
    log.warning("a commit failed: %s", failed)
    return failed


def _resolve_all(jobs: list[WriteJob]) -> None:
    """Wake the callers with one call into each event loop."""
    for loop in {job.loop for job in jobs}:
        own = [job for job in jobs if job.loop is loop]
        with contextlib.suppress(RuntimeError):  # the loop was closed meanwhile
            loop.call_soon_threadsafe(_resolve_here, own)


def _resolve_here(jobs: list[WriteJob]) -> None:
    for job in jobs:
        job.resolve()
