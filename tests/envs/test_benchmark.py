"""The benchmark against OpenSpiel's bot runs, here with a very small time budget."""

from __future__ import annotations

import json

import pytest

from benchmarks import openspiel_ismcts


def test_both_seats_are_played_and_the_result_has_an_interval(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["catherine", "--games", "2", "--seconds", "0.002", "--rollouts", "compiled", "--json"]
    assert openspiel_ismcts.main(words) == 0
    row = json.loads(capsys.readouterr().out)["results"][0]
    assert row["games"] == 2
    assert row["interval"][0] <= row["share"] <= row["interval"][1]
    assert row["their_simulations_per_second"] > 0


def test_an_odd_number_of_games_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        openspiel_ismcts.main(["catherine", "--games", "3"])
    assert "even number" in capsys.readouterr().err
