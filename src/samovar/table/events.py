"""Server-Sent Events: an answer that goes on for as long as somebody looks.

A message is made and compressed once for all who get it: each is a piece of its own in the compressed stream
(it refers to nothing before it), so the same bytes fit into every stream.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Awaitable, Callable
from functools import cached_property
from typing import Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from samovar.table.reply import accepts_gzip
from samovar.table.wire import Outbox, chunk, outbox_of, wire_of

GZIP_HEAD: Final = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
GZIP_LAST: Final = b"\x03\x00"  # an empty block that says that it is the last one
LEVEL: Final = 4


class Message:
    """Some bytes of a stream, plain and packed, each with its length around it as well. They are packed when
    somebody needs it.
    """

    def __init__(self, plain: bytes) -> None:
        self.plain: Final = plain
        self.chunk: Final = chunk(plain)

    @cached_property
    def packed(self) -> bytes:
        press = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        return press.compress(self.plain) + press.flush(zlib.Z_SYNC_FLUSH)

    @cached_property
    def packed_chunk(self) -> bytes:
        return chunk(self.packed)


BEAT: Final = Message(b": \n\n")  # keeps a quiet connection open


class Mouth:
    """Says messages to one who listens."""

    def __init__(self, scope: Scope, send: Send, packs: bool) -> None:
        self._send: Final = send
        self._packs: Final = packs
        self._wire: Final = wire_of(scope)
        self._outbox: Final = Outbox() if self._wire is None else outbox_of(scope)
        self._sum = 0
        self._length = 0

    async def say(self, message: Message) -> None:
        free = self.say_now(lambda: message)
        self._outbox.empty()  # what else is done in this turn may take its time
        if free:
            return
        body = self._count(message) if self._packs else message.plain
        await self._send({"type": "http.response.body", "body": body, "more_body": True})

    def say_now(self, make: Callable[[], Message]) -> bool:
        """Make a message and say it at once, the same bytes to all. False, and nothing is made, if that would
        have to wait.
        """
        wire = self._wire
        if wire is None or wire.flow.write_paused or wire.disconnected:
            return False
        message = make()
        if not self._packs:
            data = message.chunk
        elif self._length:
            self._count(message)
            data = message.packed_chunk
        else:
            data = chunk(self._count(message))
        self._outbox.put(wire.transport, data)
        return True

    def _count(self, message: Message) -> bytes:
        """The packed bytes, which count for the sum at the end."""
        body = message.packed if self._length else GZIP_HEAD + message.packed
        self._sum = zlib.crc32(message.plain, self._sum)
        self._length += len(message.plain)
        return body

    async def end(self) -> None:
        self._outbox.empty()
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
        packs = accepts_gzip(scope["headers"])
        self.headers["vary"] = "accept-encoding"
        if packs:
            self.headers["content-encoding"] = "gzip"
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        mouth = Mouth(scope, send, packs)
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


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
