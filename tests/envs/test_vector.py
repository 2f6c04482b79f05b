"""Gymnasium's checks of vector environments, applied to ours.

Gymnasium tests its vector environments by comparing them with each other: the same seeds and actions must
give the same spaces, observations, rewards, ends and infos in each autoreset mode. Ours is compared with
``SyncVectorEnv`` in the same way. The checks of metadata, seeds and partial resets are Gymnasium's, too.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import samovar
from samovar.envs.gym import SamovarEnv
from samovar.envs.vector import SamovarVectorEnv

IDS = ["samovar/Catherine-v1", "samovar/Stroganov-v1", "samovar/Tundra-v1"]
MODES = list(AutoresetMode)
# Gymnasium warns about every render mode that it does not define itself.
unusual_modes = pytest.mark.filterwarnings("ignore:.*render mode.*:UserWarning")


def make(id: str = IDS[0], num_envs: int = 3, **arguments: Any) -> SamovarVectorEnv:
    envs = gymnasium.make_vec(id, num_envs, vectorization_mode="vector_entry_point", **arguments)
    assert isinstance(envs, SamovarVectorEnv)
    return envs


def sync(id: str, num_envs: int, mode: AutoresetMode, **arguments: Any) -> SyncVectorEnv:
    """As many single environments, without the wrappers of ``gymnasium.make``."""

    def single() -> SamovarEnv:
        env = gymnasium.make(id, **arguments).unwrapped
        assert isinstance(env, SamovarEnv)
        return env

    return SyncVectorEnv([single] * num_envs, autoreset_mode=mode)


def random_actions(rng: np.random.Generator, masks: np.ndarray[Any, Any], mistakes: float) -> Any:
    """Random legal actions; any action in a game without legal ones, and in a share of the others."""
    anything = ~masks.any(axis=1) | (rng.random(len(masks)) < mistakes)
    return (rng.random(masks.shape) * (masks + anything[:, None])).argmax(axis=1)


@unusual_modes
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize(
    "arguments", [{}, {"seats": 3, "seat": "random", "opponents": "random,greedy", "reward": "score"}]
)
def test_it_equals_gymnasiums_vector_environment(
    id: str, mode: AutoresetMode, arguments: dict[str, Any]
) -> None:
    ours, theirs = make(id, 3, autoreset_mode=mode, **arguments), sync(id, 3, mode, **arguments)
    for name in ("observation_space", "single_observation_space", "action_space", "single_action_space"):
        assert getattr(ours, name) == getattr(theirs, name)
    observations, info = ours.reset(seed=5)
    their_observations, their_info = theirs.reset(seed=5)
    rng = np.random.default_rng(1)
    ends = 0
    for step in range(240):
        assert observations.dtype == their_observations.dtype
        assert (observations == their_observations).all()
        assert data_equivalence(info, their_info)
        assert observations in ours.observation_space
        actions = random_actions(rng, ours.action_masks(), mistakes=0.004)
        observations, *ours_result, info = ours.step(actions)
        their_observations, *their_result, their_info = theirs.step(actions)
        for our_array, their_array in zip(ours_result, their_result, strict=True):
            assert our_array.dtype == their_array.dtype
            assert (our_array == their_array).all()
        ended = ours_result[1]
        ends += ended.sum()
        if mode == AutoresetMode.DISABLED and ended.any():
            seeds = step if step % 2 else None
            observations, info = ours.reset(seed=seeds, options={"reset_mask": ended})
            their_observations, their_info = theirs.reset(seed=seeds, options={"reset_mask": ended})
    assert ends > 3


@pytest.mark.parametrize("mode", MODES)
def test_the_autoreset_mode_is_in_the_metadata(mode: AutoresetMode) -> None:
    assert make(autoreset_mode=mode).metadata["autoreset_mode"] == mode
    assert make(autoreset_mode=mode.value).metadata["autoreset_mode"] == mode


@pytest.mark.parametrize("id", IDS)
def test_the_vector_entry_point_is_gymnasiums_first_choice(id: str) -> None:
    envs = gymnasium.make_vec(id, 2, opponents="greedy")
    assert isinstance(envs, SamovarVectorEnv)
    assert envs.opponents == "greedy"
    assert envs.spec is not None
    assert isinstance(gymnasium.make_vec(envs.spec), SamovarVectorEnv)


def test_seeds_are_shown_as_by_gymnasium() -> None:
    envs = make()

    def seeds() -> Any:
        return envs.np_random_seed

    assert len(set(seeds())) == 3
    envs.reset(seed=42)
    assert seeds() == (42, 43, 44)
    envs.reset()
    assert seeds() == (42, 43, 44)
    envs.reset(seed=[1, None, 2])
    assert seeds() == (1, 43, 2)


def test_a_partial_reset_leaves_the_other_games_alone() -> None:
    envs = make(autoreset_mode=AutoresetMode.DISABLED)
    first, _ = envs.reset(seed=[0, 1, 2])
    for _ in range(3):
        stepped, *_, _info = envs.step(envs.action_masks().argmax(axis=1))
    partial, info = envs.reset(seed=[0, 1, 0], options={"reset_mask": np.array([True, True, False])})
    assert (partial[:2] == first[:2]).all()
    assert (partial[2] == stepped[2]).all()
    assert info["_action_mask"].tolist() == [True, True, False]


@pytest.mark.parametrize(
    ("mask", "error"),
    [
        ([True, True, False], TypeError),
        (np.array([1, 1, 0]), TypeError),
        (np.array([True]), ValueError),
        (np.array([[True, True, True]]), ValueError),
        (np.array([False, False, False]), ValueError),
    ],
)
def test_a_wrong_reset_mask_is_refused_as_by_gymnasium(mask: Any, error: type[Exception]) -> None:
    envs = make(autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=1)
    with pytest.raises(error, match="reset_mask must be"):
        envs.reset(options={"reset_mask": mask})


def test_without_autoreset_a_game_that_is_over_must_be_reset() -> None:
    envs = make("samovar/Tundra-v1", autoreset_mode="Disabled")
    envs.reset(seed=1)
    illegal = (envs.action_masks() == 0).argmax(axis=1)
    envs.step(illegal)
    with pytest.raises(samovar.BadInput, match="game 0 is over: reset it first"):
        envs.step(illegal)


def test_gymnasiums_vector_wrappers_work() -> None:
    raw = make(num_envs=2)
    envs = DictInfoToList(RecordEpisodeStatistics(raw))
    envs.reset(seed=1)
    lengths: list[int] = []
    while not lengths:
        *_, infos = envs.step(raw.action_masks().argmax(axis=1))
        lengths = [info["episode"]["l"] for info in infos if "episode" in info]
    assert lengths[0] > 10


@unusual_modes
def test_the_tables_are_rendered() -> None:
    envs = make(num_envs=2, render_mode="ansi", seats=3, seat=1)
    envs.reset(seed=1)
    tables = envs.render()
    assert tables is not None
    assert len(tables) == 2
    assert "player_1" in tables[0]
    assert make().render() is None


@pytest.mark.parametrize("actions", [[0], [0.5, 0.5, 0.5], None])
def test_actions_of_a_wrong_shape_or_type_change_nothing(actions: Any) -> None:
    envs = make()
    before, _ = envs.reset(seed=1)
    with pytest.raises(samovar.BadInput, match="actions: must be 3 whole numbers"):
        envs.step(actions)
    after, *_ = envs.step(np.full(3, 9_999))  # illegal: the observation stays
    assert (before == after).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_envs": 0}, "num_envs: must be a whole number from 1 on, not 0"),
        ({"seat": 2}, "seat: must be 0 to 1 or random, not 2"),
        ({"opponents": "nobody"}, "there is no bot 'nobody'"),
        ({"render_mode": "rgb_array"}, "human, ansi, svg"),
        (
            {"autoreset_mode": "Never"},
            "autoreset_mode: must be one of NextStep, SameStep, Disabled, not 'Never'",
        ),
    ],
)
def test_bad_settings_are_refused_with_the_reason(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(samovar.BadInput, match=message):
        SamovarVectorEnv(**arguments)
