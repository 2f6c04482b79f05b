"""Stroganov in the terminal."""

from __future__ import annotations

from typing import Final

from rich.console import Group
from rich.text import Text

from samovar.kernel.state import View
from samovar.terminal import board_stroganov
from samovar.terminal.terminal_text import TerminalText


class StroganovTerminal(TerminalText):
    def draw(self, view: View, names: list[str], width: int, seat: int) -> Group:
        return board_stroganov.draw(view, names, self.words, width)

    def close_up(self, view: View, names: list[str], width: int, seat: int) -> list[Text]:
        return board_stroganov.supply(view, names, self.words, width, seat)[:1]

    def mark(self, view: View, seat: int, name: str) -> Text:
        return board_stroganov.seat_mark(view, seat, name)


TERMINAL: Final = StroganovTerminal
