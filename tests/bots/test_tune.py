"""The tuning of weights: least squares by hand."""

from __future__ import annotations

import pytest

from samovar.bots.knowledge import registry as knowledges
from samovar.bots.knowledge.knowledge import Linear
from samovar.games import registry as games
from samovar.kernel.dice import Dice
from samovar.kernel.errors import BadInput
from tools import tune


class Shop(Linear):
    """Two things are counted; nobody plays it."""

    def __init__(self) -> None:
        super().__init__(games.game("stroganov"), {"apples": (1000, 1000), "pears": (500, 0)})


def samples(early: float, late: float) -> list[tune.Sample]:
    """Players who have some apples and pears; each apple turns out to be worth so much."""
    dice = Dice(3)
    found: list[tune.Sample] = []
    for _ in range(200):
        gone = dice.below(1001) / 1000
        apples, pears = int(dice.below(6)), int(dice.below(4))
        valued = apples + pears * 0.5 * (1 - gone)
        sample = tune.Sample(0, gone, [apples, pears], valued)
        sample.points = 7 + apples * (early * (1 - gone) + late * gone) + pears * 0.5 * (1 - gone)
        found.append(sample)
    return found


def test_it_finds_what_things_are_worth_at_the_beginning_and_at_the_end() -> None:
    assert tune.tuned(Shop(), samples(3.0, 1.5), 0.0, set()) == {"apples": (3000, 1500), "pears": (500, 0)}


def test_a_steep_ridge_leaves_the_weights_as_they_are() -> None:
    assert tune.tuned(Shop(), samples(3.0, 1.5), 1e12, set()) == {"apples": (1000, 1000), "pears": (500, 0)}


def test_what_is_to_be_kept_stays() -> None:
    found = tune.tuned(Shop(), samples(3.0, 1.5), 0.0, {"apples"})
    assert found["apples"] == (1000, 1000)


def test_the_right_weights_leave_nothing_unexplained() -> None:
    found = samples(3.0, 1.5)
    assert tune.spread(Shop(), found, {"apples": (3000, 1500), "pears": (500, 0)}) == pytest.approx(0.0)
    assert tune.spread(Shop(), found, {"apples": (1000, 1000), "pears": (500, 0)}) > 1.0


def test_a_game_gives_a_sample_for_every_player_after_every_turn() -> None:
    game = games.game("stroganov")
    known = knowledges.knowledge(game)
    assert isinstance(known, Linear)
    found = tune.play(game, known, "random", 2, {}, tune.FIRST_SEED, 100)
    turns = 4 * (3 * 2 + 1)  # four years of three seasons and a winter; nobody looks when the game is over
    assert len(found) == 2 * turns
    last = found[-1]
    assert last.player == 1
    assert last.gone == 1.0
    assert sum(found[-1].row()[-2:]) == 1.0
    assert all(sample.points == last.points for sample in found if sample.player == 1)
    assert last.points >= last.counts[known.names.index("vp")]


def test_every_fault_of_what_is_asked_for_is_named() -> None:
    args = tune.arguments().parse_args(
        ["stroganov", "--keep", "gold,vp", "--option", "boards", "--games", "0"]
    )
    with pytest.raises(BadInput) as caught:
        tune.tune(args)
    assert [text.split(":")[0] for text in caught.value.faults] == ["--keep", "--option", "--games"]


def test_it_prints_a_table_for_the_source(capsys: pytest.CaptureFixture[str]) -> None:
    tune.tune(tune.arguments().parse_args(["stroganov", "--games", "1", "--bots", "random"]))
    printed = capsys.readouterr().out
    assert "WEIGHTS: Final = {" in printed
    assert '    "vp": (' in printed
