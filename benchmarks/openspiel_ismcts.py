"""Our ISMCTS bot against OpenSpiel's, on our OpenSpiel game, with the same time for each decision.

    python benchmarks/openspiel_ismcts.py GAME --games 20 --seconds 1

There are two seats, and each seed is played from both. OpenSpiel's bot is the one in Python
(``open_spiel.python.algorithms.ismcts``), because the one in C++ cannot resample games written in Python.

Its budget is a number of simulations, not seconds. So the time of a simulation is measured continuously, and
the budget is set accordingly. If a decision took too long, the next one gets less time, and vice versa.

The bot resamples its information set for each simulation and evaluates a new node with one random rollout.
With ``--rollouts compiled`` that rollout runs inside the compiled rules. It has the same distribution but is
many times faster, which makes OpenSpiel's bot stronger than it is by itself.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any, Final

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

import samovar
from samovar.bots.registry import seat_bot
from samovar.envs import openspiel
from samovar.envs.core.rewards import rewards
from samovar.kernel.rng import Rng
from samovar.kernel.step import Options
from samovar.lab.arena.ratings import wilson
from samovar.lab.progress import ProgressBar

UCT: Final = 2.0  # exploration constant of OpenSpiel's examples, for returns from -1 to 1
FIRST_SIMULATIONS: Final = 5  # simulations of the first decision, which measure their time
MIN_SIMULATIONS: Final = 2
SMOOTHING: Final = 0.8  # weight of the past in the moving average of the time per simulation


class CompiledRollouts(mcts.Evaluator):  # type: ignore[misc]  # OpenSpiel has no types
    """Evaluates by one random playout, with the same distribution as OpenSpiel's evaluator."""

    def __init__(self, seed: int) -> None:
        self.rng: Final = Rng(seed)
        self.out: Final = Options()

    def evaluate(self, state: Any) -> Any:
        setup = state.world.setup
        table = state.world.state.clone()
        setup.game.playout(table, self.rng, self.out)
        return np.array(rewards(setup.game, table, setup.reward))

    def prior(self, state: Any) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1.0 / len(legal)) for action in legal]


class OpenSpielBot:
    """OpenSpiel's bot with a time budget per decision."""

    def __init__(self, game: Any, seconds: float, rollouts: str, seed: int) -> None:
        rng = np.random.RandomState(seed)
        evaluator = CompiledRollouts(seed) if rollouts == "compiled" else mcts.RandomRolloutEvaluator(1, rng)
        self.bot: Final = ismcts.ISMCTSBot(game, evaluator, UCT, FIRST_SIMULATIONS, random_state=rng)
        self.seconds: Final = seconds
        self.decisions = 0
        self.simulations = 0
        self.spent = 0.0
        self._simulation_seconds = 0.0  # moving average

    def choose(self, state: Any) -> int:
        if len(state.legal_actions()) == 1:
            return int(state.legal_actions()[0])
        if self._simulation_seconds:
            available = self.seconds * (self.decisions + 1) - self.spent
            self.bot._max_simulations = max(
                MIN_SIMULATIONS, int(min(available, 2 * self.seconds) / self._simulation_seconds)
            )
        start = time.perf_counter()
        action = int(self.bot.step(state))
        took = time.perf_counter() - start
        each = took / self.bot._max_simulations
        self._simulation_seconds = (
            SMOOTHING * self._simulation_seconds + (1 - SMOOTHING) * each
            if self._simulation_seconds
            else each
        )
        self.decisions += 1
        self.simulations += self.bot._max_simulations
        self.spent += took
        return action


class Totals:
    """Sums of the results of all games."""

    def __init__(self) -> None:
        self.won = 0.0
        self.games = 0
        self.decisions = [0, 0]  # ours, theirs; without forced decisions
        self.seconds = [0.0, 0.0]
        self.simulations = 0
        self.faults: list[str] = []

    def as_dict(self, game: str, seconds: float, rollouts: str) -> dict[str, Any]:
        estimate = wilson(self.won, self.games)
        return {
            "game": game,
            "games": self.games,
            "won": self.won,
            "share": estimate.value,
            "interval": [estimate.low, estimate.high],
            "seconds_asked": seconds,
            "our_seconds_per_decision": self.seconds[0] / max(1, self.decisions[0]),
            "their_seconds_per_decision": self.seconds[1] / max(1, self.decisions[1]),
            "their_simulations_per_second": self.simulations / max(1e-9, self.seconds[1]),
            "rollouts": rollouts,
            "faults": self.faults,
        }


def play(
    game: Any, name: str, our_seat: int, seed: int, seconds: float, rollouts: str, totals: Totals
) -> None:
    """Play one game and add its result to ``totals``."""
    nature, rng = Rng(seed), Rng(seed + 1)
    ours = seat_bot(f"search@{seconds:g}s", samovar.games()[name], our_seat)
    theirs = OpenSpielBot(game, seconds, rollouts, seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        world = state.world
        if state.is_chance_node():
            state.apply_action(sample_outcome(state.chance_outcomes(), nature))
        elif state.current_player() == our_seat:
            start = time.perf_counter()
            action = ours.choose(world.setup.game.redact(world.state, our_seat), rng)
            if len(world.legal()) > 1:
                totals.seconds[0] += time.perf_counter() - start
                totals.decisions[0] += 1
            state.apply_action(world.setup.actions.numbers[action])
        else:
            state.apply_action(theirs.choose(state))
    totals.games += 1
    totals.won += (state.returns()[our_seat] + 1) / 2  # a tie counts half
    totals.decisions[1] += theirs.decisions
    totals.seconds[1] += theirs.spent
    totals.simulations += theirs.simulations
    totals.faults += ours.faults


def sample_outcome(outcomes: list[tuple[int, float]], rng: Rng) -> int:
    """Return an action, drawn by the probabilities."""
    rest = rng.below(1 << 30) / (1 << 30)
    for action, chance in outcomes:
        rest -= chance
        if rest < 0:
            return action
    return outcomes[-1][0]


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    help = f"{', '.join(openspiel.GAMES)} (all of them)"
    parser.add_argument("games_of", metavar="GAME", nargs="*", help=help)
    parser.add_argument("--games", type=int, default=20, metavar="N", help="even number of games (20)")
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S", help="time for each decision (1)")
    parser.add_argument("--rollouts", choices=["openspiel", "compiled"], default="openspiel")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="seed of all games (1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    arguments = parser.parse_args(words)
    names = arguments.games_of or list(openspiel.GAMES)
    unknown = [name for name in names if name not in openspiel.GAMES]
    if unknown:
        parser.error(f"no such game: {', '.join(unknown)}")
    if arguments.games < 2 or arguments.games % 2:
        parser.error("--games must be an even number: each deal is played from both seats")
    rows = []
    with ProgressBar("playing", arguments.games * len(names)) as bar:
        for name in names:
            game = openspiel.GAMES[name]({"as_imperfect": True})
            totals = Totals()
            for n in range(arguments.games):
                seed = arguments.seed * 1_000_003 + 2 * (n // 2)
                play(game, name, n % 2, seed, arguments.seconds, arguments.rollouts, totals)
                bar()
            rows.append(totals.as_dict(name, arguments.seconds, arguments.rollouts))
            if not arguments.json:
                print(sentence(rows[-1]), flush=True)
    if arguments.json:
        print(json.dumps({"compiled": samovar.compiled(), "results": rows}, indent=2))
    return 0


def sentence(row: dict[str, Any]) -> str:
    low, high = row["interval"]
    faults = f"; {len(row['faults'])} faults: {row['faults'][0]}" if row["faults"] else ""
    return (
        f"{row['game']}: search won {row['won']:g} of {row['games']} games ({row['share']:.0%}, "
        f"95 %: {low:.0%} to {high:.0%}) against OpenSpiel's ISMCTS; seconds per decision "
        f"{row['our_seconds_per_decision']:.3f} and {row['their_seconds_per_decision']:.3f}, "
        f"{row['their_simulations_per_second']:.0f} of its simulations per second{faults}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
