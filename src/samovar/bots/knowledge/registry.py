"""The knowledge of each game, loaded when a bot first needs it."""

from __future__ import annotations

from typing import Final

from samovar.bots.knowledge.knowledge import Knowledge
from samovar.games import registry
from samovar.kernel.game import Game

LOADED: Final[dict[str, Knowledge]] = {}


def knowledge(game: Game) -> Knowledge:
    """The knowledge that ``KNOWLEDGE`` of the game's part for bots makes. The default is the score alone.

    Tests play games that are not installed: they have the default, too.
    """
    if game.name not in LOADED:
        part = registry.part(game.name, "bots") if registry.known(game.name) else None
        kind: type[Knowledge] = Knowledge if part is None else part.KNOWLEDGE
        LOADED[game.name] = kind(game)
    return LOADED[game.name]
