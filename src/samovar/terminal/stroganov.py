"""Stroganov in the terminal."""

from __future__ import annotations

from typing import Final

from rich.console import Group
from rich.text import Text

from samovar.kernel.state import View
from samovar.terminal import table_stroganov
from samovar.terminal.terminal_text import TerminalText


class StroganovTerminal(TerminalText):
    def draw(self, view: View, names: list[str], width: int, seat: int) -> Group:
        return table_stroganov.draw(view, names, self.words, width)

    def close_up(self, view: View, names: list[str], width: int, seat: int) -> list[Text]:
        return table_stroganov.supply(view, names, self.words, width, seat)[:1]

    def mark(self, view: View, seat: int, name: str) -> Text:
        return table_stroganov.seat_mark(view, seat, name)


TERMINAL: Final = StroganovTerminal
