"""Tables at which only this page decides, so that a test knows what it shows."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.random_play import import_position, new_table, wait_for_my_turn
from tests.catherine import scene as catherine
from tests.tundra import scene as tundra


def alone(page: Page, game: str) -> None:
    """Create a table without bots: Stroganov against Ivan, the others with all seats on this page."""
    match game:
        case "stroganov":
            new_table(page, ["me"], game, seed="2")
        case "catherine":
            import_position(page, catherine.first_round())
        case _:
            import_position(page, tundra.last_round())
    wait_for_my_turn(page)


def near_the_end(page: Page, game: str) -> None:
    """Create a table near the end of its game. Stroganov begins at its start, as its solo game is short."""
    if game != "catherine":
        return alone(page, game)
    import_position(page, catherine.last_round())
    wait_for_my_turn(page)
    return None
