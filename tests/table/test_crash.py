"""Crashes: the server is killed while it writes, or its database fails.

No acknowledged action is lost, no action happens twice, and every game continues.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from samovar.room.commands import Act, DeleteRoom
from samovar.room.errors import NotFound
from samovar.room.events import Played
from samovar.room.log import LogHead
from samovar.room.outcome import Outcome
from samovar.room.restore import StoredRoom, restore
from samovar.room.room import Status
from samovar.room.viewer import Identity
from samovar.table import bot_driver
from samovar.table.room_cache import OpenRoom
from samovar.table.service import RoomService
from samovar.table.store import Committed, Store, StoreFailed
from samovar.table.verify import verify_room
from tests.table.postgres import Server as Postgres
from tests.table.rooms import act, execute, new_room, play_at_random, playing, running_service, stored_events

KILLS = int(os.environ.get("SAMOVAR_KILLS", "50"))
ROOT = Path(__file__).parents[2]
Acknowledged = dict[str, dict[int, str]]  # the hash by room and seq


# ---- kill -9 ----


def kill_servers(url: str, first: int, kills: int, servers: int = 1) -> Acknowledged:
    """Kill all servers the given number of times. Returns the acknowledged entries."""
    command = [sys.executable, "-m", "tests.table.killing", url, *map(str, (first, kills, servers))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, str]] = json.loads(done.stdout)
    return {id: {int(seq): hash for seq, hash in entries.items()} for id, entries in found.items()}


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    kill_and_check(f"sqlite:///{tmp_path}/games.db", KILLS)


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_two_servers_on_postgresql_are_killed(postgres: Postgres) -> None:
    kill_and_check(postgres.new_database(), max(1, KILLS // 5), servers=2)


def kill_and_check(url: str, kills: int, servers: int = 1) -> None:
    """Check all acknowledged entries after every 25 kills."""
    acknowledged: Acknowledged = {}
    for first in range(0, kills, 25):
        for id, entries in kill_servers(url, first, min(25, kills - first), servers).items():
            acknowledged.setdefault(id, {}).update(entries)
        check(url, acknowledged)


def check(url: str, acknowledged: Acknowledged) -> None:
    store = Store(url)
    assert acknowledged
    for id, entries in acknowledged.items():
        rows = {row.seq: row.hash for row in store.reader.rows_after(id, 0)}
        assert entries.items() <= rows.items()
        verdict = verify_room(store.reader, id)
        assert verdict["ok"], verdict["message"]
    assert store.reader.orphans() == {}
    store.close()


def test_a_truncated_write_ahead_log_leaves_a_valid_prefix_of_each_log(tmp_path: Path) -> None:
    """The write-ahead log is cut at twelve places. The database opens each time."""
    source = tmp_path / "games.db"
    acknowledged = kill_servers(f"sqlite:///{source}", 23, 1)  # killed after 60 commands
    base, log = source.read_bytes(), source.with_name("games.db-wal").read_bytes()
    whole = Store(f"sqlite:///{source}")
    rows = {id: whole.reader.rows_after(id, 0) for id in acknowledged}
    whole.close()
    lengths = set()
    for n in range(1, 13):
        copy = tmp_path / f"copy{n}.db"
        copy.write_bytes(base)
        copy.with_name(f"{copy.name}-wal").write_bytes(log[: len(log) * n // 13])
        store = Store(f"sqlite:///{copy}")
        for id in acknowledged:
            found = store.reader.load(id)
            if found is None:
                continue
            assert found.rows == rows[id][: len(found.rows)]
            assert restore(found, store.reader.box_text).status is Status.LIVE
            lengths.add(len(found.rows))
        assert store.reader.orphans() == {}
        store.close()
    assert len(lengths) > 3  # the copies were cut at different places


# ---- a database that fails ----


class Outage:
    """Makes the database of a service fail.

    ``commits`` has one bool for each of the next commits: True if it is stored before it fails. ``loads`` is
    the number of reads that fail after that.
    """

    def __init__(self, service: RoomService, commits: list[bool], loads: int = 0) -> None:
        self.commits, self.loads = commits, loads
        self._commit, self._load = service.store.commit, service.store.reader.load
        vars(service.store)["commit"] = self.commit
        vars(service.store.reader)["load"] = self.load

    async def commit(self, room_id: str, head: LogHead, outcome: Outcome) -> Committed | None:
        if not self.commits:
            return await self._commit(room_id, head, outcome)
        if self.commits.pop(0):
            await self._commit(room_id, head, outcome)
        raise StoreFailed("the database failed")

    def load(self, room_id: str) -> StoredRoom | None:
        if not self.commits and self.loads:
            self.loads -= 1
            raise StoreFailed("the database still fails")
        return self._load(room_id)


def check_whole(service: RoomService, open_room: OpenRoom) -> None:
    """Assert that the hash chain is valid and that the open room equals its log."""
    verdict = verify_room(service.store.reader, open_room.room.id)
    assert verdict["ok"], verdict["message"]
    stored = service.store.reader.load(open_room.room.id)
    assert stored is not None
    again = restore(stored, service.store.reader.box_text)
    assert again.head == open_room.room.head
    assert again.started_match().record() == playing(open_room).record()


@pytest.mark.parametrize("happened", [False, True], ids=["rolled back", "committed all the same"])
@pytest.mark.parametrize("loads", [0, 2])
def test_a_room_stays_usable_after_its_database_failed_during_a_commit(
    tmp_path: Path, happened: bool, loads: int
) -> None:
    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            open_room = await new_room(service, "stroganov", "A")
            await play_at_random(service, open_room, 3)
            position, seq = playing(open_room).position(), open_room.room.head.length
            command = Act(token=playing(open_room).options(0)[0], seq=seq, action_id="once")
            Outage(service, [happened], loads)
            with pytest.raises(StoreFailed):
                await execute(service, open_room, 0, command)
            # Readers see the last state that is known to be committed.
            assert (playing(open_room).position(), open_room.room.head.length) == (position, seq)
            for _ in range(loads):
                with pytest.raises(StoreFailed):
                    await execute(service, open_room, 0, command)
            receipt = await execute(service, open_room, 0, command)  # the retry of a client
            assert receipt.seq == seq + 1
            played = [e for e in stored_events(service.store, open_room.room.id) if isinstance(e, Played)]
            assert len(played) == 4
            assert played[-1].token == command.token
            await play_at_random(service, open_room, 5)
            check_whole(service, open_room)

    asyncio.run(play())


def test_a_command_cancelled_during_its_commit_is_executed_exactly_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            open_room = await new_room(service, "stroganov", "A")
            commit = service.store.commit
            begun = asyncio.Event()

            async def slowly(room_id: str, head: LogHead, outcome: Outcome) -> Committed | None:
                begun.set()
                await commit(room_id, head, outcome)
                await asyncio.Event().wait()
                raise AssertionError

            vars(service.store)["commit"] = slowly
            seq = open_room.room.head.length
            command = Act(token=playing(open_room).options(0)[0], seq=seq, action_id="once")
            running = asyncio.ensure_future(execute(service, open_room, 0, command))
            await begun.wait()
            while len(service.store.reader.rows_after(open_room.room.id, seq)) == 0:
                await asyncio.sleep(0.01)
            running.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running
            vars(service.store)["commit"] = commit
            assert (await execute(service, open_room, 0, command)).seq == seq + 1
            check_whole(service, open_room)

    asyncio.run(play())


def test_bots_continue_after_the_database_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_driver, "RETRY_DELAY", 0.01)

    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            outage = Outage(service, [False, True, False], loads=2)
            open_room = await new_room(service, "tundra", "bot.random", "bot.random")
            while outage.commits or outage.loads or open_room.room.head.length < 30:
                await asyncio.sleep(0.01)
            async with open_room.lock:
                check_whole(service, open_room)

    asyncio.run(play())


@pytest.mark.parametrize("fault", ["commit", "read"])
def test_a_driver_error_becomes_store_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    """A broken connection raises an SQLAlchemy error in the thread of the writer or of a reader."""

    def broken(*_: object, **__: object) -> None:
        raise OperationalError("SELECT", {}, ConnectionError("the server has gone away"))

    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            open_room = await new_room(service, "stroganov", "A")
            where: tuple[object, str]
            if fault == "commit":
                where = (service.store.writer._engine, "begin")
            else:
                where = (service.store.reader._engine, "connect")
                open_room.stale = True
            with monkeypatch.context() as patch:
                patch.setattr(*where, broken)
                with pytest.raises(StoreFailed, match="the server has gone away"):
                    await act(service, open_room, 0, playing(open_room).options(0)[0])
            await act(service, open_room, 0, playing(open_room).options(0)[0])
            check_whole(service, open_room)

    asyncio.run(play())


def test_a_server_whose_database_file_was_removed_shuts_down_normally(tmp_path: Path) -> None:
    async def run() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            open_room = await new_room(service, "stroganov", "Eva", "Bob")
            await play_at_random(service, open_room, 3)
            (tmp_path / "games.db").unlink()
            with pytest.raises(StoreFailed):
                await service.store.check_writable()

    asyncio.run(run())


def test_a_room_deleted_by_another_process_is_not_found(tmp_path: Path) -> None:
    """Another process deletes the room between two commands."""

    async def play() -> None:
        url = f"sqlite:///{tmp_path}/games.db"
        async with running_service(url) as here, running_service(url, lock=False) as there:
            open_room = await new_room(here, "stroganov", "A")
            token = playing(open_room).options(0)[0]
            other = await there.open(open_room.room.id)
            other.room.access.hosts = frozenset({"host"})
            await there.execute(open_room.room.id, Identity(session="host"), DeleteRoom())
            with pytest.raises(NotFound):
                await act(here, open_room, 0, token)
            with pytest.raises(NotFound):
                await here.open(open_room.room.id)

    asyncio.run(play())
