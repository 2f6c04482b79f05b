"""Crashes: the server is killed in the middle of writing, or its database is away. Nothing acknowledged is
lost, nothing happens twice, and every game goes on.
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
Acknowledged = dict[str, dict[int, str]]  # by room and entry: the hash


# ---- kill -9 ----


def kill_servers(url: str, first: int, kills: int, servers: int = 1) -> Acknowledged:
    """Kill all servers so many times. Returns what they had acknowledged."""
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
    """Check after every 25 kills all that was acknowledged so far."""
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
    assert store.reader.orphans() == []
    store.close()


def test_a_truncated_write_ahead_log_leaves_a_beginning_of_the_game(tmp_path: Path) -> None:
    """What is left is a sound beginning of each game, never another game."""
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
        assert store.reader.orphans() == []
        store.close()
    assert len(lengths) > 3  # the copies were cut at different places


# ---- a database that fails ----


class Outage:
    """Makes the database of a service fail.

    ``commits``: of the next commits, whether they happen before they fail. ``loads``: the number of reads
    that fail after that.
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
        raise StoreFailed("the database went away")

    def load(self, room_id: str) -> StoredRoom | None:
        if not self.commits and self.loads:
            self.loads -= 1
            raise StoreFailed("the database is still away")
        return self._load(room_id)


def check_whole(service: RoomService, session: OpenRoom) -> None:
    """The log is sound, and the open room tells the same game."""
    verdict = verify_room(service.store.reader, session.room.id)
    assert verdict["ok"], verdict["message"]
    stored = service.store.reader.load(session.room.id)
    assert stored is not None
    again = restore(stored, service.store.reader.box_text)
    assert again.head == session.room.head
    assert again.started_match().record() == playing(session).record()


@pytest.mark.parametrize("happened", [False, True], ids=["rolled back", "committed all the same"])
@pytest.mark.parametrize("loads", [0, 2])
def test_a_room_stays_usable_after_its_database_was_away_during_a_commit(
    tmp_path: Path, happened: bool, loads: int
) -> None:
    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            session = await new_room(service, "stroganov", "A")
            await play_at_random(service, session, 3)
            position, seq = playing(session).position(), session.room.head.length
            command = Act(token=playing(session).options(0)[0], seq=seq, action_id="once")
            Outage(service, [happened], loads)
            with pytest.raises(StoreFailed):
                await execute(service, session, 0, command)
            # Readers see the last state that is known to be stored.
            assert (playing(session).position(), session.room.head.length) == (position, seq)
            for _ in range(loads):
                with pytest.raises(StoreFailed):
                    await execute(service, session, 0, command)
            receipt = await execute(service, session, 0, command)  # as a client repeats it
            assert receipt.seq == seq + 1
            played = [e for e in stored_events(service.store, session.room.id) if isinstance(e, Played)]
            assert len(played) == 4
            assert played[-1].token == command.token
            await play_at_random(service, session, 5)
            check_whole(service, session)

    asyncio.run(play())


def test_a_command_that_is_cancelled_during_its_commit_is_neither_lost_nor_doubled(tmp_path: Path) -> None:
    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            session = await new_room(service, "stroganov", "A")
            commit = service.store.commit
            begun = asyncio.Event()

            async def slowly(room_id: str, head: LogHead, outcome: Outcome) -> Committed | None:
                begun.set()
                await commit(room_id, head, outcome)
                await asyncio.Event().wait()
                raise AssertionError

            vars(service.store)["commit"] = slowly
            seq = session.room.head.length
            command = Act(token=playing(session).options(0)[0], seq=seq, action_id="once")
            running = asyncio.ensure_future(execute(service, session, 0, command))
            await begun.wait()
            while len(service.store.reader.rows_after(session.room.id, seq)) == 0:
                await asyncio.sleep(0.01)
            running.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running
            vars(service.store)["commit"] = commit
            assert (await execute(service, session, 0, command)).seq == seq + 1
            check_whole(service, session)

    asyncio.run(play())


def test_bots_go_on_after_the_database_was_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_driver, "RETRY_DELAY", 0.01)

    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            outage = Outage(service, [False, True, False], loads=2)
            session = await new_room(service, "tundra", "bot.random", "bot.random")
            while outage.commits or outage.loads or session.room.head.length < 30:
                await asyncio.sleep(0.01)
            async with session.lock:
                check_whole(service, session)

    asyncio.run(play())


@pytest.mark.parametrize("fault", ["commit", "read"])
def test_a_failure_of_the_driver_is_a_failure_of_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    """A broken connection raises an error of SQLAlchemy, in the writer's thread or in a reader's."""

    def broken(*_: object, **__: object) -> None:
        raise OperationalError("SELECT", {}, ConnectionError("the server has gone away"))

    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            session = await new_room(service, "stroganov", "A")
            where: tuple[object, str]
            if fault == "commit":
                where = (service.store.writer._engine, "begin")
            else:
                where = (service.store.reader._engine, "connect")
                session.stale = True
            with monkeypatch.context() as patch:
                patch.setattr(*where, broken)
                with pytest.raises(StoreFailed, match="the server has gone away"):
                    await act(service, session, 0, playing(session).options(0)[0])
            await act(service, session, 0, playing(session).options(0)[0])
            check_whole(service, session)

    asyncio.run(play())


def test_a_server_whose_database_file_is_gone_ends_as_usual(tmp_path: Path) -> None:
    async def run() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            open_room = await new_room(service, "stroganov", "Eva", "Bob")
            await play_at_random(service, open_room, 3)
            (tmp_path / "games.db").unlink()
            with pytest.raises(StoreFailed):
                await service.store.check_writable()

    asyncio.run(run())


def test_a_room_that_was_deleted_elsewhere_is_gone_here(tmp_path: Path) -> None:
    """Another process deletes the room between two commands."""

    async def play() -> None:
        url = f"sqlite:///{tmp_path}/games.db"
        async with running_service(url) as here, running_service(url, lock=False) as there:
            session = await new_room(here, "stroganov", "A")
            token = playing(session).options(0)[0]
            other = await there.open(session.room.id)
            other.room.access.hosts = frozenset({"host"})
            await there.execute(session.room.id, Identity(session="host"), DeleteRoom())
            with pytest.raises(NotFound):
                await act(here, session, 0, token)
            with pytest.raises(NotFound):
                await here.open(session.room.id)

    asyncio.run(play())
