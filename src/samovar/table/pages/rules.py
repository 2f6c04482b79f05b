"""The pages that explain a game: its rules, and how to play it. Also the page for URLs that do not exist."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from samovar.games import registry
from samovar.table.pages.page_request import JSONResponse, PageRequest
from samovar.views.howto_page import howto_page
from samovar.views.rules_page import rules_page
from samovar.views.rules_text import rules_text


async def show_rules(request: PageRequest) -> Response:
    """The rules in the user's language, or in English without a translation."""
    game = registry.game(request.http.path_params["game"]).name
    words = request.words(game)
    text, lang = rules_text(game, request.lang)
    if not text:
        return request.error_page([words.say("error.no_rules")], 404)
    return request.html(rules_page(words, request.head("pages.js"), game, text, lang))


async def show_howto(request: PageRequest) -> Response:
    """The illustrated page that explains a game."""
    game = registry.game(request.http.path_params["game"])
    return request.html(howto_page(request.words(game.name), request.howto_head(game.name), game))


async def not_found(http: Request, _: Exception) -> Response:
    """The response to a URL that does not exist."""
    request = PageRequest(http)
    faults = [request.words().say("error.no_page")]
    if request.json or http.url.path.startswith(request.url_path("/api/")):
        return JSONResponse({"error": faults[0], "faults": faults}, 404)
    return request.error_page(faults, 404)
