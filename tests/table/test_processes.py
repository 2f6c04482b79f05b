"""Two server processes on one PostgreSQL: what one writes the other shows, and nothing is written twice."""

from __future__ import annotations

import time
from collections.abc import Iterator

import psycopg
import pytest

from samovar.table.verify import verify_room
from tests.table import postgres as own
from tests.table.http_client import wait_until
from tests.table.server import Browser, Server, look

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
    table = bob.make(pledge=pledge, salt="tea")  # the other server keeps the pledge
    assert table == f"/t/{pledge.partition('.')[0]}"
    table = eva.make()
    page = look(eva, table)
    bob.cookies.set("samovar", eva.cookies["samovar"])
    assert look(bob, table).tokens == page.tokens
    stream = bob.events(table, look(bob, table).last)
    eva.act(table, page.tokens[0], page.seq)
    while next(stream)[1]["seq"] <= page.seq:  # the action reaches the stream of the other server
        pass
    stream.close()
    now = look(bob, table)
    answers = [
        browser.act(table, now.tokens[0], now.seq, f"{n}").status_code for n, browser in enumerate((bob, eva))
    ]
    assert answers == [200, 409]
    assert look(eva, table).seq == look(bob, table).seq == now.seq + 1


def test_one_action_id_is_played_once_through_two_servers(browsers: tuple[Browser, Browser]) -> None:
    eva, bob = browsers
    table = eva.make()
    bob.cookies.set("samovar", eva.cookies["samovar"])
    for n in range(5):
        page = look(eva, table)
        look(bob, table)
        answers = [browser.act(table, page.tokens[0], page.seq, f"id{n}") for browser in (eva, bob, eva, bob)]
        assert [answer.status_code for answer in answers] == [200] * 4
        wait_until(lambda: look(bob, table).seq == look(eva, table).seq)
        assert look(eva, table).seq == page.seq + 1


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
    """Close the connections of all servers to the database; their number."""
    own_pid = "pid <> pg_backend_pid() AND backend_type = 'client backend'"
    query = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {own_pid} AND {where}"
    with psycopg.connect(postgres.address, autocommit=True) as connection:
        return len(connection.execute(query.encode()).fetchall())


def test_what_was_written_while_the_listener_was_away_is_shown_after_it(
    postgres: own.Server, browsers: tuple[Browser, Browser]
) -> None:
    eva, bob = browsers
    table = eva.make()
    stream = bob.events(table)
    next(stream)
    page = look(eva, table)
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
        page = look(eva, table)
        assert disconnect(postgres) >= 1
        answers: list[int] = []

        def act() -> bool:
            answers.append(eva.act(table, page.tokens[0], page.seq, f"id{n}").status_code)  # noqa: B023
            return answers[-1] == 200  # noqa: B023

        wait_until(act)
        assert set(answers) <= {200, 503}
        assert look(eva, table).seq == page.seq + 1  # neither lost nor doubled
    verdict = verify_room(pair[0].app.service.store.reader, table[3:])
    assert verdict["ok"], verdict["message"]
