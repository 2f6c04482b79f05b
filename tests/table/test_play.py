"""How a newcomer comes to the table: ``make play``, or ``samovar`` alone."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from samovar import cli
from samovar.table import serve

ROOT = Path(__file__).parents[2]
MOST_MEMORY = 150  # megabytes
SAMOVAR = [sys.executable, "-m", "samovar.cli", "serve", "--port", "0"]


@contextmanager
def started(
    command: list[str], folder: Path, source: Path = ROOT / "src"
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A process in a terminal of its own without a screen, and the address that it says."""
    environment = {name: value for name, value in os.environ.items() if "DISPLAY" not in name}
    environment |= {"XDG_DATA_HOME": str(folder), "PYTHONPATH": str(source)}
    environment.pop("SAMOVAR_DATABASE", None)
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert line.startswith("Samovar: http://"), line or process.communicate()[1]
        yield process, line.split()[1]
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def held_mb(pid: int) -> float:
    """The memory of a process; 0 where that cannot be told."""
    status = Path(f"/proc/{pid}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) / 1024


def interrupted(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Ctrl-C: the signal goes to all that the terminal runs. The exit code and what was said."""
    os.killpg(process.pid, signal.SIGINT)
    assert process.stdout is not None
    assert process.stderr is not None
    code = process.wait(timeout=60)
    return code, process.stdout.read() + process.stderr.read()  # communicate() loses what readline() has read


def test_make_play_opens_the_table_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    environment = f"VENV={sys.prefix}"
    ready = ["-o", "compile", "-o", "src/samovar/table/static/vendor/idiomorph.js"]  # this is no set-up
    with started(["make", "play", environment, "ARGS=--port 0", *ready], tmp_path) as (process, address):
        page = httpx.get(address, timeout=30, trust_env=False)
        assert page.status_code == 200
        assert '<form method="post" action="/tables"' in page.text
        assert (tmp_path / "samovar/games.db").exists()
        status, said = interrupted(process)
        assert status in {0, 2, 130, -signal.SIGINT}  # make has a word of its own
        assert "Traceback" not in said


def test_ctrl_c_ends_the_server_with_streams_open_and_without_a_word(tmp_path: Path) -> None:
    with started(SAMOVAR, tmp_path) as (process, address):
        with httpx.Client(base_url=address, headers={"origin": address.rstrip("/")}, timeout=30) as eva:
            form = {"game": "stroganov", "name": "Eva", "seat.1": "me", "seat.2": "bot.random"}
            table = eva.post("/tables", data=form).headers["location"]
            assert eva.get(table).status_code == 200
            for path in (f"{table}/events", f"/api/tables{table[2:]}/events"):
                stream = eva.send(eva.build_request("GET", path), stream=True)
                assert next(stream.iter_bytes())
            assert held_mb(process.pid) < MOST_MEMORY
            status, said = interrupted(process)
        assert status == 0
        assert not [line for line in said.splitlines() if "make scripts" not in line], said


def test_friends_in_the_network_get_an_address_they_can_reach_and_a_picture_of_it(tmp_path: Path) -> None:
    with started([*SAMOVAR, "--lan"], tmp_path) as (process, address):
        assert f"//{serve.lan_address()}:" in address
        assert httpx.get(address, timeout=30, trust_env=False).status_code == 200
        status, said = interrupted(process)
        assert status == 0
        assert said.count("█") > 100


def test_samovar_alone_opens_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[argparse.Namespace] = []

    def run(arguments: argparse.Namespace) -> int:
        asked.append(arguments)
        return 0

    monkeypatch.setattr(serve, "run", run)
    assert cli.main([]) == 0
    assert cli.main(["serve", "--lan"]) == 0
    assert [(one.host, one.port, one.no_browser) for one in asked] == [
        ("127.0.0.1", serve.PORT, False),
        ("0.0.0.0", serve.PORT, False),
    ]


@pytest.mark.parametrize(
    ("environment", "seen"),
    [
        ({}, False),
        ({"DISPLAY": ":0"}, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({"BROWSER": "firefox"}, True),
        ({"DISPLAY": ":0", "CI": "true"}, False),
    ],
    ids=str,
)
def test_a_browser_is_opened_only_where_somebody_sees_it(
    environment: dict[str, str], seen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CI", "BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", "linux")
    assert serve.has_screen() is seen


def test_a_database_that_cannot_be_opened_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games.db").write_text("These are not games. " * 100)
    command = ["serve", "--port", "0", "--no-browser", "--database", str(tmp_path / "games.db")]
    assert cli.main(command) == 2
    told = capsys.readouterr()
    assert told.err.splitlines()[-1] == "samovar: database: cannot be opened: file is not a database"
    assert "http://" not in told.out
