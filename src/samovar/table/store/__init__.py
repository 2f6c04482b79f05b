"""Where rooms are stored: in an SQLite file, or in PostgreSQL.

``writer`` commits, ``reader`` queries, ``notify`` listens to other servers, ``engine`` opens a database.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

from samovar.table.store.appends import Committed as Committed
from samovar.table.store.engine import SERVER_SECRET as SERVER_SECRET
from samovar.table.store.engine import file_of, migrate, open_engine, parse_url, read_only, server_key
from samovar.table.store.notify import NotifyListener as NotifyListener
from samovar.table.store.reader import Reader as Reader
from samovar.table.store.reader import StoredSummary as StoredSummary
from samovar.table.store.sqlite_file import FileCheck, ServerLock
from samovar.table.store.sqlite_file import StoreFailed as StoreFailed
from samovar.table.store.writer import Writer


class Store:
    """The database of a server. BadInput if it cannot be opened, or if another server uses the same file.

    ``process`` tells this server's notifications from those of others. ``lock=False``: for tests that open a
    file beside its server.
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
            self.reader: Final = Reader(self.engine)
            stack.callback(self.reader.close)
            self.writer: Final = Writer(self.engine, self.process, self.check_file)
            stack.callback(self.writer.close)
            self.close: Final = stack.pop_all().close
        self.commit: Final = self.writer.commit
        self.create: Final = self.writer.create
        self.save_snapshot: Final = self.writer.save_snapshot
        self.update_summary: Final = self.writer.update_summary
        self.check_writable: Final = self.writer.check_writable
        self.run_query: Final = self.reader.run_query

    @property
    def commits(self) -> int:
        """The number of transactions so far."""
        return self.writer.commits

    def listen(
        self, changed: Callable[[str, int], None], reconnected: Callable[[], None]
    ) -> NotifyListener | None:
        """Call back in this event loop when other servers change rooms; None on SQLite, which has none."""
        return None if self.is_sqlite else NotifyListener(self.url, self.process, changed, reconnected)


@contextmanager
def open_reader(url: str) -> Iterator[Reader]:
    """A reader that changes nothing, also beside a running server and on read-only media."""
    with read_only(url) as engine:
        reader = Reader(engine)
        try:
            yield reader
        finally:
            reader.close()


def _check_nothing() -> None:
    """PostgreSQL looks after its files itself."""
