"""Storage of rooms, in an SQLite file or in PostgreSQL.

``writer`` commits, ``reader`` queries, ``notify`` listens to other servers, ``engine`` opens the database.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

from samovar.table.store.commit import Committed as Committed
from samovar.table.store.engine import SERVER_SECRET as SERVER_SECRET
from samovar.table.store.engine import file_of, migrate, open_engine, parse_url, read_only, server_key
from samovar.table.store.notify import NotifyListener as NotifyListener
from samovar.table.store.reader import StoredSummary as StoredSummary
from samovar.table.store.reader import StoreReader as StoreReader
from samovar.table.store.sqlite_file import DamageReport, FileCheck, ServerLock
from samovar.table.store.sqlite_file import StoreFailed as StoreFailed
from samovar.table.store.writer import Writer


class Store:
    """The database of a server. BadInput if it cannot be opened, or if another server uses the same file.

    ``process`` identifies this server's own notifications. ``lock=False`` is for tests that open the file of
    a running server.
    """

    def __init__(self, url: str, process: str = "", lock: bool = True) -> None:
        self.url: Final = parse_url(url)
        self.process: Final = process or secrets.token_hex(8)
        path = file_of(self.url)
        self.is_sqlite: Final = path is not None
        with ExitStack() as stack:
            if path is not None and lock:
                stack.callback(ServerLock(path).close)
            self.engine: Final = open_engine(self.url)
            stack.callback(self.engine.dispose)
            migrate(self.engine)
            self.server_key: Final = server_key(self.engine)
            self.check_file: Final = FileCheck(path).check if path is not None else _check_nothing
            self.damage: Final = DamageReport()
            self.reader: Final = StoreReader(self.engine, self.damage)
            stack.callback(self.reader.close)
            self.writer: Final = Writer(self.engine, self.process, self.check_file, self.damage)
            stack.callback(self.writer.close)
            self.close: Final = stack.pop_all().close
        self.commit: Final = self.writer.commit
        self.create: Final = self.writer.create
        self.save_snapshot: Final = self.writer.save_snapshot
        self.update_summary: Final = self.writer.update_summary
        self.check_writable: Final = self.writer.check_writable
        self.announce: Final = self.writer.announce
        self.run_query: Final = self.reader.run_query

    @property
    def commits(self) -> int:
        """The number of transactions committed so far."""
        return self.writer.commits

    def listen(
        self,
        changed: Callable[[str, int], None],
        reconnected: Callable[[], None],
        announced: Callable[[str, str, str], None] | None = None,
    ) -> NotifyListener | None:
        """Call back in this event loop when other servers change rooms. None on SQLite: it has one server."""
        if self.is_sqlite:
            return None
        return NotifyListener(self.url, self.process, changed, reconnected, announced)


@contextmanager
def open_reader(url: str) -> Iterator[StoreReader]:
    """A reader that writes nothing. It works beside a running server and on read-only media."""
    with read_only(url) as engine:
        reader = StoreReader(engine)
        try:
            yield reader
        finally:
            reader.close()


def _check_nothing() -> None:
    """The file check for PostgreSQL, which manages its own files."""
