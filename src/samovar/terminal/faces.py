"""What the terminal needs to know of each game: its sentences and its drawn table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Final

from rich.console import Group
from rich.text import Text

from samovar.kernel.game import Score
from samovar.kernel.state import Event, View
from samovar.terminal import table_catherine, table_stroganov, table_tundra
from samovar.views.catherine import sentences as catherine
from samovar.views.face import face as sentences_of
from samovar.views.sentences import Clause
from samovar.views.stroganov import sentences as stroganov
from samovar.views.tundra import sentences as tundra
from samovar.views.words.words import Words


class Face(ABC):
    """One game as people see it in a terminal: its sentences, which the pages have too, and its drawn table.
    All is read from the view of a seat.
    """

    game: ClassVar[str] = ""
    hidden: ClassVar[bool] = False  # whether seats know things that others must not see, now or earlier

    def __init__(self, words: Words) -> None:
        self.words: Final = words
        self.says: Final = sentences_of(self.game, words)

    @property
    def groups(self) -> list[str]:
        """Headings of options, in the order in which they are shown."""
        return self.says.groups

    @abstractmethod
    def kind(self, view: View, action: int) -> tuple[str, str]:
        """The kind of an action and what it is about, shortly."""

    @abstractmethod
    def draw(self, view: View, names: list[str], width: int, seat: int) -> Group:
        """The whole table as this seat sees it; -1: as an onlooker does."""

    @abstractmethod
    def supply(self, view: View, names: list[str], width: int, seat: int) -> list[Text]:
        """What one seat has."""

    def close_up(self, view: View, names: list[str], width: int, seat: int) -> list[Text]:
        """What a seat needs to see again for its next decision, when the table was drawn before."""
        return self.supply(view, names, width, seat)[:1]

    @abstractmethod
    def mark(self, view: View, seat: int, name: str) -> Text:
        """A player by sign and name."""

    def secret(self, view: View) -> bool:
        """Whether a seat sees anything now that the others must not see."""
        return self.hidden

    def signs(self) -> str:
        """What the signs on the table mean."""
        return self.words.say("signs.text")

    # ---- the sentences ----

    def option(self, view: View, seat: int, action: int) -> str:
        return self.says.option(view, seat, action)

    def head(self, view: View, seat: int, action: int) -> str:
        return self.says.head(view, seat, action)

    def group(self, view: View, action: int) -> str:
        return self.says.group(view, action)

    def prompt(self, view: View, seat: int, who: str) -> str:
        return self.says.prompt(view, seat, who)

    def waiting(self, view: View, seat: int) -> str:
        return self.says.waiting(view, seat)

    def clauses(self, view: View, events: list[Event], names: list[str]) -> list[Clause]:
        return self.says.clauses(view, events, names)

    def tie(self, view: View, names: list[str], tied: list[Score]) -> str:
        return self.says.tie(view, names, tied)

    def unseen(self, view: View, seat: int, category: str) -> bool:
        return self.says.unseen(view, seat, category)

    def names(self, view: View, seats: list[str]) -> list[str]:
        return self.says.names(view, seats)

    def refusal(self, reason: str, rule: str) -> str:
        return self.says.refusal(reason, rule)

    def category(self, name: str) -> str:
        return self.says.category(name)


class StroganovFace(Face):
    game: ClassVar[str] = "stroganov"

    def kind(self, view: View, action: int) -> tuple[str, str]:
        return stroganov.verb_name(self.words, view, action), stroganov.argument_name(
            self.words, view, action
        )

    def draw(self, view: View, names: list[str], width: int, seat: int) -> Group:
        return table_stroganov.draw(view, names, self.words, width)

    def supply(self, view: View, names: list[str], width: int, seat: int) -> list[Text]:
        return table_stroganov.supply(view, names, self.words, width, seat)

    def mark(self, view: View, seat: int, name: str) -> Text:
        return table_stroganov.seat_mark(view, seat, name)


class CatherineFace(Face):
    game: ClassVar[str] = "catherine"
    hidden: ClassVar[bool] = True

    def kind(self, view: View, action: int) -> tuple[str, str]:
        return catherine.verb_name(self.words, view, action), catherine.argument_name(
            self.words, view, action
        )

    def draw(self, view: View, names: list[str], width: int, seat: int) -> Group:
        return table_catherine.draw(view, names, self.words, width, seat)

    def supply(self, view: View, names: list[str], width: int, seat: int) -> list[Text]:
        return table_catherine.supply(view, names, self.words, width, seat)

    def close_up(self, view: View, names: list[str], width: int, seat: int) -> list[Text]:
        return table_catherine.close_up(view, names, self.words, width, seat)

    def mark(self, view: View, seat: int, name: str) -> Text:
        return table_catherine.seat_mark(view, seat, name)


class TundraFace(Face):
    game: ClassVar[str] = "tundra"
    hidden: ClassVar[bool] = True

    def kind(self, view: View, action: int) -> tuple[str, str]:
        return tundra.verb_name(self.words, view, action), tundra.argument_name(self.words, view, action)

    def draw(self, view: View, names: list[str], width: int, seat: int) -> Group:
        return table_tundra.draw(view, names, self.words, width, seat)

    def supply(self, view: View, names: list[str], width: int, seat: int) -> list[Text]:
        return table_tundra.supply(view, names, self.words, width, seat)

    def close_up(self, view: View, names: list[str], width: int, seat: int) -> list[Text]:
        return table_tundra.close_up(view, names, self.words, width, seat)

    def mark(self, view: View, seat: int, name: str) -> Text:
        return table_tundra.seat_mark(view, seat, name)

    def secret(self, view: View) -> bool:
        return tundra.secretly(view)


FACES: Final[dict[str, type[Face]]] = {
    "stroganov": StroganovFace,
    "catherine": CatherineFace,
    "tundra": TundraFace,
}


def face(game: str, words: Words) -> Face:
    """The face of a game."""
    return FACES[game](words)
