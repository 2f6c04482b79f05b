"""Playing without seeing: one round of each game by roles, names and live regions only, with the keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from samovar.games import registry
from tests.browser.conftest import TIMEOUT, Visitor
from tests.browser.positions import alone, near_the_end

LOCKED = "This cannot be undone"
NAMELESS = re.compile(r"^\s*$")
MAX_DECISIONS = 120  # decisions of a round
# The sentences that the keys speak about the player's own area.
MINE = {
    "stroganov": ["Anna", "1 coin", "4 horses", "0 banners", "1 outpost in your supply, 0 built"],
    "catherine": [],
    "tundra": ["5 berries", "firewood", "stone", "peat"],
}
# A component and the state that its name says.
STATES = {
    "stroganov": [
        r"^Forest, space 1, region I\. Furs on it: .+ Claiming it brings",
        r"^Stable, village of region I\. Gives: 4 horses",
        r"^Wish A4 in region I\. .+ VP at once\. ",
        r"^Outpost space 2 in region III\. 1 horse",
        r"^Song for 9 story\. Gives: ",
    ],
    "catherine": [],
    "tundra": [r"^Round I\. .+ dice.* ", r"^\w+.+: .+ VP. .+", r"^Glade 8.+ 1 tower"],
}


def question(page: Page) -> Locator:
    return page.get_by_role("banner").get_by_role("status")


def spoken(page: Page) -> Locator:
    """The live region for announcements. It is the last one of the page."""
    return page.get_by_role("status").last


def options(page: Page) -> Locator:
    return page.get_by_role("form", name="Choices").get_by_role("button")


def period(page: Page, game: str) -> str:
    """The round as the page names it. Two games end during the test, which only the question says."""
    if game != "stroganov":
        return "over" if "The game is over" in question(page).inner_text() else ""
    return page.get_by_role("img", name=re.compile(r"of year \d")).first.get_attribute("aria-label") or ""


def focused_name(page: Page) -> str:
    """Name or text of the focused element, empty for the body."""
    name: str = page.evaluate(
        "() => document.activeElement === document.body ? '' :"
        " document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()"
    )
    return name


def decide(page: Page) -> None:
    """Choose the first option that can be undone, else the first, with Enter, and wait for the answer."""
    names = options(page).all_inner_texts()
    assert names, question(page).inner_text()
    found = options(page)
    reversible = found.filter(has_not=page.get_by_role("img", name=LOCKED))
    choice = reversible.first if reversible.count() else found.first
    before = seq_of(page)
    choice.focus()
    page.keyboard.press("Enter")
    page.wait_for_function(
        "before => document.activeElement !== document.body"
        " && document.querySelector('#choices input')?.value !== before",
        arg=before,
        timeout=TIMEOUT,
    )


def seq_of(page: Page) -> str:
    """The ``seq`` of the form with the options."""
    value: str = page.evaluate("() => document.forms.choices.elements.seq.value")
    return value


@pytest.mark.parametrize("game", registry.names())
def test_a_round_is_played_by_names_and_live_regions(visit: Visitor, game: str) -> None:
    page = visit("/")
    near_the_end(page, game)
    page.keyboard.press("c")
    began = period(page, game)
    heard: set[str] = set()
    for _ in range(MAX_DECISIONS):
        if period(page, game) != began:
            break
        asked = question(page).inner_text()
        assert asked.strip()
        decide(page)
        heard.add(spoken(page).inner_text().strip())
        assert ".." not in asked + spoken(page).inner_text()
        name = focused_name(page)
        assert name, "the focus was lost"
        assert LOCKED not in name
        assert page.get_by_role("button", name=NAMELESS).count() == 0
        assert page.get_by_role("img", name=NAMELESS).count() == 0
    assert period(page, game) != began
    assert len(heard) > 1


@pytest.mark.parametrize("game", registry.names())
def test_keys_speak_sentences(visit: Visitor, game: str) -> None:
    page = visit("/")
    alone(page, game)
    page.keyboard.press("s")
    expect(spoken(page)).to_have_text(re.compile(r"If the game ended now.+: \d+ VP.+\.\s*$", re.IGNORECASE))
    page.keyboard.press("h")
    for part in MINE[game]:
        expect(spoken(page)).to_contain_text(part)
    expect(spoken(page)).to_have_text(re.compile(r"\D[.!]\s*$|\d\.\s*$"))


@pytest.mark.parametrize("game", [game for game in registry.names() if STATES[game]])
def test_components_have_their_state_in_their_names(visit: Visitor, game: str) -> None:
    page = visit("/")
    alone(page, game)
    for pattern in STATES[game]:
        named = re.compile(pattern)
        either = page.get_by_role("img", name=named).or_(page.get_by_role("button", name=named))
        expect(either.first).to_be_attached()


@pytest.mark.parametrize("game", registry.names())
def test_help_describes_the_focused_component(visit: Visitor, game: str) -> None:
    page = visit("/")
    alone(page, game)
    page.keyboard.press("h")
    focused = page.get_by_role("region").locator(":focus")
    expect(focused).to_have_accessible_description(re.compile(r"\w"))
