"""Several server processes on one PostgreSQL: each hears what the others have written."""

from __future__ import annotations

import asyncio
import logging
import threading
from typing import TYPE_CHECKING, Final

from samovar.table.store import CHANNEL, Store

if TYPE_CHECKING:
    from samovar.table.house import House

log: Final = logging.getLogger("samovar.table")
PAUSE: Final = 1.0  # seconds before a lost connection is tried again


class Ears:
    """Listens in a thread of its own."""

    def __init__(self, store: Store, house: House) -> None:
        self._store: Final = store
        self._house: Final = house
        self._loop: Final = asyncio.get_running_loop()
        self._done: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._listen, name="ears", daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        import psycopg

        address = self._store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._done.is_set():
            try:
                with psycopg.connect(address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}".encode())
                    while not self._done.is_set():
                        for note in connection.notifies(timeout=0.5):
                            self._hear(note.payload)
            except psycopg.OperationalError as error:
                log.warning("no news from the database: %s", error)
                self._done.wait(PAUSE)

    def _hear(self, note: str) -> None:
        process, _, table = note.partition(" ")
        if process != self._store.process:
            self._loop.call_soon_threadsafe(self._house.start, self._house.changed_elsewhere(table))

    def close(self) -> None:
        self._done.set()
        self._thread.join()


def listen(store: Store, house: House) -> Ears:
    return Ears(store, house)
