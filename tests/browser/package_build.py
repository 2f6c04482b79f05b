"""Build the package as a release does, install it into a fresh environment and serve from there."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import setup as build_script

ROOT = Path(__file__).resolve().parents[2]
CAN_COMPILE = build_script.obstacle() is None
BUILD = "from setuptools import build_meta; build_meta.build_wheel('dist'); build_meta.build_sdist('dist')"
NOT_SOURCES = shutil.ignore_patterns(
    ".*", "build", "dist", "__pycache__", "*.so", "*.pyd", "*.egg-info", "node_modules"
)
NOT_NEEDED = shutil.ignore_patterns("ops.txt")  # mypyc's listing of its operations


def variables(**more: str) -> dict[str, str]:
    """The environment variables without those that point to the checkout, and these more."""
    checkout = {"PYTHONPATH", "SAMOVAR_DATABASE", "VIRTUAL_ENV"}
    return {name: value for name, value in os.environ.items() if name not in checkout} | more


def run(*command: str | Path, cwd: Path, **more: str) -> str:
    """Run a command that must succeed, and return its output."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=variables(**more),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command[0]} … {command[-1]}: exit code {done.returncode}\n{done.stdout}"
    return done.stdout


class Artefacts:
    """A wheel and an sdist, and the copy of the source tree that they were built from."""

    def __init__(self, folder: Path) -> None:
        """Build in a copy, because other tests use the compiled modules of the checkout at the same time.

        The build files of the checkout are copied, too, so nothing is compiled twice.
        """
        self.source = folder / "source"
        shutil.copytree(ROOT, self.source, ignore=NOT_SOURCES, symlinks=True)
        self.files = {path.relative_to(self.source).as_posix() for path in files_in(self.source)}
        if CAN_COMPILE and (ROOT / "build/rules").exists():
            shutil.copytree(ROOT / "build/rules", self.source / "build/rules", ignore=NOT_NEEDED)
        settings = folder / "build.cfg"
        settings.write_text("[build]\nbuild_lib = build/rules/lib\n", encoding="utf-8")
        self.log = run(sys.executable, "-c", BUILD, cwd=self.source, DIST_EXTRA_CONFIG=str(settings))
        [self.wheel] = (self.source / "dist").glob("*.whl")
        [self.sdist] = (self.source / "dist").glob("*.tar.gz")


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]


class Environment:
    """A virtual environment with the locked default dependencies and one artefact."""

    def __init__(self, folder: Path, artefact: Path) -> None:
        self.folder = folder
        run(sys.executable, "-m", "venv", "--without-pip", folder / "env", cwd=folder)
        self.python = folder / "env/bin/python"
        self.samovar = str(folder / "env/bin/samovar")
        locked = ["--no-deps", "--require-hashes", "-r", str(ROOT / "requirements/play.txt")]
        self.pip("install", "-qq", "--no-compile", *locked)
        # Building the rules again from the sdist would take minutes: it is installed as plain Python.
        self.pip("install", "-qq", "--no-deps", "--no-build-isolation", artefact, SAMOVAR_PURE="1")
        self.pip("check")

    def pip(self, *words: str | Path, **more: str) -> str:
        """Run pip for this environment. It has no pip of its own, so that it is created faster."""
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input"]
        return run(*pip, "--python", self.python, *words, cwd=self.folder, **more)

    @contextmanager
    def serving(self) -> Iterator[str]:
        """Run a server outside the source tree. Yields its URL, without a slash at the end."""
        database = str(self.folder / "games.db")
        command = [
            self.samovar,
            "serve",
            "--no-browser",
            "--port",
            "0",
            "--bots",
            "1",
            "--database",
            database,
        ]
        with (self.folder / "errors.txt").open("w+", encoding="utf-8") as errors:
            process = subprocess.Popen(
                command, cwd=self.folder, env=variables(), stdout=subprocess.PIPE, stderr=errors, text=True
            )
            try:
                assert process.stdout is not None
                line = process.stdout.readline()
                assert line.startswith("Samovar: http://"), (self.folder / "errors.txt").read_text()
                yield line.split()[1].rstrip("/")
                assert process.poll() is None
                process.send_signal(signal.SIGINT)
                assert process.wait(timeout=60) == 0
                assert (self.folder / "errors.txt").read_text() == ""
            finally:
                process.kill()
                process.communicate()
