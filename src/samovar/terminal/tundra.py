"""Tundra in the terminal."""

from __future__ import annotations

from typing import Final

from rich.console import Group
from rich.text import Text

from samovar.kernel.state import View
from samovar.terminal import board_tundra
from samovar.terminal.terminal_text import TerminalText
from samovar.views.tundra import sentences


class TundraTerminal(TerminalText):
    def draw(self, view: View, names: list[str], width: int, seat: int) -> Group:
        return board_tundra.draw(view, names, self.words, width, seat)

    def close_up(self, view: View, names: list[str], width: int, seat: int) -> list[Text]:
        return board_tundra.close_up(view, names, self.words, width, seat)

    def mark(self, view: View, seat: int, name: str) -> Text:
        return board_tundra.seat_mark(view, seat, name)

    def secret(self, view: View) -> bool:
        return sentences.has_secrets(view)


TERMINAL: Final = TundraTerminal
