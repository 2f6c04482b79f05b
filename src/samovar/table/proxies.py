"""Reverse proxies: the prefix of all URL paths (root path), and X-Forwarded headers of trusted proxies."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, cast

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from samovar.kernel.errors import BadInput

PREFIX: Final = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+")


def root_path(given: str, own: Iterable[str]) -> str:
    """The prefix without a slash at its end. BadInput if it begins with a segment in ``own``.

    ``own`` are the first segments of the server's own paths. A proxy may remove the prefix or pass it on, so
    a path with and one without the prefix must differ.
    """
    prefix = given.rstrip("/")
    if not prefix:
        return ""
    if not PREFIX.fullmatch(prefix):
        raise BadInput("root-path", [f"must look like /samovar or /games/samovar, not {given!r}"])
    first = prefix.split("/")[1]
    if first in set(own):
        raise BadInput("root-path", [f"must not begin with /{first}, which is a path of the server itself"])
    return prefix


def networks(given: Iterable[str]) -> list[str]:
    """The IP networks in ``given``. Each item is one address or network, or several separated by commas."""
    found: list[str] = []
    for text in (part.strip() for item in given for part in item.split(",")):
        try:
            network = ipaddress.ip_network(text)
        except ValueError as error:
            wanted = "must be addresses or networks such as 127.0.0.1 or 10.0.0.0/8"
            raise BadInput("trusted-proxy", [f"{wanted}: {error}"]) from None
        found.append(str(network))
    return found


@lru_cache(1000)
def in_networks(address: str, networks: tuple[str, ...]) -> bool:
    """True if an IP address lies in one of these networks, as ``networks()`` returns them."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found in ipaddress.ip_network(network) for network in networks)


def route_path(scope: Scope) -> str:
    """The path of a request without the root path."""
    path: str = scope["path"]
    return path[len(scope.get("root_path", "")) :] or "/"


class RootPath:
    """Middleware that sets ASGI's ``root_path`` and ``path``. The proxy may have removed the prefix."""

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self.app: Final = app
        self.prefix: Final = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            path, prefix = scope["path"], self.prefix
            is_below = path == prefix or path.startswith(prefix + "/")
            scope["root_path"], scope["path"] = prefix, path if is_below else prefix + path
        await self.app(scope, receive, send)


class TrustedProxies:
    """Middleware that uses the X-Forwarded headers of trusted peers and ignores those of all others."""

    def __init__(self, app: ASGIApp, trusted: Sequence[str]) -> None:
        self._trusted: Final = tuple(trusted)
        middleware = ProxyHeadersMiddleware(cast(Any, app), list(trusted))
        self._replace_client_and_scheme: Final = cast(ASGIApp, middleware)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope.get("client"):
            if in_networks(scope["client"][0], self._trusted):
                _replace_host(scope)
        await self._replace_client_and_scheme(scope, receive, send)


def _replace_host(scope: Scope) -> None:
    named = [value for name, value in scope["headers"] if name == b"x-forwarded-host"]
    if named:
        host = named[0].partition(b",")[0].strip()
        others = [header for header in scope["headers"] if header[0] != b"host"]
        scope["headers"] = [(b"host", host), *others]
