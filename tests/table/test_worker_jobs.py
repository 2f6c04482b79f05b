"""Imports and proofs in worker processes: one client cannot keep the others waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple

import pytest

from samovar.kernel.errors import BadInput
from samovar.match.match import Match
from samovar.room.commands import DeleteRoom
from samovar.room.errors import NotFound
from samovar.room.viewer import Identity, Viewer, resolve
from samovar.table.client_locks import ClientLocks
from samovar.table.room_cache import OpenRoom
from samovar.table.service import RoomService
from samovar.table.worker import TooSlow
from samovar.table.worker_pool import WorkerPool
from tests.table.rooms import new_room, play_at_random, player, playing, running_service

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
HOST = Identity(session="host")
POSITION = Match("stroganov", seats=1, seed=1).position()


class CountingWorkers(WorkerPool):
    """Runs jobs in this process, one at a time, while ``gate`` is set. Records their names and clients."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.jobs: list[tuple[str, str]] = []
        self.failures = 0  # the number of next jobs that are too slow

    async def run(self, function: Callable[[*Ts], T], *arguments: *Ts, seconds: float) -> T:
        clients = [one.address for one in arguments if isinstance(one, Identity)]
        self.jobs.append((function.__name__, "".join(clients)))
        await self.gate.wait()
        if self.failures:
            self.failures -= 1
            raise TooSlow("too slow")
        return function(*arguments)


def test_a_client_has_one_import_in_the_workers_at_a_time(tmp_path: Path) -> None:
    """Ten imports of a megabyte take half a minute, and others would miss their deadline."""

    async def play() -> None:
        workers = CountingWorkers()
        async with running_service(f"sqlite:///{tmp_path}/games.db", workers) as service:
            greedy, other = (Identity(session=name, address=name) for name in ("greedy", "other"))
            imports = [
                asyncio.ensure_future(service.import_text(POSITION, "A", who))
                for who in (greedy, greedy, greedy, other)
            ]
            await asyncio.sleep(0.05)
            assert workers.jobs == [("import_room", "greedy"), ("import_room", "other")]
            workers.gate.set()
            rooms = await asyncio.gather(*imports)
            assert len({one.room.id for one in rooms}) == 4

    asyncio.run(play())


def test_a_lock_of_a_client_uses_no_memory_afterwards_and_is_released_by_errors() -> None:
    async def play() -> None:
        locks, held = ClientLocks(), asyncio.Event()

        async def fail() -> None:
            async with locks.hold("a"):
                held.set()
                await asyncio.sleep(10)

        first, second = asyncio.ensure_future(fail()), asyncio.ensure_future(fail())
        await held.wait()
        second.cancel()
        first.cancel()
        await asyncio.gather(first, second, return_exceptions=True)
        with pytest.raises(BadInput):
            async with locks.hold("a"):
                raise BadInput("x", ["y"])
        assert len(locks) == 0

    asyncio.run(play())


async def finished(service: RoomService) -> OpenRoom:
    """A room with a secret seed whose game is over."""
    open_room = await new_room(service, "catherine", "A", "B")
    while not playing(open_room).over:
        await play_at_random(service, open_room, 1, seed=open_room.room.head.length)
    return open_room


def test_the_proof_of_a_finished_game_is_checked_once(tmp_path: Path) -> None:
    async def play() -> None:
        workers = CountingWorkers()
        async with running_service(f"sqlite:///{tmp_path}/games.db", workers) as service:
            room = (await finished(service)).room
            viewer = resolve(room, Identity(session="anybody"))
            workers.jobs, workers.failures = [], 1
            requests = [asyncio.ensure_future(service.prove(room, viewer)) for _ in range(5)]
            await asyncio.sleep(0.05)
            assert len(workers.jobs) == 1
            workers.gate.set()
            found: list[Any] = await asyncio.gather(*requests, return_exceptions=True)
            assert [type(one) for one in found] == [TooSlow] * 5
            for _ in range(3):
                _, proof, faults = await service.prove(room, viewer)
                assert proof is not None
                assert proof.draws > 10
                assert not faults
            assert len(workers.jobs) == 2  # a failed check is repeated

    asyncio.run(play())


def test_a_room_may_be_deleted_while_its_proof_is_checked(tmp_path: Path) -> None:
    async def play() -> None:
        workers = CountingWorkers()
        async with running_service(f"sqlite:///{tmp_path}/games.db", workers) as service:
            open_room = await finished(service)
            room, who = open_room.room, player(open_room, 0)
            viewer: Viewer = resolve(room, who)
            check = asyncio.ensure_future(service.prove(room, viewer))
            await asyncio.sleep(0.05)
            assert workers.jobs[-1][0] == "check_proof"
            room.access.hosts = frozenset({HOST.session})
            await service.execute(room.id, HOST, DeleteRoom())
            workers.gate.set()
            _, proof, _ = await check
            assert proof is not None
            with pytest.raises(NotFound):
                await service.view(room.id, who)

    asyncio.run(play())
