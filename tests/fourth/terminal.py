"""Troika in the terminal: a road for each player."""

from __future__ import annotations

from typing import Final, cast

from rich.console import Group
from rich.text import Text

from samovar.kernel.state import View
from samovar.terminal.terminal_text import TerminalText
from tests.fourth.rules import Troika

NAME: Final = 12  # columns


class TroikaTerminal(TerminalText):
    def draw(self, view: View, names: list[str], width: int, seat: int) -> Group:
        s = cast(Troika, view)
        head = self.words.say("table.round", round=s.round, goal=s.goal)
        return Group(Text(head, style="bold"), *(self.road(s, p, names[p]) for p in range(s.seats)))

    def road(self, s: Troika, p: int, name: str) -> Text:
        """``Anna         ======--.........  12+5 !``: versts kept, of this turn and to go, then the whip."""
        stage = s.stage if p == s.mover else 0
        gone = min(s.at[p], s.goal)
        hoped = min(stage, s.goal - gone)
        line = "=" * gone + "-" * hoped + "." * (s.goal - gone - hoped)
        return Text(
            f"{name[:NAME]:<{NAME}} {line} {s.at[p]}{f'+{stage}' if stage else ''} {'!' * s.whips[p]}"
        )

    def close_up(self, view: View, names: list[str], width: int, seat: int) -> list[Text]:
        return [self.road(cast(Troika, view), seat, names[seat])]


TERMINAL: Final = TroikaTerminal
