"""LISTEN/NOTIFY between several servers on one PostgreSQL: each learns which rooms the others changed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import URL

from samovar.extras import needed
from samovar.table.store.commit import CHANNEL

if TYPE_CHECKING:
    import psycopg

log: Final = logging.getLogger("samovar.table")
RECONNECT_DELAY: Final = 1.0  # seconds
POLL_INTERVAL: Final = 0.5  # seconds between two checks whether the thread should end
# TCP keepalive: the system detects a dead peer within half a minute.
KEEPALIVE: Final[dict[str, Any]] = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}


class NotifyListener:
    """Listens in its own thread and calls back in the event loop that created it.

    ``changed`` gets the room and its new revision. ``reconnected`` is called after every connect, also the
    first one: earlier notifications are lost, so the server must read its open rooms again. ``announced``
    gets the other process, the room and a text that is not stored.
    """

    def __init__(
        self,
        url: URL,
        process: str,
        changed: Callable[[str, int], None],
        reconnected: Callable[[], None],
        announced: Callable[[str, str, str], None] | None = None,
    ) -> None:
        self._address: Final = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._process: Final = process
        self._changed: Final = changed
        self._reconnected: Final = reconnected
        self._announced: Final = announced
        self._connected = threading.Event()
        self._loop: Final = asyncio.get_running_loop()
        self._closing: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._run, name="store listener", daemon=True)
        self._thread.start()

    def is_connected(self) -> bool:
        """False while notifications are missed."""
        return self._connected.is_set()

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
                log.warning("cannot listen for database notifications, will retry: %s", str(error).strip())
                self._closing.wait(RECONNECT_DELAY)

    def _listen(self, connection: psycopg.Connection) -> None:
        connection.execute(f"LISTEN {CHANNEL}".encode())
        self._call(self._reconnected)
        self._connected.set()
        try:
            while not self._closing.is_set():
                for note in connection.notifies(timeout=POLL_INTERVAL):
                    self._read(note.payload)
        finally:
            self._connected.clear()

    def _read(self, payload: str) -> None:
        """Report a change or announcement by another server.

        The payload is its process, the room, and the new revision or the text.
        """
        process, _, rest = payload.partition(" ")
        room, _, revision = rest.partition(" ")
        announced = self._announced
        if process == self._process:
            return
        if revision.isdigit():
            self._call(lambda: self._changed(room, int(revision)))
        elif announced is not None:
            self._call(lambda: announced(process, room, revision))

    def _call(self, callback: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop was closed meanwhile
            self._loop.call_soon_threadsafe(callback)
