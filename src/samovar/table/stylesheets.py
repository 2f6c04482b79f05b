"""Style sheets that consist of several files: ``/static/style.css`` and ``/static/GAME/NAME``.

A style sheet imports its parts by ``@import``, in the order of the cascade. The server replaces these lines
by the content of the parts, so that a page needs one request per style sheet.
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

SHARED_STYLE: Final = "style.css"  # used by all pages
TABLE_STYLE: Final = "table.css"  # used by the pages of a game
BANNER_STYLE: Final = "banner.css"  # used by the lobby
IMPORT: Final = re.compile(r'^@import "([a-z_/]+\.css)";\n', re.MULTILINE)


def has_stylesheet(game: str, name: str) -> bool:
    return registry.data(game, "views", name).is_file()


def paths(name: str, games: list[str]) -> list[str]:
    """The paths of the style sheets with this name that these games have, relative to ``/static/``."""
    return [f"{game}/{name}" for game in games if has_stylesheet(game, name)]


def expand_imports(folder: Traversable, name: str) -> str:
    """The text of a style sheet with its imports replaced by the content of the parts."""
    text = folder.joinpath(name).read_text(encoding="utf-8")
    return IMPORT.sub(lambda found: expand_imports(folder, found[1]), text)


@cache
def load_stylesheet(game: str, name: str) -> tuple[bytes, str]:
    """The content and ETag of a style sheet, shared if ``game`` is "". Cached, because reading blocks."""
    folder = registry.data(game, "views") if game else files("samovar.table").joinpath("static")
    content = expand_imports(folder, name).encode()
    return content, f'"{blake2b(content, digest_size=16).hexdigest()}"'


def stylesheet_response(request: Request, game: str, name: str) -> Response:
    """The response with one style sheet. A browser caches it and revalidates it at each use."""
    content, etag = load_stylesheet(game, name)
    headers = {"etag": etag, "cache-control": "no-cache"}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type="text/css", headers=headers)


async def serve_shared_style(request: Request) -> Response:
    return stylesheet_response(request, "", SHARED_STYLE)


async def serve_game_style(request: Request) -> Response:
    game, name = request.path_params["game"], request.path_params["name"]
    if name not in {TABLE_STYLE, BANNER_STYLE} or not registry.known(game) or not has_stylesheet(game, name):
        raise HTTPException(404)
    return stylesheet_response(request, game, name)


def routes() -> list[Route]:
    return [
        Route(f"/static/{SHARED_STYLE}", serve_shared_style),
        Route("/static/{game}/{name}", serve_game_style),
    ]
