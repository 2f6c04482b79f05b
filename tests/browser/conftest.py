"""A browser for the tests of the table: Debian's Chromium, driven by Playwright, and a server for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.local_server import Served
from tools import system_packages

STATIC = Path(__file__).resolve().parents[2] / "src/samovar/table/static"
WIDE = {"width": 1280, "height": 720}
TIMEOUT = 60_000  # milliseconds; long, for a busy machine
expect.set_options(timeout=TIMEOUT)

Visitor = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of this folder as browser tests, which the interpreted stage skips."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = system_packages.path_of(system_packages.CHROMIUM)
    assert path, "no Chromium here: python tools/system_packages.py installs it or says how"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu", "--force-color-profile=srgb"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("table") / "table.db")
    yield server
    server.stop()


@pytest.fixture
def visit(chromium: Browser, served: Served) -> Iterator[Visitor]:
    """``visit("/", lang="cs")``: a page in a new browser context, as another person. Console errors, warnings
    and requests to other servers fail the test.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def asked(address: str) -> None:
        if not address.startswith((served.url, "data:", "blob:", "about:")):
            complaints.append(f"request to another server: {address}")

    def said(kind: str, text: str) -> None:
        expected = "Failed to load resource" in text or "ERR_INTERNET_DISCONNECTED" in text
        if kind in {"error", "warning"} and not expected:
            complaints.append(f"{kind}: {text}")

    def new(
        address: str,
        motion: Literal["reduce", "no-preference"] = "reduce",
        context: BrowserContext | None = None,
        **how: Any,
    ) -> Page:
        if context is None:
            how.setdefault("viewport", WIDE)
            how.setdefault("locale", "en-GB")
            context = chromium.new_context(reduced_motion=motion, **how)
            context.set_default_timeout(TIMEOUT)
            contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: asked(request.url))
        page.on("console", lambda message: said(message.type, message.text))
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.goto(served.url + address if address.startswith("/") else address)
        return page

    yield new
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def blank(chromium: Browser) -> Iterator[Page]:
    """An empty page in which ``morph`` of morph.js is global."""
    context = chromium.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.set_content("<!doctype html><html><body></body></html>")
    script = (STATIC / "morph.js").read_text(encoding="utf-8")
    page.add_script_tag(type="module", content=f"{script}\nwindow.morph = morph;")
    page.wait_for_function("Boolean(window.morph)")
    yield page
    context.close()


def path_of(page: Page) -> str:
    return urlsplit(page.url).path
