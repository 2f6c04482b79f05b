"""Two server processes on one PostgreSQL: each shows the other's writes, and nothing is written twice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import psycopg
import pytest

from samovar.room.restore import StoredRoom
from samovar.table import presence
from samovar.table import service as service_module
from samovar.table.absence import absent_seats
from samovar.table.store import StoreFailed
from samovar.table.verify import verify_room
from tests.table import postgres as own
from tests.table.http_client import wait_until
from tests.table.server import Browser, Server, load_page

pytestmark = pytest.mark.slow
Pair = tuple[Server, Server]


@pytest.fixture
def pair(postgres: own.Server) -> Iterator[Pair]:
    url = postgres.new_database()
    one, two = Server(url), Server(url)
    yield one, two
    one.stop()
    two.stop()


@pytest.fixture
def browsers(pair: Pair) -> Iterator[tuple[Browser, Browser]]:
    """Eva at the first server and Bob at the second one."""
    with pair[0].browser() as eva, pair[1].browser() as bob:
        yield eva, bob


def test_two_servers_share_a_room(browsers: tuple[Browser, Browser]) -> None:
    eva, bob = browsers
    pledge = eva.post("/api/pledges").json()["pledge"]
    table = bob.make(pledge=pledge, salt="tea")  # the pledge of the other server is valid here
    assert table == f"/t/{pledge.partition('.')[0]}"
    table = eva.make()
    page = load_page(eva, table)
    bob.cookies.set("samovar", eva.cookies["samovar"])
    assert load_page(bob, table).tokens == page.tokens
    stream = bob.events(table, load_page(bob, table).last)
    eva.act(table, page.tokens[0], page.seq)
    while next(stream)[1]["seq"] <= page.seq:  # the action reaches the stream of the other server
        pass
    stream.close()
    now = load_page(bob, table)
    answers = [
        browser.act(table, now.tokens[0], now.seq, f"{n}").status_code for n, browser in enumerate((bob, eva))
    ]
    assert answers == [200, 409]
    assert load_page(eva, table).seq == load_page(bob, table).seq == now.seq + 1


def test_one_action_id_is_played_once_through_two_servers(browsers: tuple[Browser, Browser]) -> None:
    eva, bob = browsers
    table = eva.make()
    bob.cookies.set("samovar", eva.cookies["samovar"])
    for n in range(5):
        page = load_page(eva, table)
        load_page(bob, table)
        answers = [browser.act(table, page.tokens[0], page.seq, f"id{n}") for browser in (eva, bob, eva, bob)]
        assert [answer.status_code for answer in answers] == [200] * 4
        wait_until(lambda: load_page(bob, table).seq == load_page(eva, table).seq)
        assert load_page(eva, table).seq == page.seq + 1


def test_chat_seats_and_deletion_reach_the_other_server(browsers: tuple[Browser, Browser]) -> None:
    eva, bob = browsers
    table = eva.make("stroganov", "me", "friend")
    assert bob.get(eva.link(table)).status_code == 200
    bob.post(f"{table}/seat", data={"do": "sit", "seat": "1", "name": "Bob"})
    wait_until(lambda: "Bob" in eva.get(table).text)
    eva.post(f"{table}/chat", json={"text": "tea is ready"})
    wait_until(lambda: "tea is ready" in bob.get(table).text)
    assert eva.post(f"{table}/manage", data={"do": "revoke", "seat": "1"}).status_code == 200
    wait_until(lambda: bob.post(f"{table}/undo", json={"seq": 0}).status_code == 403)
    stream = bob.events(table)
    next(stream)
    assert eva.post(f"{table}/manage", data={"do": "delete", "sure": "yes"}).status_code == 200
    assert [message for _, message in stream][-1] == {"reload": True}
    assert bob.get(table).status_code == 404


def disconnect(postgres: own.Server, where: str = "true") -> int:
    """Close the connections of all servers to the database. Returns their number."""
    own_pid = "pid <> pg_backend_pid() AND backend_type = 'client backend'"
    query = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {own_pid} AND {where}"
    with psycopg.connect(postgres.address, autocommit=True) as connection:
        return len(connection.execute(query.encode()).fetchall())


def test_changes_during_a_lost_listener_connection_are_shown_after_it(
    postgres: own.Server, browsers: tuple[Browser, Browser]
) -> None:
    eva, bob = browsers
    table = eva.make()
    stream = bob.events(table)
    next(stream)
    page = load_page(eva, table)
    assert disconnect(postgres, "query LIKE 'LISTEN%'") == 2
    time.sleep(0.1)
    assert eva.act(table, page.tokens[0], page.seq).status_code == 200
    while next(stream)[1]["seq"] <= page.seq:
        pass
    stream.close()


def test_a_room_stays_usable_after_the_database_closed_all_connections(
    postgres: own.Server, pair: Pair, browsers: tuple[Browser, Browser]
) -> None:
    eva, _ = browsers
    table = eva.make()
    for n in range(6):
        page = load_page(eva, table)
        assert disconnect(postgres) >= 1
        answers: list[int] = []

        def act() -> bool:
            answers.append(eva.act(table, page.tokens[0], page.seq, f"id{n}").status_code)  # noqa: B023
            return answers[-1] == 200  # noqa: B023

        wait_until(act)
        assert set(answers) <= {200, 503}
        assert load_page(eva, table).seq == page.seq + 1  # neither lost nor doubled
    verdict = verify_room(pair[0].app.service.store.reader, table[3:])
    assert verdict["ok"], verdict["message"]


# ---- presence ----


def here(browser: Browser, table: str) -> list[bool]:
    """By seat: True if the player is present according to the server of this browser."""
    state = browser.get(f"/api/tables/{table[3:]}").json()
    return [seat["here"] for seat in state["seats"]]


def two_players(eva: Browser, bob: Browser, **fields: str) -> str:
    """A room in which Eva holds seat 0 and Bob seat 1."""
    table = eva.make("stroganov", "me", "friend", **fields)
    assert bob.get(eva.link(table)).status_code == 200
    bob.post(f"{table}/seat", data={"do": "sit", "seat": "1", "name": "Bob"})
    wait_until(lambda: load_page(eva, table).seq > 0)
    return table


def test_a_player_at_another_server_is_present(browsers: tuple[Browser, Browser]) -> None:
    eva, bob = browsers
    table = two_players(eva, bob)
    stream = eva.events(table)
    next(stream)
    wait_until(lambda: here(bob, table) == [True, False])
    stream.close()
    wait_until(lambda: here(bob, table) == [False, False])


def test_a_server_that_opens_a_room_learns_who_is_present_elsewhere(
    postgres: own.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "ANNOUNCE_SECONDS", 3600.0)
    url = postgres.new_database()
    one = Server(url)
    with one.browser() as eva:
        table = eva.make("stroganov", "me", "me")
        stream = eva.events(table)
        next(stream)
        two = Server(url)
        with two.browser() as bob:
            wait_until(lambda: here(bob, table) == [True, True])
        stream.close()
        two.stop()
    one.stop()


def test_a_player_at_another_server_is_not_called_absent(
    browsers: tuple[Browser, Browser], pair: Pair
) -> None:
    """Eva must decide. Her page is open at the first server, and the second one has the room open, too."""
    eva, bob = browsers
    table = two_players(eva, bob)
    actor = next(browser for browser in browsers if load_page(browser, table).tokens)
    other = pair[1] if actor is eva else pair[0]
    watcher = bob if actor is eva else eva
    stream = actor.events(table)
    next(stream)
    seat = browsers.index(actor)
    wait_until(lambda: here(watcher, table)[seat])
    open_room = other.app.service.rooms.open_rooms[table[3:]]
    open_room.last_seen[seat] -= 3600
    open_room.room.limit = 60
    assert absent_seats(open_room) == []
    stream.close()
    wait_until(lambda: not here(watcher, table)[seat])
    assert absent_seats(open_room) == []  # the limit counts from now on


def test_the_presence_at_a_killed_server_expires(pair: Pair, browsers: tuple[Browser, Browser]) -> None:
    eva, bob = browsers
    table = two_players(eva, bob)
    stream = eva.events(table)
    next(stream)
    wait_until(lambda: here(bob, table)[0])
    service = pair[1].app.service
    open_room = service.rooms.open_rooms[table[3:]]
    ((process, found),) = open_room.elsewhere.items()
    open_room.elsewhere[process] = replace(
        found, until=time.monotonic() - 1
    )  # the announcement was not repeated in time
    pair[1].run(run_in_loop(service.presence.expire))
    assert here(bob, table) == [False, False]
    stream.close()


async def run_in_loop(function: Callable[[], None]) -> None:
    function()


def test_a_revoked_seat_is_lost_at_a_server_whose_listener_is_disconnected(
    browsers: tuple[Browser, Browser], pair: Pair
) -> None:
    eva, bob = browsers
    table = two_players(eva, bob)
    service = pair[1].app.service
    hidden = bob.get(f"{table}/as/1")
    assert hidden.status_code == 200
    service.is_listening = lambda: False
    service.rooms.mark_stale = lambda room_id: None  # type: ignore[method-assign]  # no notification arrives
    eva.post(f"{table}/manage", data={"do": "revoke", "seat": "1"})
    assert bob.get(f"{table}/as/1").status_code == 403


def test_a_room_is_read_again_until_the_database_answers(
    browsers: tuple[Browser, Browser], pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    eva, bob = browsers
    table = two_players(eva, bob)
    stream = bob.events(table)
    next(stream)
    monkeypatch.setattr(service_module, "RETRY_DELAY", 0.05)
    reader = pair[1].app.service.store.reader
    load, failures = reader.load, [True] * 3

    def failing(room_id: str) -> StoredRoom | None:
        if failures:
            failures.pop()
            raise StoreFailed("the database does not answer")
        return load(room_id)

    vars(reader)["load"] = failing
    actor = eva if load_page(eva, table).tokens else bob
    page = load_page(actor, table)
    if actor is eva:
        assert eva.act(table, page.tokens[0], page.seq).status_code == 200
    else:
        eva.post(f"{table}/chat", json={"text": "tea is ready"})
    while "tea is ready" not in str(message := next(stream)[1]) and message["seq"] <= page.seq:
        pass
    assert not failures
    stream.close()
