"""Run the shell lines of the documents, or check those that a test cannot run.

A line runs in a temporary folder that looks like a checkout: its folders are links to those of the project.
``samovar``, ``python`` and ``.venv/bin`` are the command and the Python of the tests.
"""

from __future__ import annotations

import ast
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path

from samovar import cli
from samovar.games import registry
from tests.docs.pages import ROOT, Block

LINKED = ["benchmarks", "deploy", "docs", "examples", "src", "tests", "tools"]
TIMEOUT = 120.0  # seconds that a line may take on a busy machine
COMMANDS = ["play", "serve", "backup", "sim", "arena", "train", "check", "verify", "bench"]


# ---- lines ----


def lines(block: Block) -> list[str]:
    """The commands of a block, without comments. A backslash joins lines, ``&&`` separates commands."""
    text = block.text.replace("\\\n", " ")
    if block.language == "console":
        text = "\n".join(line[2:] for line in text.splitlines() if line.startswith("$ "))
    typed = [part for line in text.splitlines() for part in re.sub(r"(^|\s)#\s.*", "", line).split(" && ")]
    return [line.strip() for line in typed if line.strip()]


def expected_output(block: Block) -> str:
    """The output that a block of the kind ``console`` shows for its only command."""
    return "".join(f"{line}\n" for line in block.text.splitlines() if not line.startswith("$ "))


def split(line: str) -> tuple[dict[str, str], list[str]]:
    """The variables in front of a command, and its words."""
    words = shlex.split(line)
    variables = {}
    while words and (found := re.fullmatch(r"([A-Z_]+)=(.*)", words[0])):
        variables[found.group(1)] = found.group(2)
        words.pop(0)
    return variables, words


# ---- the folder in which lines run ----


def checkout(folder: Path) -> Path:
    """Make a folder in which the lines of the documents can run."""
    for name in LINKED:
        (folder / name).symlink_to(ROOT / name)
    programs = folder / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name, module in {"samovar": "-m samovar.cli", "python": "", "pytest": "-m pytest"}.items():
        program = programs / name
        program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {module} "$@"\n')
        program.chmod(0o755)
    return folder


def environment(folder: Path) -> dict[str, str]:
    """No screen and no data of the user; the programs of the folder first."""
    kept = {name: value for name, value in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    kept.pop("SAMOVAR_DATABASE", None)
    return kept | {
        "PATH": f"{folder / '.venv/bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "src"),
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "data"),
        "CI": "1",  # the table opens no browser there
        "COLUMNS": "80",
    }


def run(line: str, folder: Path) -> str:
    """Run a line and return what it prints. It must end with status 0."""
    _, words = split(line)
    if words[:2] == ["samovar", "serve"] or words == ["samovar"]:
        return serve(words, folder)
    done = subprocess.run(
        ["bash", "-ec", line],
        cwd=folder,
        env=environment(folder),
        input="quit\n" * 3,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    return done.stdout


def serve(words: list[str], folder: Path) -> str:
    """Start the table on a free port, wait until it answers, and end it as Ctrl+C does."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [*words, *(["serve"] if words == ["samovar"] else []), "--port", str(port)]
    with subprocess.Popen(
        words,
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as server:
        deadline = time.monotonic() + TIMEOUT
        while not answers(port):
            assert server.poll() is None, f"{words} ended: {server.communicate()[0]}"
            assert time.monotonic() < deadline, f"{words} does not answer"
            time.sleep(0.05)
        server.send_signal(signal.SIGINT)
        printed, _ = server.communicate(timeout=TIMEOUT)
    assert server.returncode in {0, cli.INTERRUPTED}, printed
    return printed


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as response:
            return bool(response.status == 200)
    except (urllib.error.URLError, OSError):
        return False


# ---- lines that a test cannot run, and what is checked instead ----


def check_make(words: list[str]) -> None:
    """The target is in the Makefile, and its variables and ARGS are accepted."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    variables = set(re.findall(r"^([A-Z]+) +\?=", makefile, re.MULTILINE))
    given = dict(word.split("=", 1) for word in words if "=" in word and not word.startswith("--"))
    named = [word for word in words[1:] if "=" not in word]
    assert set(named) <= targets, f"no target of the Makefile: {set(named) - targets}"
    assert set(given) <= variables, f"no variable of the Makefile: {set(given) - variables}"
    command = {"play": ["serve"], "arena": ["arena", given.get("GAME", "stroganov")], "bench": ["bench"]}
    for target in named:
        if target in command:
            accept([*command[target], *shlex.split(given.get("ARGS", ""))])


def check_pip(words: list[str]) -> None:
    """The extras are in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for extras in re.findall(r"(?:samovar|\.)\[([\w,]+)\]", " ".join(words)):
        missing = set(extras.split(",")) - set(project["optional-dependencies"])
        assert not missing, f"no extra of pyproject.toml: {missing}"


def check_pytest(words: list[str]) -> None:
    """Files and markers exist."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]
    markers = {re.split(r"[(:]", text)[0] for text in config["ini_options"]["markers"]}
    for word in words[1:]:
        if word.startswith("tests"):
            assert (ROOT / word).exists(), word
    for expression in re.findall(r"-m (.+?)(?= -|$)", " ".join(words[1:])):
        named = set(re.findall(r"\w+", expression)) - {"not", "and", "or"} - {w for w in words if "/" in w}
        assert {name for name in named if not name.startswith("tests")} <= markers | set(words), expression


def check_check(words: list[str]) -> None:
    """The stages exist."""
    from tools import check

    known = {stage.name for stage in [*check.source_stages(), *check.quick_stages()]} | stage_names()
    assert {word for word in words[2:] if not word.startswith("-")} <= known


def stage_names() -> set[str]:
    return set(re.findall(r'Stage\("([\w-]+)"', (ROOT / "tools/check.py").read_text(encoding="utf-8")))


def check_script(words: list[str]) -> None:
    """The script exists and has the options."""
    script = next(word for word in words if word.endswith(".py"))
    used = {word.partition("=")[0] for word in words if word.startswith("--")}
    unknown = used - script_options(script) - {"--help"}
    assert not unknown, f"{script} has no option {unknown}"


def check_files(words: list[str]) -> None:
    """The files of the project that the line names exist."""
    for word in words:
        for name in re.findall(r"(?:/opt/samovar/)?(deploy/[\w.]+)", word):
            assert (ROOT / name).exists(), name
    if "make" in words:
        check_make(
            ["make", *(word for word in words[words.index("make") + 1 :] if not word.startswith("--"))]
        )


# All lines that are not run: (beginning, check, reason).
NOT_RUN: list[tuple[str, Callable[[list[str]], None], str]] = [
    (r"make\b", check_make, "sets up an environment and runs these tests"),
    (r"(pip|pipx|uvx)\b", check_pip, "needs a network; tests/browser/test_package.py installs the package"),
    (r"(sudo )?git clone\b", check_files, "needs a network"),
    (r"docker\b", check_files, "tests/deploy/test_container.py runs them"),
    (r"sudo\b", check_files, "changes the machine; tests/deploy checks the files"),
    (r"(\.venv/bin/)?pytest\b", check_pytest, "runs these tests"),
    (r"(\.venv/bin/)?python tools/check\.py", check_check, "runs these tests"),
    (r"(\.venv/bin/)?python tools/make_fixtures\.py", check_script, "writes files of the project"),
    (r"(\.venv/bin/)?python examples/train_maskable_ppo\.py", check_script, "needs torch, and minutes"),
]


def not_run(line: str) -> Callable[[list[str]], None] | None:
    """The check for a line that a test cannot run; None for all others."""
    _, words = split(line)
    text = " ".join(words)
    return next((check for beginning, check, _ in NOT_RUN if re.match(beginning, text)), None)


# ---- options ----


def accept(words: list[str]) -> None:
    """Fail if the command line ``samovar …`` would refuse these words."""
    said, status = StringIO(), 0
    try:
        with redirect_stderr(said), redirect_stdout(StringIO()):
            cli.parser(words).parse_args(words)
    except SystemExit as exit:
        status = int(exit.code or 0)
    assert status == 0, f"samovar {' '.join(words)}: {said.getvalue()}"


@cache
def script_options(script: str) -> frozenset[str]:
    """The options that a script adds to its parser, read from its source."""
    text = (ROOT / script).read_text(encoding="utf-8")
    added = {
        str(node.value)
        for call in ast.walk(ast.parse(text))
        if isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "add_argument"
        for node in call.args
        if isinstance(node, ast.Constant) and str(node.value).startswith("-")
    }
    return frozenset(added or re.findall(r'"(--[a-z-]+)"', text))  # a small script compares words instead


@cache
def samovar_options() -> frozenset[str]:
    """The options of all commands, with those of all games."""
    found: set[str] = set()
    for command in COMMANDS:
        for game in registry.names():
            with redirect_stdout(StringIO()):
                parser = cli.parser([command, game])
            found.update(options(parser))
    return frozenset(found)


def options(parser: object) -> Iterator[str]:
    for action in parser._actions:  # type: ignore[attr-defined]
        yield from action.option_strings
        if isinstance(action.choices, dict):
            for inner in action.choices.values():
                yield from options(inner)
