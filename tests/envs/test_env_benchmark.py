"""``samovar bench --envs``: its rows and the environments that it measures. No test checks a speed."""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from samovar.cli import main
from samovar.envs import benchmark

KEYS = ["name", "interface", "seats", "steps_per_second", "steps_per_second_wall", "ratio", "two_processes"]


@pytest.mark.parametrize("interface", list(benchmark.STEPPERS))
def test_each_environment_is_stepped(interface: str) -> None:
    stepper = benchmark.STEPPERS[interface]("catherine", 2)
    steps = sum(stepper.step(stepper.choose()) for _ in range(60))
    assert steps in (60, 60 * benchmark.GAMES_IN_A_BATCH)
    assert all(rate > 0 for rate in benchmark.rates(stepper, 0.001))


class FakePool:
    """An environment with two actions, of which one is legal."""

    def __init__(self, **arguments: Any) -> None:
        self.n = arguments["num_envs"]

    def reset(self) -> Any:
        return None, {"legal_action_mask": np.array([[False, True]] * self.n)}

    def step(self, actions: Any) -> Any:
        assert actions.dtype == np.int32
        assert actions.tolist() == [1] * self.n
        return None, None, None, None, self.reset()[1]


def test_the_peer_plays_legal_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    """EnvPool is not installed for the tests: it needs 1 GB."""

    def make_gymnasium(game: str, **arguments: Any) -> FakePool:
        assert (game, arguments["num_threads"]) == (benchmark.PEER_GAME, 1)
        return FakePool(**arguments)

    monkeypatch.setitem(sys.modules, "envpool", SimpleNamespace(make_gymnasium=make_gymnasium))
    stepper = benchmark.EnvPoolStepper(benchmark.PEER_GAME, 2)
    assert stepper.step(stepper.choose()) == benchmark.GAMES_IN_A_BATCH


def test_figures_are_medians_and_the_ratio_compares_with_the_peer() -> None:
    ours, peer = ("chess", benchmark.BATCH, 3), (benchmark.PEER_GAME, benchmark.PEER, 2)
    rounds = {ours: [[10.0, 9.0], [40.0, 30.0], [20.0, 50.0]], peer: [[5.0, 4.0]]}
    assert benchmark.rows_of(rounds, {ours: [1.5, 1.9, 1.8]}) == [
        dict(zip(KEYS, [*ours, 20.0, 30.0, 4.0, 1.8], strict=True)),
        dict(zip(KEYS, [*peer, 5.0, 4.0, 1.0, None], strict=True)),
    ]
    assert benchmark.rows_of({ours: rounds[ours]}, {})[0]["ratio"] is None


def test_the_rows_are_printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[Any] = []

    def measure(games: dict[str, list[int]], seconds: float) -> list[benchmark.EnvRow]:
        measured.append((games, seconds))
        ours, peer = ("chess", benchmark.BATCH, 3), (benchmark.PEER_GAME, benchmark.PEER, 2)
        return benchmark.rows_of({ours: [[400_000.0, 3.0]], peer: [[100_000.0, 3.0]]}, {ours: [1.9]})

    monkeypatch.setattr(benchmark, "measure", measure)
    assert main(["bench", "--envs", "--game", "stroganov", "--seconds", "2"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[1] == ["chess", "batch", "of", "64", "3", "400,000", "3", "4.00x", "1.90x"]
    assert main(["bench", "--envs", "--game", "tundra", "--seats", "3", "--json"]) == 0
    assert [list(row) for row in json.loads(capsys.readouterr().out)] == [KEYS, KEYS]
    assert measured == [({"stroganov": [2, 1, 3, 4]}, 2.0), ({"tundra": [3]}, 3.0)]


def test_a_missing_peer_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "find_spec", lambda name: None)
    assert (
        main(["bench", "--envs", "--game", "catherine", "--seats", "2", "--seconds", "0.05", "--json"]) == 0
    )
    printed = capsys.readouterr()
    assert "no row for envpool: it is not installed" in printed.err
    rows = json.loads(printed.out)
    assert [row["interface"] for row in rows] == list(benchmark.STEPPERS)
    assert rows[0]["two_processes"] > 0
    assert all(row["steps_per_second"] > 0 for row in rows)
