"""``samovar bench --search``: simulations per second at the first decision of a game, ours and a peer's.

A simulation of the peer is the playout of catanatron's ``MCTSPlayer``: a copy of the game, played at random
to the end. The package on PyPI has no ``MCTSPlayer``, so the cost of its tree is left out. If catanatron is
installed from its repository, ``MCTSPlayer`` itself is measured.

Our uniform random playouts to the end are comparable with it. Two more rows show playouts with the playout
policy, to the end and truncated at the horizon as in play.

As in ``bench``, every engine has its own process, engines take turns, rates are by processor time, and
figures are medians. Only the gain of two processes over one is measured by the wall clock.
"""

from __future__ import annotations

import importlib.util
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, Final, Protocol, TypedDict

import samovar
from samovar.bots.bot import Budget
from samovar.bots.ismcts import ISMCTSBot
from samovar.bots.knowledge import registry as knowledge
from samovar.bots.knowledge.knowledge import Knowledge
from samovar.extras import missing_message
from samovar.games import registry
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, View
from samovar.kernel.step import Options
from samovar.lab.bench import ROUNDS, EngineProcess, peer_label, warn

SIMULATIONS_PER_DECISION: Final = 256
KINDS: Final = {  # label of each kind of playout
    "random": "at random to the end",
    "sensible": "sensibly to the end",
    "cut": "sensibly, cut as in play",
}
COMPARABLE: Final = "random"
PEER: Final = "catanatron"
TREE: Final = "catanatron.players.mcts"


class SearchRow(TypedDict):
    """One line of ``samovar bench --search --json``."""

    name: str
    simulations: str
    simulations_per_second: float
    peer: str | None
    ratio: float | None  # simulations_per_second of this row / of the peer's row
    two_processes: float | None  # rate of two processes / rate of one, by the wall clock


class Searcher(Protocol):
    """A search that can be measured."""

    def think(self, seconds: float) -> int:
        """Return the number of simulations in at least ``seconds`` of processor time."""
        ...  # pragma: no cover


class SamovarSearcher:
    """Our search in the seat that decides first. Each decision has another deal and a new tree."""

    def __init__(self, name: str, seats: int, kind: str) -> None:
        self.game: Final = registry.game(name)
        self.seats: Final = seats
        self.knowledge: Final = Knowledge(self.game) if kind == "random" else knowledge.knowledge(self.game)
        self.truncated: Final = kind == "cut"
        self.deals = 0

    def first_decision(self) -> tuple[int, View]:
        """Return the seat that decides first, and its view."""
        game, out, rng = self.game, Options(), Rng(self.deals)
        s = game.start(game.standard_box(), self.seats, {}, out)
        while game.actor(s) == NATURE:
            game.play(s, NATURE, game.chance(s, out, rng), out)
        seat = int(game.actor(s))
        return seat, game.redact(s, seat)

    def think(self, seconds: float) -> int:
        done = 0
        start = time.process_time()
        while (left := seconds - (time.process_time() - start)) > 0:
            seat, view = self.first_decision()
            search = ISMCTSBot(self.game, seat, self.knowledge, self.truncated)
            search.choose(view, Rng(self.deals), Budget(SIMULATIONS_PER_DECISION, left))
            self.deals += 1
            done += search.simulations
        return done


class CatanatronSearch:
    """Catanatron's search if it is installed, else only its playouts, from the first decision of a game."""

    def __init__(self, seats: int) -> None:
        from catanatron import Color, Game, RandomPlayer

        random.seed(0)
        self.colours: Final = list(Color)[:seats]
        self.make: Callable[[], Any] = lambda: Game(
            [RandomPlayer(colour) for colour in self.colours],
            seed=random.randrange(1 << 30),  # noqa: S311 (a peer plays at random)
        )
        self.simulate: Final = self.tree_simulation() if has_tree() else self.play_out

    def play_out(self, game: Any) -> Callable[[], None]:
        return lambda: game.copy().play()

    def tree_simulation(self) -> Callable[[Any], Callable[[], None]]:
        tree = importlib.import_module(TREE)

        def simulate(game: Any) -> Callable[[], None]:
            root = tree.StateNode(game.state.current_color(), game.copy(), None)
            run: Callable[[], None] = root.run_simulation
            return run

        return simulate

    def think(self, seconds: float) -> int:
        done = 0
        start = time.process_time()
        while time.process_time() - start < seconds:
            simulate = self.simulate(self.make())
            for _ in range(SIMULATIONS_PER_DECISION):
                simulate()
                done += 1
                if time.process_time() - start >= seconds:
                    break
        return done


def has_tree() -> bool:
    """True if the installed catanatron has an ``MCTSPlayer``."""
    return importlib.util.find_spec(TREE) is not None


def worker_main(name: str, seats: int, kind: str) -> None:
    """Run a search: for each line with seconds on stdin, print the rates by processor and by wall clock."""
    searcher: Searcher = CatanatronSearch(seats) if name == PEER else SamovarSearcher(name, seats, kind)
    searcher.think(0.01)
    print(json.dumps({"compiled": samovar.compiled()}), flush=True)
    for line in sys.stdin:
        clock, start = time.perf_counter(), time.process_time()
        done = searcher.think(float(line))
        print(
            json.dumps([done / (time.process_time() - start), done / (time.perf_counter() - clock)]),
            flush=True,
        )


def _worker(stack: ExitStack, name: str, seats: int, kind: str) -> EngineProcess:
    code = f"from samovar.lab.bench_search import worker_main; worker_main({name!r}, {seats}, {kind!r})"
    return stack.enter_context(EngineProcess(f"{name} {kind}".strip(), code, pure=False))


class ProcessPair:
    """Two processes of one kind, and the gain of both together over one alone."""

    def __init__(self, one: EngineProcess, other: EngineProcess) -> None:
        self.one: Final = one
        self.other: Final = other
        self.gains: Final[list[float]] = []

    def measure(self, seconds: float) -> None:
        """Measure one alone, then both together."""
        self.one.start(seconds)
        alone = self.one.result()[1]
        self.one.start(seconds)
        self.other.start(seconds)
        self.gains.append((self.one.result()[1] + self.other.result()[1]) / alone)


def measure(games: Mapping[str, int], peer_seats: int, seconds: float) -> list[SearchRow]:
    """Return the rows of each of our games by kind of playout, and of the peer if it is installed."""
    from samovar.lab.progress import ProgressBar

    with ExitStack() as stack:
        ours = {
            (name, kind): _worker(stack, name, seats, kind) for name, seats in games.items() for kind in KINDS
        }
        if not all(worker.compiled for worker in ours.values()):
            warn("the rules are not compiled here: these figures are of interpreted rules and bots")
        pairs = {
            name: ProcessPair(ours[name, COMPARABLE], _worker(stack, name, seats, COMPARABLE))
            for name, seats in games.items()
        }
        peer = _peer(stack, peer_seats)
        workers = [*ours.values(), *([peer] if peer else [])]
        with ProgressBar("thinking", ROUNDS * (len(workers) + len(pairs))) as bar:
            for _ in range(ROUNDS):
                for worker in workers:
                    bar.describe(worker.label)
                    worker.measure(seconds / ROUNDS)
                    bar()
                for pair in pairs.values():
                    pair.measure(seconds / ROUNDS)
                    bar()
        rates = {key: [rate for rate, _ in worker.rounds] for key, worker in ours.items()}
        gains = {name: pair.gains for name, pair in pairs.items()}
        return rows_of(rates, gains, None if peer is None else [rate for rate, _ in peer.rounds])


def _peer(stack: ExitStack, seats: int) -> EngineProcess | None:
    if importlib.util.find_spec(PEER) is None:
        warn(f"no row for {PEER}: {missing_message('the comparison', PEER, 'bench')}")
        return None
    return _worker(stack, PEER, seats, "")


def rows_of(
    rates: Mapping[tuple[str, str], Sequence[float]],
    gains: Mapping[str, Sequence[float]],
    peer: Sequence[float] | None,
) -> list[SearchRow]:
    """Return the rows. Every figure is the median of its rounds."""
    theirs = None if peer is None else statistics.median(peer)
    label = None if peer is None else peer_label(PEER)
    rows: list[SearchRow] = []
    for (name, kind), rounds in rates.items():
        rate = statistics.median(rounds)
        rows.append(
            {
                "name": name,
                "simulations": KINDS[kind],
                "simulations_per_second": round(rate, 1),
                "peer": label,
                "ratio": None if theirs is None else round(rate / theirs, 1),
                "two_processes": round(statistics.median(gains[name]), 2) if kind == COMPARABLE else None,
            }
        )
    if label is not None and theirs is not None:
        rows.append(
            {
                "name": label,
                "simulations": "MCTSPlayer" if has_tree() else KINDS[COMPARABLE],
                "simulations_per_second": round(theirs, 1),
                "peer": label,
                "ratio": 1.0,
                "two_processes": None,
            }
        )
    return rows


def search(games: Mapping[str, int], peer_seats: int, seconds: float, as_json: bool) -> int:
    """Run ``samovar bench --search`` and return the exit status."""
    rows = measure(games, peer_seats, seconds)
    if as_json:
        print(json.dumps(rows, indent=2))
        return 0
    width = max(len(row["name"]) for row in rows)
    kinds = max(len(row["simulations"]) for row in rows)
    print(f"{'':<{width}}  {'':<{kinds}} {'simulations/s':>14} {'ratio':>9} {'two processes':>14}")
    for row in rows:
        ratio = "" if row["ratio"] is None else f"{row['ratio']:,.1f}x"
        together = "" if row["two_processes"] is None else f"{row['two_processes']:.2f}x"
        figures = f"{row['simulations_per_second']:>14,.0f} {ratio:>9} {together:>14}"
        print(f"{row['name']:<{width}}  {row['simulations']:<{kinds}} {figures}".rstrip())
    return 0
