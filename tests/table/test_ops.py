"""Operating a server: backups, verification of all rooms, error messages."""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
from pathlib import Path

import pytest
from sqlalchemy import text

from samovar.cli import main
from samovar.kernel.errors import BadInput
from samovar.match.replay import match_at
from samovar.room.commands import Fork
from samovar.room.creation import CreateRoom, SeatRequest
from samovar.room.viewer import Identity
from samovar.table import serve
from samovar.table.store import Store
from tests.table.rooms import new_room, playing, running_service

GAMES = Path(__file__).parents[1] / "games"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with three rooms: a finished game, a running one from a record, and one not started."""
    path = tmp_path / "games.db"
    eva = Identity(session="eva")

    async def fill() -> None:
        async with running_service(f"sqlite:///{path}") as service:
            finished = await service.import_text((GAMES / "stroganov-01.rec").read_text(), "Eva", eva)
            assert finished.room.over
            assert match_at(playing(finished), 100).moves() == playing(finished).moves()[:100]
            forked = await service.execute(finished.room.id, eva, Fork(at=150, level="easy"))
            assert not (await service.open(forked.room)).room.over
            seats = [SeatRequest(kind="me", name="A"), SeatRequest(kind="open")]
            await service.create(CreateRoom(game="tundra", seats=seats), eva)

    asyncio.run(fill())
    return path


def test_every_room_of_a_backup_passes_verify(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.db"
    assert main(["backup", str(copy), "--database", str(database)]) == 0
    assert main(["backup", str(copy), "--database", str(database)]) == 2
    capsys.readouterr()
    assert main(["verify", "--all", "--database", str(copy), "--json"]) == 0
    verdicts = json.loads(capsys.readouterr().out)
    assert [verdict["ok"] for verdict in verdicts] == [True] * 3
    assert "not started yet" in verdicts[-1]["message"]


def test_backup_and_verify_work_beside_a_running_server(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.db"
    server = Store(f"sqlite:///{database}")
    try:
        assert main(["verify", "--all", "--database", str(database)]) == 0
        assert main(["backup", str(copy), "--database", str(database)]) == 0
    finally:
        server.close()
    assert main(["verify", "--all", "--database", str(copy)]) == 0
    assert "3 tables, 0 with faults" in capsys.readouterr().out


def test_a_changed_log_is_reported(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(f"sqlite:///{database}")
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE room_event SET body = replace(body, 'Mavra', 'Maria') WHERE seq < 9"))
        connection.execute(text("UPDATE room_event SET at = at + 1 WHERE seq = 2"))
    store.close()
    assert main(["verify", "--all", "--database", str(database)]) == 1
    told = capsys.readouterr()
    assert "was changed" in told.err
    assert "3 tables" in told.out


@pytest.mark.parametrize(
    "change", ["'{'", "replace(body, 'position', 'posture')", "replace(body, 'vp =', 'pv =')"]
)
def test_a_snapshot_that_cannot_be_read_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: str
) -> None:
    path = tmp_path / "games.db"

    async def fill() -> str:
        async with running_service(f"sqlite:///{path}") as service:
            return (await new_room(service, "tundra", "A", "B")).room.id

    room = asyncio.run(fill())
    store = Store(f"sqlite:///{path}")
    with store.engine.begin() as connection:
        connection.execute(text(f"UPDATE snapshot SET body = {change}"))
    store.close()
    assert main(["verify", "--all", "--database", str(path)]) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"{room}: ")
    assert "snapshot" in told


def test_verify_needs_files_or_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify"]) == 2
    assert "needs either files or --all" in capsys.readouterr().err


def test_a_port_in_use_is_reported_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        parser = argparse.ArgumentParser()
        serve.add_arguments(parser)
        words = ["--port", str(port), "--database", str(tmp_path / "g.db"), "--no-browser"]
        with pytest.raises(BadInput, match=f"cannot listen on 127.0.0.1:{port}"):
            serve.run(parser.parse_args(words))


def test_the_url_of_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert serve.database(None) == f"sqlite:///{tmp_path}/samovar/games.db"
    monkeypatch.setenv("SAMOVAR_DATABASE", "postgresql://x/y")
    assert serve.database(None) == "postgresql://x/y"
    assert serve.database(str(tmp_path / "a" / "b.db")) == f"sqlite:///{tmp_path}/a/b.db"
