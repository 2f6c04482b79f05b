"""The short cut of a connection is the whole way, only shorter: whatever is sent, however it is sent."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import json
import logging
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from samovar.table.api import OPERATIONS, Caller, read_log, read_record, show
from samovar.table.house import Conflict, House
from samovar.table.reply import Heads
from samovar.table.store import Addition, Store
from samovar.table.table import Table
from tests.table.server import Browser, Server


class Answer(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    body: bytes


class Seat:
    """Whoever must decide at a table of two, with a connection of their own."""

    def __init__(self, server: Server, browser: Browser) -> None:
        seats = [{"kind": "person", "name": "A"}, {"kind": "person", "name": "B"}]
        made = browser.post("/api/tables", json={"game": "stroganov", "seats": seats}).json()
        self.place = f"/api/tables/{made['id']}"
        self.token = made["tokens"][made["state"]["actors"][0]]
        self.browser = browser
        self.port = int(server.address.rpartition(":")[2])
        self.open = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        self.said = self.open.makefile("rb")

    def close(self) -> None:
        self.said.close()
        self.open.close()

    def state(self) -> dict[str, Any]:
        answer = self.browser.get(self.place, headers={"authorization": f"Bearer {self.token}"})
        found: dict[str, Any] = answer.json()
        return found

    def act(self) -> dict[str, Any]:
        state = self.state()
        return {"token": state["options"][0], "seq": state["seq"]}

    def request(self, call: str, body: dict[str, Any], *headers: str, version: str = "1.1") -> bytes:
        text = json.dumps(body)
        head = [
            f"POST {self.place}/{call} HTTP/{version}",
            "host: 127.0.0.1",
            f"authorization: Bearer {self.token}",
            f"content-length: {len(text)}",
            *headers,
        ]
        return ("\r\n".join(head) + "\r\n\r\n" + text).encode()

    def in_chunks(self, call: str, body: dict[str, Any]) -> bytes:
        """The same without its length: that goes the whole way."""
        plain = self.request(call, body).replace(b"content-length", b"transfer-encoding: chunked\r\nx")
        head, _, text = plain.partition(b"\r\n\r\n")
        return head + b"\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(text), text)

    def answer(self) -> Answer:
        """The next one that comes."""
        status = int(self.said.readline().split()[1])
        headers = http.client.parse_headers(self.said)
        return Answer(status, headers, self.said.read(int(headers["content-length"])))

    def ask(self, data: bytes) -> tuple[int, Any]:
        self.open.sendall(data)
        answer = self.answer()
        return answer.status, json.loads(answer.body)

    def hung_up(self) -> bool:
        """Whether the server closes the connection."""
        return self.said.read(1) == b""


@pytest.fixture
def seat(server: Server, eva: Browser) -> Iterator[Seat]:
    with closing(Seat(server, eva)) as found:
        yield found


@pytest.mark.parametrize(
    ("call", "body", "status"),
    [
        ("act", {"token": "nonsense", "seq": 10_000}, 409),
        ("act", {"token": 5}, 422),
        ("act", {}, 422),
        ("undo", {"seq": 10_000}, 409),
        ("chat", {"text": ""}, 422),
        ("chat", {"text": "\0"}, 422),
        ("sit", {"name": "C"}, 422),
    ],
)
def test_both_ways_give_the_same_answer(seat: Seat, call: str, body: dict[str, Any], status: int) -> None:
    short = seat.ask(seat.request(call, body))
    assert short[0] == status
    assert short == seat.ask(seat.in_chunks(call, body))


def test_an_action_on_either_way_is_played(seat: Seat) -> None:
    before = seat.state()["seq"]
    assert seat.ask(seat.request("act", seat.act()))[0] == 200
    assert seat.ask(seat.in_chunks("undo", {"seq": before + 1}))[0] == 200
    assert seat.state()["seq"] == before + 2


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
def test_who_was_let_in_once_is_looked_at_anew_when_something_else_is_said(
    seat: Seat, said: bytes, instead: bytes, status: int
) -> None:
    good = seat.request("chat", {"text": "tea"})
    for text in ("tea", "more tea", "tea"):
        assert seat.ask(seat.request("chat", {"text": text}))[0] == 200
    assert good.count(said) == 1
    seat.open.sendall(good.replace(said, instead))
    assert seat.answer().status == status
    if status in {403, 404, 405, 422}:  # after the others nobody knows where the next request begins
        assert seat.ask(good)[0] == 200


def test_who_has_lost_the_seat_is_not_let_in_again(server: Server, seat: Seat) -> None:
    house = server.app.house
    table = house.tables[seat.place.rpartition("/")[2]]
    chat = seat.request("chat", {"text": "tea"})
    assert seat.ask(chat)[0] == 200
    server.run(house.invite(table, table.playing().actors()[0]))
    assert seat.ask(chat)[0] == 403


def test_who_says_no_token_is_not_taken_for_who_said_one_and_no_length(seat: Seat) -> None:
    head = f"POST {seat.place}/chat HTTP/1.1\r\nhost: 127.0.0.1\r\n"
    silent = f"{head}authorization: Bearer {seat.token}\r\n\r\n".encode()
    assert seat.ask(silent)[0] == seat.ask(silent)[0] == 422
    seat.open.sendall(f'{head}content-length: 15\r\n\r\n{{"text": "tea"}}'.encode())
    assert seat.answer().status == 403
    assert seat.ask(seat.request("chat", {"text": "tea"}))[0] == 200


def test_an_answer_says_when_it_was_given() -> None:
    heads = Heads()
    early, late = ([(b"date", b"%d o'clock" % hour)] for hour in (3, 4))
    answers = [heads.short(200, date, b"{}") for date in (early, early, late, early)]
    assert [answer.count(b"date: 3 o'clock\r\n") for answer in answers] == [1, 1, 0, 1]
    assert answers[2].count(b"date: 4 o'clock\r\n") == 1
    assert heads.short(404, late, b"{}").startswith(b"HTTP/1.1 404 ")


def test_several_requests_at_once_are_answered_in_their_order(seat: Seat) -> None:
    act = seat.act()
    get = f"GET {seat.place} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode()
    seat.open.sendall(
        seat.request("act", act)
        + seat.request("undo", {"seq": act["seq"] + 1})
        + get
        + seat.request("act", {**act, "seq": 0})
    )
    answers = []
    for _ in range(4):
        answer = seat.answer()
        answers.append((answer.status, json.loads(answer.body)))
    assert [status for status, _ in answers] == [200, 200, 200, 409]
    assert [said["seq"] for _, said in answers[:3]] == [act["seq"] + 1, act["seq"] + 2, act["seq"] + 2]


def test_after_a_good_request_a_broken_one_is_refused(seat: Seat) -> None:
    seat.open.sendall(seat.request("act", {"token": 5}) + b"nonsense\r\n\r\n")
    answer = seat.answer()
    assert (answer.status, json.loads(answer.body)["faults"] != []) == (422, True)
    assert seat.answer().status == 400
    assert seat.hung_up()


def test_who_asks_without_end_and_reads_no_answer_is_cut_off(seat: Seat) -> None:
    get = b"GET /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
    with suppress(ConnectionError):
        seat.open.sendall(get * 20_000)
    with suppress(ConnectionError):
        assert seat.said.read().count(b"HTTP/1.1 200 OK") < 20_000
    assert seat.state()["begun"]


def test_who_leaves_a_stream_is_gone_though_more_was_asked_for_behind_it(seat: Seat) -> None:
    me = seat.state()["seat"]
    by_token = f"host: 127.0.0.1\r\nauthorization: Bearer {seat.token}\r\n\r\n"
    get = f"GET {seat.place}/events HTTP/1.1\r\n{by_token}GET {seat.place} HTTP/1.1\r\n{by_token}"
    seat.open.sendall(get.encode())
    while b"data: " not in seat.said.readline():
        pass
    assert seat.state()["seats"][me]["here"]
    seat.close()
    for _ in range(200):
        if not seat.state()["seats"][me]["here"]:
            return
        time.sleep(0.02)
    raise AssertionError("nobody has noticed")


def test_a_request_may_come_in_pieces(seat: Seat) -> None:
    for byte in seat.request("act", seat.act()):
        seat.open.sendall(bytes([byte]))
    assert seat.answer().status == 200


@pytest.mark.parametrize(
    ("version", "header"),
    [("1.1", "connection: close"), ("1.0", "x: y"), ("1.0", "connection: keep-alive")],
)
def test_who_wants_the_connection_closed_gets_it_closed(seat: Seat, version: str, header: str) -> None:
    status, _ = seat.ask(seat.request("act", seat.act(), header, version=version))
    assert status == 200
    assert seat.hung_up()


def test_who_waits_to_be_told_to_go_on_is_told(seat: Seat) -> None:
    head, _, body = seat.request("act", seat.act(), "expect: 100-continue").partition(b"\r\n\r\n")
    seat.open.sendall(head + b"\r\n\r\n")
    assert (seat.said.readline(), seat.said.readline()) == (b"HTTP/1.1 100 Continue\r\n", b"\r\n")
    assert seat.ask(body)[0] == 200


def test_no_way_to_write_its_length_makes_a_long_body_short(seat: Seat) -> None:
    head, _, _ = seat.request("chat", {"text": "tea"}).partition(b"content-length")
    seat.open.sendall(head + b"content-length: " + b"0" * 20 + b"70000\r\n\r\n" + b" " * 70_000)
    assert seat.answer().status == 413


def test_a_long_answer_is_packed_for_whoever_unpacks(seat: Seat) -> None:
    late = {"token": "nonsense", "seq": 10_000}
    plain = seat.ask(seat.request("act", late))[1]
    seat.open.sendall(seat.request("act", late, "accept-encoding: gzip"))
    answer = seat.answer()
    assert answer.headers.get("content-encoding") == "gzip"
    assert json.loads(gzip.decompress(answer.body)) == plain


def test_what_was_asked_happens_though_nobody_waits_for_the_answer(seat: Seat) -> None:
    act = seat.act()
    seat.open.sendall(seat.request("act", act))
    seat.close()
    for _ in range(200):
        if seat.state()["seq"] > act["seq"]:
            return
        time.sleep(0.02)
    raise AssertionError("it did not happen")


class Noted(logging.Handler):
    """What the server has to complain about."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(record.getMessage())


@pytest.mark.parametrize("place", ["api", "page"])
def test_who_leaves_in_the_middle_of_a_request_is_no_concern_of_the_log(
    server: Server, seat: Seat, place: str
) -> None:
    request = seat.in_chunks("chat", {"text": "tea"})
    if place == "page":
        form = b"content-type: application/x-www-form-urlencoded\r\norigin: http://127.0.0.1"
        request = request.replace(b"/api/tables/", b"/t/").replace(
            b"host: 127.0.0.1", b"host: 127.0.0.1\r\n" + form
        )
    noted = Noted()
    complaints = logging.getLogger("uvicorn.error")
    complaints.addHandler(noted)
    try:
        under_way = server.server.server_state.tasks
        seat.open.sendall(request[:-10])
        wait_until(lambda: bool(under_way))
        seat.close()
        wait_until(lambda: not under_way)
    finally:
        complaints.removeHandler(noted)
    assert noted.found == []


def wait_until(is_so: Callable[[], bool]) -> None:
    for _ in range(500):
        if is_so():
            return
        time.sleep(0.01)
    raise AssertionError("it did not come about")


def test_a_call_that_fails_says_so_and_hangs_up(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: Any) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(House, "act", fail)
    assert seat.ask(seat.request("act", seat.act()))[0] == 500
    assert seat.hung_up()
    assert seat.state()["begun"]


@pytest.mark.parametrize(("event", "status"), [("taken away", 403), ("deleted", 404)])
def test_who_is_too_late_at_a_seat_or_table_that_is_gone_is_told_so(
    seat: Seat, monkeypatch: pytest.MonkeyPatch, event: str, status: int
) -> None:
    async def late(house: House, table: Table, *_: Any) -> None:
        if event == "deleted":
            await house.erase(table)
        else:
            await house.invite(table, table.playing().actors()[0])
        raise Conflict("the table has changed meanwhile")

    act = seat.act()
    monkeypatch.setattr(House, "act", late)
    assert seat.ask(seat.request("act", act))[0] == status


def test_who_waits_while_a_table_is_deleted_is_told_that_there_is_none(server: Server, seat: Seat) -> None:
    house = server.app.house
    table = house.tables[seat.place.rpartition("/")[2]]
    callers = [
        Caller(house, table.id, headers, b"")
        for headers in ({}, {b"authorization": f"Bearer {seat.token}".encode()})
    ]
    calls = [one for one in OPERATIONS if one.call in {show, read_log, read_record}]
    statuses: list[int] = []

    async def ask_meanwhile() -> None:
        deleting = asyncio.ensure_future(house.erase(table))
        await asyncio.sleep(0)
        answers = await asyncio.gather(*(one.answer(caller) for one in calls for caller in callers))
        statuses.extend(status for status, _ in answers)
        await deleting

    server.run(ask_meanwhile())
    assert statuses == [404] * 6


def test_after_a_call_that_has_failed_nothing_more_is_done(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: Any) -> None:
        raise RuntimeError("on purpose")

    act = seat.act()
    remark = {"text": "nobody is told that this was said"}
    monkeypatch.setattr(House, "act", fail)
    seat.open.sendall(
        seat.request("act", act) + seat.request("chat", remark) + seat.in_chunks("chat", remark)
    )
    assert seat.answer().status == 500
    assert seat.hung_up()
    assert remark["text"] not in seat.browser.get(f"/t/{seat.place.rpartition('/')[2]}").text


class Elsewhere(asyncio.Protocol):
    """What a connection becomes that is asked to be another one."""

    def __init__(self, **_: Any) -> None:
        pass

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.close()


def test_what_was_answered_is_not_done_again_when_a_connection_becomes_another(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path}/games.db")
    server.server.config.ws_protocol_class = Elsewhere
    try:
        with server.browser() as eva, closing(Seat(server, eva)) as seat:
            assert seat.ask(seat.request("chat", {"text": "only once"}))[0] == 200
            seat.open.sendall(
                b"GET /socket HTTP/1.1\r\nhost: here\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"
            )
            assert seat.hung_up()
            by_token = {"authorization": f"Bearer {seat.token}"}
            assert eva.post(f"{seat.place}/chat", json={"text": "later"}, headers=by_token).is_success
            table = server.app.house.tables[seat.place.rpartition("/")[2]]
            assert [remark.text for remark in table.chat] == ["only once", "later"]
    finally:
        server.stop()


def test_a_call_may_let_others_have_their_turn(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    act = House.act

    async def politely(self: House, *what: Any) -> None:
        await asyncio.sleep(0)
        await act(self, *what)

    monkeypatch.setattr(House, "act", politely)
    assert seat.ask(seat.request("act", seat.act()))[0] == 200


def test_every_answer_forbids_what_pages_do_not_need(seat: Seat) -> None:
    seat.open.sendall(seat.request("act", seat.act()))
    answer = seat.answer()
    assert answer.headers.get("content-security-policy", "").startswith("default-src 'none'")
    assert answer.headers.get("cache-control") == "no-store"
    assert answer.headers.get("date")


def test_who_asks_too_often_is_told_to_wait(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path}/games.db", limits=True)
    try:
        with server.browser() as eva, closing(Seat(server, eva)) as seat:
            nonsense = seat.request("act", {})
            statuses = []
            for _ in range(80):
                seat.open.sendall(nonsense)
                answer = seat.answer()
                statuses.append(answer.status)
            assert statuses[:50] == [422] * 50
            assert 429 in statuses
            assert answer.headers.get("retry-after") == "1"
    finally:
        server.stop()


def test_a_connection_that_rests_too_long_is_closed(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path}/games.db")
    rest = server.server.config.timeout_keep_alive = 1
    try:
        with server.browser() as eva, closing(Seat(server, eva)) as seat:
            for _ in range(4):  # longer than that in all, but never at a stretch
                time.sleep(rest / 2)
                assert seat.ask(seat.request("act", {}))[0] == 422
            start = time.monotonic()
            assert seat.hung_up()
            assert 0.9 * rest <= time.monotonic() - start < 5
    finally:
        server.stop()


def test_when_the_server_ends_what_was_begun_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(f"sqlite:///{tmp_path}/games.db")
    add = Store.add

    async def slowly(self: Store, addition: Addition) -> bool:
        await asyncio.sleep(0.5)
        return await add(self, addition)

    with server.browser() as eva, closing(Seat(server, eva)) as seat:
        act = seat.act()
        monkeypatch.setattr(Store, "add", slowly)
        seat.open.sendall(seat.request("act", act))
        time.sleep(0.2)
        server.stop()
        answer = seat.answer()
        assert (answer.status, json.loads(answer.body)["seq"]) == (200, act["seq"] + 1)
        assert answer.headers.get("connection") == "close"
        assert seat.hung_up()
