"""The rules of a game as a page, and the page for addresses that do not exist."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from samovar.games import registry
from samovar.table.pages.page_request import JSONResponse, PageRequest
from samovar.views.rules_page import rules_page
from samovar.views.rules_text import rules_text


async def show_rules(visit: PageRequest) -> Response:
    """The rules in the reader's language, or in English where there is no translation."""
    game = registry.game(visit.request.path_params["game"]).name
    words = visit.words(game)
    text, lang = rules_text(game, visit.lang)
    if not text:
        return visit.error_page([words.say("door.no_rules")], 404)
    return visit.html(rules_page(words, visit.head("pages.js"), game, text, lang))


async def not_found(request: Request, _: Exception) -> Response:
    """The response to an address that does not exist."""
    visit = PageRequest(request)
    faults = [visit.words().say("door.no_page")]
    if visit.json or request.url.path.startswith(visit.at("/api/")):
        return JSONResponse({"error": faults[0], "faults": faults}, 404)
    return visit.error_page(faults, 404)
