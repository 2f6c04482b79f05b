"""The server process: uvicorn, which ends without leaving anybody waiting."""

from __future__ import annotations

import gc
import socket
import sys
from typing import Final

import uvicorn

from samovar.table.app import Application
from samovar.table.connection import Connection

RUBBISH: Final = (
    20_000,
    20,
    20,
)  # objects after which Python looks for rubbish; as it is, it looks all the time
SWITCH: Final = 0.0005  # seconds after which a busy thread lets another one in


class Host(uvicorn.Server):
    """Serves an application. When it is to end, open streams end first: nobody has to be cut off."""

    def __init__(self, app: Application, port: int = 0, log_level: str = "warning") -> None:
        self.app: Final = app
        config = uvicorn.Config(
            app.door,
            http=Connection,
            ws="none",  # whatever else is installed
            port=port,
            log_level=log_level,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # the doorkeeper reads them, of --trusted-proxy only
            timeout_graceful_shutdown=2,
            timeout_keep_alive=30,
        )
        super().__init__(config)

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        # Whoever writes to the disk waits for the interpreter again and again while pages are drawn.
        sys.setswitchinterval(SWITCH)
        super().run(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.freeze()  # what is there now stays
        gc.set_threshold(*RUBBISH)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.app.house.say_goodbye()
        await super().shutdown(sockets)
