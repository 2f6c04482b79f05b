"""The check of Sec-Fetch-Site and Origin, against cross-site request forgery (CSRF).

A request with an unsafe method must come from a page of this server. An API request may carry the token of a
seat instead, because no browser adds an Authorization header by itself.
"""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from samovar.table.error_responses import error_response, respond_after_body
from samovar.table.proxies import route_path

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class OriginCheck:
    """Middleware that responds 403 to unsafe requests of other sites."""

    def __init__(self, app: ASGIApp) -> None:
        self.app: Final = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in SAFE_METHODS:
            headers = Headers(scope=scope)
            if not has_token(headers, route_path(scope)) and not is_same_origin(headers):
                await respond_after_body(
                    error_response(scope, 403, message_of(headers)), scope, receive, send
                )
                return
        await self.app(scope, receive, send)


def has_token(headers: Headers, path: str) -> bool:
    """True for an API request with a bearer token, valid or not."""
    return path.startswith("/api/") and headers.get("authorization", "").startswith("Bearer ")


def is_same_origin(headers: Headers) -> bool:
    """True if Sec-Fetch-Site or Origin shows that a page of this server sent the request."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    scheme, separator, host = headers.get("origin", "").partition("://")
    return scheme in {"http", "https"} and bool(separator) and host == headers.get("host")


def message_of(headers: Headers) -> str:
    """The message id of the 403 response. A proxy that replaces Host is the usual cause of a mismatch."""
    without_origin = "sec-fetch-site" in headers or "origin" not in headers
    return "error.cross_site" if without_origin else "error.host_mismatch"
