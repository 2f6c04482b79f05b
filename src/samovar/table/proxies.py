"""Requests through a reverse proxy: the prefix of all paths, and the headers that name the client."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from samovar.kernel.errors import BadInput

PREFIX: Final = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+")


def root_path(given: str, own: Iterable[str]) -> str:
    """A prefix as it was given, without the slash at its end. BadInput if it could not be told from ``own``,
    the first parts of the server's own paths: a proxy may remove the prefix or leave it.
    """
    prefix = given.rstrip("/")
    if not prefix:
        return ""
    if not PREFIX.fullmatch(prefix):
        raise BadInput("root-path", [f"must look like /samovar or /games/samovar, not {given!r}"])
    first = prefix.split("/")[1]
    if first in set(own):
        raise BadInput("root-path", [f"must not begin with /{first}, a path of the table itself"])
    return prefix


def enter_root_path(scope: Scope, prefix: str) -> str:
    """Note the prefix in the scope as ASGI defines it; returns the path below. The proxy may have removed the
    prefix or not.
    """
    path: str = scope["path"]
    below = path[len(prefix) :] if path == prefix or path.startswith(prefix + "/") else path
    scope["root_path"], scope["path"] = prefix, prefix + below
    return below or "/"


def networks(given: Iterable[str]) -> list[str]:
    """Addresses and networks, each item of ``given`` one or several with commas between."""
    found: list[str] = []
    for text in (part.strip() for item in given for part in item.split(",")):
        try:
            network = ipaddress.ip_network(text)
        except ValueError as error:
            wanted = "must be addresses or networks such as 127.0.0.1 or 10.0.0.0/8"
            raise BadInput("trusted-proxy", [f"{wanted}: {error}"]) from None
        found.append(str(network))
    return found


class Proxies:
    """Believes the X-Forwarded headers of these peers and of no others."""

    def __init__(self, trusted: Sequence[str]) -> None:
        middleware = ProxyHeadersMiddleware(_nothing_more, list(trusted))
        self._trusted: Final = middleware.trusted_hosts
        self._client_and_scheme: Final = cast(ASGIApp, middleware)

    async def apply(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Give a request of a trusted proxy the client, the scheme and the host that the proxy names."""
        peer = scope.get("client")
        if peer is None or peer[0] not in self._trusted:
            return
        await self._client_and_scheme(scope, receive, send)
        named = [value for name, value in scope["headers"] if name == b"x-forwarded-host"]
        if named:
            host = named[0].partition(b",")[0].strip()
            others = [header for header in scope["headers"] if header[0] != b"host"]
            scope["headers"] = [(b"host", host), *others]


async def _nothing_more(*_: Any) -> None:
    """The application behind uvicorn's middleware, which only has to change the scope."""
