"""The interface between the pages and a game. A game exports it as ``VIEW`` from its views package."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from samovar.kernel.ints import mypyc_attr
from samovar.kernel.state import Event
from samovar.views.game_page import GamePage, Movement
from samovar.views.game_text import GameText
from samovar.views.howto import HowTo
from samovar.views.render_context import RenderContext
from samovar.views.words.words import Words

BANNER_WIDTH: Final = 336.0
BANNER_HEIGHT: Final = 92.0


def no_movement(event: Event) -> Movement | None:
    """The default of a game without animations."""
    return None


def no_banner() -> tuple[str, list[str]]:
    """The default of a game without a banner."""
    return "", []


def no_howto(w: Words) -> HowTo | None:
    """The default of a game that is not explained by pictures. Its page has only the link to the rules."""
    return None


@mypyc_attr(allow_interpreted_subclasses=True)
class GameView:
    """The pages of one game."""

    def __init__(
        self,
        text: Callable[[Words], GameText],
        page: Callable[[RenderContext], GamePage],
        movement: Callable[[Event], Movement | None] = no_movement,
        banner: Callable[[], tuple[str, list[str]]] = no_banner,
        howto: Callable[[Words], HowTo | None] = no_howto,
    ) -> None:
        self.text: Final = text  # its sentences
        self.page: Final = page  # its page for one viewer
        self.movement: Final = movement  # the animation that an event causes
        self.banner: Final = banner  # SVG of the banner in the lobby, and its symbols
        self.howto: Final = howto  # the page that explains it
        self.has_howto: Final = howto is not no_howto
