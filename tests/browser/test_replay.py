"""The controls of a replay: slider, rounds, playing, keys, links of the log."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from samovar.games import registry
from tests.browser.accessibility import accessibility_faults
from tests.browser.conftest import Visitor
from tests.browser.positions import alone, near_the_end
from tests.browser.random_play import play_randomly, wait_for_my_turn


def open_replay(visit: Visitor, game: str, steps: int = 10) -> Page:
    """The first position of a game that has been played for some decisions."""
    page = visit("/")
    alone(page, game)
    play_randomly(page, steps)
    wait_for_my_turn(page)
    page.locator('#more a[href$="/at/0"]').evaluate("link => link.click()")
    page.wait_for_url("**/at/*")
    page.wait_for_selector("[data-tools] button", state="attached")
    return page


def stops(page: Page) -> list[int]:
    found = page.locator("#replay-slider").get_attribute("data-stops") or ""
    return [int(stop) for stop in found.split()]


def expect_stop(page: Page, index: int) -> None:
    """The page shows this stop: slider, address and spoken text agree."""
    page.wait_for_url(f"**/at/{stops(page)[index]}")
    slider = page.locator("#replay-slider")
    expect(slider).to_have_js_property("value", str(index))
    expect(slider).to_have_attribute("value", str(index))


@pytest.mark.parametrize("game", registry.names())
def test_slider_and_keys_move_through_the_game_without_loading_the_page_again(
    visit: Visitor, game: str
) -> None:
    page = open_replay(visit, game)
    page.evaluate("window.sameDocument = true")
    last = len(stops(page)) - 1
    page.locator("#replay-slider").fill("7")
    expect_stop(page, 7)
    page.keyboard.press("End")
    expect_stop(page, last)
    page.keyboard.press("Home")
    expect_stop(page, min(0, last))
    page.locator("body").press("ArrowRight")
    expect_stop(page, 1)
    assert page.evaluate("window.sameDocument")
    assert page.locator("[data-act], [data-prefix]").count() == 0  # nothing can be decided in a replay
    assert accessibility_faults(page) == []


def test_quick_key_presses_add_up(visit: Visitor) -> None:
    page = open_replay(visit, registry.FIRST)
    page.evaluate(
        "for (let n = 0; n < 6; n++) document.body.dispatchEvent("
        "new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}))"
    )
    expect_stop(page, 6)


def test_shift_and_arrow_move_by_rounds(visit: Visitor) -> None:
    page = open_replay(visit, "stroganov", 60)
    rounds = [int(n) for n in (page.locator("#replay-slider").get_attribute("data-rounds") or "").split()]
    assert len(rounds) > 2
    page.keyboard.press("Shift+ArrowRight")
    expect_stop(page, rounds[1])
    page.keyboard.press("Shift+ArrowRight")
    expect_stop(page, rounds[2])
    page.keyboard.press("Shift+ArrowLeft")
    expect_stop(page, rounds[1])


def test_playing_goes_on_until_it_is_paused(visit: Visitor) -> None:
    page = open_replay(visit, registry.FIRST)
    page.locator("#replay-speed").select_option("fast")
    button = page.locator("#replay-play")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.wait_for_url(f"**/at/{stops(page)[2]}")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    here = page.url
    page.wait_for_timeout(1500)
    assert page.url == here


def test_playing_ends_at_the_last_position(visit: Visitor) -> None:
    page = open_replay(visit, registry.FIRST)
    last = len(stops(page)) - 1
    page.locator("#replay-slider").fill(str(last - 1))
    expect_stop(page, last - 1)
    page.locator("#replay-speed").select_option("fast")
    page.locator("#replay-play").click()
    expect_stop(page, last)
    expect(page.locator("#replay-play")).to_have_attribute("aria-pressed", "false")


def test_a_replay_tells_the_last_action_and_never_that_it_is_my_turn(visit: Visitor) -> None:
    page = open_replay(visit, registry.FIRST)
    for index in range(1, 5):
        page.locator("#replay-slider").fill(str(index))
        expect_stop(page, index)
        assert "Your turn" not in page.locator("#say").inner_text()


def test_without_script_rounds_are_links(visit: Visitor) -> None:
    page = open_replay(visit, "stroganov", 60)
    address = page.url
    plain = visit("/", java_script_enabled=False)
    plain.goto(address)
    assert not plain.locator("#replay-slider").is_visible()
    assert not plain.locator("#replay-play").is_visible()
    plain.locator("#acts svg a").nth(1).click()
    plain.wait_for_url(lambda url: url != address)


@pytest.mark.parametrize("game", registry.names())
def test_the_end_panel_folds_away_and_the_chart_leads_into_the_replay(visit: Visitor, game: str) -> None:
    page = visit("/")
    near_the_end(page, game)
    play_randomly(page)
    ending = page.locator("#ending")
    expect(ending.locator("ol")).to_be_visible()
    assert page.locator("#turn button").count() == 0  # nothing can be undone or ended any more
    ending.locator("summary").click()
    expect(ending.locator("ol")).not_to_be_visible()
    board = page.locator("#board").bounding_box()
    folded = ending.bounding_box()
    assert board is not None
    assert folded is not None
    assert folded["width"] * folded["height"] < 0.15 * board["width"] * board["height"]
    ending.locator("summary").click()
    totals = ending.locator("tfoot tr").first.locator("td").all_inner_texts()
    shields = page.locator("#players .points-badge").all_inner_texts()
    assert sorted(shields) == sorted(totals)
    ending.locator(".chart a").nth(1).click()
    page.wait_for_url("**/at/*")
    assert accessibility_faults(page) == []
