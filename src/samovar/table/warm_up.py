"""Run a command beside the server after which bots answer faster: ``samovar serve --warm-up COMMAND``.

In a checkout the command compiles the rules (``make play``). Until it ends, pages tell that bots are warming
up. If it succeeds, the bot workers are replaced by new ones without ``SAMOVAR_PURE``, which load the compiled
rules. The server keeps the rules that it has imported: both kinds give equal results.
"""

from __future__ import annotations

import asyncio
import os
import subprocess

from samovar.table.house import House


async def warm_up(house: House, command: list[str]) -> None:
    """Run the command to its end, and replace the bot workers if it succeeds."""
    pool = house.thinkers
    pool.warming_up = True
    try:
        if await _status(command) == 0:
            # Workers inherit this. The server has read it at its start and does not read it again.
            os.environ.pop("SAMOVAR_PURE", None)
            pool.replace_all()
    finally:
        pool.warming_up = False
        for table in house.tables.values():
            table.changed()


async def _status(command: list[str]) -> int:
    """The exit status of a command. It is terminated if the server ends before.

    It runs in a session of its own: Ctrl+C ends the server, and only the server ends the command.
    """
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        return await asyncio.to_thread(process.wait)
    finally:
        process.terminate()  # does nothing if it has ended
