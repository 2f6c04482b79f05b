"""The names of the games, and their rules. A game is loaded when it is first asked for."""

from __future__ import annotations

from importlib import import_module

from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game

NAMES = ["catherine", "stroganov", "tundra"]


def game(name: str) -> Game:
    """The rules of a game by its name."""
    if name not in NAMES:
        raise BadInput("game", [f"there is no game {name!r} (there are: {', '.join(NAMES)})"])
    found: Game = import_module(f"samovar.games.{name}.game").GAME
    return found
