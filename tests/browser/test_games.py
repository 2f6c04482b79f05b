"""Whole games played through the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import accessibility_faults
from tests.browser.conftest import Visitor
from tests.browser.random_play import (
    import_position,
    new_table,
    play_randomly,
    shown,
    shown_version,
    start_random_play,
    wait_for_my_turn,
    wait_for_script,
)


def test_a_solo_game_is_played_by_random_clicks(visit: Visitor) -> None:
    page = visit("/")
    new_table(page, ["me"], seed="11")
    wait_for_my_turn(page)
    done, over = play_randomly(page)
    assert over
    assert done > 50
    expect(page.locator("#ending")).to_be_visible()
    assert accessibility_faults(page) == []
    live = shown(page)
    page.reload()
    page.wait_for_selector("#ending")
    assert shown(page) == live  # updates by the stream equal a reload


@pytest.mark.parametrize("others", [["bot.easy", "bot.easy"], ["me"]], ids=["bots", "one-device"])
def test_a_page_updated_by_the_stream_equals_a_reloaded_page(visit: Visitor, others: list[str]) -> None:
    page = visit("/")
    new_table(page, ["me", *others], seed="5")
    wait_for_my_turn(page)
    for seed in range(4):
        play_randomly(page, 4, seed)
        wait_for_my_turn(page)
        live, at = shown(page), shown_version(page)
        page.reload()
        wait_for_my_turn(page)
        assert shown_version(page) == at
        fresh = shown(page)
        assert {name for name in fresh if fresh[name] != live[name]} == set()


@pytest.mark.parametrize("game", ["stroganov", "catherine", "tundra"])
def test_two_people_play_a_whole_game_in_two_browsers(visit: Visitor, game: str) -> None:
    players = two_people(visit, game)
    for seed, page in enumerate(players):
        start_random_play(page, seed)
    for page in players:
        page.wait_for_selector("#ending:not([hidden])", timeout=300_000)  # long, for a busy machine
    scores = [page.locator("#score td").all_text_contents() for page in players]
    assert scores[0] == scores[1]  # the reasons beside the scores differ between viewers
    assert len(scores[0]) > 8
    assert accessibility_faults(players[0]) == []
    live = shown(players[1])
    players[1].reload()
    players[1].wait_for_selector("#ending")
    assert shown(players[1]) == live  # updates by the stream equal a reload


def two_people(visit: Visitor, game: str = "stroganov") -> tuple[Page, Page]:
    """The pages of two people at one table. The second person takes a seat by its link."""
    first = visit("/")
    new_table(first, ["me", "friend"], game, seed="21")
    link = first.locator("[data-copy]").first.get_attribute("data-copy")
    assert link
    assert "/join/" in link
    second = visit(link)
    assert "/join/" not in second.url
    second.fill('[name="name"]', "Boris")
    second.locator('form:has([name="name"]) button').first.click()
    for page in (first, second):
        page.wait_for_selector("#choices", state="attached")
        wait_for_script(page)
    return first, second


def test_the_current_step_can_be_read_beside_all_actions(visit: Visitor) -> None:
    page = visit("/")
    import_position(
        page,
        'game = "stroganov"\nseats = 2\ntodo = ["Main(0,1)", "Calendar()"]\nacted = [0]\n'
        "[[player]]\nspace = 4\nhorses = 20\nfurs = [3, 5, 5]\n",
    )
    wait_for_my_turn(page)
    text = page.locator(".status__text").bounding_box()
    step = page.locator(".steps .is-now").bounding_box()
    line = page.locator(".status__line").first
    assert text
    assert step
    assert step["x"] >= text["x"]
    assert step["x"] + step["width"] <= text["x"] + text["width"] + 1
    assert line.evaluate("e => e.scrollHeight <= e.clientHeight + 1")  # no words are cut
