"""The sentences of Stroganov under the names that all games share."""

from __future__ import annotations

from typing import cast

from samovar.games.stroganov.state import Stroganov
from samovar.kernel.game import Score
from samovar.kernel.state import Event, View
from samovar.views.game_text import SentenceText
from samovar.views.stroganov import automa, sentences
from samovar.views.words.words import Words


class StroganovText(SentenceText):
    def __init__(self, words: Words) -> None:
        super().__init__(
            words, sentences, ["move", "choice", "basic", "advanced", "extra", "auxiliary", "done"]
        )

    def tie(self, view: View, names: list[str], tied: list[Score]) -> str:
        who = [names[score.seat] for score in tied]
        everyone = self.words.all_of(sorted(who))
        return self.words.say("score.tie", who=everyone, n=tied[0].total, order=", ".join(who))

    def payment(self, view: View, events: list[Event]) -> str:
        return sentences.payment(self.words, view, events)

    def names(self, view: View, seats: list[str]) -> list[str]:
        return [*seats, *automa.names(self.words, view)]

    def colours(self, view: View) -> list[str]:
        return cast(Stroganov, view).setting.colours
