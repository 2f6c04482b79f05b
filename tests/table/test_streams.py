"""Streams: compression, order, content and end; and the size of pages on the wire."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import threading
import zlib
from collections.abc import AsyncGenerator, Callable, Coroutine
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from samovar.table.house import House, Order, Wanted
from samovar.table.table import Ear
from samovar.table.thinkers import Thinkers
from starlette.types import Message as Sent

from samovar.games import registry
from samovar.table import game_styles
from samovar.table.sse import HEARTBEAT, EventStreamResponse
from samovar.table.store import Store
from tests.table.server import Browser, Server, look

MOST_FIRST_PAGE = 200_000  # bytes, compressed


def sent_to(response: EventStreamResponse, accept: str = "", leaves_after: float = 60) -> list[Sent]:
    """The ASGI messages of a response to a client that leaves after some seconds."""

    async def listen() -> list[Sent]:
        sent: list[Sent] = []

        async def receive() -> Sent:
            await asyncio.sleep(leaves_after)
            return {"type": "http.disconnect"}

        async def send(message: Sent) -> None:
            sent.append(message)

        headers = [(b"accept-encoding", accept.encode())]
        await response({"type": "http", "method": "GET", "headers": headers}, receive, send)
        return sent

    return asyncio.run(listen())


async def stream_of(*messages: bytes) -> AsyncGenerator[bytes, None]:
    for message in messages:
        yield message


def test_a_stream_is_compressed_up_to_the_end_of_each_message() -> None:
    long, short = b"data: " + b"snow and fur " * 500 + b"\n\n", b"data: tea\n\n"
    messages = [long, short, HEARTBEAT, long]
    head, *rest = sent_to(EventStreamResponse(stream_of(*messages)), "gzip, br")
    headers = dict(head["headers"])
    assert headers[b"content-encoding"] == b"gzip"
    assert headers[b"content-type"].startswith(b"text/event-stream")
    assert headers[b"vary"] == b"accept-encoding"
    pieces = [one["body"] for one in rest]
    assert gzip.decompress(b"".join(pieces)) == b"".join(messages)  # length and checksum are right
    assert len(b"".join(pieces)) < len(b"".join(messages)) / 10
    decompressor = zlib.decompressobj(16 + zlib.MAX_WBITS)
    assert [decompressor.decompress(piece) for piece in pieces[:4]] == messages
    assert len(pieces[3]) < len(pieces[0])  # the window reaches back to earlier messages
    assert not rest[-1]["more_body"]


def test_a_client_that_does_not_accept_gzip_gets_plain_messages() -> None:
    head, *rest = sent_to(EventStreamResponse(stream_of(b"data: tea\n\n")), "identity")
    assert b"content-encoding" not in dict(head["headers"])
    assert [one["body"] for one in rest] == [b"data: tea\n\n", b""]


@pytest.mark.parametrize("accept", ["", "gzip"])
def test_an_exception_in_a_stream_is_raised(accept: str) -> None:
    async def fail() -> AsyncGenerator[bytes, None]:
        yield b"data: 1\n\n"
        raise RuntimeError("no tea")

    with pytest.raises(RuntimeError, match="no tea"):
        sent_to(EventStreamResponse(fail()), accept)


@pytest.mark.parametrize("accept", ["", "gzip"])
@pytest.mark.parametrize("where", ["waiting", "sending"])
def test_a_stream_is_closed_when_its_client_leaves(accept: str, where: str) -> None:
    closed: list[str] = []

    async def messages() -> AsyncGenerator[bytes, None]:
        try:
            while True:
                yield b"data: 1\n\n"
                await asyncio.sleep(60 if where == "waiting" else 0)
        finally:
            closed.append(where)

    async def listen() -> None:
        async def receive() -> Sent:
            await asyncio.sleep(0.05)
            return {"type": "http.disconnect"}

        async def send(message: Sent) -> None:
            if where == "sending" and message["type"] == "http.response.body":
                await asyncio.sleep(60)  # the client does not read

        headers = [(b"accept-encoding", accept.encode())]
        await EventStreamResponse(messages())(
            {"type": "http", "method": "GET", "headers": headers}, receive, send
        )
        assert closed == [where]  # not only once the garbage collector has found it

    asyncio.run(listen())


def test_ordinary_compression_leaves_streams_alone(eva: Browser) -> None:
    """GZipMiddleware would hold messages back."""
    with eva.stream("GET", f"{eva.make()}/events", headers={"accept-encoding": "gzip"}) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        assert any(line.startswith("data: ") for line in answer.iter_lines())


class Noted(Ear):
    """Notes who heard something, in their order."""

    def __init__(self, seat: int, heard: list[int]) -> None:
        super().__init__()
        self.seat, self.heard = seat, heard

    def hear(self) -> None:
        self.heard.append(self.seat)


def test_whoever_has_acted_hears_of_it_first(tmp_path: Path) -> None:
    async def play() -> None:
        store = Store(f"sqlite:///{tmp_path}/games.db")
        house = House(store, Thinkers())
        people = [Wanted("me", name) for name in "ABC"]
        table = await house.make(Order(game="stroganov", seats=people), "")
        heard: list[int] = []
        for seat in (-1, 0, 1, 2):
            house.arrive(table, seat, Noted(seat, heard))
        acted: set[int] = set()
        while len(acted) < 3:
            heard.clear()
            seat = table.playing().actors()[0]
            await house.act(table, seat, table.playing().options(seat)[0], table.seq)
            assert heard[0] == seat
            assert sorted(heard) == [-1, 0, 1, 2]
            acted.add(seat)
        await house.close()
        store.close()

    asyncio.run(play())


def test_those_who_see_the_same_get_the_very_same_message(server: Server, eva: Browser, bob: Browser) -> None:
    table = eva.make()
    page = look(eva, table)
    watchers = [bob.events(table, look(bob, table).last) for _ in range(2)]
    eva.act(table, page.tokens[0], page.seq)
    told = []
    for stream in watchers:
        message: dict[str, Any] = {"seq": 0}
        while message["seq"] <= page.seq:
            _, message = next(stream)
        told.append(message)
        stream.close()
    assert told[0] == told[1]


def test_briefs_tell_only_what_is_new_and_again_what_was_taken_back(eva: Browser) -> None:
    table = eva.make()
    place = f"/api/tables{table[2:]}"
    state = eva.get(place).json()
    log: list[dict[str, Any]] = []
    with eva.stream("GET", f"{place}/events?brief=1") as answer:
        lines = (json.loads(line[6:]) for line in answer.iter_lines() if line.startswith("data: "))

        def follow(seq: int) -> int:
            """Take in what comes, until the table is that far; how much was told at last."""
            while True:
                brief = next(lines)
                assert brief["first"] <= len(log)
                log[brief["first"] :] = brief["entries"]
                if brief["seq"] >= seq:
                    return len(brief["entries"])

        follow(state["seq"])
        for _ in range(12):
            page = look(eva, table)
            eva.act(table, page.tokens[-1], page.seq)
            after = look(eva, table)
            assert follow(after.seq) < 10
            back = eva.post(f"{table}/undo", json={"seq": after.seq})
            if back.status_code == 200:
                follow(after.seq + 1)
                assert len(log) < len(eva.get(f"{place}/log").json()["entries"]) + 1
                page = look(eva, table)
                eva.act(table, page.tokens[0], page.seq)
                follow(page.seq + 1)
            assert log == eva.get(f"{place}/log").json()["entries"]


@pytest.mark.parametrize("how", ["", "?brief=1"], ids=["whole", "brief"])
@pytest.mark.parametrize("call", [House.erase, partial(House.invite, seat=0)], ids=["deleted", "taken away"])
def test_a_stream_ends_with_the_right_to_look(
    server: Server, eva: Browser, call: Callable[..., Coroutine[Any, Any, Any]], how: str
) -> None:
    seats = [{"kind": "person", "name": "A"}, {"kind": "person", "name": "B"}]
    made = eva.post("/api/tables", json={"game": "catherine", "seats": seats}).json()
    by_token = {"authorization": f"Bearer {made['tokens'][0]}"}
    with eva.stream("GET", f"/api/tables/{made['id']}/events{how}", headers=by_token) as answer:
        told = (line for line in answer.iter_lines() if line.startswith("data: "))
        first = json.loads(next(told)[6:])
        assert first["options"]  # of a seat
        eva.post(
            f"/api/tables/{made['id']}/act",
            json={"token": first["options"][0], "seq": first["seq"]},
            headers=by_token,
        )
        assert json.loads(next(told)[6:])["seq"] > first["seq"]
        house = server.app.house
        server.run(call(house, table=house.tables[made["id"]]))
        assert next(told, "") == ""


@pytest.mark.parametrize("how", ["", "?brief=1"], ids=["whole", "brief"])
def test_whoever_was_invited_is_not_shown_what_a_bot_is_dealt_instead(
    server: Server, eva: Browser, how: str
) -> None:
    seats = [{"kind": "person", "name": "A"}, {"kind": "friend"}]
    made = eva.post("/api/tables", json={"game": "catherine", "seats": seats}).json()
    by_token = {"authorization": f"Bearer {made['tokens'][1]}"}
    with eva.stream("GET", f"/api/tables/{made['id']}/events{how}", headers=by_token) as answer:
        told = (json.loads(line[6:]) for line in answer.iter_lines() if line.startswith("data: "))
        assert next(told)["options"] == []
        house = server.app.house
        server.run(house.seat_bot(house.tables[made["id"]], 1, "easy"))
        assert [message["options"] for message in told] == []


@pytest.mark.parametrize(
    "address", ["/api/tables/{}/events?brief=1", "/api/tables/{}/events", "/t/{}/events"]
)
def test_when_the_server_ends_nobody_is_cut_off(tmp_path: Path, address: str) -> None:
    server = Server(f"sqlite:///{tmp_path}/games.db")
    with server.browser() as eva:
        table = eva.make()
        with eva.stream("GET", address.format(table[3:])) as answer:
            lines = answer.iter_lines()
            next(lines)  # it has begun
            page = look(eva, table)
            eva.act(table, page.tokens[0], page.seq)
            stopping = threading.Thread(target=server.stop)
            stopping.start()
            for _ in lines:  # an answer that is cut off raises an error here
                pass
            stopping.join()


def weight(browser: Browser, path: str, seen: set[str]) -> int:
    """What a browser without anything in its cache has to load for a page: bytes over the wire."""
    if path in seen:
        return 0
    seen.add(path)
    answer = browser.get(path)
    assert answer.status_code == 200, path
    found = re.findall(r'<(?:script|link)[^>]*(?:src|href)="([^"]+)"', answer.text)
    if path.endswith(".js"):
        found = re.findall(r'from "([^"]+)"', answer.text)
    if path.endswith(".css"):
        found = re.findall(r"url\(\"?([^)\"]+)", answer.text)
    more = {urljoin(path, one) for one in found if not one.startswith("data:")}
    return answer.num_bytes_downloaded + sum(weight(browser, one, seen) for one in sorted(more))


@pytest.mark.parametrize("game", ["stroganov", "catherine", "tundra"])
def test_a_first_page_is_small(eva: Browser, game: str) -> None:
    seen: set[str] = set()
    assert weight(eva, "/", seen) < MOST_FIRST_PAGE
    table = eva.make(game, "me", "bot.random")
    assert weight(eva, table, seen) < MOST_FIRST_PAGE  # the landing page before it included
    assert {"/static/style.css", "/static/table.js", "/static/choose.js"} <= seen


def test_files_are_kept_by_the_browser_and_asked_for_again(eva: Browser) -> None:
    first = eva.get("/static/style.css")
    assert first.headers["cache-control"] == "no-cache"
    again = eva.get("/static/style.css", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("game", ["", *registry.names()])
def test_a_sheet_is_sent_as_one_with_all_its_parts(eva: Browser, game: str) -> None:
    folder = registry.data(game, "views") if game else files("samovar.table").joinpath("static")
    name = game_styles.TABLE if game else game_styles.SHARED
    sheet = eva.get(f"/static/{game}/{name}" if game else f"/static/{name}").text
    assert "@import" not in sheet
    parts = [part for part in folder.iterdir() if part.name == "style"]
    texts = [file.read_text(encoding="utf-8") for part in parts for file in part.iterdir()]
    assert all(text in sheet for text in texts)
    written = re.findall('@import "style/(.+?)"', folder.joinpath(name).read_text(encoding="utf-8"))
    assert len(written) == len(set(written)) == len(texts)
    ordered = [folder.joinpath("style", part).read_text(encoding="utf-8") for part in written]
    places = [sheet.index(text) for text in ordered]
    assert places == sorted(places), "the order of the imports is that of the cascade"
