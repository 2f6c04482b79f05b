"""Travel, Gathering and Trade: the actions of these order boards, and the rulings about upgrading."""

from __future__ import annotations

from typing import Any, cast

import pytest

import samovar
from samovar.games.tundra import frames, tokens
from samovar.games.tundra.state import Tundra
from tests.tundra.scene import (
    BOARD_IDS,
    BOX,
    Player,
    advisors,
    deck,
    dice,
    discard,
    enhancements,
    have,
    logged,
    main,
    market,
    play,
    refused,
    round_start,
    scene,
    slots,
    starters,
    upgraded,
    vp,
    workers,
)

VALUES = [1, 2, 3, 4, 5, 6]
PRICES = {board["id"]: board["upgrade_cost"] for board in BOX["order_board"]}
ALL_PRICES: dict[str, Any] = {"firewood": 9, "stone": 5, "peat": 5}  # of the four boards together


def board(name: str, value: int, *, is_upgraded: bool = False, **player: Any) -> samovar.Match:
    """A match in which seat 0 has begun the action of this slot. ``table`` is passed to the scene."""
    table = player.pop("table", {})
    m = scene(Player(dice=[value, 1], upgraded=name if is_upgraded else "", **player), **table)
    play(m, 0, f"place.{name}_{value}", "do.board")
    return m


def play_all(m: samovar.Match, verb: str) -> int:
    """Play the first option of this verb while there is one. Return the number of options played."""
    n = 0
    while choices := [token for token in m.options(0) if token.startswith(verb + ".")]:
        play(m, 0, choices[0])
        n += 1
    return n


# ---- travel ----


@pytest.mark.rule("T-TRAVEL-01")
@pytest.mark.parametrize("value", VALUES)
def test_basic_travel(value: int) -> None:
    m = board("travel", value, workers=[1, 1, 2, 2, 13, 13])
    assert play_all(m, "move") == (2 if value >= 5 else 1)


@pytest.mark.rule("T-TRAVEL-02")
@pytest.mark.parametrize("value", VALUES)
def test_upgraded_travel(value: int) -> None:
    m = board("travel", value, is_upgraded=True, workers=[1, 1, 2, 2, 13, 13])
    assert play_all(m, "move") == {6: 4, 5: 4, 4: 3, 3: 3, 2: 2, 1: 2}[value]


def test_the_log_tells_where_a_worker_went() -> None:
    m = board("travel", 1, workers=[1])
    play(m, 0, "move.1_ne")
    assert logged(m, tokens.MOVED) == [(0, 13, 1)]


# ---- gathering ----

PEAT: dict[str, Any] = {"table": {"glades": {3: "g07"}}}


@pytest.mark.rule("T-GATHER-01")
@pytest.mark.parametrize("value", VALUES)
def test_basic_gathering(value: int) -> None:
    m = board("gathering", value, workers=[3] * 6, **PEAT)
    n = {6: 4, 5: 4, 4: 3, 3: 3, 2: 2, 1: 2}[value]
    assert play_all(m, "gather") == n
    assert have(m, 0) == {"peat": n}


@pytest.mark.rule("T-GATHER-01")
def test_each_piece_yields_the_resource_of_its_glade() -> None:
    m = board("gathering", 6, workers=[1, 2, 3], table={"glades": {1: "firewood", 2: "stone", 3: "peat"}})
    play(m, 0, "gather.1", "gather.2", "gather.3")
    assert have(m, 0) == {"firewood": 1, "stone": 1, "peat": 1}
    assert logged(m, tokens.GATHERED) == [(0, 1, 0), (0, 2, 1), (0, 3, 2)]


@pytest.mark.rule("T-GATHER-02")
def test_the_player_chooses_and_no_piece_yields_twice() -> None:
    glades = {1: "firewood", 2: "stone", 3: "peat", 4: "none"}
    m = board("gathering", 6, workers=[1, 2, 2, 4, 13], towers=[3], table={"glades": glades})
    assert main(m, 0) == ["gather.1", "gather.2", "gather.3", "finish"]
    play(m, 0, "gather.2")
    assert main(m, 0) == ["gather.2", "gather.3", "stop"]  # in ascending order; 1 was passed over
    play(m, 0, "gather.2")
    assert main(m, 0) == ["gather.3", "stop"]
    play(m, 0, "gather.3")
    assert have(m, 0) == {"stone": 2, "peat": 1}


@pytest.mark.rule("T-GATHER-02")
def test_a_tower_yields_like_a_worker_and_all_pieces_of_a_glade_may() -> None:
    m = board("gathering", 6, workers=[3, 3], towers=[3], **PEAT)
    assert play_all(m, "gather") == 3
    assert have(m, 0) == {"peat": 3}


@pytest.mark.rule("T-GATHER-02")
def test_pieces_of_others_yield_nothing() -> None:
    m = scene(Player(dice=[6, 1], workers=[1]), Player(workers=[3], towers=[2]), glades={1: "g01", 3: "g07"})
    play(m, 0, "place.gathering_6", "do.board")
    assert main(m, 0) == ["gather.1", "finish"]


@pytest.mark.rule("T-GATHER-03")
@pytest.mark.parametrize("value", [5, 6])
def test_upgraded_gathering_gives_four_of_any_types(value: int) -> None:
    m = board("gathering", value, is_upgraded=True)  # without a piece on the map
    play(m, 0, "gain.firewood", "gain.stone", "gain.peat", "gain.peat")
    assert have(m, 0) == {"firewood": 1, "stone": 1, "peat": 2}
    assert m.actors() == [1]
    m = board("gathering", value, is_upgraded=True)
    play(m, 0, "gain.stone", "gain.stone", "gain.stone", "gain.stone")
    assert have(m, 0) == {"stone": 4}


@pytest.mark.rule("T-GATHER-04")
@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_upgraded_gathering_in_the_other_slots(value: int) -> None:
    m = board("gathering", value, is_upgraded=True, workers=[3] * 6, **PEAT)
    n = 4 if value >= 3 else 3
    assert play_all(m, "gather") == n
    assert have(m, 0) == {"peat": n}


# ---- trade: cards ----

MARKET: dict[str, Any] = {"table": {"market": "a01, a04, e01, e04"}}


@pytest.mark.rule("T-TRADE-01")
@pytest.mark.parametrize("value", [5, 6])
def test_the_card_action_gives_a_card_of_choice_and_a_berry(value: int) -> None:
    m = board("trade", value, **MARKET)
    assert main(m, 0) == ["take.a01", "take.a04", "take.e01", "take.e04", "finish"]
    play(m, 0, "take.a04")
    assert advisors(m, 0) == ["a04"]
    assert have(m, 0) == {"berry": 1}


@pytest.mark.rule("T-TRADE-02")
def test_the_gap_in_the_market_is_not_filled() -> None:
    m = board("trade", 6, **MARKET)
    left = deck(m)
    play(m, 0, "take.a04", "end")
    assert market(m) == ["a01", "e01", "e04"]
    assert deck(m) == left
    assert discard(m) == []


# ---- trade: upgrades ----


@pytest.mark.rule("T-TRADE-03")
@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_the_upgrade_action_gives_two_berries_and_up_to_four_upgrades(value: int) -> None:
    m = board("trade", value, **ALL_PRICES)
    play(m, 0, *(f"upgrade.{name}" for name in BOARD_IDS))
    assert upgraded(m, 0) == BOARD_IDS
    assert have(m, 0) == {"berry": 2}
    assert vp(m, 0) == 4


@pytest.mark.rule("T-TRADE-03")
def test_upgrading_may_be_declined_and_the_berries_come_anyway() -> None:
    m = board("trade", 3, **ALL_PRICES)
    play(m, 0, "finish")
    assert have(m, 0) == {**ALL_PRICES, "berry": 2}
    m = board("trade", 3)  # no upgrade can be paid
    assert have(m, 0) == {"berry": 2}
    assert upgraded(m, 0) == []


@pytest.mark.rule("T-TRADE-04")
@pytest.mark.parametrize("name", BOARD_IDS)
def test_an_upgrade_costs_the_printed_price_and_gives_a_vp_at_once(name: str) -> None:
    price = dict(PRICES[name])
    if "same" in price:
        price = {"stone": price["same"]}
    m = board("trade", 3, peat=price.pop("peat", 0), **{**price, "vp": 7})
    assert [token for token in main(m, 0) if token.startswith("upgrade.")] == [f"upgrade.{name}"]
    play(m, 0, f"upgrade.{name}")
    assert upgraded(m, 0) == [name]
    assert have(m, 0) == {"berry": 2}
    assert vp(m, 0) == 8


@pytest.mark.rule("T-TRADE-04")
@pytest.mark.parametrize(
    "too_few",
    [
        {"stone": 2, "firewood": 2},
        {"stone": 3, "firewood": 1},
        {"firewood": 2, "peat": 2},
        {"firewood": 3, "peat": 1},
        {"peat": 2, "stone": 2},
        {"peat": 3, "stone": 1},
        {"stone": 3},
    ],
)
def test_with_one_resource_too_few_no_board_is_flipped(too_few: dict[str, Any]) -> None:
    m = board("trade", 3, **too_few)
    assert upgraded(m, 0) == []
    assert have(m, 0) == {**too_few, "berry": 2}  # the action is over
    m = board("trade", 3, firewood=3, peat=2)
    for name in ("architecture", "gathering", "trade"):
        assert refused(m, 0, f"upgrade.{name}") == ("cannot_be_paid", "T-TRADE-04")


@pytest.mark.rule("T-TRADE-04")
def test_the_type_of_the_price_of_trade_is_chosen() -> None:
    m = board("trade", 3, firewood=4, stone=3, peat=5)
    play(m, 0, "upgrade.trade")
    assert main(m, 0) == ["pay.firewood", "pay.peat"]
    play(m, 0, "pay.peat")
    assert have(m, 0) == {"firewood": 4, "stone": 3, "peat": 1}


@pytest.mark.rule("T-TRADE-04")
def test_from_the_next_round_start_an_upgrade_brings_a_point_each_round() -> None:
    m = round_start(Player(upgraded="travel, trade", vp=3), round=2)
    play(m, 0, "finish")
    assert vp(m, 0) == 5


@pytest.mark.rule("T-TRADE-05", "T-RULING-TRADE-02")
def test_dice_and_cards_of_a_flipped_board_stay_and_activate_nothing() -> None:
    m = board(
        "trade",
        3,
        slots="gathering_5, gathering_1, trade_5",
        starters="s04_gathering",
        enhancements="e22_gathering",
        workers=[3],
        stone=2,
        peat=3,
        **PEAT,
    )
    play(m, 0, "upgrade.gathering")
    assert slots(m, 0) == ["gathering_1", "gathering_5", "trade_3", "trade_5"]
    assert have(m, 0) == {"berry": 2}
    assert starters(m, 0) == {"gathering": "s04"}
    assert enhancements(m, 0) == {"gathering": ["e22"]}
    assert dice(m, 0) == [1]
    play(m, 0, "end")
    play(m, 1, "place.travel_1", "end")
    assert refused(m, 0, "place.gathering_1") == ("a_die_lies_there", "T-DICE-03")


@pytest.mark.rule("T-TRADE-06")
def test_trade_may_upgrade_itself_and_still_pays_two_berries() -> None:
    m = board("trade", 3, stone=4)
    play(m, 0, "upgrade.trade")
    assert upgraded(m, 0) == ["trade"]
    assert have(m, 0) == {"berry": 2}
    assert vp(m, 0) == 1


@pytest.mark.rule("T-TRADE-07")
@pytest.mark.parametrize("value", VALUES)
def test_upgraded_trade_gives_more_berries(value: int) -> None:
    m = board("trade", value, is_upgraded=True, table={"market": ""})
    if value >= 5:
        assert main(m, 0) == ["renew", "finish"]
        play(m, 0, "finish")
    assert have(m, 0) == {"berry": 3 if value >= 5 else 6}


@pytest.mark.rule("T-TRADE-07")
@pytest.mark.parametrize(("seats", "full"), [(2, 4), (3, 5), (4, 6)])
def test_the_market_is_renewed_to_the_number_for_the_players(seats: int, full: int) -> None:
    m = board("trade", 6, is_upgraded=True, table={"seats": seats, "market": "a01, e04"})
    left = deck(m)
    play(m, 0, "renew")
    assert len(market(m)) == full
    assert set(market(m)) <= set(left)
    assert discard(m) == ["a01", "e04"]
    assert "renew" not in m.options(0)  # once


@pytest.mark.rule("T-TRADE-07")
def test_upgraded_trade_still_upgrades() -> None:
    m = board("trade", 1, is_upgraded=True, firewood=5, stone=5, peat=5)
    play(m, 0, "upgrade.architecture", "upgrade.travel", "upgrade.gathering")
    assert upgraded(m, 0) == BOARD_IDS
    assert have(m, 0) == {"berry": 6}


# ---- rulings ----


@pytest.mark.rule("T-RULING-TRADE-01")
def test_each_board_is_upgraded_once() -> None:
    m = board("trade", 3, firewood=10, stone=10, peat=10)
    play(m, 0, "upgrade.travel")
    assert main(m, 0) == ["upgrade.architecture", "upgrade.gathering", "upgrade.trade", "stop"]
    assert refused(m, 0, "upgrade.travel") == ("is_upgraded_already", "T-RULING-TRADE-01")


@pytest.mark.rule("T-RULING-TRADE-02")
def test_an_upgraded_side_is_used_by_later_dice_only() -> None:
    m = scene(
        Player(dice=[3, 4], slots="travel_6", workers=[1, 2], firewood=3, peat=2, advisors="a13"),
        Player(dice=[]),
    )
    play(m, 0, "use.a13", "upgrade.travel")
    assert workers(m, 0) == [1, 2]
    assert refused(m, 0, "place.travel_6") == ("no_such_die", "T-DICE-03")
    play(m, 0, "place.travel_4", "do.board")
    assert play_all(m, "move") == 3  # of the upgraded side


@pytest.mark.rule("T-RULING-TRADE-03")
def test_the_market_is_renewed_before_the_card() -> None:
    m = board("trade", 5, is_upgraded=True, **MARKET)
    play(m, 0, "renew")
    new = market(m)
    assert main(m, 0) == [*(f"take.{card}" for card in new), "finish"]
    play(m, 0, f"take.{new[0]}")
    assert market(m) == new[1:]


@pytest.mark.rule("T-RULING-TRADE-03")
def test_the_market_is_renewed_after_the_card_or_not_at_all() -> None:
    m = board("trade", 5, is_upgraded=True, **MARKET)
    play(m, 0, "take.a04")
    assert main(m, 0) == ["renew", "finish"]
    play(m, 0, "renew")
    assert len(market(m)) == 4
    assert discard(m) == ["a01", "e01", "e04"]
    m = board("trade", 5, is_upgraded=True, **MARKET)
    play(m, 0, "take.a04", "finish")
    assert market(m) == ["a01", "e01", "e04"]
    assert logged(m, tokens.RENEWED) == []


@pytest.mark.parametrize(
    ("firewood", "stone", "peat", "paid"),
    [(1, 4, 2, [0, 2, 0]), (3, 3, 1, [1, 1, 0]), (1, 1, 5, [0, 0, 2]), (2, 1, 2, [1, 0, 1])],
)
def test_the_proposed_payment_uses_the_types_with_most_resources(
    firewood: int, stone: int, peat: int, paid: list[int]
) -> None:
    match = scene(Player(firewood=firewood, stone=stone, peat=peat))
    table = cast(Tundra, match.state)
    table.push(frames.pay(0, 1, 2, 0))
    proposal = match.game.proposal(table, 0)
    assert proposal is not None
    assert [sum(event[3] for event in proposal.events if event[2] == kind) for kind in range(3)] == paid
    assert match.game.proposal(table, 1) is None
