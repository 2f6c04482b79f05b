"""Catherine: simultaneous choices are secret until all players are ready, and then revealed together."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.accessibility import accessibility_faults
from tests.browser.conftest import Visitor
from tests.browser.random_play import changed, import_position, shown_version, wait_for_my_turn
from tests.browser.test_games import two_people
from tests.catherine.scene import building, tie


def collect_stream_events(page: Page) -> list[str]:
    """A list that collects all events of the page's stream from now on."""
    heard: list[str] = []
    session = page.context.new_cdp_session(page)
    session.on("Network.eventSourceMessageReceived", lambda message: heard.append(message["data"]))
    session.send("Network.enable")
    page.reload()
    wait_for_my_turn(page)
    return heard


def choose(page: Page, wanted: str = "", unwanted: str = "-") -> None:
    """Play the first option whose text contains ``wanted`` and not ``unwanted``."""
    wait_for_my_turn(page)
    seen = shown_version(page)
    options = page.locator("#choices .choice", has_text=wanted).filter(has_not_text=unwanted)
    options.first.evaluate("button => button.click()")
    changed(page, seen)


def cards(page: Page) -> set[str]:
    """The cards that the options name."""
    tokens = [button.get_attribute("data-act") or "" for button in page.locator("#choices [data-act]").all()]
    return {token.partition(".")[2] for token in tokens}


def ready(page: Page, words: str) -> None:
    expect(page.locator("#acts .ready p")).to_have_text(words)


def fire(page: Page, action: str) -> None:
    """Choose this action card, and a card that activates it. Its action asks its player a question."""
    choose(page, action)
    choose(page, "(the new card)")
    wait_for_my_turn(page)
    last = page.locator("#acts .ready .is-ready").count() > 0
    options = page.locator("#choices .choice")
    expect(options.locator("svg")).to_have_count(options.count() if last else 0)
    choose(page, f"Under card 4, {action}", unwanted="instead")


def test_choices_are_secret_can_be_changed_and_are_revealed_at_once(visit: Visitor) -> None:
    first, second = two_people(visit, "catherine")
    wait_for_my_turn(first)
    heard = collect_stream_events(second)
    hand = cards(first)
    assert len(hand) == 6
    for _ in range(3):
        choose(first)
    ready(second, "1 of 2 ready")
    ready(first, "1 of 2 ready")
    expect(first.locator("#say")).to_contain_text("You can still change it")
    # The first player takes a card back and chooses again.
    seen = shown_version(first)
    first.locator("#me-hand .is-auxiliary").last.click()
    changed(first, seen)
    ready(second, "0 of 2 ready")
    for _ in range(2):
        choose(first)
    ready(second, "1 of 2 ready")
    expect(second.locator("#seat-0 .backline")).to_have_count(3)
    assert heard
    for text in [second.content(), *heard]:
        assert {card for card in hand if re.search(rf"\b{card}\b", text)} == set()
    for _ in range(3):
        choose(second)
    for page in (first, second):  # the cards of both players are revealed together: three of each
        expect(page.locator(".mini-row .target")).to_have_count(3)
        expect(page.locator("#log")).to_contain_text("Boris begins with")
    act_without_waiting(first, second)


def taken_back(page: Page) -> None:
    """Undo a choice by key: the page asks the same question again."""
    asked = page.inner_text("#say .status__line")
    choose(page)
    seen = shown_version(page)
    page.keyboard.press("u")
    changed(page, seen)
    expect(page.locator("#say .status__line")).to_have_text(asked)


def act_without_waiting(first: Page, second: Page) -> None:
    """Each player finishes phase D alone. Only the next round waits for both."""
    taken_back(first)
    fire(first, "Vorontsava")
    ready(second, "1 of 2 ready")
    taken_back(second)
    fire(second, "Building")  # the last choice reveals all, as its padlock says, and cannot be undone
    for page in (first, second):
        ready(page, "0 of 2 done")
    # The table has performed the action of the first player, who may take this answer back (C-RULING-47).
    seen = shown_version(first)
    first.click('[data-do="reopen"]')
    changed(first, seen)
    expect(first.locator("#say")).to_contain_text("Perform it?")
    for page in (first, second):
        expect(page.locator('[data-do="undo"], [data-do="restart"]')).to_have_count(0)
    while first.locator("#choices[data-due]").count():
        choose(first)
    ready(first, "1 of 2 done")
    ready(second, "1 of 2 done")
    expect(first.locator("#say")).to_contain_text("You are done")
    while second.locator("#rounds", has_text="Round 1").count():
        choose(second)
    wait_for_my_turn(first)
    expect(first.locator("#rounds")).to_contain_text("Round 2")


def test_the_ending_shows_ranks_categories_the_last_scoring_and_the_tie(visit: Visitor) -> None:
    page = visit("/")
    import_position(page, tie())
    for wanted in ("Forfeit", "Forfeit", "Build nothing", "Build nothing"):  # one after the other
        choose(page, wanted)
    ending = page.locator("#ending")
    expect(ending).to_contain_text("share place 1")
    assert ending.locator("ol li b").all_inner_texts() == ["1.", "1."]
    categories, scoring = ending.locator("table").all()
    assert categories.locator("tbody tr").count() == 4
    totals = categories.locator("tfoot td").all_inner_texts()
    assert totals[0] == totals[1]
    expect(scoring.locator("tbody tr th")).to_have_text(["Cannons", "Books", "Residences", "Favor"])
    expect(ending.locator("h3")).to_have_text("Scoring of decade 3")
    assert accessibility_faults(page) == []
    fits = "() => { const e = document.getElementById('ending'); return e.scrollHeight <= e.clientHeight; }"
    assert page.evaluate(fits)


# The number of elements `below` that the element `over` covers.
COVERED = """([over, below]) => {
  const card = document.querySelector(over).getBoundingClientRect();
  return [...document.querySelectorAll(below)].filter(thing => {
    const box = thing.getBoundingClientRect();
    const beside = box.right <= card.left || box.left >= card.right;
    return !beside && box.bottom > card.top && box.top < card.bottom;
  }).length;
}"""


def test_cards_turn_over_together_and_the_help_card_covers_no_building_site(visit: Visitor) -> None:
    page = visit("/", motion="no-preference")
    import_position(page, building())
    wait_for_my_turn(page)
    fresh = page.locator(".is-fresh")
    expect(fresh).to_have_count(4)  # a new card and an activated one of both players
    turning = fresh.evaluate_all("cards => cards.map(card => getComputedStyle(card).animationName)")
    assert set(turning) == {"turn-over"}
    page.locator("#at-place-1").hover()  # the map shows a preview of the cities of this place
    expect(page.locator("#card")).to_contain_text("Orenburg")
    expect(page.locator(".preview > rect:visible")).to_have_count(3)
    expect(page.locator(".preview .gain:visible")).to_have_count(3)  # each city of the preview shows its gain
    assert page.evaluate(COVERED, ["#card", ".preview > rect"]) == 0
    choose(page, "Perform")
    cities = page.locator("#map .city.is-legal")
    expect(cities).to_have_count(3)
    for city in cities.all():
        city.hover()
        expect(page.locator("#card")).to_contain_text("Build in")
        assert page.evaluate(COVERED, ["#card", "#map .city.is-legal"]) == 0
    page.mouse.move(2, 2)  # the pointer rests on nothing
    expect(page.locator("#card")).to_be_hidden()


def test_the_display_of_another_player_opens_and_closes_by_key_and_by_click(visit: Visitor) -> None:
    page = visit("/")
    import_position(page, building())
    wait_for_my_turn(page)
    sheet, button = page.locator("#display-1 .boards-sheet__body"), page.locator("#display-1 > summary")
    button.focus()
    page.keyboard.press("Enter")
    expect(sheet.locator(".target").first).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    button.click()
    expect(sheet).to_be_visible()
    assert accessibility_faults(page) == []
    page.locator("#say").click()
    expect(sheet).to_be_hidden()
