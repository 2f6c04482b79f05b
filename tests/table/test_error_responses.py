"""A refused request is read to its end before the response begins.

Caddy, as every Go proxy, may drop a response that begins while it still sends the body of the request.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from samovar.table.origin_check import OriginCheck
from samovar.table.rate_limits import RateLimitMiddleware, RateLimits
from samovar.table.settings import Limits, Rate


async def never(scope: Scope, receive: Receive, send: Send) -> None:
    raise AssertionError("the request reached the application")


def over_the_rate(app: ASGIApp) -> ASGIApp:
    """Middleware with an empty bucket that gets a new token after a minute."""
    limits = RateLimits(Limits(rate_make=Rate(1, 1)))
    limits.retry_after("make", "127.0.0.1")
    return RateLimitMiddleware(app, limits)


@pytest.mark.parametrize(("middleware", "status"), [(over_the_rate, 429), (OriginCheck, 403)])
def test_the_body_is_read_before_an_error_response(
    middleware: Callable[[ASGIApp], ASGIApp], status: int
) -> None:
    seen: list[str] = []
    body = iter([b"game=", b"chess", b""])

    async def receive() -> Message:
        part = next(body)
        seen.append(f"body {part.decode()}".strip())
        return {"type": "http.request", "body": part, "more_body": bool(part)}

    async def send(message: Message) -> None:
        seen.append(str(message.get("status", "sent")))

    scope: Scope = {
        "type": "http",
        "method": "POST",
        "path": "/tables",
        "headers": [],
        "client": ("127.0.0.1", 1),
    }

    async def ask() -> None:
        await middleware(never)(scope, receive, send)

    asyncio.run(ask())
    assert seen == ["body game=", "body chess", "body", str(status), "sent"]


def test_a_client_that_disconnects_is_not_waited_for() -> None:
    async def receive() -> Message:
        return {"type": "http.disconnect"}

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {"type": "http", "method": "POST", "path": "/tables", "headers": [], "client": None}
    asyncio.run(asyncio.wait_for(OriginCheck(never)(scope, receive, send), 5))
    assert sent[0]["status"] == 403
