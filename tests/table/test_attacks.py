"""Malicious requests: each is refused, and the server keeps running."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from samovar.room.commands import Act, RestartTurn, Undo
from samovar.room.errors import Conflict
from samovar.room.events import Played
from samovar.table.service import CommandResult
from tests.table.http_client import wait_until
from tests.table.rooms import act, execute, new_room, playing, running_service, stored_events
from tests.table.server import Browser, Server, load_page


def raw(server: Server, text: bytes) -> bytes:
    """Send raw bytes. Returns the beginning of the response."""
    address = urlsplit(server.address)
    with socket.create_connection((address.hostname or "", address.port or 0), timeout=20) as wire:
        wire.sendall(text)
        return wire.recv(4000)


@pytest.mark.parametrize(
    "body", [b"[" * 60_000, b'{"token":' * 7000, b'{"a":"\\ud800"}', b"\xff\xfe", b"null"]
)
@pytest.mark.parametrize("path", ["/tables", "/import", "/api/tables", "/api/import"])
def test_json_that_is_not_a_request_is_refused(eva: Browser, path: str, body: bytes) -> None:
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
def test_expensive_imports_are_refused(eva: Browser, text: str) -> None:
    assert eva.post("/api/import", json={"text": text}).status_code == 422


def test_malformed_paths_are_not_found(eva: Browser) -> None:
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
def test_an_unusual_host_header_is_harmless(server: Server, eva: Browser, host: bytes) -> None:
    table = eva.make("stroganov", "me", "friend")
    cookie = f"samovar={eva.cookies['samovar']}".encode()
    answer = raw(
        server, b"GET %s HTTP/1.1\r\nhost: %s\r\ncookie: %s\r\n\r\n" % (table.encode(), host, cookie)
    )
    assert b" 500 " not in answer.split(b"\r\n")[0]


def test_an_unknown_last_event_gets_everything(eva: Browser) -> None:
    table = eva.make()
    boot = load_page(eva, table).last.partition(".")[0]
    for last in ("x", f"{boot}.", f"{boot}.-1", f"{boot}.999999", f"{boot}." + "1" * 5000, f"{boot}.\u00b2"):
        with eva.stream("GET", f"{table}/events", params={"last": last}) as answer:
            assert answer.status_code == 200
            assert any(line.startswith("data: ") for line in answer.iter_lines())


def test_a_client_has_a_limited_number_of_streams(tmp_path: Path) -> None:
    limit = 5
    server = Server(f"sqlite:///{tmp_path}/games.db", client_limits=True, max_streams_per_client=limit)
    try:
        with server.browser() as eva:
            table = eva.make()
            streams = [
                eva.send(eva.build_request("GET", f"{table}/events"), stream=True) for _ in range(limit + 2)
            ]
            assert [stream.status_code for stream in streams] == [200] * limit + [429] * 2
            streams[0].close()
            path = f"{table}/events"
            wait_until(lambda: eva.send(eva.build_request("GET", path), stream=True).status_code == 200)
    finally:
        server.stop()


def test_a_seat_in_one_room_gives_no_right_in_another(eva: Browser, bob: Browser) -> None:
    mine, theirs = eva.make(), bob.make()
    page = load_page(bob, theirs)
    assert eva.act(theirs, page.tokens[0], page.seq).status_code == 403
    assert load_page(eva, theirs).tokens == []
    assert load_page(bob, mine).tokens == []


def test_an_action_id_of_another_seat_is_independent(eva: Browser, bob: Browser) -> None:
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


def test_concurrent_requests_for_the_last_seat_have_one_winner(server: Server, eva: Browser) -> None:
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


def test_concurrent_undos_and_actions_leave_a_valid_room(tmp_path: Path) -> None:
    async def race() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            open_room = await new_room(service, "stroganov", "A", "B")
            for _ in range(10):
                seat = playing(open_room).actors()[0]
                await act(service, open_room, seat, playing(open_room).options(seat)[0])
                seq = open_room.room.head.length
                seat = playing(open_room).actors()[0]
                token = playing(open_room).options(seat)[-1]
                done = await asyncio.gather(
                    execute(service, open_room, seat, Act(token=token, seq=seq)),
                    execute(service, open_room, seat, Undo(seq=seq)),
                    execute(service, open_room, 1 - seat, RestartTurn(seq=seq)),
                    return_exceptions=True,
                )
                succeeded = [one for one in done if isinstance(one, CommandResult)]
                assert len(succeeded) <= 1
                assert open_room.room.head.length == seq + len(succeeded)
                assert succeeded or not any(isinstance(one, Conflict) for one in done)
            rows = service.store.reader.rows_after(open_room.room.id, 0)
            assert [row.seq for row in rows] == list(range(1, open_room.room.head.length + 1))

    asyncio.run(race())


def test_simultaneous_choices_do_not_conflict_even_through_two_servers(tmp_path: Path) -> None:
    """In Catherine all seats choose at the same time."""

    async def race() -> None:
        url = f"sqlite:///{tmp_path}/games.db"
        async with running_service(url) as one, running_service(url, lock=False) as two:
            first = await new_room(one, "catherine", "A", "B", "C")
            second = await two.open(first.room.id)
            second.links.update(first.links)
            seq, hand = first.room.head.length, [playing(first).options(seat) for seat in range(3)]
            await act(one, first, 0, hand[0][0], seq)
            # The other clients have not seen this, and the second server was not notified.
            await asyncio.gather(
                act(one, first, 1, hand[1][0], seq),
                execute(one, first, 0, Undo(seq=first.room.head.length)),
                act(two, second, 2, hand[2][0], seq),
            )
            with pytest.raises(Conflict):
                await act(two, second, 2, hand[2][1], seq)  # its own choice outdates its seq
            events = stored_events(one.store, first.room.id)
            chosen = [(event.seat, event.token) for event in events if isinstance(event, Played)]
            assert sorted(chosen) == [(seat, hand[seat][0]) for seat in range(3)]
            assert len(events) == seq + 4

    asyncio.run(race())


def test_a_client_that_does_not_read_does_not_block_others(server: Server, eva: Browser) -> None:
    table = eva.make()
    address = urlsplit(server.address)
    with socket.create_connection((address.hostname or "", address.port or 0)) as sleeper:
        sleeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        sleeper.sendall(f"GET {table}/events HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        for _ in range(25):
            page = load_page(eva, table)
            assert eva.act(table, page.tokens[0], page.seq).status_code == 200
