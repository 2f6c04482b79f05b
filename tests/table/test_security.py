"""The doorkeeper: who may come in, how often, with how much; and what every answer forbids."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.routing import Route

from samovar.table.app import routes
from samovar.table.reply import HEADERS
from samovar.table.security import SAFE, Bucket
from tests.table.server import Browser, Server

UNSAFE = [
    (method, re.sub(r"\{\w+:few\}", "1", route.path).replace("{id}", "t1"))
    for route in routes()
    if isinstance(route, Route)
    for method in (route.methods or set()) - SAFE
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
def test_nobody_but_our_own_pages_may_change_anything(server: Server, stranger: dict[str, str]) -> None:
    assert len(UNSAFE) > 20
    with httpx.Client(base_url=server.address, headers=stranger) as client:
        for method, path in UNSAFE:
            assert client.request(method, path, json={}).status_code == 403, (method, path)


def test_a_token_of_a_seat_is_enough_for_the_api_but_not_for_pages(server: Server) -> None:
    with httpx.Client(base_url=server.address, headers={"authorization": "Bearer x"}) as client:
        assert client.post("/api/pledges").status_code == 200
        assert client.post("/tables", data={"game": "stroganov"}).status_code == 403


def test_every_answer_forbids_what_pages_do_not_need(eva: Browser) -> None:
    table = eva.make()
    for path in ("/", table, f"{table}/record", "/nowhere", "/static/style.css", "/api/games", "/healthz"):
        answer = eva.get(path)
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, (path, name)
    assert "unsafe" not in HEADERS["content-security-policy"]


def test_pages_have_neither_script_nor_style_in_them(eva: Browser) -> None:
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


def test_who_asks_too_often_must_wait(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path}/games.db", limits=True)
    try:
        with server.browser() as eva:
            answers = [eva.post("/tables", data={"game": "chess"}) for _ in range(12)]
            assert [answer.status_code for answer in answers] == [422] * 10 + [429] * 2
            assert int(answers[-1].headers["retry-after"]) > 0
            tries = [eva.get(f"/t/x/join/guess{n}").status_code for n in range(12)]
            assert tries == [404] * 10 + [429] * 2
            assert eva.get("/").status_code == 200
    finally:
        server.stop()


def test_a_bucket_fills_again() -> None:
    bucket = Bucket(2, 10)
    assert [bucket.take() > 0 for _ in range(3)] == [False, False, True]
    bucket.at -= 0.1
    assert bucket.take() == 0


def test_tokens_are_kept_as_hashes_only(server: Server, eva: Browser, tmp_path: Path) -> None:
    table = eva.make("stroganov", "me", "friend")
    link = re.search(r"/join/([\w-]+)", eva.get(table).text)
    assert link is not None
    assert len(link[1]) >= 43  # 256 bits
    house = server.app.house
    secrets = [link[1], eva.cookies["samovar"]]
    path = Path(house.store.url.database or "")
    data = b"".join(file.read_bytes() for file in path.parent.glob("games.db*"))
    assert all(secret.encode() not in data for secret in secrets)
