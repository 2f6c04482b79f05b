"""Default headers of every response: Content-Security-Policy and other security headers, no caching."""

from __future__ import annotations

from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

SECURITY_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "x-frame-options": "DENY",
}
DEFAULT_HEADERS: Final = SECURITY_HEADERS | {"cache-control": "no-store"}


class ResponseHeaders:
    """Middleware that adds each default header that a response does not set itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app: Final = app
        self._defaults: Final = [(name.encode(), value.encode()) for name, value in DEFAULT_HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_defaults(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name for name, _ in message["headers"]}
                missing = [header for header in self._defaults if header[0] not in own]
                message["headers"] = [*message["headers"], *missing]
            await send(message)

        await self.app(scope, receive, send_with_defaults)
