"""SSE streams: compression, order, content, presence and end. Also the compressed size of pages."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import threading
import zlib
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from starlette.types import Message as Sent

from samovar.games import registry
from samovar.room.room import Room
from samovar.room.viewer import Identity, Viewer
from samovar.table import streams, stylesheets
from samovar.table.sse import HEARTBEAT, RETRY_HINT, EventStreamResponse
from samovar.table.streams import Subscription
from tests.table.http_client import wait_until
from tests.table.rooms import SilentRenderer, act, new_room, player, playing, running_service
from tests.table.server import Browser, Server, load_page

MAX_FIRST_PAGE = 200_000  # bytes, compressed


def sent_to(response: EventStreamResponse, accept: str = "", leaves_after: float = 60) -> list[Sent]:
    """The ASGI messages of a response to a client that disconnects after some seconds."""

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


def test_a_compressed_stream_is_flushed_after_each_message() -> None:
    long, short = b"data: " + b"snow and fur " * 500 + b"\n\n", b"data: tea\n\n"
    messages = [long, short, HEARTBEAT, long]
    head, *rest = sent_to(EventStreamResponse(stream_of(*messages)), "gzip, br")
    headers = dict(head["headers"])
    assert headers[b"content-encoding"] == b"gzip"
    assert headers[b"content-type"].startswith(b"text/event-stream")
    assert headers[b"vary"] == b"accept-encoding"
    pieces = [one["body"] for one in rest]
    assert gzip.decompress(b"".join(pieces)) == b"".join(messages)  # length and checksum are valid
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
def test_a_stream_is_closed_when_its_client_disconnects(accept: str, where: str) -> None:
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
        assert closed == [where]  # immediately, not at a garbage collection

    asyncio.run(listen())


def test_gzip_middleware_does_not_compress_streams(eva: Browser) -> None:
    """GZipMiddleware would buffer messages."""
    with eva.stream("GET", f"{eva.make()}/events", headers={"accept-encoding": "gzip"}) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        assert any(line.startswith("data: ") for line in answer.iter_lines())


@pytest.mark.parametrize(
    "address", ["/api/tables/{}/events?brief=1", "/api/tables/{}/events", "/t/{}/events"]
)
def test_a_stream_begins_with_the_retry_hint(eva: Browser, address: str) -> None:
    with eva.stream("GET", address.format(eva.make()[3:])) as answer:
        text = b""
        for piece in answer.iter_bytes():
            text += piece
            if len(text) >= len(RETRY_HINT):
                break
        assert text.startswith(b"retry: 1000\n\n")


class RecordingRenderer(SilentRenderer):
    """Records the seats whose streams are updated, in order."""

    def __init__(self, updated: list[int]) -> None:
        self.updated = updated

    def update(self, room: Room, viewer: Viewer) -> bytes | None:
        self.updated.append(viewer.seat)
        return None


def test_the_player_who_acted_is_updated_first(tmp_path: Path) -> None:
    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            open_room = await new_room(service, "stroganov", "A", "B", "C")
            updated: list[int] = []

            async def read(identity: Identity) -> None:
                async for _ in service.hub.run(open_room, identity, None, RecordingRenderer(updated)):
                    pass

            people = [Identity(session="spectator"), *(player(open_room, seat) for seat in range(3))]
            reading = [asyncio.ensure_future(read(identity)) for identity in people]
            while open_room.room.present != {0, 1, 2}:
                await asyncio.sleep(0)
            await asyncio.sleep(0.05)
            acted: set[int] = set()
            while len(acted) < 3:
                updated.clear()
                seat = playing(open_room).actors()[0]
                await act(service, open_room, seat, playing(open_room).options(seat)[0])
                await asyncio.sleep(0.05)
                assert updated[0] == seat
                assert sorted(updated) == [-1, 0, 1, 2]
                acted.add(seat)
            service.hub.close_streams([open_room])
            await asyncio.gather(*reading)

    asyncio.run(play())


def woken(subscriptions: list[Subscription]) -> list[bool]:
    return [subscription.changed.is_set() for subscription in subscriptions]


@pytest.mark.parametrize("longest", [0.0, 60.0])
def test_pages_of_other_viewers_wait_for_a_pending_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, longest: float
) -> None:
    """The thread that commits needs the GIL, which a rendering keeps. No page waits longer than the limit."""
    monkeypatch.setattr(streams, "MAX_PAGE_DELAY", longest)

    async def publish() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            open_room = await new_room(service, "stroganov", "A", "B")
            seat = playing(open_room).actors()[0]
            await act(service, open_room, seat, playing(open_room).options(seat)[0])
            acting, other = Subscription(slow=True), Subscription(slow=True)
            acting.seats = frozenset({seat})
            program = Subscription(slow=False)
            subscriptions = [other, acting, program]
            open_room.subscriptions.extend(subscriptions)
            service.store.writer.pending += 1
            service.hub.publish(open_room)
            await asyncio.sleep(0.05)
            assert woken(subscriptions) == [longest == 0, True, True]
            service.store.writer.pending -= 1
            await asyncio.wait_for(other.changed.wait(), 10)
            open_room.subscriptions.clear()

    asyncio.run(publish())


def test_one_page_of_a_viewer_is_rendered_per_iteration_of_the_event_loop(tmp_path: Path) -> None:
    """The loop sends and receives between two iterations, so no request waits for several pages."""

    async def publish() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            open_room = await new_room(service, "stroganov", "A", "B")
            viewers = [Subscription(slow=True) for _ in range(4)]
            open_room.subscriptions.extend(viewers)
            service.hub.publish(open_room)
            counts = []
            while not all(woken(viewers)):
                counts.append(sum(woken(viewers)))
                await asyncio.sleep(0)
            assert counts == [0, 1, 2, 3]
            open_room.subscriptions.clear()

    asyncio.run(publish())


def test_viewers_with_the_same_view_share_a_message(server: Server, eva: Browser, bob: Browser) -> None:
    table = eva.make()
    page = load_page(eva, table)
    watchers = [bob.events(table, load_page(bob, table).last) for _ in range(2)]
    eva.act(table, page.tokens[0], page.seq)
    told = []
    for stream in watchers:
        message: dict[str, Any] = {"seq": 0}
        while message["seq"] <= page.seq:
            _, message = next(stream)
        told.append(message)
        stream.close()
    assert told[0] == told[1]


def test_a_brief_stream_sends_new_entries_and_those_changed_by_an_undo(eva: Browser) -> None:
    table = eva.make()
    place = f"/api/tables{table[2:]}"
    state = eva.get(place).json()
    log: list[dict[str, Any]] = []
    with eva.stream("GET", f"{place}/events?brief=1") as answer:
        lines = (json.loads(line[6:]) for line in answer.iter_lines() if line.startswith("data: "))

        def follow(seq: int) -> int:
            """Read messages up to this ``seq``. Returns the number of entries in the last one."""
            while True:
                brief = next(lines)
                assert brief["first"] <= len(log)
                log[brief["first"] :] = brief["entries"]
                if brief["seq"] >= seq:
                    return len(brief["entries"])

        follow(state["seq"])
        for _ in range(12):
            page = load_page(eva, table)
            eva.act(table, page.tokens[-1], page.seq)
            after = load_page(eva, table)
            length = len(log)
            sent = follow(after.seq)
            assert sent == len(log) - length  # only new entries
            back = eva.post(f"{table}/undo", json={"seq": after.seq})
            if back.status_code == 200:
                follow(after.seq + 1)
                assert len(log) < len(eva.get(f"{place}/log").json()["entries"]) + 1
                page = load_page(eva, table)
                eva.act(table, page.tokens[0], page.seq)
                follow(page.seq + 1)
            assert log == eva.get(f"{place}/log").json()["entries"]


# ---- the end of the right to watch ----

HOW = pytest.mark.parametrize("how", ["", "?brief=1"], ids=["whole", "brief"])


@contextmanager
def friend_s_stream(eva: Browser, table: str, token: str, how: str) -> Iterator[Iterator[dict[str, Any]]]:
    """The messages of an API stream with the token of a seat."""
    by_token = {"authorization": f"Bearer {token}"}
    with eva.stream("GET", f"/api/tables{table[2:]}/events{how}", headers=by_token) as answer:
        yield (json.loads(line[6:]) for line in answer.iter_lines() if line.startswith("data: "))


@HOW
@pytest.mark.parametrize(
    "form",
    [{"do": "delete", "sure": "yes"}, {"do": "link", "seat": "1"}, {"do": "revoke", "seat": "1"}],
    ids=["deleted", "new link", "revoked"],
)
def test_a_stream_ends_when_the_right_to_watch_ends(eva: Browser, form: dict[str, str], how: str) -> None:
    table = eva.make("catherine", "me", "friend")
    token = eva.link(table).rpartition("/")[2]
    place, by_token = f"/api/tables{table[2:]}", {"authorization": f"Bearer {token}"}
    assert eva.post(f"{place}/sit", json={"name": "Bob"}, headers=by_token).status_code == 200
    with friend_s_stream(eva, table, token, how) as messages:
        first = next(messages)
        assert first["options"]  # it has a seat
        move = {"token": first["options"][0], "seq": first["seq"]}
        assert eva.post(f"{place}/act", json=move, headers=by_token).status_code == 200
        while next(messages)["seq"] <= first["seq"]:
            pass
        assert eva.post(f"{table}/manage", data=form, follow_redirects=False).status_code == 303
        assert list(messages) == []
    assert eva.get(place, headers=by_token).status_code == (404 if form["do"] == "delete" else 403)


@HOW
def test_an_invited_person_does_not_see_the_hand_of_a_bot_that_took_the_seat(eva: Browser, how: str) -> None:
    table = eva.make("catherine", "me", "friend")
    token = eva.link(table).rpartition("/")[2]
    with friend_s_stream(eva, table, token, how) as messages:
        assert next(messages)["options"] == []
        form = {"do": "bot", "seat": "1", "level": "easy"}
        assert eva.post(f"{table}/seat", data=form, follow_redirects=False).status_code == 303
        assert [message["options"] for message in messages] == []


@pytest.mark.parametrize("form", [{"do": "link"}, {"do": "revoke"}], ids=["new link", "revoked"])
def test_a_browser_that_loses_its_seat_reloads_the_page_and_is_absent(
    eva: Browser, bob: Browser, form: dict[str, str]
) -> None:
    table = eva.make("catherine", "me", "friend")
    bob.get(eva.link(table))
    bob.post(f"{table}/seat", data={"do": "sit", "seat": "1", "name": "Bob"})

    def bob_is_present() -> bool:
        return bool(eva.get(f"/api/tables{table[2:]}").json()["seats"][1]["here"])

    assert load_page(bob, table).tokens
    stream = bob.events(table, load_page(bob, table).last)
    spectator = bob.get(table, headers={"cookie": ""})  # the page of a spectator is cached now
    assert spectator.status_code == 200
    next(stream)  # Bob is present
    assert bob_is_present()
    assert eva.post(f"{table}/manage", data={**form, "seat": "1"}, follow_redirects=False).status_code == 303
    last = [message for _, message in stream][-1]
    assert last == {"reload": True}
    wait_until(lambda: not bob_is_present())
    assert load_page(bob, table).tokens == []


def test_a_player_with_two_pages_is_present_until_the_last_one_is_closed(eva: Browser, bob: Browser) -> None:
    table = eva.make("stroganov", "me")

    def is_present() -> bool:
        return bool(bob.get(f"/api/tables{table[2:]}").json()["seats"][0]["here"])

    assert not is_present()
    streams = [eva.events(table) for _ in range(2)]
    for stream in streams:
        next(stream)
    assert is_present()
    streams[0].close()
    watching = bob.events(table)  # a spectator changes nothing
    next(watching)
    assert is_present()
    streams[1].close()
    wait_until(lambda: not is_present())
    watching.close()


@pytest.mark.parametrize(
    "address", ["/api/tables/{}/events?brief=1", "/api/tables/{}/events", "/t/{}/events"]
)
def test_streams_end_cleanly_at_shutdown(tmp_path: Path, address: str) -> None:
    server = Server(f"sqlite:///{tmp_path}/games.db")
    with server.browser() as eva:
        table = eva.make()
        with eva.stream("GET", address.format(table[3:])) as answer:
            lines = answer.iter_lines()
            next(lines)  # the stream has begun
            page = load_page(eva, table)
            eva.act(table, page.tokens[0], page.seq)
            stopping = threading.Thread(target=server.stop)
            stopping.start()
            for _ in lines:  # an incomplete response raises an error here
                pass
            stopping.join()


def weight(browser: Browser, path: str, seen: set[str]) -> int:
    """The compressed bytes that a browser with an empty cache loads for a page."""
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
    assert weight(eva, "/", seen) < MAX_FIRST_PAGE
    table = eva.make(game, "me", "bot.random")
    assert weight(eva, table, seen) < MAX_FIRST_PAGE  # the landing page before it included
    assert {"/static/style.css", "/static/table.js", "/static/actions.js"} <= seen
    assert weight(eva, table, seen) < MAX_FIRST_PAGE  # the browser has loaded the lobby before
    assert {"/static/style.css", "/static/table.js", "/static/actions.js"} <= seen


def test_static_files_are_cached_and_revalidated(eva: Browser) -> None:
    first = eva.get("/static/style.css")
    assert first.headers["cache-control"] == "no-cache"
    again = eva.get("/static/style.css", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("game", ["", *registry.names()])
def test_a_style_sheet_is_sent_with_its_imports_expanded(eva: Browser, game: str) -> None:
    folder = registry.data(game, "views") if game else files("samovar.table").joinpath("static")
    name = stylesheets.TABLE_STYLE if game else stylesheets.SHARED_STYLE
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
