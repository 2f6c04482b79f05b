"""The doorkeeper: what every request and every answer goes through.

Unsafe requests must come from our own pages (or carry the token of a seat, which no browser adds by itself);
bodies are small, and nobody may ask too often. Every answer forbids what our pages do not need.
"""

from __future__ import annotations

import contextlib
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Mapping
from typing import Final, Protocol

from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from samovar.table.proxies import Proxies, enter_root_path
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


def why_not_from_us(headers: Mapping[bytes, bytes]) -> str:
    """The text for a request that ``comes_from_us`` refuses. The usual cause: a proxy replaces Host."""
    if b"sec-fetch-site" in headers or b"origin" not in headers:
        return "This must be asked from a page of this table.\n"
    return (
        "This must be asked from a page of this table: the Origin header does not match the Host header. "
        "A proxy in front of the table must pass on Host as the browser sent it, "
        "or set X-Forwarded-Host and be named by --trusted-proxy.\n"
    )


def whose(scope: Scope) -> str:
    """The address that a request comes from."""
    return scope["client"][0] if scope.get("client") else ""


class Inside(Protocol):
    """An application with a door before it."""

    async def inside(self, scope: Scope, receive: Receive, send: Send) -> None: ...


class Doorkeeper:
    """Checks every request, then hands it to the handler that ``switch`` finds, or to the application."""

    def __init__(
        self, app: Inside, limits: Limits, switch: Switch, root_path: str, proxies: Proxies | None
    ) -> None:
        self.app: Final = app
        self.limits: Final = limits
        self.switch: Final = switch
        self.root_path: Final = root_path
        self.proxies: Final = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app.inside(scope, receive, send)
            return
        scope["app"] = self.app
        remember_wire(scope, send)
        reply = Reply(scope, send)
        path = enter_root_path(scope, self.root_path) if self.root_path else scope["path"]
        if self.proxies is not None:
            await self.proxies.apply(scope, receive, send)
        headers: dict[bytes, bytes] = dict(reversed(scope["headers"]))  # of two the first counts
        refusal = self.refusal(scope["method"], path, headers)
        refusal = refusal or self.patience(scope["method"], path, whose(scope))
        if refusal is not None:
            await refusal(scope, receive, reply)
            return
        if b"transfer-encoding" in headers:  # nobody has said how long it is
            receive = Limited(receive, most_of(path)).receive
        app = self.switch.way(scope, path) or self.app.inside
        if not path.endswith("/events"):
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
                return PlainTextResponse(why_not_from_us(headers), 403)
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
