"""Let a server play and kill it without warning, again and again; print what it had acknowledged.

It runs in a process of its own, without threads, so that each server is a fork that starts at once.
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
from samovar.room.viewer import Identity
from samovar.table.service import RoomService
from samovar.table.store import Store
from samovar.table.worker_pool import WorkerPool

ROOMS = 4
EVA = Identity(session="eva")  # holds all seats, in every run of the server
Acknowledged = dict[str, tuple[int, str]]  # by room: the last entry and its hash


async def play(service: RoomService, id: str, rng: random.Random, out: int) -> None:
    """Play a room at random, and tell each entry as soon as it is acknowledged."""
    session = await service.open(id)
    while not session.room.over:
        match, seq = session.room.playing(), session.room.head.length
        seat = rng.choice(match.actors())
        command: Decide
        if rng.random() < 0.1 and match.can_undo(seat):
            command = Undo(seq=seq)
        else:
            command = Act(token=rng.choice(match.options(seat)), seq=seq, action_id=f"a{seq}")
        receipt = await service.execute(id, EVA, command, seat)
        os.write(out, f"{id} {receipt.seq} {session.room.head.hash}\n".encode())


async def serve(url: str, seed: int, out: int) -> None:
    rng = random.Random(seed)
    service = RoomService(Store(url), WorkerPool())
    ids = service.store.reader.room_ids(running=True)
    seats = [SeatRequest(kind="me", name=name) for name in "AB"]
    while len(ids) < ROOMS:
        ids.append((await service.create(CreateRoom(game="stroganov", seats=seats), EVA)).room.id)
    await asyncio.gather(*(play(service, id, rng, out) for id in ids))


def run_and_kill(url: str, seed: int, moment: int, acknowledged: Acknowledged) -> None:
    """Run a server until it has acknowledged ``moment`` commands."""
    theirs, ours = os.pipe()
    server = os.fork()
    if server == 0:
        os.close(theirs)
        asyncio.run(serve(url, seed, ours))
        os._exit(0)
    os.close(ours)
    with os.fdopen(theirs) as lines:
        for n, line in enumerate(lines, 1):
            if n == moment:
                os.kill(server, signal.SIGKILL)
            if line.endswith("\n"):  # also what it acknowledged before the signal arrived
                id, seq, hash = line.split()
                acknowledged[id] = (int(seq), hash)
    status = os.waitstatus_to_exitcode(os.waitpid(server, 0)[1])
    assert status in {-signal.SIGKILL, 0}, f"the server failed with status {status}"


def main(url: str, first: int, kills: int) -> None:
    registry.game("stroganov").standard_box()  # read once for all servers
    rng = random.Random(first)
    acknowledged: Acknowledged = {}
    for kill in range(kills):
        run_and_kill(url, first + kill, rng.randint(1, 60), acknowledged)
    print(json.dumps(acknowledged))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
