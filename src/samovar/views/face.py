"""What the pages need to know of each game: its sentences, under the same names for all."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final, cast

from samovar.games.catherine.state import Catherine
from samovar.games.stroganov.state import Stroganov
from samovar.games.tundra.state import Tundra
from samovar.kernel.game import Score
from samovar.kernel.state import Event, View
from samovar.views import sentences
from samovar.views.catherine import sentences as catherine
from samovar.views.sentences import Clause
from samovar.views.stroganov import automa
from samovar.views.stroganov import sentences as stroganov
from samovar.views.tundra import sentences as tundra
from samovar.views.words.words import Words

COLOURS: Final = ["red", "yellow", "green", "blue"]  # of games whose players have none of their own here

CATHERINE_COLOURS: Final = {"white", "yellow", "purple", "black"}  # that are drawn


class Face(ABC):
    """One game in words. All is read from the view of whoever looks."""

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

    @abstractmethod
    def group(self, view: View, action: int) -> str:
        """The heading under which an option is shown."""

    @abstractmethod
    def prompt(self, view: View, seat: int, who: str) -> str:
        """What is asked, of whom."""

    def waiting(self, view: View, seat: int) -> str:
        """What to tell a seat that is done while others decide."""
        return self.words.say("ui.turn_over")

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


class StroganovFace(Face):
    def __init__(self, words: Words) -> None:
        super().__init__(words, ["move", "choice", "basic", "advanced", "extra", "auxiliary", "done"])

    def option(self, view: View, seat: int, action: int) -> str:
        return stroganov.option(self.words, view, seat, action)

    def head(self, view: View, seat: int, action: int) -> str:
        return stroganov.head(self.words, view, seat, action)

    def group(self, view: View, action: int) -> str:
        return stroganov.group(view, action)

    def prompt(self, view: View, seat: int, who: str) -> str:
        return stroganov.prompt(self.words, view, who)

    def clauses(self, view: View, events: list[Event], names: list[str]) -> list[Clause]:
        return stroganov.clauses(self.words, view, events)

    def tie(self, view: View, names: list[str], tied: list[Score]) -> str:
        who = [names[score.seat] for score in tied]
        everyone = self.words.all_of(sorted(who))
        return self.words.say("score.tie", who=everyone, n=tied[0].total, order=", ".join(who))

    def payment(self, view: View, events: list[Event]) -> str:
        return stroganov.payment(self.words, view, events)

    def names(self, view: View, seats: list[str]) -> list[str]:
        return [*seats, *automa.names(self.words, view)]

    def colours(self, view: View) -> list[str]:
        return cast(Stroganov, view).setting.colours


class CatherineFace(Face):
    def __init__(self, words: Words) -> None:
        super().__init__(words, ["choice", "done"])

    def option(self, view: View, seat: int, action: int) -> str:
        return catherine.option(self.words, view, seat, action)

    def verdict(self, view: View, seat: int, action: int) -> str:
        return catherine.verdict(self.words, view, seat, action)

    def ending(self, view: View, seat: int, action: int) -> str:
        return catherine.ending(self.words, view, seat, action)

    def head(self, view: View, seat: int, action: int) -> str:
        return catherine.head(self.words, view, seat, action)

    def group(self, view: View, action: int) -> str:
        return catherine.group(view, action)

    def prompt(self, view: View, seat: int, who: str) -> str:
        return catherine.prompt(self.words, view, seat, who)

    def waiting(self, view: View, seat: int) -> str:
        return catherine.waiting(self.words, view, seat)

    def colours(self, view: View) -> list[str]:
        """Those of the box, as blue, red and green are regions there."""
        own = cast(Catherine, view).stock.player_colours
        return [own[p] if own[p] in CATHERINE_COLOURS else COLOURS[p] for p in range(view.seats)]

    def clauses(self, view: View, events: list[Event], names: list[str]) -> list[Clause]:
        return catherine.clauses(self.words, view, events, names)

    def tie(self, view: View, names: list[str], tied: list[Score]) -> str:
        who = self.words.all_of([names[score.seat] for score in tied])
        return self.words.say("score.tie", who=who, n=tied[0].total, place=tied[0].rank)


class TundraFace(Face):
    def __init__(self, words: Words) -> None:
        super().__init__(words, ["choice", "place", "goal", "free", "advisor", "done"], "acorn")

    def option(self, view: View, seat: int, action: int) -> str:
        return tundra.option(self.words, view, seat, action)

    def head(self, view: View, seat: int, action: int) -> str:
        return tundra.head(self.words, view, seat, action)

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

    def payment(self, view: View, events: list[Event]) -> str:
        return tundra.payment(self.words, events)

    def ending(self, view: View, seat: int, action: int) -> str:
        return tundra.ending(self.words, view, seat, action)

    def colours(self, view: View) -> list[str]:
        """Those of the characters; the shapes of the seats know green instead of purple."""
        found = cast(Tundra, view).stock.colours
        return ["green" if found[p] == "purple" else found[p] for p in range(view.seats)]

    def unseen(self, view: View, seat: int, category: str) -> bool:
        return tundra.unseen(view, seat, category)


def face(game: str, words: Words) -> Face:
    """The sentences of a game."""
    if game == "stroganov":
        return StroganovFace(words)
    return CatherineFace(words) if game == "catherine" else TundraFace(words)
