"""The file of an SQLite database: its server's lock, the check that it is still there, a copy to read."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from samovar.kernel.errors import BadInput, SamovarError


class StoreFailed(SamovarError):
    """The database failed. What was to be written may be lost; it was not acknowledged."""


class ServerLock:
    """Keeps a second server away from a database: each would miss what the other one writes.

    An open exclusive transaction in the empty SQLite database ``….lock``. SQLite knows how to lock a file on
    every system, and the system releases the lock when the process dies.
    """

    def __init__(self, path: Path) -> None:
        place = path.resolve()
        self._connection: Final = _connect(place.with_name(f"{place.name}.lock"))
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._connection.close()
            if _code(error) != sqlite3.SQLITE_BUSY:
                raise BadInput("database", [f"cannot be locked: {error}"]) from None
            fault = f"{path} is used by another server; only PostgreSQL can be shared by several"
            raise BadInput("database", [fault]) from None

    def close(self) -> None:
        """Release the lock. The file stays: removing it would race with another server that opens it."""
        self._connection.close()


class FileCheck:
    """Compares the files at the path of a database with those that were opened.

    SQLite goes on writing into a file that was deleted or replaced, and nothing of that can be found again.
    """

    def __init__(self, path: Path) -> None:
        self._path: Final = path
        place = path.resolve()  # SQLite puts the log beside the file that a symbolic link leads to
        log = place.with_name(f"{place.name}-wal")
        self._files: Final = [path, log] if log.exists() else [path]  # some file systems cannot have one
        self._opened: Final = self._identities()

    def _identities(self) -> list[tuple[int, int]]:
        return [(found.st_dev, found.st_ino) for found in map(os.stat, self._files)]

    def check(self) -> None:
        """StoreFailed if a file is missing or another one is in its place."""
        try:
            found = self._identities()
        except OSError as error:
            raise StoreFailed(f"the database file was removed: {error}") from None
        if found != self._opened:
            raise StoreFailed(f"the database file {self._path} was replaced while the server was running")


def copy_to_read(path: Path, folder: Path) -> Path:
    """A copy of a database, also of one that a server is writing to or that is on read-only media.

    Damaged pages are copied as they are, so that the rest can be read.
    """
    if not path.is_file():
        raise BadInput("database", [f"there is no database {path}"])
    copy = folder / path.name
    try:
        with (
            closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
    except sqlite3.Error as error:
        if _code(error) not in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}:
            raise BadInput("database", [f"cannot be opened: {error}"]) from None
        # SQLite cannot read a database with a write-ahead log in a folder that it cannot write to.
        # No server writes there either, so the files can be copied.
        _copy_files(path, copy)
    return copy


def _copy_files(path: Path, copy: Path) -> None:
    for end in ["", "-wal"]:
        source, target = Path(f"{path.resolve()}{end}"), Path(f"{copy}{end}")
        target.unlink(missing_ok=True)
        try:
            if source.exists():
                shutil.copyfile(source, target)
        except OSError as error:
            raise BadInput("database", [f"cannot be read: {error}"]) from None


def _code(error: sqlite3.Error) -> int:
    """The primary error code. Errors of the driver itself have none."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _connect(path: Path) -> sqlite3.Connection:
    try:
        return sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    except sqlite3.OperationalError as error:
        raise BadInput("database", [f"cannot be opened: {path}: {error}"]) from None
