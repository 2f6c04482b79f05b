"""A browser for the tests of the table: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tools.browser import browser as where

STATIC = Path(__file__).resolve().parents[2] / "src/samovar/table/static"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of these are tests of the browser; the interpreted stage leaves them out."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = where()
    assert path, "no Chromium here: python tools/browser.py installs it or says how"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu", "--force-color-profile=srgb"]
        )
        yield browser
        browser.close()


@pytest.fixture
def blank(chromium: Browser) -> Iterator[Page]:
    """A page of nothing, with idiomorph in it."""
    script = STATIC / "vendor/idiomorph.js"
    assert script.exists(), "the script is not there: make scripts fetches it"
    context = chromium.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.set_content("<!doctype html><html><body></body></html>")
    page.add_script_tag(type="module", content=script.read_text() + "\nwindow.Idiomorph = Idiomorph;")
    page.wait_for_function("window.Idiomorph")
    yield page
    context.close()
