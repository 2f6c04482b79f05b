"""``samovar bench``: the speed of random play on one core, of our games and of each installed peer.

A decision is one listing of all legal actions plus one applied choice of a player. Chance is not counted.
Forced decisions are counted in all engines, although ours play them automatically. Every engine runs in
its own process and is measured by its processor time. Engines take turns in rounds and each figure is the
median of the rounds, so that other load on the machine affects all engines alike.

``--instructions`` counts instructions per decision under valgrind.
"""

from __future__ import annotations

import importlib
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
from samovar.extras import missing_message
from samovar.games import registry
from samovar.kernel.errors import SamovarError
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, State
from samovar.kernel.step import Options

ROUNDS: Final = 5
CLONING_SHARE: Final = 0.25  # share of a round's time
CLONED_STATES: Final = 32  # midgame states, each from another game, that are cloned in turn
FEW_GAMES, MANY_GAMES = 10, 60  # games of the two runs whose difference is reported
VALGRIND: Final = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
REFERENCES: Final = re.compile(r"==(\d+)== I\s+refs:\s+([\d,]+)")


class BenchRow(TypedDict):
    """One line of ``samovar bench --json``."""

    name: str
    decisions_per_second: float
    clones_per_second: float
    games_per_second: float
    peer: str | None
    ratio: float | None  # decisions_per_second of this row / of the peer's row


class Engine(Protocol):
    """An engine that can be measured. Both methods run for at least ``seconds``."""

    def play(self, seconds: float) -> tuple[int, int, float]:
        """Return the numbers of decisions and games, and the seconds they took."""
        ...  # pragma: no cover

    def clone(self, seconds: float) -> tuple[int, float]:
        """Return the number of clones of midgame states, and the seconds they took."""
        ...  # pragma: no cover


def measure_clones(copy_all: Callable[[], int], seconds: float) -> tuple[int, float]:
    start = time.process_time()
    count = 0
    while (took := time.process_time() - start) < seconds:
        count += copy_all()
    return count, took


class SamovarEngine:
    """One of our games. The process decides whether it is compiled or interpreted."""

    def __init__(self, name: str, seats: int) -> None:
        self.game = registry.game(name)
        self.seats = seats
        self.box = self.game.standard_box()
        self.out = Options()
        self.seed = 0
        self.states = [self.midgame(seed) for seed in range(CLONED_STATES)]

    def start(self) -> State:
        return self.game.start(self.box, self.seats, {}, self.out)

    def midgame(self, seed: int) -> State:
        """Return the state after half of a random game's decisions."""
        half = self.game.playout(self.start(), Rng(seed), self.out) // 2
        s, rng = self.start(), Rng(seed)
        while half:
            seat = self.game.actor(s)
            if seat == NATURE:
                self.game.play(s, seat, self.game.chance(s, self.out, rng), self.out)
            else:
                self.game.play(s, seat, self.out.items[rng.below(self.out.n)], self.out)
                half -= 1
        return s

    def play(self, seconds: float) -> tuple[int, int, float]:
        decisions = games = 0
        forced = self.out.forced
        start = time.process_time()
        while (took := time.process_time() - start) < seconds:
            decisions += self.game.playout(self.start(), Rng(self.seed), self.out)
            self.seed += 1
            games += 1
        return decisions + self.out.forced - forced, games, took

    def clone(self, seconds: float) -> tuple[int, float]:
        def copy_all() -> int:
            for s in self.states:
                s.clone()
            return len(self.states)

        return measure_clones(copy_all, seconds)


class Catanatron:
    """Catan by catanatron with its random players. A tick is one decision, forced ones included."""

    def __init__(self, seats: int) -> None:
        from catanatron import Color, Game, RandomPlayer

        self.make: Callable[[], Any] = lambda: Game(
            [RandomPlayer(colour) for colour in list(Color)[:seats]],
            seed=random.randrange(1 << 30),  # noqa: S311 (a peer plays at random)
        )
        random.seed(0)
        self.states: list[Any] = []
        for _ in range(CLONED_STATES):
            length = self.finish(self.make())
            game = self.make()
            for _ in range(length // 2):
                if game.winning_color() is None:
                    game.play_tick()
            self.states.append(game)

    def finish(self, game: Any) -> int:
        """Play to the end, or to the number of turns after which catanatron gives up. Return the ticks."""
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

        return measure_clones(copy_all, seconds)


# A new peer needs a class like the one above, its package in the extra `bench`, and a line here.
PEERS: Final[dict[str, Callable[[int], Engine]]] = {"catanatron": Catanatron}


# ---- worker processes ----


def worker_main(name: str, seats: int) -> None:
    """Run an engine: for each line with seconds on stdin, measure and print the rates as JSON."""
    engine: Engine = PEERS[name](seats) if name in PEERS else SamovarEngine(name, seats)
    print(json.dumps({"compiled": samovar.compiled()}), flush=True)
    for line in sys.stdin:
        seconds = float(line)
        decisions, games, playing = engine.play(seconds * (1 - CLONING_SHARE))
        copies, copying = engine.clone(seconds * CLONING_SHARE)
        answer = [decisions / playing, copies / copying, games / playing]
        print(json.dumps(answer), flush=True)


class Measurements:
    """The figures of an engine by round: decisions, clones and games per second."""

    def __init__(self, label: str, rounds: list[list[float]]) -> None:
        self.label: Final = label
        self.rounds: Final = rounds

    def medians(self) -> list[float]:
        return [statistics.median(column) for column in zip(*self.rounds, strict=True)]


class EngineProcess(Measurements):
    """An engine in its own Python process, which runs ``code``."""

    def __init__(self, label: str, code: str, pure: bool) -> None:
        super().__init__(label, [])
        environment = {key: value for key, value in os.environ.items() if key != "SAMOVAR_PURE"}
        if pure:
            environment["SAMOVAR_PURE"] = "1"
        self.process = subprocess.Popen(  # noqa: S603 (a fixed command)
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
        assert self.process.stdout is not None  # noqa: S101 (for the type checker)
        return self.process.stdout.readline()

    def start(self, seconds: float) -> None:
        """Start one measurement."""
        assert self.process.stdin is not None  # noqa: S101 (for the type checker)
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()

    def result(self) -> list[float]:
        """Wait for the result of the measurement. SamovarError if the process failed."""
        line = self._line()
        if not line:
            raise SamovarError(f"bench: {self.label} failed while it was measured")
        found: list[float] = json.loads(line)
        return found

    def measure(self, seconds: float) -> None:
        self.start(seconds)
        self.rounds.append(self.result())

    def __enter__(self) -> EngineProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.communicate()


def worker_code(name: str, seats: int) -> str:
    """Return the code that the process of an engine runs."""
    return f"from samovar.lab.bench import worker_main; worker_main({name!r}, {seats})"


def peer_label(name: str) -> str:
    return f"{name} {importlib.metadata.version(name)}"


def warn(text: str) -> None:
    print(f"samovar bench: {text}", file=sys.stderr)


def measure(games: Mapping[str, int], peer_seats: int, seconds: float) -> list[BenchRow]:
    """Return the rows of each of our games, compiled and interpreted, and of every installed peer."""
    from contextlib import ExitStack

    from samovar.lab.progress import ProgressBar

    with ExitStack() as stack:
        workers: list[EngineProcess] = []
        for name, seats in games.items():
            for pure in (False, True):
                label = f"{name} {'interpreted' if pure else 'compiled'}"
                worker = stack.enter_context(EngineProcess(label, worker_code(name, seats), pure))
                if worker.compiled != pure:
                    workers.append(worker)
                else:
                    warn(f"no row for {label}: the rules are not compiled here")
        peers: list[EngineProcess] = []
        for name in PEERS:
            if importlib.util.find_spec(name) is None:
                warn(f"no row for {name}: {missing_message('the comparison', name, 'bench')}")
                continue
            worker = stack.enter_context(
                EngineProcess(peer_label(name), worker_code(name, peer_seats), pure=False)
            )
            if worker.ready:
                peers.append(worker)
            else:
                warn(f"no row for {name}: it failed to start")
        with ProgressBar("measuring", ROUNDS * len(workers + peers)) as bar:
            for _ in range(ROUNDS):
                for worker in workers + peers:
                    bar.describe(worker.label)
                    worker.measure(seconds / ROUNDS)
                    bar()
        return rows_of(workers, peers)


def rows_of(workers: Sequence[Measurements], peers: Sequence[Measurements]) -> list[BenchRow]:
    """Return the rows. Ours are compared with the first peer, a peer with itself."""
    rows: list[BenchRow] = []
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
    """Run ``samovar bench`` and return the exit status."""
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


# One line of ``samovar bench --instructions --json``: name, seats, decisions or observations, instructions,
# and instructions_per_decision or instructions_per_observation.
InstructionRow = dict[str, Any]

Case = tuple[str, int, int]  # game, seats, size: the number of games or of rounds
DECISIONS: Final = "samovar.lab.bench:play_games"  # the function that plays them


def play_games(name: str, seats: int, games: int) -> int:
    """Play random games and return the number of decisions."""
    engine = registry.game(name)
    box = engine.standard_box()
    out = Options()
    decisions = 0
    for seed in range(games):
        decisions += engine.playout(engine.start(box, seats, {}, out), Rng(seed), out)
    return decisions + out.forced


def work_in_forks(work: str, cases: Sequence[Case]) -> None:
    """Call the function ``work`` (``module:name``) in a forked process for each case. Runs under valgrind.

    Starting under valgrind takes longer than working, so the processes are forked after everything is loaded.
    Each prints its process id and the number that the function returns. Valgrind prints the process id and
    the instructions, including those of the common start.
    """
    if not samovar.compiled():
        print("interpreted")
        return
    module, _, function = work.partition(":")
    call: Callable[[str, int, int], int] = getattr(importlib.import_module(module), function)
    for name in sorted({name for name, _, _ in cases}):
        call(name, registry.game(name).max_seats, 1)
    for case in cases:
        child = os.fork()
        if child == 0:
            print(os.getpid(), call(*case), flush=True)
            os._exit(0)
        os.waitpid(child, 0)


def count_instructions(work: str, cases: Sequence[Case]) -> list[tuple[int, int]] | None:
    """Return instructions and units of work of each case, None if the rules are not compiled."""
    environment = {key: value for key, value in os.environ.items() if key != "SAMOVAR_PURE"}
    done = subprocess.run(  # noqa: S603 (a fixed command)
        [
            *VALGRIND,
            sys.executable,
            "-c",
            f"from samovar.lab.bench import work_in_forks; work_in_forks({work!r}, {cases!r})",
        ],
        env=environment | {"PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    return None if done.stdout.strip() == "interpreted" else match_counts(done.stdout, done.stderr)


def match_counts(decisions: str, references: str) -> list[tuple[int, int]]:
    """Match the units that processes printed with the instructions that valgrind printed."""
    instructions = {
        process: int(number.replace(",", "")) for process, number in REFERENCES.findall(references)
    }
    return [
        (instructions[process], int(number)) for process, number in map(str.split, decisions.splitlines())
    ]


def count_all(
    games: Mapping[str, Sequence[int]], unit: str = "decision", work: str = DECISIONS
) -> list[InstructionRow]:
    """Return instructions per unit by game and seats, ``[]`` if they cannot be counted."""
    if shutil.which("valgrind") is None:
        warn("instructions are not counted: valgrind is not installed")
        return []
    cases = [(name, seats) for name, numbers in games.items() for seats in numbers]
    both = count_instructions(
        work, [(name, seats, size) for name, seats in cases for size in (FEW_GAMES, MANY_GAMES)]
    )
    if both is None:
        warn("instructions are not counted: the rules are not compiled here")
        return []
    found: list[InstructionRow] = []
    for (name, seats), small, large in zip(cases, both[::2], both[1::2], strict=True):
        instructions, units = large[0] - small[0], large[1] - small[1]
        found.append(
            {
                "name": name,
                "seats": seats,
                f"{unit}s": units,
                "instructions": instructions,
                f"instructions_per_{unit}": round(instructions / units, 1),
            }
        )
    return found


def instructions(
    games: Mapping[str, Sequence[int]], gates: Mapping[str, float], as_json: bool, units: Mapping[str, str]
) -> int:
    """Run ``samovar bench --instructions`` and return the exit status: 1 if a game exceeds its gate.

    ``units`` maps what is counted to the function that does it. Gates are by game (``chess``) or by game and
    number of seats (``chess:1``) for decisions, by game and unit (``chess:observation``) for others.
    """
    counts = {unit: count_all(games, unit, work) for unit, work in units.items()}
    if as_json:
        print(json.dumps([row for rows in counts.values() for row in rows], indent=2))
    status = 0
    for unit, rows in counts.items():
        for row in rows:
            name, seats, per = row["name"], row["seats"], row[f"instructions_per_{unit}"]
            if not as_json:
                print(f"{name}, {seats} seats: {per:,.0f} instructions per {unit}")
            if unit == "decision":
                gate = gates.get(f"{name}:{seats}", gates.get(name))
            else:
                gate = gates.get(f"{name}:{unit}")
            if gate is not None and per > gate:
                warn(f"{name}, {seats} seats: more than {gate:g} instructions per {unit}")
                status = 1
    return status
