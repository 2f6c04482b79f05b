"""The sentences of Tundra behind the interface that all games share."""

from __future__ import annotations

from typing import cast

from samovar.games.tundra.components import Box
from samovar.games.tundra.state import Tundra
from samovar.kernel.components import Components
from samovar.kernel.game import Score
from samovar.kernel.state import Event, View
from samovar.views.game_text import SentenceText
from samovar.views.tundra import sentences
from samovar.views.words.words import Words


def mark_colour(name: str) -> str:
    """The colour of a character's seat mark. Purple becomes green, because the seat marks have no purple."""
    return "green" if name == "purple" else name


class TundraText(SentenceText):
    def __init__(self, words: Words) -> None:
        super().__init__(words, sentences, ["choice", "place", "goal", "free", "advisor", "done"], "acorn")

    def waiting(self, view: View, seat: int) -> str:
        return sentences.waiting(self.words, view, seat)

    def tie(self, view: View, names: list[str], tied: list[Score]) -> str:
        return sentences.tie(self.words, view, names, [score.seat for score in tied], tied[0].total)

    def payment(self, view: View, events: list[Event]) -> str:
        return sentences.payment(self.words, events)

    def gives_up(self, view: View, seat: int, action: int) -> bool:
        """True if ending the question gives up a free gain."""
        return sentences.gives_up(view, seat, action)

    def end_button_text(self, view: View, seat: int, action: int) -> str:
        return sentences.end_button_text(self.words, view, seat, action)

    def period(self, view: View) -> tuple[int, int]:
        return max(int(cast(Tundra, view).round), 1), 0

    def part_name(self, part: int) -> str:
        return self.words.say("page.round", n=part)

    def period_name(self, part: int, number: int) -> str:
        return self.part_name(part)

    def progress(self, view: View) -> int:
        s = cast(Tundra, view)
        return 100 if s.over else 100 * max(int(s.round) - 1, 0) // int(s.stock.rounds)

    def colours(self, view: View) -> list[str]:
        """The colours of the characters."""
        s = cast(Tundra, view)
        return [mark_colour(s.stock.colours[s.character(p)]) for p in range(view.seats)]

    def seat_value(self, value: str) -> str:
        return self.words.say("character." + value)

    def seat_value_colour(self, box: Components, value: str) -> str:
        stock = cast(Box, box)
        return mark_colour(stock.colours[stock.characters.index(value)])

    def is_scored(self, view: View, category: str) -> bool:
        return category != "personal_goal" or bool(cast(Tundra, view).setting.personal_goals)

    def points_reason(self, view: View, seat: int, category: str, events: list[Event]) -> str:
        return sentences.points_reason(self.words, cast(Tundra, view), seat, category, events)

    def is_unseen(self, view: View, seat: int, category: str) -> bool:
        return sentences.unseen(view, seat, category)
