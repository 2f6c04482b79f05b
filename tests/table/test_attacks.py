"""Requests that nobody sends by mistake: each gets an answer that says no, and the house goes on."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from samovar.table.house import Conflict, House, Order, Wanted
from samovar.table.ledger import Played, read
from samovar.table.store import Store
from samovar.table.thinkers import Thinkers
from tests.table.server import Browser, Server, look


def raw(server: Server, text: bytes) -> bytes:
    """Bytes as they are; the head of the answer."""
    address = urlsplit(server.address)
    with socket.create_connection((address.hostname or "", address.port or 0), timeout=20) as wire:
        wire.sendall(text)
        return wire.recv(4000)


@pytest.mark.parametrize(
    "body", [b"[" * 60_000, b'{"token":' * 7000, b'{"a":"\\ud800"}', b"\xff\xfe", b"null"]
)
@pytest.mark.parametrize("path", ["/tables", "/import", "/api/tables", "/api/import"])
def test_json_that_is_no_request_is_refused(eva: Browser, path: str, body: bytes) -> None:
    answer = eva.post(path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 50_000,
        "x = " + "9" * 50_000,
        "samovar stroganov 1\nseats: " + "9" * 5000,
        "samovar stroganov 1\nseats: 2\n\n" + "0: move.2\n" * 50_000,
        "samovar tundra 1\nseats: 2\nseed: " + "8" * 100_000,
        'game = "catherine"\n' + "a.b" * 1000 + " = 1",
        "\0" * 1000,
    ],
    ids=["deep", "long", "seats", "moves", "seed", "keys", "nothing"],
)
def test_imports_that_would_cost_much_are_refused(eva: Browser, text: str) -> None:
    assert eva.post("/api/import", json={"text": text}).status_code == 422


def test_strange_addresses_are_not_found(eva: Browser) -> None:
    table = eva.make()
    for path in (
        f"{table}/at/{'9' * 5000}",
        f"{table}/as/{'9' * 5000}",
        f"{table}/as/-1",
        f"{table}/../../etc/passwd",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        f"{table}%0d%0aset-cookie:%20a=b",
        "/t/%00",
    ):
        answer = eva.get(path)
        assert answer.status_code in {403, 404}, path
        assert "a=b" not in answer.headers.get("set-cookie", "")


@pytest.mark.parametrize("host", [b"[", b"a b", b"x" * 3000, b"evil.example/@", b"\xc3\xa9"])
def test_a_strange_host_breaks_nothing(server: Server, eva: Browser, host: bytes) -> None:
    table = eva.make("stroganov", "me", "friend")
    cookie = f"samovar={eva.cookies['samovar']}".encode()
    answer = raw(
        server, b"GET %s HTTP/1.1\r\nhost: %s\r\ncookie: %s\r\n\r\n" % (table.encode(), host, cookie)
    )
    assert b" 500 " not in answer.split(b"\r\n")[0]


def test_a_last_event_that_never_was_gets_everything(eva: Browser) -> None:
    table = eva.make()
    boot = look(eva, table).last.partition(".")[0]
    for last in ("x", f"{boot}.", f"{boot}.-1", f"{boot}.999999", f"{boot}." + "1" * 3000, f"{boot}.\u00b2"):
        with eva.stream("GET", f"{table}/events", params={"last": last}) as answer:
            assert answer.status_code == 200
            assert any(line.startswith("data: ") for line in answer.iter_lines())


def test_nobody_opens_streams_without_end(tmp_path: Path) -> None:
    limit = 5
    server = Server(f"sqlite:///{tmp_path}/games.db", limits=True, max_streams_per_client=limit)
    try:
        with server.browser() as eva:
            table = eva.make()
            streams = [
                eva.send(eva.build_request("GET", f"{table}/events"), stream=True) for _ in range(limit + 2)
            ]
            assert [stream.status_code for stream in streams] == [200] * limit + [429] * 2
            streams[0].close()
            for _ in range(100):
                again = eva.send(eva.build_request("GET", f"{table}/events"), stream=True)
                if again.status_code == 200:
                    break
            assert again.status_code == 200
    finally:
        server.stop()


def test_a_seat_of_one_table_is_nobody_at_another(eva: Browser, bob: Browser) -> None:
    mine, theirs = eva.make(), bob.make()
    page = look(bob, theirs)
    assert eva.act(theirs, page.tokens[0], page.seq).status_code == 403
    assert look(eva, theirs).tokens == []
    assert look(bob, mine).tokens == []


def test_an_id_of_another_seat_s_action_is_not_an_answer_to_mine(eva: Browser, bob: Browser) -> None:
    made = eva.post(
        "/api/tables",
        json={
            "game": "stroganov",
            "seats": [{"kind": "person", "name": "A"}, {"kind": "person", "name": "B"}],
        },
    ).json()
    place = f"/api/tables/{made['id']}"
    seat = made["state"]["actors"][0]
    mine, other = ({"authorization": f"Bearer {made['tokens'][p]}"} for p in (seat, 1 - seat))
    state = eva.get(place, headers=mine).json()
    move = {"token": state["options"][0], "seq": state["seq"], "action_id": "same"}
    assert eva.post(f"{place}/act", json=move, headers=mine).status_code == 200
    assert eva.post(f"{place}/act", json=move, headers=other).status_code in {409, 422}
    assert eva.post(f"{place}/undo", json={"seq": 0, "action_id": "same"}, headers=other).status_code == 409


def test_of_many_who_want_the_last_seat_one_gets_it(server: Server, eva: Browser) -> None:
    table = eva.make("stroganov", "me", "open")

    def sit(n: int) -> int:
        with server.browser() as browser:
            form = {"do": "sit", "seat": "1", "name": f"N{n}", "salt": f"s{n}"}
            return browser.post(f"{table}/seat", data=form, follow_redirects=False).status_code

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(sit, range(8)))
    assert sorted(answers)[0] == 303
    assert answers.count(303) == 1
    assert set(answers) <= {303, 403, 422}


def test_of_two_who_take_back_and_act_at_once_both_leave_a_sound_table(tmp_path: Path) -> None:
    async def race() -> None:
        store = Store(f"sqlite:///{tmp_path}/games.db")
        house = House(store, Thinkers())
        table = await house.make(Order(game="stroganov", seats=[Wanted("me", "A"), Wanted("me", "B")]), "")
        for _ in range(10):
            seat = table.playing().actors()[0]
            await house.act(table, seat, table.playing().options(seat)[0], table.seq)
            seq = table.seq
            seat = table.playing().actors()[0]
            token = table.playing().options(seat)[-1]
            done = await asyncio.gather(
                house.act(table, seat, token, seq),
                house.take_back(table, seat, False, seq),
                house.take_back(table, 1 - seat, True, seq),
                return_exceptions=True,
            )
            assert sum(one is None for one in done) <= 1
            assert any(one is None or isinstance(one, Conflict) for one in done) or table.seq == seq
        rows = store.rows(table.id)
        assert [row.seq for row in rows] == list(range(1, table.seq + 1))
        await house.close()
        store.close()

    asyncio.run(race())


def test_choices_of_all_at_once_do_not_conflict_even_through_two_servers(tmp_path: Path) -> None:
    """Catherine: each seat's choice is its own, whoever else chooses or takes back in the same moment."""

    async def race() -> None:
        stores = [Store(f"sqlite:///{tmp_path}/games.db") for _ in range(2)]
        houses = [House(store, Thinkers()) for store in stores]
        order = Order(game="catherine", seats=[Wanted("me", name) for name in "ABC"])
        first = await houses[0].make(order, "")
        second = await houses[1].table(first.id)
        seq, hand = first.seq, [first.playing().options(seat) for seat in range(3)]
        await houses[0].act(first, 0, hand[0][0], seq)
        # Neither of the others has seen that, and one of them asks a server that has not heard of it.
        await asyncio.gather(
            houses[0].act(first, 1, hand[1][0], seq),
            houses[0].take_back(first, 0, False, first.seq),
            houses[1].act(second, 2, hand[2][0], seq),
        )
        with pytest.raises(Conflict):
            await houses[1].act(second, 2, hand[2][1], seq)  # what it has chosen itself it must have seen
        kept = [read(row.body) for row in stores[0].rows(first.id)]
        chosen = [(one.seat, one.token) for one in kept if isinstance(one, Played)]
        assert sorted(chosen) == [(seat, hand[seat][0]) for seat in range(3)]
        for house, store in zip(houses, stores, strict=True):
            await house.close()
            store.close()

    asyncio.run(race())


def test_a_client_that_reads_nothing_stops_nobody(server: Server, eva: Browser) -> None:
    table = eva.make()
    address = urlsplit(server.address)
    with socket.create_connection((address.hostname or "", address.port or 0)) as sleeper:
        sleeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        sleeper.sendall(f"GET {table}/events HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        for _ in range(25):
            page = look(eva, table)
            assert eva.act(table, page.tokens[0], page.seq).status_code == 200
