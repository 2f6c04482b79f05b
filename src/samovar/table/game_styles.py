"""The style sheets of the games, at ``/static/GAME/NAME``: files of each game's part for views."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from samovar.games import registry

TABLE: Final = "table.css"  # on the page of a table of this game
BANNER: Final = "banner.css"  # on the first page


def exists(game: str, name: str) -> bool:
    return registry.data(game, "views", name).is_file()


def addresses(name: str, games: list[str]) -> list[str]:
    """The sheets of this name that these games have, below ``/static/``."""
    return [f"{game}/{name}" for game in games if exists(game, name)]


async def style(request: Request) -> Response:
    """One sheet. A browser keeps it and asks each time whether it is still the same."""
    game, name = request.path_params["game"], request.path_params["name"]
    if name not in {TABLE, BANNER} or not registry.known(game) or not exists(game, name):
        raise HTTPException(404)
    content = registry.data(game, "views", name).read_bytes()
    headers = {"etag": f'"{blake2b(content, digest_size=16).hexdigest()}"', "cache-control": "no-cache"}
    if headers["etag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type="text/css", headers=headers)


def routes() -> list[Route]:
    return [Route("/static/{game}/{name}", style)]
