"""The sentences of Stroganov behind the interface that all games share."""

from __future__ import annotations

from typing import cast

from samovar.games.stroganov.components import SEASONS
from samovar.games.stroganov.state import Stroganov
from samovar.kernel.game import Score
from samovar.kernel.state import Event, View
from samovar.kernel.step import Refusal
from samovar.views.game_text import SentenceText
from samovar.views.stroganov import automa, sentences
from samovar.views.words.words import Words


class StroganovText(SentenceText):
    def __init__(self, words: Words) -> None:
        super().__init__(
            words, sentences, ["move", "choice", "basic", "advanced", "extra", "auxiliary", "done"]
        )

    def end_button_text(self, view: View, seat: int, action: int) -> str:
        return sentences.end_button_text(self.words, view, action)

    def gives_up(self, view: View, seat: int, action: int) -> bool:
        return sentences.gives_up(view, seat, action)

    def refusal_of(self, view: View, seat: int, refusal: Refusal) -> str:
        return sentences.refusal(self.words, view, seat, refusal)

    def tie(self, view: View, names: list[str], tied: list[Score]) -> str:
        who = [names[score.seat] for score in tied]
        everyone = self.words.all_of(sorted(who))
        return self.words.say("score.tie", who=everyone, n=tied[0].total, order=", ".join(who))

    def payment(self, view: View, events: list[Event]) -> str:
        return sentences.payment(self.words, view, events)

    def names(self, view: View, seats: list[str]) -> list[str]:
        return [*seats, *automa.names(self.words, view)]

    def period(self, view: View) -> tuple[int, int]:
        s = cast(Stroganov, view)
        return int(s.year), int(s.season) + 1

    def part_name(self, part: int) -> str:
        return self.words.say("page.year", n=part)

    def period_name(self, part: int, number: int) -> str:
        return f"{self.part_name(part)}, {self.words.say('season.' + SEASONS[number - 1])}"

    def progress(self, view: View) -> int:
        s = cast(Stroganov, view)
        seasons = len(SEASONS)
        done = (int(s.year) - 1) * seasons + int(s.season)
        return 100 if s.over else 100 * done // (int(s.stock.years) * seasons)

    def seat_value(self, value: str) -> str:
        return self.words.say("colour." + value)

    def colours(self, view: View) -> list[str]:
        return cast(Stroganov, view).setting.colours
