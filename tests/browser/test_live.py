"""Several pages of one table: lost connections, two tabs, spectators, undo, animation."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.positions import alone
from tests.browser.random_play import (
    changed,
    new_table,
    play_randomly,
    shown,
    shown_version,
    wait_for_my_turn,
)
from tests.browser.test_games import two_people


def test_after_a_broken_connection_the_page_shows_what_it_missed(visit: Visitor) -> None:
    first, second = two_people(visit)
    mover, waiter = (first, second) if first.locator("#choices [data-act]").count() else (second, first)
    waiter.context.set_offline(True)
    waiter.evaluate("window.dispatchEvent(new Event('offline'))")
    seen = shown_version(waiter)
    play_randomly(mover, 1)
    waiter.context.set_offline(False)
    changed(waiter, seen)
    live = shown(waiter)
    waiter.reload()
    assert shown(waiter) == live


@pytest.mark.parametrize("game", ["stroganov", "tundra"])
def test_a_revealing_action_cannot_be_undone_and_has_a_padlock(visit: Visitor, game: str) -> None:
    page = visit("/")
    alone(page, game)
    irreversible = undone = 0
    for seed in range(60):
        wait_for_my_turn(page)
        options = page.locator("#choices .choice").all()
        locked = [option for option in options if option.locator("svg").count()]
        free = [option for option in options if not option.locator("svg").count()]
        seen = shown_version(page)
        if free and undone < 3:
            before = page.inner_text("#say")
            free[0].evaluate("button => button.click()")
            changed(page, seen)
            again = shown_version(page)
            page.keyboard.press("u")
            changed(page, again)
            assert page.inner_text("#say") == before
            undone += 1
        elif locked and irreversible < 3:
            locked[0].evaluate("button => button.click()")
            changed(page, seen)
            expect(page.locator('[data-do="undo"]')).to_have_count(0)
            irreversible += 1
        else:
            play_randomly(page, 1, seed)
        if irreversible >= 3 and undone >= 3:
            return
    raise AssertionError(f"{irreversible} irreversible, {undone} undone")


# Two clicks, the second before the response to the first.
BOTH = "([first, then]) => { for (const what of [first, then]) document.querySelector(what).click(); }"


def test_a_click_during_a_request_is_queued(visit: Visitor) -> None:
    page = visit("/")
    new_table(page, ["me"], seed="4")
    wait_for_my_turn(page)
    free, back = "#choices .choice:not(:has(svg))", '[data-do="undo"]'
    for seed in range(60):
        if page.locator(free).count() and page.locator(back).count():
            break
        play_randomly(page, 1, seed)
    before, asked = page.inner_text("#say"), int(shown_version(page))
    page.evaluate(BOTH, [free, back])
    expect(page.locator('#choices input[name="seq"]')).to_have_value(str(asked + 2))
    assert page.inner_text("#say") == before


def test_a_queued_click_is_dropped_if_its_option_is_gone(visit: Visitor) -> None:
    page = visit("/")
    new_table(page, ["me"], seed="4")
    wait_for_my_turn(page)
    for seed in range(60):
        if page.locator('#choices [data-act^="move."]').count() > 1:
            break
        play_randomly(page, 1, seed)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    seen = shown_version(page)
    moves = page.locator('#choices [data-act^="move."]')
    tokens = [moves.first.get_attribute("data-act"), moves.last.get_attribute("data-act")]
    page.evaluate(BOTH, [f'#choices [data-act="{token}"]' for token in tokens])
    changed(page, seen)
    page.wait_for_selector("body:not(.is-busy)")
    expect(moves).to_have_count(0)
    assert len(sent) == 1


def test_two_tabs_of_one_seat_show_the_same_and_a_late_click_changes_nothing(visit: Visitor) -> None:
    page = visit("/")
    new_table(page, ["me"], seed="6")
    wait_for_my_turn(page)
    other = visit(page.url, context=page.context)
    wait_for_my_turn(other)
    seen = shown_version(page)
    play_randomly(page, 1)
    changed(other, seen)
    wait_for_same_version(page, other)
    assert shown(other)["choices"] == shown(page)["choices"]
    # Both choose at the same time: one action is played, and both pages show the same.
    seen = shown_version(page)
    click = "document.querySelector('#choices [data-act]').click()"
    page.evaluate(click)
    other.evaluate(click)
    changed(page, seen)
    changed(other, seen)
    wait_for_same_version(page, other)
    assert shown(other)["log"] == shown(page)["log"]


def wait_for_same_version(page: Page, other: Page) -> None:
    """Wait until both pages show the same version of the table."""
    wait_for_my_turn(page)
    wait_for_my_turn(other)
    expect(other.locator('#choices input[name="seq"]')).to_have_value(shown_version(page))


@pytest.mark.parametrize(("game", "steps"), [("catherine", 4), ("tundra", 1)])
def test_a_spectator_sees_the_table_and_nothing_hidden(visit: Visitor, game: str, steps: int) -> None:
    first = visit("/")
    new_table(first, ["me", "bot.easy"], game, seed="5")
    wait_for_my_turn(first)
    play_randomly(first, steps)
    wait_for_my_turn(first)
    spectator = visit(first.url)
    spectator.wait_for_selector("#choices", state="attached")
    assert spectator.locator("[data-act], [data-prefix]").count() == 0
    text = spectator.content()
    hidden = [button.get_attribute("data-act") or "" for button in first.locator("#choices [data-act]").all()]
    assert hidden
    for token in hidden:  # the tokens name the cards of the hand
        assert token.partition(".")[2] not in text
    for card in first.locator("#ask [data-flip]").all():  # the same cards are the targets
        assert (card.get_attribute("data-flip") or "") not in text
        assert (card.get_attribute("aria-label") or "").partition(".")[0] not in text
    answer = spectator.request.post(
        first.url + "/act",
        headers={"origin": first.url.partition("/t/")[0]},
        data={"token": hidden[0], "seq": int(shown_version(first)), "action_id": "x"},
    )
    assert answer.status == 403


# The number of pieces that are animated right after a click.
MOVING = """async thing => {
  const shown = () => document.querySelector('#choices input[name="seq"]').value;
  const before = shown();
  thing.dispatchEvent(new MouseEvent("click", {bubbles: true}));
  while (shown() === before) await new Promise(requestAnimationFrame);
  return document.getAnimations().filter(one => one.effect.target.closest(".piece, [data-flip]")).length;
}"""


def test_moves_are_animated_and_any_key_skips_the_pauses(visit: Visitor) -> None:
    page = visit("/", motion="no-preference")
    new_table(page, ["me", "bot.easy", "bot.easy", "bot.easy"], seed="12")
    wait_for_my_turn(page)
    expect(page.locator("html")).to_have_attribute("data-motion", "on")
    for seed in range(20):  # the own pieces are animated, too
        move = page.locator('#map .is-legal[data-act^="move."]')
        if move.count():
            assert move.first.evaluate(MOVING) > 0
            break
        play_randomly(page, 1, seed)
        wait_for_my_turn(page)
    else:
        raise AssertionError("no piece moves")
    page.keyboard.press("Escape")
    wait_for_my_turn(page)
    live = shown(page)
    page.reload()
    wait_for_my_turn(page)
    assert shown(page)["map"] == live["map"]


def test_title_and_icon_of_the_tab_show_my_turn(visit: Visitor) -> None:
    first, second = two_people(visit)
    mover, waiter = (first, second) if first.locator("#choices [data-act]").count() else (second, first)
    expect(mover).to_have_title(re.compile("^●"))
    expect(mover.locator('link[rel="icon"]')).to_have_attribute("href", re.compile("icon-turn"))
    waiter.wait_for_selector(
        "[data-tools] button", state="attached"
    )  # the script of the waiting page has started
    assert not waiter.title().startswith("●")


def test_chat_reaches_the_other_page_as_text(visit: Visitor) -> None:
    first, second = two_people(visit)
    first.locator("label[for='tab-chat']").click()
    first.fill("#chat-text", "<b>Zdravím</b>")
    first.keyboard.press("Enter")
    second.wait_for_function("() => document.getElementById('chat').textContent.includes('<b>Zdravím</b>')")
    expect(first.locator("#chat-text")).to_have_value("")
