"""Starting and stopping the server: ``make play``, ``samovar`` alone, ``samovar serve``."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

import samovar
from samovar import cli
from samovar.table import serve

ROOT = Path(__file__).parents[2]
MAX_MEMORY = 150  # megabytes
SAMOVAR = [sys.executable, "-m", "samovar.cli", "serve", "--port", "0"]
PLAY = [sys.executable, "tools/play.py", "--port", "0"]
WARMING_UP = "Bots are still warming up"
# A build that waits for the file `go`, then copies the compiled modules of the real checkout or fails.
FAKE_SETUP = """
import os, shutil, sys, time
from pathlib import Path
from real_setup import INTERPRETED, LIBRARIES, c_compiler, obstacle, sources

if __name__ == "__main__":
    Path("pid").write_text(str(os.getpid()))
    deadline = time.monotonic() + 300
    while not (Path("go").exists() and Path("go").read_text()) and time.monotonic() < deadline:
        time.sleep(0.02)
    if Path("go").read_text() == "fail":
        sys.exit("error: the compiler has failed")
    lib = Path(next(option.partition("=")[2] for option in sys.argv if option.startswith("--build-lib=")))
    shutil.copytree("src", lib)
    built = Path({built!r})
    for path in built.glob("**/*.so"):
        shutil.copy(path, lib / path.relative_to(built))
"""


def environment(folder: Path, root: Path = ROOT, **variables: str) -> dict[str, str]:
    """The environment of a process without a screen that stores its games in this folder."""
    found = {name: value for name, value in os.environ.items() if "DISPLAY" not in name}
    found |= {"XDG_DATA_HOME": str(folder), "PYTHONPATH": str(root / "src"), **variables}
    found.pop("SAMOVAR_DATABASE", None)
    return found


@contextmanager
def started(
    command: list[str], folder: Path, root: Path = ROOT, **variables: str
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A process in its own session, and the URL that it prints."""
    process = subprocess.Popen(
        command,
        cwd=root,
        env=environment(folder, root, **variables),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        if line.startswith("rules: "):
            line = process.stdout.readline()
        assert line.startswith("Samovar: http://"), line or process.communicate()[1]
        yield process, line.split()[1]
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def held_mb(pid: int) -> float:
    """The memory of a process in megabytes. 0 if the system does not report it."""
    status = Path(f"/proc/{pid}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) / 1024


def interrupted(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Send SIGINT to the process group, like Ctrl+C. Returns the exit code and the output."""
    os.killpg(process.pid, signal.SIGINT)
    assert process.stdout is not None
    assert process.stderr is not None
    code = process.wait(timeout=60)
    return (
        code,
        process.stdout.read() + process.stderr.read(),
    )  # communicate() loses data that readline() has buffered


def test_make_play_opens_the_table_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    installed = f"{sys.prefix}/play.stamp"
    command = ["make", "play", f"VENV={sys.prefix}", "ARGS=--port 0", "-o", installed]
    with started(command, tmp_path) as (process, address):
        page = httpx.get(address, timeout=30, trust_env=False)
        assert page.status_code == 200
        assert '<form method="post" action="/tables"' in page.text
        assert (tmp_path / "samovar/games.db").exists()
        status, said = interrupted(process)
        assert status in {0, 2, 130, -signal.SIGINT}  # make adds its own message
        assert "Traceback" not in said


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of this checkout without compiled modules, and with a build that tests control."""
    root = tmp_path / "checkout"
    no_builds = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", root / "src", ignore=no_builds)
    (root / "tools").mkdir()
    for name in ("compile.py", "play.py"):
        shutil.copy(ROOT / "tools" / name, root / "tools")
    shutil.copy(ROOT / "setup.py", root / "real_setup.py")
    (root / "setup.py").write_text(FAKE_SETUP.replace("{built!r}", repr(str(ROOT / "src"))))
    return root


@contextmanager
def table_of_bots(address: str) -> Iterator[tuple[httpx.Client, str]]:
    """A browser and a room in which two bots search for a second per decision."""
    with httpx.Client(base_url=address, headers={"origin": address.rstrip("/")}, timeout=30) as eva:
        form = {"game": "stroganov", "name": "Eva", "seat.1": "bot.expert", "seat.2": "bot.expert"}
        yield eva, eva.post("/tables", data=form).headers["location"]


def counted(client: httpx.Client, name: str) -> float:
    found = re.search(rf"^samovar_{name}_total (\S+)$", client.get("/metrics").text, re.MULTILINE)
    assert found is not None
    return float(found[1])


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline, "the condition never became true"
        time.sleep(0.05)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(not samovar.compiled(), reason="needs compiled modules to install")
def test_bots_use_the_compiled_rules_as_soon_as_they_are_ready(checkout: Path, tmp_path: Path) -> None:
    with (
        started(PLAY, tmp_path, checkout, SAMOVAR_PURE="") as (process, address),
        table_of_bots(address) as (eva, table),
    ):
        assert WARMING_UP in eva.get(table).text
        wait_for(lambda: counted(eva, "actions") > 0)
        assert counted(eva, "bot_compiled") == 0
        assert not list(checkout.glob("src/**/*.so"))
        with eva.stream("GET", f"{table}/events") as stream:  # a bot searches while its worker is replaced
            lines = stream.iter_lines()
            assert WARMING_UP in next(line for line in lines if line.startswith("data: "))
            (checkout / "go").write_text("go")
            said = (line for line in lines if line.startswith("data: ") and '"say"' in line)
            assert any(WARMING_UP not in line for line in said)
        wait_for(lambda: counted(eva, "bot_compiled") > 1)
        assert counted(eva, "bot_faults") == 0
        assert (
            counted(eva, "bot_questions") - counted(eva, "actions") <= 1
        )  # every bot request led to an action
        assert WARMING_UP not in eva.get(table).text
        if Path("/proc/self/maps").exists():  # the server process still uses the interpreted rules
            assert str(checkout / "src") not in Path(f"/proc/{process.pid}/maps").read_text()
        _, said_in_all = interrupted(process)
        assert re.search(
            r"^rules: compiled( in \d+ s)?; bots use them from now on$", said_in_all, re.MULTILINE
        )


def test_the_table_keeps_running_if_compiling_fails(checkout: Path, tmp_path: Path) -> None:
    (checkout / "go").write_text("fail")
    with (
        started(PLAY, tmp_path, checkout, SAMOVAR_PURE="") as (process, address),
        table_of_bots(address) as (eva, table),
    ):
        wait_for(lambda: WARMING_UP not in eva.get(table).text)
        before = counted(eva, "actions")
        wait_for(lambda: counted(eva, "actions") > before)
        assert counted(eva, "bot_faults") == 0
        assert counted(eva, "bot_compiled") == 0
        status, said = interrupted(process)
    assert status == 0
    assert "rules: interpreted (compiling failed, see build/compile.log)" in said.splitlines()
    assert "the compiler has failed" in (checkout / "build/compile.log").read_text()


def test_without_a_compiler_one_line_names_what_to_install(checkout: Path, tmp_path: Path) -> None:
    with (
        started(PLAY, tmp_path, checkout, SAMOVAR_PURE="", CC="no-such-compiler") as (process, address),
        table_of_bots(address) as (eva, table),
    ):
        assert WARMING_UP not in eva.get(table).text
        _, said = interrupted(process)
    assert "compil" not in said
    run = subprocess.run(
        [sys.executable, "tools/compile.py"],
        cwd=checkout,
        env=os.environ | {"SAMOVAR_PURE": "", "CC": "no-such-compiler"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.startswith("rules: interpreted (no C compiler; Debian and Ubuntu: apt install gcc")
    assert run.stdout.count("\n") == 1


@pytest.mark.skipif(not samovar.compiled(), reason="needs compiled modules to count")
@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_one_line_on_a_terminal_and_a_few_elsewhere(checkout: Path, terminal: bool) -> None:
    reading, writing = os.openpty() if terminal else os.pipe()
    objects = checkout / "build/rules/objects"
    files = len(list((ROOT / "src").glob("**/*.so")))
    libraries = len(list((ROOT / "src").glob("**/*__mypyc*.so")))  # each holds the code of many modules
    process = subprocess.Popen(
        [sys.executable, "tools/compile.py"],
        cwd=checkout,
        env=os.environ | {"SAMOVAR_PURE": ""},
        stdout=subprocess.PIPE,
        stderr=writing,
        text=True,
    )
    os.close(writing)
    shown = os.read(reading, 100).decode()
    wait_for((checkout / "pid").exists)
    objects.mkdir(parents=True)
    for name in ("kernel.o", "cold.o"):
        (objects / name).touch()
    if terminal:
        while " of " not in shown:
            shown += os.read(reading, 100).decode()
        assert re.search(rf"\rcompiling the rules: 2 of {files} files, 0:\d\d *\r", shown)
    assert re.match(rf"compiling the rules: translating {files - libraries} modules, 0:\d\d *", shown)
    assert ("\n" in shown) is not terminal
    (checkout / "go").write_text("fail")
    told, _ = process.communicate(timeout=60)
    os.close(reading)
    assert told == "rules: interpreted (compiling failed, see build/compile.log)\n"


@pytest.mark.skipif(not samovar.compiled(), reason="needs compiled modules to install")
def test_rules_edited_during_the_build_are_not_installed(checkout: Path) -> None:
    (checkout / "pyproject.toml").write_text("")
    with subprocess.Popen(
        [sys.executable, "tools/compile.py"],
        cwd=checkout,
        env=os.environ | {"SAMOVAR_PURE": ""},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        wait_for((checkout / "pid").exists)
        (checkout / "pyproject.toml").write_text("# edited")
        (checkout / "go").write_text("go")
        told, _ = process.communicate(timeout=120)
    assert told == "rules: interpreted (the sources changed while they were compiled)\n"
    assert not list(checkout.glob("src/**/*.so"))


def test_ctrl_c_while_the_compiler_starts_prints_nothing(checkout: Path, tmp_path: Path) -> None:
    with started(PLAY, tmp_path, checkout, SAMOVAR_PURE="") as (process, address):
        assert httpx.get(f"{address}healthz", timeout=30, trust_env=False).status_code == 200
        status, said = interrupted(process)
    assert status == 0
    assert not said, said


def test_ctrl_c_also_ends_the_compiler(checkout: Path, tmp_path: Path) -> None:
    with started(PLAY, tmp_path, checkout, SAMOVAR_PURE="") as (process, address):
        wait_for(lambda: (checkout / "pid").exists() and (checkout / "pid").read_text() != "")
        assert httpx.get(address, timeout=30, trust_env=False).status_code == 200
        status, said = interrupted(process)
        assert status == 0
        assert "Traceback" not in said
        wait_for(lambda: not alive(int((checkout / "pid").read_text())))


def test_ctrl_c_ends_the_server_with_open_streams_and_prints_nothing(tmp_path: Path) -> None:
    with started(SAMOVAR, tmp_path) as (process, address):
        with httpx.Client(base_url=address, headers={"origin": address.rstrip("/")}, timeout=30) as eva:
            form = {"game": "stroganov", "name": "Eva", "seat.1": "me", "seat.2": "bot.random"}
            table = eva.post("/tables", data=form).headers["location"]
            assert eva.get(table).status_code == 200
            for path in (f"{table}/events", f"/api/tables{table[2:]}/events"):
                stream = eva.send(eva.build_request("GET", path), stream=True)
                assert next(stream.iter_bytes())
            assert held_mb(process.pid) < MAX_MEMORY
            status, said = interrupted(process)
        assert status == 0
        assert said == ""


def test_lan_prints_a_reachable_url_and_its_qr_code(tmp_path: Path) -> None:
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
def test_a_browser_is_opened_only_with_a_screen(
    environment: dict[str, str], seen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CI", "BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", "linux")
    assert serve.has_screen() is seen


def test_a_database_that_cannot_be_opened_is_reported_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games.db").write_text("These are not games. " * 100)
    command = ["serve", "--port", "0", "--no-browser", "--database", str(tmp_path / "games.db")]
    assert cli.main(command) == 2
    told = capsys.readouterr()
    assert told.err.splitlines()[-1] == "samovar: database: cannot be opened: file is not a database"
    assert "http://" not in told.out


def test_a_second_server_on_one_sqlite_file_is_refused_in_one_line(tmp_path: Path) -> None:
    """Neither server would see the other's writes."""
    with started(SAMOVAR, tmp_path) as (process, address):
        second = subprocess.run(
            SAMOVAR,
            cwd=ROOT,
            env=environment(tmp_path),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert (second.returncode, second.stdout) == (2, "")
        (line,) = second.stderr.splitlines()
        path = tmp_path / "samovar" / "games.db"
        assert line.startswith(f"samovar: database: {path} is used by another server")
        assert "PostgreSQL" in line  # the message names the database that can be shared
        assert httpx.get(f"{address}healthz", timeout=30, trust_env=False).status_code == 200
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    with started(SAMOVAR, tmp_path) as (process, address):  # a killed server leaves no lock
        assert httpx.get(f"{address}healthz", timeout=30, trust_env=False).status_code == 200
