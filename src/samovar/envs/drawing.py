"""The table as text or as a picture: the one of ``samovar play``."""

from __future__ import annotations

import io
from typing import Final

from rich.console import Console

from samovar.kernel.game import Game
from samovar.kernel.state import View
from samovar.terminal.terminal_text import terminal_text
from samovar.views.words.words import BASE, words_for

WIDTH: Final = 120
MODES: Final = ["human", "ansi", "svg"]


def draw(game: Game, view: View, seat: int, mode: str) -> str | None:
    """As this seat sees it. ``human`` prints it; the others return it, as text or as the text of an SVG."""
    shown = terminal_text(game, words_for(BASE, game.name))
    names = shown.text.names(view, [f"player_{p}" for p in range(view.seats)])
    if mode == "human":
        screen = Console(highlight=False, markup=False, emoji=False)
        screen.print(shown.draw(view, names, screen.width, seat))
        return None
    console = Console(
        file=io.StringIO(),
        width=WIDTH,
        record=True,
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
        markup=False,
        emoji=False,
    )
    console.print(shown.draw(view, names, WIDTH, seat))
    return console.export_svg(title=game.title) if mode == "svg" else console.export_text(styles=True)
