"""The compile lock: only one process at a time compiles in a checkout, on every system."""

from __future__ import annotations

import subprocess
import sys

from tests.deploy.files import ROOT

HOLD = """
import sys
sys.path.insert(0, ".")
from tools.compile import build_lock
with build_lock():
    print("held", flush=True)
    sys.stdin.readline()
"""


def holder() -> subprocess.Popen[str]:
    (ROOT / "build").mkdir(exist_ok=True)
    command = [sys.executable, "-c", HOLD]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def test_a_second_process_waits_until_the_first_ends_or_is_killed() -> None:
    with holder() as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "held\n"
        with holder() as second:
            try:
                second.wait(1.5)
                raise AssertionError("the second process did not wait")
            except subprocess.TimeoutExpired:
                first.kill()
            assert second.communicate("\n", timeout=60)[0] == "held\n"


def test_the_tools_run_on_windows() -> None:
    for path in (ROOT / "tools").glob("*.py"):
        assert "fcntl" not in path.read_text(), path
