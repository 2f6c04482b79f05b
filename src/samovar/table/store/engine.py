"""Opening a database, SQLite or PostgreSQL: settings, schema migration, the server key."""

from __future__ import annotations

import secrets
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from samovar.extras import needed
from samovar.kernel.errors import BadInput
from samovar.table.store import schema
from samovar.table.store.sqlite_file import copy_to_read

MIGRATIONS: Final = "samovar.table.store:migrations"  # a folder of the package, in Alembic's notation
MIGRATION_LOCK: Final = 7380451  # an arbitrary key for PostgreSQL's advisory lock
CHECKPOINT: Final = 4000  # write-ahead log size, in pages, at which SQLite checkpoints it
BUSY_TIMEOUT: Final = 10_000  # milliseconds
CONNECT_TIMEOUT: Final = "10"  # seconds
# A damaged file also raises errors of the driver itself, when a new connection is configured. The code that
# decodes its messages and values raises ValueError.
READ_ERRORS: Final = (SQLAlchemyError, sqlite3.Error, ValueError)
# The id of the server key in the table ``secret``. All other ids are rooms.
SERVER_SECRET: Final = "server"  # noqa: S105 (the id, not the secret)


def parse_url(url: str) -> URL:
    """The parsed URL of a database. BadInput unless it names an SQLite file or a PostgreSQL database."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        parsed = URL.create("unknown")
    if parsed.get_backend_name() == "sqlite":
        if not parsed.database or parsed.database == ":memory:" or parsed.query:
            raise BadInput("database", ["the URL must name a file: sqlite:///games.db"])
        return parsed
    if parsed.get_backend_name() == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
        given = "connect_timeout" in parsed.query
        return parsed if given else parsed.update_query_dict({"connect_timeout": CONNECT_TIMEOUT})
    raise BadInput("database", ["the URL must begin with sqlite:// or postgresql://"])


def file_of(url: URL) -> Path | None:
    """The file of an SQLite database. None for PostgreSQL."""
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def open_engine(url: URL) -> Engine:
    """The engine of a database. It does not connect yet."""
    with needed("a PostgreSQL database", "postgres"):  # the engine imports its driver
        # pre_ping replaces lost connections before use, so a restart of PostgreSQL fails no later request.
        engine = create_engine(url, pool_pre_ping=url.get_backend_name() != "sqlite")
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _configure_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def for_writing(engine: Engine) -> Engine:
    """The same engine for writing. On SQLite its transactions take the write lock when they begin."""
    return engine.execution_options(writes=True)


def for_reading(engine: Engine) -> Engine:
    """The same engine for reading. All queries of a transaction see the same state of the database."""
    if engine.dialect.name == "sqlite":
        return engine
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def _configure_sqlite(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # otherwise the driver begins transactions itself, and too late
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def migrate(engine: Engine) -> None:
    """Upgrade the schema, in one transaction. BadInput if the database cannot be opened."""
    config = alembic_config()
    try:
        with for_writing(engine).begin() as connection:
            if engine.dialect.name != "sqlite":  # two servers may start at the same time
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except (*READ_ERRORS, LookupError, TypeError) as error:  # the last two: invalid stored values
        raise BadInput("database", [f"cannot be opened: {reason(error)}"]) from None
    except CommandError as error:
        raise BadInput("database", [f"was created by a newer version of Samovar: {error}"]) from None


def alembic_config() -> Config:
    """Alembic's configuration, which names the folder of migrations."""
    config = Config()
    config.set_main_option("script_location", MIGRATIONS)
    return config


def _check_schema(engine: Engine) -> None:
    """BadInput unless the database has the newest schema."""
    newest = ScriptDirectory.from_config(alembic_config()).get_current_head()
    try:
        with engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_revision()
    except READ_ERRORS as error:
        raise BadInput("database", [f"cannot be opened: {reason(error)}"]) from None
    if found != newest:
        fault = f"has schema {found}, not {newest}: start a server of this version on it first"
        raise BadInput("database", [fault])


@contextmanager
def read_only(url: str) -> Iterator[Engine]:
    """An engine that writes nothing and needs no lock, so it works beside a running server.

    An SQLite database is copied first, because it may be on read-only media or have an older schema.
    """
    parsed = parse_url(url)
    path = file_of(parsed)
    with tempfile.TemporaryDirectory(prefix="samovar-") as folder:
        if path is not None:
            parsed = parsed.set(database=str(copy_to_read(path, Path(folder))))
        engine = open_engine(parsed)
        try:
            if path is not None:
                migrate(engine)
            else:
                _check_schema(engine)
            yield engine
        finally:
            engine.dispose()


def server_key(engine: Engine) -> str:
    """The secret that all servers of this database share. The first server generates it.

    BadInput if the database cannot be written. The error omits the statement, which contains the secret.
    """
    query = select(schema.secret.c.seed).where(schema.secret.c.room == SERVER_SECRET)
    fresh = {"room": SERVER_SECRET, "seed": secrets.token_hex(32)}
    try:
        with for_writing(engine).begin() as connection:
            connection.execute(insert_if_absent(engine, schema.secret), fresh)
            return str(connection.scalar(query))
    except SQLAlchemyError as error:
        raise BadInput("database", [f"cannot be written: {reason(error)}"]) from None


def insert_if_absent(engine: Engine | Connection, table: Any) -> Any:
    """An insert that skips rows whose key already exists."""
    return dialect_insert(engine, table).on_conflict_do_nothing()


def dialect_insert(engine: Engine | Connection, table: Any) -> Any:
    """An insert that supports ON CONFLICT. SQLAlchemy's generic insert does not."""
    return (sqlite if engine.dialect.name == "sqlite" else postgresql).insert(table)


def reason(error: Exception) -> str:
    """The first line of the driver's error message."""
    origin = getattr(error, "orig", None) or error
    return (str(origin).strip().splitlines() or [type(origin).__name__])[0]


def is_unique_violation(error: Exception) -> bool:
    """True if the error says that a row with this key already exists."""
    origin = getattr(error, "orig", None)
    names = {"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE"}
    return getattr(origin, "sqlstate", "") == "23505" or getattr(origin, "sqlite_errorname", "") in names
