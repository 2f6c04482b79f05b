"""What a table of every title can do: Czech from its first round on, replay, an analysis of one's own."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from samovar.games import registry
from tests.browser.conftest import Visitor
from tests.browser.driving import changed, drive, my_turn, new_table, shown, stamp
from tests.browser.hearing import faults
from tests.browser.positions import alone
from tests.browser.reading import only_english, told, words

STEPS = 3  # that are looked at again


@pytest.mark.parametrize("game", registry.names())
def test_in_czech_no_word_of_the_table_is_english(visit: Visitor, game: str) -> None:
    page = visit("/", locale="cs")
    new_table(page, ["me", "bot.easy"], game, seed="6", name="Žofie")
    foreign = only_english(game)
    assert len(foreign) > 100
    for seed in range(4):
        my_turn(page)
        expect(page.locator("html")).to_have_attribute("lang", "cs")
        assert words(told(page)) & foreign == set()
        drive(page, 3, seed)
    my_turn(page)
    assert len(page.locator("#log li").all()) > 3  # it has told what happened, all of it in Czech


@pytest.mark.parametrize("game", registry.names())
def test_a_game_is_stepped_through_and_tried_another_way(visit: Visitor, game: str) -> None:
    page = visit("/")
    alone(page, game)
    drive(page, 9)
    my_turn(page)
    table, now = page.url, shown(page)
    page.locator('#more a[href$="/at/0"]').evaluate("link => link.click()")
    page.wait_for_url("**/at/*")
    assert page.locator("[data-act], [data-prefix]").count() == 0  # nothing is to be decided there
    first = shown(page)
    visited = [page.url]
    for _ in range(STEPS):
        page.wait_for_selector("[data-tools] button", state="attached")  # the script that hears the key
        page.keyboard.press("ArrowRight")
        page.wait_for_url(lambda url: url != visited[-1])
        visited.append(page.url)
    assert len(set(visited)) == STEPS + 1
    later = shown(page)
    changed_parts = {name for name in later if later[name] != first[name]}
    assert changed_parts - {"say", "turn", "choices"}  # not only where in the game we are
    assert faults(page) == []
    fork_from_here(page)
    my_turn(page)
    assert page.url != table
    assert "/at/" not in page.url
    seen = stamp(page)
    drive(page, 2)
    assert stamp(page) != seen
    page.goto(table)  # where nothing has changed
    my_turn(page)
    same = shown(page)
    assert {name for name in same if same[name] != now[name]} <= {"players"}  # who is there may have changed


def fork_from_here(page: Page) -> None:
    """An analysis table of one's own that begins in the position that the page shows."""
    table = page.url.partition("/at/")[0]
    page.locator('#more form[action$="/fork"] button').evaluate("button => button.click()")
    page.wait_for_url(lambda url: not url.startswith(table))


@pytest.mark.parametrize("game", ["catherine", "tundra"])
def test_a_line_of_the_log_opens_the_position_it_led_to(visit: Visitor, game: str) -> None:
    page = visit("/")
    alone(page, game)
    seen = stamp(page)
    drive(page, 9)
    my_turn(page)
    line = page.locator("#log li:not(.mark) a").first
    address = line.get_attribute("href") or ""
    line.evaluate("link => link.click()")
    page.wait_for_url("**" + address)
    page.locator(".turn--replay .btn--main").click()  # back to the table
    page.wait_for_url("**/t/*")
    my_turn(page)
    changed(page, seen)
