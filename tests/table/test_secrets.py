"""On every route, information hidden from a viewer does not change any byte of the response."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.routing import Route

from samovar.room.access import digest
from samovar.room.commands import ChooseForSeat, Command, TakeSeat
from samovar.room.fields import field_types
from samovar.table.auth import COOKIE
from samovar.table.router import COMMANDS, routes
from tests.room.shell import Shell, cookie_of, start_room, with_friends
from tests.room.twins import HIDDEN_GAMES, KINDS, TOKEN, twins
from tests.table.served_rooms import insert_room
from tests.table.server import Browser, Server

# /metrics is left out: it counts requests and times, and names no room.
PATHS = [
    route.path
    for route in routes()
    if isinstance(route, Route) and "GET" in (route.methods or ()) and route.path != "/metrics"
]
POST_PATHS = [
    route.path for route in routes() if isinstance(route, Route) and "POST" in (route.methods or ())
]
VIEWERS = ["spectator", "seat 0", "token of seat 0"]
WITH_FIELDS: list[type[Command]] = [*COMMANDS, TakeSeat, ChooseForSeat]
COMMAND_FIELDS = {kind.slug: field_types(kind) for kind in WITH_FIELDS}
# Random parts of a response: ids of new rooms, pledges, tokens and commitments.
RANDOM = re.compile(
    r'(?<=/t/)[a-z2-9]{16}|(?<=id":")[a-z2-9]{16}|(?<=table":")[a-z2-9]{16}|(?<=pledge":")[a-z0-9.]+|[0-9a-f]{64}'
)


class TwinServer(Server):
    """A server with one twin of each pair of rooms. Its bots never decide."""

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


@pytest.fixture
def changing_servers(tmp_path: Path) -> Iterator[list[TwinServer]]:
    """Servers with one pair of each kind, whose rooms a test may change."""
    found = [TwinServer(tmp_path, number) for number in (0, 1)]
    for number, kind in enumerate(KINDS):
        for server, twin in zip(found, twins(HIDDEN_GAMES[number % 2], kind), strict=True):
            insert_room(server, twin.shell, twin.room.id)
            server.rooms.append(twin.room.id)
    yield found
    for server in found:
        server.stop()


def addresses(room: str) -> list[str]:
    """Every URL path of the server, with valid and invalid parameters.

    Streams come last, because they make a seat present until the server notices their end.
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
    """Status and body of the response. For a stream its first message."""
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
def test_every_route_is_equal_in_rooms_that_differ_only_in_hidden_information(
    servers: list[TwinServer], viewer: str
) -> None:
    one, two = servers
    assert one.rooms == two.rooms
    with one.viewer(viewer) as first, two.viewer(viewer) as second:
        for room in one.rooms:
            for call in ("act", "undo"):  # the response to a conflict contains the state
                assert refused(first, room, call) == refused(second, room, call)
            shown = 0
            for address in addresses(room):
                answers = answer(first, address), answer(second, address)
                assert answers[0] == answers[1], address
                shown += answers[0][0] == 200
            assert shown > 10


def refused(browser: Browser, room: str, call: str) -> tuple[int, str]:
    """The response to an outdated command."""
    body: dict[str, object] = {"seq": 0, "token": "x"} if call == "act" else {"seq": 0}
    response = browser.post(f"/api/tables/{room}/{call}", json=body)
    return response.status_code, neutral(browser, response.text)


# ---- requests that change something ----


def bodies(path: str, seq: int, token: str) -> list[dict[str, object]]:
    """JSON bodies for a POST route: empty, and with a value for each field of its command."""
    found: list[dict[str, object]] = [{}]
    fields = COMMAND_FIELDS.get(path.rpartition("/")[2])
    if fields is not None:
        known: dict[str, object] = {"seq": seq, "token": token, "level": "easy", "at": -1, "seat": 0}
        default: dict[object, object] = {int: 0, str: "tea", bool: True}
        found.append({name: known.get(name, default[wanted]) for name, wanted in fields.items()})
    elif path.endswith("/seat"):
        found += [{"do": "link", "seat": 1}, {"do": "bot", "seat": 1}]
        found += [{"do": "sit", "seat": 1, "name": "X"}]
    elif path.endswith("/manage"):
        found += [{"do": "mute", "seat": 1}, {"do": "limit", "limit": 5}]
    return found


def answer_to_post(browser: Browser, address: str, body: dict[str, object]) -> tuple[int, str]:
    response = browser.post(address, json=body)
    return response.status_code, RANDOM.sub("RANDOM", neutral(browser, response.text))


def changes_most(path: str) -> bool:
    """Sorts the routes that take away rights to the end."""
    return path.endswith(("/leave", "/data"))


@pytest.mark.slow
@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_response_to_a_post_is_equal_in_rooms_that_differ_only_in_hidden_information(
    changing_servers: list[TwinServer], viewer: str
) -> None:
    one, two = changing_servers
    assert len(POST_PATHS) > 30
    with one.viewer(viewer) as first, two.viewer(viewer) as second:
        for room in one.rooms:
            done, state = 0, first.get(f"/api/tables/{room}").json()
            for path in sorted(POST_PATHS, key=changes_most):
                token = (state.get("options") or ["x"])[0]
                filled = path.replace("{id}", room).replace("{seat:small}", "0").replace("{token}", "wrong")
                for body in bodies(path, state.get("seq", 0), token):
                    answers = [answer_to_post(browser, filled, body) for browser in (first, second)]
                    assert answers[0] == answers[1], (filled, body)
                    if answers[0][0] == 200:
                        done += 1
                        assert answer(first, f"/t/{room}") == answer(second, f"/t/{room}"), filled
                        state = first.get(f"/api/tables/{room}").json()
            assert done > 2


# ---- plain canaries ----


@pytest.mark.slow
@pytest.mark.parametrize("viewer", VIEWERS)
def test_no_route_shows_keys_tokens_sessions_or_seeds(tmp_path: Path, viewer: str) -> None:
    """No viewer may see these values or their hashes while the game runs."""
    server = TwinServer(tmp_path, 0)
    try:
        shell = Shell(77)
        seed = "739391" * 6
        rooms = [
            start_room(shell, with_friends("tundra")),
            start_room(shell, replace(with_friends("catherine"), seed=seed)),
        ]
        canaries = [server.app.service.store.server_key, seed, *map(cookie_of, ["eva", "bob"])]
        for room in rooms:
            shell.stored[room.id].tokens.add((digest(TOKEN), 0))
            insert_room(server, shell, room.id)
            access = shell.load(room.id)
            canaries += [*access.tokens, *access.holders, *access.hosts]
            canaries += [secret for secret in (room.secret, room.created.seed_nonce) if secret]
        assert all(len(canary) >= 32 for canary in canaries)
        with server.viewer(viewer) as browser:
            for room in rooms:
                for address in addresses(room.id):
                    status, text = answer(browser, address)
                    assert status < 500
                    assert not [canary for canary in canaries if canary in text], address
    finally:
        server.stop()


# ---- the tests above can fail ----


def test_twins_differ_for_a_seat_that_sees_the_hidden_information(servers: list[TwinServer]) -> None:
    """The tests above could not fail if the twins were equal for every viewer."""
    pages = []
    for server in servers:
        with server.viewer("spectator") as browser:
            browser.cookies.set(COOKIE, cookie_of("bob"))
            pages.append([answer(browser, f"/t/{room}") for room in server.rooms])
    differing = [one for one, two in zip(*pages, strict=True) if one != two]
    assert len(differing) >= len(HIDDEN_GAMES) * (len(KINDS) - 1)  # Eva holds all seats of a fork
