"""How fast the table is: ``python benchmarks/table.py`` (compiled rules, nothing else running).

1. ``house``: 50 tables with 4 people each and 50 watchers, all with an open stream of the page. Each table
   decides once in a while; measured is the time from sending an action until the changed page has arrived at
   whoever acted.
2. ``actions``: as many actions as the server takes, each on the disk before it is answered and pushed to the
   four seats of its table by the API's stream.

The clients run in this process, on the other core, and speak HTTP by hand: they must not be the limit.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import socket
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

SERVER = """
import socket, sys, uvicorn
from samovar.table.app import Settings, make_app
listening = socket.socket(fileno=int(sys.argv[2]))
app = make_app(Settings(sys.argv[1], limits=False, pause=0.0))
config = uvicorn.Config(app, log_level="warning", access_log=False)
uvicorn.Server(config).run(sockets=[listening])
"""


class Client:
    """One connection that is kept open."""

    def __init__(self, port: int, headers: str = "") -> None:
        self.port = port
        self.host = f"127.0.0.1:{port}"
        self.headers = f"host: {self.host}\r\norigin: http://{self.host}\r\n{headers}"

    async def open(self) -> Client:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**22)
        return self

    async def post(self, path: str, body: object) -> tuple[int, Any]:
        data = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\n{self.headers}accept: application/json\r\n"
            f"content-type: application/json\r\ncontent-length: {len(data)}\r\n\r\n"
        )
        self.writer.write(head.encode() + data)
        status = int((await self.reader.readline()).split()[1])
        length = 0
        while (line := await self.reader.readline()) != b"\r\n":
            if line.lower().startswith(b"content-length:"):
                length = int(line[15:])
        text = await self.reader.readexactly(length)
        return status, json.loads(text) if text.startswith(b"{") else text

    async def listen(self, path: str, hear: Any) -> None:
        """Read a stream of events for ever; ``hear`` gets the data of each."""
        self.writer.write(f"GET {path} HTTP/1.1\r\n{self.headers}\r\n".encode())
        while True:
            line = await self.reader.readline()
            if not line:
                return
            if line.startswith(b"data: "):
                hear(line[6:])


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


async def make(port: int, seats: int) -> tuple[str, list[str]]:
    client = await Client(port).open()
    people = [{"kind": "person", "name": f"P{n}"} for n in range(seats)]
    _, made = await client.post("/api/tables", {"game": "stroganov", "seats": people})
    client.writer.close()
    return made["id"], made["tokens"]


async def house(port: int, tables: int, watchers: int, every: float, seconds: float) -> dict[str, float]:
    """Pages and their streams. Seats are held by cookies, as in browsers."""
    delays: list[float] = []
    rng = random.Random(1)
    tasks: list[asyncio.Task[None]] = []
    pushes = 0

    async def table(n: int) -> None:
        nonlocal pushes
        id, tokens = await make(port, 4)
        cookies = [await join(port, id, token) for token in tokens]
        news = [asyncio.Event() for _ in cookies]

        def hear(seat: int, data: bytes) -> None:
            nonlocal pushes
            pushes += 1
            news[seat].set()

        for seat, cookie in enumerate(cookies):
            client = await Client(port, f"cookie: samovar={cookie}\r\n").open()
            listening = client.listen(f"/t/{id}/events", partial(hear, seat))
            tasks.append(asyncio.ensure_future(listening))
        if n < watchers:
            client = await Client(port).open()
            tasks.append(asyncio.ensure_future(client.listen(f"/t/{id}/events", lambda _: None)))
        players = [await Client(port, f"cookie: samovar={cookie}\r\n").open() for cookie in cookies]
        askers = [await Client(port, f"authorization: Bearer {token}\r\n").open() for token in tokens]
        await asyncio.sleep(rng.random() * every)
        end = time.perf_counter() + seconds
        seat = 0
        while time.perf_counter() < end:
            mine = await get(askers[seat], f"/api/tables/{id}")
            if mine["over"]:
                return
            if seat not in mine["actors"]:
                seat = mine["actors"][0]
                continue
            news[seat].clear()
            start = time.perf_counter()
            token = rng.choice(mine["options"])
            action = {"token": token, "seq": mine["seq"], "action_id": str(mine["seq"])}
            await players[seat].post(f"/t/{id}/act", action)
            await news[seat].wait()
            delays.append(time.perf_counter() - start)
            await asyncio.sleep(every)

    await asyncio.gather(*(table(n) for n in range(tables)))
    for task in tasks:
        task.cancel()
    return {
        "actions": len(delays),
        "pushes": pushes,
        "p50_ms": percentile(delays, 0.5) * 1000,
        "p95_ms": percentile(delays, 0.95) * 1000,
        "p99_ms": percentile(delays, 0.99) * 1000,
    }


async def get(client: Client, path: str) -> Any:
    client.writer.write(f"GET {path} HTTP/1.1\r\n{client.headers}\r\n".encode())
    length = 0
    while (line := await client.reader.readline()) != b"\r\n":
        if line.lower().startswith(b"content-length:"):
            length = int(line[15:])
    return json.loads(await client.reader.readexactly(length))


async def join(port: int, id: str, token: str) -> str:
    client = await Client(port).open()
    head = f"GET /t/{id}/join/{token} HTTP/1.1\r\n{client.headers}connection: close\r\n\r\n"
    client.writer.write(head.encode())
    answer = (await client.reader.read()).decode()
    client.writer.close()
    return answer.partition("set-cookie: samovar=")[2].partition(";")[0]


async def actions(port: int, tables: int, seconds: float) -> dict[str, float]:
    """Durable actions with four pushes each."""
    done = 0
    pushes = 0
    delays: list[float] = []
    rng = random.Random(2)
    tasks: list[asyncio.Task[None]] = []
    end = time.perf_counter() + seconds

    def hear(seat: int, latest: list[dict[str, Any]], changed: asyncio.Event, data: bytes) -> None:
        nonlocal pushes
        pushes += 1
        latest[seat] = json.loads(data)
        changed.set()

    async def table() -> None:
        nonlocal done
        while time.perf_counter() < end:
            id, tokens = await make(port, 4)
            latest: list[dict[str, Any]] = [{} for _ in tokens]
            changed = asyncio.Event()

            headers = [f"authorization: Bearer {token}\r\n" for token in tokens]
            for seat, header in enumerate(headers):
                client = await Client(port, header).open()
                path = f"/api/tables/{id}/events?brief=1"
                listening = client.listen(path, partial(hear, seat, latest, changed))
                tasks.append(asyncio.ensure_future(listening))
            players = [await Client(port, header).open() for header in headers]
            while not all(latest):
                await changed.wait()
                changed.clear()
            seq = max(one["seq"] for one in latest)
            while time.perf_counter() < end:
                while latest[0]["seq"] < seq or not latest[latest[0]["actors"][0]]["options"]:
                    await changed.wait()
                    changed.clear()
                    if latest[0]["over"]:
                        break
                if latest[0]["over"]:
                    break
                seat = latest[0]["actors"][0]
                mine = latest[seat]
                start = time.perf_counter()
                action = {"token": rng.choice(mine["options"]), "seq": mine["seq"], "action_id": ""}
                status, _ = await players[seat].post(f"/api/tables/{id}/act", action)
                if status == 200:
                    done += 1
                    delays.append(time.perf_counter() - start)
                    seq = mine["seq"] + 1

    start = time.perf_counter()
    await asyncio.gather(*(table() for _ in range(tables)))
    took = time.perf_counter() - start
    for task in tasks:
        task.cancel()
    return {
        "actions_per_second": done / took,
        "pushes_per_second": pushes / took,
        "p50_ms": percentile(delays, 0.5) * 1000,
        "p99_ms": percentile(delays, 0.99) * 1000,
    }


def memory(pid: int) -> float:
    """Megabytes that a process holds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=["house", "actions"], help="one of the two (both)")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--watchers", type=int, default=50)
    parser.add_argument("--every", type=float, default=5.0, help="seconds between two actions of a table")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--busy", type=int, default=16, help="tables of the second measurement")
    arguments = parser.parse_args()
    found: dict[str, Any] = {}
    for what in [arguments.only] if arguments.only else ["house", "actions"]:
        with tempfile.TemporaryDirectory() as folder, socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            port = listening.getsockname()[1]
            number = str(listening.fileno())
            command = [sys.executable, "-c", SERVER, f"sqlite:///{folder}/games.db", number]
            with subprocess.Popen(command, pass_fds=[listening.fileno()]) as process:
                while True:
                    try:
                        socket.create_connection(("127.0.0.1", port)).close()
                        break
                    except OSError:
                        time.sleep(0.05)
                time.sleep(0.5)
                idle = memory(process.pid)
                if what == "house":
                    row = asyncio.run(
                        house(port, arguments.tables, arguments.watchers, arguments.every, arguments.seconds)
                    )
                else:
                    row = asyncio.run(actions(port, arguments.busy, arguments.seconds))
                found[what] = row | {"idle_mb": idle, "busy_mb": memory(process.pid)}
                process.kill()
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
