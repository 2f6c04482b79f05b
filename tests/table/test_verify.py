"""``samovar verify --all`` reports every fault and never ends with a traceback."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from samovar.cli import main
from samovar.table.store import Store, StoreReader

ROOT = Path(__file__).parents[2]
NOBODY = 65534
PAGE = 4096
BAD_INPUT = 2


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with the rooms of an old version, upgraded to the newest schema."""
    path = tmp_path / "games.db"
    shutil.copy(ROOT / "tests/rooms/4c85514/games.db", path)
    Store(f"sqlite:///{path}").close()
    return path


def run(path: Path) -> int:
    return main(["verify", "--all", "--database", str(path)])


def execute(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def one_room(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return str(connection.execute("SELECT id FROM room WHERE length > 20 ORDER BY id").fetchone()[0])


def test_rows_of_a_room_that_does_not_exist_are_reported(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    id = one_room(database)
    execute(database, f"DELETE FROM room WHERE id = '{id}'")
    assert run(database) == 1
    assert f"{id}: rows in room_event, " in capsys.readouterr().err


def test_a_missing_tail_is_reported(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    id = one_room(database)
    execute(
        database,
        f"DELETE FROM snapshot WHERE room = '{id}'",
        f"DELETE FROM room_event WHERE room = '{id}' AND seq = (SELECT length FROM room WHERE id = '{id}')",
    )
    assert run(database) == 1
    assert f"{id}: " in (told := capsys.readouterr().err)
    assert "is missing" in told


def test_an_unexpected_error_in_one_room_is_reported_with_the_others(
    database: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    id, load = one_room(database), StoreReader.load

    def fail(reader: StoreReader, room_id: str) -> object:
        if room_id == id:
            raise AttributeError("no such thing")
        return load(reader, room_id)

    monkeypatch.setattr(StoreReader, "load", fail)
    assert main(["verify", "--all", "--database", str(database), "--json"]) == 1
    verdicts = json.loads(capsys.readouterr().out)
    assert len(verdicts) > 20
    assert {"table": id, "ok": False, "message": "AttributeError: no such thing"} in verdicts


def test_a_query_for_such_rows_that_fails_is_reported(
    database: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: StoreReader) -> object:
        raise RecursionError

    monkeypatch.setattr(StoreReader, "orphans", fail)
    assert run(database) == 1
    told = capsys.readouterr()
    assert told.err == "all: RecursionError: \n"
    assert "1 with faults" in told.out  # the rooms were verified before


def test_a_message_of_the_driver_that_is_not_utf_8_is_reported(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The text of the schema is damaged, and SQLite quotes it."""
    data = bytearray(database.read_bytes())
    at = data.index(b"CREATE TABLE")
    data[at + 13 : at + 18] = b"\xcb\x28\xcb\x28\xcb"
    database.write_bytes(data)
    assert run(database) == BAD_INPUT
    assert "samovar: database: cannot be opened" in capsys.readouterr().err


def damaged(data: bytes, rng: random.Random) -> bytes:
    """The database with some damaged pages or bytes, sometimes cut off."""
    torn = bytearray(data)
    for _ in range(rng.choice([1, 4, 20])):
        at = rng.randrange(len(data) // PAGE) * PAGE
        if rng.random() < 0.3:
            torn[at : at + PAGE] = rng.choice([bytes(PAGE), rng.randbytes(PAGE), b"[" * PAGE])
        else:
            for _ in range(rng.choice([1, 10, 100])):
                torn[at + rng.randrange(PAGE)] = rng.randrange(256)
    return bytes(torn[: rng.randrange(len(torn))] if rng.random() < 0.2 else torn)


@pytest.mark.slow
def test_damaged_files_get_a_report(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``SAMOVAR_EXAMPLES=100`` damages more files."""
    data, rng = database.read_bytes(), random.Random(21)
    statuses = []
    for _ in range(int(os.environ.get("SAMOVAR_EXAMPLES", "8"))):
        database.write_bytes(damaged(data, rng))
        statuses.append(run(database))
        told = capsys.readouterr()
        assert "Traceback" not in told.err
        assert told.out or told.err
    assert set(statuses) <= {0, 1, BAD_INPUT}
    assert statuses != [0] * len(statuses)


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


def test_a_database_on_read_only_media_is_verified(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        media = Path(folder)
        shutil.copy(database, media / "games.db")
        media.chmod(0o555)
        with ordinary_user():
            assert not os.access(media, os.W_OK, effective_ids=True)
            assert run(media / "games.db") == 0
        media.chmod(0o755)
        assert [path.name for path in media.iterdir()] == ["games.db"]
    assert "0 with faults" in capsys.readouterr().out
