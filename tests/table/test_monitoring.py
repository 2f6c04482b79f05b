"""``/healthz`` and ``/metrics``."""

from __future__ import annotations

import shutil
import sqlite3
from collections import namedtuple
from contextlib import closing
from pathlib import Path

import pytest

from samovar.table import health
from tests.table.http_client import wait_until
from tests.table.server import Browser, Server

Usage = namedtuple("Usage", "total used free")


def test_a_working_server_is_healthy(eva: Browser) -> None:
    answer = eva.get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")


def test_a_deleted_database_file_is_a_fault(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path}/games.db")
    try:
        with server.browser() as eva:
            assert eva.get("/healthz").status_code == 200
            (tmp_path / "games.db").unlink()
            answer = eva.get("/healthz")
            assert (answer.status_code, answer.text) == (503, "The database file is missing.\n")
    finally:
        server.stop()


def test_the_reason_of_a_database_failure_is_only_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server = Server(f"sqlite:///{tmp_path}/games.db")
    try:
        with server.browser() as eva:
            (tmp_path / "games.db").unlink()
            order = {"game": "stroganov", "seats": [{"kind": "person", "name": "Eva"}]}
            answer = eva.post("/api/tables", json=order)
            assert (answer.status_code, answer.json()["error"]) == (503, "the database does not answer")
            answer = eva.post("/tables", data={"game": "stroganov", "name": "Eva", "seat.1": "me"})
            assert answer.status_code == 503
            assert str(tmp_path) not in answer.text
        assert str(tmp_path) in caplog.text
    finally:
        server.stop()


def damage(path: Path, name: str) -> None:
    """Overwrite the first page of a table or index."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"[" * 4096)


def test_damage_that_a_request_finds_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    server = Server(f"sqlite:///{path}")
    try:
        with server.browser() as eva:
            table = eva.make()
            assert eva.get("/healthz").status_code == 200
            damage(path, "room_event")
            server.app.service.rooms.open_rooms.clear()
            assert eva.get(table).status_code == 503
            answer = eva.get("/healthz")
            assert (answer.status_code, answer.text) == (503, f"{health.DAMAGED}\n")
    finally:
        server.stop()


def test_damage_is_found_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    server = Server(f"sqlite:///{path}")
    with server.browser() as eva:
        eva.make()
    server.stop()
    damage(path, "chat")  # no request reads this table
    server = Server(f"sqlite:///{path}")
    try:
        with server.browser() as eva:
            wait_until(lambda: eva.get("/healthz").status_code == 503)
            assert eva.get("/healthz").text == f"{health.DAMAGED}\n"
    finally:
        server.stop()


def test_a_full_disk_is_a_fault(eva: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**9, 10**9 - 1000, 1000))
    answer = eva.get("/healthz")
    assert (answer.status_code, answer.text) == (503, "The disk of the database is full.\n")


def test_an_unresponsive_database_is_a_fault(
    server: Server, eva: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise OSError("gone")

    monkeypatch.setattr(server.app.service.store, "check_writable", fail)
    answer = eva.get("/healthz")
    assert (answer.status_code, answer.text) == (503, "The database does not answer.\n")


def test_a_missing_folder_is_a_fault(tmp_path: Path) -> None:
    assert health.file_fault(tmp_path / "nowhere" / "games.db") == "The database file is missing."


def count(browser: Browser, name: str) -> float:
    lines = browser.get("/metrics").text.splitlines()
    return next((float(line.rpartition(" ")[2]) for line in lines if line.startswith(name)), 0.0)


def test_requests_are_counted_by_route_and_status(eva: Browser) -> None:
    table = 'samovar_request_seconds_count{method="GET",route="/t/{id}",status="200"}'
    missing = 'samovar_request_seconds_count{method="GET",route="other",status="404"}'
    before = count(eva, table), count(eva, missing)
    eva.get(eva.make())
    eva.get("/nowhere")
    assert (count(eva, table), count(eva, missing)) == (before[0] + 1, before[1] + 1)


def test_the_metrics_contain_tables_and_streams(eva: Browser) -> None:
    table = eva.make()
    before = count(eva, "samovar_streams ")
    with eva.stream("GET", f"{table}/events") as answer:
        next(answer.iter_lines())
        assert count(eva, "samovar_streams ") == before + 1
    assert count(eva, "samovar_tables ") >= 1
