"""What the terminal needs to know of each game: its sentences and its drawn table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Final

from rich.console import Group
from rich.text import Text

from samovar.kernel.game import Score
from samovar.kernel.state import Event, View
from samovar.terminal import table_catherine, table_stroganov, table_tundra
from samovar.views import sentences
from samovar.views.catherine import sentences as catherine
from samovar.views.sentences import Clause
from samovar.views.stroganov import automa
from samovar.views.stroganov import sentences as stroganov
from samovar.views.tundra import sentences as tundra
from samovar.views.words.words import Words


class Face(ABC):
    """One game as people see it. All is read from the view of a seat."""

    groups: ClassVar[list[str]] = []  # headings of options, in the order in which they are shown
    hidden: ClassVar[bool] = False  # whether seats know things that others must not see, now or earlier

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
    def prompt(self, view: View, seat: int, who: str) -> str:
        """What is asked, of whom."""

    def waiting(self, view: View, seat: int) -> str:
        """What to tell a seat that is done, when others decide next and it may still take back."""
        return self.words.say("ui.turn_over")

    @abstractmethod
    def clauses(self, view: View, events: list[Event], names: list[str]) -> list[Clause]:
        """What happened, as parts of sentences."""

    @abstractmethod
    def tie(self, view: View, names: list[str], tied: list[Score]) -> str:
        """Why these players with equal points are ranked as they are, the better first."""

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

    # ---- the same in most games ----

    def secret(self, view: View) -> bool:
        """Whether a seat sees anything now that the others must not see."""
        return self.hidden

    def unseen(self, view: View, seat: int, category: str) -> bool:
        """Whether points of this category cannot be known to whoever looks."""
        return False

    def names(self, view: View, seats: list[str]) -> list[str]:
        """Of all players: those of the seats, and of whoever plays without one."""
        return seats

    def refusal(self, reason: str, rule: str) -> str:
        """Why not, and which rule says so."""
        return sentences.refusal(self.words, reason, rule)

    def category(self, name: str) -> str:
        """A category of the scoring."""
        return sentences.category(self.words, name)

    def signs(self) -> str:
        """What the signs on the table mean."""
        return self.words.say("signs.text")


class StroganovFace(Face):
    groups: ClassVar[list[str]] = ["move", "choice", "basic", "advanced", "extra", "auxiliary", "done"]

    def option(self, view: View, seat: int, action: int) -> str:
        return stroganov.option(self.words, view, seat, action)

    def head(self, view: View, seat: int, action: int) -> str:
        return stroganov.head(self.words, view, seat, action)

    def kind(self, view: View, action: int) -> tuple[str, str]:
        return stroganov.verb_name(self.words, view, action), stroganov.argument_name(
            self.words, view, action
        )

    def group(self, view: View, action: int) -> str:
        return stroganov.group(view, action)

    def prompt(self, view: View, seat: int, who: str) -> str:
        return stroganov.prompt(self.words, view, who)

    def clauses(self, view: View, events: list[Event], names: list[str]) -> list[Clause]:
        return stroganov.clauses(self.words, view, events)

    def tie(self, view: View, names: list[str], tied: list[Score]) -> str:
        who = [names[score.seat] for score in tied]
        return self.words.say(
            "score.tie", who=self.words.all_of(sorted(who)), n=tied[0].total, order=", ".join(who)
        )

    def draw(self, view: View, names: list[str], width: int, seat: int) -> Group:
        return table_stroganov.draw(view, names, self.words, width)

    def supply(self, view: View, names: list[str], width: int, seat: int) -> list[Text]:
        return table_stroganov.supply(view, names, self.words, width, seat)

    def mark(self, view: View, seat: int, name: str) -> Text:
        return table_stroganov.seat_mark(view, seat, name)

    def names(self, view: View, seats: list[str]) -> list[str]:
        return [*seats, *automa.names(self.words, view)]


class CatherineFace(Face):
    groups: ClassVar[list[str]] = ["choice", "done"]
    hidden: ClassVar[bool] = True

    def option(self, view: View, seat: int, action: int) -> str:
        return catherine.option(self.words, view, seat, action)

    def head(self, view: View, seat: int, action: int) -> str:
        return catherine.head(self.words, view, seat, action)

    def kind(self, view: View, action: int) -> tuple[str, str]:
        return catherine.verb_name(self.words, view, action), catherine.argument_name(
            self.words, view, action
        )

    def group(self, view: View, action: int) -> str:
        return catherine.group(view, action)

    def prompt(self, view: View, seat: int, who: str) -> str:
        return catherine.prompt(self.words, view, seat, who)

    def waiting(self, view: View, seat: int) -> str:
        return catherine.waiting(self.words, view, seat)

    def clauses(self, view: View, events: list[Event], names: list[str]) -> list[Clause]:
        return catherine.clauses(self.words, view, events, names)

    def tie(self, view: View, names: list[str], tied: list[Score]) -> str:
        who = self.words.all_of([names[score.seat] for score in tied])
        return self.words.say("score.tie", who=who, n=tied[0].total, place=tied[0].rank)

    def draw(self, view: View, names: list[str], width: int, seat: int) -> Group:
        return table_catherine.draw(view, names, self.words, width, seat)

    def supply(self, view: View, names: list[str], width: int, seat: int) -> list[Text]:
        return table_catherine.supply(view, names, self.words, width, seat)

    def close_up(self, view: View, names: list[str], width: int, seat: int) -> list[Text]:
        return table_catherine.close_up(view, names, self.words, width, seat)

    def mark(self, view: View, seat: int, name: str) -> Text:
        return table_catherine.seat_mark(view, seat, name)


class TundraFace(Face):
    groups: ClassVar[list[str]] = ["choice", "place", "goal", "free", "advisor", "done"]
    hidden: ClassVar[bool] = True

    def option(self, view: View, seat: int, action: int) -> str:
        return tundra.option(self.words, view, seat, action)

    def head(self, view: View, seat: int, action: int) -> str:
        return tundra.head(self.words, view, seat, action)

    def kind(self, view: View, action: int) -> tuple[str, str]:
        return tundra.verb_name(self.words, view, action), tundra.argument_name(self.words, view, action)

    def group(self, view: View, action: int) -> str:
        return tundra.group(view, action)

    def prompt(self, view: View, seat: int, who: str) -> str:
        return tundra.prompt(self.words, view, seat, who)

    def waiting(self, view: View, seat: int) -> str:
        return tundra.waiting(self.words, view, seat)

    def clauses(self, view: View, events: list[Event], names: list[str]) -> list[Clause]:
        return tundra.clauses(self.words, view, events, names)

    def tie(self, view: View, names: list[str], tied: list[Score]) -> str:
        return tundra.tie(self.words, view, names, [score.seat for score in tied], tied[0].total)

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

    def unseen(self, view: View, seat: int, category: str) -> bool:
        return tundra.unseen(view, seat, category)


FACES: Final[dict[str, type[Face]]] = {
    "stroganov": StroganovFace,
    "catherine": CatherineFace,
    "tundra": TundraFace,
}


def face(game: str, words: Words) -> Face:
    """The face of a game."""
    return FACES[game](words)
