"""Several pages of one table: broken connections, two tabs, onlookers, taking back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.driving import changed, drive, my_turn, new_table, shown, stamp
from tests.browser.positions import alone
from tests.browser.test_games import two_people


def test_after_a_broken_connection_the_page_shows_what_it_missed(visit: Visitor) -> None:
    first, second = two_people(visit)
    mover, waiter = (first, second) if first.locator("#choices [data-act]").count() else (second, first)
    waiter.context.set_offline(True)
    waiter.evaluate("window.dispatchEvent(new Event('offline'))")
    seen = stamp(waiter)
    drive(mover, 1)
    waiter.context.set_offline(False)
    changed(waiter, seen)
    live = shown(waiter)
    waiter.reload()
    assert shown(waiter) == live


@pytest.mark.parametrize("game", ["stroganov", "tundra"])
def test_what_reveals_something_cannot_be_taken_back_and_says_so_before(visit: Visitor, game: str) -> None:
    page = visit("/")
    alone(page, game)
    barred = taken_back = 0
    for seed in range(60):
        my_turn(page)
        options = page.locator("#choices .choice").all()
        locked = [option for option in options if option.locator("svg").count()]
        free = [option for option in options if not option.locator("svg").count()]
        seen = stamp(page)
        if free and taken_back < 3:
            before = page.inner_text("#say")
            free[0].evaluate("button => button.click()")
            changed(page, seen)
            again = stamp(page)
            page.keyboard.press("u")
            changed(page, again)
            assert page.inner_text("#say") == before
            taken_back += 1
        elif locked and barred < 3:
            locked[0].evaluate("button => button.click()")
            changed(page, seen)
            expect(page.locator('[data-do="undo"]')).to_have_count(0)
            barred += 1
        else:
            drive(page, 1, seed)
        if barred >= 3 and taken_back >= 3:
            return
    raise AssertionError(f"{barred} barred, {taken_back} taken back")


# Two clicks before the first one can have been answered.
BOTH = "([first, then]) => { for (const what of [first, then]) document.querySelector(what).click(); }"


def test_a_click_while_another_one_is_under_way_is_kept(visit: Visitor) -> None:
    page = visit("/")
    new_table(page, ["me"], seed="4")
    my_turn(page)
    free, back = "#choices .choice:not(:has(svg))", '[data-do="undo"]'
    for seed in range(60):
        if page.locator(free).count() and page.locator(back).count():
            break
        drive(page, 1, seed)
    before, asked = page.inner_text("#say"), int(stamp(page))
    page.evaluate(BOTH, [free, back])
    expect(page.locator('#choices input[name="seq"]')).to_have_value(str(asked + 2))
    assert page.inner_text("#say") == before


def test_a_click_that_was_kept_is_forgotten_if_it_is_not_offered_any_more(visit: Visitor) -> None:
    page = visit("/")
    new_table(page, ["me"], seed="4")
    my_turn(page)
    for seed in range(60):
        if page.locator('#choices [data-act^="move."]').count() > 1:
            break
        drive(page, 1, seed)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    seen = stamp(page)
    moves = page.locator('#choices [data-act^="move."]')
    tokens = [moves.first.get_attribute("data-act"), moves.last.get_attribute("data-act")]
    page.evaluate(BOTH, [f'#choices [data-act="{token}"]' for token in tokens])
    changed(page, seen)
    page.wait_for_selector("body:not(.is-busy)")
    expect(moves).to_have_count(0)
    assert len(sent) == 1


def test_two_tabs_of_one_seat_agree_and_a_late_click_changes_nothing(visit: Visitor) -> None:
    page = visit("/")
    new_table(page, ["me"], seed="6")
    my_turn(page)
    other = visit(page.url, context=page.context)
    my_turn(other)
    seen = stamp(page)
    drive(page, 1)
    changed(other, seen)
    at_the_same(page, other)
    assert shown(other)["choices"] == shown(page)["choices"]
    # Both choose at once: one is played, and both see the same afterwards.
    seen = stamp(page)
    click = "document.querySelector('#choices [data-act]').click()"
    page.evaluate(click)
    other.evaluate(click)
    changed(page, seen)
    changed(other, seen)
    at_the_same(page, other)
    assert shown(other)["log"] == shown(page)["log"]


def at_the_same(page: Page, other: Page) -> None:
    """Both come to show the same state: what is still under way has arrived."""
    my_turn(page)
    my_turn(other)
    expect(other.locator('#choices input[name="seq"]')).to_have_value(stamp(page))


@pytest.mark.parametrize(("game", "steps"), [("catherine", 4), ("tundra", 1)])
def test_an_onlooker_sees_the_table_and_nothing_hidden(visit: Visitor, game: str, steps: int) -> None:
    first = visit("/")
    new_table(first, ["me", "bot.easy"], game, seed="5")
    my_turn(first)
    drive(first, steps)
    my_turn(first)
    onlooker = visit(first.url)
    onlooker.wait_for_selector("#choices", state="attached")
    assert onlooker.locator("[data-act], [data-prefix]").count() == 0
    text = onlooker.content()
    hidden = [button.get_attribute("data-act") or "" for button in first.locator("#choices [data-act]").all()]
    assert hidden
    for token in hidden:  # the tokens name the cards of the hand
        assert token.partition(".")[2] not in text
    for card in first.locator("#ask [data-flip]").all():  # and these are the cards to choose from
        assert (card.get_attribute("data-flip") or "") not in text
        assert (card.get_attribute("aria-label") or "").partition(".")[0] not in text
    answer = onlooker.request.post(
        first.url + "/act",
        headers={"origin": first.url.partition("/t/")[0]},
        data={"token": hidden[0], "seq": int(stamp(first)), "action_id": "x"},
    )
    assert answer.status == 403


# How many pieces move right after something was chosen.
MOVING = """async thing => {
  const shown = () => document.querySelector('#choices input[name="seq"]').value;
  const before = shown();
  thing.dispatchEvent(new MouseEvent("click", {bubbles: true}));
  while (shown() === before) await new Promise(requestAnimationFrame);
  return document.getAnimations().filter(one => one.effect.target.closest(".piece, [data-flip]")).length;
}"""


def test_others_are_shown_one_after_another_and_any_key_skips(visit: Visitor) -> None:
    page = visit("/", motion="no-preference")
    new_table(page, ["me", "bot.easy", "bot.easy", "bot.easy"], seed="12")
    my_turn(page)
    expect(page.locator("html")).to_have_attribute("data-motion", "on")
    for seed in range(20):  # one's own pieces travel, too
        move = page.locator('#map .is-legal[data-act^="move."]')
        if move.count():
            assert move.first.evaluate(MOVING) > 0
            break
        drive(page, 1, seed)
        my_turn(page)
    else:
        raise AssertionError("nothing moves")
    page.keyboard.press("Escape")
    my_turn(page)
    live = shown(page)
    page.reload()
    my_turn(page)
    assert shown(page)["map"] == live["map"]


def test_my_turn_is_told_by_the_title_and_the_icon(visit: Visitor) -> None:
    first, second = two_people(visit)
    mover, waiter = (first, second) if first.locator("#choices [data-act]").count() else (second, first)
    expect(mover).to_have_title(re.compile("^●"))
    expect(mover.locator('link[rel="icon"]')).to_have_attribute("href", re.compile("icon-turn"))
    waiter.wait_for_selector("[data-tools] button", state="attached")  # its script has begun, too
    assert not waiter.title().startswith("●")


def test_chat_reaches_the_other_page_as_text(visit: Visitor) -> None:
    first, second = two_people(visit)
    first.locator("label[for='tab-chat']").click()
    first.fill("#chat-text", "<b>Zdravím</b>")
    first.keyboard.press("Enter")
    second.wait_for_function("() => document.getElementById('chat').textContent.includes('<b>Zdravím</b>')")
    expect(first.locator("#chat-text")).to_have_value("")
