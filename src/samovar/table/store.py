"""Where games are kept: SQLite in a file, or PostgreSQL by its address.

All writing goes through one thread. It takes all that is waiting, writes it in one transaction and only then
tells those who wait: what is acknowledged is on the disk, and a busy house pays for one commit, not for many.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable
from itertools import chain, starmap
from typing import Any, Final, TypeVar

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import (
    Connection,
    Engine,
    Insert,
    create_engine,
    delete,
    event,
    func,
    insert,
    make_url,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from samovar.extras import needed
from samovar.kernel.errors import BadInput, SamovarError
from samovar.table import schema
from samovar.table.ledger import Row

MOST_AT_ONCE: Final = 500  # entries in one transaction
MIGRATIONS: Final = "samovar.table:migrations"  # a folder of the package, as Alembic writes it
CHECKPOINT: Final = 4000  # pages after which SQLite moves its log into the file
HOUSE: Final = "house"  # whose secret is not that of a table
CHANNEL: Final = "samovar"  # of PostgreSQL's NOTIFY
T = TypeVar("T")


class StoreFailed(SamovarError):
    """The database did not take what it was given: nothing of it is kept."""


class NoTable(SamovarError):
    """There is no such table, or it has been deleted."""


class Snapshot(msgspec.Struct, frozen=True):
    """A game after its first moves, so that nobody has to play it again from the beginning."""

    moves: int  # how many, Nature's included
    seq: int  # the last entry of the log that is in it
    body: str


class Remark(msgspec.Struct, frozen=True):
    """One line of the chat."""

    number: int
    at: int
    seat: int  # -1: somebody without a seat
    name: str
    text: str


class Kept(msgspec.Struct, frozen=True):
    """All that the store has of one table."""

    seed: str
    rows: list[Row]
    snapshots: list[Snapshot]
    chat: list[Remark]
    keys: dict[str, int]  # the seat of each token, by the token's hash
    holders: list[tuple[str, int]]  # who holds which seat: the hash of a browser's cookie, the seat


class Addition(msgspec.Struct):
    """Entries that follow on the last one of a table, and what is written together with them."""

    table: str
    rows: list[Row]
    snapshot: Snapshot | None = None
    over: bool = False


class Founding(msgspec.Struct):
    """A new table: its first entries, its secret, the keys of its seats and who holds them."""

    table: str
    name: str
    rows: list[Row]
    seed: str
    keys: list[tuple[str, int]] = []  # hash, seat
    holdings: list[tuple[str, int]] = []  # session, seat


class Job:
    """Something to be written, who waits for it, and what became of it."""

    def __init__(self, write: Addition | Callable[[Connection], Any]) -> None:
        self.write: Final = write
        self.loop: Final = asyncio.get_running_loop()
        self.done: Final[asyncio.Future[Any]] = self.loop.create_future()
        self.result: Any = True
        self.error: Exception | None = None

    def tell(self) -> None:
        done = self.done
        if done.done():  # whoever waited has gone away
            return
        if self.error is None:
            done.set_result(self.result)
        else:
            done.set_exception(self.error)


class Store:
    """The database. What is awaited belongs to asyncio; the rest may be called from any thread."""

    def __init__(self, url: str, process: str = "") -> None:
        self.url: Final = make_url(url)
        self.process: Final = process  # whose notes of a change need not be read again
        if self.url.get_backend_name() not in {"sqlite", "postgresql"}:
            raise BadInput("database", ["the address must begin with sqlite:// or postgresql://"])
        self.is_sqlite: Final = self.url.get_backend_name() == "sqlite"
        with needed("a PostgreSQL database", "postgres"):  # the engine imports its driver
            self.engine: Final = _engine(
                url if self.is_sqlite else self.url.set(drivername="postgresql+psycopg")
            )
        self._writing: Final = self.engine.execution_options(writes=True)
        self._migrate()
        dialect: Any = sqlite if self.is_sqlite else postgresql
        self._insert_snapshot: Final[Insert] = dialect.insert(schema.snapshot).on_conflict_do_nothing()
        self._insert_holding: Final[Insert] = dialect.insert(schema.holding).on_conflict_do_nothing()
        self._insert_event: Final = str(insert(schema.event).compile(dialect=self.engine.dialect))
        self._event_head, _, self._event_places = self._insert_event.partition("VALUES ")
        self._snapshot_text: Final = str(self._insert_snapshot.compile(dialect=self.engine.dialect))
        self._connection: Connection | None = None  # of the writer
        self.key: Final = self._house_key(dialect)
        self._gathered: list[Job] = []  # in this turn of the event loop
        self._jobs: Final[queue.SimpleQueue[list[Job] | None]] = queue.SimpleQueue()
        self.commits = 0
        self._writer: Final = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._writer.start()

    def close(self) -> None:
        self._jobs.put(None)
        self._writer.join()
        self.engine.dispose()

    def _migrate(self) -> None:
        config = Config()
        config.set_main_option("script_location", MIGRATIONS)
        try:
            with self._writing.begin() as connection:
                if not self.is_sqlite:  # two processes may start at the same time
                    connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7380451)")
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
        except SQLAlchemyError as error:
            raise BadInput("database", [f"cannot be opened: {_reason(error)}"]) from None

    def _house_key(self, dialect: Any) -> str:
        """A secret of the house, the same for all processes: the first one draws it."""
        fresh = {"game": HOUSE, "seed": secrets.token_hex(32)}
        with self._writing.begin() as connection:
            connection.execute(dialect.insert(schema.secret).on_conflict_do_nothing(), fresh)
        return self.secret(HOUSE)

    # ---- writing ----

    def _write_all(self) -> None:
        """The writer: everything that waits goes into one transaction."""
        while True:
            jobs = self._jobs.get()
            batch: list[Job] = []
            while jobs is not None:
                batch += jobs
                if len(batch) >= MOST_AT_ONCE:
                    break
                try:
                    jobs = self._jobs.get_nowait()
                except queue.Empty:
                    break
            if batch:
                self._write_batch(batch)
                _tell_all(batch)
            if jobs is None:
                self._forget_connection()
                return

    def _write_batch(self, batch: list[Job]) -> None:
        try:
            self._transact(batch)
        except Exception as error:
            self._forget_connection()
            if len(batch) > 1:  # one of them is to blame: each for itself
                for job in batch:
                    self._write_batch([job])
                return
            job = batch[0]
            taken = isinstance(error, IntegrityError | sqlite3.IntegrityError)
            if taken and isinstance(job.write, Addition):
                job.result = False  # another process was quicker
            elif isinstance(error, NoTable):
                job.error = error
            else:
                job.error = StoreFailed(f"the database failed: {_reason(error)}")

    def _forget_connection(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _transact(self, batch: list[Job]) -> None:
        if self._connection is None:
            self._connection = self._writing.connect()
        connection = self._connection
        if self.is_sqlite and all(_is_plain(job.write) for job in batch):
            self._add_straight(connection, [job.write for job in batch if isinstance(job.write, Addition)])
            self.commits += 1
            return
        with connection.begin():
            additions = [job.write for job in batch if isinstance(job.write, Addition)]
            _hold_fast(connection, {addition.table for addition in additions})
            self._add_all(connection, additions)
            for job in batch:
                if not isinstance(job.write, Addition):
                    job.result = job.write(connection)
            for table in {addition.table for addition in additions}:
                self._tell(connection, table)
        self.commits += 1

    def _add_straight(self, connection: Connection, additions: list[Addition]) -> None:
        """What every action needs, in SQLite: entries, and now and then a snapshot. Between two steps another
        thread may get the interpreter and give it back late; so this is one statement for all entries, and
        without a snapshot it is the whole transaction.
        """
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        rows = [(addition.table, row) for addition in additions for row in addition.rows]
        text = f"{self._event_head}VALUES {', '.join([self._event_places] * len(rows))}"
        values = list(chain.from_iterable(starmap(_event_values, rows)))
        kept = [
            (addition.table, addition.snapshot) for addition in additions if addition.snapshot is not None
        ]
        if not kept:
            driver.execute(text, values)
            return
        driver.execute("BEGIN IMMEDIATE")
        try:
            driver.execute(text, values)
            snapshots = [(table, one.moves, one.seq, one.body) for table, one in kept]
            driver.executemany(self._snapshot_text, snapshots)
            driver.execute("COMMIT")
        except sqlite3.Error:
            driver.execute("ROLLBACK")
            raise

    def _tell(self, connection: Connection, table: str) -> None:
        """Let other processes know that this table has changed, once it has."""
        if not self.is_sqlite:
            connection.execute(select(func.pg_notify(CHANNEL, f"{self.process} {table}")))

    def _add_all(self, connection: Connection, additions: list[Addition]) -> None:
        """Write entries. IntegrityError if one of them is there already."""
        rows = [(addition.table, row) for addition in additions for row in addition.rows]
        if rows:
            written = _event_values if self.is_sqlite else _event_row
            connection.exec_driver_sql(self._insert_event, [written(*row) for row in rows])
        snapshots = [
            {"game": addition.table, **msgspec.structs.asdict(addition.snapshot)}
            for addition in additions
            if addition.snapshot is not None
        ]
        if snapshots:
            connection.execute(self._insert_snapshot, snapshots)
        ended = [addition.table for addition in additions if addition.over]
        if ended:
            connection.execute(update(schema.game).where(schema.game.c.id.in_(ended)).values(over=True))

    def submit(self, write: Addition | Callable[[Connection], Any]) -> asyncio.Future[Any]:
        """Hand something to the writer, together with all that comes in the same turn of the event loop: each
        time it is woken it takes the interpreter from those who serve.
        """
        job = Job(write)
        if not self._gathered:
            job.loop.call_soon(self._hand_over)
        self._gathered.append(job)
        return job.done

    def _hand_over(self) -> None:
        jobs, self._gathered = self._gathered, []
        self._jobs.put(jobs)

    async def add(self, addition: Addition) -> bool:
        """Append to the log of a table. True once it is on the disk; False if another process was quicker.

        A table hands in one addition after the other, never two at a time.
        """
        return bool(await self.submit(addition))

    async def found(self, founding: Founding) -> None:
        """Write a new table."""

        def write(connection: Connection) -> None:
            connection.execute(
                insert(schema.game),
                {"id": founding.table, "name": founding.name, "made_at": now(), "over": False},
            )
            if founding.seed:
                connection.execute(insert(schema.secret), {"game": founding.table, "seed": founding.seed})
            connection.execute(
                insert(schema.event), [_event_row(founding.table, row) for row in founding.rows]
            )
            for hash, seat in founding.keys:
                connection.execute(
                    insert(schema.seat_key), {"hash": hash, "game": founding.table, "seat": seat}
                )
            for session, seat in founding.holdings:
                connection.execute(
                    self._insert_holding, {"session": session, "game": founding.table, "seat": seat}
                )

        await self.submit(write)

    async def _change(self, table: str, *statements: Any) -> None:
        """Carry out statements that concern one table. NoTable if it has been deleted."""

        def write(connection: Connection) -> None:
            _hold_fast(connection, {table})
            for statement in statements:
                connection.execute(statement)
            self._tell(connection, table)

        await self.submit(write)

    async def hold(self, session: str, table: str, seat: int) -> None:
        """From now on this browser holds this seat."""
        await self._change(table, self._insert_holding.values(session=session, game=table, seat=seat))

    async def change_key(self, table: str, seat: int, hash: str | None) -> None:
        """Revoke all keys of a seat, and whoever holds it; ``hash`` is the new key, if there is one."""
        key, holding = schema.seat_key.c, schema.holding.c
        changes: list[Any] = [
            delete(schema.seat_key).where(key.game == table, key.seat == seat),
            delete(schema.holding).where(holding.game == table, holding.seat == seat),
        ]
        if hash is not None:
            changes.append(insert(schema.seat_key).values(hash=hash, game=table, seat=seat))
        await self._change(table, *changes)

    async def remark(self, table: str, remark: Remark) -> None:
        """One more line of the chat."""
        await self._change(table, insert(schema.chat).values(game=table, **msgspec.structs.asdict(remark)))

    async def strike(self, table: str, number: int) -> None:
        """Take one line out of the chat."""
        said = schema.chat.c
        await self._change(table, delete(schema.chat).where(said.game == table, said.number == number))

    async def forget(self, session: str, table: str, seats: list[int]) -> None:
        """A browser holds nothing at this table any more, and what its seats have said is gone."""
        held, said = schema.holding.c, schema.chat.c
        await self._change(
            table,
            delete(schema.holding).where(held.session == session, held.game == table),
            delete(schema.chat).where(said.game == table, said.seat.in_(seats)),
        )

    async def erase(self, table: str) -> None:
        """All of a table. Only its id stays: what was pledged for it once is not good for another one."""
        parts = [schema.event, schema.snapshot, schema.seat_key, schema.holding, schema.chat]

        def write(connection: Connection) -> None:
            # Whoever writes to the table holds its row fast: wait for them, then see all they wrote.
            connection.execute(delete(schema.game).where(schema.game.c.id == table))
            for part in parts:
                connection.execute(delete(part).where(part.c.game == table))
            connection.execute(update(schema.secret).where(schema.secret.c.game == table).values(seed=""))
            self._tell(connection, table)

        await self.submit(write)

    # ---- reading ----

    async def ask(self, question: Callable[[Connection], T]) -> T:
        """Read in another thread."""
        return await asyncio.get_running_loop().run_in_executor(None, self.read, question)

    def read(self, question: Callable[[Connection], T]) -> T:
        with self.engine.connect() as connection:
            return question(connection)

    def kept(self, table: str) -> Kept | None:
        """All of a table that is needed to go on with it; None if there is none."""
        return self.read(lambda connection: _kept(connection, table))

    def rows(self, table: str) -> list[Row]:
        """The whole log of a table."""
        return self.read(lambda connection: _rows(connection, table))

    def snapshots(self, table: str) -> list[Snapshot]:
        return self.read(lambda connection: _snapshots(connection, table))

    def held(self, session: str) -> dict[str, list[int]]:
        """The seats that a browser holds, by table, the newest table first."""
        found = schema.holding.c
        query = (
            select(found.game, found.seat)
            .join(schema.game, schema.game.c.id == found.game)
            .where(found.session == session)
            .order_by(schema.game.c.made_at.desc(), found.game, found.seat)
        )
        seats: dict[str, list[int]] = {}
        for game, seat in self.read(lambda connection: connection.execute(query).all()):
            seats.setdefault(game, []).append(seat)
        return seats

    def remarks(self, table: str, seats: list[int]) -> list[Remark]:
        """All that these seats have said."""
        said = schema.chat.c
        query = (
            select(said.number, said.at, said.seat, said.name, said.text)
            .where(said.game == table, said.seat.in_(seats))
            .order_by(said.number)
        )
        return self.read(lambda connection: [Remark(*row) for row in connection.execute(query)])

    def tables(self, running: bool = False) -> list[str]:
        """All tables, or only those where the game is not over, the oldest first."""
        query = select(schema.game.c.id).order_by(schema.game.c.made_at, schema.game.c.id)
        if running:
            query = query.where(schema.game.c.over.is_(False))
        return list(self.read(lambda connection: connection.scalars(query).all()))

    def known(self, table: str) -> bool:
        """Whether there is, or was, such a table with a secret seed."""
        query = select(schema.secret.c.game).where(schema.secret.c.game == table)
        return self.read(lambda connection: connection.scalar(query)) is not None

    def secret(self, table: str) -> str:
        query = select(schema.secret.c.seed).where(schema.secret.c.game == table)
        return self.read(lambda connection: connection.scalar(query)) or ""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _event_row(table: str, row: Row) -> dict[str, Any]:
    return {
        "game": table,
        "seq": row.seq,
        "at": row.at,
        "body": row.body,
        "hash": row.hash,
        "action_id": row.action_id,
    }


def _event_values(table: str, row: Row) -> tuple[str, int, int, str, str, str | None]:
    """The same in the order of the columns."""
    return table, row.seq, row.at, row.body, row.hash, row.action_id


def _hold_fast(connection: Connection, tables: set[str]) -> None:
    """Nobody deletes these tables before this transaction ends. NoTable if one of them is gone."""
    if not tables:
        return
    rows = select(schema.game.c.id).where(schema.game.c.id.in_(tables)).order_by(schema.game.c.id)
    there = set(connection.scalars(rows.with_for_update(read=True)))
    for table in sorted(tables - there):
        raise NoTable(f"there is no table {table}")


def _is_plain(write: Addition | Callable[[Connection], Any]) -> bool:
    """Whether it is what almost every action is: entries of a game that goes on."""
    return isinstance(write, Addition) and not write.over


def _tell_all(jobs: list[Job]) -> None:
    """Wake those who wait: one call into each event loop, however many they are."""
    for loop in {job.loop for job in jobs}:
        told = [job for job in jobs if job.loop is loop]
        with contextlib.suppress(RuntimeError):  # it was closed meanwhile
            loop.call_soon_threadsafe(_tell_here, told)


def _tell_here(jobs: list[Job]) -> None:
    for job in jobs:
        job.tell()


def _rows(connection: Connection, table: str) -> list[Row]:
    found = schema.event.c
    query = (
        select(found.seq, found.at, found.body, found.hash, found.action_id)
        .where(found.game == table)
        .order_by(found.seq)
    )
    return [Row(*row) for row in connection.execute(query)]


def _snapshots(connection: Connection, table: str) -> list[Snapshot]:
    kept = schema.snapshot.c
    query = select(kept.moves, kept.seq, kept.body).where(kept.game == table).order_by(kept.moves)
    return [Snapshot(*row) for row in connection.execute(query)]


def _kept(connection: Connection, table: str) -> Kept | None:
    rows = _rows(connection, table)
    if not rows:
        return None
    seed = connection.scalar(select(schema.secret.c.seed).where(schema.secret.c.game == table)) or ""
    said = schema.chat.c
    remarks = (
        select(said.number, said.at, said.seat, said.name, said.text)
        .where(said.game == table)
        .order_by(said.number.desc())
        .limit(200)
    )
    chat = [Remark(*row) for row in connection.execute(remarks)]
    keys = select(schema.seat_key.c.hash, schema.seat_key.c.seat).where(schema.seat_key.c.game == table)
    held = select(schema.holding.c.session, schema.holding.c.seat).where(schema.holding.c.game == table)
    return Kept(
        seed,
        rows,
        _snapshots(connection, table),
        chat[::-1],
        {row.hash: row.seat for row in connection.execute(keys)},
        [(row.session, row.seat) for row in connection.execute(held)],
    )


def _engine(url: Any) -> Engine:
    engine = create_engine(url)
    if engine.dialect.name != "sqlite":
        return engine

    # SQLAlchemy's own recipe: the driver must not begin transactions by itself, and late.
    @event.listens_for(engine, "connect")
    def on_connect(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA busy_timeout = 10000")
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _reason(error: Exception) -> str:
    origin = getattr(error, "orig", None) or error
    return (str(origin).strip().splitlines() or [type(origin).__name__])[0]
