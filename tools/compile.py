"""Compile the rules in place if anything changed since the last time, and say in one line what they run as.

A compiled module beside a source that has been edited since would be silently wrong. So the sources, the
build script and the versions of the tools are fingerprinted by content (git sets no useful times), and when
the fingerprint differs every compiled module is removed before the next is built: what cannot be built again
runs as plain Python, never as something old.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.chdir(ROOT)

import setup as build_script  # noqa: E402  (from the project's folder, found by the line above)

BUILD = Path("build")
LOG = BUILD / "compile.log"
LIBRARY = BUILD / "rules/lib"  # the modules are built here and then copied into src
FINGERPRINT = BUILD / "compiled.sha256"
INGREDIENTS = ("setup.py", "pyproject.toml", "requirements/play.txt", *sorted(build_script.INTERPRETED))
PROBE = """
import importlib, sys
from importlib.machinery import ExtensionFileLoader
for name in sys.argv[1:]:
    if not isinstance(importlib.import_module(name).__loader__, ExtensionFileLoader):
        sys.exit(f"{name} was not loaded from its compiled module")
"""


def fingerprint() -> str:
    digest = hashlib.sha256(f"{sys.version}\n{sys.platform}\n{build_script.c_compiler()}\n".encode())
    for name in (*INGREDIENTS, *build_script.sources()):
        content = Path(name).read_bytes() if Path(name).exists() else b""
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def artefacts() -> list[Path]:
    return [path for suffix in ("so", "pyd") for path in Path("src").glob(f"**/*.{suffix}")]


def up_to_date(wanted: str) -> bool:
    """One compiled module for each source, and the libraries they share, made from just these sources."""
    made = FINGERPRINT.read_text().strip() if FINGERPRINT.exists() else ""
    return made == wanted and len(artefacts()) == len(build_script.sources()) + build_script.LIBRARIES


def remove_artefacts() -> None:
    FINGERPRINT.unlink(missing_ok=True)
    shutil.rmtree(LIBRARY, ignore_errors=True)  # the next build would take what is there for up to date
    for path in artefacts():
        path.unlink()


def build() -> str | None:
    """Compile; the reason if that fails, None if the compiled modules are there and can be imported."""
    paths = (Path(name).relative_to("src").with_suffix("") for name in build_script.sources())
    modules = [".".join(path.parts) for path in paths]
    env = {name: value for name, value in os.environ.items() if name != "SAMOVAR_PURE"}
    with LOG.open("w") as log:
        compiled = subprocess.run(
            [sys.executable, "setup.py", "build_ext", "--inplace", f"--build-lib={LIBRARY}"],
            stdout=log, stderr=subprocess.STDOUT, env=env, check=False,
        )  # fmt: skip
        if compiled.returncode or not artefacts():
            return f"compiling failed, see {LOG}"
        probe = subprocess.run(
            [sys.executable, "-c", PROBE, *modules],
            stdout=log, stderr=subprocess.STDOUT, env=env, check=False,
        )  # fmt: skip
        if probe.returncode:
            return f"the compiled rules could not be imported, see {LOG}"
    return None


def mark_fresh() -> None:
    """Whoever compares times (conftest.py does) must find every compiled module newer than its source."""
    for path in artefacts():
        os.utime(path)


def compile_rules() -> str | None:
    """Bring the compiled rules up to date. None, or the reason why the rules run as plain Python."""
    reason = build_script.obstacle()
    if reason is not None and "SAMOVAR_PURE" in reason:
        return reason  # asked for this once: what is compiled may stay for the next time
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "compile.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two of us in one checkout take turns
        wanted = fingerprint()
        if reason is None and build_script.sources() and up_to_date(wanted):
            mark_fresh()
            return None
        remove_artefacts()
        if not build_script.sources():
            return "there is nothing to compile"
        if reason is not None:
            return reason
        print(f"compiling {len(build_script.sources())} modules of the rules…", flush=True)
        start = time.monotonic()
        reason = build()
        if reason is not None:
            remove_artefacts()
            return reason
        print(f"compiled in {time.monotonic() - start:.0f} s", flush=True)
        FINGERPRINT.write_text(wanted + "\n")
        mark_fresh()
        return None


def main() -> int:
    reason = compile_rules()
    print("rules: compiled" if reason is None else f"rules: pure Python ({reason})", flush=True)
    if reason is not None and os.environ.get("SAMOVAR_COMPILE") == "require":
        if str(LOG) in reason:
            print(LOG.read_text(), file=sys.stderr)
        print("error: SAMOVAR_COMPILE=require, but the rules are not compiled", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
