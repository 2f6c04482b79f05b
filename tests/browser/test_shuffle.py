"""The fair shuffle: the script checks the seed that the server committed to."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.accessibility import accessibility_faults
from tests.browser.conftest import Visitor


def test_the_server_commits_to_a_seed_before_the_script_sends_its_salt(visit: Visitor) -> None:
    page = visit("/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.url} {request.post_data}"))
    page.locator('form[action="/tables"] button').first.click()
    page.wait_for_url(re.compile("/t/"))
    posts = [text for text in asked if text.split()[0].endswith(("/api/pledges", "/tables"))]
    assert [text.split()[0].rpartition("/")[2] for text in posts] == ["pledges", "tables"]
    found = re.search(r"pledge=(\w+)\.", posts[1])
    assert found is not None
    assert found[1] == page.url.rpartition("/")[2]
    assert re.search(r"salt=\w{32}", posts[1])
    assert page.locator("#note.is-shown").count() == 0


def test_the_browser_checks_the_seed_after_the_game(visit: Visitor) -> None:
    page = visit("/")
    address = page.url.rstrip("/")
    bots: dict[str, str | float | bool] = {
        "game": "stroganov",
        "seat.1": "bot.random",
        "seat.2": "bot.random",
    }
    made = page.request.post(f"{address}/tables", form=bots, headers={"origin": address})
    page.goto(made.url)
    page.wait_for_selector("#ending:not([hidden])")
    page.click("#ending a[href$=shuffle]")
    checked = page.locator(".checked [data-hash]")
    expect(checked).to_have_class("right")
    assert accessibility_faults(page) == []
    # Another seed fails the check.
    page.route("**/shuffle", lambda route: route.fulfill(body=other_seed(route.fetch().text())))
    page.reload()
    expect(checked).to_have_class("wrong")
    expect(checked).to_contain_text("NOT")


def other_seed(html: str) -> str:
    """The page with another seed than the one that the server committed to."""
    return re.sub(r"(data-hash=\"[^\"]*)(\w)\"", lambda found: f'{found[1]}{"01"[found[2] == "0"]}"', html)


def test_a_broken_commitment_is_reported(visit: Visitor) -> None:
    page = visit("/")
    page.route(
        "**/api/pledges",
        lambda route: route.fulfill(json={**(got := route.fetch()).json(), "commit": "0" * 64}, response=got),
    )
    page.locator('form[action="/tables"] button').first.click()
    page.wait_for_url(re.compile("/t/"))
    expect(page.locator("#note.is-shown")).to_contain_text("changed the seed")
