"""The sentences of a game under the same names for all games, for pages and terminal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final, Protocol

from samovar.kernel.components import Components
from samovar.kernel.game import Score
from samovar.kernel.ints import mypyc_attr
from samovar.kernel.state import Event, State, View
from samovar.kernel.step import Refusal
from samovar.views import sentences
from samovar.views.sentences import Clause
from samovar.views.words.words import Words

COLOURS: Final = ["red", "yellow", "green", "blue"]  # for games whose players have no colours of their own


@mypyc_attr(allow_interpreted_subclasses=True)
class GameText(ABC):
    """One game in words, from the view of one seat or spectator."""

    def __init__(self, words: Words, groups: list[str], points_symbol: str = "vp") -> None:
        self.words: Final = words
        self.points_symbol: Final = points_symbol  # the symbol on which points are written
        self.groups: Final = groups  # headings of options, in the order in which they are shown

    @abstractmethod
    def option(self, view: View, seat: int, action: int) -> str:
        """An option with its price and its effect."""

    def option_in_help(self, view: View, seat: int, action: int) -> str:
        """An option without its effect, for a help card that already tells the effect."""
        return self.option(view, seat, action)

    def end_button_text(self, view: View, seat: int, action: int) -> str:
        """The text of the short button that ends a question; empty for the default text."""
        return ""

    def gives_up(self, view: View, seat: int, action: int) -> bool:
        """True if this option gives up a gain, so that its button must not be the primary one."""
        return False

    @abstractmethod
    def action_name(self, view: View, seat: int, action: int) -> str:
        """The name of an action."""

    def kind(self, view: View, action: int) -> tuple[str, str]:
        """The kind of an action and its argument in few words, for the terminal."""
        verb, _, about = view.box.notation.token(action).partition(".")
        return verb, about

    @abstractmethod
    def group(self, view: View, action: int) -> str:
        """The heading under which an option is shown."""

    @abstractmethod
    def prompt(self, view: View, seat: int, who: str) -> str:
        """The question to a player."""

    def waiting(self, view: View, seat: int) -> str:
        """The sentence for a seat that is done while others decide."""
        return self.words.say("ui.turn_over")

    def action_clauses(self, seat: int, token: str) -> list[Clause]:
        """An action in the log, before its events. Empty for most games, whose events say it all."""
        return []

    @abstractmethod
    def clauses(self, view: View, events: list[Event], names: list[str]) -> list[Clause]:
        """Events as parts of sentences."""

    def payment(self, view: View, events: list[Event]) -> str:
        """The payment in these events. Called only for games that propose payments."""
        return ""

    @abstractmethod
    def tie(self, view: View, names: list[str], tied: list[Score]) -> str:
        """The sentence that explains the ranking of players with equal points, the better first."""

    def names(self, view: View, seats: list[str]) -> list[str]:
        """The names of all players: of the seats, and of players without a seat such as an automa."""
        return seats

    def colours(self, view: View) -> list[str]:
        """The colours of all players, by their names in the style sheet."""
        return [COLOURS[p % len(COLOURS)] for p in range(view.seats)]

    def period(self, view: View) -> tuple[int, int]:
        """The part of the game (year, decade) and the round in it, from 1; 0 if the game has no such part."""
        return 0, 0

    def part_name(self, part: int) -> str:
        """The name of a part of the game, for example "Year 2"; empty if the game has no parts."""
        return ""

    def period_name(self, part: int, number: int) -> str:
        """The name of a round, for example "Year 2, autumn"."""
        return ""

    def period_symbol(self, part: int, number: int) -> str:
        """The symbol that announces a round."""
        return "samovar"

    def progress(self, view: View) -> int:
        """The part of the game that is over, in percent."""
        return 0

    def seat_value(self, value: str) -> str:
        """The name of a value that a player chooses at the table (``Rules.seat_option``)."""
        return value

    def seat_value_colour(self, box: Components, value: str) -> str:
        """The colour of the seat mark that this value gives, by its name in the style sheet."""
        return value

    def is_scored(self, view: View, category: str) -> bool:
        """False for a category of a module that this game is played without."""
        return True

    def points_reason(self, view: View, seat: int, category: str, events: list[Event]) -> str:
        """The explanation of the points of a category at the end; empty if the game gives none.
        ``events``: all events of the game.
        """
        return ""

    def is_unseen(self, view: View, seat: int, category: str) -> bool:
        """True if the viewer may not know the points of this category."""
        return False

    def refusal(self, reason: str, rule: str) -> str:
        """The sentence that explains a refusal, with its rule id."""
        return sentences.refusal(self.words, reason, rule)

    def refusal_of(self, view: View, seat: int, refusal: Refusal) -> str:
        """The sentence that explains a refusal in this position."""
        return self.refusal(refusal.reason, refusal.rule)

    def category(self, name: str) -> str:
        """The name of a scoring category."""
        return sentences.category(self.words, name)


class Sentences(Protocol):
    """A module with the sentences of a game."""

    def option(self, w: Words, s: State, seat: int, action: int) -> str: ...

    def action_name(self, w: Words, s: State, seat: int, action: int) -> str: ...

    def argument_name(self, w: Words, s: State, action: int) -> str: ...

    def group(self, s: State, action: int) -> str: ...

    def prompt(self, w: Words, s: State, seat: int, who: str) -> str: ...

    def clauses(self, w: Words, s: State, events: list[Event], names: list[str]) -> list[Clause]: ...


@mypyc_attr(allow_interpreted_subclasses=True)
class SentenceText(GameText):
    """A game whose sentences are the functions of a module."""

    def __init__(self, words: Words, module: Sentences, groups: list[str], points_symbol: str = "vp") -> None:
        super().__init__(words, groups, points_symbol)
        self.module: Final = module

    def option(self, view: View, seat: int, action: int) -> str:
        return self.module.option(self.words, view, seat, action)

    def action_name(self, view: View, seat: int, action: int) -> str:
        return self.module.action_name(self.words, view, seat, action)

    def kind(self, view: View, action: int) -> tuple[str, str]:
        verb = self.words.say("verb." + view.box.notation.verbs[action >> 8])
        return verb, self.module.argument_name(self.words, view, action)

    def group(self, view: View, action: int) -> str:
        return self.module.group(view, action)

    def prompt(self, view: View, seat: int, who: str) -> str:
        return self.module.prompt(self.words, view, seat, who)

    def clauses(self, view: View, events: list[Event], names: list[str]) -> list[Clause]:
        return self.module.clauses(self.words, view, events, names)
