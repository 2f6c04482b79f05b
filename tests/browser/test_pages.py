"""Every page is reachable, says what it is to those who hear it, and is in the reader's language."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Visitor
from tests.browser.hearing import faults


@pytest.mark.parametrize("lang", ["en", "cs"])
def test_the_first_page_and_the_rules_are_accessible(visit: Visitor, lang: str) -> None:
    page = visit("/", locale=lang)
    assert page.locator("html").get_attribute("lang") == lang
    assert faults(page) == []
    for summary in page.locator("summary").all():
        summary.click()
    assert faults(page) == []
    page.locator(".game--catherine a").first.click()
    page.wait_for_url("**/rules/catherine")
    assert faults(page) == []


def test_preferences_stay_and_the_language_changes_at_once(visit: Visitor) -> None:
    page = visit("/", locale="en")
    page.locator("[data-tools] button").first.click()
    page.select_option("#pref-theme", "dark")
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.select_option("#pref-lang", "cs")
    page.wait_for_function("() => document.documentElement.lang === 'cs'")
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert "Nový stůl" in page.inner_text("main")
