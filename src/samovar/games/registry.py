"""Which games there are. A game is loaded when somebody asks for it."""

from __future__ import annotations

from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game

NAMES = ["stroganov"]


def game(name: str) -> Game:
    """The rules of a game by its name."""
    if name == "stroganov":
        from samovar.games.stroganov.game import GAME

        return GAME
    raise BadInput("game", [f"there is no game {name!r} (there is: {', '.join(NAMES)})"])
