"""Which games there are. A game is loaded when somebody asks for it."""

from __future__ import annotations

from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game

NAMES = ["catherine", "stroganov", "tundra"]


def game(name: str) -> Game:
    """The rules of a game by its name."""
    if name == "catherine":
        from samovar.games.catherine.game import GAME as CATHERINE

        return CATHERINE
    if name == "stroganov":
        from samovar.games.stroganov.game import GAME as STROGANOV

        return STROGANOV
    if name == "tundra":
        from samovar.games.tundra.game import GAME as TUNDRA

        return TUNDRA
    raise BadInput("game", [f"there is no game {name!r} (there are: {', '.join(NAMES)})"])
