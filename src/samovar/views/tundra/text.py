"""The sentences of Tundra under the names that all games share."""

from __future__ import annotations

from typing import cast

from samovar.games.tundra.state import Tundra
from samovar.kernel.game import Score
from samovar.kernel.state import Event, View
from samovar.views.game_text import SentenceText
from samovar.views.tundra import sentences
from samovar.views.words.words import Words


class TundraText(SentenceText):
    def __init__(self, words: Words) -> None:
        super().__init__(words, sentences, ["choice", "place", "goal", "free", "advisor", "done"], "acorn")

    def waiting(self, view: View, seat: int) -> str:
        return sentences.waiting(self.words, view, seat)

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
