"""The sentences of Tundra under the names that all games share."""

from __future__ import annotations

from typing import cast

from samovar.games.tundra.state import Tundra
from samovar.kernel.game import Score
from samovar.kernel.state import Event, View
from samovar.views.game_text import GameText
from samovar.views.sentences import Clause
from samovar.views.tundra import sentences
from samovar.views.words.words import Words


class TundraText(GameText):
    def __init__(self, words: Words) -> None:
        super().__init__(words, ["choice", "place", "goal", "free", "advisor", "done"], "acorn")

    def option(self, view: View, seat: int, action: int) -> str:
        return sentences.option(self.words, view, seat, action)

    def head(self, view: View, seat: int, action: int) -> str:
        return sentences.head(self.words, view, seat, action)

    def group(self, view: View, action: int) -> str:
        return sentences.group(view, action)

    def prompt(self, view: View, seat: int, who: str) -> str:
        return sentences.prompt(self.words, view, seat, who)

    def waiting(self, view: View, seat: int) -> str:
        return sentences.waiting(self.words, view, seat)

    def clauses(self, view: View, events: list[Event], names: list[str]) -> list[Clause]:
        return sentences.clauses(self.words, view, events, names)

    def tie(self, view: View, names: list[str], tied: list[Score]) -> str:
        return sentences.tie(self.words, view, names, [score.seat for score in tied], tied[0].total)

    def payment(self, view: View, events: list[Event]) -> str:
        return sentences.payment(self.words, events)

    def ending(self, view: View, seat: int, action: int) -> str:
        return sentences.ending(self.words, view, seat, action)

    def colours(self, view: View) -> list[str]:
        """Those of the characters; the shapes of the seats know green instead of purple."""
        found = cast(Tundra, view).stock.colours
        return ["green" if found[p] == "purple" else found[p] for p in range(view.seats)]

    def unseen(self, view: View, seat: int, category: str) -> bool:
        return sentences.unseen(view, seat, category)
