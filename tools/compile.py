"""Compile the rules if anything changed since the last build, and print whether they run compiled.

A compiled module next to a source that was edited later would be silently wrong. git sets no useful file
times, so a fingerprint covers the contents of the sources and of the build script and the versions of the
tools. If it differs, every compiled module is removed before the build. If the build fails, the rules run as
plain Python.

The modules share libraries, so a process that imports an incomplete set would crash. They are therefore built
and tested under ``build/rules/lib`` and then copied next to their sources.

``--background`` is for ``make play``, while the server runs: it lowers the priority of the compiler, and the
exit status is 0 only if the rules are compiled.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.chdir(ROOT)

import setup as build_script  # noqa: E402  (from the project's folder, found by the line above)

BUILD = Path("build")
LOG = BUILD / "compile.log"
FINGERPRINT = BUILD / "compiled.sha256"
LIB = BUILD / "rules" / "lib"
OBJECTS = BUILD / "rules" / "objects"
NICE = 10  # lower priority than the bots, which run at 5
TERMINAL_INTERVAL, PLAIN_INTERVAL = 0.5, 20.0  # seconds between two reports of progress
INGREDIENTS = ("setup.py", "pyproject.toml", "requirements/play.txt", *sorted(build_script.INTERPRETED))
PROBE = """
import importlib, sys
from importlib.machinery import ExtensionFileLoader
for name in sys.argv[2:]:
    module = importlib.import_module(name)
    if not isinstance(module.__loader__, ExtensionFileLoader) or not module.__file__.startswith(sys.argv[1]):
        sys.exit(f"{name} was loaded from {module.__file__}, not from its compiled module")
"""


def fingerprint() -> str:
    digest = hashlib.sha256(f"{sys.version}\n{sys.platform}\n{build_script.c_compiler()}\n".encode())
    for name in (*INGREDIENTS, *build_script.sources()):
        content = Path(name).read_bytes() if Path(name).exists() else b""
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def compiled_in(folder: Path) -> list[Path]:
    """Return the compiled modules below a folder, and the libraries they share."""
    return [path for suffix in ("so", "pyd") for path in folder.glob(f"**/*.{suffix}")]


def artefacts() -> list[Path]:
    return compiled_in(Path("src"))


def complete(found: list[Path]) -> bool:
    return len(found) == len(build_script.sources()) + build_script.LIBRARIES


def up_to_date(wanted: str) -> bool:
    """True if the compiled modules next to the sources are complete and were built from these sources."""
    made = FINGERPRINT.read_text().strip() if FINGERPRINT.exists() else ""
    return made == wanted and complete(artefacts())


def remove_artefacts() -> None:
    FINGERPRINT.unlink(missing_ok=True)
    for path in artefacts():
        path.unlink()


class Progress:
    """A progress line of the running build: updated in place on a terminal, else printed at intervals.

    It counts the files that the build has written. So a process that waits for the build of another process
    shows the progress, too.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.in_place = stream.isatty()
        self.start = time.monotonic()
        self.width = 0
        self._ended = threading.Event()

    @property
    def seconds(self) -> int:
        return int(time.monotonic() - self.start)

    def text(self) -> str:
        """Return a line such as `compiling the rules: 34 of 124 files, 0:41`."""
        modules = len(build_script.sources())
        files = modules + build_script.LIBRARIES
        done = sum(1 for path in OBJECTS.glob("**/*") if path.suffix in {".o", ".obj"})
        step = f"{done} of {files} files" if done else f"translating {modules} modules"
        return f"compiling the rules: {step}, {self.seconds // 60}:{self.seconds % 60:02}"

    def show(self) -> None:
        line = self.text()
        if not self.in_place:
            self._write(line + "\n")
            return
        # The cursor returns to the first column, where another process may print a line.
        self._write(line.ljust(self.width) + "\r")
        self.width = len(line)

    def clear(self) -> None:
        if self.width:
            self._write(" " * self.width + "\r")

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError):  # the terminal is gone; the build goes on
            self.stream.write(text)
            self.stream.flush()

    @contextlib.contextmanager
    def shown(self) -> Iterator[None]:
        """Show the progress, beginning after one second."""

        def report() -> None:
            wait = 1.0
            while not self._ended.wait(wait):
                self.show()
                wait = TERMINAL_INTERVAL if self.in_place else PLAIN_INTERVAL

        thread = threading.Thread(target=report, daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._ended.set()
            thread.join()
            self.clear()


def build() -> str | None:
    """Compile and probe under ``LIB``. Return None if all modules can be imported, else the reason."""
    for folder in (LIB, OBJECTS):
        shutil.rmtree(folder, ignore_errors=True)
    env = {name: value for name, value in os.environ.items() if name != "SAMOVAR_PURE"}
    with LOG.open("w") as log:
        command = ["setup.py", "build", f"--build-lib={LIB}", f"--build-temp={OBJECTS}"]
        status = run_logged(command, log, env)
        shutil.rmtree(OBJECTS, ignore_errors=True)  # the object files are not used again
        if status or not complete(compiled_in(LIB)):
            return f"compiling failed, see {LOG}"
        paths = (Path(name).relative_to("src").with_suffix("") for name in build_script.sources())
        modules = [".".join(path.parts) for path in paths]
        place = str(LIB.absolute())
        if run_logged(["-c", PROBE, place, *modules], log, env | {"PYTHONPATH": place}):
            return f"the compiled rules could not be imported, see {LOG}"
    return None


def run_logged(command: list[str], log: TextIO, env: dict[str, str]) -> int:
    """Run Python with these arguments and return its exit status. It is terminated with this process."""
    posix = os.name == "posix"
    process = subprocess.Popen(
        [sys.executable, *command], stdout=log, stderr=subprocess.STDOUT, env=env, start_new_session=posix
    )
    try:
        return process.wait()
    except BaseException:
        if posix:
            with contextlib.suppress(ProcessLookupError):  # the process has ended meanwhile
                os.killpg(process.pid, signal.SIGTERM)
        else:
            process.terminate()
        process.wait()
        raise


def install() -> None:
    """Copy the compiled modules next to their sources. A wheel is built from those under ``LIB``."""
    for path in compiled_in(LIB):
        shutil.copyfile(path, Path("src") / path.relative_to(LIB))


def mark_fresh() -> None:
    """Make every compiled module newer than its source: conftest.py compares their times."""
    for path in artefacts():
        os.utime(path)


@contextlib.contextmanager
def build_lock() -> Iterator[None]:
    """Wait while another process compiles in this checkout.

    SQLite's file lock works on every system, and the lock of a killed process is released.
    """
    with contextlib.closing(sqlite3.connect(BUILD / "compile.lock", timeout=3600)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


def compile_rules() -> str | None:
    """Bring the compiled rules up to date. Return None, or the reason why the rules run as plain Python."""
    reason = build_script.obstacle()
    if reason is not None and "SAMOVAR_PURE" in reason:
        return reason  # only for this run: keep the compiled modules
    BUILD.mkdir(exist_ok=True)
    with build_lock():
        wanted = fingerprint()
        if reason is None and build_script.sources() and up_to_date(wanted):
            mark_fresh()
            return None
        remove_artefacts()
        if not build_script.sources():
            return "there is nothing to compile"
        reason = reason or build()
        if reason is None and fingerprint() != wanted:
            reason = "the sources changed while they were compiled"
        if reason is not None:
            return reason
        install()
        FINGERPRINT.write_text(wanted + "\n")
        return None


def is_due() -> bool:
    """True if the rules can be compiled here, and the compiled modules are missing or out of date."""
    return build_script.obstacle() is None and not up_to_date(fingerprint())


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Compile the rules, if they changed since the last time.")
    parser.add_argument(
        "--background", action="store_true", help="compile at low priority while a server runs"
    )
    background = parser.parse_args(arguments).background
    if background:
        os.environ.pop("SAMOVAR_PURE", None)  # set to keep the server interpreted
        with contextlib.suppress(OSError, AttributeError):  # there is no nice on Windows
            os.nice(NICE)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    progress = Progress(sys.stderr)
    try:
        with progress.shown():
            reason = compile_rules()
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    if reason is None:
        took = f" in {progress.seconds} s" if progress.seconds else ""
        print(f"rules: compiled{took}" + ("; bots use them from now on" if background else ""), flush=True)
        return 0
    print(f"rules: interpreted ({reason})", flush=True)
    if os.environ.get("SAMOVAR_COMPILE") == "require":
        if str(LOG) in reason:
            print(LOG.read_text(), file=sys.stderr)
        print("error: SAMOVAR_COMPILE=require, but the rules are not compiled", file=sys.stderr)
        return 1
    return 1 if background else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
