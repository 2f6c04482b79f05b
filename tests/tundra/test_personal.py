"""Personal goals at each of their steps, and the rulings about them."""

from __future__ import annotations

from typing import Any

import pytest

import samovar
from tests.tundra.scene import (
    BOARD_IDS,
    GLADES,
    LAYOUTS,
    PERSONAL,
    Player,
    begun,
    personal,
    play_at_random,
    scene,
)

OTHER = {"day_off": "frugality"}  # the goal of the second player: one that this scene does not fulfil
DEPOSITS = {"firewood_deposits": "firewood", "peat_deposits": "peat", "rock_deposits": "stone"}


def scored(
    goal: str, *others: Player, seats: int = 2, glades: dict[int, str] | None = None, **mine: Any
) -> int:
    """The VP of the personal goal of seat 0 if the game ended now."""
    rest = others or (Player(goal=OTHER.get(goal, "day_off")),)
    m = scene(Player(goal=goal, **mine), *rest, seats=seats, glades=glades)
    return m.scores()[0].breakdown["personal_goal"]


def at_each_step(goal: str, thresholds: list[int], vp: list[int], n: int) -> int:
    """The VP of this count by the rulebook. Asserts that the box has the same numbers."""
    assert PERSONAL[goal]["thresholds"] == thresholds
    assert PERSONAL[goal]["vp"] == vp
    return max([0, *(points for least, points in zip(thresholds, vp, strict=True) if n >= least)])


@pytest.mark.rule("T-PGOAL-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_is_dealt_a_different_goal_which_is_scored_at_the_end(seats: int) -> None:
    m = begun(seats, 3, personal_goals="on", starters_after_goals="on")
    mine = [personal(m, p) for p in range(seats)]
    assert len(set(mine)) == seats
    play_at_random(m, seed=seats)
    assert [personal(m, p) for p in range(seats)] == mine
    for p, score in enumerate(m.scores()):
        goal = PERSONAL[mine[p]]
        assert list(score.breakdown) == ["in_game", "personal_goal"]
        assert score.breakdown["personal_goal"] in [0, *goal["vp"]]
        assert score.total == sum(score.breakdown.values())


@pytest.mark.rule("T-PGOAL-01")
def test_a_personal_goal_is_secret_until_the_end_and_then_revealed() -> None:
    m = begun(2, 5, personal_goals="on", starters_after_goals="on")
    own, other = personal(m, 0), personal(m, 1)
    assert f'goal = "{own}"' in m.position(0)
    assert other not in m.position(0)
    play_at_random(m)
    assert f'goal = "{other}"' in m.position(0)


@pytest.mark.rule("T-PGOAL-01")
def test_without_the_module_there_is_no_personal_goal() -> None:
    m = begun(2)
    assert personal(m, 0) == ""
    play_at_random(m)
    assert m.scores()[0].breakdown["personal_goal"] == 0


@pytest.mark.rule("T-PGOAL-02", "T-RULING-PGOAL-02")
@pytest.mark.parametrize(
    ("towers", "n"),
    [
        ([], 0),
        ([4], 1),
        ([1, 12], 1),
        ([1, 4], 2),
        ([1, 2, 11, 12], 2),  # one group only
        ([1, 4, 7], 3),  # a line
        ([1, 2, 4], 3),  # a bunch
        ([1, 3, 6], 3),  # round a corner
        ([3, 1, 2, 5], 4),
        ([1, 4, 5, 12], 3),
        ([1, 2, 4, 6], 4),
    ],
)
def test_tight_knit_team(towers: list[int], n: int) -> None:
    expected = at_each_step("tight_knit_team", [2, 3, 4], [2, 5, 9], n)
    assert scored("tight_knit_team", towers=towers) == expected


@pytest.mark.rule("T-RULING-PGOAL-02")
def test_towers_of_others_do_not_belong_to_a_group() -> None:
    assert scored("tight_knit_team", Player(towers=[4], goal="day_off"), towers=[1, 7]) == 0


TYPES = {1: "firewood", 2: "firewood", 3: "stone", 4: "stone", 5: "peat", 6: "peat", 7: "none", 8: "none"}


@pytest.mark.rule("T-PGOAL-03", "T-RULING-PGOAL-03")
@pytest.mark.parametrize(
    ("workers", "towers", "n"),
    [
        ([], [], 0),
        ([1, 3, 5, 7, 13], [], 0),  # one of each is too few
        ([1, 2], [], 1),  # on different tiles of one type
        ([1, 1, 3, 3], [], 2),
        ([1, 3, 5, 13], [2, 4, 6], 3),  # towers count
        ([1, 1, 13, 13], [], 2),
        ([1, 1, 13, 14], [], 2),  # any settlement
        ([7, 8, 1, 2], [], 2),  # no resource is a type
        ([1, 3, 5, 7], [2, 4, 6, 8], 4),
        ([1, 3, 5, 7, 13, 13], [2, 4, 6, 8], 5),  # five count as four
    ],
)
def test_good_word(workers: list[int], towers: list[int], n: int) -> None:
    expected = at_each_step("good_word", [2, 3, 4], [4, 8, 10], n)
    assert scored("good_word", workers=workers, towers=towers, glades=TYPES) == expected


@pytest.mark.rule("T-PGOAL-04")
@pytest.mark.parametrize("n", range(7))
def test_day_off(n: int) -> None:
    expected = at_each_step("day_off", [2, 4, 6], [4, 10, 17], n)
    assert scored("day_off", workers=[1, 1, 2, 3, 13, 14][: 6 - n]) == expected


@pytest.mark.rule("T-PGOAL-05", "T-RULING-PGOAL-01")
@pytest.mark.parametrize("n", range(11))
def test_distant_borders(n: int) -> None:
    """On the map for two, all glades but 4 and 9 are edge glades. Settlements are not."""
    pieces = [1, 3, 5, 11, 2, 2, 6, 7, 10, 12][:n]
    towers, workers = pieces[:4], [*pieces[4:], 4, 9, 13, 14]
    expected = at_each_step("distant_borders", [6, 8, 10], [4, 10, 17], n)
    assert scored("distant_borders", towers=towers, workers=workers[:6]) == expected


@pytest.mark.rule("T-RULING-PGOAL-01")
def test_glades_next_to_settlements_and_inner_holes_are_not_edge_glades() -> None:
    """3p-a: 5 (0, -1) is next to the lake in the middle. 3p-b: 2 (-1, 1) is inside the map."""
    for layout, inner in (("3p-a", [5, 6, 9, 10, 13, 14]), ("3p-b", [2, 6, 7])):
        options = {"layout": layout}
        m = scene(Player(goal="distant_borders", workers=[inner[0]] * 6), seats=3, options=options)
        assert m.scores()[0].breakdown["personal_goal"] == 0
        m = scene(Player(goal="distant_borders", workers=[1] * 6), seats=3, options=options)
        assert m.scores()[0].breakdown["personal_goal"] == 4
        for space in inner:
            m = scene(Player(goal="distant_borders", workers=[1] * 5 + [space]), seats=3, options=options)
            assert m.scores()[0].breakdown["personal_goal"] == 0


@pytest.mark.rule("T-RULING-PGOAL-01")
@pytest.mark.parametrize("id", LAYOUTS)
def test_the_edge_glades_of_each_map_are_those_that_can_be_reached_from_outside(id: str) -> None:
    layout = LAYOUTS[id]
    glades = {(q, r) for q, r in layout["glades"]}
    taken = glades | {(seat["settlement"][0], seat["settlement"][1]) for seat in layout["seat"]}
    sides = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
    outside, new = {(-20, -20)}, {(-20, -20)}
    while new:
        near = {(q + dq, r + dr) for q, r in new for dq, dr in sides}
        new = {(q, r) for q, r in near - outside - taken if max(abs(q), abs(r)) <= 20}
        outside |= new
    edge = {(q, r) for q, r in glades if any((q + dq, r + dr) in outside for dq, dr in sides)}
    assert {(q, r) for q, r in layout["edge"]} == edge


@pytest.mark.rule("T-PGOAL-06")
@pytest.mark.parametrize("n", range(7))
def test_curfew(n: int) -> None:
    """All workers on own tower glades count, on one glade or several. Towers of others do not matter."""
    expected = at_each_step("curfew", [2, 4, 6], [2, 5, 9], n)
    other = Player(towers=[5], goal="day_off")
    mine = [1, 1, 1, 2, 2, 3][:n] + [5, 6, 13, 5, 6, 13][: 6 - n]
    assert scored("curfew", other, towers=[1, 2, 3], workers=mine) == expected


@pytest.mark.rule("T-PGOAL-07")
@pytest.mark.parametrize("n", range(12))
def test_business_acumen(n: int) -> None:
    """City cards count, also exhausted ones, and upgraded boards. Starter cards do not."""
    boards = BOARD_IDS[: max(0, n - 7)] if n > 7 else BOARD_IDS[: n // 2]
    cards = n - len(boards)
    expected = at_each_step("business_acumen", [4, 7, 11], [2, 5, 9], n)
    under = [f"e0{i + 1}_{board}" for i, board in enumerate(BOARD_IDS)]
    mine = ["a01", "a02", "a03", *under][:cards]
    assert expected == scored(
        "business_acumen",
        upgraded=", ".join(boards),
        advisors=", ".join(card for card in mine if card in ("a01", "a02")),
        exhausted=", ".join(card for card in mine if card == "a03"),
        enhancements=", ".join(card for card in mine if card[0] == "e"),
        starters="s01_trade, s02_travel",
    )


@pytest.mark.rule("T-PGOAL-08")
@pytest.mark.parametrize("n", range(5))
def test_frugality(n: int) -> None:
    expected = at_each_step("frugality", [2, 3, 4], [4, 10, 17], n)
    assert scored("frugality", towers=[1, 2, 3, 5][: 4 - n]) == expected


@pytest.mark.rule("T-PGOAL-09")
@pytest.mark.parametrize("goal", DEPOSITS)
@pytest.mark.parametrize("n", range(6))
def test_deposits(goal: str, n: int) -> None:
    """There are five glades of each resource with three players. Being alone on a glade counts."""
    of_kind = [id for id, glade in GLADES.items() if glade["resource"] == DEPOSITS[goal]]
    glades = {space: of_kind[i] for i, space in enumerate((4, 5, 7, 8, 11))}
    expected = at_each_step(goal, [3, 4, 5], [4, 8, 11], n)
    assert scored(goal, seats=3, glades=glades, workers=[4, 5, 7, 8, 11][:n]) == expected


FIREWOOD = {4: "g01", 5: "g02", 7: "g03", 8: "g13", 11: "g14"}


@pytest.mark.rule("T-PGOAL-09", "T-RULING-PGOAL-04")
@pytest.mark.parametrize(
    ("mine", "my_tower", "second", "second_tower", "third", "counts"),
    [
        (1, False, 0, False, 0, True),
        (1, False, 1, False, 0, False),  # a tie does not count
        (2, False, 1, False, 1, True),  # with each opponent separately, not with all together
        (2, False, 2, False, 0, False),
        (1, True, 1, False, 0, True),  # workers plus towers on both sides
        (2, False, 1, True, 0, False),
        (0, True, 0, False, 0, True),
        (0, False, 0, False, 0, False),  # own pieces at least 1
        (2, False, 0, False, 2, False),
    ],
)
def test_majorities(
    mine: int, my_tower: bool, second: int, second_tower: bool, third: int, counts: bool
) -> None:
    """Two glades are safe, so space 4 decides if there are three."""
    found = scored(
        "firewood_deposits",
        Player(goal="day_off", workers=[4] * second + [13], towers=[4] if second_tower else []),
        Player(goal="curfew", workers=[4] * third),
        seats=3,
        glades=FIREWOOD,
        workers=[5, 7, *[4] * mine],
        towers=[4] if my_tower else [],
    )
    assert found == (4 if counts else 0)


@pytest.mark.rule("T-PGOAL-09", "T-RULING-PGOAL-04")
@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("other", [0, 1, 2])
def test_majorities_are_the_same_for_all_seats(seat: int, other: int) -> None:
    """Three glades count, unless another player stands on one of them as well."""
    goals = ["day_off", "day_off", "day_off"]
    goals[(seat + 1) % 3] = "curfew"
    goals[seat] = "firewood_deposits"
    players = [Player(goal=goal) for goal in goals]
    players[other].workers = [4]
    players[seat].workers = [4, 5, 7]
    m = scene(*players, glades=FIREWOOD)
    assert m.scores()[seat].breakdown["personal_goal"] == (4 if seat == other else 0)


@pytest.mark.rule("T-PGOAL-10", "T-RULING-PGOAL-05")
@pytest.mark.parametrize(
    ("towers", "n"),
    [
        ([], 0),
        ([4], 1),  # a single tower scores nothing
        ([1, 4], 0),
        ([1, 7], 2),
        ([1, 2, 9], 1),
        ([1, 2, 8, 10], 2),
        ([1, 5, 8], 3),
        ([1, 5, 8, 10], 4),
    ],
)
def test_broad_view(towers: list[int], n: int) -> None:
    expected = at_each_step("broad_view", [2, 3, 4], [2, 5, 9], n)
    assert scored("broad_view", towers=towers) == expected


@pytest.mark.rule("T-PGOAL-10")
def test_towers_of_others_do_not_affect_broad_view() -> None:
    assert scored("broad_view", Player(towers=[2, 9], goal="day_off"), towers=[1, 7]) == 2


@pytest.mark.rule("T-PGOAL-01")
def test_all_eleven_goals_are_tested_here() -> None:
    assert len(PERSONAL) == 11


def test_the_goal_of_another_player_brings_nothing() -> None:
    m: samovar.Match = scene(Player(goal="frugality", towers=[1, 2, 3]), Player(goal="day_off"))
    assert [score.breakdown["personal_goal"] for score in m.scores()] == [0, 17]
