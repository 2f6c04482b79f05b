"""The server is killed at random moments, in the middle of writing: nothing that was acknowledged is lost,
nothing happened twice, and every game goes on.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from samovar.table.house import House, Order, Wanted
from samovar.table.store import Addition, Kept, Store, StoreFailed
from samovar.table.table import Table
from samovar.table.thinkers import Thinkers
from samovar.table.verify import verify_table

KILLS = int(os.environ.get("SAMOVAR_KILLS", "50"))
ROOT = Path(__file__).parents[2]
Told = dict[str, tuple[int, str]]


def killed(url: str, first: int, kills: int) -> Told:
    """What servers had acknowledged that were killed so many times: by table, the last entry and its hash."""
    command = [sys.executable, "-m", "tests.table.killing", url, str(first), str(kills)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {id: (seq, hash) for id, (seq, hash) in json.loads(done.stdout).items()}


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    told: Told = {}
    for first in range(0, KILLS, 25):
        told |= killed(url, first, min(25, KILLS - first))
        check(url, told)


def check(url: str, told: Told) -> None:
    store = Store(url)
    for id, (seq, hash) in told.items():
        rows = store.rows(id)
        assert len(rows) >= seq
        assert rows[seq - 1].hash == hash
        verdict = verify_table(store, id)
        assert verdict["ok"], verdict["message"]
    store.close()


def test_a_torn_file_is_refused_or_tells_a_game_that_was(tmp_path: Path) -> None:
    """A log cut off anywhere: what is left is a beginning of the game, never another game."""
    source = tmp_path / "games.db"
    told = killed(f"sqlite:///{source}", 3, 1)
    log = source.with_name("games.db-wal").read_bytes()
    whole = Store(f"sqlite:///{source}")
    rows = {id: whole.rows(id) for id in told}
    whole.close()
    base = source.read_bytes()
    rng = random.Random(7)
    for n in range(12):
        copy = tmp_path / f"copy{n}.db"
        copy.write_bytes(base)
        copy.with_name(f"{copy.name}-wal").write_bytes(log[: rng.randrange(0, len(log), 512)])
        store = Store(f"sqlite:///{copy}")
        for id in told:
            found = store.rows(id)
            assert found == rows[id][: len(found)]
            if found:
                kept = store.kept(id)
                assert kept is not None
                Table(id).restore(kept)
        store.close()


async def full(_: Addition) -> bool:
    raise StoreFailed("the disk is full")


def test_a_store_that_fails_leaves_the_table_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        store = Store(f"sqlite:///{tmp_path}/games.db")
        house = House(store, Thinkers())
        table = await house.make(Order(game="stroganov", seats=[Wanted("me", "A")]), "")
        position, seq = table.playing().position(), table.seq
        keep = store.add
        monkeypatch.setattr(store, "add", full)
        token = table.playing().options(0)[0]
        with pytest.raises(StoreFailed):
            await house.act(table, 0, token, seq)
        assert (table.playing().position(), table.seq) == (position, seq)
        monkeypatch.setattr(store, "add", keep)
        await house.act(table, 0, token, seq)
        assert table.seq == seq + 1
        await house.close()
        store.close()

    asyncio.run(play())


@pytest.mark.parametrize("outage", [0, 2])
def test_while_the_database_is_away_nothing_happens_that_is_in_no_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, outage: int
) -> None:
    async def play() -> None:
        store = Store(f"sqlite:///{tmp_path}/games.db")
        house = House(store, Thinkers())
        table = await house.make(Order(game="stroganov", seats=[Wanted("me", "A")]), "")
        add, kept = store.add, store.kept
        left = outage

        def away(id: str) -> Kept | None:
            nonlocal left
            left -= 1
            if left >= 0:
                raise OperationalError("SELECT", {}, ConnectionError("the server has gone away"))
            return kept(id)

        monkeypatch.setattr(store, "add", full)
        monkeypatch.setattr(store, "kept", away)
        with pytest.raises(StoreFailed):
            await house.act(table, 0, table.playing().options(0)[0], table.seq)
        monkeypatch.setattr(store, "add", add)
        for _ in range(5):
            await house.act(table, 0, table.playing().options(0)[0], table.seq)
        verdict = verify_table(store, table.id)
        assert verdict["ok"], verdict["message"]
        await house.close()
        store.close()

    monkeypatch.setattr("samovar.table.house.RETRY", 0.01)
    asyncio.run(play())
