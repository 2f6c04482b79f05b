"""Special titles: their numbers and abilities, and the rulings about them."""

from __future__ import annotations

import re
from functools import cache

import pytest

import samovar
from samovar.games.tundra import tokens
from samovar.games.tundra.game import GAME
from tests.tundra.scene import (
    TITLES,
    Player,
    advisors,
    begun,
    dice,
    discard,
    enhancements,
    have,
    logged,
    main,
    market,
    personal,
    play,
    refused,
    round_start,
    scene,
    spare,
    table,
    title,
    workers,
)

SPECIAL = [id for id, entry in TITLES.items() if entry["kind"] == "special"]
NUMBERS = {  # dice in each round, most dice, advisors, places for market cards, prices; by the rulebook
    "humble": ([4, 4, 5, 5], 7, 3, 1, 1, 2, 6),
    "provident": ([4, 4, 5, 5], 7, 4, 1, 1, 2, 6),
    "wisdom": ([4, 4, 5, 5], 8, 3, 1, 1, 2, 5),
    "inspiring": ([4, 4, 5, 5], 7, 3, 1, 1, 2, 6),
    "determined": ([5, 5, 6, 6], 7, 3, 1, 1, 2, 9),
    "hardworking": ([4, 4, 5, 5], 7, 2, 2, 1, 2, 6),
    "generous": ([4, 4, 5, 5], 7, 3, 1, 1, 1, 6),
}
every_title = pytest.mark.parametrize("name", NUMBERS)


def placement(name: str, round: int, seed: int = 0) -> samovar.Match:
    """A match in which seat 0 with this title has its first turn of the round."""
    m = round_start(Player(title="" if name == "humble" else name), round=round, market="a01", seed=seed)
    for p in (0, 1):
        if m.actors() == [p] and "finish" in m.options(p):
            play(m, p, "finish")
    assert m.actors() == [0]
    return m


@cache
def tables(seats: int) -> list[samovar.Match]:
    return [begun(seats, seed, titles="on", personal_goals="on") for seed in range(60)]


@pytest.mark.rule("T-TITLE-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_is_dealt_one_special_title(seats: int) -> None:
    met = set()
    for m in tables(seats):
        mine = [title(m, p) for p in range(seats)]
        assert len(set(mine)) == seats
        met.update(mine)
    assert met == set(SPECIAL)
    assert [title(begun(seats), p) for p in range(seats)] == ["humble"] * seats


@pytest.mark.rule("T-TITLE-01")
@pytest.mark.no_cover
def test_with_two_players_only_cards_without_three_dots() -> None:
    box, n = re.subn(r'(id = "generous"\n(?:.*\n){3})dots = 0', r"\1dots = 3", GAME.standard_text())
    assert n == 1
    for seed in range(40):
        m = begun(2, seed, box, titles="on")
        assert "generous" not in [title(m, p) for p in range(2)]
    met = {title(begun(3, seed, box, titles="on"), p) for seed in range(20) for p in range(3)}
    assert "generous" in met


@pytest.mark.rule("T-TITLE-01")
@pytest.mark.parametrize("name", SPECIAL)
def test_the_basic_title_is_covered_completely(name: str) -> None:
    m = round_start(Player(title=name, workers=[1]), market="")
    assert not [token for token in m.options(0) if token.startswith(("move.", "gain."))]


@pytest.mark.rule("T-TITLE-02", "T-TITLE-04", "T-TITLE-06")
@every_title
@pytest.mark.parametrize("round", [1, 2, 3, 4])
def test_dice_of_the_round_and_dice_in_supply(name: str, round: int) -> None:
    m = placement(name, round)
    in_round, most, *_ = NUMBERS[name]
    assert len(dice(m, 0)) == in_round[round - 1]
    assert 0 not in dice(m, 0)
    assert spare(m, 0) == most - in_round[round - 1]


@pytest.mark.rule("T-TITLE-02", "T-TITLE-04", "T-TITLE-06", "T-TITLE-08")
@every_title
def test_prices_of_free_actions(name: str) -> None:
    *_, reroll, change, buy = NUMBERS[name]
    own = "" if name == "humble" else name
    for token, price in (("reroll.3", reroll), ("up.3", change), ("down.3", change), ("buy", buy)):
        m = scene(Player(dice=[3], berries=price, title=own))
        play(m, 0, token)
        assert have(m, 0) == {}
        m = scene(Player(dice=[3], berries=price - 1, title=own))
        assert token not in m.options(0)
        assert refused(m, 0, token)[0] == "too_few_berries"


@pytest.mark.rule("T-TITLE-02", "T-TITLE-03", "T-TITLE-07")
@every_title
def test_the_maximum_number_of_advisors(name: str) -> None:
    most = NUMBERS[name][2]
    held = ["a01", "a02", "a03", "a04"]
    for n in range(most + 1):
        own = "" if name == "humble" else name
        m = scene(Player(dice=[6, 1], title=own, advisors=", ".join(held[:n])), market="a05")
        play(m, 0, "place.trade_6", "do.board", "take.a05")
        assert any(token.startswith("dismiss.") for token in m.options(0)) == (n == most)
        if n == most:
            if most > 1:
                play(m, 0, "dismiss.a01")
            assert discard(m) == ["a01"]
        assert len(advisors(m, 0)) == min(n + 1, most)


def test_with_a_title_without_advisors_a_new_one_is_discarded_at_once() -> None:
    """Uses another box, because every title of the standard box allows advisors."""
    assert GAME.standard_text().count("max_advisors = 2") == 1
    box = GAME.standard_text().replace("max_advisors = 2", "max_advisors = 0")
    m = scene(Player(dice=[6, 1], title="hardworking"), market="a05", components=box)
    play(m, 0, "place.trade_6", "do.board", "take.a05")
    assert advisors(m, 0) == []
    assert discard(m) == ["a05"]


@pytest.mark.rule("T-TITLE-02", "T-TITLE-07")
@every_title
def test_the_maximum_number_of_market_enhancements(name: str) -> None:
    places = NUMBERS[name][3]
    own = "" if name == "humble" else name
    m = scene(Player(dice=[6, 1], title=own, starters="s01_travel", enhancements="e01_travel"), market="e05")
    play(m, 0, "place.trade_6", "do.board", "take.e05", "under.travel")
    assert enhancements(m, 0) == {"travel": ["e01", "e05"] if places == 2 else ["e05"]}


# ---- one by one ----


@pytest.mark.rule("T-TITLE-03")
@pytest.mark.parametrize("round", [1, 2, 3, 4])
def test_the_provident_take_a_card_at_each_round_start(round: int) -> None:
    m = round_start(Player(title="provident"), round=round)
    cards = market(m)
    assert len(cards) == 4
    assert main(m, 0) == [*(f"take.{card}" for card in cards), "finish"]
    play(m, 0, f"take.{cards[0]}")
    if cards[0][0] == "e":
        play(m, 0, "under.travel")
    assert market(m) == cards[1:]  # not refilled
    assert have(m, 0) == {}  # free


@pytest.mark.rule("T-TITLE-03")
def test_the_provident_may_leave_the_card() -> None:
    m = round_start(Player(title="provident"), market="a01, a02")
    play(m, 0, "finish")
    assert market(m) == ["a01", "a02"]


@pytest.mark.rule("T-TITLE-04", "T-RULING-TITLE-03")
@pytest.mark.parametrize(("round", "to_buy"), [(1, 4), (2, 4), (3, 3), (4, 3)])
def test_wisdom_has_eight_dice_of_which_more_can_be_bought(round: int, to_buy: int) -> None:
    m = placement("wisdom", round)
    assert len(dice(m, 0)) == 8 - to_buy  # not more than other players
    assert spare(m, 0) == to_buy
    table(m).have[3] = 20  # berries, for four dice
    for n in range(to_buy):
        play(m, 0, "buy")
        assert have(m, 0).get("berry", 0) == 20 - 5 * (n + 1)
    assert "buy" not in m.options(0)
    assert len(dice(m, 0)) == 8
    assert spare(m, 0) == 0


@pytest.mark.rule("T-TITLE-05")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_inspiring_begin_with_two_further_workers_on_their_settlement(seats: int) -> None:
    seen = set()
    for m in tables(seats):
        for p in range(seats):
            home = int(table(m).settlement(p))
            start = table(m).layout.start[p]
            inspiring = title(m, p) == "inspiring"
            assert workers(m, p) == sorted([*start, *([home, home] if inspiring else [])])
            seen.add(inspiring)
    assert seen == {True, False}


@pytest.mark.rule("T-TITLE-06")
@pytest.mark.parametrize("first", [0, 1])
def test_the_additional_die_of_the_determined_is_rolled_alone_after_the_common_ones(first: int) -> None:
    def make(seed: int) -> samovar.Match:
        m = round_start(
            Player(title="determined"), Player(title="wisdom"), first=first, round=3, seed=seed, market=""
        )
        return m

    m = make(1)
    common = [value for _, value, _ in logged(m, tokens.ROLLED)]
    alone = [(p, value) for p, value, _ in logged(m, tokens.ROLLED_ALONE)]
    assert len(common) == 5
    assert len(alone) == 1
    assert alone[0][0] == 0
    assert dice(m, 1) == sorted(common)  # copied: the common dice and nothing else
    assert dice(m, 0) == sorted([*common, alone[0][1]])
    rolls = [event[0] for entry in m.log for event in entry.events]
    kinds = [what for what in rolls if what in (tokens.ROLLED, tokens.ROLLED_ALONE)]
    assert kinds == [tokens.ROLLED] * 5 + [tokens.ROLLED_ALONE]
    assert {value for seed in range(30) for _, value, _ in logged(make(seed), tokens.ROLLED_ALONE)} == set(
        range(1, 7)
    )


@pytest.mark.rule("T-TITLE-07")
def test_the_hard_working_have_three_enhancements_under_a_board() -> None:
    mine = Player(
        dice=[5, 1], title="hardworking", starters="s06_travel", enhancements="e04_travel, e05_travel"
    )
    m = scene(mine)
    play(m, 0, "place.travel_5")
    assert main(m, 0) == ["do.board", "do.starter", "do.market1", "do.market2", "end"]
    play(m, 0, "do.market2", "do.market1", "do.starter", "gain.peat")
    assert have(m, 0) == {"stone": 1, "firewood": 1, "peat": 1, "berry": 2}


@pytest.mark.rule("T-TITLE-08")
@pytest.mark.parametrize("round", [1, 2, 3, 4])
def test_the_generous_gain_three_berries_at_each_round_start(round: int) -> None:
    m = round_start(Player(title="generous", berries=1), round=round, market="")
    assert have(m, 0) == {"berry": 4}


@pytest.mark.rule("T-RULING-TITLE-01")
@pytest.mark.parametrize("name", ["wisdom", "inspiring", "determined", "hardworking"])
def test_titles_without_a_round_start_effect_give_nothing_then(name: str) -> None:
    other = next(id for id in ("wisdom", "inspiring") if id != name)
    m = round_start(Player(title=name, workers=[1], vp=2), Player(title=other), market="a01")
    assert logged(m, tokens.TITLE_USED) == []
    assert have(m, 0) == {}
    assert workers(m, 0) == [1]
    assert any(token.startswith("place.") for token in m.options(0))  # the placement phase has begun


@pytest.mark.rule("T-RULING-TITLE-02")
def test_every_title_is_used_in_games_for_two_but_the_deposit_goals_are_not() -> None:
    assert {title(m, p) for m in tables(2) for p in range(2)} == set(SPECIAL)
    goals = {personal(m, p) for m in (ready_for(2, seed) for seed in range(60)) for p in range(2)}
    assert not {"firewood_deposits", "peat_deposits", "rock_deposits"} & goals
    assert len(goals) == 8
    goals = {personal(m, p) for m in (ready_for(3, seed) for seed in range(60)) for p in range(3)}
    assert {"firewood_deposits", "peat_deposits", "rock_deposits"} < goals
    assert len(goals) == 11


def ready_for(seats: int, seed: int) -> samovar.Match:
    """A match in which the goals are dealt."""
    return begun(seats, seed, personal_goals="on", starters_after_goals="on")


def test_a_title_is_seen_by_all() -> None:
    m = tables(2)[0]
    for p in range(2):
        assert f'title = "{title(m, 1)}"' in m.position(p)


def test_the_numbers_are_those_of_the_box() -> None:
    for name, numbers in NUMBERS.items():
        entry = TITLES[name]
        found = [entry[key] for key in ("dice", "max_dice", "max_advisors", "market_enhancements_per_board")]
        found += [entry[key] for key in ("reroll_cost", "change_cost", "buy_cost")]
        assert tuple(found) == numbers
