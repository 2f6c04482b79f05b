"""The wire format of Server-Sent Events: a message, and the streaming response that carries messages."""

from __future__ import annotations

import zlib
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

HEARTBEAT: Final = b": \n\n"  # an SSE comment; keeps proxies from closing an idle connection
RETRY_HINT: Final = b"retry: 1000\n\n"  # milliseconds until a browser reconnects


def event_message(event: str, id: str, data: bytes) -> bytes:
    """One SSE message. ``data`` must be a single line."""
    return b"event: %s\nid: %s\ndata: %s\n\n" % (event.encode(), id.encode(), data)


class EventStreamResponse(StreamingResponse):
    """Sends each message of an async generator without delay, compressed if the client accepts gzip.

    The generator is closed as soon as the client disconnects. Its exceptions are raised here.
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
            self._messages = empty_body()
        self.body_iterator = self._messages
        async with aclosing(self._messages):  # closes the generator now, not at a later garbage collection
            await super().__call__(scope, receive, send)


async def compress(messages: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """The messages as one gzip stream, flushed after each message so that the client can decode it.

    A small window (8 kB) and hash table limit the memory per stream to 64 kB.
    """
    compressor = zlib.compressobj(4, zlib.DEFLATED, 16 + 13, 6)
    async with aclosing(messages):
        async for message in messages:
            yield compressor.compress(message) + compressor.flush(zlib.Z_SYNC_FLUSH)
    yield compressor.flush()


async def empty_body() -> AsyncGenerator[bytes, None]:
    """The empty body of a response to HEAD."""
    messages: tuple[bytes, ...] = ()
    for message in messages:
        yield message
