"""How fast bots think: simulations per second from the first decision of a game, ours and a peer's in one
run.

A simulation of the peer is what each one of catanatron's ``MCTSPlayer`` ends with: a copy of the game played
to its end at random. The package on the registry has no ``MCTSPlayer``, so that its tree is not even counted;
where one is installed (from catanatron's repository) it is measured itself. Ours is comparable where it plays
at random to the end as well; beside it stand simulations that play sensibly to the end, and those that stop
after a few turns, as bots do at the table.

As in ``bench`` every engine has a process of its own, rounds take turns, rates are by the processor time of
the process, and figures are medians. Only two processes together are compared with one by the clock.
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
from samovar.bots.knowledge import registry as knowledge
from samovar.bots.knowledge.knowledge import Knowledge
from samovar.bots.search import Search
from samovar.extras import message
from samovar.games import registry
from samovar.kernel.dice import Dice
from samovar.kernel.state import NATURE, View
from samovar.kernel.step import Options
from samovar.lab.bench import ROUNDS, Worker, note, peer_label

DECISION: Final = 256  # simulations
KINDS: Final = {  # how ours simulate
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
    two_processes: float | None  # what two of them do together / what one does, by the clock


class Thinker(Protocol):
    """Whoever can be measured."""

    def think(self, seconds: float) -> int:
        """Simulations in at least so many seconds of this process."""
        ...  # pragma: no cover


class Ours:
    """The search in the seat that decides first. Each decision is on another deal, and begins a new tree."""

    def __init__(self, name: str, seats: int, kind: str) -> None:
        self.game: Final = registry.game(name)
        self.seats: Final = seats
        self.knowledge: Final = Knowledge(self.game) if kind == "random" else knowledge.knowledge(self.game)
        self.cut: Final = kind == "cut"
        self.deals = 0

    def first_decision(self) -> tuple[int, View]:
        """Whose it is, and what this seat sees."""
        game, out, dice = self.game, Options(), Dice(self.deals)
        s = game.start(game.standard_box(), self.seats, {}, out)
        while game.actor(s) == NATURE:
            game.play(s, NATURE, game.chance(s, out, dice), out)
        seat = int(game.actor(s))
        return seat, game.redact(s, seat)

    def think(self, seconds: float) -> int:
        done = 0
        start = time.process_time()
        while (left := seconds - (time.process_time() - start)) > 0:
            seat, view = self.first_decision()
            search = Search(self.game, seat, self.knowledge, self.cut)
            search.choose(view, Dice(self.deals), Budget(DECISION, left))
            self.deals += 1
            done += search.simulations
        return done


class Catanatron:
    """Its search, or what that search spends its time on, from the first decision of a game."""

    def __init__(self, seats: int) -> None:
        from catanatron import Color, Game, RandomPlayer

        random.seed(0)
        self.colours: Final = list(Color)[:seats]
        self.make: Callable[[], Any] = lambda: Game(
            [RandomPlayer(colour) for colour in self.colours], seed=random.randrange(1 << 30)
        )
        self.simulate: Final = self.in_a_tree() if has_tree() else self.play_out

    def play_out(self, game: Any) -> Callable[[], None]:
        return lambda: game.copy().play()

    def in_a_tree(self) -> Callable[[Any], Callable[[], None]]:
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
            for _ in range(DECISION):
                simulate()
                done += 1
                if time.process_time() - start >= seconds:
                    break
        return done


def has_tree() -> bool:
    """Whether this catanatron has an ``MCTSPlayer``."""
    return importlib.util.find_spec(TREE) is not None


def work(name: str, seats: int, kind: str) -> None:
    """What the process of an engine does: think whenever it is asked to, and tell both rates."""
    thinker: Thinker = Catanatron(seats) if name == PEER else Ours(name, seats, kind)
    thinker.think(0.01)
    print(json.dumps({"compiled": samovar.compiled()}), flush=True)
    for line in sys.stdin:
        clock, start = time.perf_counter(), time.process_time()
        done = thinker.think(float(line))
        print(
            json.dumps([done / (time.process_time() - start), done / (time.perf_counter() - clock)]),
            flush=True,
        )


def _worker(stack: ExitStack, name: str, seats: int, kind: str) -> Worker:
    code = f"from samovar.lab.bench_search import work; work({name!r}, {seats}, {kind!r})"
    return stack.enter_context(Worker(f"{name} {kind}".strip(), code, pure=False))


class Pair:
    """Two processes of one kind, and what they do together in terms of what one does alone."""

    def __init__(self, one: Worker, other: Worker) -> None:
        self.one: Final = one
        self.other: Final = other
        self.gains: Final[list[float]] = []

    def measure(self, seconds: float) -> None:
        """Alone and together, one right after the other."""
        self.one.ask(seconds)
        alone = self.one.answer()[1]
        self.one.ask(seconds)
        self.other.ask(seconds)
        self.gains.append((self.one.answer()[1] + self.other.answer()[1]) / alone)


def measure(games: Mapping[str, int], peer_seats: int, seconds: float) -> list[SearchRow]:
    """All rows: each of our games with its seats, every way to simulate, and the peer if it is installed."""
    from samovar.lab.progress import Bar

    with ExitStack() as stack:
        ours = {
            (name, kind): _worker(stack, name, seats, kind) for name, seats in games.items() for kind in KINDS
        }
        if not all(worker.compiled for worker in ours.values()):
            note("these are the figures of interpreted rules and bots")
        pairs = {
            name: Pair(ours[name, COMPARABLE], _worker(stack, name, seats, COMPARABLE))
            for name, seats in games.items()
        }
        peer = _peer(stack, peer_seats)
        workers = [*ours.values(), *([peer] if peer else [])]
        with Bar("thinking", ROUNDS * (len(workers) + len(pairs))) as bar:
            for _ in range(ROUNDS):
                for worker in workers:
                    bar.say(worker.label)
                    worker.measure(seconds / ROUNDS)
                    bar()
                for pair in pairs.values():
                    pair.measure(seconds / ROUNDS)
                    bar()
        rates = {key: [rate for rate, _ in worker.rounds] for key, worker in ours.items()}
        gains = {name: pair.gains for name, pair in pairs.items()}
        return rows_of(rates, gains, None if peer is None else [rate for rate, _ in peer.rounds])


def _peer(stack: ExitStack, seats: int) -> Worker | None:
    if importlib.util.find_spec(PEER) is None:
        note(f"no row for {PEER}: {message('the comparison', PEER, 'bench')}")
        return None
    return _worker(stack, PEER, seats, "")


def rows_of(
    rates: Mapping[tuple[str, str], Sequence[float]],
    gains: Mapping[str, Sequence[float]],
    peer: Sequence[float] | None,
) -> list[SearchRow]:
    """Every figure is the median of its rounds."""
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
    """``samovar bench --search``."""
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
