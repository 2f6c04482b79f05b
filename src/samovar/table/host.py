"""The server process: uvicorn, which ends without leaving anybody waiting."""

from __future__ import annotations

import socket
import sys
from typing import Final

import uvicorn
from starlette.applications import Starlette

SWITCH: Final = 0.0005  # seconds after which a busy thread lets another one in


class Host(uvicorn.Server):
    """Serves an application. When it is to end, open streams end first: nobody has to be cut off."""

    def __init__(self, app: Starlette, port: int = 0, log_level: str = "warning") -> None:
        self.app: Final = app
        config = uvicorn.Config(
            app,
            port=port,
            log_level=log_level,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=2,
            timeout_keep_alive=30,
        )
        super().__init__(config)

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        # Whoever writes to the disk waits for the interpreter again and again while pages are drawn.
        sys.setswitchinterval(SWITCH)
        super().run(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.app.state.house.say_goodbye()
        await super().shutdown(sockets)
