"""Catherine in the terminal."""

from __future__ import annotations

from typing import Final

from rich.console import Group
from rich.text import Text

from samovar.kernel.state import View
from samovar.terminal import board_catherine
from samovar.terminal.terminal_text import TerminalText


class CatherineTerminal(TerminalText):
    def draw(self, view: View, names: list[str], width: int, seat: int) -> Group:
        return board_catherine.draw(view, names, self.words, width, seat)

    def close_up(self, view: View, names: list[str], width: int, seat: int) -> list[Text]:
        return board_catherine.close_up(view, names, self.words, width, seat)

    def mark(self, view: View, seat: int, name: str) -> Text:
        return board_catherine.seat_mark(view, seat, name)


TERMINAL: Final = CatherineTerminal
