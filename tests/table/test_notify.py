"""Servers on one PostgreSQL notify each other of changed rooms."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import psycopg
import pytest

from samovar.room.changes import AddChat, Delete
from samovar.room.outcome import Outcome
from samovar.table.store import Store, notify
from tests.table import postgres as own
from tests.table.stored_rooms import append, change, head_of, new_room, rows_after

TEA = AddChat(at=5, seat=0, name="Eva", text="tea?")


class RecordedNotifications:
    """Records the callbacks of a server's listener."""

    def __init__(self) -> None:
        self.changed: list[tuple[str, int]] = []
        self.connections = 0

    def note(self, room: str, revision: int) -> None:
        self.changed.append((room, revision))

    def connected(self) -> None:
        self.connections += 1


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.01)


def with_two_servers(
    url: str, run: Callable[[Store, Store, RecordedNotifications], Coroutine[Any, Any, None]]
) -> None:
    async def main() -> None:
        one, two, heard = Store(url, "one"), Store(url, "two"), RecordedNotifications()
        listener = two.listen(heard.note, heard.connected)
        assert listener is not None
        try:
            await until(lambda: heard.connections == 1)
            await run(one, two, heard)
        finally:
            await asyncio.to_thread(listener.close)
            one.close()
            two.close()

    asyncio.run(main())


def test_a_server_is_notified_of_changes_by_others_but_not_of_its_own(postgres: own.Server) -> None:
    async def run(one: Store, two: Store, heard: RecordedNotifications) -> None:
        await one.create(new_room("r1"))
        await one.create(new_room("r2"))
        head = new_room("r1").head
        assert await append(one, "r1", head) is not None
        assert await change(two, "r1", TEA) is not None
        assert one.reader.revisions(["r1"]) == {"r1": 2}
        await change(one, "r1", TEA)
        assert await append(one, "r1", head) is None  # a conflict changes nothing
        await change(one, "r2", Delete())
        await until(lambda: ("r2", 1) in heard.changed)
        assert heard.changed == [("r1", 1), ("r1", 3), ("r2", 1)]
        assert two.reader.revisions(["r1", "r2"]) == {"r1": 3}

    with_two_servers(postgres.new_database(), run)


def test_after_a_lost_connection_reconnected_is_called(
    postgres: own.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run(one: Store, two: Store, heard: RecordedNotifications) -> None:
        await one.create(new_room("r1"))
        known = two.reader.revisions(["r1"])
        with psycopg.connect(postgres.address, autocommit=True) as admin:
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'"
            )
        await append(one, "r1", new_room("r1").head)
        await until(lambda: heard.connections == 2)
        assert two.reader.revisions(["r1"]) != known  # missed changes are visible now
        await change(one, "r1", TEA)
        await until(lambda: ("r1", 2) in heard.changed)

    monkeypatch.setattr(notify, "RECONNECT_DELAY", 0.01)
    with_two_servers(postgres.new_database(), run)


def test_commits_succeed_after_a_restart_of_the_database(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All connections break, also those in the pool."""
    server = own.Server()

    async def run(one: Store, two: Store, heard: RecordedNotifications) -> None:
        await one.create(new_room("r1"))
        server.restart()
        rows = rows_after(new_room("r1").head, 1)
        assert await one.commit("r1", new_room("r1").head, Outcome(rows)) is not None
        assert await append(two, "r1", head_of(rows)) is not None
        await until(lambda: heard.connections == 2)
        await change(one, "r1", TEA)
        await until(lambda: ("r1", 3) in heard.changed)

    monkeypatch.setattr(notify, "RECONNECT_DELAY", 0.05)
    try:
        with_two_servers(server.new_database(), run)
    finally:
        server.stop()


def test_sqlite_has_no_other_servers(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/games.db")
    heard = RecordedNotifications()
    assert store.listen(heard.note, heard.connected) is None
    store.close()
