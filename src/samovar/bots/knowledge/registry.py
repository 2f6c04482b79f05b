"""Loads and caches the knowledge of each game."""

from __future__ import annotations

from typing import Final

from samovar.bots.knowledge.knowledge import Knowledge
from samovar.games import registry
from samovar.kernel.game import Game

LOADED: Final[dict[str, Knowledge]] = {}


def knowledge(game: Game) -> Knowledge:
    """Return the knowledge of a game: an instance of the class ``KNOWLEDGE`` in its module for bots.

    Games without such a module, and games of tests that are not installed, get the default.
    """
    if game.name not in LOADED:
        part = registry.part(game.name, "bots") if registry.known(game.name) else None
        kind: type[Knowledge] = Knowledge if part is None else part.KNOWLEDGE
        LOADED[game.name] = kind(game)
    return LOADED[game.name]
