"""Catherine: what all choose at the same time is secret until everybody is ready, and then seen at once."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.driving import changed, my_turn, stamp, take_in
from tests.browser.hearing import faults
from tests.browser.test_games import two_people
from tests.catherine.scene import building, tie


def overheard(page: Page) -> list[str]:
    """All that this page is told by its stream, from now on."""
    heard: list[str] = []
    session = page.context.new_cdp_session(page)
    session.on("Network.eventSourceMessageReceived", lambda message: heard.append(message["data"]))
    session.send("Network.enable")
    page.reload()
    my_turn(page)
    return heard


def choose(page: Page, wanted: str = "", unwanted: str = "-") -> None:
    """The first option that says this, and not that."""
    my_turn(page)
    seen = stamp(page)
    options = page.locator("#choices .choice", has_text=wanted).filter(has_not_text=unwanted)
    options.first.evaluate("button => button.click()")
    changed(page, seen)


def cards(page: Page) -> set[str]:
    """The cards that can be chosen."""
    tokens = [button.get_attribute("data-act") or "" for button in page.locator("#choices [data-act]").all()]
    return {token.partition(".")[2] for token in tokens}


def ready(page: Page, words: str) -> None:
    expect(page.locator("#acts .ready p")).to_have_text(words)


def fire(page: Page) -> None:
    """Two cards such that the activated action can be performed."""
    choose(page)
    choose(page, "would activate")
    my_turn(page)
    last = page.locator("#acts .ready .is-ready").count() > 0
    options = page.locator("#choices .choice")
    expect(options.locator("svg")).to_have_count(options.count() if last else 0)
    choose(page, "Under", unwanted="instead")


def test_choices_are_secret_can_be_changed_and_are_revealed_at_once(visit: Visitor) -> None:
    first, second = two_people(visit, "catherine")
    my_turn(first)
    heard = overheard(second)
    hand = cards(first)
    assert len(hand) == 6
    for _ in range(3):
        choose(first)
    ready(second, "1 of 2 ready")
    ready(first, "1 of 2 ready")
    expect(first.locator("#say")).to_contain_text("You can still change it")
    # It takes the first card back and begins again with another one.
    seen = stamp(first)
    first.locator("#me-hand .is-aux").last.click()
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
    for page in (first, second):  # all at once: three cards of each
        expect(page.locator(".minirow .target")).to_have_count(3)
        expect(page.locator("#log")).to_contain_text("Boris begins with")
    act_without_waiting(first, second)


def taken_back(page: Page) -> None:
    """What was just chosen is taken back by a key: the page asks the same again."""
    asked = page.inner_text("#say .status__line")
    choose(page)
    seen = stamp(page)
    page.keyboard.press("u")
    changed(page, seen)
    expect(page.locator("#say .status__line")).to_have_text(asked)


def act_without_waiting(first: Page, second: Page) -> None:
    """Each finishes phase D by itself; only the next round waits for both."""
    taken_back(first)
    fire(first)
    ready(second, "1 of 2 ready")
    taken_back(second)
    fire(second)  # whatever it chooses last reveals all, as the padlock says, and nobody can take it back
    for page in (first, second):
        ready(page, "0 of 2 done")
        expect(page.locator('[data-do="undo"], [data-do="restart"]')).to_have_count(0)
    while first.locator("#choices[data-due]").count():
        choose(first)
    ready(first, "1 of 2 done")
    ready(second, "1 of 2 done")
    expect(first.locator("#say")).to_contain_text("You are done")
    while second.locator("#rounds", has_text="Round 1").count():
        choose(second)
    my_turn(first)
    expect(first.locator("#rounds")).to_contain_text("Round 2")


def test_the_end_tells_ranks_categories_the_last_scoring_and_why_a_tie_is_one(visit: Visitor) -> None:
    page = visit("/")
    take_in(page, tie())
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
    assert faults(page) == []
    fits = "() => { const e = document.getElementById('ending'); return e.scrollHeight <= e.clientHeight; }"
    assert page.evaluate(fits)


# Things of the second kind that lie below the first one.
COVERED = """([over, below]) => {
  const card = document.querySelector(over).getBoundingClientRect();
  return [...document.querySelectorAll(below)].filter(thing => {
    const box = thing.getBoundingClientRect();
    const beside = box.right <= card.left || box.left >= card.right;
    return !beside && box.bottom > card.top && box.top < card.bottom;
  }).length;
}"""


def test_cards_turn_over_together_and_help_leaves_free_where_to_build(visit: Visitor) -> None:
    page = visit("/", motion="no-preference")
    take_in(page, building())
    my_turn(page)
    fresh = page.locator(".is-fresh")
    expect(fresh).to_have_count(4)  # a new card and an activated one of both players
    turning = fresh.evaluate_all("cards => cards.map(card => getComputedStyle(card).animationName)")
    assert set(turning) == {"turn-over"}
    page.locator("#at-place-1").hover()  # its cities are shown on the map
    expect(page.locator("#card")).to_contain_text("Orenburg")
    expect(page.locator(".pre > rect:visible")).to_have_count(3)
    expect(page.locator(".pre .gain:visible")).to_have_count(3)  # with what each of them brings
    assert page.evaluate(COVERED, ["#card", ".pre > rect"]) == 0
    choose(page, "Perform")
    cities = page.locator("#map .city.is-legal")
    expect(cities).to_have_count(3)
    for city in cities.all():
        city.hover()
        expect(page.locator("#card")).to_contain_text("Build in")
        assert page.evaluate(COVERED, ["#card", "#map .city.is-legal"]) == 0
    page.mouse.move(2, 2)  # nothing to explain there
    expect(page.locator("#card")).to_be_hidden()
