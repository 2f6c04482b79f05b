"""Rate limits: a token bucket per client and kind of request, and a limit on open streams per client."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from math import ceil
from typing import Final

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from samovar.table.origin_check import SAFE_METHODS
from samovar.table.proxies import route_path
from samovar.table.settings import MAX_BUCKETS, RATES

STREAM_RETRY: Final = 10  # seconds


class Bucket:
    """A token bucket: ``burst`` tokens at most, refilled with ``per_second``."""

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst: Final = burst
        self.per_second: Final = per_second
        self.left = burst
        self.at = time.monotonic()

    def take(self) -> float:
        """Take a token: 0 if there was one, otherwise the seconds until there is one."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.per_second)
        self.at = now
        if self.left >= 1:
            self.left -= 1
            return 0.0
        return (1 - self.left) / self.per_second


class RateLimits:
    """The buckets and the open streams of all clients."""

    def __init__(self, max_streams: int) -> None:
        self.max_streams: Final = max_streams
        # In the order of their last use, so that the oldest is dropped first.
        self._buckets: Final[OrderedDict[tuple[str, str], Bucket]] = OrderedDict()
        self._streams: Final[Counter[str]] = Counter()

    def retry_after(self, kind: str, client: str) -> float:
        """Count a request: 0 if it may be done now, otherwise the seconds until it may be tried again."""
        bucket = self._buckets.get((kind, client))
        if bucket is None:
            bucket = self._buckets[kind, client] = Bucket(*RATES[kind])
            if len(self._buckets) > MAX_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end((kind, client))
        return bucket.take()

    def open_stream(self, client: str) -> bool:
        """Count one more open stream of a client; False if it has too many."""
        if self._streams[client] >= self.max_streams:
            return False
        self._streams[client] += 1
        return True

    def close_stream(self, client: str) -> None:
        self._streams[client] -= 1
        if not self._streams[client]:
            del self._streams[client]


class RateLimitMiddleware:
    """Answers 429 to a client that exceeds a limit."""

    def __init__(self, app: ASGIApp, limits: RateLimits) -> None:
        self.app: Final = app
        self.limits: Final = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path, client = route_path(scope), client_of(scope)
        wait = self.limits.retry_after(kind_of(scope["method"], path), client)
        if wait:
            await too_many("requests", ceil(wait))(scope, receive, send)
        elif path.endswith("/events"):
            await self._stream(client, scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _stream(self, client: str, scope: Scope, receive: Receive, send: Send) -> None:
        if not self.limits.open_stream(client):
            await too_many("open streams", STREAM_RETRY)(scope, receive, send)
            return
        try:
            await self.app(scope, receive, send)
        finally:
            self.limits.close_stream(client)


def too_many(what: str, seconds: int) -> PlainTextResponse:
    unit = "second" if seconds == 1 else "seconds"
    text = f"Too many {what}. Retry after {seconds} {unit}.\n"
    return PlainTextResponse(text, 429, {"retry-after": str(seconds)})


def kind_of(method: str, path: str) -> str:
    """The rate that applies to a request, a key of ``RATES``."""
    if method in SAFE_METHODS:
        return "token" if "/join/" in path else "read"
    last = path.rpartition("/")[2]
    if last in {"tables", "import", "fork", "rematch"}:
        return "make"
    if last == "pledges":
        return "pledge"
    return "chat" if last == "chat" else "act"


def client_of(scope: Scope) -> str:
    """The client that a request counts for; "" if the server does not know it (Unix sockets)."""
    return client_network(scope["client"][0]) if scope.get("client") else ""


@lru_cache(1000)
def client_network(address: str) -> str:
    """The address of a client as limits count it. One client has a whole IPv6 network of 64 bits."""
    if ":" not in address:
        return address
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:  # a proxy named it so
        return address
    if isinstance(found, IPv4Address):
        return address
    return str(found.ipv4_mapped or IPv6Network((int(found), 64), strict=False))
