"""Every page is reachable, accessible to screen readers, and in the user's language."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from samovar.games import registry
from samovar.views.words.words import languages
from tests.browser.accessibility import accessibility_faults
from tests.browser.conftest import Visitor
from tests.browser.random_play import new_table, play_randomly, wait_for_my_turn


@pytest.mark.parametrize("lang", languages())
def test_lobby_how_to_play_and_rules_are_accessible(visit: Visitor, lang: str) -> None:
    page = visit("/", locale=lang)
    expect(page.locator("html")).to_have_attribute("lang", lang)
    assert accessibility_faults(page) == []
    for summary in page.locator("summary").all():
        summary.click()
    assert accessibility_faults(page) == []
    page.locator(".game--catherine a").first.click()
    page.wait_for_url("**/howto/catherine")
    assert accessibility_faults(page) == []
    page.locator('a[href$="/rules/catherine"]').first.click()
    page.wait_for_url("**/rules/catherine")
    assert accessibility_faults(page) == []


@pytest.mark.parametrize("game", registry.names())
def test_a_table_of_every_game_is_accessible_in_both_themes(visit: Visitor, game: str) -> None:
    page = visit("/")
    new_table(page, ["me", "bot.easy"], game, seed="3")
    wait_for_my_turn(page)
    assert accessibility_faults(page) == []
    play_randomly(page, 8)
    wait_for_my_turn(page)
    for theme in ("light", "dark"):
        page.select_option("#pref-theme", theme, force=True)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        assert accessibility_faults(page) == [], theme


def test_a_solo_game_starts_with_one_click(visit: Visitor) -> None:
    page = visit("/")
    page.click(".game--stroganov .quick-start .btn--main")
    page.wait_for_url("**/t/**")
    wait_for_my_turn(page)
    assert "Ivan" in page.inner_text("#side")
    # Nothing to scroll at 1280 × 720.
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for beside in (page.url + "/manage", page.url.partition("/t/")[0] + "/data"):
        page.goto(beside)
        assert accessibility_faults(page) == []


def test_a_rule_id_in_a_refusal_links_to_the_rules(visit: Visitor) -> None:
    page = visit("/")
    new_table(page, ["me", "bot.easy"], seed="1")
    wait_for_my_turn(page)
    link = reason_with_rule(page)
    page.goto(link)
    rule = link.partition("#")[2]
    assert page.locator(f"#{rule}").count() == 1


def reason_with_rule(page: Page) -> str:
    """Play until an action of the board is refused. Returns the link to the rule on its help card."""
    for _ in range(20):
        refused = page.locator('[data-help*="no|"][data-help*="S-"]').first
        if refused.count():
            refused.evaluate("thing => thing.dispatchEvent(new MouseEvent('click', {bubbles: true}))")
            return str(page.locator("#card a").first.evaluate("link => link.href"))
        play_randomly(page, 1)
        wait_for_my_turn(page)
    raise AssertionError("no action was refused")


def test_preferences_are_stored_and_the_language_changes_at_once(visit: Visitor) -> None:
    page = visit("/", locale="en")
    page.locator("[data-tools] button").first.click()
    page.select_option("#pref-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.select_option("#pref-lang", "cs")
    page.wait_for_function("() => document.documentElement.lang === 'cs'")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("main")).to_contain_text("Nový stůl")


@pytest.mark.parametrize("system", ["light", "dark"])
def test_a_chosen_theme_overrides_the_system_theme(visit: Visitor, system: Literal["light", "dark"]) -> None:
    page = visit("/", color_scheme=system)
    paper = page.locator("body")
    shown = {"light": "rgb(239, 227, 201)", "dark": "rgb(18, 22, 31)"}
    expect(paper).to_have_css("background-color", shown[system])
    page.locator("[data-tools] button").first.click()
    for theme in ("light", "dark"):
        page.select_option("#pref-theme", theme)
        expect(paper).to_have_css("background-color", shown[theme])
        page.reload()  # the server renders the theme now
        expect(paper).to_have_css("background-color", shown[theme])
        page.locator("[data-tools] button").first.click()
    page.select_option("#pref-theme", "auto")
    expect(paper).to_have_css("background-color", shown[system])
    other: Literal["light", "dark"] = "light" if system == "dark" else "dark"
    page.emulate_media(color_scheme=other)
    expect(paper).to_have_css("background-color", shown[other])
