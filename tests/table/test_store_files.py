"""Reading databases beside a running server, on read-only media, or damaged. Also ``kill -9``."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import text

from samovar.kernel.errors import BadInput, SamovarError
from samovar.room.log import chain_faults
from samovar.room.restore import restore
from samovar.table.store import Store, StoreFailed, StoreReader, open_reader
from samovar.table.store.engine import alembic_config, open_engine, parse_url
from samovar.table.store.sqlite_file import copy_to_read
from tests.table import postgres as own
from tests.table.stored_rooms import append, new_room

ROOT = Path(__file__).parents[2]
NOBODY = 65534


# ---- reading without changing ----


def test_a_database_is_read_beside_its_server(url: str) -> None:
    store = Store(url)
    asyncio.run(store.create(new_room("r1")))
    with open_reader(url) as reader:  # rows in the write-ahead log are visible
        assert reader.room_ids() == ["r1"]
        asyncio.run(append(store, "r1", new_room("r1").head))
    with open_reader(url) as reader:
        found = reader.load("r1")
        assert found is not None
        assert found.head.length == 2
    store.close()


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Run as an ordinary user within the block, because root may write everywhere."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.mark.parametrize("logged", [True, False], ids=["write-ahead log", "file"])
def test_a_database_on_read_only_media_is_copied(logged: bool) -> None:
    """The database of a running or killed server has a write-ahead log. That of a closed one has none."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as target:
        media = Path(folder)
        store = Store(f"sqlite:///{media}/source.db")
        asyncio.run(store.create(new_room("r1")))
        if not logged:
            store.close()
        shutil.copy(media / "source.db", media / "games.db")
        if logged:
            shutil.copy(media / "source.db-wal", media / "games.db-wal")
            store.close()
        media.chmod(0o555)
        Path(target).chmod(0o777)
        with ordinary_user():
            with pytest.raises(sqlite3.OperationalError):
                sqlite3.connect(f"file:{media}/games.db?mode=ro", uri=True).execute("SELECT * FROM room")
            copy = copy_to_read(media / "games.db", Path(target))
        media.chmod(0o755)
        with open_reader(f"sqlite:///{copy}") as reader:
            assert reader.room_ids() == ["r1"]
            assert reader.load("r1") is not None


def test_a_missing_database_is_not_created(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no database"), open_reader(f"sqlite:///{tmp_path}/games.db"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_foreign_database_gives_one_clear_message(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("These are not games. " * 100)
    with (
        pytest.raises(BadInput, match="file is not a database"),
        open_reader(f"sqlite:///{tmp_path}/games.db"),
    ):
        pass


def test_reading_does_not_upgrade_an_old_postgresql_schema(postgres: own.Server) -> None:
    url = postgres.new_database()
    engine, config = open_engine(parse_url(url)), alembic_config()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
    with pytest.raises(BadInput, match="has schema 0002, not 0004"), open_reader(url):
        pass
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == "0002"
    engine.dispose()


def read_all(reader: StoreReader) -> list[str]:
    """Restore every room that can be loaded. Returns the faults of the others."""
    faults = []
    for id in reader.room_ids():
        try:
            stored = reader.load(id)
            if stored is not None:
                faults.append(restore(stored, reader.box_text).fault)
        except SamovarError as error:
            faults.append(str(error))
    return faults


@pytest.mark.parametrize("upgraded", [True, False], ids=["newest", "0002"])
def test_damaged_pages_raise_nothing_unexpected(tmp_path: Path, upgraded: bool) -> None:
    path = tmp_path / "games.db"
    shutil.copy(ROOT / "tests/rooms/v1/games.db", path)
    if upgraded:
        Store(f"sqlite:///{path}").close()
    data, rng, damaged = path.read_bytes(), random.Random(5), 0
    for _ in range(12):
        torn = bytearray(data)
        for _ in range(4):
            at = rng.randrange(1, len(data) // 4096) * 4096
            torn[at : at + 4096] = rng.choice([bytes(4096), rng.randbytes(4096), b"[" * 4096])
        path.write_bytes(torn)
        try:
            with open_reader(f"sqlite:///{path}") as reader:
                damaged += any(read_all(reader))
        except (BadInput, StoreFailed):
            damaged += 1
    assert damaged > 6


@pytest.mark.parametrize("value", ["5", "null", "{}", "x", "", "\udcff"])
def test_a_damaged_summary_raises_store_failed(tmp_path: Path, value: str) -> None:
    store = Store(f"sqlite:///{tmp_path}/games.db")
    asyncio.run(store.create(new_room("r1")))
    with store.engine.begin() as connection:
        stored = value.encode(errors="surrogateescape")
        connection.exec_driver_sql("UPDATE room SET names = CAST(? AS TEXT)", (stored,))
    with pytest.raises(StoreFailed, match="the database failed"):
        store.reader.load("r1")
    store.close()


# ---- kill -9 ----


def killed(url: str, rng: random.Random) -> dict[str, tuple[int, str]]:
    """Kill a process that appends to four rooms. Returns the acknowledged length and hash by room."""
    code = f"from tests.table import stored_rooms as r; r.asyncio.run(r.append_forever({url!r}, 4))"
    told: dict[str, tuple[int, str]] = {}
    moment = rng.randint(4, 60)
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        for n, line in enumerate(server.stdout, 1):
            if n == moment:
                server.kill()
            if line.endswith("\n"):  # complete lines were acknowledged
                id, length, hash = line.split()
                told[id] = (int(length), hash)
    return told


@pytest.mark.slow
def test_acknowledged_entries_survive_kill_9(url: str) -> None:
    rng = random.Random(9)
    told: dict[str, tuple[int, str]] = {}
    for _ in range(3):
        told |= killed(url, rng)
        with open_reader(url) as reader:
            for id, (length, hash) in told.items():
                stored = reader.load(id)
                assert stored is not None
                assert chain_faults(id, stored.rows, stored.head) == []  # complete or absent
                assert stored.rows[length - 1].hash == hash
    assert len(told) == 4
