"""The table behind nginx and Caddy, with the files of ``deploy/``: HTTPS, streams, addresses, a prefix."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import TIMEOUT
from tests.browser.crawler import Crawl, kinds
from tests.browser.proxy import PROXIES, ROOT, Site, proxied
from tests.browser.random_play import changed, new_table, play_randomly, shown_version, wait_for_my_turn

PROMPT = 2.0  # seconds until a change must be on another page; a buffering proxy needs a minute
# Opens a help card with a link to a rule.
ASK_WHY = """() => {
  const thing = document.body.appendChild(document.createElement("button"));
  thing.dataset.help = "A thing\\nno|S-HUNT-02";
  thing.focus({focusVisible: true});
}"""
SEATS = {"game": "stroganov", "name": "Eva", "seat.1": "me", "seat.2": "friend"}


@pytest.fixture(
    scope="module",
    params=[(name, prefix) for name in PROXIES for prefix in ("", "/samovar")],
    ids=lambda param: param[0] + (param[1] or "/"),
)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    name, prefix = request.param
    with proxied(name, prefix, tmp_path_factory.mktemp(name)) as found:
        yield found


def client(site: Site, address: str, **headers: str) -> httpx.Client:
    """A client with this IP address, through the proxy."""
    transport = httpx.HTTPTransport(verify=site.trusts, local_address=address)
    about = {"origin": site.origin, **headers}
    return httpx.Client(base_url=site.origin + site.prefix, transport=transport, headers=about, timeout=30)


def test_a_game_is_played_through_the_proxy(chromium: Browser, site: Site) -> None:
    complaints: list[str] = []
    context = chromium.new_context(ignore_https_errors=True, locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(TIMEOUT)

    def opened(address: str) -> Page:
        page = context.new_page()
        page.on(
            "console", lambda message: complaints.append(message.text) if message.type == "error" else None
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("response", lambda answer: asked(answer.url, answer.status))
        page.goto(address)
        return page

    def asked(address: str, status: int) -> None:
        if not address.startswith((f"{site.origin}{site.prefix}/", "data:")) or status >= 400:
            complaints.append(f"{status} {address}")

    page = opened(f"{site.origin}{site.prefix}/")
    new_table(page, ["me"])
    wait_for_my_turn(page)
    other = opened(page.url)
    wait_for_my_turn(other)
    seen = shown_version(other)
    start = time.monotonic()
    play_randomly(page, 1)
    changed(other, seen)
    took = time.monotonic() - start
    assert took < PROMPT, f"the change took {took:.1f} s"

    page.evaluate(ASK_WHY)
    link = page.locator("#card a")
    assert link.get_attribute("href") == f"{site.prefix}/rules/stroganov#S-HUNT-02"

    page.select_option("#pref-theme", "dark", force=True)
    cookies = {cookie["name"]: cookie for cookie in context.cookies()}
    assert cookies.keys() == {"samovar", "name", "theme"}
    for cookie in cookies.values():
        assert cookie["path"] == (site.prefix or "/")
        assert cookie["secure"]
    assert cookies["samovar"]["httpOnly"]
    context.close()
    assert complaints == []


def test_seat_links_have_the_origin_of_the_proxy(site: Site) -> None:
    with client(site, "127.0.0.11") as eva, client(site, "127.0.0.12") as bob:
        made = eva.post("/tables", data=SEATS)
        page = eva.get(site.origin + made.headers["location"]).text
        link = re.search(r'data-copy="([^"]+/join/[^"]+)"', page)
        assert link is not None
        assert link[1].startswith(f"{site.origin}{site.prefix}/t/")
        button = re.search(r'action="([^"]+/join/[^"]+)"', bob.get(link[1]).text)
        assert button is not None
        assert site.origin + button[1] == link[1]
        joined = bob.post(button[1].removeprefix(site.prefix))
        assert joined.status_code == 303
        assert joined.headers["location"] == made.headers["location"]


def statuses(asking: httpx.Client, times: int, **headers: str) -> list[int]:
    return [asking.post("/tables", data={"game": "chess"}, headers=headers).status_code for _ in range(times)]


def test_limits_count_the_address_of_the_client(site: Site) -> None:
    """The server takes the address from the proxy. Headers of the client itself are ignored."""
    forged = {"x-forwarded-for": "203.0.113.5"}
    with client(site, "127.0.0.21") as one, client(site, "127.0.0.22") as two:
        assert statuses(one, 11) == [422] * 10 + [429]
        assert statuses(one, 1, **forged) == [429]
        assert statuses(two, 1) == [422]
    past = httpx.HTTPTransport(local_address="127.0.0.23")
    with httpx.Client(base_url=site.table, transport=past, headers={"origin": site.table}) as stranger:
        answers = [statuses(stranger, 1, **{"x-forwarded-for": f"203.0.113.{n}"})[0] for n in range(11)]
        assert answers == [422] * 10 + [429]


def test_metrics_are_not_public(site: Site) -> None:
    with client(site, "127.0.0.31") as stranger:
        assert stranger.get("/metrics").status_code == 404
        assert stranger.get("/healthz").text == "ok\n"


PAGES = {
    "/",
    "/data",
    "/data.json",
    "/next",
    "/rules/stroganov",
    "/rules/catherine",
    "/rules/tundra",
    "/static/table.js",
    "/static/root_path.js",
    "/static/morph.js",
    "/static/style.css",
    "/static/icon.svg",
    "/t/ID",
    "/t/ID/at/N",
    "/t/ID/join/T",
    "/t/ID/manage",
    "/t/ID/record",
    "/t/ID/shuffle",
    "POST /data",
    "POST /import",
    "POST /tables",
    "POST /t/ID/act",
    "POST /t/ID/chat",
    "POST /t/ID/manage",
    "POST /t/ID/seat",
    "stream /t/ID/events",
}


def test_every_address_stays_below_the_prefix(site: Site) -> None:
    record = (ROOT / "tests/games/stroganov-01.rec").read_text()
    with client(site, "127.0.0.41") as eva:
        eva.follow_redirects = True
        waiting = eva.post("/tables", data=SEATS)
        running = eva.post("/tables", data=SEATS | {"seat.2": "bot.easy"})
        finished = eva.post("/import", data={"text": record})
        tables = [one.url.path.removeprefix(site.prefix) for one in (waiting, running, finished)]
        crawl = Crawl(eva, site.origin, site.prefix)
        crawl.run("/", "/api/openapi.json", *tables)
        assert crawl.outside == set()
        assert crawl.broken == {}
        assert set(kinds(crawl)) >= PAGES
        servers = eva.get("/api/openapi.json").json().get("servers", [{"url": ""}])
        assert servers == [{"url": site.prefix}]
        assert f'href="{site.prefix}/"' in eva.get("/nowhere").text
