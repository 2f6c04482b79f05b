"""The handover page between two players of one device, and preferences."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import accessibility_faults
from tests.browser.conftest import Visitor
from tests.browser.random_play import changed, new_table, play_randomly, shown_version, wait_for_my_turn
from tests.browser.test_games import two_people

HEIGHT = "() => document.getElementById('say').getBoundingClientRect().height"


def hand(page: Page) -> set[str]:
    """The secrets of the viewer: the cards that the options name, and the personal goal."""
    tokens = [button.get_attribute("data-act") or "" for button in page.locator("#choices [data-act]").all()]
    own = [goal.get_attribute("aria-label") or "" for goal in page.locator("#at-personal").all()]
    return {*own, *(token.partition(".")[2] for token in tokens)} - {""}


@pytest.mark.parametrize(
    ("game", "options", "looks"), [("catherine", {}, 2), ("tundra", {"personal_goals": "on"}, 3)]
)
def test_the_handover_page_neither_contains_nor_requests_anything_secret(
    visit: Visitor, game: str, options: dict[str, str], looks: int
) -> None:
    page = visit("/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    new_table(page, ["me", "me"], game, seed="3", options=options)
    page.wait_for_selector(".handover")
    table = page.url
    behind = [page.content()]
    assert accessibility_faults(page) == []
    cards: set[str] = set()
    for _ in range(looks):
        page.wait_for_load_state("networkidle")  # the icon of the tab is loaded after the page
        asked.clear()
        page.wait_for_timeout(300)  # the page sends no request
        assert asked == []
        page.locator(".handover a").first.click()
        page.wait_for_url("**/as/*")
        wait_for_my_turn(page)
        cards |= hand(page)
        while page.url != table:  # after the last choice the handover page appears by itself
            seen = shown_version(page)
            page.locator("#choices [data-act]").first.evaluate("button => button.click()")
            page.wait_for_function(
                "seen => document.querySelector('.handover') || "
                "document.querySelector('#choices input[name=\"seq\"]')?.value !== seen",
                arg=seen,
            )
        behind.append(page.content())
    assert len(cards) > 5
    for text in behind:
        assert 'id="choices"' not in text
        assert {card for card in cards if f'"{card}"' in text or f".{card}" in text} == set()
    # The back button requests the page again and shows the handover page, not a hand.
    page.go_back()
    page.wait_for_selector(".handover")


def test_preferences_hide_points_confirm_the_end_of_a_turn_and_enlarge(visit: Visitor) -> None:
    page = visit("/")
    new_table(page, ["me"], seed="12")
    wait_for_my_turn(page)
    expect(page.locator("#race")).to_be_visible()
    prefer(page, score=False)
    expect(page.locator("#race")).to_be_hidden()
    expect(page.locator('label[for="tab-score"]')).to_be_hidden()
    seen = shown_version(page)
    to_the_end_of_a_turn(page)
    page.locator("#turn .btn--main").click()  # the default: ends at once
    changed(page, seen)
    prefer(page, confirm=True)
    to_the_end_of_a_turn(page)
    seen = shown_version(page)
    page.locator("#turn .btn--main").click()
    expect(page.locator("#card button")).to_have_count(2)
    page.keyboard.press("Enter")  # the focus is on "not yet"
    assert shown_version(page) == seen
    page.locator("#turn .btn--main").click()
    page.locator("#card .btn--main").click()
    changed(page, seen)
    small = page.evaluate(HEIGHT)
    page.select_option("#pref-size", "largest", force=True)
    page.wait_for_function(f"small => ({HEIGHT})() > 1.2 * small", arg=small)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-size", "largest")


def prefer(page: Page, **wanted: bool) -> None:
    page.locator("[data-tools] button").first.click()
    for name, on in wanted.items():
        page.locator(f'[data-pref="{name}"]').set_checked(on)
    page.locator("#preferences form button").click()


def to_the_end_of_a_turn(page: Page) -> None:
    for seed in range(40):
        if page.locator("#turn .btn--main").count():
            return
        play_randomly(page, 1, seed)
        wait_for_my_turn(page)
    raise AssertionError("no turn ends")


COUNT_SOUNDS = """() => {
  window.sounds = 0;
  window.AudioContext = class extends AudioContext { constructor() { super(); window.sounds++; } };
}"""


def test_a_sound_is_played_on_my_turn_only_if_it_is_switched_on(visit: Visitor) -> None:
    first, second = two_people(visit)
    mover, waiter = (first, second) if first.locator("#choices [data-act]").count() else (second, first)
    for page in (mover, waiter):
        page.evaluate(COUNT_SOUNDS)
    prefer(waiter, sound=True)
    for turn in range(40):
        if waiter.locator("#choices [data-act]").count():
            break
        play_randomly(mover, 1, turn)
        mover.wait_for_timeout(100)
    wait_for_my_turn(waiter)
    assert waiter.title().startswith("●")
    assert waiter.evaluate("sounds") == 1
    for turn in range(40):
        if mover.locator("#choices [data-act]").count():
            break
        play_randomly(waiter, 1, turn)
        waiter.wait_for_timeout(100)
    wait_for_my_turn(mover)
    assert mover.evaluate("sounds") == 0
