"""The file of an SQLite database: lock against a second server, check for replacement, copy for reading."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from samovar.kernel.errors import BadInput, SamovarError

DAMAGE: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


class StoreFailed(SamovarError):
    """The database failed. The write may be lost. It was not acknowledged."""


class DamageReport:
    """Remembers that a query found the database file damaged, for ``/healthz``. Never forgets it."""

    def __init__(self) -> None:
        self.fault = ""  # the driver's message

    def note(self, error: BaseException) -> None:
        """Note the error of a query, if it says that the file is damaged."""
        origin = getattr(error, "orig", None) or error
        if isinstance(origin, sqlite3.Error) and _code(origin) in DAMAGE:
            self.fault = self.fault or str(origin)


class ServerLock:
    """A lock that refuses a second server on the same file, because neither would see the other's writes.

    It is an open exclusive transaction in the empty SQLite database ``….lock``. SQLite can lock a file on
    every system, and the system releases the lock when the process dies.
    """

    def __init__(self, path: Path) -> None:
        resolved = path.resolve()
        self._connection: Final = _connect(resolved.with_name(f"{resolved.name}.lock"))
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._connection.close()
            if _code(error) != sqlite3.SQLITE_BUSY:
                raise BadInput("database", [f"cannot be locked: {error}"]) from None
            fault = f"{path} is used by another server; only PostgreSQL can be shared by several servers"
            raise BadInput("database", [fault]) from None

    def close(self) -> None:
        """Release the lock. The file stays, because removing it would race with a server that opens it."""
        self._connection.close()


class FileCheck:
    """Checks that the files at the path of a database are still the opened ones, by inode.

    SQLite goes on writing to a deleted or replaced file without an error, and these writes are lost.
    """

    def __init__(self, path: Path) -> None:
        self._path: Final = path
        resolved = path.resolve()  # SQLite puts the log beside the target of a symbolic link
        log = resolved.with_name(f"{resolved.name}-wal")
        self._files: Final = [path, log] if log.exists() else [path]  # some file systems do not support one
        self._opened: Final = self._identities()

    def _identities(self) -> list[tuple[int, int]]:
        return [(found.st_dev, found.st_ino) for found in map(os.stat, self._files)]

    def check(self) -> None:
        """StoreFailed if a file was removed or replaced."""
        try:
            found = self._identities()
        except OSError as error:
            raise StoreFailed(f"the database file was removed: {error}") from None
        if found != self._opened:
            raise StoreFailed(f"the database file {self._path} was replaced while the server was running")


def copy_to_read(path: Path, folder: Path) -> Path:
    """Copy a database for reading, also while a server writes to it or from read-only media.

    Damaged pages are copied unchanged, so that the rest can be read.
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
        # SQLite cannot read a database with a write-ahead log in a read-only folder.
        # No server can write there either, so copying the files is safe.
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
    """The primary SQLite error code. 0 for errors of the driver itself."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _connect(path: Path) -> sqlite3.Connection:
    try:
        return sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    except sqlite3.OperationalError as error:
        raise BadInput("database", [f"cannot be opened: {path}: {error}"]) from None
