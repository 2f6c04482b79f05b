"""Tables of every game: Czech texts, replay, and forks for analysis."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from samovar.games import registry
from tests.browser.accessibility import accessibility_faults
from tests.browser.conftest import Visitor
from tests.browser.page_words import only_english, page_text, words
from tests.browser.positions import alone
from tests.browser.random_play import (
    changed,
    import_position,
    new_table,
    play_randomly,
    shown,
    shown_version,
    wait_for_my_turn,
)

STEPS = 3  # steps of the replay
GOLDEN = Path(__file__).resolve().parents[1] / "golden"
RESIZED = """() => [...document.querySelectorAll("svg rect[width]")].filter(rectangle =>
  rectangle.checkVisibility() && Math.abs(rectangle.getBBox().width - rectangle.getAttribute("width")) > 0.01
).map(rectangle => rectangle.outerHTML)"""


@pytest.mark.parametrize("game", registry.names())
def test_a_czech_table_contains_no_english_word(visit: Visitor, game: str) -> None:
    page = visit("/", locale="cs")
    new_table(page, ["me", "bot.easy"], game, seed="6", name="Žofie")
    foreign = only_english(game)
    assert len(foreign) > 100
    for seed in range(4):
        wait_for_my_turn(page)
        expect(page.locator("html")).to_have_attribute("lang", "cs")
        assert words(page_text(page)) & foreign == set()
        play_randomly(page, 3, seed)
    wait_for_my_turn(page)
    assert len(page.locator("#log li").all()) > 3  # the log has lines, all in Czech


@pytest.mark.parametrize("game", registry.names())
def test_a_game_is_replayed_and_forked(visit: Visitor, game: str) -> None:
    page = visit("/")
    alone(page, game)
    play_randomly(page, 9)
    wait_for_my_turn(page)
    table, now = page.url, shown(page)
    page.locator('#more a[href$="/at/0"]').evaluate("link => link.click()")
    page.wait_for_url("**/at/*")
    assert page.locator("[data-act], [data-prefix]").count() == 0  # a replay has no options
    first = shown(page)
    visited = [page.url]
    for _ in range(STEPS):
        page.wait_for_selector("[data-tools] button", state="attached")  # the script has started
        page.keyboard.press("ArrowRight")
        page.wait_for_url(lambda url: url != visited[-1])
        visited.append(page.url)
    assert len(set(visited)) == STEPS + 1
    later = shown(page)
    changed_parts = {name for name in later if later[name] != first[name]}
    assert changed_parts - {
        "say",
        "turn",
        "choices",
    }  # the board changed, not only the position of the slider
    assert accessibility_faults(page) == []
    fork_from_here(page)
    wait_for_my_turn(page)
    assert page.url != table
    assert "/at/" not in page.url
    seen = shown_version(page)
    play_randomly(page, 2)
    assert shown_version(page) != seen
    page.goto(table)  # the forked table is unchanged
    wait_for_my_turn(page)
    same = shown(page)
    assert {name for name in same if same[name] != now[name]} <= {"players"}  # the presence may have changed


def fork_from_here(page: Page) -> None:
    """Fork the position that the page shows into a private table."""
    table = page.url.partition("/at/")[0]
    page.locator('#more form[action$="/fork"] button').evaluate("button => button.click()")
    page.wait_for_url(lambda url: not url.startswith(table))


@pytest.mark.parametrize("game", ["catherine", "tundra"])
def test_a_log_line_opens_the_position_after_it(visit: Visitor, game: str) -> None:
    page = visit("/")
    alone(page, game)
    seen = shown_version(page)
    play_randomly(page, 9)
    wait_for_my_turn(page)
    line = page.locator("#log li:not(.mark) a").first
    address = line.get_attribute("href") or ""
    line.evaluate("link => link.click()")
    page.wait_for_url("**" + address)
    page.get_by_role("link", name="back to the table").click()
    page.wait_for_url("**/t/*")
    wait_for_my_turn(page)
    changed(page, seen)


@pytest.mark.parametrize("game", registry.names())
def test_no_style_changes_the_size_of_a_drawn_rectangle(visit: Visitor, game: str) -> None:
    """CSS can set the width of a rectangle of SVG: a class of HTML with the same name hides it."""
    page = visit("/")
    import_position(page, (GOLDEN / f"table-{game}.toml").read_text(encoding="utf-8"))
    wait_for_my_turn(page)
    assert page.evaluate(RESIZED) == []
