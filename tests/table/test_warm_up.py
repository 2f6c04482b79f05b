"""The warm-up command: after it the workers are replaced and the pages rendered again."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from samovar.table.warm_up import warm_up
from samovar.table.worker_pool import WorkerPool
from tests.table import worker_jobs
from tests.table.rooms import SilentWorkers, new_room, running_service
from tests.table.server import Server

WARMING_UP = "Bots are still warming up"


class RecordingPool(WorkerPool):
    def __init__(self) -> None:
        super().__init__()
        self.replaced = 0

    def replace_all(self) -> None:
        assert "SAMOVAR_PURE" not in os.environ  # new workers inherit the environment
        self.replaced += 1
        super().replace_all()


@pytest.mark.parametrize("succeeds", [True, False])
def test_the_end_of_the_command_is_reported_and_success_replaces_the_workers(
    succeeds: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAMOVAR_PURE", "1")
    gate = tmp_path / "gate"
    wait = f"import os, time\nwhile not os.path.exists({str(gate)!r}): time.sleep(0.01)\n"
    command = [sys.executable, "-c", f"{wait}raise SystemExit({int(not succeeds)})"]

    async def live() -> None:
        pool = RecordingPool()
        first = await pool.run(worker_jobs.worker_pid, seconds=60.0)
        changes: list[bool] = []
        warming = asyncio.ensure_future(warm_up(pool, command, lambda: changes.append(pool.warming_up)))
        await asyncio.sleep(0.05)
        assert (pool.warming_up, changes) == (True, [])
        gate.touch()
        await warming
        assert changes == [False]
        assert pool.replaced == succeeds
        assert ("SAMOVAR_PURE" in os.environ) is not succeeds
        assert (await pool.run(worker_jobs.worker_pid, seconds=60.0) != first) is succeeds
        pool.close()

    asyncio.run(live())


def test_a_command_that_cannot_be_started_ends_the_warm_up(tmp_path: Path) -> None:
    async def live() -> None:
        pool = RecordingPool()
        changes: list[bool] = []
        with pytest.raises(FileNotFoundError):
            await warm_up(pool, [str(tmp_path / "no-such-command")], lambda: changes.append(pool.warming_up))
        assert changes == [False]
        assert pool.replaced == 0

    asyncio.run(live())


def test_every_open_room_is_rendered_again(tmp_path: Path) -> None:
    async def live() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db", SilentWorkers()) as service:
            rooms = [(await new_room(service, "tundra", "bot.easy", "bot.easy")).room for _ in range(2)]
            rendered = [room.version for room in rooms]
            service.refresh_pages()
            assert [room.version for room in rooms] == [version + 1 for version in rendered]

    asyncio.run(live())


def test_a_page_shows_the_warm_up_until_it_ends(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    wait = f"import os, time\nwhile not os.path.exists({str(gate)!r}): time.sleep(0.01)\nraise SystemExit(1)"
    server = Server(f"sqlite:///{tmp_path}/games.db", warm_up=[sys.executable, "-c", wait])
    try:
        with server.browser() as eva:
            vars(server.app.service.workers)["choose"] = SilentWorkers().choose
            table = eva.make("stroganov", "bot.easy", "bot.easy")
            assert WARMING_UP in eva.get(table).text  # while a bot decides
            stream = eva.events(table)
            assert WARMING_UP in next(stream)[1]["regions"]["say"]
            gate.touch()
            assert WARMING_UP not in next(stream)[1]["regions"]["say"]
            stream.close()
            assert WARMING_UP not in eva.get(table).text
    finally:
        server.stop()
