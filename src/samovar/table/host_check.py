"""The check of the Host header. Links and redirects use it, so it must be a valid, allowed host name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from samovar.kernel.errors import BadInput

VALID_HOST: Final = re.compile(r"[A-Za-z0-9._:\[\]-]{0,255}")
ALLOWED_HOST: Final = re.compile(r"(\*\.)?[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]")
LOCAL_HOSTS: Final = ("localhost", "127.0.0.1", "[::1]")  # for health checks; safe, as no site has them


class HostCheck:
    """Middleware that responds 400 to a Host header with invalid characters."""

    def __init__(self, app: ASGIApp) -> None:
        self.app: Final = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not VALID_HOST.fullmatch(Headers(scope=scope).get("host", "")):
            await PlainTextResponse("Invalid Host header.\n", 400)(scope, receive, send)
            return
        await self.app(scope, receive, send)


def allowed_hosts(given: Iterable[str]) -> list[str]:
    """The host names for Starlette's TrustedHostMiddleware, with LOCAL_HOSTS. [] if none is given.

    Each item of ``given`` is one name or several separated by commas.
    """
    names = [part.strip() for item in given for part in item.split(",")]
    for name in names:
        if not ALLOWED_HOST.fullmatch(name):
            wanted = "must be host names without port, such as table.example or *.example"
            raise BadInput("allowed-host", [f"{wanted}, not {name!r}"])
    return [*names, *LOCAL_HOSTS] if names else []
