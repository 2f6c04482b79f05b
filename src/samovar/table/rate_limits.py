"""Rate limits: a token bucket per client and kind of request, and a limit on open streams per client."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from math import ceil
from typing import Final

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from samovar.table.error_responses import error_response, respond_after_body
from samovar.table.origin_check import SAFE_METHODS
from samovar.table.proxies import route_path
from samovar.table.settings import MAX_BUCKETS, Limits, Rate

OWN_DATA: Final = frozenset({"/data", "/data.json"})
STREAM_RETRY: Final = 10  # seconds until a client with too many streams may retry


class Bucket:
    """A token bucket: ``burst`` tokens at most, refilled with ``per_second``."""

    __slots__ = ("at", "burst", "left", "per_second")

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst: Final = burst
        self.per_second: Final = per_second
        self.left = burst
        self.at = time.monotonic()

    def take(self) -> float:
        """Take a token and return 0. If there is none, return the seconds until there is one."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.per_second)
        self.at = now
        if self.left >= 1:
            self.left -= 1
            return 0.0
        return (1 - self.left) / self.per_second


class RateLimits:
    """The buckets and the open streams of all clients."""

    def __init__(self, limits: Limits) -> None:
        self.max_streams: Final = limits.max_streams_per_client
        self.rates: Final = rates(limits)
        self.refused: Final[Counter[str]] = Counter()  # responses with status 429 by the name of the limit
        # Sorted by last use, so that the least recently used bucket is dropped first.
        self._buckets: Final[OrderedDict[tuple[str, str], Bucket]] = OrderedDict()
        self._streams: Final[Counter[str]] = Counter()

    def retry_after(self, kind: str, client: str) -> float:
        """Count a request and return 0. If it exceeds the rate, return the seconds until a retry."""
        bucket = self._buckets.get((kind, client))
        if bucket is None:
            bucket = self._buckets[kind, client] = Bucket(*self.rates[kind])
            if len(self._buckets) > MAX_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end((kind, client))
        wait = bucket.take()
        self.refused[f"rate_{kind}"] += wait > 0
        return wait

    def open_stream(self, client: str) -> bool:
        """Count a new stream of a client. False if the client has too many."""
        if self._streams[client] >= self.max_streams:
            self.refused["max_streams_per_client"] += 1
            return False
        self._streams[client] += 1
        return True

    def close_stream(self, client: str) -> None:
        self._streams[client] -= 1
        if not self._streams[client]:
            del self._streams[client]


class RateLimitMiddleware:
    """Middleware that responds 429 to a client that exceeds a limit."""

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
            await respond_after_body(too_many(scope, "error.too_many", ceil(wait)), scope, receive, send)
        elif path.endswith("/events"):
            await self._stream(client, scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _stream(self, client: str, scope: Scope, receive: Receive, send: Send) -> None:
        if not self.limits.open_stream(client):
            await too_many(scope, "error.too_many_streams", STREAM_RETRY)(scope, receive, send)
            return
        try:
            await self.app(scope, receive, send)
        finally:
            self.limits.close_stream(client)


def too_many(scope: Scope, message_id: str, seconds: int) -> Response:
    return error_response(scope, 429, message_id, {"retry-after": str(seconds)}, seconds=seconds)


def rates(limits: Limits) -> dict[str, tuple[float, float]]:
    """The burst and the requests per second of each kind of request."""
    found: dict[str, Rate] = {
        "make": limits.rate_make,
        "pledge": limits.rate_pledge,
        "act": limits.rate_act,
        "chat": limits.rate_chat,
        "token": limits.rate_token,
        "read": limits.rate_read,
        "data": limits.rate_data,
    }
    return {kind: (rate.burst, rate.per_minute / 60) for kind, rate in found.items()}


def kind_of(method: str, path: str) -> str:
    """The kind of a request, a key of ``rates``."""
    if "/join/" in path:
        return "token"
    if path in OWN_DATA:
        return "data"
    if method in SAFE_METHODS:
        return "read"
    last = path.rpartition("/")[2]
    if last in {"tables", "import", "fork", "rematch"}:
        return "make"
    if last == "pledges":
        return "pledge"
    return "chat" if last == "chat" else "act"


def client_of(scope: Scope) -> str:
    """The client that a request counts for. "" if it is unknown (Unix sockets)."""
    return client_network(scope["client"][0]) if scope.get("client") else ""


@lru_cache(1000)
def client_network(address: str) -> str:
    """The IP address or network that counts as one client. For IPv6 it is the /64 network."""
    if ":" not in address:
        return address
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:  # the proxy did not send an IP address
        return address
    if isinstance(found, IPv4Address):
        return address
    return str(found.ipv4_mapped or IPv6Network((int(found), 64), strict=False))
