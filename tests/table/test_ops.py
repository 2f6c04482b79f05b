"""Running a house: copies, checks of everything, messages that say what to do."""

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
from samovar.table import serve
from samovar.table.house import House, Order, Wanted
from samovar.table.store import Store
from samovar.table.thinkers import Thinkers

GAMES = Path(__file__).parents[1] / "games"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Two tables: a game that is over, and one that has just begun."""
    path = tmp_path / "games.db"

    async def fill() -> None:
        store = Store(f"sqlite:///{path}")
        house = House(store, Thinkers())
        finished = await house.take_in((GAMES / "stroganov-01.rec").read_text(), "Eva", "")
        assert finished.over
        assert (await house.earlier(finished, 100)).log == finished.playing().log[:100]
        again = await house.fork(finished, 0, 150, "", "easy")
        assert not again.over
        await house.make(Order(game="tundra", seats=[Wanted("me", "A"), Wanted("open")]), "")
        await house.close()
        store.close()

    asyncio.run(fill())
    return path


def test_a_copy_is_a_database_of_its_own_and_everything_in_it_holds(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.db"
    assert main(["backup", str(copy), "--database", str(database)]) == 0
    assert main(["backup", str(copy), "--database", str(database)]) == 2
    capsys.readouterr()
    assert main(["verify", "--all", "--database", str(copy), "--json"]) == 0
    verdicts = json.loads(capsys.readouterr().out)
    assert [verdict["ok"] for verdict in verdicts] == [True] * 3
    assert "not begun yet" in verdicts[-1]["message"]


def test_a_log_that_was_changed_is_named(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(f"sqlite:///{database}")
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE event SET body = replace(body, 'Mavra', 'Maria') WHERE seq < 9"))
        connection.execute(text("UPDATE event SET at = at + 1 WHERE seq = 2"))
    store.close()
    assert main(["verify", "--all", "--database", str(database)]) == 1
    told = capsys.readouterr()
    assert "was changed" in told.err
    assert "3 tables" in told.out


def test_verify_wants_files_or_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify"]) == 2
    assert "files, or --all" in capsys.readouterr().err


def test_a_port_that_is_taken_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        parser = argparse.ArgumentParser()
        serve.add_arguments(parser)
        words = ["--port", str(port), "--database", str(tmp_path / "g.db"), "--no-browser"]
        with pytest.raises(BadInput, match=f"cannot listen at 127.0.0.1:{port}"):
            serve.run(parser.parse_args(words))


def test_the_database_is_where_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert serve.database(None) == f"sqlite:///{tmp_path}/samovar/games.db"
    monkeypatch.setenv("SAMOVAR_DATABASE", "postgresql://x/y")
    assert serve.database(None) == "postgresql://x/y"
    assert serve.database(str(tmp_path / "a" / "b.db")) == f"sqlite:///{tmp_path}/a/b.db"
