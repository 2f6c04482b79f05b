"""Common goals: counts and VP at each step, blocking, and the rulings about them."""

from __future__ import annotations

from typing import Any

import pytest

import samovar
from tests.tundra.scene import (
    BOARD_IDS,
    GLADES,
    GOALS,
    Player,
    blocked,
    dice,
    have,
    main,
    play,
    refused,
    round_start,
    scene,
    slots,
    until,
    vp,
)

STEPS = {goal: dict(zip(entry["thresholds"], entry["vp"], strict=True)) for goal, entry in GOALS.items()}
CITY_CARDS = ["a01", "a02", "a03", "e01_architecture", "e02_travel", "e03_gathering", "e04_trade"]
KINDS = {"woods": "firewood", "rocks": "stone", "bogs": "peat"}
MOST = {"council": 7, "reforms": 4, "feast": 20, "watch": 4, "crowd": 6, "stores": 30}
MOST |= dict.fromkeys(KINDS, 5)  # glades of one resource with three players


def counting(goal: str, n: int, **more: Any) -> samovar.Match:
    """A match in which seat 0 has exactly n of the things that the goal counts, and a die of each of its
    values.
    """
    mine: dict[str, Any] = {}
    glades: dict[int, str] = {}
    match goal:
        case "council":
            held = CITY_CARDS[:n]
            mine["advisors"] = ", ".join(card for card in held if card[0] == "a")
            mine["enhancements"] = ", ".join(card for card in held if card[0] == "e")
        case "reforms":
            mine["upgraded"] = ", ".join(BOARD_IDS[:n])
        case "feast":
            mine["berries"] = n
        case "watch":
            mine["towers"] = [1, 2, 3, 5][:n]
        case "crowd":
            mine["workers"] = [1, 1, 2, 3, 13, 14][:n]
        case "stores":
            mine |= {"firewood": min(n, 10), "stone": min(max(0, n - 10), 10), "peat": max(0, n - 20)}
        case _:
            of_kind = [id for id, glade in GLADES.items() if glade["resource"] == KINDS[goal]]
            glades = dict(zip(range(4, 4 + n), of_kind, strict=False))
            mine["workers"] = list(range(4, 4 + n))
    seats = 3 if goal in KINDS else 2
    values = GOALS[goal]["die_values"]
    return scene(Player(dice=values, **mine), seats=seats, goals=goal, glades=glades, **more)


def points(goal: str, n: int, steps: dict[int, int]) -> int:
    """The VP of activating the goal, 0 if that is not legal."""
    options = {"stores_variant": "on"} if steps is not STEPS[goal] else None
    m = counting(goal, n, options=options)
    value = GOALS[goal]["die_values"][0]
    if f"goal.{goal}_{value}" not in m.options(0):
        assert refused(m, 0, f"goal.{goal}_{value}") == ("no_step_fulfilled", "T-RULING-GOAL-01")
        return 0
    play(m, 0, f"goal.{goal}_{value}")
    return vp(m, 0)


def best(n: int, steps: dict[int, int]) -> int:
    return max([0, *(vp for least, vp in steps.items() if n >= least)])


def check(goal: str, steps: dict[int, int]) -> None:
    """Check the VP for every number from 0 to the maximum."""
    assert STEPS[goal] == steps
    for n in range(MOST[goal] + 1):
        assert points(goal, n, STEPS[goal]) == best(n, steps), n


@pytest.mark.rule("T-GOAL-06")
def test_city_cards() -> None:
    check("council", {3: 2, 5: 4, 7: 6})


@pytest.mark.rule("T-GOAL-06")
def test_starter_cards_are_no_city_cards() -> None:
    m = scene(
        Player(dice=[1], advisors="a01, a02", starters="s01_trade, s02_travel"), Player(), goals="council"
    )
    assert refused(m, 0, "goal.council_1") == ("no_step_fulfilled", "T-RULING-GOAL-01")


@pytest.mark.rule("T-GOAL-07")
def test_upgraded_order_boards() -> None:
    check("reforms", {2: 2, 3: 4, 4: 6})


@pytest.mark.rule("T-GOAL-08")
def test_berries() -> None:
    check("feast", {10: 2, 15: 4, 20: 6})


@pytest.mark.rule("T-GOAL-09")
def test_towers_on_the_board() -> None:
    check("watch", {2: 2, 3: 4, 4: 6})


@pytest.mark.rule("T-GOAL-10")
def test_workers_on_the_board() -> None:
    check("crowd", {2: 2, 4: 4, 6: 6})


@pytest.mark.rule("T-GOAL-11")
@pytest.mark.parametrize("goal", KINDS)
def test_glades_of_one_resource(goal: str) -> None:
    check(goal, {2: 2, 3: 4, 4: 6})


@pytest.mark.rule("T-GOAL-11")
def test_each_glade_counts_once_for_workers_and_towers_alike() -> None:
    glades = {1: "g01", 2: "g02", 3: "g04"}
    m = scene(Player(dice=[1], workers=[1, 1, 1], towers=[1]), seats=3, goals="woods", glades=glades)
    assert refused(m, 0, "goal.woods_1") == ("no_step_fulfilled", "T-RULING-GOAL-01")
    m = scene(Player(dice=[1], workers=[1], towers=[2]), seats=3, goals="woods", glades=glades)
    play(m, 0, "goal.woods_1")
    assert vp(m, 0) == 2
    m = scene(Player(dice=[1], workers=[1]), Player(workers=[2]), seats=3, goals="woods", glades=glades)
    assert "goal.woods_1" not in m.options(0)  # pieces of others do not count


@pytest.mark.rule("T-GOAL-12")
def test_resources_of_all_types_together() -> None:
    check("stores", {2: 2, 3: 4, 4: 6})
    m = scene(Player(dice=[2], firewood=1, stone=1, peat=1), goals="stores")
    play(m, 0, "goal.stores_2")
    assert vp(m, 0) == 4
    m = scene(Player(dice=[2], berries=20), goals="stores")
    assert "goal.stores_2" not in m.options(0)


@pytest.mark.rule("T-GOAL-01")
@pytest.mark.parametrize("goal", GOALS)
def test_each_goal_has_three_steps_and_its_own_die_values(goal: str) -> None:
    assert len(GOALS[goal]["thresholds"]) == len(GOALS[goal]["vp"]) == 3
    seats = 3 if goal in KINDS else 2
    everything: dict[str, Any] = {"berries": 20, "peat": 4, "advisors": "a01, a02, a03"}
    everything |= {"workers": [1, 2, 3, 6], "towers": [4, 5], "upgraded": "trade, travel"}
    glades = {1: "g01", 2: "g04", 3: "g07", 4: "g02", 5: "g05", 6: "g08"}
    m = scene(
        Player(dice=[1, 2, 3, 4, 5, 6], **everything),
        Player(dice=[6]),
        seats=seats,
        goals=goal,
        glades=glades,
    )
    for value in range(1, 7):
        allowed = value in GOALS[goal]["die_values"]
        assert (f"goal.{goal}_{value}" in m.options(0)) == allowed
        if not allowed:
            assert refused(m, 0, f"goal.{goal}_{value}") == ("not_a_value_of_this_goal", "T-GOAL-01")


@pytest.mark.rule("T-GOAL-02")
def test_the_die_goes_on_the_empty_slot_for_the_points_of_a_fulfilled_step() -> None:
    m = scene(Player(dice=[2, 5], berries=15, vp=3), goals="feast")
    assert refused(m, 0, "goal.feast_1") == ("no_such_die", "T-GOAL-02")
    play(m, 0, "goal.feast_2")
    assert vp(m, 0) == 3 + 4
    assert blocked(m) == ["feast"]
    assert slots(m, 0) == []
    assert "place.trade_2" not in m.options(0)  # the die is used


@pytest.mark.rule("T-GOAL-03")
def test_a_goal_is_blocked_for_all_players_until_the_end_of_the_round() -> None:
    m = scene(Player(dice=[2, 3], berries=15), Player(dice=[2, 3], berries=20), goals="feast, council")
    play(m, 0, "goal.feast_2", "end")
    assert refused(m, 1, "goal.feast_3") == ("blocked_this_round", "T-GOAL-03")
    play(m, 1, "place.travel_3", "end", "end")
    assert refused(m, 0, "goal.feast_3") == ("blocked_this_round", "T-GOAL-03")
    m = round_start(Player(berries=15), round=2, goals="feast", blocked="feast")
    assert blocked(m) == []


@pytest.mark.rule("T-GOAL-04")
def test_a_player_may_score_any_number_of_different_goals_in_a_round() -> None:
    m = scene(
        Player(dice=[1, 2], berries=15, advisors="a01, a02, a03"), Player(dice=[]), goals="feast, council"
    )
    play(m, 0, "goal.feast_2", "end", "goal.council_1")
    assert vp(m, 0) == 4 + 2


@pytest.mark.rule("T-GOAL-04")
def test_the_same_goal_can_be_scored_again_in_another_round() -> None:
    def second_round(seed: int) -> samovar.Match:
        m = scene(Player(dice=[2], berries=15), Player(dice=[]), goals="feast", seed=seed)
        play(m, 0, "goal.feast_2", "end")
        play(m, 1, "finish")
        play(m, 0, "finish")
        play(m, 1, next(token for token in main(m, 1) if token.startswith("place.")), "end")
        return m

    m = until(second_round, lambda m: 2 in dice(m, 0) and m.actors() == [0])
    play(m, 0, "goal.feast_2")
    assert vp(m, 0) == 4 + 4


@pytest.mark.rule("T-GOAL-05")
@pytest.mark.parametrize(
    ("goal", "player"), [("feast", {"berries": 20}), ("stores", {"firewood": 2, "stone": 1, "peat": 4})]
)
def test_scoring_a_goal_spends_nothing(goal: str, player: dict[str, Any]) -> None:
    m = scene(Player(dice=[2, 2], **player), goals=goal)
    before = have(m, 0)
    play(m, 0, f"goal.{goal}_2")
    assert vp(m, 0) == 6
    assert have(m, 0) == before


# ---- rulings ----


@pytest.mark.rule("T-RULING-GOAL-01")
@pytest.mark.parametrize("goal", GOALS)
def test_a_goal_below_its_lowest_step_takes_no_die(goal: str) -> None:
    m = counting(goal, GOALS[goal]["thresholds"][0] - 1)
    for value in GOALS[goal]["die_values"]:
        assert refused(m, 0, f"goal.{goal}_{value}") == ("no_step_fulfilled", "T-RULING-GOAL-01")


@pytest.mark.rule("T-RULING-GOAL-02")
def test_the_highest_step_is_scored_once_without_asking() -> None:
    m = scene(Player(dice=[2, 2], berries=20), goals="feast")
    play(m, 0, "goal.feast_2")
    assert vp(m, 0) == 6  # neither 2 nor 2 + 4 + 6
    assert main(m, 0) == ["end"]


@pytest.mark.rule("T-RULING-GOAL-03")
def test_free_actions_and_advisors_before_the_die_may_raise_the_count() -> None:
    m = scene(Player(dice=[2], berries=8, advisors="a04"), goals="feast")
    assert refused(m, 0, "goal.feast_2") == ("no_step_fulfilled", "T-RULING-GOAL-01")
    play(m, 0, "use.a04", "goal.feast_2")
    assert vp(m, 0) == 2
    m = scene(Player(dice=[4], berries=12), goals="feast")
    play(m, 0, "down.4", "goal.feast_3")  # and pays for a die that fits
    assert vp(m, 0) == 2


@pytest.mark.rule("T-RULING-GOAL-04")
def test_workers_on_settlements_and_exhausted_advisors_count() -> None:
    m = scene(Player(dice=[1], workers=[13, 14]), goals="crowd")
    play(m, 0, "goal.crowd_1")
    assert vp(m, 0) == 2
    m = scene(Player(dice=[1], exhausted="a01, a02", advisors="a08"), goals="council")
    play(m, 0, "goal.council_1")
    assert vp(m, 0) == 2


@pytest.mark.rule("T-RULING-GOAL-05")
def test_the_resource_goal_has_other_thresholds_with_the_option() -> None:
    variant = {10: 2, 15: 4, 20: 6}
    for n in (1, 2, 3, 4, 9, 10, 14, 15, 19, 20, 30):
        assert points("stores", n, STEPS["stores"]) == best(n, {2: 2, 3: 4, 4: 6})
        assert points("stores", n, variant) == best(n, variant)


@pytest.mark.rule("T-RULING-GOAL-05")
def test_the_option_changes_no_other_goal() -> None:
    m = counting("watch", 2, options={"stores_variant": "on"})
    play(m, 0, "goal.watch_4")
    assert vp(m, 0) == 2


@pytest.mark.rule("T-RULING-GOAL-06")
def test_a_goal_triggers_no_cards() -> None:
    cards = ", ".join(f"s0{n}_{board}" for n, board in enumerate(BOARD_IDS, 1))
    m = scene(Player(dice=[2, 2], berries=10, starters=cards, enhancements="e04_trade"), goals="feast")
    play(m, 0, "goal.feast_2")
    assert main(m, 0) == ["end"]
    assert have(m, 0) == {"berry": 10}
