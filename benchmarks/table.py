"""Measure the speed of the table. Needs compiled rules and an otherwise idle machine.

    python benchmarks/table.py                       # all measurements
    python benchmarks/table.py --only actions --peer /tmp/peer/node_modules

``rooms``    50 rooms with 4 people each and 50 spectators, all with an open stream of the page, compressed as
             for browsers. Each room acts every few seconds. The time is measured from sending an action until
             the changed page has arrived at the player who acted, and at all viewers.
``actions``  the maximum throughput of actions. Each is on disk before its response and is pushed to the four
             seats of its table. A table acts again once all four have received the last action. With
             ``--peer`` boardgame.io's server does the same with a small game in memory, in turns with ours
             (``boardgame_io.js`` explains the folder).
``scale``    the same actions on 1, 2 and 4 server processes that share one PostgreSQL (with fsync); each room
             stays on one process, as behind a proxy with sticky sessions.
``bots``     20 tables of a person who acts at once and two experts. At another table, from another address, a
             person plays against an easy bot. Two times are measured: from sending an action of this person
             to its response, and from the end of the person's turn to the bot's first action.
``click``    Chromium plays. The time is measured from a click to the frame that paints the next decision.
``idle``     the memory of a server without games.

The clients run in this process and implement HTTP themselves, so that they are not the bottleneck. ``cpu_us``
is the processor time of the server for one action. It hardly depends on other load of the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, cast

import uvloop

from samovar.games import registry

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

SERVER = """
import json, socket, sys
from samovar.table.app import make_app
from samovar.table.server import Server
from samovar.table.settings import Settings
listening = socket.socket(fileno=int(sys.argv[2]))
settings = json.loads(sys.argv[3])
Server(make_app(Settings(sys.argv[1], client_limits=False, pause=0.0, **settings))).run(sockets=[listening])
"""
PEER = Path(__file__).with_name("boardgame_io.js")
TICK = os.sysconf("SC_CLK_TCK")
TOKEN = re.compile(rb'name=\\"token\\" value=\\"([^\\"]+)')  # token of an option in a JSON-encoded region
Row = dict[str, float]


# ---- clients ----


class Client:
    """A keep-alive connection."""

    def __init__(self, port: int, headers: str = "", address: str = "127.0.0.1") -> None:
        self.port = port
        self.address = address  # source address of the client; all addresses in 127.0.0.0/8 are local
        self.host = f"127.0.0.1:{port}"
        self.headers = f"host: {self.host}\r\norigin: http://{self.host}\r\n{headers}"

    async def open(self) -> Client:
        source = (self.address, 0)
        self.reader, self.writer = await asyncio.open_connection(
            "127.0.0.1", self.port, limit=2**22, local_addr=source
        )
        return self

    async def _answer(self) -> tuple[int, bytes]:
        first = await self.reader.readline()
        if not first:
            raise ConnectionResetError("the server closed the connection")
        status = int(first.split()[1])
        length = 0
        while (line := await self.reader.readline()) != b"\r\n":
            if line.startswith(b"content-length:"):
                length = int(line[15:])
        return status, await self.reader.readexactly(length)

    async def get(self, path: str) -> Any:
        self.writer.write(f"GET {path} HTTP/1.1\r\n{self.headers}\r\n".encode())
        return json.loads((await self._answer())[1])

    async def post(self, path: str, body: object) -> tuple[int, bytes]:
        data = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\n{self.headers}accept: application/json\r\n"
            f"content-type: application/json\r\ncontent-length: {len(data)}\r\n\r\n"
        )
        self.writer.write(head.encode() + data)
        return await self._answer()

    async def listen(self, path: str, on_event: Callable[[bytes], None], compressed: bool = False) -> None:
        """Read a stream of events until cancelled. ``on_event`` gets the data of each event."""
        accept = "accept-encoding: gzip\r\n" if compressed else ""
        self.writer.write(f"GET {path} HTTP/1.1\r\n{self.headers}{accept}\r\n".encode())
        while await self.reader.readline() != b"\r\n":
            pass
        unpack = zlib.decompressobj(16 + zlib.MAX_WBITS) if compressed else None
        rest = b""
        while (size := int(await self.reader.readline() or b"0", 16)) > 0:
            chunk = (await self.reader.readexactly(size + 2))[:-2]
            rest += unpack.decompress(chunk) if unpack is not None else chunk
            *messages, rest = rest.split(b"\n\n")
            for message in messages:
                at = message.find(b"data: ")
                if at >= 0:
                    on_event(message[at + 6 :])


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


async def make(port: int, seats: int) -> tuple[str, list[str]]:
    client = await Client(port).open()
    people = [{"kind": "person", "name": f"P{n}"} for n in range(seats)]
    _, text = await client.post("/api/tables", {"game": registry.FIRST, "seats": people})
    client.writer.close()
    made = json.loads(text)
    return made["id"], made["tokens"]


async def join(port: int, id: str, token: str) -> str:
    """Open the link of a seat like a browser and return its cookie."""
    client = await Client(port).open()
    headers = f"{client.headers}content-length: 0\r\nconnection: close\r\n\r\n"
    client.writer.write(f"POST /t/{id}/join/{token} HTTP/1.1\r\n{headers}".encode())
    answer = (await client.reader.read()).decode()
    client.writer.close()
    return answer.partition("set-cookie: samovar=")[2].partition(";")[0]


class Player:
    """An API client with one seat: its stream, and the newest state that arrived by it."""

    def __init__(self, port: int, id: str, token: str, address: str = "127.0.0.1") -> None:
        self.path = f"/api/tables/{id}"
        header = f"authorization: Bearer {token}\r\n"
        self.stream = Client(port, header, address)
        self.client = Client(port, header, address)
        self.state: dict[str, Any] = {"seq": -1, "options": [], "actors": [], "over": False}
        self.news = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    async def start(self) -> Player:
        await self.client.open()
        await self.connect()
        return self

    async def connect(self) -> None:
        """Open the stream, again if it was open."""
        await self.disconnect()
        await self.stream.open()
        self.task = asyncio.ensure_future(self.stream.listen(f"{self.path}/events", self.on_event))

    async def disconnect(self) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
            self.stream.writer.close()
            self.task = None

    async def stop(self) -> None:
        await self.disconnect()
        self.client.writer.close()

    def on_event(self, data: bytes) -> None:
        self.state = json.loads(data)
        self.news.set()

    async def until(self, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not condition(self.state):
            self.news.clear()
            await self.news.wait()
        return self.state

    async def act(self, rng: random.Random) -> tuple[int, bytes]:
        """Play a random option."""
        seq = self.state["seq"]
        action = {"token": rng.choice(self.state["options"]), "seq": seq, "action_id": str(seq)}
        return await self.client.post(f"{self.path}/act", action)


async def make_against(
    port: int, game: str, levels: list[str], address: str = "127.0.0.1"
) -> tuple[str, list[str]]:
    """Create a table of one person and bots. Returns its id and the tokens."""
    client = await Client(port, address=address).open()
    seats = [{"kind": "person", "name": "P"}, *({"kind": "bot", "level": level} for level in levels)]
    status, text = await client.post("/api/tables", {"game": game, "seats": seats})
    client.writer.close()
    assert status == 200, text
    made = json.loads(text)
    return made["id"], made["tokens"]


# ---- the server ----


def processor_time(pid: int) -> float:
    """Return the processor time of a process in seconds."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / TICK


def family_time(pid: int) -> float:
    """Return the processor time of a process and its children, including ended ones."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ended = (int(words[13]) + int(words[14])) / TICK
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return processor_time(pid) + ended + sum(family_time(int(child)) for child in children)


def memory(pid: int) -> float:
    """Return the memory of a process in megabytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


@contextmanager
def served(database: str = "", **settings: float) -> Iterator[tuple[int, int]]:
    """Start a server, by default with an empty SQLite database. Yields its port and its process."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(1000)
        port = listening.getsockname()[1]
        database = database or f"sqlite:///{folder}/games.db"
        command = [sys.executable, "-c", SERVER, database, str(listening.fileno()), json.dumps(settings)]
        with subprocess.Popen(command, pass_fds=[listening.fileno()]) as process:
            try:
                asyncio.run(_ready(port))
                yield port, process.pid
            finally:
                process.kill()


async def _ready(port: int) -> None:
    await (await Client(port).open()).get("/api/games")


# ---- 50 tables ----


class OpenPage:
    """An open page: the last sequence number of its stream, and the options that it shows."""

    def __init__(self) -> None:
        self.seq = 0
        self.tokens: list[str] = []
        self.news = asyncio.Event()

    def on_event(self, data: bytes) -> None:
        self.seq = max(self.seq, int(data.rpartition(b'"seq":')[2].rstrip(b"}") or 0))
        if b'"choices":' in data:
            self.tokens = [token.decode() for token in TOKEN.findall(data)]
        self.news.set()

    async def has(self, seq: int) -> None:
        while self.seq < seq:
            self.news.clear()
            await self.news.wait()


async def rooms(port: int, tables: int, watchers: int, every: float, seconds: float) -> Row:
    """Measure pages and their streams. Seats are authenticated by cookies, as in browsers."""
    mine: list[float] = []
    everybody: list[float] = []
    tasks: list[asyncio.Task[None]] = []

    async def look(id: str, header: str) -> OpenPage:
        found = OpenPage()
        client = await Client(port, header).open()
        tasks.append(asyncio.ensure_future(client.listen(f"/t/{id}/events", found.on_event, compressed=True)))
        await found.has(1)
        return found

    async def table(n: int, begin: asyncio.Event) -> None:
        rng = random.Random(n)
        id, tokens = await make(port, 4)
        cookies = [f"cookie: samovar={await join(port, id, token)}\r\n" for token in tokens]
        seats = [await look(id, cookie) for cookie in cookies]
        looks = [*seats, *[await look(id, "") for _ in range(n, watchers, tables)]]
        players: dict[
            int, Client
        ] = {}  # opened at the first action, because the server closes idle connections
        ready.append(id)
        await begin.wait()
        await asyncio.sleep(rng.random() * every)
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            seat = next((n for n, one in enumerate(seats) if one.tokens), -1)
            if seat < 0:
                return  # the game is over
            seq = seats[seat].seq
            action = {"token": rng.choice(seats[seat].tokens), "seq": seq, "action_id": str(seq)}
            if seat not in players:
                players[seat] = await Client(port, cookies[seat]).open()
            start = time.perf_counter()
            await players[seat].post(f"/t/{id}/act", action)
            await seats[seat].has(seq + 1)
            mine.append(time.perf_counter() - start)
            for one in looks:
                await one.has(seq + 1)
            everybody.append(time.perf_counter() - start)
            await asyncio.sleep(every * (0.5 + rng.random()))

    ready: list[str] = []
    begin = asyncio.Event()
    games = [asyncio.ensure_future(table(n, begin)) for n in range(tables)]
    while len(ready) < tables:
        await asyncio.sleep(0.1)
    begin.set()
    await asyncio.gather(*games)
    for task in tasks:
        task.cancel()
    return {
        "actions": len(mine),
        "p50_ms": percentile(mine, 0.5) * 1000,
        "p95_ms": percentile(mine, 0.95) * 1000,
        "p99_ms": percentile(mine, 0.99) * 1000,
        "everybody_p95_ms": percentile(everybody, 0.95) * 1000,
    }


# ---- a person and an easy bot beside experts ----

OTHER_ADDRESS = "127.0.0.2"


async def bots(port: int, experts: int, seconds: float) -> Row:
    """Measure a person's actions and an easy bot's answers while experts of another address search."""
    actions_: list[float] = []
    answers: list[float] = []
    end = time.perf_counter() + seconds

    async def busy(n: int) -> None:
        rng = random.Random(n)
        while time.perf_counter() < end:
            id, tokens = await make_against(port, registry.FIRST, ["expert", "expert"])
            player = await Player(port, id, tokens[0]).start()
            while time.perf_counter() < end:
                state = await player.until(lambda state: bool(state["options"]) or state["over"])
                if state["over"]:
                    break
                await player.act(rng)
                await player.until(lambda new, seq=state["seq"]: new["seq"] > seq)  # type: ignore[misc]
            await player.stop()

    async def measured() -> None:
        rng = random.Random(99)
        while time.perf_counter() < end:
            id, tokens = await make_against(port, registry.FIRST, ["easy"], OTHER_ADDRESS)
            player = await Player(port, id, tokens[0], OTHER_ADDRESS).start()
            while time.perf_counter() < end:
                state = await player.until(lambda state: bool(state["options"]) or state["over"])
                if state["over"]:
                    break
                start = time.perf_counter()
                _, text = await player.act(rng)
                done = time.perf_counter()
                actions_.append(done - start)
                seq = json.loads(text)["seq"]
                if 0 not in json.loads(text)["actors"] and not json.loads(text)["over"]:
                    await player.until(lambda new, seq=seq: new["seq"] > seq)  # type: ignore[misc]
                    answers.append(time.perf_counter() - done)
                await player.until(lambda new, seq=seq: new["seq"] >= seq)  # type: ignore[misc]
            await player.stop()

    tables = [asyncio.ensure_future(busy(n)) for n in range(experts)]
    await asyncio.sleep(min(3.0, seconds / 4))  # waits until the experts search
    await measured()
    for table in tables:
        table.cancel()
    await asyncio.gather(*tables, return_exceptions=True)
    return {
        "actions": len(actions_),
        "action_p50_ms": percentile(actions_, 0.5) * 1000,
        "action_p95_ms": percentile(actions_, 0.95) * 1000,
        "answers": len(answers),
        "answer_p50_ms": percentile(answers, 0.5) * 1000,
        "answer_p95_ms": percentile(answers, 0.95) * 1000,
    }


# ---- throughput of actions ----


class RawConnection(asyncio.Protocol):
    """A minimal connection of a seat that passes received data to ``on_event``."""

    transport: asyncio.Transport

    def __init__(self, on_event: Callable[[bytes], None]) -> None:
        self.on_event = on_event

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self.on_event(data)


class BusyTable:
    """A table that acts again as soon as its four seats have received the last action."""

    def __init__(self, port: int, id: str, tokens: list[str], rng: random.Random) -> None:
        self.port, self.id, self.tokens, self.rng = port, id, tokens, rng
        self.partial = [b"", b"", b"", b""]  # incomplete messages by seat
        self.briefs: dict[int, bytes] = {}
        self.heads: list[str] = []
        self.seqs = [0, 0, 0, 0]  # last sequence number that each seat received
        self.wanted = 1
        self.answered = False
        self.started = 0.0
        self.delays: list[float] = []
        self.pushes = 0
        self.over = asyncio.get_running_loop().create_future()
        self.end = 0.0
        self.players: list[RawConnection] = []

    async def sit(self) -> None:
        loop = asyncio.get_running_loop()
        for seat, token in enumerate(self.tokens):
            head = f"host: 127.0.0.1:{self.port}\r\nauthorization: Bearer {token}\r\n"
            place = f"/api/tables/{self.id}"
            protocol = partial(RawConnection, partial(self.push, seat))
            _, stream = await loop.create_connection(protocol, "127.0.0.1", self.port)
            stream.transport.write(f"GET {place}/events?brief=1 HTTP/1.1\r\n{head}\r\n".encode())
            _, player = await loop.create_connection(
                partial(RawConnection, self.answer), "127.0.0.1", self.port
            )
            self.players.append(player)
        self.heads = [
            f"POST /api/tables/{self.id}/act HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\n"
            f"authorization: Bearer {token}\r\ncontent-type: application/json\r\ncontent-length: "
            for token in self.tokens
        ]
        while min(self.seqs) < self.wanted:
            await asyncio.sleep(0.02)

    def push(self, seat: int, data: bytes) -> None:
        whole = self.partial[seat] + data
        if not whole.endswith(b"\n\n\r\n") or b"data: " not in whole:  # incomplete
            self.partial[seat] = whole
            return
        start = whole.rindex(b"data: ") + 6
        brief = whole[start : whole.index(b"\n", start)]
        self.partial[seat] = b""
        self.briefs[seat] = brief
        self.seqs[seat] = int(brief[7 : brief.index(b",")])  # {"seq":17,…
        self.pushes += 1
        self.next()

    def answer(self, data: bytes) -> None:
        assert not data.startswith(b"HTTP/1.1 4"), data
        if data.endswith(b"}"):  # head and body may arrive separately
            self.answered = True
            self.next()

    def next(self) -> None:
        """Act if all seats have received the last action."""
        if not self.answered or min(self.seqs) < self.wanted:
            return
        now = time.perf_counter()
        self.delays.append(now - self.started)
        self.act(now)

    def act(self, now: float) -> None:
        anybody = json.loads(self.briefs[0])
        if anybody["over"] or now > self.end:
            self.over.set_result(None)
            return
        seat = anybody["actors"][0]
        mine = json.loads(self.briefs[seat])
        action = {"token": self.rng.choice(mine["options"]), "seq": mine["seq"], "action_id": ""}
        body = json.dumps(action)
        self.wanted, self.answered, self.started = mine["seq"] + 1, False, now
        self.players[seat].transport.write(f"{self.heads[seat]}{len(body)}\r\n\r\n{body}".encode())


async def actions(servers: list[tuple[int, int]], tables: int, seconds: float) -> Row:
    """Measure durable actions with four pushes each, on servers given by port and process."""

    async def new(n: int) -> BusyTable:
        port = servers[n % len(servers)][0]
        found = BusyTable(port, *await make(port, 4), random.Random(n))
        await found.sit()
        return found

    busy = [await new(n) for n in range(tables)]
    begin, used = time.perf_counter(), sum(processor_time(pid) for _, pid in servers)
    for one in busy:
        one.end = begin + seconds
        one.pushes = 0
        one.started = begin
        one.act(begin)
    await asyncio.gather(*(one.over for one in busy))
    took = time.perf_counter() - begin
    delays = [delay for one in busy for delay in one.delays]
    return {
        "actions_per_second": len(delays) / took,
        "pushes_per_second": sum(one.pushes for one in busy) / took,
        "p50_ms": percentile(delays, 0.5) * 1000,
        "p95_ms": percentile(delays, 0.95) * 1000,
        "p99_ms": percentile(delays, 0.99) * 1000,
        "cpu_us": (sum(processor_time(pid) for _, pid in servers) - used) / max(1, len(delays)) * 1e6,
    }


def scale(tables: int, seconds: float) -> dict[str, Row]:
    """Measure actions on 1, 2 and 4 server processes with one PostgreSQL."""
    from tests.table.postgres import Server

    found: dict[str, Row] = {}
    database = Server(durable=True)
    try:
        for processes in (1, 2, 4):
            address = database.new_database()
            with ExitStack() as stack, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                servers = [stack.enter_context(served(address)) for _ in range(processes)]
                used = family_time(database.process.pid)
                row = runner.run(actions(servers, tables, seconds))
                seconds_used = family_time(database.process.pid) - used
                database_us = seconds_used / (row["actions_per_second"] * seconds) * 1e6
                found[f"{processes} processes"] = row | {"database_cpu_us": database_us}
    finally:
        database.stop()
    return found


@contextmanager
def peer_served(modules: Path) -> Iterator[tuple[int, int, dict[str, str]]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = os.environ | {"NODE_PATH": str(modules.resolve()), "NODE_ENV": "production"}
    command = ["node", str(PEER), "server", str(port)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            while process.stdout.readline().strip() != "ready":
                assert process.poll() is None, "boardgame.io did not start"
            yield port, process.pid, environment
        finally:
            process.kill()


def peer_actions(modules: Path, tables: int, seconds: float) -> Row:
    """Measure the same of boardgame.io, with a small game that is kept in memory only."""
    with peer_served(modules) as (port, pid, environment):
        used = processor_time(pid)
        command = ["node", str(PEER), "clients", str(port), str(tables), str(seconds)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        row: Row = json.loads(done.stdout)
        row["cpu_us"] = (processor_time(pid) - used) / max(1.0, row.pop("actions")) * 1e6
        return row


def compared(modules: Path | None, tables: int, seconds: float, rounds: int) -> dict[str, Any]:
    """Measure both in turns, so that other load affects both alike. Return the medians."""
    ours: list[Row] = []
    theirs: list[Row] = []
    for _ in range(rounds):
        if modules is not None:
            theirs.append(peer_actions(modules, tables, seconds))
        with served() as (port, pid), asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            ours.append(runner.run(actions([(port, pid)], tables, seconds)))
    found: dict[str, Any] = {"samovar": medians(ours)}
    if theirs:
        found["boardgame.io"] = medians(theirs)
        for name in ("actions_per_second", "cpu_us"):
            found[f"ratio_{name}"] = found["samovar"][name] / found["boardgame.io"][name]
    return found


def medians(rows: list[Row]) -> Row:
    return {name: percentile([row[name] for row in rows], 0.5) for name in rows[0]}


# ---- in the browser ----

WATCH = """() => {
  window.__delays = [];
  let start = 0;
  addEventListener("click", (event) => { start = event.timeStamp; }, true);
  new MutationObserver(() => {
    if (!start) return;
    const began = start;
    start = 0;
    requestAnimationFrame(() => setTimeout(() => window.__delays.push(performance.now() - began), 0));
  }).observe(document.getElementById("choices"),
             {subtree: true, childList: true, attributeFilter: ["value"]});
}"""


def click(seconds: float) -> Row:
    """Measure the time from a click on an option to the frame that paints the next choices."""
    from playwright.sync_api import sync_playwright

    from tools.system_packages import CHROMIUM, path_of

    delays: list[float] = []
    rng = random.Random(3)
    with served() as (port, _), sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=path_of(CHROMIUM), args=["--no-sandbox", "--disable-gpu"]
        )
        page = chromium.new_page(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            page.goto(f"http://127.0.0.1:{port}/")
            page.locator("form[action='/tables'] button").first.click()
            page.wait_for_selector(
                "#choices button[name=token]", state="attached"
            )  # attached is enough, because the log covers it
            page.wait_for_load_state("load")  # before the script runs, a click submits the form
            page.evaluate(WATCH)
            while time.perf_counter() < end and page.locator("#ending:not([hidden])").count() == 0:
                before = len(delays)
                options = page.locator("#choices button[name=token]:enabled")
                if options.count() == 0:
                    page.wait_for_timeout(20)
                    continue
                options.nth(rng.randrange(options.count())).dispatch_event("click")
                page.wait_for_timeout(150)
                delays += page.evaluate("window.__delays.splice(0)")
                if len(delays) == before and page.locator("dialog[open]").count():
                    page.keyboard.press("Enter")
        chromium.close()
    return {
        "clicks": len(delays),
        "p50_ms": percentile(delays, 0.5),
        "p95_ms": percentile(delays, 0.95),
        "p99_ms": percentile(delays, 0.99),
    }


# ---- command line ----


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    kinds = ["idle", "rooms", "actions", "scale", "bots", "click"]
    parser.add_argument("--only", choices=kinds, action="append", help="a measurement (all); repeatable")
    parser.add_argument("--tables", type=int, default=50, help="tables of four people in rooms (50)")
    parser.add_argument("--watchers", type=int, default=50, help="spectators in rooms (50)")
    parser.add_argument("--every", type=float, default=5.0, help="seconds between two actions of a table")
    parser.add_argument("--seconds", type=float, default=20.0, help="duration of each measurement")
    parser.add_argument("--busy", type=int, default=16, help="number of tables that act as fast as they can")
    parser.add_argument("--experts", type=int, default=20, help="tables with experts in bots (20)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of actions, in turns with the peer")
    parser.add_argument("--peer", type=Path, metavar="FOLDER", help="node_modules with boardgame.io in it")
    asked = parser.parse_args()
    found: dict[str, Any] = {}
    for what in asked.only or kinds:
        if what == "actions":
            found[what] = compared(asked.peer, asked.busy, asked.seconds, asked.rounds)
        elif what == "scale":
            found[what] = scale(asked.busy, asked.seconds)
        elif what == "click":
            found[what] = click(asked.seconds)
        else:
            with served() as (port, pid):
                if what == "idle":
                    found[what] = {"mb": memory(pid)}
                    continue
                if what == "bots":
                    found[what] = asyncio.run(bots(port, asked.experts, asked.seconds))
                    continue
                row = asyncio.run(rooms(port, asked.tables, asked.watchers, asked.every, asked.seconds))
                found[what] = row | {"mb": memory(pid)}
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
