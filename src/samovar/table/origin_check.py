"""Protection against cross-site request forgery.

A request that may change something must come from a page of this server. Requests to the API may carry the
token of a seat instead, because no browser adds an Authorization header by itself.
"""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from samovar.table.proxies import route_path

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
FOREIGN: Final = "This request must come from a page of this server, or carry a seat's token.\n"
OTHER_HOST: Final = (
    "This request must come from a page of this server, but its Origin header does not match its Host "
    "header. "
    "A proxy in front of the server must pass on Host as the browser sent it, "
    "or set X-Forwarded-Host and be named by --trusted-proxy.\n"
)


class OriginCheck:
    """Answers 403 to unsafe requests from elsewhere."""

    def __init__(self, app: ASGIApp) -> None:
        self.app: Final = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in SAFE_METHODS:
            headers = Headers(scope=scope)
            if not has_token(headers, route_path(scope)) and not is_same_origin(headers):
                await PlainTextResponse(refusal(headers), 403)(scope, receive, send)
                return
        await self.app(scope, receive, send)


def has_token(headers: Headers, path: str) -> bool:
    """Whether this is a request to the API with a bearer token, valid or not."""
    return path.startswith("/api/") and headers.get("authorization", "").startswith("Bearer ")


def is_same_origin(headers: Headers) -> bool:
    """Whether the browser says that one of our own pages sent the request. Without such a header: no."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    scheme, separator, host = headers.get("origin", "").partition("://")
    return scheme in {"http", "https"} and bool(separator) and host == headers.get("host")


def refusal(headers: Headers) -> str:
    """The reason for a 403. A proxy that replaces Host is the usual cause of a wrong Origin."""
    return FOREIGN if "sec-fetch-site" in headers or "origin" not in headers else OTHER_HOST
