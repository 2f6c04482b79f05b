"""Measure the start-up time of ``make play`` in a fresh clone with an empty home directory.

``python benchmarks/first_page.py`` clones the commits of its own checkout into a temporary folder. It prints
after how many seconds the first page is served, and after how many the rules are compiled.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder, "samovar")
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        home = {"HOME": folder, "XDG_DATA_HOME": folder, "XDG_CACHE_HOME": folder, "CI": "1"}
        start = time.monotonic()
        process = subprocess.Popen(
            ["make", "play", "ARGS=--port 0"],
            cwd=clone,
            env=os.environ | home,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            watch(process, start)
        finally:
            os.killpg(process.pid, signal.SIGINT)
            process.wait()
    return 0


def watch(process: subprocess.Popen[str], start: float) -> None:
    """Print the output of the command with times, until it reports whether the rules are compiled."""
    assert process.stdout is not None
    served = False
    for line in process.stdout:
        print(f"{time.monotonic() - start:6.1f} s  {line.rstrip()}", flush=True)
        found = re.match(r"Samovar: (\S+)", line)
        if found:
            with urllib.request.urlopen(found[1], timeout=60) as answer:
                served = answer.status == 200
            print(f"{time.monotonic() - start:6.1f} s  the first page is served", flush=True)
        if served and line.startswith("rules: "):
            return


if __name__ == "__main__":
    sys.exit(main())
