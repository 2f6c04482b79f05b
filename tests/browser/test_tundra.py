"""The page of Tundra: options of a die, boards of other players, the ending."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Position, expect

import samovar
from tests.browser.accessibility import accessibility_faults
from tests.browser.conftest import Visitor
from tests.browser.random_play import (
    changed,
    import_position,
    new_table,
    play_randomly,
    shown_version,
    wait_for_my_turn,
)
from tests.browser.test_input import PHONE
from tests.tundra.scene import Player, last_round, position

LIT = """() => [...document.querySelectorAll(".is-related")].map(
  thing => thing.dataset.act ?? thing.dataset.prefix)"""


def at_the_last_round(visit: Visitor, **how: object) -> Page:
    page = visit("/", **how)
    import_position(page, last_round())
    wait_for_my_turn(page)
    return page


def test_a_selected_die_shows_all_its_slots_and_goals_with_their_gains(visit: Visitor) -> None:
    page = at_the_last_round(visit)
    page.locator("#at-die-1").click()  # the six
    offered = page.locator("#card button")
    expect(offered.first).to_be_focused()
    expect(offered.filter(has_text="6 on Travel: 2 movement points + Helping Paws")).to_have_count(1)
    drawn = [token for token in page.evaluate(LIT) if token.startswith(("place.", "goal."))]
    listed = page.locator('#choices [data-act^="place."][data-act$="_6"]').count()
    assert len([token for token in drawn if token.startswith("place.")]) == listed == 4
    for board in range(4):
        expect(page.locator(f"#at-slot-{board}-6.is-related")).to_have_count(1)
    # A slot has the same text, and a click plays it.
    page.keyboard.press("Escape")
    seen = shown_version(page)
    page.locator("#at-slot-1-6").hover()
    expect(page.locator("#card")).to_contain_text("Travel, slot 6")
    expect(page.locator("#card li.is-yes")).to_contain_text("Helping Paws: gather with one piece")
    page.locator("#at-slot-1-6").click()
    changed(page, seen)
    expect(page.locator("#say")).to_contain_text("Travel 6 is activated")


def test_a_worker_moves_step_by_step_and_closed_glades_have_a_padlock(visit: Visitor) -> None:
    page = at_the_last_round(visit)
    for choice in ("#at-slot-1-6", '#acts [data-act="do.board"]'):
        seen = shown_version(page)
        page.locator(choice).click()
        changed(page, seen)
    closed = page.locator("#map .is-legal", has=page.locator('use[href="#a-g-back"]'))
    expect(closed.first).to_be_visible()
    expect(closed.filter(has_not=page.locator('use[href="#a-lock"]'))).to_have_count(0)
    space = closed.first.get_attribute("id") or ""
    seen = shown_version(page)
    closed.first.click()
    if page.locator("#card.has-buttons:not([hidden])").count():  # more than one worker can go there
        page.keyboard.press("Enter")
    changed(page, seen)
    expect(page.locator(f'#{space} use[href="#a-g-back"]')).to_have_count(0)
    expect(page.locator("#say")).to_contain_text("Still to do: 1 movement point")
    expect(page.locator('[data-do="undo"]')).to_have_count(0)  # a revealed tile cannot be undone


@pytest.mark.parametrize("card_first", [True, False])
def test_a_starter_card_and_its_board_are_chosen_in_any_order(visit: Visitor, card_first: bool) -> None:
    page = visit("/")
    import_position(page, samovar.Match("tundra", 2, 1).position())
    card, board = page.locator("#ask .target").nth(3), page.locator("#at-board-2")
    expect(card).to_be_visible()
    seen = shown_version(page)
    corner: Position = {"x": 10, "y": 40}
    if card_first:  # the last card, and the third board
        card.click()
        board.click(position=corner)
    else:
        board.click(position=corner)
        card.click()
    changed(page, seen)
    expect(page.locator("#say")).to_contain_text("under Gathering")
    expect(page.locator("#ask .check")).to_have_count(1)


def test_the_first_question_leaves_the_map_free(visit: Visitor) -> None:
    page = visit("/")
    import_position(page, samovar.Match("tundra", 2, 1).position())
    question, drawn = page.locator("#ask").bounding_box(), page.locator("#map .map__scroll").bounding_box()
    assert question
    assert drawn
    assert question["x"] >= drawn["x"] + drawn["width"]


def test_a_phone_shows_all_boards_and_opens_the_map_at_the_own_settlement(visit: Visitor) -> None:
    page = at_the_last_round(visit, **PHONE)
    for board in range(4):
        box = page.locator(f"#order-{board}").bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["viewport"]["width"]
    expect(page.locator(".adv--free")).to_be_hidden()
    settlement = page.locator("#at-space-13").bounding_box()  # the viewer's
    assert settlement
    assert 0 <= settlement["x"] < PHONE["viewport"]["width"]


def test_clicking_a_worker_and_a_space_moves_that_worker(visit: Visitor) -> None:
    """Both workers can enter the space. The selected one does."""
    mine = Player(dice=[6, 3], workers=[1, 5])
    page = visit("/")
    import_position(page, position(mine, Player(dice=[1]), glades={1: "g10", 2: "g11", 5: "g01"}))
    wait_for_my_turn(page)
    seen = shown_version(page)
    page.locator("#at-slot-1-6").click()
    changed(page, seen)
    seen = shown_version(page)
    worker = page.locator('[id^="at-of-worker-0"]').nth(1)
    tokens = (worker.get_attribute("data-prefix") or "").split()
    assert tokens
    assert all(token.startswith("move.2_") for token in tokens)
    worker.click()
    page.locator("#at-space-2").click()
    changed(page, seen)
    expect(page.locator("#say")).to_contain_text("Still to do: 1 movement point")
    expect(page.locator("#at-space-1")).to_have_attribute("aria-label", re.compile("1 worker"))  # stayed
    expect(page.locator("#at-space-5")).not_to_have_attribute("aria-label", re.compile("1 worker"))


def test_boards_of_other_players_open_and_close_by_key_and_by_click(visit: Visitor) -> None:
    page = at_the_last_round(visit)
    sheet, button = page.locator("#boards-1 .boards-sheet__body"), page.locator("#boards-1 > summary")
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
    assert accessibility_faults(page) == []


def test_boards_of_other_players_open_on_a_phone_with_their_goods(visit: Visitor) -> None:
    page = at_the_last_round(visit, **PHONE)
    page.locator("#boards-1 > summary").tap()
    sheet = page.locator("#boards-1 .boards-sheet__body")
    expect(sheet.locator("svg.order").first).to_be_in_viewport()
    expect(sheet.locator(".goods li").first).to_be_in_viewport()
    page.locator('.phone-nav a[href="#map"]').tap()
    expect(sheet).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_second_click_of_a_double_click_plays_nothing(visit: Visitor) -> None:
    page = at_the_last_round(visit)
    seen = shown_version(page)
    page.locator("#at-slot-1-6").click()
    changed(page, seen)
    seen = shown_version(page)
    box = page.locator("#acts .chip-button").first.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.up()
    changed(page, seen)
    page.wait_for_selector("body:not(.is-busy)")
    now = shown_version(page)
    turn = page.locator("#turn [data-act]").bounding_box()
    assert turn
    page.mouse.move(turn["x"] + turn["width"] / 2, turn["y"] + turn["height"] / 2)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.wait_for_timeout(200)
    assert shown_version(page) == now  # the second click of a double one
    page.mouse.down()
    page.mouse.up()
    changed(page, now)


def test_the_ending_shows_ranking_categories_and_the_tie_break(visit: Visitor) -> None:
    """Both players end with 20 points, and one has more resources."""
    page = visit("/")
    import_position(page, position(Player(firewood=2, vp=20), Player(firewood=3, vp=20), round=4))
    for _ in range(2):
        wait_for_my_turn(page)
        seen = shown_version(page)
        page.keyboard.press("/")
        page.keyboard.type("travel_1")
        page.keyboard.press("Enter")
        changed(page, seen)
        page.wait_for_selector("#ending:not([hidden]), #choices[data-due] [data-act]", state="attached")
        if page.locator('#turn [data-act="end"]').count():  # the activation has nothing to give
            seen = shown_version(page)
            page.locator('#turn [data-act="end"]').click()
            changed(page, seen)
    ending = page.locator("#ending")
    expect(ending).to_be_visible()
    ranked = ending.locator(".ending__rank ol li")
    expect(ranked).to_have_count(2)
    second = page.locator("#seat-1 .name").inner_text()
    expect(ranked.first).to_contain_text(second)
    expect(ending).to_contain_text("More resources decide, then more berries")
    expect(ending.locator("tfoot td")).to_have_text(["20", "20"])
    expect(ending.locator(".chart")).to_be_visible()
    assert accessibility_faults(page) == []


def test_the_mark_of_a_new_card_leaves_its_name_readable(visit: Visitor) -> None:
    page = visit("/")
    new_table(page, ["me", "bot.easy"], "tundra", seed="3")
    wait_for_my_turn(page)
    for seed in range(40):
        if page.locator("#market .new-mark--new path").count():
            break
        play_randomly(page, 1, seed)
        wait_for_my_turn(page)
    name = page.locator("#market .target:has(.new-mark--new) .t-title").first.bounding_box()
    mark = page.locator("#market .new-mark--new path").first.bounding_box()
    assert name
    assert mark
    assert mark["y"] + mark["height"] <= name["y"] + name["height"] / 2


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_question_over_the_map_has_the_colours_of_cards(visit: Visitor, theme: str) -> None:
    """The texts of the map are dark in both themes. Those of cards follow the theme."""
    page = visit("/", color_scheme=theme)
    import_position(page, samovar.Match("tundra", 2, 1).position())
    wait_for_my_turn(page)
    number = page.locator("#ask .t-rowno").first
    shown_fill = number.evaluate("text => getComputedStyle(text).fill")
    number.evaluate("text => { text.style.fill = 'var(--ink-2)'; }")
    assert shown_fill == number.evaluate("text => getComputedStyle(text).fill")
