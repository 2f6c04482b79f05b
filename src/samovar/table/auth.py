"""Authentication: the ``Identity`` of a request from its session cookie or bearer token."""

from __future__ import annotations

import secrets
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from samovar.room.access import digest
from samovar.room.viewer import Identity
from samovar.table.language import cookies_of
from samovar.table.rate_limits import client_of

COOKIE: Final = "samovar"
COOKIE_SECONDS: Final = 365 * 24 * 3600


def browser_identity(request: Request) -> Identity:
    """The identity of a browser from its session cookie."""
    session = cookies_of(request).get(COOKIE, "")
    return Identity(session=digest(session) if session else "", address=client_of(request.scope))


def program_identity(request: Request) -> Identity:
    """The identity of an API client from the token of its seat."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    token = token.strip() if kind == "Bearer" else ""
    return Identity(token=digest(token) if token else "", address=client_of(request.scope))


def new_session() -> str:
    """The value of a new session cookie."""
    return secrets.token_urlsafe(32)


def set_cookie(request: Request, response: Response, name: str, value: str, httponly: bool = False) -> None:
    """Set a cookie for all paths of this server."""
    response.set_cookie(
        name,
        value,
        COOKIE_SECONDS,
        path=request.app.root_path or "/",
        httponly=httponly,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
