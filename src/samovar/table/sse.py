"""Server-Sent Events: a response that goes on until the client leaves or there is nothing more to send."""

from __future__ import annotations

import zlib
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

HEARTBEAT: Final = b": \n\n"  # a comment; keeps proxies from closing a quiet connection
RETRY_HINT: Final = b"retry: 1000\n\n"  # milliseconds until a browser connects again


def event_message(event: str, id: str, data: bytes) -> bytes:
    """One message; ``data`` must be a single line."""
    return b"event: %s\nid: %s\ndata: %s\n\n" % (event.encode(), id.encode(), data)


class EventStreamResponse(StreamingResponse):
    """Sends the messages of an async generator, each at once, compressed if the client accepts gzip.

    The generator is closed as soon as the client disconnects. An exception in it is raised here.
    """

    media_type = "text/event-stream"

    def __init__(self, messages: AsyncGenerator[bytes, None]) -> None:
        super().__init__(messages)
        self._messages = messages
        self.headers["vary"] = "accept-encoding"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if "gzip" in Headers(scope=scope).get("accept-encoding", ""):
            self.headers["content-encoding"] = "gzip"
            self._messages = compress(self._messages)
        if scope["method"] == "HEAD":
            self._messages = nothing()
        self.body_iterator = self._messages
        async with aclosing(self._messages):  # at once, not when the garbage collector finds it
            await super().__call__(scope, receive, send)


async def compress(messages: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """The messages as one gzip stream that can be decompressed up to the end of each message.

    A small window (8 kB) and hash table keep the memory of a stream at 64 kB.
    """
    compressor = zlib.compressobj(4, zlib.DEFLATED, 16 + 13, 6)
    async with aclosing(messages):
        async for message in messages:
            yield compressor.compress(message) + compressor.flush(zlib.Z_SYNC_FLUSH)
    yield compressor.flush()


async def nothing() -> AsyncGenerator[bytes, None]:
    """The body of a response to HEAD."""
    messages: tuple[bytes, ...] = ()
    for message in messages:
        yield message
