"""What the terminal needs to know of each game: its sentences and its drawn table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Final

from rich.console import Group
from rich.text import Text

from samovar.kernel.game import Score
from samovar.kernel.state import Event, View
from samovar.terminal import table_stroganov
from samovar.views.stroganov import sentences
from samovar.views.stroganov.sentences import Clause
from samovar.views.words.words import Words


class Face(ABC):
    """One game as people see it. All is read from the view of a seat."""

    groups: ClassVar[list[str]] = []  # headings of options, in the order in which they are shown

    def __init__(self, words: Words) -> None:
        self.words: Final = words

    @abstractmethod
    def option(self, view: View, seat: int, action: int) -> str:
        """An option with its price and what it brings."""

    @abstractmethod
    def head(self, view: View, seat: int, action: int) -> str:
        """An action by name."""

    @abstractmethod
    def kind(self, view: View, action: int) -> tuple[str, str]:
        """The kind of an action and what it is about, shortly."""

    @abstractmethod
    def group(self, view: View, action: int) -> str:
        """The heading under which an option is shown."""

    @abstractmethod
    def prompt(self, view: View, who: str) -> str:
        """What is asked, of whom."""

    @abstractmethod
    def refusal(self, reason: str, rule: str) -> str:
        """Why not, and which rule says so."""

    @abstractmethod
    def clauses(self, view: View, events: list[Event]) -> list[Clause]:
        """What happened, as parts of sentences."""

    @abstractmethod
    def category(self, name: str) -> str:
        """A category of the scoring."""

    @abstractmethod
    def tie(self, view: View, names: list[str], tied: list[Score]) -> str:
        """Why these players with equal points are ranked as they are, the better first."""

    @abstractmethod
    def signs(self) -> str:
        """What the signs on the table mean."""

    @abstractmethod
    def draw(self, view: View, names: list[str], width: int) -> Group:
        """The whole table."""

    @abstractmethod
    def supply(self, view: View, names: list[str], width: int, seat: int) -> list[Text]:
        """What one seat has."""

    @abstractmethod
    def mark(self, view: View, seat: int, name: str) -> Text:
        """A player by sign and name."""


class StroganovFace(Face):
    groups: ClassVar[list[str]] = ["move", "choice", "basic", "advanced", "extra", "auxiliary", "done"]

    def option(self, view: View, seat: int, action: int) -> str:
        return sentences.option(self.words, view, seat, action)

    def head(self, view: View, seat: int, action: int) -> str:
        return sentences.head(self.words, view, seat, action)

    def kind(self, view: View, action: int) -> tuple[str, str]:
        return sentences.verb_name(self.words, view, action), sentences.argument_name(
            self.words, view, action
        )

    def group(self, view: View, action: int) -> str:
        return sentences.group(view, action)

    def prompt(self, view: View, who: str) -> str:
        return sentences.prompt(self.words, view, who)

    def refusal(self, reason: str, rule: str) -> str:
        return sentences.refusal(self.words, reason, rule)

    def clauses(self, view: View, events: list[Event]) -> list[Clause]:
        return sentences.clauses(self.words, view, events)

    def category(self, name: str) -> str:
        return sentences.category(self.words, name)

    def tie(self, view: View, names: list[str], tied: list[Score]) -> str:
        who = [names[score.seat] for score in tied]
        return self.words.say(
            "score.tie", who=self.words.all_of(sorted(who)), n=tied[0].total, order=", ".join(who)
        )

    def signs(self) -> str:
        return self.words.say("signs.text")

    def draw(self, view: View, names: list[str], width: int) -> Group:
        return table_stroganov.draw(view, names, self.words, width)

    def supply(self, view: View, names: list[str], width: int, seat: int) -> list[Text]:
        return table_stroganov.supply(view, names, self.words, width, seat)

    def mark(self, view: View, seat: int, name: str) -> Text:
        return table_stroganov.seat_mark(view, seat, name)


FACES: Final[dict[str, type[Face]]] = {"stroganov": StroganovFace}


def face(game: str, words: Words) -> Face:
    """The face of a game."""
    return FACES[game](words)
