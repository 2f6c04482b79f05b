"""The sentences of Stroganov under the names that all games share."""

from __future__ import annotations

from typing import cast

from samovar.games.stroganov.state import Stroganov
from samovar.kernel.game import Score
from samovar.kernel.state import Event, View
from samovar.views.game_text import GameText
from samovar.views.sentences import Clause
from samovar.views.stroganov import automa, sentences
from samovar.views.words.words import Words


class StroganovText(GameText):
    def __init__(self, words: Words) -> None:
        super().__init__(words, ["move", "choice", "basic", "advanced", "extra", "auxiliary", "done"])

    def option(self, view: View, seat: int, action: int) -> str:
        return sentences.option(self.words, view, seat, action)

    def head(self, view: View, seat: int, action: int) -> str:
        return sentences.head(self.words, view, seat, action)

    def group(self, view: View, action: int) -> str:
        return sentences.group(view, action)

    def prompt(self, view: View, seat: int, who: str) -> str:
        return sentences.prompt(self.words, view, who)

    def clauses(self, view: View, events: list[Event], names: list[str]) -> list[Clause]:
        return sentences.clauses(self.words, view, events)

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
