"""PettingZoo's own tests, unmodified, and tests of our own."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import samovar
from samovar.envs import catherine_v1, stroganov_v1, tundra_v1
from samovar.envs.aec import SamovarAEC

MODULES = [catherine_v1, stroganov_v1, tundra_v1]
# PettingZoo warns about every environment with a dictionary as observation, its own games included.
dictionaries = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
)


@dictionaries
@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("reward", ["win", "score"])
def test_pettingzoos_api_test(module: ModuleType, reward: str) -> None:
    api_test(module.env(reward=reward), num_cycles=300)


@dictionaries
def test_pettingzoos_api_test_for_one_seat_and_for_four() -> None:
    api_test(stroganov_v1.env(seats=1), num_cycles=300)
    api_test(tundra_v1.env(seats=4, options={"personal_goals": "on"}), num_cycles=300)


@pytest.mark.parametrize("module", MODULES)
def test_pettingzoos_seed_test(module: ModuleType) -> None:
    seed_test(module.env, num_cycles=200)


@pytest.mark.parametrize("module", MODULES)
def test_pettingzoos_render_test(module: ModuleType) -> None:
    render_test(module.env, custom_tests={"svg": lambda text: text.startswith("<svg")})


def play(env: Any, seed: int) -> list[tuple[str, float]]:
    """Play a random game. Return the agent of every step and its reward so far."""
    env.reset(seed=seed)
    for agent in env.possible_agents:
        env.action_space(agent).seed(seed)
    return play_to_end(env)


def play_to_end(env: Any) -> list[tuple[str, float]]:
    steps: list[tuple[str, float]] = []
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        done = terminated or truncated
        env.step(None if done else env.action_space(agent).sample(seen["action_mask"]))
        steps.append((agent, float(reward)))
    return steps


def last_rewards(steps: list[tuple[str, float]]) -> list[float]:
    found = dict(steps)
    return [found[agent] for agent in sorted(found)]


@pytest.mark.parametrize("module", MODULES)
def test_the_reward_is_1_for_the_winner_and_minus_1_for_the_others(module: ModuleType) -> None:
    env = module.raw_env(seats=3)
    for seed in range(4):
        rewards = last_rewards(play(env, seed))
        ranks = [score.rank for score in env.episode.game.score(env.episode.state)]
        shared = ranks.count(1) > 1
        assert rewards == [(0.0 if shared else 1.0) if rank == 1 else -1.0 for rank in ranks]


@pytest.mark.parametrize("module", MODULES)
def test_score_rewards_add_up_to_zero(module: ModuleType) -> None:
    env = module.raw_env(seats=3, reward="score")
    rewards = last_rewards(play(env, 7))
    totals = [score.total for score in env.episode.game.score(env.episode.state)]
    assert rewards[0] == pytest.approx(totals[0] - (totals[1] + totals[2]) / 2)
    assert sum(rewards) == pytest.approx(0)


def test_in_the_solo_game_the_automa_is_the_opponent() -> None:
    env = stroganov_v1.raw_env(seats=1, reward="score")
    steps = play(env, 1)
    own, automa = env.episode.game.score(env.episode.state)
    assert last_rewards(steps) == [own.total - automa.total]


@pytest.mark.parametrize("module", MODULES)
def test_a_snapshot_can_be_restored_more_than_once(module: ModuleType) -> None:
    env = module.raw_env(seats=2)
    env.reset(seed=5)
    for _ in range(20):
        agent = env.agent_selection
        env.step(int(np.flatnonzero(env.observe(agent)["action_mask"])[-1]))
    snapshot = env.clone_state()
    seen = {agent: env.observe(agent) for agent in env.agents}
    runs = []
    for _ in range(2):
        env.restore_state(snapshot)
        for agent, before in seen.items():
            assert (env.observe(agent)["observation"] == before["observation"]).all()
            env.action_space(agent).seed(1)
        runs.append(play_to_end(env))
    assert runs[0] == runs[1]


def test_an_illegal_action_loses_the_game_or_raises() -> None:
    raw = stroganov_v1.raw_env()
    raw.reset(seed=1)
    illegal = int(np.flatnonzero(raw.observe(raw.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(samovar.IllegalAction, match="move"):
        raw.step(illegal)
    env = stroganov_v1.env()
    env.reset(seed=1)
    loser = env.agent_selection
    env.last()
    env.step(illegal)
    assert env.rewards[loser] == -1
    assert all(env.terminations.values())


def test_only_the_selected_agent_has_legal_actions() -> None:
    env = catherine_v1.raw_env(seats=3)
    env.reset(seed=1)
    busy = [agent for agent in env.agents if env.observe(agent)["action_mask"].any()]
    assert busy == [env.agent_selection]


def test_options_seats_and_modes_are_validated() -> None:
    env = stroganov_v1.raw_env(seats=2, options={"boards": "b"})
    env.reset(seed=1)
    assert env.episode.game.options_of(env.episode.state)["boards"] == "b"
    assert env.possible_agents == ["player_0", "player_1"]
    assert env.metadata["name"] == "samovar/stroganov-v1"
    with pytest.raises(samovar.BadInput, match="no option 'hats'"):
        stroganov_v1.env(options={"hats": "on"})
    with pytest.raises(samovar.BadInput, match="seats"):
        catherine_v1.env(seats=1)
    with pytest.raises(samovar.BadInput, match="must be one of win, score"):
        tundra_v1.env(reward="glory")
    with pytest.raises(samovar.BadInput, match="human, ansi, svg"):
        tundra_v1.env(render_mode="rgb_array")


def test_a_reset_without_a_seed_continues_from_the_last_seed() -> None:
    def two_games(env: SamovarAEC) -> list[list[int]]:
        env.reset(seed=9)
        first = env.episode.observe(0)
        env.reset()
        return [first, env.episode.observe(0)]

    one, other = two_games(tundra_v1.raw_env()), two_games(tundra_v1.raw_env())
    assert one == other
    assert one[0] != one[1]


@pytest.mark.parametrize(("package", "module", "extra"), [("pettingzoo", "samovar.envs.aec", "rl")])
def test_the_error_for_a_missing_package_names_the_install_command(
    package: str, module: str, extra: str
) -> None:
    """A separate process cannot import the package."""
    code = f"import sys; sys.modules[{package!r}] = None; import {module}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.stderr.splitlines()[-1] == (
        f"samovar.extras.MissingPackage: {module} needs {package}, which is not installed; "
        f'install it with: {sys.executable} -m pip install "samovar[{extra}]"'
    )
