"""The command beside the server: what its end changes for the bots and for the pages."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from samovar.table.house import House, Order, Wanted
from samovar.table.store import Store
from samovar.table.thinkers import Answer, Thinkers
from samovar.table.warm_up import warm_up


class ForeverThinking(Thinkers):
    """A pool whose bots never answer, so that nothing else changes the table."""

    def __init__(self) -> None:
        super().__init__()
        self.replaced = 0

    async def choose(self, *question: object, **named: object) -> Answer:
        await asyncio.Event().wait()
        raise AssertionError

    def replace_all(self) -> None:
        assert "SAMOVAR_PURE" not in os.environ  # new workers inherit the environment
        self.replaced += 1


@pytest.mark.parametrize("succeeds", [True, False])
def test_the_end_of_the_command_redraws_the_tables_and_success_replaces_the_workers(
    succeeds: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAMOVAR_PURE", "1")
    gate = tmp_path / "gate"
    wait = f"import os, time\nwhile not os.path.exists({str(gate)!r}): time.sleep(0.01)\n"
    command = [sys.executable, "-c", f"{wait}raise SystemExit({int(not succeeds)})"]

    async def live() -> None:
        store = Store(f"sqlite:///{tmp_path}/games.db")
        pool = ForeverThinking()
        house = House(store, pool, pause=0.0)
        table = await house.make(Order(game="tundra", seats=[Wanted("bot"), Wanted("bot")]), "")
        warming = asyncio.ensure_future(warm_up(house, command))
        await asyncio.sleep(0.05)
        noted = [pool.warming_up]
        drawn = table.version
        gate.touch()
        await warming
        noted.append(pool.warming_up)
        assert noted == [True, False]
        assert table.version == drawn + 1
        assert pool.replaced == succeeds
        assert ("SAMOVAR_PURE" in os.environ) is not succeeds
        await house.close()
        store.close()

    asyncio.run(live())


def test_a_command_that_cannot_be_started_ends_the_warm_up(tmp_path: Path) -> None:
    async def live() -> None:
        store = Store(f"sqlite:///{tmp_path}/games.db")
        pool = ForeverThinking()
        house = House(store, pool)
        with pytest.raises(FileNotFoundError):
            await warm_up(house, [str(tmp_path / "no-such-command")])
        assert not pool.warming_up
        assert pool.replaced == 0
        await house.close()
        store.close()

    asyncio.run(live())
