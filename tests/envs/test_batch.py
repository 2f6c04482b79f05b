"""Batches: many games stepped in one call."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

import samovar
from samovar.envs.batched import Batch, batch
from samovar.envs.core.observer import Observer
from samovar.envs.episode import Episode, Setup
from samovar.kernel.rng import Rng
from tests.envs.positions import SETUPS, random_episodes

STEPS = 400  # more than a game has decisions
NAMES = list(samovar.games())


def legal_choice(mask: NDArray[np.uint8], step: int) -> NDArray[np.int64]:
    """A legal action of each row that depends only on the row's mask and the number of the step."""
    counts = mask.sum(axis=1)
    chosen: NDArray[np.int64] = (mask.cumsum(axis=1) == (step * 7 % counts + 1)[:, None]).argmax(axis=1)
    return chosen


def rows(games: Batch) -> list[tuple[bytes, ...]]:
    """The bytes of each row in all arrays."""
    arrays: list[NDArray[Any]] = [games.observation, games.mask, games.seat, games.reward, games.done]
    return [tuple(array[i].tobytes() for array in arrays) for i in range(games.n)]


def digests(game: str, n: int, seed: int, steps: int) -> list[str]:
    """For each row, a digest of all bytes that it had in so many steps."""
    games = batch(game, n, seed=seed)
    found = [hashlib.blake2b(b"".join(row)) for row in rows(games)]
    for step in range(steps):
        games.step(legal_choice(games.mask, step))
        for digest, row in zip(found, rows(games), strict=True):
            digest.update(b"".join(row))
    return [digest.hexdigest() for digest in found]


@pytest.mark.parametrize(("game", "seats", "options"), SETUPS)
def test_a_batch_plays_like_an_episode(game: str, seats: int, options: dict[str, str]) -> None:
    """Observation, mask, seat and rewards are those of a single game with the same seed."""
    games = batch(game, 2, seats, seed=3, options=options, reward="score")
    episode = Episode(Setup(game, seats, options, reward="score"))
    episode.reset(4)  # the second game of the batch
    for step in range(STEPS):
        assert games.seat[1] == episode.actor()
        assert games.observation[1].tolist() == episode.observe(episode.actor())
        assert np.flatnonzero(games.mask[1]).tolist() == episode.legal()
        actions = legal_choice(games.mask, step)
        games.step(actions)
        episode.play(int(actions[1]))
        assert games.done[1] == episode.over
        if episode.over:
            assert games.reward[1].tolist() == episode.rewards()
            return
        assert not games.reward[1].any()
    pytest.fail("the game did not end")


@pytest.mark.parametrize("game", NAMES)
def test_a_game_that_ends_begins_again_with_other_draws(game: str) -> None:
    games = batch(game, 1, seed=5)
    beginnings = {games.observation.tobytes()}
    while len(beginnings) < 3:
        games.step(games.sample())
        if games.done[0]:
            beginnings.add(games.observation.tobytes())
            games.step(games.sample())
            assert not games.done[0]
            assert not games.reward.any()


@pytest.mark.parametrize("game", NAMES)
def test_the_same_seeds_give_the_same_bytes_in_batches_of_any_size(game: str) -> None:
    together = digests(game, 64, 10, 40)
    assert [digests(game, 1, 10 + i, 40)[0] for i in range(0, 64, 9)] == together[::9]


@pytest.mark.compiled
@pytest.mark.parametrize("game", NAMES)
def test_the_same_seeds_give_the_same_bytes_in_a_batch_of_4096(game: str) -> None:
    assert digests(game, 4096, 10, 30)[:64] == digests(game, 64, 10, 30)


@pytest.mark.parametrize("game", NAMES)
def test_two_processes_give_the_same_bytes_as_one(game: str) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        halves = [pool.submit(digests, game, 4, seed, 40) for seed in (20, 24)]
        assert [digest for half in halves for digest in half.result()] == digests(game, 8, 20, 40)


@pytest.mark.compiled
def test_interpreted_rules_give_the_same_bytes_as_compiled_ones() -> None:
    """A process with SAMOVAR_PURE=1 prints the digests."""
    code = (
        f"from {__name__} import *; print([digests(game, 4, 30, 250) for game in NAMES], samovar.compiled())"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"SAMOVAR_PURE": "1"}
    )
    assert run.stdout.split("] ")[-1].strip() == "False"
    assert run.stdout.startswith(str([digests(game, 4, 30, 250) for game in NAMES]))


@pytest.mark.parametrize(("game", "seats", "options"), SETUPS)
def test_dealing_again_what_a_seat_cannot_see_changes_no_byte_of_its_row(
    game: str, seats: int, options: dict[str, str]
) -> None:
    setup = Setup(game, seats, options)
    observer: Observer[Any] = setup.observer
    changed = 0
    for n, episode in enumerate(random_episodes(setup, 1, seed=6)):
        for seat in range(seats):
            other = setup.game.determinize(episode.view(seat), Rng(n))
            changed += setup.game.write(other) != setup.game.write(episode.state)
            row = np.asarray(observer.buffer(episode.state, seat)).tobytes()
            assert np.asarray(observer.buffer(other, seat)).tobytes() == row
    assert (changed > 0) == setup.game.hides(seats)


@pytest.mark.parametrize("game", NAMES)
def test_bots_play_the_seats_that_they_are_given(game: str) -> None:
    games = batch(game, 6, seats=3, seed=7, bots={0: "greedy", 2: "random"})
    for _ in range(60):
        assert set(games.seat.tolist()) == {1}
        games.step(games.sample())
    alone = batch(game, 1, seats=3, seed=9, bots={0: "greedy", 2: "random"})
    games.reset(7)
    for step in range(30):
        assert rows(games)[2] == rows(alone)[0]
        games.step(legal_choice(games.mask, step))
        alone.step(legal_choice(alone.mask, step))


def test_arrays_share_the_memory_of_the_games_and_are_read_only() -> None:
    games = batch("catherine", 4)
    before = games.observation
    old = before.copy()
    games.step(games.sample())
    assert games.observation is before
    assert (before != old).any()
    for array in (games.observation, games.mask, games.seat, games.reward, games.done):
        assert not array.flags.owndata
        with pytest.raises(ValueError, match="read-only"):
            array.ravel()[0] = 1


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0], r"actions: must be 3 whole numbers, not an array of int64 and shape \(1,\)"),
        ([[0, 0, 0]], r"shape \(1, 3\)"),
        ([0.0, 0.0, 0.0], "must be 3 whole numbers, not an array of float64"),
        ([True, False, True], "not an array of bool"),
        ([[0], [0, 0], 0], "must be an array of 3 whole numbers"),
        ("000", "must be 3 whole numbers"),
        (None, "must be 3 whole numbers"),
    ],
)
def test_actions_of_a_wrong_shape_or_type_leave_the_batch_untouched(actions: Any, message: str) -> None:
    games = batch("tundra", 3)
    before = rows(games)
    with pytest.raises(samovar.BadInput, match=message):
        games.step(actions)
    assert rows(games) == before


@pytest.mark.parametrize("number", [-1, 10_000, -(2**62), 474])
def test_an_illegal_action_leaves_the_batch_untouched(number: int) -> None:
    """The first two actions are legal, but are not played."""
    games = batch("tundra", 3)
    before = rows(games)
    actions = games.mask.argmax(axis=1)
    actions[2] = number
    with pytest.raises(samovar.IllegalAction, match=r"game 2: .+ is not allowed"):
        games.step(actions)
    assert rows(games) == before
    games.step(games.sample())
    assert rows(games) != before


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: batch("chess", 1), "there is no game 'chess'"),
        (lambda: batch("tundra", 0), "n: must be a whole number from 1 on, not 0"),
        (lambda: batch("tundra", cast(int, 2.0)), "n: must be a whole number from 1 on, not 2.0"),
        (lambda: batch("tundra", True), "n: must be"),
        (lambda: batch("tundra", 1, seats=7), "seats: Tundra is for 2 to 4 seats, not 7"),
        (lambda: batch("tundra", 1, seats=cast(int, 2.5)), "seats: must be a whole number, not 2.5"),
        (lambda: batch("tundra", 2, seed=[1, 2, 3]), "seed: must be one number or 2, not 3"),
        (lambda: batch("tundra", 2, seed=cast(int, [1, None])), "seed: must be whole numbers, not None"),
        (lambda: batch("tundra", 2, seed=cast(int, 0.5)), "seed: must be a whole number or a list"),
        (lambda: batch("tundra", 1, bots={5: "random"}), "bots: seats are 0 to 1, not 5"),
        (lambda: batch("tundra", 1, bots={0: "nobody"}), "there is no bot 'nobody'"),
        (lambda: batch("tundra", 1, bots={0: "random", 1: "random"}), "must leave a seat to the caller"),
        (lambda: batch("tundra", 1, reward="glory"), "must be one of win, score"),
        (lambda: batch("tundra", 1, options={"hats": "on"}), "no option 'hats'"),
    ],
)
def test_bad_arguments_are_refused_with_the_reason(call: Callable[[], Batch], message: str) -> None:
    with pytest.raises(samovar.BadInput, match=message):
        call()


def test_layout_and_tokens_name_cells_and_actions() -> None:
    games = batch("stroganov", 1, seats=1)
    assert len(games.layout()) == games.observation.shape[1]
    assert len(games.tokens()) == games.mask.shape[1]
