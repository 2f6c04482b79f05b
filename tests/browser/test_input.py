"""Ways to play: keyboard, command palette, touch on a phone, and plain forms without script."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.positions import alone, near_the_end
from tests.browser.random_play import (
    changed,
    import_position,
    new_table,
    play_randomly,
    shown_version,
    wait_for_my_turn,
)
from tests.stroganov.scene import TWO_FURS_TO_PAY


@pytest.mark.parametrize("game", ["stroganov", "catherine", "tundra"])
def test_a_whole_game_is_played_by_keyboard_alone(visit: Visitor, game: str) -> None:
    """It needs only Tab, arrow keys, Enter and the command palette, and no pointer once the table exists."""
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
    """Wait for a question or the end of the game. Confirm by key a turn that ended by itself."""
    confirm = "#turn [data-do=confirm]"
    page.wait_for_selector(f"#choices [data-act], #ending:not([hidden]), {confirm}", state="attached")
    if page.locator(confirm).count():
        page.keyboard.press("e")
        page.wait_for_selector("#choices [data-act], #ending:not([hidden])", state="attached")


def choose_by_key(page: Page, r: random.Random) -> None:
    """Play one option by keyboard."""
    seen = shown_version(page)
    if r.random() < 0.4:
        page.keyboard.press("/")
        page.keyboard.press("Enter")
    else:
        focus_an_option(page)
        for _ in range(r.randrange(3)):
            page.keyboard.press(r.choice(["ArrowRight", "ArrowDown", "ArrowLeft"]))
        focus_an_option(page)
        page.keyboard.press("Enter")
        if page.locator("#card.has-buttons:not([hidden])").count():
            if page.locator("#card:focus").count():  # no option can be undone, so none has the focus yet
                page.keyboard.press("ArrowDown")
            page.keyboard.press("Enter")
    page.wait_for_function(
        "seen => document.querySelector('#choices input[name=\"seq\"]').value !== seen", arg=seen
    )


def focus_an_option(page: Page) -> None:
    """Press Tab until the focus is on something that offers an option."""
    for _ in range(60):
        if page.evaluate("document.activeElement.matches('[data-act], [data-prefix]')"):
            return
        page.keyboard.press("Tab")
    reachable = page.evaluate("""() => [...document.querySelectorAll("[data-act], [data-prefix]")].map(
      thing => `${thing.closest("[id]").id} ${thing.tabIndex} ${thing.checkVisibility()}`)""")
    raise AssertionError(f"Tab reaches nothing that can be chosen: {page.inner_text('#say')} {reachable}")


def test_the_command_palette_finds_options_in_both_languages(visit: Visitor) -> None:
    page = visit("/", locale="cs")
    new_table(page, ["me", "bot.easy"], seed="1")
    wait_for_my_turn(page)
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
    seen = shown_version(page)
    page.keyboard.press("Enter")
    changed(page, seen)


def test_a_key_pressed_right_after_a_dialog_closes_reaches_the_table(visit: Visitor) -> None:
    """The field of the closed dialog has the focus until the next frame. A key may come before."""
    page = visit("/")
    new_table(page, ["me", "bot.easy"], seed="1")
    wait_for_my_turn(page)
    page.keyboard.press("/")
    page.evaluate("""() => {
      document.getElementById("command").close();
      const slash = {key: "/", bubbles: true, cancelable: true};
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", slash));
    }""")
    expect(page.locator("#command")).to_be_visible()
    page.keyboard.type("s9")
    expect(page.locator("#command-list li")).to_have_count(1)


def test_a_proposed_payment_is_made_by_key_by_command_palette_and_by_click(visit: Visitor) -> None:
    page = visit("/")
    import_position(page, TWO_FURS_TO_PAY)
    wait_for_my_turn(page)
    pay = page.locator("#acts [data-do=pay]")
    asked = page.inner_text("#say")
    ways: list[Callable[[], None]] = [
        lambda: page.keyboard.press("p"),
        lambda: by_word(page, "pay sable"),
        pay.click,
    ]
    for way in ways:
        seen = shown_version(page)
        way()
        pay.wait_for(state="detached")  # all of it is paid
        assert int(shown_version(page)) == int(seen) + 2
        page.keyboard.press("U")
        pay.wait_for()
        page.wait_for_selector("body:not(.is-busy)")  # the response may come after the update by the stream
        assert page.inner_text("#say") == asked


def by_word(page: Page, typed: str) -> None:
    page.keyboard.press("/")
    page.keyboard.type(typed)
    page.keyboard.press("Enter")


def test_single_key_shortcuts_can_be_switched_off(visit: Visitor) -> None:
    page = visit("/")
    new_table(page, ["me", "bot.easy"], seed="1")
    wait_for_my_turn(page)
    page.keyboard.press("/")
    expect(page.locator("#command")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("[data-tools] button").first.click()
    page.locator('[data-pref="keys"]').uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.press("?")
    expect(page.locator("#howto")).to_be_visible()
    expect(page.locator("#command")).to_be_hidden()


def test_without_script_the_list_of_options_is_a_form(visit: Visitor) -> None:
    page = visit("/", java_script_enabled=False)
    new_table(page, ["me", "bot.easy"], seed="7")
    for _ in range(6):
        before = shown_version(page)
        page.locator("label[for='tab-choices']").click()
        page.locator("#choices button.choice").first.click()
        page.wait_for_load_state()
        for _ in range(50):  # bots move meanwhile
            if page.locator("#choices button.choice").count():
                break
            page.wait_for_timeout(100)
            page.reload()
        assert shown_version(page) != before


def test_the_help_card_stays_inside_the_viewport(visit: Visitor) -> None:
    page = visit("/")
    new_table(page, ["me", "bot.easy", "bot.easy", "bot.easy"], seed="9")
    wait_for_my_turn(page)
    play_randomly(page, 10)
    wait_for_my_turn(page)
    outside = page.evaluate("""async () => {
      const wrong = [];
      for (const thing of document.querySelectorAll("[data-help]")) {
        if (!thing.checkVisibility() || thing.matches("[data-act], [data-prefix], [data-do]")) continue;
        thing.dispatchEvent(new MouseEvent("click", {bubbles: true}));
        const box = document.getElementById("card").getBoundingClientRect();
        const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
        if (box.width === 0 || !inside) wrong.push(thing.outerHTML.slice(0, 120));
      }
      return wrong;
    }""")
    assert outside == []


PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

# Touch targets that are smaller than 40 pixels.
SMALL = """() => {
  const meant = ".turn .btn, .phone-nav a, .btn--act, .chip-button, .tab-button, .btn--tool, " +
    ".boards-sheet > summary";
  return [...document.querySelectorAll(meant)].filter(thing => {
    const box = thing.getBoundingClientRect();
    return box.width > 0 && (box.width < 40 || box.height < 40);
  }).map(thing => thing.outerHTML.slice(0, 120));
}"""


# True if an element of this part of the page is visible in the viewport.
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
        seen = shown_version(page)
        x, y = visible_target(page)
        page.touchscreen.tap(x, y)
        page.wait_for_selector("#card")
        assert shown_version(page) == seen
        if page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('#card') === null", [x, y]):
            page.touchscreen.tap(x, y)
        else:  # the card covers it and has a button for the same option
            page.locator("#card .btn--main").tap()
        changed(page, seen)
        wait_for_my_turn(page)
    assert page.evaluate(SMALL) == []
    play_randomly(page, 8)
    wait_for_my_turn(page)
    assert page.evaluate(SMALL) == []
    for jump in page.locator(".phone-nav a").all():  # every part of the table is one tap away
        jump.tap()
        page.wait_for_function(SEEN, arg=jump.get_attribute("href"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# The centre of the first drawn target with one option that is visible without scrolling.
IN_SIGHT = """() => {
  for (const thing of document.querySelectorAll(".target.is-legal[data-act]")) {
    const box = thing.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (document.elementFromPoint(x, y)?.closest(".target") === thing) return [x, y];
  }
  return null;
}"""


def visible_target(page: Page) -> tuple[float, float]:
    """The point to tap, once scrolling has ended. If bots have moved meanwhile, the navigation bar may be
    needed to reach the board.
    """
    before = None
    for _ in range(50):
        place = page.evaluate(IN_SIGHT)
        if place is None:
            page.locator(".phone-nav a").first.tap()
        elif place == before:
            x, y = place
            return x, y
        before = place
        page.wait_for_timeout(100)
    raise AssertionError("no target is visible")


@pytest.mark.parametrize("game", ["stroganov", "catherine", "tundra"])
def test_the_header_of_a_phone_keeps_its_height(visit: Visitor, game: str) -> None:
    """Otherwise the board would move while a finger is about to tap it."""
    page = visit("/", **PHONE)
    alone(page, game)
    height = "document.getElementById('status').getBoundingClientRect().height"
    heights = {page.evaluate(height)}
    for step in range(6):
        play_randomly(page, 2, seed=step)
        wait_for_my_turn(page)
        heights.add(page.evaluate(height))
        line = page.locator("#say .status__line")
        assert line.evaluate("line => line.scrollHeight <= line.clientHeight + 1"), line.inner_text()
    assert len(heights) == 1
    assert heights.pop() <= 72


def test_the_first_tap_on_a_button_of_the_header_explains_and_the_second_acts(visit: Visitor) -> None:
    page = visit("/", **PHONE)
    import_position(page, TWO_FURS_TO_PAY)
    wait_for_my_turn(page)
    seen = shown_version(page)
    chip = page.locator("#acts .chip-button").first
    chip.tap()
    expect(page.locator("#card")).to_be_visible()
    assert shown_version(page) == seen
    chip.tap()
    changed(page, seen)
    undo = page.locator('#turn [data-do="undo"]')
    undo.wait_for()
    page.wait_for_selector("body:not(.is-busy)")
    later = shown_version(page)
    undo.tap()
    expect(page.locator("#card")).to_contain_text("last decision")
    assert shown_version(page) == later
    page.locator("#card .btn--main").tap()
    changed(page, later)


def test_a_tap_on_an_irrevocable_choice_of_the_list_asks_once(visit: Visitor) -> None:
    page = visit("/", **PHONE)
    alone(page, "stroganov")
    page.locator("label[for='tab-choices']").tap()
    seen = shown_version(page)
    page.locator("#choices .choice:has(svg)").first.tap()
    expect(page.locator("#card")).to_contain_text("cannot be undone")
    assert shown_version(page) == seen
    page.locator("#card .btn--main").tap()
    changed(page, seen)


def test_unavailable_undo_and_end_of_turn_say_why(visit: Visitor) -> None:
    page = visit("/")
    alone(page, "stroganov")
    undo, restart, end = page.locator("#turn .btn--off").all()
    reasons = ((undo, "no decision of yours"), (restart, "no decision of yours"), (end, "question"))
    for button, reason in reasons:
        button.click(force=True)  # Playwright waits for an unavailable button otherwise
        expect(page.locator("#card")).to_contain_text(reason)


def test_the_command_palette_never_runs_the_match_of_an_earlier_text(visit: Visitor) -> None:
    """On a busy machine Enter may come before the list is filled for the last key."""
    page = visit("/")
    new_table(page, ["me", "bot.easy"], seed="1")
    wait_for_my_turn(page)
    seen = shown_version(page)
    page.keyboard.press("/")
    page.evaluate("document.getElementById('command-line').value = 'nothing like this'")  # no input event
    page.keyboard.press("Enter")
    expect(page.locator("#command")).to_be_hidden()
    page.wait_for_timeout(300)
    assert shown_version(page) == seen


@pytest.mark.parametrize("width", [1280, 1440])
def test_a_payment_row_that_wraps_stays_inside_the_window(visit: Visitor, width: int) -> None:
    page = visit("/", viewport={"width": width, "height": 720})
    import_position(page, TWO_FURS_TO_PAY.replace("furs = [2, 3, 5]", "furs = [2, 3, 4, 5, 6, 7]"))
    wait_for_my_turn(page)
    page.locator("#acts").evaluate(
        "acts => acts.style.maxWidth = '200px'"
    )  # has the same effect as long words of another language
    tops = "things => things.map((thing) => thing.getBoundingClientRect().top)"
    assert min(page.locator("#acts > *").evaluate_all(tops)) >= 0


# True if the buttons of the turn lie beside the links, and the last one shows all its words.
BESIDE = """() => {
  const links = document.querySelectorAll(".phone-nav a");
  const edges = [...links].map(link => link.getBoundingClientRect().right);
  const buttons = [...document.querySelectorAll("#turn .btn")];
  const [last] = buttons.slice(-1);
  return Math.max(...edges) <= buttons[0].getBoundingClientRect().left
    && last.scrollWidth <= last.clientWidth + 1 && last.scrollHeight <= last.clientHeight + 1;
}"""


@pytest.mark.parametrize("locale", ["en", "cs"])
@pytest.mark.parametrize("todo", ["Main(0,0)", "Main(0,1)", "HuntAgain(0)"])
def test_on_a_phone_long_buttons_leave_room_for_the_navigation(
    visit: Visitor, todo: str, locale: str
) -> None:
    page = visit("/", locale=locale, **PHONE)
    import_position(
        page,
        f'game = "stroganov"\nseats = 2\ntodo = ["{todo}", "Calendar()"]\nacted = [0]\n'
        "[[player]]\nspace = 4\nhorses = 20\ncoins = 3\nfurs = [3, 5, 5]\n",
    )
    wait_for_my_turn(page)
    assert page.evaluate(BESIDE)
