"""Play at 50 tables for half an hour and watch the memory of the server. Needs an otherwise idle machine.

    python benchmarks/soak.py                                   # 30 minutes
    python benchmarks/soak.py --minutes 2 --tables 10           # a short trial

At each table a person with an API token plays against bots, and a spectator has the page open. The clients
close their streams at random and connect again. When a game is over, a new table is made. Some requests are
refused: outdated actions, undos without right, bad imports.

The memory of the server and of its workers and the number of open files are sampled. The last line of the
output is JSON. The growth is that of a line fitted to the samples of the last two thirds of the time. The
exit code is 1 if a request failed unexpectedly, or if the server grew by more than ``--most`` megabytes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.table import Client, Player, make_against, memory, percentile, served
from samovar.games import registry

SAMPLE_SECONDS = 5.0
SPARE_ROOMS = 10
LEVELS = ["easy", "medium", "random", "greedy"]
EXPECTED = {200, 303, 403, 404, 409, 422}
BAD_TEXT = "a." * 50 + "a = 1"


class Soak:
    """The clients of one run and what they have seen."""

    def __init__(self, port: int, seconds: float) -> None:
        self.port = port
        self.end = time.perf_counter() + seconds
        self.statuses: Counter[int] = Counter()
        self.delays: list[float] = []
        self.games = 0
        self.reconnects = 0
        self.failures: list[str] = []

    @property
    def running(self) -> bool:
        return time.perf_counter() < self.end

    def note(self, status: int, text: bytes) -> None:
        self.statuses[status] += 1
        if status not in EXPECTED:
            self.failures.append(f"{status} {text[:200]!r}")

    async def table(self, number: int) -> None:
        """Play games one after the other at one table."""
        rng = random.Random(number)
        while self.running:
            try:
                await self.game(rng)
            except (OSError, asyncio.IncompleteReadError) as error:
                self.failures.append(f"{type(error).__name__}: {error}")
                await asyncio.sleep(1)

    async def game(self, rng: random.Random) -> None:
        name = rng.choice(registry.names())
        game = registry.game(name)
        seats = rng.randint(max(2, game.min_seats), game.max_seats)
        id, tokens = await make_against(self.port, name, [rng.choice(LEVELS) for _ in range(seats - 1)])
        player = await Player(self.port, id, tokens[0]).start()
        spectator = asyncio.ensure_future(self.watch(id, random.Random(rng.random())))
        try:
            while self.running:
                ready = player.until(lambda state: bool(state["options"]) or state["over"])
                try:
                    state = await asyncio.wait_for(ready, 60)
                except TimeoutError:
                    self.failures.append(f"table {id}: no decision for 60 s")
                    return
                if state["over"]:
                    self.games += 1
                    return
                await self.decide(player, state["seq"], rng)
        finally:
            spectator.cancel()
            await asyncio.gather(spectator, return_exceptions=True)
            await player.stop()

    async def decide(self, player: Player, seq: int, rng: random.Random) -> None:
        """Act after a short time. Sometimes connect again or send a request that is refused."""
        await asyncio.sleep(rng.expovariate(2))
        chance = rng.random()
        if chance < 0.05:
            await player.disconnect()
            await asyncio.sleep(rng.random())
            await player.connect()
            self.reconnects += 1
            await asyncio.wait_for(player.until(lambda state: state["seq"] >= seq), 60)
        elif chance < 0.08:
            self.note(*await player.client.post(f"{player.path}/act", {"token": "x", "seq": 0}))
        elif chance < 0.10:
            self.note(*await player.client.post("/api/import", {"text": BAD_TEXT}))
        elif chance < 0.13:
            self.note(*await player.client.post(f"{player.path}/chat", {"text": "tea?"}))
        elif chance < 0.16:
            self.note(*await player.client.post(f"{player.path}/undo", {"seq": player.state["seq"]}))
        if not player.state["options"]:
            return
        start, before = time.perf_counter(), player.state["seq"]
        status, text = await player.act(rng)
        self.note(status, text)
        self.delays.append(time.perf_counter() - start)
        if status == 200:
            await asyncio.wait_for(player.until(lambda state: state["seq"] > before), 60)

    async def watch(self, id: str, rng: random.Random) -> None:
        """Keep the page open as a spectator, and open it again from time to time."""
        while True:
            client = await Client(self.port).open()
            stream = client.listen(f"/t/{id}/events", lambda _: None, compressed=True)
            try:
                await asyncio.wait_for(stream, rng.uniform(1, 20))
            except TimeoutError:
                self.reconnects += 1
            finally:
                client.writer.close()


def children(pid: int) -> list[int]:
    """The processes that any thread of this process has started."""
    found = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for path in found for child in path.read_text().split()]


def sample(pid: int, began: float) -> dict[str, float]:
    """The memory in megabytes, the number of open files, and the seconds since the start."""
    return {
        "seconds": time.perf_counter() - began,
        "server_mb": memory(pid),
        "workers_mb": sum(memory(child) for child in children(pid)),
        "files": len(os.listdir(f"/proc/{pid}/fd")),
    }


def growth(samples: list[dict[str, float]], name: str) -> float:
    """The growth of a value in the last two thirds of the time, by the line of least squares."""
    late = samples[len(samples) // 3 :]
    if len(late) < 3:
        return 0.0
    times, values = [one["seconds"] for one in late], [one[name] for one in late]
    middle, mean = sum(times) / len(late), sum(values) / len(late)
    spread = sum((at - middle) ** 2 for at in times)
    slope = sum((at - middle) * (value - mean) for at, value in zip(times, values, strict=True)) / spread
    return slope * (times[-1] - times[0])


async def soak(port: int, pid: int, tables: int, seconds: float) -> dict[str, Any]:
    run, began = Soak(port, seconds), time.perf_counter()
    games = [asyncio.ensure_future(run.table(number)) for number in range(tables)]
    samples: list[dict[str, float]] = []
    while run.running:
        await asyncio.sleep(SAMPLE_SECONDS)
        samples.append(sample(pid, began))
        if len(samples) % 12 == 1:
            print(json.dumps({name: round(value, 1) for name, value in samples[-1].items()}), flush=True)
    await asyncio.gather(*games)
    return {
        "minutes": seconds / 60,
        "tables": tables,
        "games": run.games,
        "actions": len(run.delays),
        "action_p95_ms": percentile(run.delays, 0.95) * 1000,
        "reconnects": run.reconnects,
        "statuses": dict(sorted(run.statuses.items())),
        "failures": run.failures[:20],
        "server_mb": [samples[0]["server_mb"], samples[-1]["server_mb"]],
        "growth_mb": growth(samples, "server_mb"),
        "workers_growth_mb": growth(samples, "workers_mb"),
        "files_growth": growth(samples, "files"),
    }


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--most", type=float, default=10.0, help="megabytes of growth that are allowed (10)")
    asked = parser.parse_args()
    # Finished games stay in memory up to this limit. Until it is reached, the memory grows.
    # A client that waits long for bots on a busy machine must find its connection open.
    with served(max_open_rooms=asked.tables + SPARE_ROOMS, keep_alive=600) as (port, pid):
        found = asyncio.run(soak(port, pid, asked.tables, asked.minutes * 60))
    print(json.dumps(found))
    return 1 if found["failures"] or found["growth_mb"] > asked.most else 0


if __name__ == "__main__":
    sys.exit(main())
