"""Architecture: towers, workers, resources for VP, and the rulings about them."""

from __future__ import annotations

from typing import Any

import pytest

import samovar
from samovar.games.tundra import tokens
from samovar.games.tundra.game import GAME
from tests.tundra.scene import (
    Player,
    have,
    logged,
    main,
    play,
    refused,
    round_start,
    scene,
    towers,
    vp,
    workers,
)

RICH: dict[str, Any] = {"firewood": 10, "stone": 10, "peat": 10, "berries": 20}
NO_CHOICE = {1: "g01", 2: "g04", 3: "g07", 6: "g10"}  # glades with a bonus that leaves no choice


def architecture(
    value: int, *others: Player, upgraded: bool = False, glades: dict[int, str] | None = None, **player: Any
) -> samovar.Match:
    """A match in which seat 0 has begun the action of this slot. Both players have one more die."""
    boards = "architecture" if upgraded else ""
    m = scene(Player(dice=[value, 1], upgraded=boards, **player), *others, glades=glades)
    play(m, 0, f"place.architecture_{value}", "do.board")
    return m


def sites(m: samovar.Match) -> list[str]:
    return [token for token in m.options(0) if token.startswith(("build.", "put."))]


# ---- towers ----


@pytest.mark.rule("T-ARCH-01")
def test_two_resources_of_one_type_and_a_worker_become_a_tower() -> None:
    m = architecture(6, workers=[3, 6], firewood=1, stone=1, peat=3, glades=NO_CHOICE)
    play(m, 0, "build.3")
    assert towers(m, 0) == [3]
    assert workers(m, 0) == [6]
    assert have(m, 0) == {"firewood": 1, "stone": 1, "peat": 1, "berry": 1}  # g07 has given its berry


@pytest.mark.rule("T-ARCH-01")
def test_the_type_may_differ_each_time() -> None:
    m = architecture(5, workers=[3, 6], firewood=2, stone=2, peat=2, glades=NO_CHOICE)
    play(m, 0, "build.3")
    assert main(m, 0) == ["pay.firewood", "pay.stone", "pay.peat"]
    play(m, 0, "pay.stone", "build.6")
    assert main(m, 0) == ["pay.firewood", "pay.peat"]
    play(m, 0, "pay.peat")
    assert towers(m, 0) == [3, 6]


@pytest.mark.rule("T-ARCH-01")
@pytest.mark.parametrize(("upgraded", "most"), [(False, 2), (True, 4)])
def test_up_to_two_towers_and_upgraded_up_to_four(upgraded: bool, most: int) -> None:
    m = architecture(
        6, upgraded=upgraded, workers=[1, 2, 3, 6, 7], firewood=10, glades={**NO_CHOICE, 7: "g02"}
    )
    built = 0
    while sites(m):
        play(m, 0, sites(m)[0])
        built += 1
    assert built == most
    assert len(towers(m, 0)) == most
    assert have(m, 0)["firewood"] == 10 - 2 * most


@pytest.mark.rule("T-ARCH-01")
def test_resources_of_different_types_pay_for_no_tower() -> None:
    m = scene(Player(dice=[6, 1], workers=[3], firewood=1, stone=1, peat=1, starters="s01_architecture"))
    play(m, 0, "place.architecture_6", "do.board")
    assert main(m, 0) == ["do.starter", "end"]  # the action was over at once
    assert towers(m, 0) == []


def test_a_refused_tower_has_its_reason() -> None:
    m = architecture(6, workers=[3, 3], upgraded=True, firewood=2, stone=5, towers=[1], glades=NO_CHOICE)
    assert refused(m, 0, "build.7") == ("no_own_worker_there", "T-ARCH-01")
    assert refused(m, 0, "build.1") == ("a_tower_stands_there", "T-ARCH-02")
    assert refused(m, 0, "build.13") == ("no_tower_on_a_settlement", "T-RULING-ARCH-01")


@pytest.mark.rule("T-ARCH-02")
def test_a_glade_takes_no_second_tower() -> None:
    other = Player(towers=[6])
    m = architecture(6, other, workers=[2, 3, 6], towers=[3], glades=NO_CHOICE, **RICH)
    assert main(m, 0) == ["build.2", "finish"]
    assert refused(m, 0, "build.6") == ("a_tower_stands_there", "T-ARCH-02")
    assert refused(m, 0, "build.3") == ("a_tower_stands_there", "T-ARCH-02")


@pytest.mark.rule("T-ARCH-02")
def test_without_a_tower_in_supply_nothing_is_built() -> None:
    m = architecture(6, workers=[5, 7], towers=[1, 2, 3], glades={**NO_CHOICE, 5: "g02", 7: "g05"}, **RICH)
    play(m, 0, "build.5", "pay.stone")
    assert sites(m) == []
    assert towers(m, 0) == [1, 2, 3, 5]
    m = scene(
        Player(dice=[6], workers=[5], towers=[1, 2, 3, 6], upgraded="architecture", **RICH), glades=NO_CHOICE
    )
    play(m, 0, "place.architecture_6", "do.board")
    assert towers(m, 0) == [1, 2, 3, 6]
    assert have(m, 0)["firewood"] == 10


@pytest.mark.rule("T-ARCH-02", "T-ARCH-01", "T-ARCH-06")
def test_refusals_name_what_is_missing() -> None:
    """Uses another box, because in the standard box an action without options ends at once."""
    box = GAME.standard_text()
    for op, pay in (("build_tower", "{ same = 2 }"), ("place_worker", "{ berry = 2 }")):
        old = f'steps = [{{ op = "{op}", times = 1, pay = {pay} }}]'
        new = f'{old[:-1]}, {{ op = "gain", item = "any", n = 1 }}]'
        assert old in box
        box = box.replace(old, new)
    m = scene(Player(advisors="a12", workers=[5], towers=[1, 2, 3, 6], **RICH), components=box)
    play(m, 0, "use.a12")
    assert refused(m, 0, "build.5") == ("no_tower_in_supply", "T-ARCH-02")
    m = scene(Player(advisors="a12", workers=[5]), components=box)
    play(m, 0, "use.a12")
    assert refused(m, 0, "build.5") == ("cannot_be_paid", "T-ARCH-01")
    m = scene(Player(advisors="a11", workers=[13] * 6, **RICH), components=box)
    play(m, 0, "use.a11")
    assert refused(m, 0, "put.13") == ("no_worker_in_supply", "T-ARCH-06")
    m = scene(Player(advisors="a11"), components=box)
    play(m, 0, "use.a11")
    assert refused(m, 0, "put.13") == ("cannot_be_paid", "T-ARCH-06")


@pytest.mark.rule("T-ARCH-03")
def test_bonuses_come_when_the_build_action_is_finished_and_not_before() -> None:
    m = architecture(6, workers=[3, 6], firewood=10, glades=NO_CHOICE)
    play(m, 0, "build.6")
    assert vp(m, 0) == 0
    assert have(m, 0) == {"firewood": 8}
    play(m, 0, "build.3")
    assert vp(m, 0) == 2 + 1  # g10 and g07
    assert have(m, 0) == {"firewood": 6, "berry": 1}


@pytest.mark.rule("T-ARCH-03")
def test_bonuses_come_for_one_tower_too_when_the_player_stops() -> None:
    m = architecture(6, workers=[3, 6], firewood=10, glades=NO_CHOICE)
    play(m, 0, "build.6")
    assert main(m, 0) == ["build.3", "stop"]
    play(m, 0, "stop")
    assert vp(m, 0) == 2


@pytest.mark.rule("T-ARCH-03")
def test_only_towers_of_this_action_give_a_bonus() -> None:
    m = architecture(6, workers=[3], towers=[6], firewood=2, glades=NO_CHOICE)
    play(m, 0, "build.3")
    assert vp(m, 0) == 1


@pytest.mark.rule("T-ARCH-04")
@pytest.mark.parametrize("round", [2, 3, 4])
def test_a_tower_pays_again_at_the_start_of_every_later_round(round: int) -> None:
    m = round_start(Player(towers=[3, 6], vp=5), round=round, glades=NO_CHOICE)
    play(m, 0, "finish")
    assert vp(m, 0) == 5 + 1 + 2
    assert have(m, 0) == {"berry": 1}


@pytest.mark.rule("T-ARCH-05")
def test_a_worker_of_a_bonus_goes_on_the_glade_of_its_tower() -> None:
    m = architecture(6, workers=[3, 6], firewood=2, glades={3: "g02", 6: "g10"})
    play(m, 0, "build.3")
    assert towers(m, 0) == [3]
    assert workers(m, 0) == [3, 6]


# ---- workers ----


@pytest.mark.rule("T-ARCH-06")
@pytest.mark.parametrize(("upgraded", "most"), [(False, 2), (True, 3)])
def test_two_of_one_type_and_a_berry_for_a_worker_up_to_two_or_three_times(upgraded: bool, most: int) -> None:
    m = architecture(4, upgraded=upgraded, workers=[1], firewood=9, berries=5)
    placed = 0
    while sites(m):
        assert sites(m) == ["put.13"]
        play(m, 0, "put.13")
        placed += 1
    assert placed == most
    assert workers(m, 0) == [1, *[13] * most]
    assert logged(m, tokens.PLACED_WORKER) == [(0, 13, 0)] * most
    assert have(m, 0) == {"firewood": 9 - 2 * most, "berry": 5 - most}


@pytest.mark.rule("T-ARCH-06")
def test_the_type_of_a_worker_may_differ_each_time() -> None:
    m = architecture(3, firewood=2, stone=3, berries=2)
    play(m, 0, "put.13")
    assert main(m, 0) == ["pay.firewood", "pay.stone"]
    play(m, 0, "pay.stone", "put.13")
    assert have(m, 0) == {"stone": 1}
    assert workers(m, 0) == [13, 13]


@pytest.mark.rule("T-ARCH-06")
def test_a_worker_needs_the_whole_price_and_a_worker_in_supply() -> None:
    poor: list[dict[str, Any]] = [{"firewood": 9}, {"berries": 9, "firewood": 1, "stone": 1, "peat": 1}]
    for lacking in poor:
        m = scene(Player(dice=[4, 1], starters="s01_architecture", **lacking))
        play(m, 0, "place.architecture_4", "do.board")
        assert main(m, 0) == ["do.starter", "end"]  # the action was over at once
        assert workers(m, 0) == []
    m = architecture(4, workers=[1, 1, 1, 1, 1], glades=NO_CHOICE, **RICH)
    play(m, 0, "put.13", "pay.peat")
    assert sites(m) == []
    assert len(workers(m, 0)) == 6


def test_a_refused_worker_has_its_reason() -> None:
    m = architecture(3, Player(towers=[2]), upgraded=True, towers=[1, 3], glades=NO_CHOICE, **RICH)
    play(m, 0, "put.1", "pay.peat")
    assert refused(m, 0, "put.1") == ("one_worker_per_tower", "T-ARCH-07")
    assert refused(m, 0, "put.6") == ("neither_settlement_nor_own_tower", "T-ARCH-07")
    assert refused(m, 0, "put.2") == ("neither_settlement_nor_own_tower", "T-ARCH-07")
    assert refused(m, 0, "put.14") == ("neither_settlement_nor_own_tower", "T-ARCH-07")


@pytest.mark.rule("T-ARCH-07")
def test_any_number_on_the_settlement_but_one_on_each_tower_glade() -> None:
    m = architecture(3, Player(towers=[2]), upgraded=True, towers=[1, 3], glades=NO_CHOICE, **RICH)
    assert sites(m) == ["put.1", "put.3", "put.13"]
    play(m, 0, "put.3", "pay.peat")
    assert sites(m) == ["put.1", "put.13"]
    play(m, 0, "put.13", "pay.peat")
    assert sites(m) == ["put.1", "put.13"]
    play(m, 0, "put.13", "pay.peat")
    assert workers(m, 0) == [3, 13, 13]


@pytest.mark.rule("T-ARCH-07")
def test_pieces_that_are_there_already_do_not_matter() -> None:
    m = architecture(4, Player(workers=[3]), towers=[3], workers=[3, 3, 13], glades=NO_CHOICE, **RICH)
    assert sites(m) == ["put.3", "put.13"]
    play(m, 0, "put.3", "pay.firewood")
    assert workers(m, 0) == [3, 3, 3, 13]


# ---- resources for VP ----


@pytest.mark.rule("T-ARCH-08", "T-RULING-ARCH-04")
@pytest.mark.parametrize("n", [0, 1, 2, 3, 4])
def test_two_of_one_type_for_a_point_as_often_as_there_are_towers(n: int) -> None:
    m = architecture(2, upgraded=True, towers=[1, 2, 3, 6][:n], firewood=10, glades=NO_CHOICE)
    done = 0
    while "convert" in m.options(0):
        play(m, 0, "convert")
        done += 1
    assert done == n
    assert vp(m, 0) == n
    assert have(m, 0)["firewood"] == 10 - 2 * n


@pytest.mark.rule("T-ARCH-08")
def test_the_type_of_a_conversion_may_differ_each_time() -> None:
    m = architecture(1, upgraded=True, towers=[1, 2, 3], firewood=2, stone=3, peat=1, glades=NO_CHOICE)
    play(m, 0, "convert")
    assert main(m, 0) == ["pay.firewood", "pay.stone"]
    play(m, 0, "pay.stone", "convert")
    assert vp(m, 0) == 2
    assert have(m, 0) == {"stone": 1, "peat": 1}  # nothing is left that pays for a third


@pytest.mark.rule("T-ARCH-09")
@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_slots_of_the_basic_side(value: int) -> None:
    m = architecture(value, workers=[3], glades=NO_CHOICE, **RICH)
    assert main(m, 0) == (["build.3", "finish"] if value >= 5 else ["put.13", "finish"])


@pytest.mark.rule("T-ARCH-09")
@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_slots_of_the_upgraded_side(value: int) -> None:
    m = architecture(value, upgraded=True, workers=[3], towers=[6], glades=NO_CHOICE, **RICH)
    expected = {6: ["build.3"], 5: ["build.3"], 4: ["put.6", "put.13"], 3: ["put.6", "put.13"]}
    assert main(m, 0) == [*expected.get(value, ["convert"]), "finish"]


# ---- rulings ----


@pytest.mark.rule("T-RULING-ARCH-01")
def test_towers_go_where_an_own_worker_stands_and_never_on_a_settlement() -> None:
    m = architecture(6, Player(workers=[7]), workers=[3, 13, 14], glades={**NO_CHOICE, 7: "g02"}, **RICH)
    assert sites(m) == ["build.3"]
    assert refused(m, 0, "build.13") == ("no_tower_on_a_settlement", "T-RULING-ARCH-01")
    assert refused(m, 0, "build.14") == ("no_tower_on_a_settlement", "T-RULING-ARCH-01")
    assert refused(m, 0, "build.7") == ("no_own_worker_there", "T-ARCH-01")


@pytest.mark.rule("T-RULING-ARCH-02")
def test_bonuses_come_before_any_other_action_in_the_order_the_player_likes() -> None:
    m = scene(
        Player(dice=[6, 1], workers=[3, 6], firewood=4, starters="s06_architecture"),
        glades={3: "g02", 6: "g03"},
    )
    play(m, 0, "place.architecture_6", "do.board", "build.3", "build.6")
    assert main(m, 0) == ["tower.3", "tower.6"]
    play(m, 0, "tower.6", "gain.peat")
    assert have(m, 0) == {"peat": 1, "berry": 1}
    assert workers(m, 0) == [3]
    assert main(m, 0) == ["do.starter", "end"]


@pytest.mark.rule("T-RULING-ROUND-03", "T-RULING-ROUND-04")
def test_bonuses_without_a_choice_are_booked_before_anything_is_asked() -> None:
    m = round_start(Player(towers=[1, 3, 6]), glades={1: "g02", 3: "g03", 6: "g10"})
    play(m, 0, "finish")
    assert vp(m, 0) == 2
    assert main(m, 0) == ["tower.1", "tower.3"]


@pytest.mark.rule("T-RULING-ARCH-02")
def test_a_worker_of_a_bonus_cannot_be_used_within_the_same_build_action() -> None:
    m = architecture(6, upgraded=True, workers=[3], firewood=8, glades={3: "g02"})
    play(m, 0, "build.3")
    assert workers(m, 0) == [3]  # the action is over: there was no further worker
    assert sites(m) == []
    assert have(m, 0) == {"firewood": 6}


@pytest.mark.rule("T-RULING-ARCH-03")
def test_a_worker_bonus_with_no_worker_in_supply_has_no_effect() -> None:
    m = round_start(Player(towers=[3], workers=[13] * 6), glades={3: "g12"})
    play(m, 0, "finish")
    assert m.actors() == [1]
    assert workers(m, 0) == [13] * 6
    assert have(m, 0) == {"berry": 1}
    m = round_start(Player(towers=[3], workers=[13] * 5), glades={3: "g12"})
    play(m, 0, "finish")
    assert workers(m, 0) == [3, *[13] * 5]


@pytest.mark.rule("T-RULING-ARCH-03")
def test_a_new_tower_always_frees_a_worker() -> None:
    m = architecture(6, workers=[3, 13, 13, 13, 13, 13], firewood=2, glades={3: "g02"})
    play(m, 0, "build.3")
    assert workers(m, 0) == [3, 13, 13, 13, 13, 13]


@pytest.mark.rule("T-RULING-ARCH-05")
def test_the_last_worker_may_become_a_tower_and_then_none_can_move() -> None:
    m = scene(Player(dice=[6, 5, 1], workers=[3], firewood=2), Player(dice=[2, 3]), glades=NO_CHOICE)
    play(m, 0, "place.architecture_6", "do.board", "build.3", "end")
    assert workers(m, 0) == []
    play(m, 1, "place.travel_2", "end")
    play(m, 0, "place.travel_5", "do.board")
    assert main(m, 0) == ["end"]  # no step of the movement could be asked for


@pytest.mark.rule("T-RULING-ARCH-06")
def test_a_tower_by_advisor_follows_the_same_rules() -> None:
    m = scene(
        Player(advisors="a12", workers=[3, 6, 13], firewood=3, stone=2),
        Player(towers=[6]),
        glades={3: "g02", 6: "g10"},
    )
    play(m, 0, "use.a12")
    assert main(m, 0) == ["build.3", "finish"]
    assert refused(m, 0, "build.6") == ("a_tower_stands_there", "T-ARCH-02")
    play(m, 0, "build.3", "pay.stone")
    assert towers(m, 0) == [3]
    assert workers(m, 0) == [3, 6, 13]
    assert have(m, 0) == {"firewood": 3}


@pytest.mark.rule("T-RULING-ARCH-06")
def test_a_tower_by_card_follows_the_same_rules() -> None:
    m = scene(
        Player(dice=[6, 1], enhancements="e18_travel", workers=[3, 6], firewood=3, stone=2),
        glades={3: "g10", 6: "g01"},
    )
    play(m, 0, "place.travel_6", "do.market1", "build.3")
    assert vp(m, 0) == 0
    play(m, 0, "pay.firewood")
    assert vp(m, 0) == 2  # one tower is all: the action is finished
    assert have(m, 0) == {"firewood": 1, "stone": 2}
