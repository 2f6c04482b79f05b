"""Style sheets written in several files: ``/static/style.css`` and those of the games, ``/static/GAME/NAME``.

A sheet names its parts by ``@import``, in the order of the cascade. The server replaces these lines by the
parts, so that a page needs one request for each sheet.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from samovar.games import registry

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

SHARED: Final = "style.css"  # on all pages
TABLE: Final = "table.css"  # on the page of a table of this game
BANNER: Final = "banner.css"  # on the first page
IMPORT: Final = re.compile(r'^@import "([a-z_/]+\.css)";\n', re.MULTILINE)


def exists(game: str, name: str) -> bool:
    return registry.data(game, "views", name).is_file()


def addresses(name: str, games: list[str]) -> list[str]:
    """The sheets of this name that these games have, below ``/static/``."""
    return [f"{game}/{name}" for game in games if exists(game, name)]


def joined(folder: Traversable, name: str) -> str:
    """A sheet with the text of its parts in the place of their imports."""
    text = folder.joinpath(name).read_text(encoding="utf-8")
    return IMPORT.sub(lambda found: joined(folder, found[1]), text)


@cache
def sheet(game: str, name: str) -> tuple[bytes, str]:
    """A sheet of a game, or a shared one if ``game`` is empty, and its ETag. Kept: reading files blocks."""
    folder = registry.data(game, "views") if game else files("samovar.table").joinpath("static")
    content = joined(folder, name).encode()
    return content, f'"{blake2b(content, digest_size=16).hexdigest()}"'


def answer(request: Request, game: str, name: str) -> Response:
    """One sheet. A browser keeps it and asks each time whether it is still the same."""
    content, etag = sheet(game, name)
    headers = {"etag": etag, "cache-control": "no-cache"}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type="text/css", headers=headers)


async def shared_style(request: Request) -> Response:
    return answer(request, "", SHARED)


async def style(request: Request) -> Response:
    game, name = request.path_params["game"], request.path_params["name"]
    if name not in {TABLE, BANNER} or not registry.known(game) or not exists(game, name):
        raise HTTPException(404)
    return answer(request, game, name)


def routes() -> list[Route]:
    return [Route(f"/static/{SHARED}", shared_style), Route("/static/{game}/{name}", style)]
