"""``samovar train GAME --value``: styles, samples, ridge regression, and the data file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from samovar.bots.knowledge.weights import load_weights, read_weights
from samovar.cli import main
from samovar.games import registry
from samovar.kernel.errors import BadInput
from samovar.kernel.rng import Rng
from samovar.lab.seeds import FIRST_TRAINING_SEED
from samovar.lab.training import self_play
from samovar.lab.training.ridge import NormalEquations
from samovar.lab.training.self_play import Sample, SelfPlay, weighted
from samovar.lab.training.styles import draw_end_of_styles, draw_style
from samovar.lab.training.value import report_lines, train_value

START = [1.0, 1.0, 0.5, 0.0]  # apples, pears: at the beginning and at the end
SMALL = ["train", "stroganov", "--value", "--from", "1", "--seats", "2", "--games", "3"]


def equations(early: float, late: float) -> NormalEquations:
    """Return equations in which an apple is worth ``early`` at the beginning and ``late`` at the end."""
    rng = Rng(3)
    found = NormalEquations(4)
    for _ in range(200):
        gone = rng.below(1001) / 1000
        apples, pears = int(rng.below(11)) - 5, int(rng.below(7)) - 3
        sample = Sample(0, 1, gone, [apples, pears])
        sample.margin = apples * (early * (1 - gone) + late * gone) + pears * 0.5 * (1 - gone)
        found.add(sample.row(), sample.margin)
    return found


# ---- regression ----


def test_the_fit_finds_the_weights_at_the_beginning_and_at_the_end() -> None:
    assert equations(3.0, 1.5).solve(START, 0.0) == pytest.approx([3.0, 1.5, 0.5, 0.0], abs=1e-6)


def test_a_strong_ridge_does_not_change_the_weights() -> None:
    assert equations(3.0, 1.5).solve(START, 1e12) == pytest.approx(START, abs=1e-6)


def test_a_feature_that_never_occurs_keeps_its_weight() -> None:
    found = NormalEquations(2)
    found.add([1.0, 0.0], 2.0)
    assert found.solve([1.0, 7.0], 0.0) == pytest.approx([2.0, 7.0], abs=1e-6)


def test_the_deviation_is_that_of_predicted_from_real_margins() -> None:
    found = NormalEquations(1)
    for x, margin in ((1.0, 3.0), (2.0, 2.0)):
        found.add([x], margin)
    assert found.deviation([1.0]) == pytest.approx(2**0.5)  # off by 2 and by 0
    assert equations(3.0, 1.5).deviation([3.0, 1.5, 0.5, 0.0]) == pytest.approx(0.0, abs=1e-6)


def test_merged_equations_are_those_of_all_samples() -> None:
    one, other, both = NormalEquations(2), NormalEquations(2), NormalEquations(2)
    for k, row in enumerate(([1.0, 2.0], [0.0, 1.0], [3.0, 0.5])):
        (one if k < 1 else other).add(row, float(k))
        both.add(row, float(k))
    one.merge(other)
    assert (one.products, one.targets, one.squares, one.samples) == (
        both.products,
        both.targets,
        both.squares,
        both.samples,
    )


# ---- self-play ----


def test_styles_differ_in_weights_and_random_moves() -> None:
    weights = load_weights("stroganov", 1).tables[0]
    styles = [draw_style(Rng(seed), weights) for seed in range(60)]
    assert len({tuple(style.weights.items()) for style in styles}) > 30
    assert any(style.weights == weights for style in styles)
    assert {style.random_moves for style in styles} == {0, 1, 3, 10, 25}
    assert any(style.weights["furs"][0] == 0 for style in styles), "some style never wants furs"


def test_styles_end_at_a_random_moment() -> None:
    ends = [draw_end_of_styles(Rng(seed)) for seed in range(200)]
    assert 30 < ends.count(0) < 70, "one game of four has no styles"
    assert min(end for end in ends if end) < 100
    assert 900 < max(ends) < 1000


def test_samples_are_taken_after_the_end_of_the_styles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "draw_end_of_styles", lambda rng: 600)
    found = SelfPlay("stroganov", 2, 1, 0).play(0)
    assert found
    assert all(sample.gone >= 0.6 for sample in found)


@pytest.fixture
def without_styles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all seats play alike from the beginning, so that every turn gives samples."""
    monkeypatch.setattr(self_play, "draw_end_of_styles", lambda rng: 0)


@pytest.mark.usefixtures("without_styles")
def test_a_game_gives_a_sample_of_every_two_players_after_every_turn() -> None:
    found = SelfPlay("stroganov", 2, 1, 0).play(0)
    turns = 4 * (3 * 2 + 1)  # four years of three seasons and a winter; no sample when the game is over
    assert len(found) == turns
    assert len({sample.margin for sample in found}) == 1
    assert found[-1].gone == 1.0
    assert found[-1].row()[0::2] == [0.0] * len(found[-1].difference)
    assert len(SelfPlay("catherine", 4, 1, 0).play(0)) % 6 == 0, "four players make six pairs"


def test_the_automa_is_a_player() -> None:
    found = SelfPlay("stroganov", 1, 1, 0).play(0)
    names = weighted("stroganov", 1).names
    assert {(sample.first, sample.second) for sample in found} == {(0, 1)}
    assert all(sample.difference[names.index("automa_turns")] <= 0 for sample in found)
    assert any(sample.difference[names.index("automa_turns")] < 0 for sample in found)


def test_a_sample_depends_on_seed_seats_and_number_alone() -> None:
    def margins(play: SelfPlay, number: int) -> list[tuple[float, list[int]]]:
        return [(sample.margin, sample.difference) for sample in play.play(number)]

    play = SelfPlay("tundra", 2, 1, 0)
    first = margins(play, 0)
    assert margins(play, 1) != first
    assert margins(play, 0) == first
    assert margins(SelfPlay("tundra", 2, 1, 1), 0) == margins(play, 1), "a seed is added to the number"
    assert play.seed == FIRST_TRAINING_SEED


def test_games_have_all_option_sets() -> None:
    play = SelfPlay("tundra", 2, 1, 0)
    sets = registry.game("tundra").option_sets(2)
    assert [play.options(number) for number in (0, 2, 4)] == [{}, {}, {}]
    assert [play.options(2 * number + 1) for number in range(len(sets))] == sets


# ---- the data file ----


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes_for_any_number_of_jobs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / name for name in ("one.toml", "two.toml", "jobs.toml", "other.toml")]
    for file, more in zip(files, ([], [], ["--jobs", "2"], ["--seed", "7"]), strict=True):
        assert main([*SMALL, "--out", str(file), *more]) == 0
    one, two, jobs, other = (file.read_bytes() for file in files)
    assert one == two == jobs
    assert one != other
    assert "margins are off by" in capsys.readouterr().out


def test_the_file_says_how_it_was_made_and_can_be_read() -> None:
    report = train_value(registry.game("stroganov"), [2], 2, 5, 1, 300.0, 4, 1)
    weights = read_weights(report["file"])
    assert (weights.game, weights.version, weights.horizon) == ("stroganov", 2, 4)
    old = load_weights("stroganov", 1).tables[0]
    assert weights.tables.keys() - {0} == {1, 2, 3, 4}
    assert weights.tables[2] != old
    assert weights.tables[1] == weights.tables[3] == weights.tables[4] == old, "these were not trained"
    command = report["file"].splitlines()[0]
    assert command == (
        "# samovar train stroganov --value --from 1 --seats 2 --games 2 --seed 5 --ridge 300 --horizon 4"
    )
    assert report["fits"][0]["samples"] > 10
    assert f"2 seats, {report['fits'][0]['samples']} samples" in report_lines(report)[1]


def test_the_report_compares_both_weights_in_the_same_games() -> None:
    fits = [train_value(registry.game("tundra"), [2], 4, 0, 1, ridge, None, 1)["fits"] for ridge in (0, 1e12)]
    (fitted,), (kept,) = fits
    assert fitted["deviation_before"] == kept["deviation_before"] == kept["deviation"] > 0
    assert fitted["deviation"] != kept["deviation"]


def test_the_command_prints_file_and_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert main(SMALL) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("stroganov: weights of version 2, 3 games a line\n2 seats, ")
    assert printed.endswith(report["file"])


def test_every_bad_argument_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadInput) as caught:
        train_value(registry.game("tundra"), [2], 1, -1, 1, -1.0, -2, 0)
    assert len(caught.value.faults) == 5
    assert main(["train", "tundra"]) == 2
    assert "say what to train: --value" in capsys.readouterr().err
    assert main([*SMALL[:-1], "2", "--from", "99"]) == 2
    assert "has no weights of version 99" in capsys.readouterr().err
    assert main([*SMALL, "--out", "/no/such/folder/weights.toml"]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_an_unknown_game_cannot_be_trained() -> None:
    with pytest.raises(BadInput, match="there is no game"):
        weighted("chess", 0)
