"""Repeatedly lets servers play and kills them by ``kill -9``. Prints the acknowledged entries.

It runs in a separate process without threads, so that each server is a quick fork.
``python -m tests.table.killing URL FIRST_SEED KILLS SERVERS``: all servers of a run play the same rooms.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys

from samovar.games import registry
from samovar.room.commands import Act, Decide, Undo
from samovar.room.creation import CreateRoom, SeatRequest
from samovar.room.errors import Conflict, Forbidden
from samovar.room.viewer import Identity
from samovar.table.service import RoomService
from samovar.table.store import Store
from samovar.table.worker_pool import WorkerPool

ROOMS = 4
EVA = Identity(session="eva")  # holds all seats, in every run of the server
Acknowledged = dict[str, dict[int, str]]  # the hash by room and seq


async def play(service: RoomService, id: str, rng: random.Random, out: int) -> None:
    """Play a room at random, and print each entry as soon as it is acknowledged."""
    open_room = await service.open(id)
    while not open_room.room.over:
        match, seq = open_room.room.started_match(), open_room.room.head.length
        seat = rng.choice(match.actors())
        command: Decide
        if rng.random() < 0.1 and match.can_undo(seat):
            command = Undo(seq=seq)
        else:
            command = Act(token=rng.choice(match.options(seat)), seq=seq, action_id=f"a{seq}")
        try:
            receipt = await service.execute(id, EVA, command, seat)
        except (Conflict, Forbidden):
            if open_room.room.head.length == seq:  # no other server appended first
                raise
            continue
        assert receipt.seq == open_room.room.head.length
        os.write(out, f"{id} {receipt.seq} {open_room.room.head.hash}\n".encode())


async def serve(url: str, seed: int, out: int) -> None:
    rng = random.Random(seed)
    service = RoomService(Store(url), WorkerPool())
    ids = service.store.reader.room_ids(running=True)
    seats = [SeatRequest(kind="me", name=name) for name in "AB"]
    while len(ids) < ROOMS:
        ids.append((await service.create(CreateRoom(game="stroganov", seats=seats), EVA)).room.id)
    await asyncio.gather(*(play(service, id, rng, out) for id in ids))


def run_and_kill(url: str, seeds: list[int], most: int, acknowledged: Acknowledged) -> None:
    """Run servers and kill them when they have acknowledged ``most`` commands."""
    theirs, ours = os.pipe()
    servers = []
    for seed in seeds:
        server = os.fork()
        if server == 0:
            os.close(theirs)
            asyncio.run(serve(url, seed, ours))
            os._exit(0)
        servers.append(server)
    os.close(ours)
    with os.fdopen(theirs) as lines:
        for n, line in enumerate(lines, 1):
            if n == most:
                for server in servers:
                    os.kill(server, signal.SIGKILL)
            if line.endswith("\n"):  # lines acknowledged before the signal arrived count, too
                id, seq, hash = line.split()
                acknowledged.setdefault(id, {})[int(seq)] = hash
    for server in servers:
        status = os.waitstatus_to_exitcode(os.waitpid(server, 0)[1])
        assert status in {-signal.SIGKILL, 0}, f"a server failed with status {status}"


def main(url: str, first: int, kills: int, servers: int) -> None:
    registry.game("stroganov").standard_box()  # loaded once, before the forks
    rng = random.Random(first)
    acknowledged: Acknowledged = {}
    for kill in range(first, first + kills):
        seeds = [kill * servers + n for n in range(servers)]
        run_and_kill(url, seeds, rng.randint(1, 60), acknowledged)
    print(json.dumps(acknowledged))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
