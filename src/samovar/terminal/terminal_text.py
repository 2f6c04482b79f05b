"""One game in the terminal: its sentences, which the pages have too, and its drawn table.

The class here is the default: it shows the position as text. A game draws its table by a subclass,
``TERMINAL`` in its part for the terminal.
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
    """All is read from the view of a seat."""

    def __init__(self, game: Game, words: Words) -> None:
        self.game: Final = game
        self.words: Final = words
        self.text: Final = game_text(game, words)

    def draw(self, view: View, names: list[str], width: int, seat: int) -> Group:
        """The whole table as this seat sees it. -1: as a spectator sees it."""
        return Group(Text(self.game.write(view)))

    def close_up(self, view: View, names: list[str], width: int, seat: int) -> list[Text]:
        """The lines that a seat needs again for its next decision, when the table was drawn before."""
        return []

    def mark(self, view: View, seat: int, name: str) -> Text:
        """A player by sign and name."""
        return Text(name, style="bold")

    def secret(self, view: View) -> bool:
        """Whether a seat sees anything now that the others must not see."""
        return self.game.hidden

    def signs(self) -> str:
        """What the signs on the table mean."""
        return self.words.say("signs.text" if self.words.has("signs.text") else "ui.no_signs")


def terminal_text(game: Game, words: Words) -> TerminalText:
    """The terminal's part of a game, or the default."""
    part = registry.part(game.name, "terminal") if registry.known(game.name) else None
    kind: type[TerminalText] = TerminalText if part is None else part.TERMINAL
    return kind(game, words)
