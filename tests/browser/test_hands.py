"""Other ways to play: keys alone, typed words, a finger on a phone, a plain form without script."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.driving import changed, drive, my_turn, new_table, stamp, take_in
from tests.browser.positions import alone, near_the_end
from tests.stroganov.scene import TWO_FURS_TO_PAY


@pytest.mark.parametrize("game", ["stroganov", "catherine", "tundra"])
def test_a_whole_game_by_keys_alone(visit: Visitor, game: str) -> None:
    """Tab, arrows, Enter, and now and then a typed word. No pointer after the table is there."""
    page = visit("/")
    near_the_end(page, game)
    r = random.Random(4)
    for _ in range(2000):
        if page.locator("#ending:not([hidden])").count():
            break
        my_turn_or_end(page)
        choose_by_key(page, r)
    expect(page.locator("#ending")).to_be_visible()


def my_turn_or_end(page: Page) -> None:
    page.wait_for_selector("#choices [data-act], #ending:not([hidden])", state="attached")


def choose_by_key(page: Page, r: random.Random) -> None:
    """One decision."""
    seen = stamp(page)
    if r.random() < 0.4:
        page.keyboard.press("/")
        page.keyboard.press("Enter")
    else:
        on_something(page)
        for _ in range(r.randrange(3)):
            page.keyboard.press(r.choice(["ArrowRight", "ArrowDown", "ArrowLeft"]))
        on_something(page)
        page.keyboard.press("Enter")
        if page.locator("#card.has-buttons:not([hidden])").count():
            page.keyboard.press("Enter")
    page.wait_for_function(
        "seen => document.querySelector('#choices input[name=\"seq\"]').value !== seen", arg=seen
    )


def on_something(page: Page) -> None:
    """Go on by Tab until the focus is on something that can be chosen."""
    for _ in range(60):
        if page.evaluate("document.activeElement.matches('[data-act], [data-prefix]')"):
            return
        page.keyboard.press("Tab")
    reachable = page.evaluate("""() => [...document.querySelectorAll("[data-act], [data-prefix]")].map(
      thing => `${thing.closest("[id]").id} ${thing.tabIndex} ${thing.checkVisibility()}`)""")
    raise AssertionError(f"Tab reaches nothing that can be chosen: {page.inner_text('#say')} {reachable}")


def test_typed_words_of_both_languages_choose(visit: Visitor) -> None:
    page = visit("/", locale="cs")
    new_table(page, ["me", "bot.easy"], seed="1")
    my_turn(page)
    for typed in ("prikaz", "wish"):  # without accents too
        page.keyboard.press("/")
        page.keyboard.type(typed)
        choices = page.locator("#choices [data-act]").count()
        assert choices > 0
        expect(page.locator("#command-list li")).to_have_count(choices)
        page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("s9")
    expect(page.locator("#command-list li")).to_have_count(1)
    seen = stamp(page)
    page.keyboard.press("Enter")
    changed(page, seen)


def test_a_key_right_after_a_dialog_has_closed_belongs_to_the_table(visit: Visitor) -> None:
    """Until the next frame the field of the closed dialog still has the focus; a quick typist is faster."""
    page = visit("/")
    new_table(page, ["me", "bot.easy"], seed="1")
    my_turn(page)
    page.keyboard.press("/")
    page.evaluate("""() => {
      document.getElementById("command").close();
      const slash = {key: "/", bubbles: true, cancelable: true};
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", slash));
    }""")
    expect(page.locator("#command")).to_be_visible()
    page.keyboard.type("s9")
    expect(page.locator("#command-list li")).to_have_count(1)


def test_a_payment_as_it_is_proposed_by_key_by_word_and_by_click(visit: Visitor) -> None:
    page = visit("/")
    take_in(page, TWO_FURS_TO_PAY)
    my_turn(page)
    pay = page.locator("#acts [data-do=pay]")
    asked = page.inner_text("#say")
    ways: list[Callable[[], None]] = [
        lambda: page.keyboard.press("p"),
        lambda: by_word(page, "pay sable"),
        pay.click,
    ]
    for way in ways:
        seen = stamp(page)
        way()
        pay.wait_for(state="detached")  # all of it is paid
        assert int(stamp(page)) == int(seen) + 2
        page.keyboard.press("U")
        pay.wait_for()
        page.wait_for_selector("body:not(.is-busy)")  # the answer itself may come after what it leads to
        assert page.inner_text("#say") == asked


def by_word(page: Page, typed: str) -> None:
    page.keyboard.press("/")
    page.keyboard.type(typed)
    page.keyboard.press("Enter")


def test_single_keys_can_be_switched_off(visit: Visitor) -> None:
    page = visit("/")
    new_table(page, ["me", "bot.easy"], seed="1")
    my_turn(page)
    page.keyboard.press("/")
    expect(page.locator("#command")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("[data-tools] button").first.click()
    page.locator('[data-pref="keys"]').uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    expect(page.locator("#command")).to_be_hidden()


def test_without_script_the_list_is_a_form_that_plays(visit: Visitor) -> None:
    page = visit("/", java_script_enabled=False)
    new_table(page, ["me", "bot.easy"], seed="7")
    for _ in range(6):
        before = stamp(page)
        page.locator("label[for='tab-choices']").click()
        page.locator("#choices button.choice").first.click()
        page.wait_for_load_state()
        for _ in range(50):  # bots move meanwhile
            if page.locator("#choices button.choice").count():
                break
            page.wait_for_timeout(100)
            page.reload()
        assert stamp(page) != before


def test_the_help_card_never_leaves_the_window(visit: Visitor) -> None:
    page = visit("/")
    new_table(page, ["me", "bot.easy", "bot.easy", "bot.easy"], seed="9")
    my_turn(page)
    drive(page, 10)
    my_turn(page)
    outside = page.evaluate("""async () => {
      const wrong = [];
      for (const thing of document.querySelectorAll("[data-help]")) {
        if (!thing.checkVisibility() || thing.matches("[data-act], [data-prefix]")) continue;
        thing.dispatchEvent(new MouseEvent("click", {bubbles: true}));
        const box = document.getElementById("card").getBoundingClientRect();
        const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
        if (box.width === 0 || !inside) wrong.push(thing.outerHTML.slice(0, 120));
      }
      return wrong;
    }""")
    assert outside == []


PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

# What a finger is meant to hit that is smaller than a fingertip.
SMALL = """() => {
  const meant = ".turn .btn, .tabs a, .btn--act, .chipbtn, .tabbtn, .btn--tool, .peek > summary";
  return [...document.querySelectorAll(meant)].filter(thing => {
    const box = thing.getBoundingClientRect();
    return box.width > 0 && (box.width < 40 || box.height < 40);
  }).map(thing => thing.outerHTML.slice(0, 120));
}"""


# Whether something of this part of the page is in sight.
SEEN = """part => [...document.querySelectorAll(`${part}, ${part} *`)].some(thing => {
  const box = thing.getBoundingClientRect();
  return box.height > 0 && box.bottom > 0 && box.top < innerHeight;
})"""


@pytest.mark.parametrize(
    ("game", "locale"), [("stroganov", "en"), ("stroganov", "cs"), ("catherine", "cs"), ("tundra", "cs")]
)
def test_on_a_phone_the_first_tap_explains_and_the_second_chooses(
    visit: Visitor, game: str, locale: str
) -> None:
    page = visit("/", locale=locale, **PHONE)
    alone(page, game)
    for _ in range(4):
        seen = stamp(page)
        x, y = in_sight(page)
        page.touchscreen.tap(x, y)
        page.wait_for_selector("#card")
        assert stamp(page) == seen
        if page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('#card') === null", [x, y]):
            page.touchscreen.tap(x, y)
        else:  # the card lies over it, with a button that says the same
            page.locator("#card .btn--main").tap()
        changed(page, seen)
        my_turn(page)
    assert page.evaluate(SMALL) == []
    drive(page, 8)
    my_turn(page)
    assert page.evaluate(SMALL) == []
    for jump in page.locator(".tabs a").all():  # every part of the table is one tap away
        jump.tap()
        page.wait_for_function(SEEN, arg=jump.get_attribute("href"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# The middle of the first drawn thing with one option that a finger can reach without scrolling.
IN_SIGHT = """() => {
  for (const thing of document.querySelectorAll(".target.is-legal[data-act]")) {
    const box = thing.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (document.elementFromPoint(x, y)?.closest(".target") === thing) return [x, y];
  }
  return null;
}"""


def in_sight(page: Page) -> tuple[float, float]:
    """Where to tap, once the map has come to rest. If bots have moved meanwhile one may have to go to the
    board by the bar at the bottom.
    """
    before = None
    for _ in range(50):
        place = page.evaluate(IN_SIGHT)
        if place is None:
            page.locator(".tabs a").first.tap()
        elif place == before:
            x, y = place
            return x, y
        before = place
        page.wait_for_timeout(100)
    raise AssertionError("nothing to choose is in sight")
