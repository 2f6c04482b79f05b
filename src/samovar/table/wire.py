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


class Wire:
    """Where the bytes of one answer go."""

    def __init__(self, cycle: RequestResponseCycle) -> None:
        self._cycle: Final = cycle

    @property
    def free(self) -> bool:
        """Whether something can be written now, without waiting for whoever reads."""
        cycle = self._cycle
        return not cycle.flow.write_paused and not cycle.disconnected

    @property
    def fresh(self) -> bool:
        """Whether a whole answer can be written now."""
        cycle = self._cycle
        return self.free and not cycle.response_started and cycle.keep_alive

    def piece(self, data: bytes) -> None:
        """Bytes of an answer that has begun: a chunk, with its length around it."""
        self._cycle.transport.write(data)

    def whole(self, status: int, headers: Sequence[Header], more: bytes, body: bytes) -> None:
        """A whole answer at once; ``more`` are further headers, as they are written."""
        cycle = self._cycle
        head = [STATUS[status]]
        for name, value in (*cycle.default_headers, *headers):
            if b"\n" in value or b"\r" in value:
                raise ValueError("a header is one line")
            head += (name, b": ", value, b"\r\n")
        cycle.waiting_for_100_continue = False
        cycle.response_started = True
        cycle.response_complete = True
        cycle.transport.write(b"".join((*head, more, b"\r\n", body)))
        cycle.message_event.set()
        cycle.on_response()


def wire_of(scope: Scope, send: Send) -> Wire | None:
    """The straight way out for the answer to this request, if there is one."""
    cycle = getattr(send, "__self__", None)
    if type(cycle) is not RequestResponseCycle or scope["method"] == "HEAD":
        return None
    wire = scope[WIRE] = Wire(cycle)
    return wire


def chunk(data: bytes) -> bytes:
    """A piece of an answer whose length is not known when it begins."""
    return b"%x\r\n%s\r\n" % (len(data), data)
