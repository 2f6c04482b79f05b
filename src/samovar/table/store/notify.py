"""Several servers on one PostgreSQL: each is told which rooms the others have changed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import URL

from samovar.extras import needed
from samovar.table.store.appends import CHANNEL

if TYPE_CHECKING:
    import psycopg

log: Final = logging.getLogger("samovar.table")
RECONNECT_DELAY: Final = 1.0  # seconds
POLL_INTERVAL: Final = 0.5  # seconds after which the thread looks whether it should end
# The system notices within half a minute that the other end of a connection is gone without a word.
KEEPALIVE: Final[dict[str, Any]] = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}


class NotifyListener:
    """Listens in a thread of its own and calls back in the event loop that made it.

    ``changed`` gets the room and its new revision. ``reconnected`` is called after every connection, also the
    first one: earlier notifications are lost, so the server must compare the revisions of its open rooms.
    """

    def __init__(
        self, url: URL, process: str, changed: Callable[[str, int], None], reconnected: Callable[[], None]
    ) -> None:
        self._address: Final = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._process: Final = process
        self._changed: Final = changed
        self._reconnected: Final = reconnected
        self._loop: Final = asyncio.get_running_loop()
        self._closing: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._run, name="store listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        self._thread.join()

    def _run(self) -> None:
        with needed("a PostgreSQL database", "postgres"):
            import psycopg

        while not self._closing.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True, **KEEPALIVE) as connection:
                    self._listen(connection)
            except psycopg.Error as error:
                log.warning("no notifications from the database: %s", str(error).strip())
                self._closing.wait(RECONNECT_DELAY)

    def _listen(self, connection: psycopg.Connection) -> None:
        connection.execute(f"LISTEN {CHANNEL}".encode())
        self._call(self._reconnected)
        while not self._closing.is_set():
            for note in connection.notifies(timeout=POLL_INTERVAL):
                self._read(note.payload)

    def _read(self, payload: str) -> None:
        """Pass on a note of another server: its process, the room, the revision."""
        process, _, rest = payload.partition(" ")
        room, _, revision = rest.partition(" ")
        if process != self._process and revision.isdigit():
            self._call(lambda: self._changed(room, int(revision)))

    def _call(self, callback: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop was closed meanwhile
            self._loop.call_soon_threadsafe(callback)
