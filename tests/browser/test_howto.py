"""The page behind "?" in Chromium: opened over a table, searched, closed, without script, on a phone."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from samovar.games import registry
from samovar.views.words.words import languages
from tests.browser.accessibility import accessibility_faults
from tests.browser.conftest import Visitor
from tests.browser.positions import alone

PHONE = {"width": 390, "height": 844}
WORDS = {
    ("stroganov", "en"): "bear",
    ("stroganov", "cs"): "medved",  # found without the diacritic
    ("catherine", "en"): "astrakhan",
    ("catherine", "cs"): "delo",
    ("tundra", "en"): "hedgehog",
    ("tundra", "cs"): "ježek",
}


def opened(page: Page) -> None:
    """Press ? and wait for the content."""
    page.keyboard.press("?")
    expect(page.locator("#howto #how-icons")).to_be_visible()


def test_every_game_and_language_has_a_word_to_search() -> None:
    assert set(WORDS) == {(game, lang) for game in registry.names() for lang in languages()}


@pytest.mark.parametrize(("game", "lang"), list(WORDS))
def test_the_question_mark_opens_it_and_search_finds_an_icon(visit: Visitor, game: str, lang: str) -> None:
    page = visit("/", locale=lang)
    alone(page, game)
    start = page.url
    page.locator("#tab-log").focus()
    opened(page)
    find = page.locator("#how-find")
    expect(find).to_be_focused()
    page.keyboard.type(WORDS[game, lang])
    found = page.locator("#howto .howto__legend .is-found")
    expect(found.first).to_be_in_viewport()
    assert 0 < found.count() < 6
    expect(page.locator("#howto [role=status]")).not_to_be_empty()
    assert page.evaluate("CSS.highlights.get('found').size") > 0
    page.keyboard.type("zzz")
    expect(found).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#howto")).not_to_be_visible()
    expect(page.locator("#tab-log")).to_be_focused()
    assert page.url == start


def test_an_icon_is_found_by_its_name_in_another_language(visit: Visitor) -> None:
    page = visit("/howto/stroganov", locale="en")
    page.fill("#how-find", "medvěd")
    expect(page.locator(".howto__legend .is-found")).to_have_count(1)
    expect(page.locator(".howto__legend .is-found b")).to_have_text("Bear")


def test_keys_are_explained_from_there_and_escape_leads_back_step_by_step(visit: Visitor) -> None:
    page = visit("/")
    alone(page, "stroganov")
    button = page.locator("[data-tools] button").last
    button.click()
    expect(page.locator("#howto #how-icons")).to_be_visible()
    page.locator("#howto [data-opens=keys]").click()
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).not_to_be_visible()
    expect(page.locator("#howto [data-opens=keys]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#howto")).not_to_be_visible()
    expect(button).to_be_focused()


def test_a_link_to_a_part_scrolls_and_keeps_the_address_of_the_table(visit: Visitor) -> None:
    page = visit("/")
    alone(page, "tundra")
    start = page.url
    opened(page)
    page.click('#howto a[href="#how-end"]')
    expect(page.locator("#how-end")).to_be_in_viewport()
    assert page.url == start


def test_without_a_connection_the_dialog_keeps_the_link_and_tries_again(visit: Visitor) -> None:
    page = visit("/")
    alone(page, "tundra")
    page.route("**/howto/tundra", lambda route: route.abort())
    page.keyboard.press("?")
    expect(page.locator('#howto a[href$="/howto/tundra"]')).to_be_visible()
    page.keyboard.press("Escape")
    page.unroute("**/howto/tundra")
    opened(page)


@pytest.mark.parametrize("game", registry.names())
def test_the_page_works_without_script(visit: Visitor, game: str) -> None:
    page = visit(f"/howto/{game}", java_script_enabled=False)
    expect(page.locator("#how-icons")).to_be_visible()
    expect(page.locator("#how-find")).not_to_be_visible()
    page.click('a[href="#how-points"]')
    expect(page.locator("#how-points h2")).to_be_in_viewport()
    page.click(".howto__rules a")
    page.wait_for_url(f"**/rules/{game}")


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_is_accessible_and_fits_a_phone(
    visit: Visitor, game: str, theme: Literal["light", "dark"]
) -> None:
    page = visit(f"/howto/{game}", color_scheme=theme)
    assert accessibility_faults(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert accessibility_faults(page) == []


def test_the_dialog_is_accessible_and_does_not_scroll_sideways(visit: Visitor) -> None:
    page = visit("/", viewport=PHONE)
    alone(page, "catherine")
    page.locator("[data-tools] button").last.click()
    expect(page.locator("#howto #how-icons")).to_be_visible()
    assert page.locator(".howto__content").evaluate("part => part.scrollWidth <= part.clientWidth")
    assert accessibility_faults(page) == []
