"""Gymnasium's check of environments, and tests of our own."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import samovar
from samovar.envs.gym import SamovarEnv

IDS = ["samovar/Catherine-v1", "samovar/Stroganov-v1", "samovar/Tundra-v1"]
# Gymnasium warns about every render mode that it does not define itself.
unusual_modes = pytest.mark.filterwarnings("ignore:.*render mode.*:UserWarning")


def make(id: str, **arguments: Any) -> SamovarEnv:
    env = gymnasium.make(id, **arguments).unwrapped
    assert isinstance(env, SamovarEnv)
    return env


def play(env: SamovarEnv, seed: int) -> tuple[list[list[int]], float, dict[str, Any]]:
    """Play a random game. Return all observations, the last reward and the last info."""
    seen, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    all_seen = [seen.tolist()]
    reward, over = 0.0, False
    while not over:
        assert reward == 0.0
        assert (env.action_masks() == (info["action_mask"] == 1)).all()
        seen, reward, over, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        all_seen.append(seen.tolist())
        assert not truncated
    return all_seen, reward, info


@unusual_modes
@pytest.mark.parametrize("id", IDS)
def test_gymnasiums_check(id: str) -> None:
    check_env(make(id))


@unusual_modes
def test_gymnasiums_check_of_the_solo_game() -> None:
    check_env(make("samovar/Stroganov-v1", seats=1, options={"automa": "katyusha"}))


@pytest.mark.parametrize("id", IDS)
def test_the_same_seed_gives_the_same_game(id: str) -> None:
    assert play(make(id), 3)[:2] == play(make(id), 3)[:2]
    assert play(make(id), 3)[0] != play(make(id), 4)[0]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_learner_has_the_given_seat_and_its_reward(seat: int) -> None:
    env = make("samovar/Catherine-v1", seats=3, seat=seat, reward="score")
    all_seen, reward, info = play(env, 1)
    assert {seen[0] for seen in all_seen} == {seat}
    others = [total for other, total in enumerate(info["scores"]) if other != seat]
    assert reward == pytest.approx(info["scores"][seat] - sum(others) / 2)


def test_a_random_seat_is_drawn_for_each_game() -> None:
    env = make("samovar/Tundra-v1", seats=3, seat="random")
    env.reset(seed=1)
    seats = set()
    for _ in range(30):
        env.reset()
        seats.add(env.seat)
    assert seats == {0, 1, 2}


def test_opponents_are_the_named_bots() -> None:
    """Greedy bots win nearly all games against a learner that plays at random."""
    env = make("samovar/Stroganov-v1", opponents="greedy")
    assert [play(env, seed)[1] for seed in range(3)] == [-1.0, -1.0, -1.0]


def test_an_illegal_action_loses_the_game() -> None:
    env = make("samovar/Stroganov-v1")
    env.reset(seed=1)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    _, reward, terminated, _, info = env.step(np.int64(illegal))
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)


@pytest.mark.parametrize("id", IDS)
def test_the_table_is_rendered_as_text_and_as_svg(id: str) -> None:
    text = make(id, render_mode="ansi")
    text.reset(seed=1)
    assert "player_0" in text.render()
    picture = make(id, render_mode="svg")
    picture.reset(seed=1)
    assert picture.render().startswith("<svg")


def test_gymnasium_makes_an_environment_from_the_name_of_its_module() -> None:
    """It works in a process that has not imported samovar."""
    code = "import gymnasium; print(gymnasium.make('samovar.envs.gym:samovar/Tundra-v1').unwrapped)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.stdout.startswith("<SamovarEnv"), run.stderr


def test_bad_settings_are_refused_with_the_reason() -> None:
    with pytest.raises(samovar.BadInput, match="seat: must be 0 to 1 or random, not 2"):
        SamovarEnv("stroganov", seats=2, seat=2)
    with pytest.raises(samovar.BadInput, match="there is no bot 'nobody'"):
        SamovarEnv("stroganov", opponents="nobody")
