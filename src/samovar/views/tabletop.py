"""What the page asks of the table of every game, and the regions that all of them have."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from samovar.views.frame import Told, chat, choices, ending, log, more, race, recent, say, score, turn
from samovar.views.look import Look

Journey = tuple[str, str]  # ids of two elements: something travels from one to the other
Jump = tuple[str, str, str]  # on a phone: a symbol, the id of a part of the page, the key of its word


class Tabletop(ABC):
    """One look at the table of a game."""

    def __init__(self, look: Look) -> None:
        self.look: Final = look

    @abstractmethod
    def regions(self) -> dict[str, str]:
        """Every region of the page by its id."""

    @abstractmethod
    def place(self, found: dict[str, str]) -> tuple[str, str, str]:
        """Board, my area and seats of a whole page."""

    def jumps(self) -> list[Jump]:
        """The parts of the page that a phone can jump to."""
        return [
            ("map", "board", "page.jump_board"),
            ("done", "me", "page.jump_me"),
            ("menu", "panels", "page.jump_list"),
        ]

    def told(self) -> list[Told]:
        """The end of the log, for the panels that need it."""
        return recent(self.look)

    def framed(self, found: list[Told], steps: list[str], now: int, live: list[int]) -> dict[str, str]:
        """The regions of the frame. ``steps`` and ``now``: where in the turn we are; ``live``: the points
        that everybody has scored so far.
        """
        look = self.look
        return {
            "say": say(look, steps, now),
            "turn": turn(look),
            "race": race(look, live),
            "choices": choices(look),
            "log": log(look, found),
            "score": score(look),
            "chat": chat(look),
            "more": more(look),
            "ending": ending(look),
        }
