"""The two games of ``tests/fourth`` in Chromium, found by their entry points."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.local_server import Served
from tests.fourth.installing import installed


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with installed(tmp_path_factory.mktemp("installed")):
        server = Served(tmp_path_factory.mktemp("table") / "table.db")
        yield server
        server.stop()


@pytest.mark.parametrize(
    ("game", "board"), [("troika", "svg.tr-road"), ("tiny", "pre#position")], ids=["troika", "tiny"]
)
def test_an_installed_game_is_started_in_the_lobby_and_played(
    chromium: Browser, server: Served, game: str, board: str
) -> None:
    with chromium.new_context(viewport={"width": 1280, "height": 720}, locale="en") as context:
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.goto(server.url)
        page.locator(f".game--{game} form").first.get_by_role("button").click()
        drawn = page.locator(board)
        expect(drawn).to_be_visible()
        expect(drawn).to_be_in_viewport()
        for _ in range(3):
            option = page.locator("#acts button:enabled").first
            expect(option).to_be_visible()
            before = page.locator("body").get_attribute("data-seq")
            option.click()
            expect(page.locator("#choices [name=seq]")).not_to_have_value(str(before))
        assert page.locator("#log li").count() > 1
        if game == "troika":
            assert page.locator("svg.tr-road .tr-snow").first.evaluate("e => getComputedStyle(e).fill") == (
                "rgb(228, 237, 242)"
            )
        assert errors == []
