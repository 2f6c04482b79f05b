"""Open the table in the browser at once: ``make play``, or ``python tools/play.py [--lan …]``.

If the compiled rules are missing or out of date, they are compiled in the background. The server runs
interpreted until its next start. The bots switch to the compiled rules when these are ready (``--warm-up``).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools import compile as rules

IN_BACKGROUND = [sys.executable, "tools/compile.py", "--background"]


def main(arguments: list[str]) -> int:
    required = os.environ.get("SAMOVAR_COMPILE") == "require"
    if rules.is_due() and not required:
        os.environ["SAMOVAR_PURE"] = "1"  # the server must not import modules that appear while it runs
        arguments = [*arguments, "--warm-up", *IN_BACKGROUND]
    elif status := rules.main([]):
        return status
    command = [sys.executable, "-m", "samovar.cli", "serve", *arguments]
    if os.name == "posix":
        os.execv(sys.executable, command)
    return subprocess.call(command)  # exec on Windows starts a process that Ctrl+C does not reach


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
