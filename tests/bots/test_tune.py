"""Fitting the weights of an evaluation by ridge regression."""

from __future__ import annotations

import pytest

from samovar.bots.knowledge import registry as knowledges
from samovar.bots.knowledge.knowledge import LinearKnowledge
from samovar.games import registry as games
from samovar.kernel.errors import BadInput
from samovar.kernel.rng import Rng
from tools import tune


class Shop(LinearKnowledge):
    """Knowledge with two features, of a game that is not played."""

    def __init__(self) -> None:
        super().__init__(games.game("stroganov"), {"apples": (1000, 1000), "pears": (500, 0)})


def samples(early: float, late: float) -> list[tune.Sample]:
    """Return samples in which an apple is worth ``early`` at the beginning and ``late`` at the end."""
    rng = Rng(3)
    found: list[tune.Sample] = []
    for _ in range(200):
        gone = rng.below(1001) / 1000
        apples, pears = int(rng.below(6)), int(rng.below(4))
        valued = apples + pears * 0.5 * (1 - gone)
        sample = tune.Sample(0, gone, [apples, pears], valued)
        sample.points = 7 + apples * (early * (1 - gone) + late * gone) + pears * 0.5 * (1 - gone)
        found.append(sample)
    return found


def test_the_fit_finds_the_weights_at_the_beginning_and_at_the_end() -> None:
    assert tune.fit_weights(Shop(), samples(3.0, 1.5), 0.0, set()) == {
        "apples": (3000, 1500),
        "pears": (500, 0),
    }


def test_a_strong_ridge_does_not_change_the_weights() -> None:
    assert tune.fit_weights(Shop(), samples(3.0, 1.5), 1e12, set()) == {
        "apples": (1000, 1000),
        "pears": (500, 0),
    }


def test_kept_weights_do_not_change() -> None:
    found = tune.fit_weights(Shop(), samples(3.0, 1.5), 0.0, {"apples"})
    assert found["apples"] == (1000, 1000)


def test_the_true_weights_have_no_residuals() -> None:
    found = samples(3.0, 1.5)
    assert tune.residual_deviation(
        Shop(), found, {"apples": (3000, 1500), "pears": (500, 0)}
    ) == pytest.approx(0.0)
    assert tune.residual_deviation(Shop(), found, {"apples": (1000, 1000), "pears": (500, 0)}) > 1.0


def test_a_game_gives_a_sample_for_every_player_after_every_turn() -> None:
    game = games.game("stroganov")
    known = knowledges.knowledge(game)
    assert isinstance(known, LinearKnowledge)
    found = tune.play(game, known, "random", 2, {}, tune.FIRST_SEED, 100)
    turns = 4 * (3 * 2 + 1)  # four years of three seasons and a winter; no sample when the game is over
    assert len(found) == 2 * turns
    last = found[-1]
    assert last.player == 1
    assert last.gone == 1.0
    assert sum(found[-1].row()[-2:]) == 1.0
    assert all(sample.points == last.points for sample in found if sample.player == 1)
    assert last.points >= last.counts[known.names.index("vp")]


def test_every_bad_argument_is_reported() -> None:
    args = tune.arguments().parse_args(
        ["stroganov", "--keep", "gold,vp", "--option", "boards", "--games", "0"]
    )
    with pytest.raises(BadInput) as caught:
        tune.tune(args)
    assert [text.split(":")[0] for text in caught.value.faults] == ["--keep", "--option", "--games"]


def test_the_tool_prints_a_table_for_the_source(capsys: pytest.CaptureFixture[str]) -> None:
    tune.tune(tune.arguments().parse_args(["stroganov", "--games", "1", "--bots", "random"]))
    printed = capsys.readouterr().out
    assert "WEIGHTS: Final = {" in printed
    assert '    "vp": (' in printed
