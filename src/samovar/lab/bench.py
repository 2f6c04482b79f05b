"""How fast: random play on one core, ours and each installed peer in one run; and instructions.

A decision is one listing of all legal actions plus one applied choice of a player. Chance is not counted.
Questions with a single answer are, in ours (where they answer themselves) as in the peers. Every engine runs
in a process of its own and is measured in rounds that take turns, by the processor time of its process; each
figure is the median of the rounds, so that whatever else the machine does hits all of them alike.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Protocol, TypedDict

import samovar
from samovar.extras import message
from samovar.games import registry
from samovar.kernel.dice import Dice
from samovar.kernel.errors import SamovarError
from samovar.kernel.state import NATURE, State
from samovar.kernel.step import Options

ROUNDS: Final = 5
CLONING: Final = 0.25  # of the time of a round
STATES: Final = 32  # in mid-game, from as many games, that are cloned in turn
SMALL, LARGE = 10, 60  # games of the two runs that are counted and differenced
VALGRIND: Final = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
REFERENCES: Final = re.compile(r"==(\d+)== I\s+refs:\s+([\d,]+)")


class Row(TypedDict):
    """One line of ``samovar bench --json``."""

    name: str
    decisions_per_second: float
    clones_per_second: float
    games_per_second: float
    peer: str | None
    ratio: float | None  # decisions_per_second of this row / of the peer's row


class Engine(Protocol):
    """Whoever can be measured. Both answer with counts that were reached in at least so many seconds."""

    def play(self, seconds: float) -> tuple[int, int, float]:
        """Decisions, games and the seconds they took."""
        ...  # pragma: no cover

    def clone(self, seconds: float) -> tuple[int, float]:
        """Clones of states in mid-game and the seconds they took."""
        ...  # pragma: no cover


def clones(copy_all: Callable[[], int], seconds: float) -> tuple[int, float]:
    start = time.process_time()
    count = 0
    while (took := time.process_time() - start) < seconds:
        count += copy_all()
    return count, took


class Ours:
    """A game of ours; compiled or not is a matter of the process."""

    def __init__(self, name: str, seats: int) -> None:
        self.game = registry.game(name)
        self.seats = seats
        self.box = self.game.standard_box()
        self.out = Options()
        self.seed = 0
        self.states = [self.midgame(seed) for seed in range(STATES)]

    def start(self) -> State:
        return self.game.start(self.box, self.seats, {}, self.out)

    def midgame(self, seed: int) -> State:
        """The state after half of a random game's decisions."""
        half = self.game.playout(self.start(), Dice(seed), self.out) // 2
        s, dice = self.start(), Dice(seed)
        while half:
            seat = self.game.actor(s)
            if seat == NATURE:
                self.game.play(s, seat, self.game.chance(s, self.out, dice), self.out)
            else:
                self.game.play(s, seat, self.out.items[dice.below(self.out.n)], self.out)
                half -= 1
        return s

    def play(self, seconds: float) -> tuple[int, int, float]:
        decisions = games = 0
        forced = self.out.forced
        start = time.process_time()
        while (took := time.process_time() - start) < seconds:
            decisions += self.game.playout(self.start(), Dice(self.seed), self.out)
            self.seed += 1
            games += 1
        return decisions + self.out.forced - forced, games, took

    def clone(self, seconds: float) -> tuple[int, float]:
        def copy_all() -> int:
            for s in self.states:
                s.clone()
            return len(self.states)

        return clones(copy_all, seconds)


class Catanatron:
    """Catan by catanatron, its own random players. A tick is one decision; forced ones are among them."""

    def __init__(self, seats: int) -> None:
        from catanatron import Color, Game, RandomPlayer

        self.make: Callable[[], Any] = lambda: Game(
            [RandomPlayer(colour) for colour in list(Color)[:seats]], seed=random.randrange(1 << 30)
        )
        random.seed(0)
        self.states: list[Any] = []
        for _ in range(STATES):
            length = self.finish(self.make())
            game = self.make()
            for _ in range(length // 2):
                if game.winning_color() is None:
                    game.play_tick()
            self.states.append(game)

    def finish(self, game: Any) -> int:
        """Play on to the end, or to the number of turns after which catanatron gives up."""
        ticks = 0
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            ticks += 1
        return ticks

    def play(self, seconds: float) -> tuple[int, int, float]:
        decisions = games = 0
        start = time.process_time()
        while (took := time.process_time() - start) < seconds:
            decisions += self.finish(self.make())
            games += 1
        return decisions, games, took

    def clone(self, seconds: float) -> tuple[int, float]:
        def copy_all() -> int:
            for game in self.states:
                game.copy()
            return len(self.states)

        return clones(copy_all, seconds)


# To add a peer: a class like the one above, its package in the extra `bench`, and a line here.
PEERS: Final[dict[str, Callable[[int], Engine]]] = {"catanatron": Catanatron}


# ---- a process for each engine ----


def work(name: str, seats: int) -> None:
    """What the process of an engine does: measure whenever it is asked to."""
    engine: Engine = PEERS[name](seats) if name in PEERS else Ours(name, seats)
    print(json.dumps({"compiled": samovar.compiled()}), flush=True)
    for line in sys.stdin:
        seconds = float(line)
        decisions, games, playing = engine.play(seconds * (1 - CLONING))
        copies, copying = engine.clone(seconds * CLONING)
        answer = [decisions / playing, copies / copying, games / playing]
        print(json.dumps(answer), flush=True)


class Rounds:
    """What was measured of an engine: decisions, clones and games per second, round by round."""

    def __init__(self, label: str, rounds: list[list[float]]) -> None:
        self.label: Final = label
        self.rounds: Final = rounds

    def medians(self) -> list[float]:
        return [statistics.median(column) for column in zip(*self.rounds, strict=True)]


class Worker(Rounds):
    """An engine in a process of its own, which runs this code."""

    def __init__(self, label: str, code: str, pure: bool) -> None:
        super().__init__(label, [])
        environment = {key: value for key, value in os.environ.items() if key != "SAMOVAR_PURE"}
        if pure:
            environment["SAMOVAR_PURE"] = "1"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code],
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.compiled = False
        self.ready = False
        hello = self._line()
        if hello:
            self.compiled = bool(json.loads(hello)["compiled"])
            self.ready = True

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def ask(self, seconds: float) -> None:
        """Let it begin to measure."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()

    def answer(self) -> list[float]:
        """Wait for what it measured; SamovarError if it failed."""
        line = self._line()
        if not line:
            raise SamovarError(f"bench: {self.label} failed while it was measured")
        found: list[float] = json.loads(line)
        return found

    def measure(self, seconds: float) -> None:
        self.ask(seconds)
        self.rounds.append(self.answer())

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.communicate()


def playing(name: str, seats: int) -> str:
    """The code of an engine that plays."""
    return f"from samovar.lab.bench import work; work({name!r}, {seats})"


def peer_label(name: str) -> str:
    return f"{name} {importlib.metadata.version(name)}"


def note(text: str) -> None:
    print(f"samovar bench: {text}", file=sys.stderr)


def measure(games: Mapping[str, int], peer_seats: int, seconds: float) -> list[Row]:
    """All rows: each of our games with its seats, compiled and interpreted, and every installed peer."""
    from contextlib import ExitStack

    from samovar.lab.progress import Bar

    with ExitStack() as stack:
        workers: list[Worker] = []
        for name, seats in games.items():
            for pure in (False, True):
                label = f"{name} {'interpreted' if pure else 'compiled'}"
                worker = stack.enter_context(Worker(label, playing(name, seats), pure))
                if worker.compiled != pure:
                    workers.append(worker)
                else:
                    note(f"no row for {label}: the rules are not compiled here")
        peers: list[Worker] = []
        for name in PEERS:
            if importlib.util.find_spec(name) is None:
                note(f"no row for {name}: {message('the comparison', name, 'bench')}")
                continue
            worker = stack.enter_context(Worker(peer_label(name), playing(name, peer_seats), pure=False))
            if worker.ready:
                peers.append(worker)
            else:
                note(f"no row for {name}: it failed to start")
        with Bar("measuring", ROUNDS * len(workers + peers)) as bar:
            for _ in range(ROUNDS):
                for worker in workers + peers:
                    bar.say(worker.label)
                    worker.measure(seconds / ROUNDS)
                    bar()
        return rows_of(workers, peers)


def rows_of(workers: Sequence[Rounds], peers: Sequence[Rounds]) -> list[Row]:
    """Ours are compared with the first peer, a peer with itself."""
    rows: list[Row] = []
    for worker in (*workers, *peers):
        decisions, copies, games = worker.medians()
        peer = worker if worker in peers else peers[0] if peers else None
        rows.append(
            {
                "name": worker.label,
                "decisions_per_second": round(decisions, 1),
                "clones_per_second": round(copies, 1),
                "games_per_second": round(games, 2),
                "peer": None if peer is None else peer.label,
                "ratio": None if peer is None else round(decisions / peer.medians()[0], 2),
            }
        )
    return rows


def speed(games: Mapping[str, int], peer_seats: int, seconds: float, as_json: bool) -> int:
    """``samovar bench``."""
    rows = measure(games, peer_seats, seconds)
    if as_json:
        print(json.dumps(rows, indent=2))
        return 0
    width = max([len(row["name"]) for row in rows], default=4)
    print(f"{'':<{width}} {'decisions/s':>12} {'clones/s':>12} {'games/s':>10} {'ratio':>8}  compared with")
    for row in rows:
        figures = (
            f"{row['decisions_per_second']:>12,.0f} {row['clones_per_second']:>12,.0f} "
            f"{row['games_per_second']:>10,.1f}"
        )
        compared = "" if row["ratio"] is None else f" {row['ratio']:>7.1f}x  {row['peer']}"
        print(f"{row['name']:<{width}} {figures}{compared}")
    return 0


# ---- instructions ----


class Count(TypedDict):
    """One line of ``samovar bench --instructions --json``."""

    name: str
    seats: int
    decisions: int
    instructions: int
    instructions_per_decision: float


Case = tuple[str, int, int]  # of a game, for so many seats, so many games


def play_games(name: str, seats: int, games: int) -> int:
    """So many random games; the number of their decisions."""
    engine = registry.game(name)
    box = engine.standard_box()
    out = Options()
    decisions = 0
    for seed in range(games):
        decisions += engine.playout(engine.start(box, seats, {}, out), Dice(seed), out)
    return decisions + out.forced


def play_apart(cases: Sequence[Case]) -> None:
    """What is run under valgrind. To start under it takes longer than to play, so each case is played by a
    process that splits off when all is loaded. It prints its number and its decisions; valgrind, at its end,
    its number and its instructions, those of the common beginning included.
    """
    if not samovar.compiled():
        print("interpreted")
        return
    for name in sorted({name for name, _, _ in cases}):
        play_games(name, registry.game(name).max_seats, 1)
    for case in cases:
        child = os.fork()
        if child == 0:
            print(os.getpid(), play_games(*case), flush=True)
            os._exit(0)
        os.waitpid(child, 0)


def count(cases: Sequence[Case]) -> list[tuple[int, int]] | None:
    """Instructions and decisions of each case; None if the rules are not compiled."""
    environment = {key: value for key, value in os.environ.items() if key != "SAMOVAR_PURE"}
    done = subprocess.run(
        [*VALGRIND, sys.executable, "-c", f"from samovar.lab.bench import play_apart; play_apart({cases!r})"],
        env=environment | {"PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    return None if done.stdout.strip() == "interpreted" else counted(done.stdout, done.stderr)


def counted(decisions: str, references: str) -> list[tuple[int, int]]:
    """Instructions and decisions from what the processes and what valgrind printed of each."""
    instructions = {
        process: int(number.replace(",", "")) for process, number in REFERENCES.findall(references)
    }
    return [
        (instructions[process], int(number)) for process, number in map(str.split, decisions.splitlines())
    ]


def count_all(games: Mapping[str, Sequence[int]]) -> list[Count]:
    """Instructions per decision for each game and number of seats; a note where they cannot be counted."""
    if shutil.which("valgrind") is None:
        note("instructions are not counted: valgrind is not installed")
        return []
    cases = [(name, seats) for name, numbers in games.items() for seats in numbers]
    both = count([(name, seats, size) for name, seats in cases for size in (SMALL, LARGE)])
    if both is None:
        note("instructions are not counted: the rules are not compiled here")
        return []
    found: list[Count] = []
    for (name, seats), small, large in zip(cases, both[::2], both[1::2], strict=True):
        instructions, decisions = large[0] - small[0], large[1] - small[1]
        found.append(
            {
                "name": name,
                "seats": seats,
                "decisions": decisions,
                "instructions": instructions,
                "instructions_per_decision": round(instructions / decisions, 1),
            }
        )
    return found


def instructions(games: Mapping[str, Sequence[int]], gates: Mapping[str, float], as_json: bool) -> int:
    """``samovar bench --instructions``: 1 if a game takes more than its gate lets through.

    Gates go by game, ``chess``, or by game and number of seats, ``chess:1``.
    """
    counts = count_all(games)
    if as_json:
        print(json.dumps(counts, indent=2))
    else:
        for row in counts:
            per = row["instructions_per_decision"]
            print(f"{row['name']}, {row['seats']} seats: {per:,.0f} instructions per decision")
    status = 0
    for row in counts:
        gate = gates.get(f"{row['name']}:{row['seats']}", gates.get(row["name"]))
        if gate is not None and row["instructions_per_decision"] > gate:
            note(f"{row['name']}, {row['seats']} seats: more than {gate:g} instructions per decision")
            status = 1
    return status
