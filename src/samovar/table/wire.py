"""The straight way out: uvicorn's own end of a connection.

What a busy table says most often, short answers and messages of streams, is written as it is, past all that
looks at one header after the other. Where another server runs the application there is no such way, and
everything goes out as ASGI has it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from http import HTTPStatus
from typing import Final

from starlette.types import Scope, Send
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

WIRE: Final = "samovar.wire"  # of a scope
STATUS: Final = {
    status.value: b"HTTP/1.1 %d %s\r\n" % (status, status.phrase.encode()) for status in HTTPStatus
}
Header = tuple[bytes, bytes]
Wire = RequestResponseCycle


class Outbox:
    """What goes out in this turn of the event loop: all of it together, at its end. Whoever reads is woken
    once instead of again and again while the next piece is made.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[asyncio.Transport, bytes]] = []

    def put(self, transport: asyncio.Transport, data: bytes) -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self.empty)
        self._waiting.append((transport, data))

    def empty(self) -> None:
        """Write all of it now: before anything is written past it, or a connection closed."""
        waiting, self._waiting = self._waiting, []
        for transport, data in waiting:
            if not transport.is_closing():
                transport.write(data)


def outbox_of(scope: Scope) -> Outbox:
    found: Outbox = scope["app"].outbox
    return found


def remember_wire(scope: Scope, send: Send) -> None:
    """Note the straight way out for the answer to this request, if there is one."""
    wire = getattr(send, "__self__", None)
    if type(wire) is Wire and scope["method"] != "HEAD":
        scope[WIRE] = wire


def wire_of(scope: Scope) -> Wire | None:
    """The straight way out; None if there is none."""
    found: Wire | None = scope.get(WIRE)
    return found


def is_fresh(wire: Wire) -> bool:
    """Whether a whole answer can be written now, without waiting for whoever reads."""
    paused = wire.flow.write_paused or wire.disconnected
    return not paused and not wire.response_started and wire.keep_alive


def written(status: int, headers: Sequence[Header]) -> bytes:
    """How an answer begins."""
    head = b"".join([b"%s: %s\r\n" % header for header in headers])
    if head.count(b"\n") != len(headers) or head.count(b"\r") != len(headers):
        raise ValueError("a header is one line")
    return STATUS[status] + head


def whole(status: int, headers: Sequence[Header], more: bytes, body: bytes) -> bytes:
    """A whole answer; ``more`` are further headers, as they are written."""
    return b"".join((written(status, headers), more, b"\r\n", body))


def write_whole(wire: Wire, answer: bytes) -> None:
    """A whole answer at once."""
    wire.waiting_for_100_continue = False
    wire.response_started = True
    wire.response_complete = True
    wire.transport.write(answer)
    wire.message_event.set()
    wire.on_response()


def chunk(data: bytes) -> bytes:
    """A piece of an answer whose length is not known when it begins."""
    return b"%x\r\n%s\r\n" % (len(data), data)
