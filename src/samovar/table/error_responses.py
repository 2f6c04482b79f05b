"""Error responses of middleware (403, 413, 429), in the language of the browser.

API clients get English text. A script of a page gets JSON, so that the page can show the message.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from samovar.table.language import language_of
from samovar.table.proxies import route_path
from samovar.views.words.words import BASE, words_for


async def respond_after_body(response: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Read the body of a request, then send the error response.

    Caddy drops a response that begins before the request is complete. ``connection_limits`` bounds the size
    of the body and the time for it.
    """
    while (await receive()).get("more_body", False):
        pass
    await response(scope, receive, send)


def error_response(
    scope: Scope, status: int, message_id: str, headers: dict[str, str] | None = None, **values: str | int
) -> Response:
    """The response to a request that is refused before it reaches its endpoint."""
    request = Request(scope)
    is_api = route_path(scope).startswith("/api/")
    text = words_for(BASE if is_api else language_of(request)).say(message_id, **values)
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"error": text, "faults": [text]}, status, headers)
    return PlainTextResponse(text + "\n", status, headers)


class TranslatedTooLarge:
    """Middleware that replaces Starlette's English response 413."""

    def __init__(self, app: ASGIApp, max_body: Callable[[str], int]) -> None:
        self.app: Final = app
        self.max_body: Final = max_body  # the limit of a path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        replaced = False

        async def send_translated(message: Message) -> None:
            nonlocal replaced
            if message["type"] == "http.response.start" and message["status"] == 413:
                replaced = True
                most = f"{self.max_body(route_path(scope)):,}"
                await error_response(scope, 413, "error.too_large", bytes=most)(scope, receive, send)
            elif not replaced:
                await send(message)

        await self.app(scope, receive, send_translated)
