"""End of the game: when it ends, the score, the ranking."""

from __future__ import annotations

from typing import Any

import pytest

import samovar
from samovar.games.tundra import tokens
from tests.tundra.scene import BOX, Player, begun, logged, main, play, play_at_random, scene, stock, table, vp


def ranks(*players: dict[str, Any]) -> list[int]:
    m = scene(*(Player(**player) for player in players), seats=len(players))
    return [score.rank for score in m.scores()]


@pytest.mark.rule("T-END-01")
def test_after_the_placement_of_round_four_the_game_ends() -> None:
    m = scene(Player(dice=[1], towers=[1]), Player(dice=[2], upgraded="trade"), round=4, glades={1: "g10"})
    play(m, 0, "place.travel_1", "end")
    assert m.actors() == [1]
    play(m, 1, "place.travel_2", "end")
    assert m.over
    assert logged(m, tokens.GAME_OVER) == [(0, 0, 0)]
    assert [vp(m, 0), vp(m, 1)] == [0, 0]  # no round start is scored


@pytest.mark.rule("T-END-01")
@pytest.mark.parametrize("round", [1, 2, 3])
def test_the_game_does_not_end_before_that(round: int) -> None:
    m = scene(Player(dice=[1]), Player(dice=[]), round=round)
    play(m, 0, "place.travel_1", "end")
    assert not m.over
    assert table(m).round == round + 1


@pytest.mark.rule("T-END-02")
def test_the_score_is_the_track_and_the_personal_goal() -> None:
    m = scene(Player(vp=31, goal="frugality"), Player(vp=54, goal="curfew"))
    first, second = m.scores()
    assert first.breakdown == {"in_game": 31, "personal_goal": 17}
    assert first.total == 48
    assert second.breakdown == {"in_game": 54, "personal_goal": 0}
    assert second.total == 54  # space 4, and 50 with the acorn


@pytest.mark.rule("T-END-03")
@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ({"vp": 20}, {"vp": 19, "firewood": 10, "berries": 20}, [1, 2]),
        ({"vp": 20, "firewood": 1}, {"vp": 20, "peat": 2}, [2, 1]),
        ({"vp": 20, "firewood": 2, "stone": 1}, {"vp": 20, "peat": 2, "berries": 20}, [1, 2]),
        ({"vp": 20, "stone": 2, "berries": 3}, {"vp": 20, "peat": 2, "berries": 4}, [2, 1]),
        ({"vp": 20, "stone": 2, "berries": 3}, {"vp": 20, "peat": 1, "firewood": 1, "berries": 3}, [1, 1]),
    ],
)
def test_ties_go_to_resources_then_berries_then_are_shared(
    first: dict[str, Any], second: dict[str, Any], expected: list[int]
) -> None:
    assert ranks(first, second) == expected


@pytest.mark.rule("T-RULING-END-01")
def test_leftovers_give_no_points() -> None:
    m = scene(Player(vp=3, firewood=10, stone=10, peat=10, berries=20), Player(vp=4))
    assert [score.total for score in m.scores()] == [3, 4]
    assert [score.rank for score in m.scores()] == [2, 1]


@pytest.mark.rule("T-RULING-END-02")
def test_ties_are_broken_after_personal_goals() -> None:
    m = scene(Player(vp=3, goal="frugality", peat=1), Player(vp=20, goal="curfew", peat=2))
    assert [score.total for score in m.scores()] == [20, 20]
    assert [score.rank for score in m.scores()] == [2, 1]


@pytest.mark.rule("T-RULING-END-02")
def test_the_same_tiebreakers_rank_the_other_places() -> None:
    players: list[dict[str, Any]] = [
        {"vp": 7, "peat": 1},
        {"vp": 9},
        {"vp": 7, "peat": 1, "berries": 1},
        {"vp": 2, "peat": 10, "berries": 20},
    ]
    assert ranks(*players) == [3, 1, 2, 4]
    players[2]["berries"] = 0
    assert ranks(*players) == [2, 1, 2, 4]


@pytest.mark.rule("T-RULING-END-03")
@pytest.mark.parametrize(("before", "after"), [(49, 50), (48, 49), (99, 100), (149, 150)])
def test_the_state_has_one_total(before: int, after: int) -> None:
    """The acorn and the space on the track follow from the total and the length of the track."""
    m = scene(Player(vp=before, advisors="a08"))
    play(m, 0, "use.a08")
    assert vp(m, 0) == after
    assert m.scores()[0].total == after
    assert f"vp = {after}" in m.position()
    assert stock(m).vp_track == BOX["constants"]["vp_track_length"] == 50


@pytest.mark.rule("T-END-03")
def test_the_winner_of_a_whole_game_has_the_highest_score() -> None:
    for seed in range(3):
        m: samovar.Match = begun(3, seed, personal_goals="on")
        play_at_random(m, seed=seed)
        assert m.over
        totals = [score.total for score in m.scores()]
        assert max(totals) in [score.total for score in m.scores() if score.rank == 1]
        assert main(m, 0) == []
