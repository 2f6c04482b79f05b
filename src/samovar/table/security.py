"""The doorkeeper: what every request and every answer goes through.

Unsafe requests must come from our own pages (or carry the token of a seat, which no browser adds by itself);
bodies are small, and nobody may ask too often. Every answer forbids what our pages do not need.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Mapping
from typing import Any, Final, Protocol, cast

from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from samovar.table.reply import Reply
from samovar.table.switch import Switch
from samovar.table.wire import remember_wire

HOST_NAME: Final = re.compile(rb"[A-Za-z0-9._:\[\]-]{0,255}")
SAFE: Final = {"GET", "HEAD", "OPTIONS"}
SHORT: Final = 4  # figures of a length that is never too much
MOST_BODY: Final = 64 * 1024
MOST_IMPORT: Final = 1024 * 1024


class Bucket:
    """So many at once, and so many more for each second that passes."""

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst: Final = burst
        self.per_second: Final = per_second
        self.left = burst
        self.at = time.monotonic()

    def take(self) -> float:
        """0 if there was one to take; otherwise how many seconds to wait."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.per_second)
        self.at = now
        if self.left >= 1:
            self.left -= 1
            return 0.0
        return (1 - self.left) / self.per_second


class Limits:
    """How often somebody may do what; each kind of request has its own buckets, one for each address."""

    KINDS: Final = {  # how many at once, how many per second
        "make": (10.0, 10 / 600),
        "pledge": (30.0, 0.2),  # one comes before each table that a script makes
        "act": (60.0, 20.0),
        "chat": (5.0, 0.5),
        "token": (10.0, 10 / 60),  # guesses of a token
        "look": (200.0, 50.0),
    }
    MOST: Final = 10_000  # buckets
    MOST_STREAMS = 100  # that are open for one address

    def __init__(self, on: bool = True) -> None:
        self.on: Final = on
        self._buckets: Final[OrderedDict[tuple[str, str], Bucket]] = OrderedDict()
        self._streams: Final[Counter[str]] = Counter()

    def open_stream(self, who: str) -> bool:
        """Whether one more stream may be opened; it counts from now on."""
        if self.on and self._streams[who] >= self.MOST_STREAMS:
            return False
        self._streams[who] += 1
        return True

    def close_stream(self, who: str) -> None:
        self._streams[who] -= 1
        if not self._streams[who]:
            del self._streams[who]

    def wait(self, kind: str, who: str) -> float:
        """0 if it may be done now; otherwise in how many seconds."""
        if not self.on:
            return 0.0
        bucket = self._buckets.get((kind, who))
        if bucket is None:
            bucket = self._buckets[kind, who] = Bucket(*self.KINDS[kind])
            while len(self._buckets) > self.MOST:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end((kind, who))
        return bucket.take()


def kind_of(method: str, path: str) -> str:
    """Which limit a request falls under."""
    if method in SAFE:
        return "token" if "/join/" in path else "look"
    last = path.rpartition("/")[2]
    if last in {"tables", "import", "fork", "rematch"}:
        return "make"
    if last == "pledges":
        return "pledge"
    return "chat" if last == "chat" else "act"


def comes_from_us(headers: Mapping[bytes, bytes]) -> bool:
    """Whether one of our own pages asks. A browser says so; what says nothing is refused."""
    site = headers.get(b"sec-fetch-site")
    if site is not None:
        return site == b"same-origin"
    origin = headers.get(b"origin")
    if origin is None:
        return False
    scheme, separator, host = origin.partition(b"://")
    return scheme in {b"http", b"https"} and bool(separator) and host == headers.get(b"host")


def whose(scope: Scope) -> str:
    """The address that a request comes from."""
    return scope["client"][0] if scope.get("client") else ""


class Inside(Protocol):
    """An application with a door before it."""

    async def inside(self, scope: Scope, receive: Receive, send: Send) -> None: ...


class Doorkeeper:
    """Stands before the application. What it lets in goes where ``switch`` says, or on to the application."""

    def __init__(self, app: Inside, limits: Limits, switch: Switch) -> None:
        self.app: Final = app
        self.limits: Final = limits
        self.switch: Final = switch
        trusted = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")  # as uvicorn has it
        self.proxies: Final = cast(ASGIApp, ProxyHeadersMiddleware(_only_look, trusted))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app.inside(scope, receive, send)
            return
        scope["app"] = self.app
        remember_wire(scope, send)
        reply = Reply(scope, send)
        headers: dict[bytes, bytes] = dict(reversed(scope["headers"]))  # of two the first counts
        if b"x-forwarded-proto" in headers or b"x-forwarded-for" in headers:
            await self.proxies(scope, receive, send)
        refusal = self.refusal(scope["method"], scope["path"], headers)
        refusal = refusal or self.patience(scope["method"], scope["path"], whose(scope))
        if refusal is not None:
            await refusal(scope, receive, reply)
            return
        if b"transfer-encoding" in headers:  # nobody has said how long it is
            receive = Limited(receive, most_of(scope["path"])).receive
        app = self.switch.way(scope) or self.app.inside
        if not scope["path"].endswith("/events"):
            with contextlib.suppress(ClientDisconnect):  # whoever leaves before all is said needs no answer
                await app(scope, receive, reply)
            return
        who = whose(scope)
        if not self.limits.open_stream(who):
            many = PlainTextResponse("Too many streams are open.\n", 429, {"retry-after": "10"})
            await many(scope, receive, reply)
            return
        try:
            await app(scope, receive, reply)
        finally:
            self.limits.close_stream(who)

    def refusal(self, method: str, path: str, headers: Mapping[bytes, bytes]) -> PlainTextResponse | None:
        """Why this request goes no further, whenever it comes; None if it may."""
        if not HOST_NAME.fullmatch(headers.get(b"host", b"")):
            return PlainTextResponse("That is no name of a host.\n", 400)
        if method not in SAFE:
            by_token = path.startswith("/api/") and headers.get(b"authorization", b"").startswith(b"Bearer ")
            if not by_token and not comes_from_us(headers):
                return PlainTextResponse("This must be asked from a page of this table.\n", 403)
        length = headers.get(b"content-length", b"0")
        if len(length) > SHORT and (len(length) > 20 or not length.isdigit() or int(length) > most_of(path)):
            return PlainTextResponse(f"Too much: at most {most_of(path)} bytes.\n", 413)
        return None

    def patience(self, method: str, path: str, who: str) -> PlainTextResponse | None:
        """What to say to somebody who asks too often; None if it is not too often."""
        if not self.limits.on:
            return None
        wait = self.limits.wait(kind_of(method, path), who)
        if wait:
            after = {"retry-after": str(int(wait) + 1)}
            return PlainTextResponse("Too often. Please wait a little.\n", 429, after)
        return None


async def _only_look(*_: Any) -> None:
    """Where a request goes that only has to be changed by a proxy's headers."""


def most_of(path: str) -> int:
    """How long a request may be."""
    return MOST_IMPORT if path in {"/import", "/api/import"} else MOST_BODY


class TooMuch(Exception):
    """A body is longer than it may be."""


class Limited:
    """Counts what comes in, so that a body without a length cannot be endless."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive: Final = receive
        self._left = most

    async def receive(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._left -= len(message.get("body", b""))
            if self._left < 0:
                raise TooMuch
        return message
