"""City cards: the deck, advisors, enhancements, and the rulings about them."""

from __future__ import annotations

from typing import Any

import pytest

import samovar
from samovar.games.tundra import tokens
from samovar.games.tundra.game import GAME
from samovar.kernel.state import NATURE
from samovar.kernel.step import Options
from tests.tundra.scene import (
    ADVISORS,
    BOARD_IDS,
    CITY,
    Player,
    advisors,
    deck,
    dice,
    discard,
    enhancements,
    exhausted,
    free,
    have,
    logged,
    main,
    market,
    play,
    refused,
    round_start,
    scene,
    starters,
    table,
    until,
    workers,
)


def trading(value: int = 6, *, market: str, seed: int = 0, **player: Any) -> samovar.Match:
    """A match in which seat 0 is taking a card. ``deck`` and ``discard`` are passed to the scene."""
    piles = {key: player.pop(key) for key in ("deck", "discard", "seats", "components") if key in player}
    m = scene(Player(dice=[value, 1], **player), market=market, seed=seed, **piles)
    play(m, 0, f"place.trade_{value}", "do.board")
    return m


@pytest.mark.rule("T-CITY-01")
@pytest.mark.parametrize("card", ["a01", "e01"])
def test_a_card_costs_nothing_beyond_the_action(card: str) -> None:
    m = trading(market="a01, e01")
    play(m, 0, f"take.{card}")
    if card == "e01":
        play(m, 0, "under.travel")
    assert have(m, 0) == {"berry": 1}  # of the action itself


@pytest.mark.rule("T-CITY-02")
def test_the_discard_pile_becomes_the_deck_in_the_middle_of_a_deal() -> None:
    m = trading(upgraded="trade", market="a01, a02", deck="e01, e02, e03")
    thrown = discard(m)
    assert len(thrown) == 40 - 5
    play(m, 0, "renew")
    assert {"e01", "e02", "e03"} < set(market(m))  # first what was left in the deck
    assert logged(m, tokens.SHUFFLED) == [(0, 35 + 2, 0)]
    assert discard(m) == []
    assert len(deck(m)) == 37 - 1


@pytest.mark.rule("T-CITY-02")
def test_a_deck_that_lasts_is_not_renewed() -> None:
    m = trading(upgraded="trade", market="a01, a02", deck="e01, e02, e03, e04, e05")
    play(m, 0, "renew")
    assert len(market(m)) == 4
    assert len(deck(m)) == 1
    assert logged(m, tokens.SHUFFLED) == []
    assert len(discard(m)) == 35


@pytest.mark.rule("T-CITY-02")
def test_the_discard_pile_is_shuffled_as_soon_as_the_last_card_is_drawn() -> None:
    m = trading(upgraded="trade", market="a01, a02", deck="e01, e02, e03, a05", advisors="a06, a07, a08")
    play(m, 0, "renew")
    assert market(m) == ["a05", "e01", "e02", "e03"]
    assert logged(m, tokens.SHUFFLED) == [(0, 33, 0)]
    assert len(deck(m)) == 33
    play(m, 0, "take.a05", "dismiss.a06")
    assert discard(m) == ["a06"]  # later discards do not join the new deck
    assert len(deck(m)) == 33


@pytest.mark.rule("T-CITY-02", "T-RULING-CITY-06")
def test_with_the_box_of_version_1_the_discards_wait_until_a_card_is_needed() -> None:
    m = trading(upgraded="trade", market="a01, a02", deck="e01, e02, e03, e04", components=GAME.first_text())
    play(m, 0, "renew")
    assert market(m) == ["e01", "e02", "e03", "e04"]
    assert deck(m) == []
    assert logged(m, tokens.SHUFFLED) == []
    assert len(discard(m)) == 36


@pytest.mark.rule("T-CITY-03")
def test_an_advisor_acts_before_or_after_the_die_and_is_then_exhausted() -> None:
    for before in (True, False):
        m = scene(Player(dice=[1, 2], advisors="a04"))
        if before:
            play(m, 0, "use.a04")
            assert m.actors() == [0]
        play(m, 0, "place.travel_1", "end")
        if not before:
            assert main(m, 0) == ["end"]
            play(m, 0, "use.a04")
        assert have(m, 0) == {"berry": 4}
        assert advisors(m, 0) == []
        assert exhausted(m, 0) == ["a04"]
        assert refused(m, 0, "use.a04") == ("is_exhausted", "T-CITY-03")


@pytest.mark.rule("T-CITY-03")
def test_an_advisor_acts_on_the_own_turn_only() -> None:
    m = scene(Player(), Player(advisors="a04"))
    assert refused(m, 1, "use.a04") == ("another_seat_decides", "")
    assert refused(m, 0, "use.a04")[0] == "not_an_option_now"  # another player's advisor


@pytest.mark.rule("T-CITY-03")
def test_an_advisor_is_ready_again_in_the_next_round() -> None:
    m = round_start(Player(exhausted="a04", advisors="a01"), round=2)
    assert advisors(m, 0) == ["a01", "a04"]
    assert exhausted(m, 0) == []


@pytest.mark.rule("T-CITY-04")
def test_with_one_advisor_too_many_a_ready_or_exhausted_one_is_discarded() -> None:
    for leaves in ("a01", "a02", "a03"):
        m = trading(market="a05", advisors="a01, a02", exhausted="a03")
        play(m, 0, "take.a05")
        assert main(m, 0) == ["dismiss.a01", "dismiss.a02", "dismiss.a03"]
        play(m, 0, f"dismiss.{leaves}")
        assert set(advisors(m, 0) + exhausted(m, 0)) == {"a01", "a02", "a03", "a05"} - {leaves}
        assert discard(m) == [leaves]


@pytest.mark.rule("T-CITY-04")
def test_three_advisors_are_not_too_many() -> None:
    m = trading(market="a05", advisors="a01", exhausted="a03")
    play(m, 0, "take.a05")
    assert advisors(m, 0) == ["a01", "a05"]
    assert exhausted(m, 0) == ["a03"]
    assert discard(m) == []


@pytest.mark.rule("T-CITY-05")
@pytest.mark.parametrize("board", BOARD_IDS)
def test_an_enhancement_goes_under_an_own_order_board(board: str) -> None:
    m = trading(market="e04", starters="s01_trade, s02_travel")
    play(m, 0, "take.e04")
    assert main(m, 0) == [f"under.{id}" for id in BOARD_IDS]
    play(m, 0, f"under.{board}")
    assert enhancements(m, 0) == {board: ["e04"]}
    assert starters(m, 0) == {"trade": "s01", "travel": "s02"}
    assert enhancements(m, 1) == {}


@pytest.mark.rule("T-CITY-05", "T-CITY-06")
def test_a_board_takes_one_card_from_the_market_and_keeps_its_starter_card() -> None:
    m = trading(market="e04", starters="s01_travel", enhancements="e05_travel")
    play(m, 0, "take.e04", "under.travel")
    assert enhancements(m, 0) == {"travel": ["e04"]}
    assert starters(m, 0) == {"travel": "s01"}
    assert discard(m) == ["e05"]


@pytest.mark.rule("T-CITY-07")
@pytest.mark.parametrize(
    ("value", "gained"), [(6, {"firewood": 1, "berry": 2}), (5, {"firewood": 1, "berry": 2})]
)
def test_an_enhancement_under_the_activated_board_gives_its_action_at_once(
    value: int, gained: dict[str, int]
) -> None:
    m = trading(value, market="e04")
    play(m, 0, "take.e04", "under.trade")
    assert main(m, 0) == ["do.market1", "end"]
    play(m, 0, "do.market1")
    assert have(m, 0) == gained


@pytest.mark.rule("T-CITY-07")
def test_an_enhancement_under_another_board_gives_nothing_at_once() -> None:
    m = trading(market="e04", starters="s01_trade")
    play(m, 0, "take.e04", "under.travel")
    assert main(m, 0) == ["do.starter", "end"]


@pytest.mark.rule("T-CITY-07")
def test_a_new_enhancement_gives_the_action_of_the_activated_row() -> None:
    m = scene(Player(dice=[6, 1], enhancements="e21_gathering"), market="e24")
    play(m, 0, "place.gathering_6", "do.market1", "take.e24", "under.gathering", "do.market1")
    assert have(m, 0) == {"firewood": 1, "stone": 1, "peat": 1}  # row 6 of e24, not row 4 or 2


@pytest.mark.rule("T-CITY-07", "T-RULING-ACT-02")
def test_a_new_card_with_an_empty_row_removes_the_action_of_the_replaced_card() -> None:
    """Uses another box, because in the standard box every row of every card gives something."""
    old = 'slots = [6, 5, 4]\nsteps = [{ op = "gain", item = "stone", n = 1 }, '
    old += '{ op = "gain", item = "berry", n = 1 }]'
    assert GAME.standard_text().count(old) == 1
    box = GAME.standard_text().replace(old, "slots = [6, 5, 4]\nsteps = []")
    m = scene(Player(dice=[6, 1], enhancements="e04_trade"), market="e05", components=box)
    play(m, 0, "place.trade_6", "do.board", "take.e05", "under.trade")
    assert enhancements(m, 0) == {"trade": ["e05"]}
    assert main(m, 0) == ["end"]
    assert have(m, 0) == {"berry": 1}


# ---- rulings ----


@pytest.mark.rule("T-RULING-CITY-01")
def test_taking_is_optional_and_an_empty_market_means_no_card() -> None:
    m = trading(market="a01, e01")
    play(m, 0, "finish")
    assert market(m) == ["a01", "e01"]
    assert have(m, 0) == {"berry": 1}
    m = trading(market="")
    assert have(m, 0) == {"berry": 1}
    assert advisors(m, 0) == []


FULL = ", ".join(f"e{n:02}_{board}" for n, board in zip((11, 12, 13, 14), BOARD_IDS, strict=True))


@pytest.mark.rule("T-RULING-CITY-02")
def test_with_all_places_taken_a_market_enhancement_is_replaced_or_no_card_taken() -> None:
    m = trading(market="e04", enhancements=FULL)
    assert main(m, 0) == ["take.e04", "finish"]
    play(m, 0, "take.e04")
    assert main(m, 0) == [f"under.{id}" for id in BOARD_IDS]  # the card cannot be returned
    play(m, 0, "under.gathering")
    assert enhancements(m, 0)["gathering"] == ["e04"]
    assert discard(m) == ["e13"]


@pytest.mark.rule("T-RULING-CITY-02")
def test_an_empty_starter_place_takes_no_market_card() -> None:
    m = trading(market="e04", enhancements="e11_travel")
    play(m, 0, "take.e04", "under.travel")
    assert starters(m, 0) == {}
    assert enhancements(m, 0) == {"travel": ["e04"]}
    assert discard(m) == ["e11"]


@pytest.mark.rule("T-RULING-CITY-02", "T-TITLE-07")
def test_hard_working_chooses_which_of_two_cards_is_replaced_and_fills_free_places() -> None:
    m = trading(
        market="e04", title="hardworking", enhancements="e11_travel, e12_travel, e13_gathering", seats=2
    )
    play(m, 0, "take.e04", "under.gathering")
    assert enhancements(m, 0)["gathering"] == ["e13", "e04"]
    assert discard(m) == []
    for place, left in ((1, ["e04", "e12"]), (2, ["e11", "e04"])):
        m = trading(market="e04", title="hardworking", enhancements="e11_travel, e12_travel")
        play(m, 0, "take.e04", "under.travel")
        assert main(m, 0) == ["replace.1", "replace.2"]
        play(m, 0, f"replace.{place}")
        assert enhancements(m, 0)["travel"] == left


@pytest.mark.rule("T-RULING-CITY-02")
def test_no_card_changes_its_place_later() -> None:
    m = scene(Player(dice=[2], starters="s01_trade", enhancements="e04_travel"), market="e05")
    assert not [token for token in m.options(0) if token.startswith(("under.", "replace.", "keep."))]


@pytest.mark.rule("T-RULING-CITY-03")
def test_the_new_advisor_stays_and_is_ready() -> None:
    m = trading(market="a05", exhausted="a01, a02, a03")
    play(m, 0, "take.a05")
    assert refused(m, 0, "dismiss.a05") == ("the_new_one_stays", "T-RULING-CITY-03")
    play(m, 0, "dismiss.a02")
    assert advisors(m, 0) == ["a05"]


@pytest.mark.rule("T-RULING-CITY-04")
def test_a_new_advisor_may_be_used_in_the_same_turn_after_the_die() -> None:
    m = trading(market="a04")
    play(m, 0, "take.a04")
    assert "use.a04" in free(m, 0)
    play(m, 0, "use.a04")
    assert have(m, 0) == {"berry": 5}


@pytest.mark.rule("T-RULING-CITY-04")
def test_an_advisor_that_comes_back_is_a_new_card() -> None:
    def again(seed: int) -> samovar.Match:
        mine = Player(dice=[6, 5], exhausted="a01, a02, a03", upgraded="trade")
        m = scene(mine, Player(dice=[]), market="a05", deck="", seed=seed)
        play(m, 0, "place.trade_6", "do.board", "take.a05", "dismiss.a01", "renew", "end")
        return m

    m = until(again, lambda m: "a01" in market(m))
    play(m, 0, "place.trade_5", "do.board", "take.a01", "dismiss.a02")
    assert advisors(m, 0) == ["a01", "a05"]
    assert exhausted(m, 0) == ["a03"]


@pytest.mark.rule("T-RULING-CITY-05")
@pytest.mark.parametrize("card", ["a05", "a06", "a07", "a09", "a12", "a14"])
def test_an_advisor_is_exhausted_even_if_only_a_part_was_taken(card: str) -> None:
    m = scene(
        Player(dice=[1, 2], advisors=card, workers=[1], firewood=2, berries=3), glades={1: "g01", 2: "g04"}
    )
    play(m, 0, f"use.{card}", "finish")
    assert exhausted(m, 0) == [card]
    assert workers(m, 0) == [1]


@pytest.mark.rule("T-RULING-CITY-06")
def test_with_deck_and_discards_empty_the_market_stays_short() -> None:
    """Uses a market of forty cards, because players cannot hold enough cards to empty both piles."""
    old = "market_size = { 2 = 4, 3 = 5, 4 = 6 }"
    assert old in GAME.standard_text()
    box = GAME.standard_text().replace(old, "market_size = { 2 = 40, 3 = 5, 4 = 6 }")
    m = scene(Player(dice=[6, 1], upgraded="trade"), components=box)
    assert market(m) == CITY
    play(m, 0, "place.trade_6", "do.board", "take.a01", "renew")
    assert market(m) == [card for card in CITY if card != "a01"]
    assert deck(m) == discard(m) == []


@pytest.mark.rule("T-RULING-CITY-07")
def test_the_order_of_the_market_has_no_meaning() -> None:
    one, other = trading(market="a01, e01, a02"), trading(market="e01, a02, a01")
    assert one.position() == other.position()
    assert one.options(0) == other.options(0)


@pytest.mark.rule("T-RULING-CITY-07")
@pytest.mark.parametrize("board", BOARD_IDS)
def test_an_enhancement_taken_at_round_start_triggers_nothing(board: str) -> None:
    m = round_start(Player(title="provident"), Player(title="wisdom"), market="e04, e22")
    play(m, 0, "take.e22", f"under.{board}")
    assert enhancements(m, 0) == {board: ["e22"]}
    assert have(m, 0) == {}
    assert not [token for token in m.options(0) if token.startswith("do.")]


@pytest.mark.rule("T-RULING-CITY-08")
def test_dice_advisors_act_on_own_unused_dice_only() -> None:
    m = scene(Player(dice=[2, 5], slots="trade_4", advisors="a06, a07"), Player(dice=[3]))
    play(m, 0, "use.a06")
    turned = [token for token in m.options(0) if token.startswith("set.")]
    assert {token[:5] for token in turned} == {"set.2", "set.5"}
    play(m, 0, "set.2_6")
    assert dice(m, 0) == [5, 6]
    play(m, 0, "use.a07")
    assert main(m, 0) == ["pick.5", "pick.6", "finish"]
    play(m, 0, "pick.6")
    assert dice(m, 1) == [3]


@pytest.mark.rule("T-RULING-CITY-09")
def test_skipped_players_use_neither_advisors_nor_free_actions() -> None:
    m = scene(Player(dice=[1, 2]), Player(dice=[], advisors="a04", berries=20))
    play(m, 0, "place.travel_1", "end")
    assert m.actors() == [0]
    assert m.options(1) == []
    assert refused(m, 1, "use.a04") == ("another_seat_decides", "")
    assert refused(m, 1, "buy") == ("another_seat_decides", "")


@pytest.mark.rule("T-RULING-CITY-10")
def test_discards_are_open_and_cards_cannot_be_discarded_at_will() -> None:
    m = trading(market="a05", advisors="a01, a02, a03", enhancements="e04_trade")
    assert not [token for token in m.options(0) if token.startswith("dismiss.")]
    play(m, 0, "take.a05", "dismiss.a03")
    assert discard(m) == ["a03"]
    assert not [token for token in m.options(0) if token.startswith("dismiss.")]
    assert 'discard = ["a03"]' in m.position(1)


@pytest.mark.rule("T-RULING-CITY-10")
def test_cards_of_a_renewed_market_may_come_back() -> None:
    m = trading(upgraded="trade", market="a01", deck="")
    s, out = table(m).clone(), Options()
    notation = s.box.notation
    GAME.play(s, 0, notation.parse("renew"), out)
    assert GAME.actors(s) == [NATURE]
    assert [notation.token(a) for a in GAME.legal(s, NATURE)] == [f"city.{card}" for card in CITY]


@pytest.mark.rule("T-RULING-CITY-10")
def test_at_the_end_of_a_round_cards_of_the_old_market_may_come_back() -> None:
    came_back = until(
        lambda seed: round_start(Player(), market="a01", deck="", round=2, seed=seed),
        lambda m: "a01" in market(m),
    )
    assert discard(came_back) == []


def test_the_deck_has_sixteen_advisors_and_twenty_four_enhancements() -> None:
    assert len(ADVISORS) == 16
    assert len(CITY) == 40
