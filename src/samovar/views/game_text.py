"""The sentences of a game under the same names for all games, for pages and terminal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final, Protocol

from samovar.kernel.game import Score
from samovar.kernel.ints import mypyc_attr
from samovar.kernel.state import Event, State, View
from samovar.views import sentences
from samovar.views.sentences import Clause
from samovar.views.words.words import Words

COLOURS: Final = ["red", "yellow", "green", "blue"]  # of games whose players have no colours of their own


@mypyc_attr(allow_interpreted_subclasses=True)
class GameText(ABC):
    """One game in words. All is read from the view of one seat or spectator."""

    def __init__(self, words: Words, groups: list[str], sign: str = "vp") -> None:
        self.words: Final = words
        self.sign: Final = sign  # the symbol on which points are written
        self.groups: Final = groups  # headings of options, in the order in which they are shown

    @abstractmethod
    def option(self, view: View, seat: int, action: int) -> str:
        """An option with its price and what it brings."""

    def verdict(self, view: View, seat: int, action: int) -> str:
        """An option beside help that tells what its thing does."""
        return self.option(view, seat, action)

    def ending(self, view: View, seat: int, action: int) -> str:
        """What a short button says that ends a question; empty where the usual word is enough."""
        return ""

    @abstractmethod
    def head(self, view: View, seat: int, action: int) -> str:
        """An action by name."""

    def kind(self, view: View, action: int) -> tuple[str, str]:
        """The kind of an action and its argument in few words, for the terminal."""
        verb, _, about = view.box.notation.token(action).partition(".")
        return verb, about

    @abstractmethod
    def group(self, view: View, action: int) -> str:
        """The heading under which an option is shown."""

    @abstractmethod
    def prompt(self, view: View, seat: int, who: str) -> str:
        """What is asked, of whom."""

    def waiting(self, view: View, seat: int) -> str:
        """What to tell a seat that is done while others decide."""
        return self.words.say("ui.turn_over")

    def actions(self, seat: int, token: str) -> list[Clause]:
        """An action in the log, before what came of it. Most games tell it by their events alone."""
        return []

    @abstractmethod
    def clauses(self, view: View, events: list[Event], names: list[str]) -> list[Clause]:
        """What happened, as parts of sentences."""

    def payment(self, view: View, events: list[Event]) -> str:
        """What is paid in these events; only games that propose payments are asked."""
        return ""

    @abstractmethod
    def tie(self, view: View, names: list[str], tied: list[Score]) -> str:
        """Why these players with equal points are ranked as they are, the better first."""

    def names(self, view: View, seats: list[str]) -> list[str]:
        """Of all players: those of the seats, and of whoever plays without one."""
        return seats

    def colours(self, view: View) -> list[str]:
        """Of all players, by the names that the style sheet knows."""
        return [COLOURS[p % len(COLOURS)] for p in range(view.seats)]

    def unseen(self, view: View, seat: int, category: str) -> bool:
        """Whether points of this category cannot be known to whoever looks."""
        return False

    def refusal(self, reason: str, rule: str) -> str:
        """Why not, and which rule says so."""
        return sentences.refusal(self.words, reason, rule)

    def category(self, name: str) -> str:
        """A category of the scoring."""
        return sentences.category(self.words, name)


class Sentences(Protocol):
    """A module with the sentences of a game."""

    def option(self, w: Words, s: State, seat: int, action: int) -> str: ...

    def head(self, w: Words, s: State, seat: int, action: int) -> str: ...

    def argument_name(self, w: Words, s: State, action: int) -> str: ...

    def group(self, s: State, action: int) -> str: ...

    def prompt(self, w: Words, s: State, seat: int, who: str) -> str: ...

    def clauses(self, w: Words, s: State, events: list[Event], names: list[str]) -> list[Clause]: ...


@mypyc_attr(allow_interpreted_subclasses=True)
class SentenceText(GameText):
    """A game whose sentences are the functions of a module."""

    def __init__(self, words: Words, module: Sentences, groups: list[str], sign: str = "vp") -> None:
        super().__init__(words, groups, sign)
        self.module: Final = module

    def option(self, view: View, seat: int, action: int) -> str:
        return self.module.option(self.words, view, seat, action)

    def head(self, view: View, seat: int, action: int) -> str:
        return self.module.head(self.words, view, seat, action)

    def kind(self, view: View, action: int) -> tuple[str, str]:
        verb = self.words.say("verb." + view.box.notation.verbs[action >> 8])
        return verb, self.module.argument_name(self.words, view, action)

    def group(self, view: View, action: int) -> str:
        return self.module.group(view, action)

    def prompt(self, view: View, seat: int, who: str) -> str:
        return self.module.prompt(self.words, view, seat, who)

    def clauses(self, view: View, events: list[Event], names: list[str]) -> list[Clause]:
        return self.module.clauses(self.words, view, events, names)
