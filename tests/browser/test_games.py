"""Whole games through the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.driving import begin_driving, drive, my_turn, new_table, shown, stamp
from tests.browser.hearing import faults


def test_a_whole_game_alone_by_random_clicks(visit: Visitor) -> None:
    page = visit("/")
    new_table(page, ["me"], seed="11")
    my_turn(page)
    done, over = drive(page)
    assert over
    assert done > 50
    expect(page.locator("#ending")).to_be_visible()
    assert faults(page) == []
    live = shown(page)
    page.reload()
    page.wait_for_selector("#ending")
    assert shown(page) == live  # what came by the stream is what a fresh page shows


@pytest.mark.parametrize("others", [["bot.easy", "bot.easy"], ["me"]], ids=["bots", "one-device"])
def test_the_page_that_followed_a_game_is_the_page_that_is_loaded(visit: Visitor, others: list[str]) -> None:
    page = visit("/")
    new_table(page, ["me", *others], seed="5")
    my_turn(page)
    for seed in range(4):
        drive(page, 4, seed)
        my_turn(page)
        live, at = shown(page), stamp(page)
        page.reload()
        my_turn(page)
        assert stamp(page) == at
        fresh = shown(page)
        assert {name for name in fresh if fresh[name] != live[name]} == set()


@pytest.mark.parametrize("game", ["stroganov", "catherine", "tundra"])
def test_a_whole_game_of_two_people_in_two_browsers(visit: Visitor, game: str) -> None:
    players = two_people(visit, game)
    for seed, page in enumerate(players):
        begin_driving(page, seed)
    for page in players:
        page.wait_for_selector("#ending:not([hidden])", timeout=300_000)  # on a busy machine
    scores = [page.locator("#score").text_content() for page in players]
    assert scores[0] == scores[1]
    assert faults(players[0]) == []
    live = shown(players[1])
    players[1].reload()
    players[1].wait_for_selector("#ending")
    assert shown(players[1]) == live  # what came by the stream is what a fresh page shows


def two_people(visit: Visitor, game: str = "stroganov") -> tuple[Page, Page]:
    """A table with a seat for a friend, who comes by the link."""
    first = visit("/")
    new_table(first, ["me", "friend"], game, seed="21")
    link = first.locator("[data-copy]").first.get_attribute("data-copy")
    assert link
    assert "/join/" in link
    second = visit(link)
    assert "/join/" not in second.url
    second.fill('[name="name"]', "Boris")
    second.locator('form:has([name="name"]) button').first.click()
    second.wait_for_selector("#choices", state="attached")
    first.wait_for_selector("#choices", state="attached")
    return first, second
