"""HTTP: pipelining, chunked bodies, HTTP/1.0, broken connections, keep-alive, shutdown."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from samovar.room.access import digest
from samovar.room.commands import Act, Command, DeleteRoom, IssueLink, Rematch, Say, Undo
from samovar.room.errors import Conflict, NotFound
from samovar.room.log import LogHead
from samovar.room.outcome import Outcome
from samovar.room.viewer import Identity
from samovar.table.service import RoomService
from samovar.table.settings import MAX_IMPORT_BODY
from samovar.table.store import Committed
from tests.table.http_client import Connection, Seat, wait_until
from tests.table.server import Browser, Server


@pytest.fixture
def seat(server: Server, eva: Browser) -> Iterator[Seat]:
    with closing(Seat(server, eva)) as found:
        yield found


@contextmanager
def own_server(tmp_path: Path, **settings: Any) -> Iterator[Server]:
    server = Server(f"sqlite:///{tmp_path}/games.db", **settings)
    try:
        yield server
    finally:
        server.stop()


# ---- bodies ----


@pytest.mark.parametrize(
    ("call", "body", "status"),
    [
        ("act", {"token": "nonsense", "seq": 10_000}, 409),
        ("act", {"token": 5}, 422),
        ("act", {}, 422),
        ("undo", {"seq": 10_000}, 409),
        ("chat", {"text": ""}, 422),
        ("chat", {"text": "\0"}, 422),
        ("sit", {"name": "C"}, 403),
    ],
)
def test_chunked_and_plain_bodies_get_the_same_response(
    seat: Seat, call: str, body: dict[str, Any], status: int
) -> None:
    plain = seat.ask(seat.request(call, body))
    assert plain[0] == status
    assert plain == seat.ask(seat.chunked(call, body))


def test_actions_with_chunked_and_plain_bodies_are_played(seat: Seat) -> None:
    before = seat.state()["seq"]
    assert seat.ask(seat.request("act", seat.act()))[0] == 200
    assert seat.ask(seat.chunked("undo", {"seq": before + 1}))[0] == 200
    assert seat.state()["seq"] == before + 2


def test_a_request_may_come_byte_by_byte(seat: Seat) -> None:
    for byte in seat.request("act", seat.act()):
        seat.send(bytes([byte]))
    assert seat.read_response().status == 200


@pytest.mark.parametrize("length", [b"70000", b"0" * 20 + b"70000"])
def test_a_long_body_is_refused_for_every_notation_of_its_length(seat: Seat, length: bytes) -> None:
    head, _, _ = seat.request("chat", {"text": "tea"}).partition(b"content-length")
    seat.send(head + b"content-length: " + length + b"\r\n\r\n" + b" " * 70_000)
    assert seat.read_response().status == 413
    assert seat.ask(seat.request("chat", {"text": "tea"}))[0] == 200  # the connection is still usable


def test_a_long_chunked_body_is_refused(seat: Seat) -> None:
    head, _, _ = seat.chunked("chat", {"text": "tea"}).partition(b"\r\n\r\n")
    chunk = b"1000\r\n" + b" " * 0x1000 + b"\r\n"
    seat.send(head + b"\r\n\r\n" + chunk * 20 + b"0\r\n\r\n")
    assert seat.read_response().status == 413


def test_an_import_may_be_longer_up_to_its_own_limit(seat: Seat) -> None:
    for length, status in ((200_000, 422), (MAX_IMPORT_BODY + 1, 413)):
        head = f"POST /api/import HTTP/1.1\r\nhost: x\r\nauthorization: Bearer x\r\ncontent-length: {length}"
        with suppress(ConnectionError):  # refused before all of it is sent
            seat.send(head.encode() + b"\r\n\r\n" + b" " * length)
        assert seat.read_response().status == status


def test_expect_100_continue_is_answered(seat: Seat) -> None:
    head, _, body = seat.request("act", seat.act(), "expect: 100-continue").partition(b"\r\n\r\n")
    seat.send(head + b"\r\n\r\n")
    assert (seat.file.readline(), seat.file.readline()) == (b"HTTP/1.1 100 Continue\r\n", b"\r\n")
    assert seat.ask(body)[0] == 200


def test_expect_100_continue_of_a_long_body_is_refused_before_it_is_sent(seat: Seat) -> None:
    head, _, _ = seat.request("chat", {"text": "tea"}, "expect: 100-continue").partition(b"\r\n\r\n")
    seat.send(head.replace(b"content-length: 15", b"content-length: 70000") + b"\r\n\r\n")
    assert seat.read_response().status == 413


def test_headers_after_a_chunked_body_are_ignored(seat: Seat) -> None:
    request = seat.chunked("chat", {"text": "tea"})
    forged = request.replace(
        f"authorization: Bearer {seat.token}\r\n".encode(), b"origin: http://127.0.0.1\r\n"
    )
    late = f"0\r\nauthorization: Bearer {seat.token}\r\n\r\n".encode()
    assert seat.ask(forged.replace(b"0\r\n\r\n", late))[0] == 403
    assert seat.ask(request)[0] == 200


# ---- several requests on one connection ----


@pytest.mark.parametrize(
    ("said", "instead", "status"),
    [
        (b"Bearer ", b"Bearer not", 403),
        (b"authorization", b"authorisation", 403),
        (b"host: 127.0.0.1", b"host: here and there", 400),
        (b"content-length: 15", b"content-length: 70000", 413),
        (b"/chat", b"/chut", 404),
        (b"POST", b"GET", 405),
        (b'{"text": "tea"}', b'{"tint": "tea"}', 422),
    ],
)
def test_each_request_of_a_connection_is_checked(
    seat: Seat, said: bytes, instead: bytes, status: int
) -> None:
    good = seat.request("chat", {"text": "tea"})
    for text in ("tea", "more tea", "tea"):
        assert seat.ask(seat.request("chat", {"text": text}))[0] == 200
    assert good.count(said) == 1
    seat.send(good.replace(said, instead))
    assert seat.read_response().status == status
    if status != 413:  # after 413 the server waits for the rest of the body
        assert seat.ask(good)[0] == 200


HOST = Identity(session="host")


def as_host(server: Server, room_id: str, command: Command) -> None:
    """Execute a command of a host. API rooms have no host, so the room gets one first."""
    server.app.service.rooms.open_rooms[room_id].room.access.hosts = frozenset({HOST.session})
    server.run(server.app.service.execute(room_id, HOST, command))


def test_a_revoked_token_is_refused_on_the_same_connection(server: Server, seat: Seat) -> None:
    chat = seat.request("chat", {"text": "tea"})
    assert seat.ask(chat)[0] == 200
    as_host(server, seat.id, IssueLink(seat=seat.state()["seat"]))
    assert seat.ask(chat)[0] == 403


def test_a_request_without_token_does_not_inherit_the_previous_one(seat: Seat) -> None:
    head = f"POST {seat.path}/chat HTTP/1.1\r\nhost: 127.0.0.1\r\n"
    empty = f"{head}authorization: Bearer {seat.token}\r\n\r\n".encode()
    assert seat.ask(empty)[0] == seat.ask(empty)[0] == 422
    seat.send(f'{head}content-length: 15\r\n\r\n{{"text": "tea"}}'.encode())
    assert seat.read_response().status == 403
    assert seat.ask(seat.request("chat", {"text": "tea"}))[0] == 200


def test_pipelined_requests_are_answered_in_order(seat: Seat) -> None:
    act = seat.act()
    get = f"GET {seat.path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode()
    seat.send(
        seat.request("act", act)
        + seat.request("undo", {"seq": act["seq"] + 1})
        + get
        + seat.request("act", {**act, "seq": 0})
    )
    answers = []
    for _ in range(4):
        answer = seat.read_response()
        answers.append((answer.status, json.loads(answer.body)))
    assert [status for status, _ in answers] == [200, 200, 200, 409]
    assert [said["seq"] for _, said in answers[:3]] == [act["seq"] + 1, act["seq"] + 2, act["seq"] + 2]


def test_a_malformed_request_gets_400(seat: Seat) -> None:
    assert seat.ask(seat.request("act", {"token": 5}))[0] == 422
    seat.send(b"nonsense\r\n\r\n")
    assert seat.read_response().status == 400
    assert seat.is_closed()


def test_requests_before_a_malformed_one_are_answered(seat: Seat) -> None:
    seat.send(seat.request("act", {"token": 5}) + seat.request("undo", {"seq": 0}) + b"nonsense\r\n\r\n")
    assert [seat.read_response().status, seat.read_response().status] == [422, 409]
    assert seat.is_closed()


def test_a_malformed_chunk_gets_400(seat: Seat) -> None:
    head, _, _ = seat.chunked("chat", {"text": "tea"}).partition(b"\r\n\r\n")
    seat.send(head + b"\r\n\r\nno length\r\n")
    assert seat.read_response().status == 400
    assert seat.is_closed()


def test_a_client_that_pipelines_endlessly_without_reading_is_disconnected(seat: Seat) -> None:
    get = b"GET /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
    with suppress(ConnectionError):
        seat.send(get * 20_000)
    with suppress(ConnectionError):
        assert seat.file.read().count(b"HTTP/1.1 200 OK") < 20_000
    assert seat.state()["begun"]


def test_a_stream_with_a_pipelined_request_after_it_ends_when_its_client_disconnects(seat: Seat) -> None:
    me = seat.state()["seat"]
    by_token = f"host: 127.0.0.1\r\nauthorization: Bearer {seat.token}\r\n\r\n"
    get = f"GET {seat.path}/events HTTP/1.1\r\n{by_token}GET {seat.path} HTTP/1.1\r\n{by_token}"
    seat.send(get.encode())
    while b"data: " not in seat.file.readline():
        pass
    assert seat.state()["seats"][me]["here"]
    seat.close()
    wait_until(lambda: not seat.state()["seats"][me]["here"], 5)  # before the next heartbeat fails


def test_an_upgrade_to_another_protocol_is_not_offered(seat: Seat) -> None:
    assert seat.ask(seat.request("chat", {"text": "only once"}))[0] == 200
    seat.send(b"GET /socket HTTP/1.1\r\nhost: here\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n")
    assert seat.read_response().status == 404
    assert seat.browser.get(f"/t/{seat.id}").text.count("only once") == 1


# ---- the end of a connection ----


@pytest.mark.parametrize(
    ("version", "header"),
    [("1.1", "connection: close"), ("1.0", "x: y"), ("1.0", "connection: keep-alive")],
)
def test_a_connection_closes_if_the_client_asks_for_it(seat: Seat, version: str, header: str) -> None:
    status, _ = seat.ask(seat.request("act", seat.act(), header, version=version))
    assert status == 200
    assert seat.is_closed()


def test_an_action_is_played_although_its_client_disconnected(seat: Seat) -> None:
    act = seat.act()
    seat.send(seat.request("act", act))
    seat.close()
    wait_until(lambda: seat.state()["seq"] > act["seq"])


class Messages(logging.Handler):
    """A log handler that collects the messages."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(record.getMessage())


@pytest.mark.parametrize("place", ["api", "page"])
def test_a_client_that_disconnects_during_a_request_is_not_logged(
    server: Server, seat: Seat, place: str
) -> None:
    request = seat.chunked("chat", {"text": "tea"})
    if place == "page":
        form = b"content-type: application/x-www-form-urlencoded\r\norigin: http://127.0.0.1"
        request = request.replace(b"/api/tables/", b"/t/").replace(
            b"host: 127.0.0.1", b"host: 127.0.0.1\r\n" + form
        )
    messages = Messages()
    errors = logging.getLogger("uvicorn.error")
    errors.addHandler(messages)
    try:
        tasks = server.server.server_state.tasks
        seat.send(request[:-10])
        wait_until(lambda: bool(tasks))
        seat.close()
        wait_until(lambda: not tasks)
    finally:
        errors.removeHandler(messages)
    assert messages.found == []


def test_an_idle_connection_is_closed(tmp_path: Path) -> None:
    with own_server(tmp_path) as server, server.browser() as eva:
        idle = server.server.config.timeout_keep_alive = 1
        with closing(Seat(server, eva)) as seat:
            for _ in range(4):  # longer than the timeout in total, but not between two requests
                time.sleep(idle / 2)
                assert seat.ask(seat.request("act", {}))[0] == 422
            start = time.monotonic()
            assert seat.is_closed()
            assert 0.9 * idle <= time.monotonic() - start < 5


def test_blank_lines_do_not_keep_an_idle_connection_open(tmp_path: Path) -> None:
    with own_server(tmp_path, header_timeout=1) as server, server.browser() as eva:
        server.server.config.timeout_keep_alive = 1
        with closing(Seat(server, eva)) as seat:
            assert seat.ask(seat.request("act", {}))[0] == 422
            seat.send(b"\r\n")
            assert seat.is_closed()


def test_a_running_request_gets_its_response_at_shutdown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(f"sqlite:///{tmp_path}/games.db")
    store = server.app.service.store
    commit = store.commit

    async def slowly(room_id: str, head: LogHead, outcome: Outcome) -> Committed | None:
        await asyncio.sleep(0.5)
        return await commit(room_id, head, outcome)

    with server.browser() as eva, closing(Seat(server, eva)) as seat:
        act = seat.act()
        monkeypatch.setattr(store, "commit", slowly)
        seat.send(seat.request("act", act))
        time.sleep(0.2)
        server.stop()
        answer = seat.read_response()
        assert (answer.status, json.loads(answer.body)["seq"]) == (200, act["seq"] + 1)
        assert answer.headers.get("connection") == "close"
        assert seat.is_closed()


# ---- responses ----


def test_a_long_response_is_compressed_if_the_client_accepts_it(seat: Seat) -> None:
    late = {"token": "nonsense", "seq": 10_000}
    plain = seat.ask(seat.request("act", late))[1]
    seat.send(seat.request("act", late, "accept-encoding: gzip"))
    answer = seat.read_response()
    assert answer.headers.get("content-encoding") == "gzip"
    assert json.loads(gzip.decompress(answer.body)) == plain


def test_responses_of_the_api_have_the_default_headers(seat: Seat) -> None:
    seat.send(seat.request("act", seat.act()))
    answer = seat.read_response()
    assert answer.headers.get("content-security-policy", "").startswith("default-src 'none'")
    assert answer.headers.get("cache-control") == "no-store"
    assert answer.headers.get("date")


def test_a_head_request_for_a_stream_ends(seat: Seat) -> None:
    seat.send(f"HEAD {seat.path}/events HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".encode())
    assert seat.file.read().startswith(b"HTTP/1.1 200 OK")


async def fail(*_: Any) -> None:
    raise RuntimeError("on purpose")


def test_an_unexpected_error_gets_500_and_closes_the_connection(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RoomService, "execute", fail)
    seat.send(seat.request("act", seat.act()))
    answer = seat.read_response()
    assert (answer.status, answer.body) == (500, b"Internal server error.\n")
    assert answer.headers.get("cache-control") == "no-store"
    assert seat.is_closed()
    assert seat.state()["begun"]


def test_pipelined_requests_after_an_unexpected_error_are_dropped(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    act = seat.act()
    remark = {"text": "stored although the response was lost"}
    monkeypatch.setattr(RoomService, "execute", fail)
    seat.send(seat.request("act", act) + seat.request("chat", remark) + seat.chunked("chat", remark))
    assert seat.read_response().status == 500
    assert seat.is_closed()
    assert remark["text"] not in seat.browser.get(f"/t/{seat.id}").text


def test_a_response_429_says_when_to_retry(tmp_path: Path) -> None:
    with (
        own_server(tmp_path, client_limits=True) as server,
        server.browser() as eva,
        closing(Seat(server, eva)) as seat,
    ):
        nonsense = seat.request("act", {})
        statuses = []
        for _ in range(80):
            seat.send(nonsense)
            answer = seat.read_response()
            statuses.append(answer.status)
        assert statuses[:50] == [422] * 50
        assert 429 in statuses
        assert answer.headers.get("retry-after") == "1"
        assert answer.body == b"Too many requests. Retry after 1 s.\n"


# ---- rooms and seats that are removed meanwhile ----


@pytest.mark.parametrize("event", ["revoked", "deleted"])
def test_a_conflict_at_a_removed_seat_or_room_shows_no_state(
    server: Server, seat: Seat, monkeypatch: pytest.MonkeyPatch, event: str
) -> None:
    execute = RoomService.execute
    act, number = seat.act(), seat.state()["seat"]
    access = server.app.service.rooms.open_rooms[seat.id].room.access

    async def late(service: RoomService, *_: Any) -> None:
        access.hosts = frozenset({HOST.session})
        command = DeleteRoom() if event == "deleted" else IssueLink(seat=number)
        await execute(service, seat.id, HOST, command)
        raise Conflict("the room has changed meanwhile")

    monkeypatch.setattr(RoomService, "execute", late)
    status, body = seat.ask(seat.request("act", act))
    assert status == 409
    assert set(body) == {"error", "faults"}


def test_commands_waiting_while_the_room_is_deleted_get_404(server: Server, seat: Seat) -> None:
    service = server.app.service
    open_room = service.rooms.open_rooms[seat.id]
    open_room.room.access.hosts = frozenset({HOST.session})
    act, identity = seat.act(), Identity(token=digest(seat.token))
    commands: list[Command] = [Act(**act), Undo(seq=act["seq"]), Say(text="tea"), Rematch()]
    refused: list[object] = []

    async def ask_meanwhile() -> None:
        async with open_room.lock:
            deleting = asyncio.ensure_future(service.execute(seat.id, HOST, DeleteRoom()))
            await asyncio.sleep(0)
            waiting = [asyncio.ensure_future(service.execute(seat.id, identity, one)) for one in commands]
            await asyncio.sleep(0)
        await deleting
        refused.extend(await asyncio.gather(*waiting, return_exceptions=True))

    server.run(ask_meanwhile())
    assert [type(error) for error in refused] == [NotFound] * 4
    for path in ("", "/log", "/record", "/proof", "/events"):
        for token in ("", seat.token):
            headers = {"authorization": f"Bearer {token}"} if token else {}
            assert seat.browser.get(seat.path + path, headers=headers).status_code == 404


def test_a_connection_that_sends_nothing_is_closed(tmp_path: Path) -> None:
    with own_server(tmp_path, header_timeout=0.2) as server, closing(Connection(server)) as silent:
        assert silent.is_closed()
