"""The view of each game, loaded when a page or the terminal first needs it."""

from __future__ import annotations

from typing import Final

from samovar.games import registry
from samovar.kernel.game import Game
from samovar.views.game_text import GameText
from samovar.views.game_view import GameView
from samovar.views.plain_view import PlainView
from samovar.views.render_context import RenderContext
from samovar.views.view_model import ViewModel
from samovar.views.words.words import Words, languages, words_for

LOADED: Final[dict[str, GameView]] = {}


def game_view(game: Game) -> GameView:
    """``VIEW`` of the game's views package, or the plain view."""
    if game.name not in LOADED:
        part = registry.part(game.name, "views") if registry.known(game.name) else None
        found: GameView | None = getattr(part, "VIEW", None)  # a views package may contain only words
        LOADED[game.name] = PlainView(game) if found is None else found
    return LOADED[game.name]


def game_text(game: Game, words: Words) -> GameText:
    """The sentences of a game."""
    return game_view(game).text(words)


def render_context(model: ViewModel) -> RenderContext:
    """The render context of a view model. It has the texts of all languages, so that search finds options."""
    game, lang = model.game, model.words.lang
    others = [game_text(game, words_for(other, game.name)) for other in languages() if other != lang]
    return RenderContext(model, game_text(game, model.words), others)
