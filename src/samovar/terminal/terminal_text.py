"""The text of one game in the terminal: its sentences, shared with the pages, and its board.

The class here is the default, which shows the position. A game draws its board with a subclass, which its
terminal module names ``TERMINAL``.
"""

from __future__ import annotations

from typing import Final

from rich.console import Group
from rich.text import Text

from samovar.games import registry
from samovar.kernel.game import Game
from samovar.kernel.state import View
from samovar.views.registry import game_text
from samovar.views.words.words import Words


class TerminalText:
    """Text and board of a game. Everything is read from the view of a seat."""

    def __init__(self, game: Game, words: Words) -> None:
        self.game: Final = game
        self.words: Final = words
        self.text: Final = game_text(game, words)

    def draw(self, view: View, names: list[str], width: int, seat: int) -> Group:
        """The whole board as this seat sees it, or a spectator (-1)."""
        return Group(Text(self.game.write(view)))

    def close_up(self, view: View, names: list[str], width: int, seat: int) -> list[Text]:
        """The part of the board that a seat needs for its next decision. The whole board was drawn before."""
        return []

    def mark(self, view: View, seat: int, name: str) -> Text:
        """The sign and the name of a player."""
        return Text(name, style="bold")

    def secret(self, view: View) -> bool:
        """True if a seat sees anything now that the others must not see."""
        return int(view.seats) > 1 and self.game.hides(int(view.seats))

    def signs(self) -> str:
        """The legend of the signs on the board."""
        return self.words.say("signs.text" if self.words.has("signs.text") else "ui.no_signs")


def terminal_text(game: Game, words: Words) -> TerminalText:
    """The terminal text of a game, or the default."""
    part = registry.part(game.name, "terminal") if registry.known(game.name) else None
    kind: type[TerminalText] = TerminalText if part is None else part.TERMINAL
    return kind(game, words)
