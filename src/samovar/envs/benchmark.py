"""``samovar bench --envs``: steps per second of the environments, and of EnvPool's backgammon in one run.

A step is one decision of a player: the action is applied, Nature draws, and observation and mask of the next
player are made. A game that ends begins again. The time of a step includes all of this. The choice of the
action is not included, in ours as in the peer. Each row runs in its own process, and rows take turns in
rounds.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from bisect import bisect
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from importlib import import_module
from importlib.util import find_spec
from itertools import accumulate
from typing import Any, Final, Protocol, TypedDict

import samovar
from samovar.envs.batched import batch
from samovar.extras import needed
from samovar.kernel.rng import Rng
from samovar.lab.bench import ROUNDS, EngineProcess, warn
from samovar.lab.bench_search import ProcessPair

with needed("samovar bench --envs", "rl"):
    import gymnasium
    import numpy as np

GAMES_IN_A_BATCH: Final = 64
PEER: Final = "envpool"
PEER_GAME: Final = "Backgammon-v1"


class EnvRow(TypedDict):
    """One line of ``samovar bench --envs --json``."""

    name: str
    interface: str
    seats: int
    steps_per_second: float  # by processor time
    steps_per_second_wall: float  # by the wall clock
    ratio: float | None  # steps_per_second of this row / of the peer's row
    two_processes: float | None  # rate of two processes / rate of one, by the wall clock


class Stepper(Protocol):
    """An environment that can be measured. It chooses the next actions, then plays them."""

    def choose(self) -> Any:
        """Return random legal actions."""
        ...  # pragma: no cover

    def step(self, actions: Any) -> int:
        """Play them and read observations and masks. Return the number of steps."""
        ...  # pragma: no cover


class BatchStepper:
    """``samovar.envs.batch`` in self-play."""

    def __init__(self, name: str, seats: int) -> None:
        self.games: Final = batch(name, GAMES_IN_A_BATCH, seats, seed=1)

    def choose(self) -> Any:
        return self.games.sample()

    def step(self, actions: Any) -> int:
        self.games.step(actions)
        return GAMES_IN_A_BATCH


class VectorStepper:
    """``gymnasium.make_vec``: a learner against random bots."""

    def __init__(self, name: str, seats: int) -> None:
        import_module("samovar.envs.gym")  # registers the names
        self.envs: Final = gymnasium.make_vec(
            f"samovar/{name.capitalize()}-v1", GAMES_IN_A_BATCH, seats=seats
        )
        self.rng: Final = np.random.default_rng(1)
        self.mask: Any = self.envs.reset(seed=1)[1]["action_mask"]

    def choose(self) -> Any:
        return (self.rng.random(self.mask.shape, np.float32) * self.mask).argmax(axis=1)

    def step(self, actions: Any) -> int:
        self.mask = self.envs.step(actions)[4]["action_mask"]
        return GAMES_IN_A_BATCH


class PettingZooStepper:
    """``raw_env`` of PettingZoo, with the observation of the agent that moves."""

    def __init__(self, name: str, seats: int) -> None:
        from samovar.envs.aec import SamovarAEC

        self.env: Final = SamovarAEC(name, seats)
        self.rng: Final = Rng(1)
        self.env.reset(seed=1)
        self.seen: Any = self.env.observe(self.env.agent_selection)

    def choose(self) -> Any:
        legal = self.seen["action_mask"].nonzero()[0]
        return int(legal[self.rng.below(len(legal))])

    def step(self, actions: Any) -> int:
        self.env.step(actions)
        if self.env.episode.over:
            self.env.reset()
        self.seen = self.env.observe(self.env.agent_selection)
        return 1


class GymnasiumStepper:
    """The environment of Gymnasium: a learner against random bots."""

    def __init__(self, name: str, seats: int) -> None:
        from samovar.envs.gym import SamovarEnv

        self.env: Final = SamovarEnv(name, seats)
        self.rng: Final = Rng(1)
        self.mask: Any = self.env.reset(seed=1)[1]["action_mask"]

    def choose(self) -> Any:
        legal = self.mask.nonzero()[0]
        return legal[self.rng.below(len(legal))]

    def step(self, actions: Any) -> int:
        _, _, terminated, _, info = self.env.step(actions)
        self.mask = (self.env.reset()[1] if terminated else info)["action_mask"]
        return 1


class OpenSpielStepper:
    """A state of OpenSpiel with its observer. Draws are chance nodes, which this loop plays."""

    def __init__(self, name: str, seats: int) -> None:
        import pyspiel

        import_module("samovar.envs.openspiel")  # registers the games
        self.game: Final = pyspiel.load_game(f"python_samovar_{name}(seats={seats})")
        self.observer: Final = self.game.make_py_observer()
        self.rng: Final = Rng(1)
        self.state: Any = self.game.new_initial_state()
        self.legal: list[int] = []
        self._draw_and_observe()

    def choose(self) -> Any:
        return self.legal[self.rng.below(len(self.legal))]

    def step(self, actions: Any) -> int:
        self.state.apply_action(actions)
        self._draw_and_observe()
        return 1

    def _draw_and_observe(self) -> None:
        while (state := self.state).is_chance_node() or state.is_terminal():
            if state.is_terminal():
                self.state = self.game.new_initial_state()
                continue
            draws, chances = zip(*state.chance_outcomes(), strict=True)
            drawn = bisect(list(accumulate(chances)), self.rng.below(1 << 20) / (1 << 20))
            state.apply_action(draws[min(drawn, len(draws) - 1)])
        self.legal = self.state.legal_actions()
        self.observer.set_from(self.state, self.state.current_player())


class EnvPoolStepper:
    """EnvPool's backgammon in C++, one thread. It makes the observations of both players."""

    def __init__(self, name: str, seats: int) -> None:
        envpool: Any = import_module(PEER)
        self.envs: Final = envpool.make_gymnasium(PEER_GAME, num_envs=GAMES_IN_A_BATCH, num_threads=1, seed=1)
        self.rng: Final = np.random.default_rng(1)
        self.mask: Any = self.envs.reset()[1]["legal_action_mask"]

    def choose(self) -> Any:
        chosen = (self.rng.random(self.mask.shape, np.float32) * self.mask).argmax(axis=1)
        return chosen.astype(np.int32)

    def step(self, actions: Any) -> int:
        self.mask = self.envs.step(actions)[4]["legal_action_mask"]
        return GAMES_IN_A_BATCH


BATCH: Final = f"batch of {GAMES_IN_A_BATCH}"
VECTOR: Final = f"make_vec of {GAMES_IN_A_BATCH}"
STEPPERS: Final[dict[str, Callable[[str, int], Stepper]]] = {
    BATCH: BatchStepper,
    VECTOR: VectorStepper,
    "PettingZoo": PettingZooStepper,
    "Gymnasium": GymnasiumStepper,
    "OpenSpiel": OpenSpielStepper,
}


def rates(stepper: Stepper, seconds: float) -> list[float]:
    """Return steps per second of the steps alone, by processor time and by the wall clock."""
    processor = wall = 0.0
    steps = 0
    actions = stepper.choose()
    while wall < seconds:
        clock, start = time.perf_counter(), time.process_time()
        steps += stepper.step(actions)
        processor += time.process_time() - start
        wall += time.perf_counter() - clock
        actions = stepper.choose()
    return [steps / processor, steps / wall]


def worker_main(interface: str, name: str, seats: int) -> None:
    """Run an environment: for each line with seconds on stdin, print its rates as JSON."""
    stepper = EnvPoolStepper(name, seats) if interface == PEER else STEPPERS[interface](name, seats)
    rates(stepper, 0.01)
    print(json.dumps({"compiled": samovar.compiled()}), flush=True)
    for line in sys.stdin:
        print(json.dumps(rates(stepper, float(line))), flush=True)


def _worker(stack: ExitStack, interface: str, name: str, seats: int) -> EngineProcess:
    code = f"from samovar.envs.benchmark import worker_main; worker_main({interface!r}, {name!r}, {seats})"
    return stack.enter_context(EngineProcess(f"{name} {interface}", code, pure=False))


Case = tuple[str, str, int]  # game, interface, seats


def measure(games: Mapping[str, list[int]], seconds: float) -> list[EnvRow]:
    """Return the rows: batches with each number of seats, the other interfaces with the first number."""
    from samovar.lab.progress import ProgressBar

    cases: list[Case] = [(name, BATCH, seats) for name, numbers in games.items() for seats in numbers]
    for name, numbers in games.items():
        cases += [(name, interface, numbers[0]) for interface in STEPPERS if interface != BATCH]
    with ExitStack() as stack:
        workers: dict[Case, EngineProcess] = {}
        for case in cases:
            name, interface, seats = case
            worker = _worker(stack, interface, name, seats)
            if worker.ready:
                workers[case] = worker
            else:
                warn(f"no row for {worker.label}: it failed to start")
        if not all(worker.compiled for worker in workers.values()):
            warn("the rules are not compiled here: these figures are of interpreted rules")
        pairs = {
            case: ProcessPair(workers[case], _worker(stack, BATCH, case[0], case[2]))
            for case in workers
            if case[1] == BATCH and case[2] == games[case[0]][0]
        }
        peer = _peer(stack)
        if peer is not None:
            workers[PEER_GAME, PEER, 2] = peer
        with ProgressBar("stepping", ROUNDS * (len(workers) + len(pairs))) as bar:
            for _ in range(ROUNDS):
                for worker in workers.values():
                    bar.describe(worker.label)
                    worker.measure(seconds / ROUNDS)
                    bar()
                for pair in pairs.values():
                    pair.measure(seconds / ROUNDS)
                    bar()
        gains = {case: pair.gains for case, pair in pairs.items()}
        return rows_of({case: worker.rounds for case, worker in workers.items()}, gains)


def _peer(stack: ExitStack) -> EngineProcess | None:
    if find_spec(PEER) is None:
        warn(f"no row for {PEER}: it is not installed (pip install {PEER}; it needs 1 GB)")
        return None
    worker = _worker(stack, PEER, PEER_GAME, 2)
    if not worker.ready:
        warn(f"no row for {PEER}: it failed to start")
        return None
    return worker


def rows_of(rounds: Mapping[Case, list[list[float]]], gains: Mapping[Case, list[float]]) -> list[EnvRow]:
    """Return the rows. Every figure is the median of its rounds. Ours are compared with the peer."""
    medians = {
        case: [statistics.median(column) for column in zip(*found, strict=True)]
        for case, found in rounds.items()
    }
    peer = medians.get((PEER_GAME, PEER, 2))
    return [
        {
            "name": name,
            "interface": interface,
            "seats": seats,
            "steps_per_second": round(processor, 1),
            "steps_per_second_wall": round(wall, 1),
            "ratio": None if peer is None else round(processor / peer[0], 2),
            "two_processes": round(statistics.median(gains[name, interface, seats]), 2)
            if (name, interface, seats) in gains
            else None,
        }
        for (name, interface, seats), (processor, wall) in medians.items()
    ]


def environments(games: Mapping[str, list[int]], seconds: float, as_json: bool) -> int:
    """Run ``samovar bench --envs`` and return the exit status."""
    rows = measure(games, seconds)
    if as_json:
        print(json.dumps(rows, indent=2))
        return 0
    names = max((len(row["name"]) for row in rows), default=0)
    width = max((len(row["interface"]) for row in rows), default=0)
    columns = f"{'steps/s':>10} {'by wall':>10} {'ratio':>7} {'two processes':>14}"
    print(f"{'':<{names}}  {'':<{width}}  seats {columns}")
    for row in rows:
        ratio = "" if row["ratio"] is None else f"{row['ratio']:.2f}x"
        together = "" if row["two_processes"] is None else f"{row['two_processes']:.2f}x"
        figures = (
            f"{row['seats']:>5} {row['steps_per_second']:>10,.0f} {row['steps_per_second_wall']:>10,.0f} "
            f"{ratio:>7} {together:>14}"
        )
        print(f"{row['name']:<{names}}  {row['interface']:<{width}}  {figures}".rstrip())
    return 0
