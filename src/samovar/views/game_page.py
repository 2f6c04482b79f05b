"""The base class of a game's page: the regions that a game draws, and those that all games share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from samovar.kernel.ints import mypyc_attr
from samovar.views.common_regions import (
    LogSentence,
    chat_list,
    choices,
    ending,
    last_actions,
    log_list,
    moment,
    more_menu,
    race,
    recent_sentences,
    score_panel,
    status_text,
    turn_buttons,
)
from samovar.views.render_context import RenderContext

Movement = tuple[str, str]  # ids of two elements: an animation moves something from the first to the second
NavLink = tuple[str, str, str]  # a symbol, the id of a part of the page, the key of its label


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
        out["acts"] = self.action_buttons()
        out.update(self.game_regions(found, last_actions(self.context, found)))
        return out

    @abstractmethod
    def steps(self) -> tuple[list[str], int]:
        """The steps of a turn, and the index of the current one."""

    @abstractmethod
    def action_buttons(self) -> str:
        """The region ``acts``: the options as buttons at the top of the page."""

    @abstractmethod
    def game_regions(self, found: list[LogSentence], last_actions: list[str]) -> dict[str, str]:
        """The regions that only this game has. ``last_actions``: the last action of each player in words."""

    @abstractmethod
    def arrange(self, found: dict[str, str]) -> tuple[str, str, str]:
        """Board, my area and seats of a whole page, made of the regions in ``found``."""

    def nav_links(self) -> list[NavLink]:
        """The links of the navigation bar that a phone shows."""
        return [
            ("map", "board", "page.jump_board"),
            ("done", "me", "page.jump_me"),
            ("menu", "panels", "page.jump_list"),
        ]

    def score_details(self) -> str:
        """HTML below the points while the game goes on."""
        return ""

    def ending_details(self) -> str:
        """HTML below the categories at the end of the game."""
        return ""

    def log_sentences(self) -> list[LogSentence]:
        """The last sentences of the log, for the regions that need them."""
        return recent_sentences(self.context)

    def common_regions(self, found: list[LogSentence]) -> dict[str, str]:
        """The regions that all games share."""
        context = self.context
        steps, now = self.steps()
        return {
            "say": status_text(context, steps, now),
            "turn": turn_buttons(context),
            "race": race(context, self.points),
            "choices": choices(context),
            "log": log_list(context, found),
            "score": score_panel(context, self.score_details()),
            "chat": chat_list(context),
            "more": more_menu(context),
            "moment": moment(context, found),
            "ending": ending(context, self.ending_details()),
        }
