"""The sentences of Catherine under the names that all games share."""

from __future__ import annotations

from typing import Final, cast

from samovar.games.catherine.state import Catherine
from samovar.kernel.game import Score
from samovar.kernel.state import View
from samovar.views.catherine import sentences
from samovar.views.game_text import COLOURS, SentenceText
from samovar.views.words.words import Words

DRAWN: Final = {"white", "yellow", "purple", "black"}  # the colours of players that the style sheet knows


class CatherineText(SentenceText):
    def __init__(self, words: Words) -> None:
        super().__init__(words, sentences, ["choice", "done"])

    def verdict(self, view: View, seat: int, action: int) -> str:
        return sentences.verdict(self.words, view, seat, action)

    def ending(self, view: View, seat: int, action: int) -> str:
        return sentences.ending(self.words, view, seat, action)

    def waiting(self, view: View, seat: int) -> str:
        return sentences.waiting(self.words, view, seat)

    def colours(self, view: View) -> list[str]:
        """Those of the box, as blue, red and green are regions there."""
        own = cast(Catherine, view).stock.player_colours
        return [own[p] if own[p] in DRAWN else COLOURS[p] for p in range(view.seats)]

    def tie(self, view: View, names: list[str], tied: list[Score]) -> str:
        who = self.words.all_of([names[score.seat] for score in tied])
        return self.words.say("score.tie", who=who, n=tied[0].total, place=tied[0].rank)
