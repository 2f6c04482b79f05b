"""Loads and caches the knowledge of each game."""

from __future__ import annotations

from typing import Final

from samovar.bots.knowledge.knowledge import Knowledge, LinearKnowledge
from samovar.bots.knowledge.weights import load_weights
from samovar.games import registry
from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game

LOADED: Final[dict[tuple[str, int], Knowledge]] = {}


def knowledge(game: Game, version: int = 0) -> Knowledge:
    """Return the knowledge of a game: an instance of the class ``KNOWLEDGE`` in its module for bots.

    Games without such a module, and games of tests that are not installed, get the default. ``version`` is
    that of the weights, by default the newest. BadInput if the game does not have this version.
    """
    key = (game.name, version)
    if key not in LOADED:
        LOADED[key] = new_knowledge(game, version)
    return LOADED[key]


def new_knowledge(game: Game, version: int = 0) -> Knowledge:
    """Return a new instance of the knowledge of a game, whose weights can be changed."""
    part = registry.part(game.name, "bots") if registry.known(game.name) else None
    kind: type[Knowledge] = Knowledge if part is None else part.KNOWLEDGE
    made = kind(game)
    if version:
        if not isinstance(made, LinearKnowledge):
            raise BadInput("weights", [f"{game.name} has no weights, so it has no version {version}"])
        made.use(load_weights(game.name, version))
    return made
