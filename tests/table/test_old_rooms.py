"""Rooms stored by earlier versions can be shown, verified and used over HTTP.

tests/rooms/README.md describes the files. ``test_migration.py`` compares the rooms themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from samovar.match.redaction import SPECTATOR
from samovar.room.page_updates import PageContext, replay_model, view_model
from samovar.table.service import RoomService
from samovar.table.store import Store
from samovar.table.verify import verify_room
from samovar.table.worker_pool import WorkerPool
from samovar.views import page
from samovar.views.view_model import PageHead
from tests.table.server import Server
from tests.table.test_migration import EXPECTED, copied, every_version, open_room, rooms_with, sha256, stores

__all__ = ["stores"]  # a fixture


@rooms_with("began")
def test_a_stored_room_can_be_shown_to_every_viewer(
    stores: dict[str, Store], version: str, name: str
) -> None:
    """This includes a finished room from a position with another box, which version 0.2 could not show."""
    expected = EXPECTED[version]["rooms"][name]
    room = open_room(stores[version], expected["id"])
    context = PageContext("en", f"/t/{room.id}")
    for seat in range(SPECTATOR, expected["seats"]):
        assert page.document(view_model(room, seat, context), PageHead([], []))
        assert page.document(replay_model(room, seat, context, expected["actions"] // 2), PageHead([], []))


@every_version
def test_every_stored_room_passes_verify(stores: dict[str, Store], version: str) -> None:
    rooms = [room["id"] for room in EXPECTED[version]["rooms"].values()]
    assert sorted(stores[version].reader.room_ids()) == sorted(rooms)
    verdicts = [verify_room(stores[version].reader, id) for id in rooms]
    assert [verdict["message"] for verdict in verdicts if not verdict["ok"]] == []


@pytest.fixture
def old_server(version: str, tmp_path: Path) -> Iterator[Server]:
    server = Server(copied(version, tmp_path))
    yield server
    server.stop()


@every_version
def test_stored_cookies_and_tokens_work_over_http(old_server: Server, version: str) -> None:
    """All stored rooms wait for people, so no bot changes them."""
    expected = EXPECTED[version]
    with old_server.browser() as eva, old_server.browser() as program:
        eva.cookies.set("samovar", expected["cookies"]["eva"])
        lobby = eva.get("/")
        assert lobby.status_code == 200
        for name, room in expected["rooms"].items():
            assert (f"/t/{room['id']}" in lobby.text) == bool(room["holders"]["eva"])
            assert eva.get(f"/t/{room['id']}").status_code == 200, name
            for seat, token in room["tokens"].items():
                headers = {"authorization": f"Bearer {token}"}
                state = program.get(f"/api/tables/{room['id']}", headers=headers).json()
                assert state["seat"] == int(seat)
                assert state["actions"] == room["actions"]
                assert sha256(state["position"]) == room["positions"].get(seat, sha256(""))
        for id in expected["deleted"]:
            assert eva.get(f"/t/{id}").status_code == 404


@rooms_with("began")
def test_workers_get_the_box_of_a_stored_room(stores: dict[str, Store], version: str, name: str) -> None:
    """Logs that name no box have the first one, which differs from the standard box of later versions."""
    store = stores[version]
    room = open_room(store, EXPECTED[version]["rooms"][name]["id"])
    text = RoomService(store, WorkerPool()).other_box_text(room)
    assert (room.game.load(text) if text else room.game.standard_box()).digest == room.box.digest
