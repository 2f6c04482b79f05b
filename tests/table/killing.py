"""Lets a server play and kills it without warning, again and again; prints what it had acknowledged.

It runs in a process of its own, without threads, so that each server is a fork that starts in no time.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys

from samovar.games import registry
from samovar.table.house import House, Order, Wanted
from samovar.table.store import Store
from samovar.table.thinkers import Thinkers

TABLES = 4
Told = dict[str, tuple[int, str]]


async def play(house: House, id: str, rng: random.Random, out: int) -> None:
    """Play a table at random, and say what has been acknowledged as soon as it is."""
    table = await house.table(id)
    while True:
        match = table.playing()
        if match.over:
            return
        seat = rng.choice(match.actors())
        seq = table.seq
        if rng.random() < 0.1 and match.can_undo(seat):
            await house.take_back(table, seat, False, seq)
        else:
            await house.act(table, seat, rng.choice(match.options(seat)), seq, f"a{seq}")
        os.write(out, f"{id} {table.seq} {table.hash}\n".encode())


async def serve(url: str, seed: int, out: int) -> None:
    rng = random.Random(seed)
    house = House(Store(url), Thinkers())
    ids = house.store.tables(running=True)
    while len(ids) < TABLES:
        order = Order(game="stroganov", seats=[Wanted("me", "A"), Wanted("me", "B")])
        ids.append((await house.make(order, "")).id)
    await asyncio.gather(*(play(house, id, rng, out) for id in ids))


def run_and_kill(url: str, seed: int, moment: int, told: Told) -> None:
    """A server until it has acknowledged so many actions."""
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
            if line.endswith("\n"):  # also what it still had acknowledged
                id, seq, hash = line.split()
                told[id] = (int(seq), hash)
    os.waitpid(server, 0)


def main(url: str, first: int, kills: int) -> None:
    registry.game("stroganov").standard_box()  # read once for all of them
    rng = random.Random(first)
    told: Told = {}
    for kill in range(kills):
        run_and_kill(url, first + kill, rng.randint(1, 60), told)
    print(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
