"""Render modes: the table of ``samovar play`` as text or as SVG."""

from __future__ import annotations

import io
from typing import Final

from rich.console import Console

from samovar.kernel.game import Game
from samovar.kernel.state import View
from samovar.terminal.terminal_text import terminal_text
from samovar.views.words.words import BASE, words_for

WIDTH: Final = 120
RENDER_MODES: Final = ["human", "ansi", "svg"]


def render_table(game: Game, view: View, seat: int, mode: str) -> str | None:
    """Render the table as this seat sees it.

    ``human`` prints it and returns None. ``ansi`` returns text with escape sequences, ``svg`` an SVG.
    """
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
