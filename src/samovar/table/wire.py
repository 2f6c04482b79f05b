"""The straight way out: uvicorn's own end of a connection.

What a busy table says most often, short answers and messages of streams, is written as it is, past all that
looks at one header after the other. Where another server runs the application there is no such way, and
everything goes out as ASGI has it.
"""

from __future__ import annotations

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


def write_whole(wire: Wire, status: int, headers: Sequence[Header], more: bytes, body: bytes) -> None:
    """A whole answer at once; ``more`` are further headers, as they are written."""
    head = [STATUS[status]]
    for name, value in (*wire.default_headers, *headers):
        if b"\n" in value or b"\r" in value:
            raise ValueError("a header is one line")
        head += (name, b": ", value, b"\r\n")
    wire.waiting_for_100_continue = False
    wire.response_started = True
    wire.response_complete = True
    wire.transport.write(b"".join((*head, more, b"\r\n", body)))
    wire.message_event.set()
    wire.on_response()


def chunk(data: bytes) -> bytes:
    """A piece of an answer whose length is not known when it begins."""
    return b"%x\r\n%s\r\n" % (len(data), data)
