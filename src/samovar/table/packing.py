"""Compression of what browsers ask for. (Streams pack their messages themselves: see ``events``.)"""

from __future__ import annotations

import gzip
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LEAST: Final = 1000  # bytes; less is not worth it
LEVEL: Final = 5
KINDS: Final = (
    b"text/html",
    b"text/css",
    b"text/plain",
    b"text/javascript",
    b"application/json",
    b"image/svg",
)


class Packing:
    """Packs an answer that comes in one piece, if the browser can unpack it and it gets smaller by that."""

    def __init__(self, app: ASGIApp) -> None:
        self.app: Final = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not accepts_gzip(scope):
            await self.app(scope, receive, send)
            return
        held: list[Message] = []  # the head, until it is known what follows

        async def packing(message: Message) -> None:
            if message["type"] == "http.response.start" and _packable(message["headers"]):
                held.append(message)
                return
            if held:
                head = held.pop()
                body = message.get("body", b"")
                if len(body) >= LEAST and not message.get("more_body"):
                    message["body"] = gzip.compress(body, LEVEL, mtime=0)
                    head["headers"] = _packed(head["headers"], len(message["body"]))
                await send(head)
            await send(message)

        await self.app(scope, receive, packing)


def accepts_gzip(scope: Scope) -> bool:
    return any(name == b"accept-encoding" and b"gzip" in value for name, value in scope["headers"])


def _packable(headers: list[tuple[bytes, bytes]]) -> bool:
    there = dict(headers)
    return there.get(b"content-type", b"").startswith(KINDS) and b"content-encoding" not in there


def _packed(headers: list[tuple[bytes, bytes]], length: int) -> list[tuple[bytes, bytes]]:
    kept = [header for header in headers if header[0] != b"content-length"]
    return [
        *kept,
        (b"content-length", str(length).encode()),
        (b"content-encoding", b"gzip"),
        (b"vary", b"accept-encoding"),
    ]
