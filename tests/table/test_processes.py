"""Two server processes on one PostgreSQL: what one writes the other shows, and nothing is written twice."""

from __future__ import annotations

import pytest

from tests.table import postgres as own
from tests.table.server import Server, look


@pytest.mark.slow
def test_two_servers_share_a_table(postgres: own.Server) -> None:
    url = postgres.new_database()
    one, two = Server(url), Server(url)
    try:
        with one.browser() as eva, two.browser() as bob:
            promise = eva.post("/api/pledges").json()["pledge"]
            table = bob.make(pledge=promise, salt="tea")  # what one has promised the other keeps
            assert table == f"/t/{promise.partition('.')[0]}"
            table = eva.make()
            page = look(eva, table)
            bob.cookies.set("samovar", eva.cookies["samovar"])
            assert look(bob, table).tokens == page.tokens
            stream = bob.events(table, look(bob, table).last)
            eva.act(table, page.tokens[0], page.seq)
            while next(stream)[1]["seq"] <= page.seq:  # what the first has written arrives at the second
                pass
            stream.close()
            now = look(bob, table)
            answers = [
                browser.act(table, now.tokens[0], now.seq, f"{n}").status_code
                for n, browser in enumerate((bob, eva))
            ]
            assert answers == [200, 409]
            assert look(eva, table).seq == look(bob, table).seq == now.seq + 1
    finally:
        one.stop()
        two.stop()
