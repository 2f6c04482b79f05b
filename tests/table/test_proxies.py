"""The headers of reverse proxies and the root path. ``tests/browser`` uses real proxies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from samovar.cli import main
from samovar.table.api.openapi import openapi
from tests.table.server import Server

PROXY, STRANGER = "127.0.0.2", "127.0.0.3"  # source IP addresses of requests
HEADERS = {
    "x-forwarded-for": "203.0.113.7",
    "x-forwarded-proto": "https",
    "x-forwarded-host": "table.example",
}
SEATS = {"game": "stroganov", "name": "Eva", "seat.1": "me", "seat.2": "friend"}


@contextmanager
def running(tmp_path: Path, **settings: Any) -> Iterator[Server]:
    server = Server(f"sqlite:///{tmp_path}/games.db", **settings)
    try:
        yield server
    finally:
        server.stop()


def peer(server: Server, address: str, **headers: str) -> httpx.Client:
    """A client whose connection comes from this IP address."""
    transport = httpx.HTTPTransport(local_address=address)
    return httpx.Client(base_url=server.address, transport=transport, headers=headers)


def link_for_a_friend(client: httpx.Client, origin: str) -> tuple[str, str]:
    """The seat link on the page of a new table, and the cookie that the response set."""
    made = client.post("/tables", data=SEATS, headers={"origin": origin})
    assert made.status_code == 303, made.text
    cookie = next(one for one in made.headers.get_list("set-cookie") if one.startswith("samovar="))
    session = {"cookie": cookie.partition(";")[0]}
    page = client.get(made.headers["location"], headers=session).text
    found = re.search(r'data-copy="([^"]+)/t/', page)
    assert found is not None
    return found[1], cookie


@pytest.mark.parametrize("trusted", [["127.0.0.2"], ["10.0.0.1", "127.0.0.2/31"], ["::1", "127.0.0.2"]])
def test_a_trusted_proxy_sets_scheme_and_host(tmp_path: Path, trusted: list[str]) -> None:
    with running(tmp_path, trusted_proxies=trusted) as server, peer(server, PROXY, **HEADERS) as proxy:
        link, cookie = link_for_a_friend(proxy, "https://table.example")
    assert link == "https://table.example"
    assert "; Secure" in cookie


@pytest.mark.parametrize(
    ("address", "trusted"), [(STRANGER, [PROXY]), (PROXY, []), ("127.0.0.1", []), ("127.0.0.1", [PROXY])]
)
def test_untrusted_peers_cannot_set_scheme_and_host(tmp_path: Path, address: str, trusted: list[str]) -> None:
    with running(tmp_path, trusted_proxies=trusted) as server, peer(server, address, **HEADERS) as client:
        link, cookie = link_for_a_friend(client, server.address)
        assert link == server.address
        assert "Secure" not in cookie
        refused = client.post("/tables", data=SEATS, headers={"origin": "https://table.example"})
        assert refused.status_code == 403


def makes(client: httpx.Client, times: int, **headers: str) -> list[int]:
    wrong = {"game": "chess"}
    return [client.post("/tables", data=wrong, headers=headers).status_code for _ in range(times)]


def test_rate_limits_use_the_client_address_of_a_trusted_proxy(tmp_path: Path) -> None:
    with (
        running(tmp_path, client_limits=True, trusted_proxies=[PROXY]) as server,
        peer(server, PROXY, origin=server.address) as proxy,
    ):
        assert makes(proxy, 11, **{"x-forwarded-for": "203.0.113.7"}) == [422] * 10 + [429]
        assert makes(proxy, 1, **{"x-forwarded-for": "203.0.113.8"}) == [422]
        # A client behind the proxy adds addresses in front. The proxy's own entry is the last one.
        assert makes(proxy, 1, **{"x-forwarded-for": "198.51.100.1, 203.0.113.7"}) == [429]


def test_an_untrusted_client_cannot_choose_its_address_for_rate_limits(tmp_path: Path) -> None:
    with (
        running(tmp_path, client_limits=True, trusted_proxies=[PROXY]) as server,
        peer(server, STRANGER, origin=server.address) as client,
    ):
        answers = [makes(client, 1, **{"x-forwarded-for": f"203.0.113.{n}"})[0] for n in range(11)]
        assert answers == [422] * 10 + [429]


def test_the_api_uses_the_same_client_address(tmp_path: Path) -> None:
    with running(tmp_path, client_limits=True, trusted_proxies=[PROXY], root_path="/samovar") as server:
        with peer(server, STRANGER, authorization="Bearer x") as client:
            plain = [client.post("/api/pledges", json={}).status_code for _ in range(31)]
            assert plain == [200] * 30 + [429]
            forged = client.post("/api/pledges", json={}, headers={"x-forwarded-host": "table.example"})
            assert forged.status_code == 429
        with peer(server, PROXY, authorization="Bearer x") as proxy:
            answer = proxy.post("/samovar/api/pledges", json={}, headers={"x-forwarded-for": STRANGER})
            assert answer.status_code == 429


def test_the_error_for_a_proxy_that_replaces_host_names_the_header_to_set(tmp_path: Path) -> None:
    with running(tmp_path) as server, peer(server, PROXY) as client:
        answer = client.post("/tables", data=SEATS, headers={"origin": "https://table.example"})
        assert answer.status_code == 403
        assert "Host" in answer.text
        assert "X-Forwarded-Host" in answer.text
        assert "--trusted-proxy" in answer.text


def test_a_host_header_of_a_trusted_proxy_is_checked(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=[PROXY]) as server, peer(server, PROXY) as proxy:
        assert proxy.get("/", headers={"x-forwarded-host": "table.example"}).status_code == 200
        assert proxy.get("/", headers={"x-forwarded-host": "here and there"}).status_code == 400


@pytest.mark.parametrize("removed", [True, False], ids=["prefix removed", "prefix left"])
def test_a_proxy_may_remove_the_prefix_or_pass_it_on(tmp_path: Path, removed: bool) -> None:
    before = "" if removed else "/samovar"
    with (
        running(tmp_path, root_path="/samovar") as server,
        httpx.Client(base_url=server.address + before, headers={"origin": server.address}) as client,
    ):
        for path in ("/", "/data", "/rules/tundra", "/static/style.css", "/api/games", "/healthz"):
            assert client.get(path).status_code == 200, path
        made = client.post("/tables", data=SEATS)
        assert made.headers["location"].startswith("/samovar/t/")
        assert all("Path=/samovar;" in cookie for cookie in made.headers.get_list("set-cookie"))
        assert client.get("/nowhere").status_code == client.get("/static/nothing.css").status_code == 404
        assert client.get("/api/nowhere").json()["faults"]


def test_the_prefix_alone_shows_the_lobby(tmp_path: Path) -> None:
    with running(tmp_path, root_path="/samovar") as server, httpx.Client(base_url=server.address) as client:
        answer = client.get("/samovar")
        assert answer.status_code == 307
        assert answer.headers["location"] == f"{server.address}/samovar/"
        assert client.get("/samovary").status_code == 404


def test_without_a_prefix_paths_are_unchanged(tmp_path: Path) -> None:
    with running(tmp_path) as server, httpx.Client(base_url=server.address) as client:
        made = client.post("/tables", data=SEATS, headers={"origin": server.address})
        assert made.headers["location"].startswith("/t/")
        assert all("Path=/;" in cookie for cookie in made.headers.get_list("set-cookie"))
        assert client.get("/samovar/").status_code == 404
        assert "servers" not in client.get("/api/openapi.json").json()


def test_the_openapi_document_contains_the_prefix() -> None:
    assert openapi("/samovar")["servers"] == [{"url": "/samovar"}]


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--root-path", "samovar", "/samovar"),
        ("--root-path", "/a b", "/samovar"),
        ("--root-path", "/../x", "/samovar"),
        ("--root-path", "/t", "/t"),
        ("--root-path", "/static/x", "/static"),
        ("--trusted-proxy", "localhost", "127.0.0.1"),
        ("--allowed-host", "https://table.example", "without port"),
        ("--trusted-proxy", "10.0.0.1/8", "host bits"),
        ("--trusted-proxy", "*", "10.0.0.0/8"),
        ("--trusted-proxy", "127.0.0.1,", "10.0.0.0/8"),
    ],
)
def test_invalid_options_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, value: str, told: str
) -> None:
    database = str(tmp_path / "games.db")
    assert main(["serve", "--no-browser", "--database", database, option, value]) != 0
    said = capsys.readouterr().err
    assert option.removeprefix("--") in said
    assert told in said
