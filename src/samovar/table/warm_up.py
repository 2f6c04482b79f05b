"""``samovar serve --warm-up COMMAND``: run a command beside the server, after which bots decide faster.

In a checkout the command compiles the rules (``make play``). Until it ends, pages show that bots are warming
up. If it succeeds, new workers without ``SAMOVAR_PURE`` load the compiled rules. The server process keeps the
rules that it has imported, because both kinds give equal results.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import Callable
from typing import Protocol


class Replaceable(Protocol):
    """A pool of workers whose processes can be replaced."""

    warming_up: bool

    def replace_all(self) -> None: ...


async def warm_up(pool: Replaceable, command: list[str], changed: Callable[[], None]) -> None:
    """Run the command and replace the workers if it succeeds.

    ``changed`` is called at the end, to render the pages that show ``warming_up`` again.
    """
    pool.warming_up = True
    try:
        if await _status(command) == 0:
            # Workers inherit the environment. The server read this variable at startup.
            os.environ.pop("SAMOVAR_PURE", None)
            pool.replace_all()
    finally:
        pool.warming_up = False
        changed()


async def _status(command: list[str]) -> int:
    """The exit status of a command. The command is terminated if the server stops before.

    It runs in its own session, so that Ctrl+C reaches only the server, which then terminates the command.
    """
    process = subprocess.Popen(  # noqa: S603 (the operator gives the command)
        command, stdin=subprocess.DEVNULL, start_new_session=True
    )
    try:
        return await asyncio.to_thread(process.wait)
    finally:
        process.terminate()  # does nothing if it has ended
