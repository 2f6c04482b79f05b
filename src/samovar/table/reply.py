"""What every answer goes through on its way out: it is measured, packed if that helps, and forbids what our
pages do not need.
"""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterable, Sequence
from typing import Final

from starlette.types import Message, Scope, Send

from samovar.table.timing import Metrics
from samovar.table.wire import Header, is_fresh, whole, wire_of, write_whole, written

JSON: Final = (b"content-type", b"application/json")
LEAST: Final = 1000  # bytes; less is not worth packing
LEVEL: Final = 5
KINDS: Final = (
    b"text/html",
    b"text/css",
    b"text/plain",
    b"text/javascript",
    b"application/json",
    b"image/svg",
)
CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "x-frame-options": "DENY",
}
WITH_ALL: Final[list[Header]] = [
    *((name.encode(), value.encode()) for name, value in HEADERS.items()),
    (b"cache-control", b"no-store"),
]
NAMES: Final = {name for name, _ in WITH_ALL}
WRITTEN: Final = b"".join(b"%s: %s\r\n" % header for header in WITH_ALL)


class Reply:
    """The ``send`` of a request: one way out for pages, API and streams."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope: Final = scope
        self._send: Final = send
        self._began: Final = time.perf_counter()
        self._head: Message | None = None  # until it is known what follows

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._measure(message["status"])
            if any(name == b"content-length" for name, _ in message["headers"]):
                self._head = message
            else:  # a stream, or nothing
                await self._send_head(message)
            return
        head, self._head = self._head, None
        if head is not None:
            if not message.get("more_body", False) and self._whole(head, message):
                return
            await self._send_head(head)
        await self._send(message)

    async def _send_head(self, head: Message) -> None:
        there = {name for name, _ in head["headers"]}
        head["headers"] = [*head["headers"], *(header for header in WITH_ALL if header[0] not in there)]
        await self._send(head)

    def _whole(self, head: Message, message: Message) -> bool:
        """An answer in one piece: pack it, and write it on the straight way. False if that is not open."""
        headers, body = pack(self._scope["headers"], head["headers"], message.get("body", b""))
        head["headers"], message["body"] = headers, body
        wire = wire_of(self._scope)
        if wire is None or not is_fresh(wire) or any(name in NAMES for name, _ in headers):
            return False
        write_whole(wire, whole(head["status"], [*wire.default_headers, *headers], WRITTEN, body))
        return True

    def _measure(self, status: int) -> None:
        scope = self._scope
        route = getattr(scope.get("route"), "path", "other")
        kept: Metrics = scope["app"].metrics
        kept.took(scope["method"], route, status, time.perf_counter() - self._began)


class Heads:
    """The heads of short answers in JSON, written once for as long as the usual headers (the date) hold."""

    def __init__(self) -> None:
        self._usual: Sequence[Header] = ()
        self._written: Final[dict[int, bytes]] = {}

    def short(self, status: int, usual: Sequence[Header], body: bytes) -> bytes:
        """A whole answer that is too short to be packed."""
        if usual is not self._usual:
            self._usual = usual
            self._written.clear()
        head = self._written.get(status)
        if head is None:
            head = self._written[status] = written(status, [*usual, JSON]) + WRITTEN
        return b"%scontent-length: %d\r\n\r\n%s" % (head, len(body), body)


def pack(asked: Iterable[Header], headers: list[Header], body: bytes) -> tuple[list[Header], bytes]:
    """Pack what comes in one piece, if whoever asked can unpack it and it gets smaller by that."""
    if len(body) < LEAST or not accepts_gzip(asked):
        return headers, body
    there = dict(headers)
    if not there.get(b"content-type", b"").startswith(KINDS) or b"content-encoding" in there:
        return headers, body
    packed = gzip.compress(body, LEVEL, mtime=0)
    others = [header for header in headers if header[0] != b"content-length"]
    length = (b"content-length", b"%d" % len(packed))
    return [*others, length, (b"content-encoding", b"gzip"), (b"vary", b"accept-encoding")], packed


def accepts_gzip(asked: Iterable[Header]) -> bool:
    """Whether these headers of a request say so."""
    return any(name == b"accept-encoding" and b"gzip" in value for name, value in asked)
