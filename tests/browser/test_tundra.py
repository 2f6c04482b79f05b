"""Tundra at the table: a die that shows what it can do, boards of others, the end of a game."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.driving import changed, my_turn, stamp, take_in
from tests.browser.hearing import faults
from tests.browser.test_hands import PHONE
from tests.tundra.scene import Player, last_round, position

LIT = """() => [...document.querySelectorAll(".is-pointed")].map(
  thing => thing.dataset.act ?? thing.dataset.prefix)"""


def at_the_last_round(visit: Visitor, **how: object) -> Page:
    page = visit("/", **how)
    take_in(page, last_round())
    my_turn(page)
    return page


def test_a_selected_die_shows_all_its_slots_and_goals_and_what_each_of_them_gives(visit: Visitor) -> None:
    page = at_the_last_round(visit)
    page.locator("#at-die-1").click()  # the six
    offered = page.locator("#card button")
    expect(offered.first).to_be_focused()
    expect(offered.filter(has_text="6 on Travel: 2 movement points + Helping Paws")).to_have_count(1)
    drawn = [token for token in page.evaluate(LIT) if token.startswith(("place.", "goal."))]
    listed = page.locator('#choices [data-act^="place."][data-act$="_6"]').count()
    assert len([token for token in drawn if token.startswith("place.")]) == listed == 4
    for board in range(4):
        expect(page.locator(f"#at-slot-{board}-6.is-pointed")).to_have_count(1)
    # A slot says the same, and chooses it.
    page.keyboard.press("Escape")
    seen = stamp(page)
    page.locator("#at-slot-1-6").hover()
    expect(page.locator("#card")).to_contain_text("Travel, slot 6")
    expect(page.locator("#card li.is-yes")).to_contain_text("Helping Paws: gather with one piece")
    page.locator("#at-slot-1-6").click()
    changed(page, seen)
    expect(page.locator("#say")).to_contain_text("Travel 6 is activated")


def test_a_worker_goes_step_by_step_and_a_lock_is_on_what_it_would_open(visit: Visitor) -> None:
    page = at_the_last_round(visit)
    for choice in ("#at-slot-1-6", '#acts [data-act="do.board"]'):
        seen = stamp(page)
        page.locator(choice).click()
        changed(page, seen)
    closed = page.locator("#map .is-legal", has=page.locator('use[href="#a-g-back"]'))
    expect(closed.first).to_be_visible()
    expect(closed.filter(has_not=page.locator('use[href="#a-lock"]'))).to_have_count(0)
    space = closed.first.get_attribute("id") or ""
    seen = stamp(page)
    closed.first.click()
    if page.locator("#card.has-buttons:not([hidden])").count():  # more than one worker can go there
        page.keyboard.press("Enter")
    changed(page, seen)
    expect(page.locator(f'#{space} use[href="#a-g-back"]')).to_have_count(0)
    expect(page.locator("#say")).to_contain_text("Still to do: 1 movement point")
    expect(page.locator('[data-do="undo"]')).to_have_count(0)  # what has been seen stays seen


def test_boards_of_others_open_and_close_by_key_and_by_click(visit: Visitor) -> None:
    page = at_the_last_round(visit)
    sheet, button = page.locator("#boards-1 .peek__sheet"), page.locator("#boards-1 > summary")
    ways: list[Callable[[], None]] = [lambda: page.keyboard.press("Escape"), page.locator("#say").click]
    for close in ways:
        button.focus()
        page.keyboard.press("Enter")
        expect(sheet).to_be_visible()
        expect(sheet.locator("svg.order")).to_have_count(4)
        expect(sheet).to_contain_text("Owl the Soothsayer")
        close()
        expect(sheet).to_be_hidden()
    button.click()
    expect(sheet).to_be_visible()
    assert faults(page) == []


def test_boards_of_others_open_on_a_phone_with_what_has_no_room_above(visit: Visitor) -> None:
    page = at_the_last_round(visit, **PHONE)
    page.locator("#boards-1 > summary").tap()
    sheet = page.locator("#boards-1 .peek__sheet")
    expect(sheet.locator("svg.order").first).to_be_in_viewport()
    expect(sheet.locator(".goods li").first).to_be_in_viewport()
    page.locator('.tabs a[href="#map"]').tap()
    expect(sheet).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_second_click_never_hits_what_the_first_one_has_brought(visit: Visitor) -> None:
    page = at_the_last_round(visit)
    seen = stamp(page)
    page.locator("#at-slot-0-3").click()
    changed(page, seen)
    seen = stamp(page)
    box = page.locator("#acts .chipbtn").last.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.up()
    changed(page, seen)
    page.wait_for_selector("body:not(.is-busy)")
    now = stamp(page)
    turn = page.locator("#turn .btn--main").bounding_box()
    assert turn
    page.mouse.move(turn["x"] + turn["width"] / 2, turn["y"] + turn["height"] / 2)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.wait_for_timeout(200)
    assert stamp(page) == now  # the second click of a double one
    page.mouse.down()
    page.mouse.up()
    changed(page, now)


def test_the_end_shows_ranking_categories_and_how_a_tie_was_broken(visit: Visitor) -> None:
    """Nobody can gain anything any more: both stay at 20, and one has more resources."""
    page = visit("/")
    take_in(page, position(Player(firewood=2, vp=20), Player(firewood=3, vp=20), round=4))
    for _ in range(2):
        my_turn(page)
        seen = stamp(page)
        page.keyboard.press("/")
        page.keyboard.type("travel_1")
        page.keyboard.press("Enter")
        changed(page, seen)
        page.wait_for_selector("#ending:not([hidden]), #choices[data-due] [data-act]", state="attached")
        if page.locator('#turn [data-act="end"]').count():  # the activation has nothing to give
            seen = stamp(page)
            page.locator('#turn [data-act="end"]').click()
            changed(page, seen)
    ending = page.locator("#ending")
    expect(ending).to_be_visible()
    ranked = ending.locator(".ending__rank ol li")
    expect(ranked).to_have_count(2)
    second = page.locator("#seat-1 .name").inner_text()
    expect(ranked.first).to_contain_text(second)
    expect(ending).to_contain_text("more resources, then more berries decide")
    expect(ending.locator("tfoot td")).to_have_text(["20", "20"])
    expect(ending.locator(".chart")).to_be_visible()
    assert faults(page) == []
