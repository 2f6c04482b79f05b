"""Functions that tests run in worker processes, and a server that is killed while its workers are busy."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

from samovar.bots.registry import seat_bot
from samovar.kernel.errors import BadInput, CannotUndo, IllegalAction
from samovar.kernel.rng import Rng
from samovar.match.match import Match
from samovar.table.worker_pool import WorkerPool


def add(one: int, other: int) -> int:
    return one + other


def worker_pid() -> int:
    return os.getpid()


def nice_value() -> int:
    return os.nice(0)


def ignores_ctrl_c() -> bool:
    return signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def raise_bad_input(faults: list[str]) -> None:
    raise BadInput("import", faults)


def raise_illegal_action() -> None:
    raise IllegalAction("no_horses", "T-4.2", "hunt.4")


def raise_cannot_undo() -> None:
    raise CannotUndo("new_information")


def divide_by_zero() -> float:
    return 1 / int(os.environ.get("SAMOVAR_NO_SUCH_VARIABLE", "0"))


def die() -> None:
    os._exit(3)


def sleep(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def search_for_ten_minutes(started: str) -> None:
    """Run one long search, which holds the GIL if the rules are compiled."""
    match = Match("stroganov", 2, 1)
    seat = match.actors()[0]
    player = seat_bot("search@600s", match.game, seat)
    view = match.view(seat)
    Path(started).write_text(str(os.getpid()))
    player.choose(view, Rng(1))


async def serve(started: str) -> None:
    """Print the process id of an idle worker, then keep another one busy."""
    idle, busy = WorkerPool(), WorkerPool()
    print(await idle.run(worker_pid, seconds=60.0), flush=True)
    await busy.run(search_for_ten_minutes, started, seconds=600.0)


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1]))
