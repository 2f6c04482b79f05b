"""The recap of the opponents' turns: shown line by line, skipped by any key, repeated with the boards."""

from __future__ import annotations

from typing import Literal

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.random_play import new_table, play_randomly, shown, wait_for_my_turn

PREFERENCE = "value => localStorage.setItem('samovar', JSON.stringify({pace: value}))"


def against_ivan(
    visit: Visitor, pace: str, motion: Literal["reduce", "no-preference"] = "no-preference"
) -> Page:
    page = visit("/", motion=motion)
    page.evaluate(PREFERENCE, pace)
    page.reload()
    new_table(page, ["me"], seed="2")
    wait_for_my_turn(page)
    return page


def play_until_automa_turn(page: Page) -> None:
    """Play until the automa has had a turn since the last decision."""
    for seed in range(60):
        play_randomly(page, 1, seed)
        wait_for_my_turn(page)
        if page.locator("#log .mark ~ li a", has_text="Ivan moves").count():
            return
    raise AssertionError("the automa has no turn")


def test_turns_of_the_automa_are_shown_and_a_key_skips_them(visit: Visitor) -> None:
    page = against_ivan(visit, "slow")
    play_until_automa_turn(page)
    caption = page.locator("#recap")
    expect(caption).to_be_visible()
    first = caption.inner_text()
    assert first.split("\n")[0] in page.locator("#log").inner_text()
    expect(page.locator("#choices[data-due]")).to_have_count(1)  # the decision is not delayed
    expect(caption).not_to_have_text(first, use_inner_text=True)  # the next line follows
    page.keyboard.press("Shift")
    expect(caption).to_have_count(0)


def test_again_shows_the_earlier_boards_and_returns_to_the_present(visit: Visitor) -> None:
    page = against_ivan(visit, "instant")
    play_until_automa_turn(page)
    expect(page.locator("#recap")).to_have_count(0)  # only in the log
    present = shown(page)["map"]
    page.click("#again")
    expect(page.locator("#recap")).to_be_visible()
    assert shown(page)["map"] != present
    seq = page.locator('#choices input[name="seq"]').input_value()
    page.locator("#map").click(position={"x": 300, "y": 200})  # skips, and chooses nothing
    expect(page.locator("#recap")).to_have_count(0)
    expect(page.locator("body.is-recap")).to_have_count(0)
    assert shown(page)["map"] == present
    assert page.locator('#choices input[name="seq"]').input_value() == seq


def test_with_reduced_motion_only_the_log_shows_the_turns(visit: Visitor) -> None:
    page = against_ivan(visit, "normal", motion="reduce")
    play_until_automa_turn(page)
    expect(page.locator("#log .mark ~ li").first).to_be_attached()
    expect(page.locator("#recap")).to_have_count(0)
    expect(page.locator("#again")).to_be_visible()


def test_on_my_turn_the_board_follows_the_recap_which_can_be_paused_and_stepped(visit: Visitor) -> None:
    page = against_ivan(visit, "slow")
    play_until_automa_turn(page)
    caption = page.locator("#recap .recap__line")
    expect(page.locator("body.is-recap")).to_have_count(1)
    board = shown(page)["map"]
    page.click(".recap__pause")
    first = caption.inner_text()
    page.click(".recap__on")
    expect(caption).not_to_have_text(first, use_inner_text=True)
    page.click(".recap__back")
    expect(caption).to_have_text(first, use_inner_text=True)
    expect(page.locator("#log .is-recapped")).to_have_count(1)
    page.click(".recap__skip")
    expect(page.locator("#recap")).to_have_count(0)
    expect(page.locator("body.is-recap")).to_have_count(0)
    assert shown(page)["map"] != board
    expect(page.locator("#map .target.is-legal").first).to_be_visible()


def test_a_round_is_announced_and_news_stay_marked_until_i_decide(visit: Visitor) -> None:
    page = against_ivan(visit, "instant")
    play_until_automa_turn(page)  # Ivan begins, and hunts
    expect(page.locator('[id^="at-tile-"][aria-description="changed"] .new-mark').first).to_be_visible()
    page.locator("#map").click(position={"x": 5, "y": 5})  # no decision
    expect(page.locator(".new-mark").first).to_be_visible()
    ribbon = page.locator("#ribbon")
    for seed in range(60):
        play_randomly(page, 1, seed)
        wait_for_my_turn(page)
        if not page.locator("#log .mark ~ li", has_text="Ivan").count():
            expect(page.locator('[aria-description="changed"]')).to_have_count(0)  # only Ivan's changes
        if ribbon.count():
            break
    expect(ribbon).to_contain_text("Year 1, summer")
    page.keyboard.press("Shift")
    expect(ribbon).to_have_count(0)


def test_the_ribbon_of_a_round_waits_for_the_recap(visit: Visitor) -> None:
    page = against_ivan(visit, "slow")
    period = "() => document.getElementById('moment').dataset.period"
    for seed in range(60):
        before = page.evaluate(period)
        play_randomly(page, 1, seed)
        wait_for_my_turn(page)
        if page.evaluate(period) != before and page.locator("#recap").count():
            break
    else:
        raise AssertionError("no round begins with a recap")
    expect(page.locator("#ribbon")).to_have_count(0)
    page.click(".recap__skip")
    expect(page.locator("#recap")).to_have_count(0)
    expect(page.locator("#ribbon")).to_be_visible()
