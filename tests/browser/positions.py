"""Tables at which nobody but the one who looks decides, so that a test knows what it will see."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.driving import my_turn, new_table, take_in
from tests.catherine import scene as catherine
from tests.tundra import scene as tundra


def alone(page: Page, game: str) -> None:
    """Stroganov is played against Ivan; in the others somebody alone decides for all seats."""
    match game:
        case "stroganov":
            new_table(page, ["me"], game, seed="2")
        case "catherine":
            take_in(page, catherine.first_round())
        case _:
            take_in(page, tundra.last_round())
    my_turn(page)


def near_the_end(page: Page, game: str) -> None:
    """So that the whole rest can be played; Stroganov alone is short enough from its beginning."""
    if game != "catherine":
        return alone(page, game)
    take_in(page, catherine.last_round())
    my_turn(page)
    return None
