"""An unreadable room does not affect other rooms or pages."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.table.server import Browser, Server, load_page


def damage(database: Path, room: str) -> None:
    """Change an entry of the room's log."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE room_event SET body = '{}' WHERE room = ? AND seq = 3", [room])
        connection.commit()


@pytest.fixture
def damaged(tmp_path: Path) -> Iterator[tuple[Server, str, str, str]]:
    """A restarted server, a cookie, an unreadable room and a readable one."""
    path = tmp_path / "games.db"
    server = Server(f"sqlite:///{path}")
    with server.browser() as eva:
        rooms = [eva.make("stroganov", "me", "bot.random"), eva.make("stroganov", "me")]
        cookie = eva.cookies["samovar"]
    server.stop()
    damage(path, rooms[0][3:])
    server = Server(f"sqlite:///{path}")
    yield server, cookie, rooms[0], rooms[1]
    server.stop()


def returning(server: Server, cookie: str) -> Browser:
    browser = server.browser()
    browser.cookies.set("samovar", cookie)
    return browser


def test_an_unreadable_room_shows_its_summary_and_affects_no_other_page(
    damaged: tuple[Server, str, str, str],
) -> None:
    server, cookie, bad, good = damaged
    with returning(server, cookie) as eva, server.browser() as bob:
        page = eva.get(bad)
        assert (page.status_code, "cannot read this game" in page.text, "Eva" in page.text) == (
            409,
            True,
            True,
        )
        assert bob.get(bad).status_code == 409
        assert eva.post(f"{bad}/act", json={"token": "x", "seq": 3}).status_code == 409
        assert eva.get(f"/api/tables{bad[2:]}").json()["status"] == "unreadable"
        lobby = eva.get("/")
        assert (lobby.status_code, bad in lobby.text, good in lobby.text) == (200, True, True)
        assert eva.get("/next").status_code == 200
        assert eva.get("/data").status_code == 200
        tables = {room["table"]: room for room in eva.get("/data.json").json()["tables"]}
        assert set(tables) == {bad[3:], good[3:]}
        playing = load_page(eva, good)
        assert eva.act(good, playing.tokens[0], playing.seq).status_code == 200
        assert "samovar_rooms_unreadable_total 1.0" in eva.get("/metrics").text


@pytest.mark.parametrize("how", ["delete", "leave", "data"])
def test_an_unreadable_room_can_be_deleted_and_left(damaged: tuple[Server, str, str, str], how: str) -> None:
    server, cookie, bad, good = damaged
    with returning(server, cookie) as eva:
        if how == "delete":
            answer = eva.post(f"{bad}/manage", data={"do": "delete", "sure": "yes"})
        elif how == "leave":
            answer = eva.post(f"{bad}/leave", data={"do": "leave", "sure": "yes"})
        else:
            answer = eva.post("/data", data={"do": "forget", "sure": "yes"})
        assert (answer.status_code, answer.url.path) == (200, "/")
        assert eva.get(bad).status_code == 404
        assert eva.get(good).status_code == (404 if how == "data" else 200)
