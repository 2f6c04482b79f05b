"""Other ways to play: typed words, single keys, a plain form without script; and the help card."""

from __future__ import annotations

from tests.browser.conftest import Visitor
from tests.browser.driving import changed, drive, my_turn, new_table, stamp


def test_typed_words_of_both_languages_choose(visit: Visitor) -> None:
    page = visit("/", locale="cs")
    new_table(page, ["me", "bot.easy"], seed="1")
    my_turn(page)
    for typed in ("prikaz", "wish"):  # without accents too
        page.keyboard.press("/")
        page.keyboard.type(typed)
        found = page.locator("#command-list li")
        assert found.count() > 0
        assert found.count() == page.locator("#choices [data-act]").count()
        page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("s9")
    assert page.locator("#command-list li").count() == 1
    seen = stamp(page)
    page.keyboard.press("Enter")
    changed(page, seen)


def test_single_keys_can_be_switched_off(visit: Visitor) -> None:
    page = visit("/")
    new_table(page, ["me", "bot.easy"], seed="1")
    my_turn(page)
    page.keyboard.press("/")
    assert page.locator("#command").is_visible()
    page.keyboard.press("Escape")
    page.locator("[data-tools] button").first.click()
    page.locator('[data-pref="keys"]').uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    assert not page.locator("#command").is_visible()
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()


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
