"""Server-Sent Events: an answer that goes on for as long as somebody looks.

A message is made and compressed once for all who get it: each is a piece of its own in the compressed stream
(it refers to nothing before it), so the same bytes fit into every stream.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from samovar.table.packing import accepts_gzip

GZIP_HEAD: Final = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
GZIP_LAST: Final = b"\x03\x00"  # an empty block that says that it is the last one
LEVEL: Final = 4
WAY_OUT: Final = "samovar.out"  # of a scope: past everything that only looks at heads


class Message:
    """Some bytes of a stream."""

    def __init__(self, plain: bytes) -> None:
        self.plain: Final = plain
        self._packed = b""

    @property
    def packed(self) -> bytes:
        if not self._packed:
            press = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
            self._packed = press.compress(self.plain) + press.flush(zlib.Z_SYNC_FLUSH)
        return self._packed


BEAT: Final = Message(b": \n\n")  # keeps a quiet connection open


class Mouth:
    """Says messages to one who listens."""

    def __init__(self, send: Send, packs: bool) -> None:
        self._send: Final = send
        self._packs: Final = packs
        self._sum = 0
        self._length = 0

    async def say(self, message: Message) -> None:
        if not self._packs:
            await self._send({"type": "http.response.body", "body": message.plain, "more_body": True})
            return
        body = message.packed
        if not self._length:
            body = GZIP_HEAD + body
        self._sum = zlib.crc32(message.plain, self._sum)
        self._length += len(message.plain)
        await self._send({"type": "http.response.body", "body": body, "more_body": True})

    async def end(self) -> None:
        body = b""
        if self._length:
            body = GZIP_LAST + self._sum.to_bytes(4, "little") + (self._length % 2**32).to_bytes(4, "little")
        await self._send({"type": "http.response.body", "body": body, "more_body": False})


class Events(Response):
    """The answer. ``speak`` says messages until there is nothing more to say, or nobody listens."""

    media_type = "text/event-stream"

    def __init__(self, speak: Callable[[Mouth], Awaitable[None]]) -> None:
        super().__init__()
        del self.headers["content-length"]
        self.speak: Final = speak

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        packs = accepts_gzip(scope)
        self.headers["vary"] = "accept-encoding"
        if packs:
            self.headers["content-encoding"] = "gzip"
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        mouth = Mouth(scope.get(WAY_OUT, send), packs)
        speaking = asyncio.ensure_future(self.speak(mouth))
        leaving = asyncio.ensure_future(_gone(receive))
        try:
            await asyncio.wait([speaking, leaving], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (speaking, leaving):
                task.cancel()
            await asyncio.gather(speaking, leaving, return_exceptions=True)
        if not speaking.cancelled():
            speaking.result()  # what went wrong is told by whoever called us
            await mouth.end()


class Gate:
    """Stands before all else and remembers the straight way out, for messages of streams."""

    def __init__(self, app: ASGIApp) -> None:
        self.app: Final = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[WAY_OUT] = send
        await self.app(scope, receive, send)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
