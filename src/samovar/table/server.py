"""The server process: uvicorn with our settings. It closes open streams before it shuts down."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
from functools import partial
from typing import Final, cast

import uvicorn

from samovar.table.app import Application
from samovar.table.connection_limits import ConnectionLimits, LimitedProtocol
from samovar.table.settings import SHUTDOWN_TIMEOUT

GC_THRESHOLDS: Final = (20_000, 20, 20)  # the defaults collect too often here
SWITCH_INTERVAL: Final = 0.0005  # seconds after which a busy thread releases the GIL


class Server(uvicorn.Server):
    """Serves an application on one socket."""

    def __init__(self, app: Application, port: int = 0, log_level: str = "warning") -> None:
        self.app: Final = app
        app.connection_limits = ConnectionLimits(app.settings)
        protocol = partial(LimitedProtocol, limits=app.connection_limits)
        config = uvicorn.Config(
            app,
            http=cast(type[asyncio.Protocol], protocol),
            ws="none",  # even if a WebSocket package is installed
            port=port,
            log_level=log_level,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # proxies.py reads them
            timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
            timeout_keep_alive=app.settings.keep_alive,
        )
        super().__init__(config)

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        # The writer thread of the store needs the GIL while the event loop renders pages.
        sys.setswitchinterval(SWITCH_INTERVAL)
        super().run(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.freeze()  # objects created at startup live as long as the process
        gc.set_threshold(*GC_THRESHOLDS)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        service = self.app.service
        service.hub.close_streams(list(service.rooms.open_rooms.values()))
        await super().shutdown(sockets)
