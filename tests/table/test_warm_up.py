"""The command beside the server: its end replaces the workers and renders the pages again."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest
from samovar.table.house import House, Order, Wanted
from samovar.table.thinkers import Answer, Thinkers

from samovar.table import app
from samovar.table.store import Store
from samovar.table.warm_up import warm_up
from samovar.table.worker_pool import WorkerPool
from tests.table import worker_jobs


class RecordingPool(WorkerPool):
    def __init__(self) -> None:
        super().__init__()
        self.replaced = 0

    def replace_all(self) -> None:
        assert "SAMOVAR_PURE" not in os.environ  # new workers inherit the environment
        self.replaced += 1
        super().replace_all()


class ForeverThinking(Thinkers):
    """A pool whose bots never answer, so that nothing else changes the table."""

    async def choose(self, *question: object, **named: object) -> Answer:
        await asyncio.Event().wait()
        raise AssertionError


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


def test_the_application_renders_every_open_table_again(tmp_path: Path) -> None:
    async def live() -> None:
        store = Store(f"sqlite:///{tmp_path}/games.db")
        house = House(store, ForeverThinking(), pause=0.0)
        table = await house.make(Order(game="tundra", seats=[Wanted("bot"), Wanted("bot")]), "")
        rendered = table.version
        app.redraw(house)
        assert table.version == rendered + 1
        await house.close()
        store.close()

    asyncio.run(live())
