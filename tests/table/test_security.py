"""The checks of every request (origin, host, size, rate) and the headers of every response."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from starlette.routing import Route

from samovar.kernel.errors import BadInput
from samovar.table.auth import COOKIE
from samovar.table.host_check import allowed_hosts
from samovar.table.origin_check import SAFE_METHODS
from samovar.table.rate_limits import Bucket, client_network
from samovar.table.response_headers import SECURITY_HEADERS
from samovar.table.router import routes
from tests.table.server import Browser, Server

UNSAFE = [
    (method, re.sub(r"\{\w+:few\}", "1", route.path).replace("{id}", "t1"))
    for route in routes()
    if isinstance(route, Route)
    for method in (route.methods or set()) - SAFE_METHODS
]
STRANGERS = [
    {},
    {"origin": "http://evil.example"},
    {"origin": "null"},
    {"origin": "http://127.0.0.1.evil.example"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site", "origin": "http://evil.example"},
    {"sec-fetch-site": "none"},
]


@pytest.mark.parametrize("stranger", STRANGERS, ids=str)
def test_unsafe_requests_of_other_sites_are_refused(server: Server, stranger: dict[str, str]) -> None:
    assert len(UNSAFE) > 20
    with httpx.Client(base_url=server.address, headers=stranger) as client:
        for method, path in UNSAFE:
            assert client.request(method, path, json={}).status_code == 403, (method, path)


def test_a_token_of_a_seat_is_enough_for_the_api_but_not_for_pages(server: Server) -> None:
    with httpx.Client(base_url=server.address, headers={"authorization": "Bearer x"}) as client:
        assert client.post("/api/pledges").status_code == 200
        assert client.post("/tables", data={"game": "stroganov"}).status_code == 403


def test_every_response_has_the_security_headers(eva: Browser) -> None:
    table = eva.make()
    for path in ("/", table, f"{table}/record", "/nowhere", "/static/style.css", "/api/games", "/healthz"):
        answer = eva.get(path)
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers[name] == value, (path, name)
    assert "unsafe" not in SECURITY_HEADERS["content-security-policy"]


def test_pages_have_no_inline_script_or_style(eva: Browser) -> None:
    table = eva.make("stroganov", "me", "friend")
    for html in (eva.get("/").text, eva.get(table).text, eva.get(eva.make()).text):
        assert not re.search(r"<script(?![^>]*\bsrc=)", html)
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", html)
        assert not re.search(r'(?:src|href)="(?:https?:)?//', html)


def test_a_body_that_is_too_long_is_refused(eva: Browser) -> None:
    assert eva.post("/tables", content=b"x" * 70_000).status_code == 413
    assert eva.post("/import", content=b"text=" + b"x" * 1_100_000).status_code == 413

    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 1000

    form = {"content-type": "application/x-www-form-urlencoded"}
    assert eva.post("/tables", content=endless(), headers=form).status_code == 413


def test_a_client_over_its_rate_gets_429(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path}/games.db", client_limits=True)
    try:
        with server.browser() as eva:
            answers = [eva.post("/tables", data={"game": "chess"}) for _ in range(12)]
            assert [answer.status_code for answer in answers] == [422] * 10 + [429] * 2
            wait = int(answers[-1].headers["retry-after"])
            assert 0 < wait <= 60
            assert answers[-1].text == f"Too many requests. Retry after {wait} s.\n"
            tries = [eva.get(f"/t/x/join/guess{n}").status_code for n in range(12)]
            assert tries == [404] * 10 + [429] * 2
            assert eva.get("/").status_code == 200
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("unknown:1", "unknown:1"),
    ],
)
def test_limits_count_an_ipv6_network_as_one_client(address: str, network: str) -> None:
    assert client_network(address) == network


def ask(server: Server, host: str, path: str = "/healthz") -> httpx.Response:
    return httpx.get(server.address + path, headers={"host": host})


@pytest.mark.parametrize("host", ["a b", "evil.example/@", "x" * 300, "table.example,evil.example", "\xe9"])
def test_a_host_header_with_invalid_characters_gets_400(server: Server, host: str) -> None:
    answer = httpx.get(f"{server.address}/healthz", headers=[(b"host", host.encode("latin-1"))])
    assert (answer.status_code, answer.text) == (400, "Invalid Host header.\n")


def test_only_allowed_hosts_are_accepted(tmp_path: Path) -> None:
    hosts = allowed_hosts(["table.example, *.club.example", "[2001:db8::1]"])
    server = Server(f"sqlite:///{tmp_path}/games.db", allowed_hosts=hosts)
    try:
        for host in ("table.example", "Table.Example:8642", "a.club.example", "[2001:db8::1]:80"):
            assert ask(server, host).status_code == 200, host
        assert ask(server, "localhost").status_code == 200  # health checks on the same machine
        for host in ("evil.example", "club.example", "table.example.evil.example", "www.table.example", ""):
            answer = ask(server, host)
            assert answer.status_code == 400, host
            assert answer.headers["x-frame-options"] == "DENY"
    finally:
        server.stop()


def test_without_a_list_any_host_is_accepted(server: Server) -> None:
    assert ask(server, "table.example").status_code == 200


@pytest.mark.parametrize("name", ["http://table.example", "table.example:80", "*", "a.*.example", "", "a b"])
def test_an_allowed_host_must_be_a_name(name: str) -> None:
    with pytest.raises(BadInput, match="must be host names"):
        allowed_hosts([name])


def test_a_token_bucket_is_refilled() -> None:
    bucket = Bucket(2, 10)
    assert [bucket.take() > 0 for _ in range(3)] == [False, False, True]
    bucket.at -= 0.1
    assert bucket.take() == 0


def test_only_hashes_of_tokens_are_stored(server: Server, eva: Browser, tmp_path: Path) -> None:
    table = eva.make("stroganov", "me", "friend")
    link = re.search(r"/join/([\w-]+)", eva.get(table).text)
    assert link is not None
    assert len(link[1]) >= 43  # 256 bits
    store = server.app.service.store
    secrets = [link[1], eva.cookies["samovar"]]
    path = Path(store.url.database or "")
    data = b"".join(file.read_bytes() for file in path.parent.glob("games.db*"))
    assert all(secret.encode() not in data for secret in secrets)


@pytest.mark.parametrize("chosen", ["A" * 43, "x", "A" * 200])
def test_a_session_chosen_by_a_client_gets_no_rights(eva: Browser, bob: Browser, chosen: str) -> None:
    """Another site of the same host name can set the cookie of a browser, and would know its session."""
    invited = eva.make("stroganov", "me", "friend")
    gains: list[Callable[[], object]] = [
        bob.make,
        lambda: bob.post("/import", data={"text": 'game = "stroganov"\nto_move = 0'}),
        lambda: bob.get(eva.link(invited)),
        lambda: bob.post(f"{eva.make('stroganov', 'me', 'open')}/seat", data={"seat": "1", "name": "Bob"}),
    ]
    for gain in gains:
        bob.cookies.clear()
        bob.cookies.set(COOKIE, chosen)
        gain()
        found = [cookie.value for cookie in bob.cookies.jar if cookie.name == COOKIE and cookie.domain]
        given = [value for value in found if value != chosen]
        assert len(given) == 1
        bob.cookies.clear()
        bob.cookies.set(COOKIE, chosen)
        assert bob.get("/data.json").json()["tables"] == []


def test_a_session_with_rights_is_kept(eva: Browser) -> None:
    eva.make()
    session = eva.cookies[COOKIE]
    eva.make()
    eva.make("tundra", "me", "friend")
    assert eva.cookies[COOKIE] == session
