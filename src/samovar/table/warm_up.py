"""Run a command beside the server after which bots answer faster: ``samovar serve --warm-up COMMAND``.

In a checkout the command compiles the rules (``make play``). Until it ends, pages tell that bots are warming
up. If it succeeds, the workers are replaced by new ones without ``SAMOVAR_PURE``, which load the compiled
rules. The server keeps the rules that it has imported: both kinds give equal results.
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
    """Run the command to its end, and replace the workers if it succeeds.

    ``changed`` is called at the end: every page that shows ``warming_up`` must be rendered again.
    """
    pool.warming_up = True
    try:
        if await _status(command) == 0:
            # Workers inherit this. The server has read it at its start and does not read it again.
            os.environ.pop("SAMOVAR_PURE", None)
            pool.replace_all()
    finally:
        pool.warming_up = False
        changed()


async def _status(command: list[str]) -> int:
    """The exit status of a command. It is terminated if the server ends before.

    It runs in a session of its own: Ctrl+C ends the server, and only the server ends the command.
    """
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        return await asyncio.to_thread(process.wait)
    finally:
        process.terminate()  # does nothing if it has ended
