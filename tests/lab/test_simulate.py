"""Many games between bots."""

from __future__ import annotations

import pytest

import samovar
from samovar.bots import random_bot
from samovar.kernel.dice import Dice
from samovar.kernel.errors import BadInput
from samovar.kernel.state import View
from samovar.lab.simulate import Summary, simulate

GAME = samovar.games()["stroganov"]


def run(seats: int, games: int = 5, seed: int = 3, fast: bool = True, boards: str = "a") -> Summary:
    bots = [random_bot.choose] * seats
    return simulate(GAME, GAME.standard_box(), seats, {"boards": boards}, bots, games, seed, fast=fast)


def timeless(summary: Summary) -> dict[str, object]:
    return {key: value for key, value in summary.items() if "second" not in key}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("boards", ["a", "b"])
def test_games_played_by_the_rules_themselves_are_those_that_random_bots_play(
    seats: int, boards: str
) -> None:
    assert timeless(run(seats, boards=boards)) == timeless(run(seats, boards=boards, fast=False))


def test_equal_seeds_give_equal_games_and_others_give_others() -> None:
    assert timeless(run(3)) == timeless(run(3))
    assert timeless(run(3)) != timeless(run(3, seed=4))


def test_a_long_run_is_its_games_one_after_the_other() -> None:
    long = run(2, games=4, seed=10)
    short = [run(2, games=1, seed=10 + k) for k in range(4)]
    assert long["decisions"] == sum(one["decisions"] for one in short)
    assert long["wins"] == [sum(one["wins"][seat] for one in short) for seat in range(2)]


def test_a_bot_sees_only_its_view_and_nature_deals_as_in_a_match_with_that_seed() -> None:
    seen: list[str] = []

    def first(view: View, options: list[int], dice: Dice) -> int:
        seen.append(GAME.write(view))
        return options[0]

    simulate(GAME, GAME.standard_box(), 2, {}, [first, first], 1, 8)
    m = samovar.Match("stroganov", 2, seed=8)
    assert seen[0] == m.position(m.actors()[0])
    while not m.over:
        m.play(m.actors()[0], m.options(m.actors()[0])[0])
    decisions = sum(1 for entry in m.log if entry.seat < 2)
    assert len(seen) == decisions


def test_progress_is_told_after_each_game() -> None:
    told: list[int] = []
    bots = [random_bot.choose] * 2
    simulate(GAME, GAME.standard_box(), 2, {}, bots, 3, 0, progress=lambda: told.append(1))
    assert told == [1, 1, 1]


def test_no_games_are_a_fault() -> None:
    with pytest.raises(BadInput, match="at least one game"):
        run(2, games=0)
