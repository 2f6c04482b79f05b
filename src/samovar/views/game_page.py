"""The base class of a game's page: the regions that a game draws, and those that all games share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from samovar.kernel.ints import mypyc_attr
from samovar.views.common_regions import (
    LogSentence,
    chat,
    choices,
    ending,
    last_deeds,
    log,
    more,
    race,
    recent,
    say,
    score,
    turn,
)
from samovar.views.render_context import RenderContext

Movement = tuple[str, str]  # ids of two elements: an animation moves something from the first to the second
NavLink = tuple[str, str, str]  # on a phone: a symbol, the id of a part of the page, the key of its label


@mypyc_attr(allow_interpreted_subclasses=True)
class GamePage(ABC):
    """The page of one game, rendered for one viewer."""

    def __init__(self, context: RenderContext, points: list[int]) -> None:
        self.context: Final = context
        self.w: Final = context.w
        self.points: Final = points  # that each player has scored so far

    def regions(self) -> dict[str, str]:
        """Every region of the page by its id."""
        found = self.log_sentences()
        out = self.common_regions(found)
        out["acts"] = self.acts()
        out.update(self.drawn(found, last_deeds(self.context, found)))
        return out

    @abstractmethod
    def steps(self) -> tuple[list[str], int]:
        """The steps of a turn, and which of them we are at."""

    @abstractmethod
    def acts(self) -> str:
        """What can be chosen, at the top of the page."""

    @abstractmethod
    def drawn(self, found: list[LogSentence], deeds: list[str]) -> dict[str, str]:
        """The regions of the game itself. ``deeds``: the last action of each player."""

    @abstractmethod
    def place(self, found: dict[str, str]) -> tuple[str, str, str]:
        """Board, my area and seats of a whole page."""

    def nav_links(self) -> list[NavLink]:
        """The links of the navigation bar that a phone shows."""
        return [
            ("map", "board", "page.jump_board"),
            ("done", "me", "page.jump_me"),
            ("menu", "panels", "page.jump_list"),
        ]

    def sources(self) -> str:
        """What stands below the points while the game goes on."""
        return ""

    def finale(self) -> str:
        """What the end of the game tells below its categories."""
        return ""

    def log_sentences(self) -> list[LogSentence]:
        """The last sentences of the log, for the regions that need them."""
        return recent(self.context)

    def common_regions(self, found: list[LogSentence]) -> dict[str, str]:
        """The regions that all games share."""
        context = self.context
        steps, now = self.steps()
        return {
            "say": say(context, steps, now),
            "turn": turn(context),
            "race": race(context, self.points),
            "choices": choices(context),
            "log": log(context, found),
            "score": score(context, self.sources()),
            "chat": chat(context),
            "more": more(context),
            "ending": ending(context, self.finale()),
        }
