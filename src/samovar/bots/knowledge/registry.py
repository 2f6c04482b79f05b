"""The knowledge of each game, loaded when somebody asks for it."""

from __future__ import annotations

from typing import Final

from samovar.bots.knowledge.knowledge import Knowledge
from samovar.kernel.game import Game

LOADED: Final[dict[str, Knowledge]] = {}


def knowledge(game: Game) -> Knowledge:
    """What is known about this game; of one that nobody has described, its score."""
    if game.name not in LOADED:
        LOADED[game.name] = _load(game)
    return LOADED[game.name]


def _load(game: Game) -> Knowledge:
    if game.name == "catherine":
        from samovar.bots.knowledge.catherine import CatherineKnowledge

        return CatherineKnowledge(game)
    if game.name == "stroganov":
        from samovar.bots.knowledge.stroganov import StroganovKnowledge

        return StroganovKnowledge(game)
    if game.name == "tundra":
        from samovar.bots.knowledge.tundra import TundraKnowledge

        return TundraKnowledge(game)
    return Knowledge(game)
