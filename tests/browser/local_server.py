"""A server for the tests, in this process, with a database of its own."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from samovar.table.app import make_app
from samovar.table.server import Server as TableServer
from samovar.table.settings import Settings


class Served:
    """A running server."""

    def __init__(self, database: Path) -> None:
        # No rate limits and no pauses of bots: the tests are faster than people.
        app = make_app(Settings(f"sqlite:///{database}", client_limits=False, pause=0.0))
        self.server = TableServer(app, log_level="error")
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        deadline = time.monotonic() + 30
        while not self.server.started:
            assert self.thread.is_alive(), "the server did not start"
            assert time.monotonic() < deadline, "the server takes too long to start"
            time.sleep(0.02)
        port = self.server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)
