"""Activations: the actions of board and cards, their order, their parts, and paying."""

from __future__ import annotations

from itertools import permutations

import pytest

import samovar
from samovar.games.tundra import tokens
from samovar.games.tundra.game import GAME
from tests.tundra.scene import (
    BOARD_IDS,
    Player,
    discard,
    enhancements,
    exhausted,
    have,
    logged,
    market,
    play,
    refused,
    scene,
    towers,
    upgraded,
    vp,
    workers,
)

VALUES = range(1, 7)


def changed_box(written: str, instead: str) -> str:
    text = GAME.standard_text()
    assert written in text
    return text.replace(written, instead, 1)


# ---- which actions ----


@pytest.mark.rule("T-ACT-01")
@pytest.mark.parametrize("board", BOARD_IDS)
def test_a_slot_gives_the_boards_action_and_one_of_each_card_under_it(board: str) -> None:
    others = ", ".join(f"{id}_{b}" for id, b in zip(("s01", "s02"), BOARD_IDS, strict=False) if b != board)
    for starter in ("", f"s03_{board}"):
        for enhancement in ("", f"e06_{board}"):
            player = Player(dice=[1], starters=f"{others}, {starter}", enhancements=enhancement)
            m = scene(player, Player(enhancements="e04_trade"))
            play(m, 0, f"place.{board}_1")
            cards = [*(["do.starter"] if starter else []), *(["do.market1"] if enhancement else [])]
            assert m.options(0) == ["do.board", *cards, "end"]
            for token in cards:
                play(m, 0, token)
            assert have(m, 0).get("peat", 0) == bool(starter) + 2 * bool(enhancement)


@pytest.mark.rule("T-ACT-01", "T-TITLE-07")
def test_with_two_market_enhancements_there_are_four_actions() -> None:
    player = Player(
        dice=[1], title="hardworking", starters="s03_travel", enhancements="e05_travel, e04_travel"
    )
    m = scene(player, Player())
    play(m, 0, "place.travel_1")
    assert m.options(0) == ["do.board", "do.starter", "do.market1", "do.market2", "end"]
    play(m, 0, "do.market2")
    assert have(m, 0) == {"firewood": 2}
    play(m, 0, "do.market1", "do.starter")
    assert have(m, 0) == {"firewood": 2, "stone": 2, "peat": 1}


@pytest.mark.rule("T-ACT-02")
@pytest.mark.parametrize("value", VALUES)
def test_board_and_cards_are_each_read_by_the_row_of_the_slot(value: int) -> None:
    """Frames of board and cards need not coincide: Travel has 6-5 and 4-1, s03 has 6-4 and 3-1."""
    player = Player(dice=[value], workers=[1], starters="s03_travel", enhancements="e22_travel")
    m = scene(player, glades={2: "none", 5: "none"})
    play(m, 0, f"place.travel_{value}", "do.starter")
    assert have(m, 0) == ({"berry": 1} if value >= 4 else {"peat": 1})
    before = have(m, 0).get("berry", 0)
    play(m, 0, "do.market1")
    assert have(m, 0)["berry"] - before == (2 if value >= 5 else 3)
    play(m, 0, "do.board", "move.1_e")
    assert ("stop" in m.options(0)) == (value >= 5)


# ---- order ----


@pytest.mark.rule("T-ACT-03", "T-RULING-ACT-07")
@pytest.mark.parametrize("order", list(permutations(["do.board", "do.starter", "do.market1"])))
def test_the_actions_are_taken_in_any_order(order: tuple[str, ...]) -> None:
    player = Player(dice=[3], starters="s03_gathering", enhancements="e06_gathering", workers=[1, 1])
    m = scene(player, glades={1: "stone"})
    play(m, 0, "place.gathering_3")
    gained = {"do.board": {"stone": 2}, "do.starter": {"peat": 1}, "do.market1": {"peat": 2}}
    total: dict[str, int] = {}
    for n, token in enumerate(order):
        assert set(m.options(0)) == {*order[n:], "end"}
        play(m, 0, token)
        if token == "do.board":
            play(m, 0, "gather.1", "gather.1")
        for item, number in gained[token].items():
            total[item] = total.get(item, 0) + number
        assert have(m, 0) == total
    assert m.actors() == [1]  # nothing is left, so activation and turn are over


@pytest.mark.rule("T-ACT-03")
def test_an_action_once_begun_is_finished_before_another_begins() -> None:
    player = Player(dice=[6], starters="s03_travel", enhancements="e03_travel", workers=[1])
    m = scene(player, glades={2: "none", 5: "none"})
    play(m, 0, "place.travel_6", "do.board", "move.1_e")
    for token in ("do.starter", "do.market1", "end"):
        assert refused(m, 0, token)[0] == "not_an_option_now"
    play(m, 0, "move.1_se")
    assert m.options(0) == ["do.starter", "do.market1", "end"]
    assert refused(m, 0, "do.board")[0] == "not_an_option_now"  # each action only once


@pytest.mark.rule("T-ACT-03", "T-RULING-MOVE-04")
def test_movement_points_of_two_actions_are_not_added_up() -> None:
    """Two actions give two points each, and the second one has fresh limits."""
    player = Player(dice=[6], enhancements="e03_travel", workers=[1])
    m = scene(player, glades={2: "none", 5: "none"})
    play(m, 0, "place.travel_6", "do.board", "move.1_e", "stop")
    assert m.options(0) == ["do.market1", "end"]
    play(m, 0, "do.market1", "move.1_w")  # back: illegal within one action
    assert workers(m, 0) == [1]


@pytest.mark.rule("T-ACT-04", "T-RULING-ACT-07")
def test_each_action_may_be_declined_or_taken_in_part() -> None:
    player = Player(dice=[6], starters="s06_travel", enhancements="e03_travel", workers=[1])
    glades = {2: "peat", 5: "none"}
    m = scene(player, glades=glades)
    play(m, 0, "place.travel_6", "end")  # nothing at all
    assert (workers(m, 0), have(m, 0)) == ([1], {})
    assert m.actors() == [1]
    m = scene(player, glades=glades)
    play(m, 0, "place.travel_6", "do.board", "move.1_e", "stop", "end")  # one point of two
    assert (workers(m, 0), have(m, 0)) == ([2], {"peat": 1})
    assert m.actors() == [1]
    m = scene(player, glades=glades)
    play(m, 0, "place.travel_6", "do.starter", "finish")  # begun, and then declined
    assert m.options(0) == ["do.board", "do.market1", "end"]
    assert have(m, 0) == {}


@pytest.mark.rule("T-ACT-05")
def test_the_parts_of_an_action_are_taken_in_any_order() -> None:
    """Renewing and taking a card, or upgrading and gaining berries, are possible in both orders."""
    for line in (["renew"], ["take.a01"]):
        m = scene(Player(dice=[6], upgraded="trade"), market="a01, a02")
        play(m, 0, "place.trade_6", "do.board")
        assert m.options(0) == ["renew", "take.a01", "take.a02", "finish"]
        play(m, 0, *line)
        other = "take" if line == ["renew"] else "renew"
        assert any(token.startswith(other) for token in m.options(0))
    m = scene(Player(dice=[1], peat=4), Player())
    play(m, 0, "place.trade_1", "do.board", "upgrade.trade")
    assert have(m, 0) == {"berry": 2}
    assert logged(m, tokens.UPGRADED, tokens.GAINED)[0] == (0, 3, 0)  # the board came before the berries


@pytest.mark.rule("T-ACT-05")
@pytest.mark.parametrize("first", [False, True])
def test_gains_may_be_booked_first_if_their_order_matters(first: bool) -> None:
    """A Trade action with 2 peat in place of 2 berries can use them to pay 3 peat and 2 stone."""
    box = changed_box(
        'steps = [{ op = "gain", item = "berry", n = 2 }, { op = "upgrade", times = 4 }]',
        'steps = [{ op = "gain", item = "peat", n = 2 }, { op = "upgrade", times = 4 }]',
    )
    m = scene(Player(dice=[1], peat=1, stone=2), Player(), components=box)
    play(m, 0, "place.trade_1", "do.board")
    assert m.options(0) == ["gains", "finish"]
    if first:
        play(m, 0, "gains")
        assert have(m, 0) == {"peat": 3, "stone": 2}
        assert m.options(0) == ["upgrade.gathering", "finish"]
        play(m, 0, "upgrade.gathering")
        assert (have(m, 0), upgraded(m, 0)) == ({}, ["gathering"])
    else:
        play(m, 0, "finish")
        assert (have(m, 0), upgraded(m, 0)) == ({"peat": 3, "stone": 2}, [])
    assert m.actors() == [1]


# ---- rulings ----


@pytest.mark.rule("T-RULING-ACT-01", "T-TRADE-06")
def test_the_side_that_was_up_when_the_die_was_placed_counts() -> None:
    """e20 under Trade flips Trade before the board's action is taken, which still gives 2 berries, not 6."""
    m = scene(Player(dice=[3], enhancements="e20_trade", peat=4), Player())
    play(m, 0, "place.trade_3", "do.market1", "upgrade.trade")
    assert (upgraded(m, 0), have(m, 0)) == (["trade"], {"berry": 1})
    play(m, 0, "do.board")
    assert have(m, 0) == {"berry": 3}


@pytest.mark.rule("T-RULING-ACT-01")
def test_the_side_counts_on_every_order_board() -> None:
    """e20 under Travel flips Travel: slot 3 still gives 1 point, not 3."""
    player = Player(dice=[3], enhancements="e20_travel", firewood=3, peat=2, workers=[1])
    m = scene(player, Player(), glades={2: "none", 5: "none"})
    play(m, 0, "place.travel_3", "do.market1", "upgrade.travel")
    assert upgraded(m, 0) == ["travel"]
    play(m, 0, "do.board", "move.1_e")
    assert m.actors() == [1]


@pytest.mark.rule("T-RULING-ACT-02", "T-CITY-07")
@pytest.mark.parametrize("board", BOARD_IDS)
def test_an_enhancement_put_under_the_board_being_activated_adds_its_action(board: str) -> None:
    """e21 takes e24 in row 6, under any order board. e24 replaces e21, which counts as used, and gives one of
    each resource.
    """
    m = scene(Player(dice=[6], enhancements=f"e21_{board}"), Player(), market="e24, a01")
    play(m, 0, f"place.{board}_6", "do.market1", "take.e24", f"under.{board}")
    assert enhancements(m, 0) == {board: ["e24"]}
    assert discard(m) == ["e21"]
    assert m.options(0) == ["do.board", "do.market1", "end"]
    play(m, 0, "do.market1")
    assert have(m, 0) == {"firewood": 1, "stone": 1, "peat": 1}


@pytest.mark.rule("T-RULING-ACT-02", "T-CITY-07")
def test_an_enhancement_put_under_another_order_board_adds_nothing_now() -> None:
    m = scene(Player(dice=[6]), Player(), market="e24")
    play(m, 0, "place.trade_6", "do.board", "take.e24", "under.travel")
    assert enhancements(m, 0) == {"travel": ["e24"]}
    assert have(m, 0) == {"berry": 1}
    assert m.actors() == [1]


@pytest.mark.rule("T-RULING-ACT-02")
@pytest.mark.parametrize("used", [False, True])
def test_the_unused_action_of_a_replaced_card_is_lost_and_the_new_one_is_gained(used: bool) -> None:
    """e22: 2 berries in row 6; e24: one of each resource."""
    m = scene(Player(dice=[6], enhancements="e22_trade"), Player(), market="e24")
    play(m, 0, "place.trade_6", *(["do.market1"] if used else []))
    play(m, 0, "do.board", "take.e24", "under.trade")
    assert m.options(0) == ["do.market1", "end"]
    play(m, 0, "do.market1")
    each = {"firewood": 1, "stone": 1, "peat": 1}
    assert have(m, 0) == {**each, "berry": 1 + 2 * used}
    assert m.actors() == [1]


@pytest.mark.rule("T-RULING-ACT-02", "T-ACT-03")
def test_the_action_that_took_the_card_is_finished_first() -> None:
    """After upgraded Trade has taken e24, the market may still be renewed before e24 acts."""
    m = scene(Player(dice=[6], upgraded="trade"), Player(), market="e24, a01")
    play(m, 0, "place.trade_6", "do.board", "take.e24", "under.trade")
    assert m.options(0) == ["renew", "finish"]
    play(m, 0, "finish")
    assert m.options(0) == ["do.market1", "end"]


@pytest.mark.rule("T-RULING-ACT-02", "T-TITLE-07")
def test_with_two_market_places_only_the_replaced_card_loses_its_action() -> None:
    player = Player(dice=[6], title="hardworking", enhancements="e22_trade, e13_trade")
    m = scene(player, Player(), market="e24")
    play(m, 0, "place.trade_6", "do.board", "take.e24", "under.trade", "replace.2")
    assert enhancements(m, 0) == {"trade": ["e22", "e24"]}
    assert m.options(0) == ["do.market1", "do.market2", "end"]
    play(m, 0, "do.market2")
    assert have(m, 0) == {"firewood": 1, "stone": 1, "peat": 1, "berry": 1}
    play(m, 0, "do.market1")
    assert have(m, 0)["berry"] == 3


@pytest.mark.rule("T-RULING-ACT-02", "T-TITLE-07")
@pytest.mark.parametrize("place", [1, 2])
def test_with_two_market_places_the_new_card_acts_from_its_own_place(place: int) -> None:
    player = Player(dice=[6], title="hardworking", enhancements="e22_trade, e13_trade")
    m = scene(player, Player(), market="e24")
    play(m, 0, "place.trade_6", "do.market1", "do.market2")
    play(m, 0, "do.board", "take.e24", "under.trade", f"replace.{place}")
    assert m.options(0) == [f"do.market{place}", "end"]
    play(m, 0, f"do.market{place}")
    assert have(m, 0) == {"firewood": 1, "stone": 1, "peat": 1, "berry": 5}


@pytest.mark.rule("T-RULING-ACT-03")
def test_a_price_is_paid_in_full_for_each_repetition_or_not_at_all() -> None:
    m = scene(Player(dice=[6], workers=[1, 2], peat=3), Player())
    play(m, 0, "place.architecture_6", "do.board", "build.1")
    assert (have(m, 0)["peat"], towers(m, 0)) == (1, [1])
    assert refused(m, 0, "build.2")[0] in ("not_an_option_now", "another_seat_decides")
    m = scene(Player(dice=[1], peat=3, berries=5), Player())
    play(m, 0, "place.architecture_1", "do.board", "put.13")
    assert have(m, 0) == {"peat": 1, "berry": 4}
    assert workers(m, 0) == [13]


@pytest.mark.rule("T-RULING-ACT-03")
@pytest.mark.parametrize(("peat", "berries", "fits"), [(2, 1, True), (1, 1, False), (2, 0, False)])
def test_every_part_of_a_price_must_be_there(peat: int, berries: int, fits: bool) -> None:
    m = scene(Player(dice=[1, 1], peat=peat, berries=berries), Player())
    play(m, 0, "place.architecture_1", "do.board")
    assert ("put.13" in m.options(0)) == fits


@pytest.mark.rule("T-RULING-ACT-03", "T-ARCH-01", "T-TRADE-04")
def test_an_unaffordable_choice_is_refused_with_its_rule() -> None:
    m = scene(
        Player(dice=[6], workers=[1, 2], peat=2, towers=[3]), Player(towers=[4]), components=two_prices()
    )
    play(m, 0, "place.architecture_6", "do.board")
    assert refused(m, 0, "build.1") == ("cannot_be_paid", "T-ARCH-01")
    m = scene(Player(dice=[1], peat=4, upgraded="travel"), Player())
    play(m, 0, "place.trade_1", "do.board")
    assert refused(m, 0, "upgrade.gathering") == ("cannot_be_paid", "T-TRADE-04")
    assert refused(m, 0, "upgrade.travel") == ("is_upgraded_already", "T-RULING-TRADE-01")


def two_prices() -> str:
    """A box whose basic Architecture 6-5 also places a worker for free, so that the action stays open."""
    return changed_box(
        'steps = [{ op = "build_tower", times = 2, pay = { same = 2 } }]',
        'steps = [{ op = "build_tower", times = 2, pay = { same = 4 } }, { op = "place_worker", times = 1 }]',
    )


@pytest.mark.rule("T-RULING-ACT-04")
def test_repetitions_are_decided_one_by_one_and_may_be_stopped_at_any_time() -> None:
    for times in range(5):
        player = Player(dice=[6], upgraded="architecture", workers=[1, 2, 3, 4], peat=10)
        m = scene(player, Player())
        play(m, 0, "place.architecture_6", "do.board")
        for space in range(1, times + 1):
            assert f"build.{space}" in m.options(0)
            play(m, 0, f"build.{space}")
        if times < 4:
            assert m.options(0)[-1] == ("stop" if times else "finish")
            play(m, 0, m.options(0)[-1])
        assert towers(m, 0) == list(range(1, times + 1))
        assert have(m, 0).get("peat") == 10 - 2 * times


@pytest.mark.rule("T-RULING-ACT-05")
@pytest.mark.parametrize("line", [["gain.peat"] * 4, ["gain.stone"] * 4, ["gain.stone"] + ["gain.peat"] * 3])
def test_a_full_type_may_still_be_chosen_and_the_excess_is_lost(line: list[str]) -> None:
    m = scene(Player(dice=[6], upgraded="gathering", stone=9, peat=10), Player())
    play(m, 0, "place.gathering_6", "do.board", *line)
    assert have(m, 0) == {"stone": 10 if "gain.stone" in line else 9, "peat": 10}
    m = scene(Player(advisors="a16", peat=9), Player())
    play(m, 0, "use.a16", "same.peat")
    assert have(m, 0) == {"peat": 10}


@pytest.mark.rule("T-RULING-ACT-05")
def test_a_worker_on_a_full_type_gains_nothing_and_may_still_go_there() -> None:
    m = scene(Player(dice=[1], workers=[1], peat=10), Player(), glades={2: "peat"})
    play(m, 0, "place.travel_1", "do.board", "move.1_e")
    assert (workers(m, 0), have(m, 0)) == ([2], {"peat": 10})


@pytest.mark.rule("T-RULING-ACT-06", "T-GATHER-03")
def test_each_unit_of_any_resource_may_be_another_type() -> None:
    """There are fifteen ways to take four resources. Each has exactly one sequence of tokens, in ascending
    order.
    """
    found: dict[tuple[int, ...], int] = {}

    def walk(m: samovar.Match, taken: list[str]) -> None:
        if len(taken) == 4:
            key = tuple(have(m, 0).get(kind, 0) for kind in ("firewood", "stone", "peat"))
            found[key] = found.get(key, 0) + 1
            return
        for token in m.options(0):
            if token.startswith("gain."):
                play(m, 0, token)
                walk(m, [*taken, token])
                m.undo(0)

    m = scene(Player(dice=[6, 6], upgraded="gathering", advisors="a01"), Player())
    play(m, 0, "place.gathering_6", "do.board")
    walk(m, [])
    assert len(found) == 15
    assert set(found.values()) == {1}
    assert all(sum(key) == 4 for key in found)


@pytest.mark.rule("T-RULING-ACT-07")
def test_actions_not_begun_when_the_activation_ends_are_forgone() -> None:
    m = scene(Player(dice=[3], starters="s03_trade", advisors="a01"), Player())
    play(m, 0, "place.trade_3", "end")
    assert have(m, 0) == {}
    assert m.options(0) == ["end", "use.a01"]
    assert refused(m, 0, "do.starter")[0] == "not_an_option_now"


@pytest.mark.rule("T-RULING-ACT-07", "T-RULING-ROUND-04")
def test_gains_without_a_choice_are_booked_at_the_end_of_an_action_that_was_begun() -> None:
    """In Trade 6 the card may be declined, but the berry is gained. The same holds for advisor a05."""
    m = scene(Player(dice=[6]), Player(), market="a01, a02")
    play(m, 0, "place.trade_6", "do.board")
    assert have(m, 0) == {}
    play(m, 0, "finish")
    assert (have(m, 0), market(m)) == ({"berry": 1}, ["a01", "a02"])
    m = scene(Player(workers=[1], advisors="a05"), Player())
    play(m, 0, "use.a05", "finish")
    assert (have(m, 0), workers(m, 0), exhausted(m, 0)) == ({"berry": 1}, [1], ["a05"])
    m = scene(Player(workers=[1], advisors="a05"), Player(), glades={2: "stone"})
    play(m, 0, "use.a05", "move.1_e")
    assert have(m, 0) == {"berry": 1, "stone": 1}


@pytest.mark.rule("T-RULING-ACT-08")
def test_a_piece_may_yield_again_in_another_action_of_the_activation() -> None:
    """Gathering 4 gathers up to three and e09 up to two, with one worker on the map."""
    m = scene(Player(dice=[4], workers=[1], enhancements="e09_gathering"), Player(), glades={1: "peat"})
    play(m, 0, "place.gathering_4", "do.board", "gather.1")
    assert have(m, 0) == {"peat": 1}  # once, although three might yield
    play(m, 0, "do.market1", "gather.1")
    assert have(m, 0) == {"peat": 2}


@pytest.mark.rule("T-RULING-ACT-08", "T-ARCH-07")
def test_a_tower_glade_may_take_a_worker_in_each_placing_action() -> None:
    """Architecture 1 places two workers and e17 one more, but each action only one on a tower glade."""
    player = Player(dice=[1], towers=[1], peat=8, berries=5, enhancements="e17_architecture")
    m = scene(player, Player())
    play(m, 0, "place.architecture_1", "do.board", "put.1")
    assert refused(m, 0, "put.1") == ("one_worker_per_tower", "T-ARCH-07")
    play(m, 0, "stop", "do.market1", "put.1")
    assert workers(m, 0) == [1, 1]
    assert vp(m, 0) == 0
