"""The sentences of Catherine behind the interface that all games share."""

from __future__ import annotations

from typing import Final, cast

from samovar.games.catherine.state import Catherine
from samovar.kernel.game import Score
from samovar.kernel.state import Event, View
from samovar.views.catherine import sentences
from samovar.views.game_text import COLOURS, SentenceText
from samovar.views.words.words import Words

DRAWN: Final = {"white", "yellow", "purple", "black"}  # player colours that the style sheet supports


class CatherineText(SentenceText):
    def __init__(self, words: Words) -> None:
        super().__init__(words, sentences, ["choice", "done"])

    def option_in_help(self, view: View, seat: int, action: int) -> str:
        return sentences.option_in_help(self.words, view, seat, action)

    def end_button_text(self, view: View, seat: int, action: int) -> str:
        return sentences.end_button_text(self.words, view, seat, action)

    def gives_up(self, view: View, seat: int, action: int) -> bool:
        """True if the option forfeits a possible action or declines a gain."""
        return sentences.gives_up(view, seat, action)

    def waiting(self, view: View, seat: int) -> str:
        return sentences.waiting(self.words, view, seat)

    def period(self, view: View) -> tuple[int, int]:
        s = cast(Catherine, view)
        return int(s.decade), max(int(s.round), 1)

    def part_name(self, part: int) -> str:
        return self.words.say("page.decade", n=part)

    def period_name(self, part: int, number: int) -> str:
        return f"{self.part_name(part)}, {self.words.say('page.round', n=number).lower()}"

    def period_symbol(self, part: int, number: int) -> str:
        return "laurel" if number == 1 else "cards2"

    def progress(self, view: View) -> int:
        s = cast(Catherine, view)
        done = (int(s.decade) - 1) * int(s.stock.rounds) + max(int(s.round) - 1, 0)
        return 100 if s.over else 100 * done // (int(s.stock.decades) * int(s.stock.rounds))

    def points_reason(self, view: View, seat: int, category: str, events: list[Event]) -> str:
        return sentences.points_reason(self.words, cast(Catherine, view), seat, category, events)

    def colours(self, view: View) -> list[str]:
        """The player colours of the box. The default ones would be mistaken for regions."""
        own = cast(Catherine, view).stock.player_colours
        return [own[p] if own[p] in DRAWN else COLOURS[p] for p in range(view.seats)]

    def tie(self, view: View, names: list[str], tied: list[Score]) -> str:
        who = self.words.all_of([names[score.seat] for score in tied])
        return self.words.say("score.tie", who=who, n=tied[0].total, place=tied[0].rank)
