"""Every route gives the same bytes to a viewer without the right, whatever the secrets of a room are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.routing import Route

from samovar.table.auth import COOKIE
from samovar.table.router import routes
from tests.room.shell import cookie_of
from tests.room.twins import HIDDEN_GAMES, KINDS, TOKEN, twins
from tests.table.served_rooms import insert_room
from tests.table.server import Browser, Server

# /metrics counts requests and their times; it names no room.
PATHS = [
    route.path
    for route in routes()
    if isinstance(route, Route) and "GET" in (route.methods or ()) and route.path != "/metrics"
]
VIEWERS = ["spectator", "seat 0", "token of seat 0"]


class TwinServer(Server):
    """A server with one twin of each pair of rooms. Its bots do nothing."""

    def __init__(self, folder: Path, number: int) -> None:
        super().__init__(f"sqlite:///{folder}/games-{number}.db")
        self.app.boot = "boot"
        self.app.service.driver.wake = lambda open_room: None  # type: ignore[method-assign]
        self.rooms: list[str] = []

    def viewer(self, kind: str) -> Browser:
        browser = self.browser()
        browser.follow_redirects = False
        if kind == "seat 0":
            browser.cookies.set(COOKIE, cookie_of("eva"))
        if kind == "token of seat 0":
            browser.headers["authorization"] = f"Bearer {TOKEN}"
        return browser


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[TwinServer]]:
    folder = tmp_path_factory.mktemp("twins")
    found = [TwinServer(folder, number) for number in (0, 1)]
    for game in HIDDEN_GAMES:
        for kind in KINDS:
            for server, twin in zip(found, twins(game, kind), strict=True):
                insert_room(server, twin.shell, twin.room.id)
                server.rooms.append(twin.room.id)
    yield found
    for server in found:
        server.stop()


def addresses(room: str) -> list[str]:
    """Every address of the server, with parameters that exist and some that do not.

    Streams come last: they make a seat present, and the server notices later that they have ended.
    """
    found: list[str] = []
    for path in PATHS:
        filled = path.replace("{id}", room).replace("{game}", "catherine").replace("{token}", "wrong")
        for moves in ("0", "5", "12", "999"):
            for seat in ("0", "1"):
                one = filled.replace("{moves:small}", moves).replace("{seat:small}", seat)
                found.append(re.sub(r"\{\w+(:\w+)?\}", "x", one))
    found.append(f"/api/tables/{room}/events?brief=1")
    return sorted(dict.fromkeys(found), key=is_stream)


def is_stream(address: str) -> bool:
    return "/events" in address


def answer(browser: Browser, address: str) -> tuple[int, str]:
    """Status and body; of a stream its first message."""
    if is_stream(address):
        return first_message(browser, address)
    response = browser.get(address)
    return response.status_code, neutral(browser, response.text)


def first_message(browser: Browser, address: str) -> tuple[int, str]:
    with browser.stream("GET", address) as response:
        if response.status_code != 200:
            return response.status_code, neutral(browser, response.read().decode())
        lines = (line for line in response.iter_lines() if line.startswith("data:"))
        return 200, neutral(browser, next(lines))


def neutral(browser: Browser, text: str) -> str:
    return text.replace(str(browser.base_url).rstrip("/"), "http://server")


@pytest.mark.slow
@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_route_is_equal_in_rooms_that_differ_only_in_secrets(
    servers: list[TwinServer], viewer: str
) -> None:
    one, two = servers
    assert one.rooms == two.rooms
    with one.viewer(viewer) as first, two.viewer(viewer) as second:
        for room in one.rooms:
            for call in ("act", "undo"):  # a refusal carries the state
                assert refused(first, room, call) == refused(second, room, call)
            shown = 0
            for address in addresses(room):
                answers = answer(first, address), answer(second, address)
                assert answers[0] == answers[1], address
                shown += answers[0][0] == 200
            assert shown > 10


def refused(browser: Browser, room: str, call: str) -> tuple[int, str]:
    """The answer to a command that comes too late."""
    body: dict[str, object] = {"seq": 0, "token": "x"} if call == "act" else {"seq": 0}
    response = browser.post(f"/api/tables/{room}/{call}", json=body)
    return response.status_code, neutral(browser, response.text)


def test_the_twins_differ_for_a_seat_that_knows_the_secret(servers: list[TwinServer]) -> None:
    """Otherwise the test above would prove nothing."""
    pages = []
    for server in servers:
        with server.viewer("spectator") as browser:
            browser.cookies.set(COOKIE, cookie_of("bob"))
            pages.append([answer(browser, f"/t/{room}") for room in server.rooms])
    differing = [one for one, two in zip(*pages, strict=True) if one != two]
    assert len(differing) >= len(HIDDEN_GAMES) * (len(KINDS) - 1)  # a fork belongs to Eva alone
