"""Section 5: the ten other kinds of card, each in its three colours."""

from __future__ import annotations

from itertools import combinations

import pytest

import samovar
from tests.catherine.scene import (
    CARDS,
    CITIES,
    COLOUR_IDS,
    FAMILIES,
    GOODS_KINDS,
    acting,
    discard,
    done,
    favor,
    hand,
    play,
    refused,
    residences,
    tiles,
    vp,
)

TOP = 14
CITY_OF_GOOD = {
    good: [city for city in CITIES if CITIES[city]["good"] == good] for good in (*GOODS_KINDS, "")
}


def family(name: str) -> list[str]:
    return [id for id, card in CARDS.items() if card["family"] == name]


def own(id: str, symbol: str) -> int:
    found: int = CARDS[id]["upper"].get(symbol, 0)
    return found


def other_colours(id: str) -> list[str]:
    return [colour for colour in COLOUR_IDS if colour != CARDS[id]["colour"]]


def outcome(m: samovar.Match) -> tuple[int, int, int]:
    """The VP, favor space and number of hand cards of seat 0."""
    return vp(m, 0), favor(m, 0), len(hand(m, 0))


def pay(m: samovar.Match, *places: int) -> list[str]:
    """Pay the hand cards at these indices. The last card is not asked for if there is no choice."""
    chosen = [hand(m, 0)[place] for place in places]
    for id in chosen:
        if id in hand(m, 0):
            play(m, 0, f"pay.{id}")
    return chosen


def test_eleven_kinds_of_card_exist_in_three_colours() -> None:
    assert FAMILIES == [
        "building",
        "market",
        "treasury",
        "academy",
        "audience",
        "fjodorowna",
        "potjomkin",
        "guild",
        "sievers",
        "vorontsava",
        "dimsdale",
    ]
    assert {card["family"] for card in CARDS.values()} == set(FAMILIES)
    for name in FAMILIES:
        assert {CARDS[id]["colour"] for id in family(name)} == set(COLOUR_IDS)


# ---- market ----


@pytest.mark.rule("C-CARD-02", "C-ACT-07", "C-RULING-11")
@pytest.mark.parametrize("id", family("market"))
def test_market_one_card_for_each_unit_of_the_two_pictured_goods(id: str) -> None:
    one, two = CARDS[id]["action"]["symbols"]
    unpictured = [good for good in GOODS_KINDS if good not in (one, two)]
    m = acting(id, shows={one: 2, two: 1, unpictured[0]: 1}, hand=0, favor=8)
    assert m.options(0) == ["perform", "forfeit"]
    play(m, 0, "perform")
    assert done(m, 0)  # all draws without asking, and no bonus
    assert outcome(m) == (0, 8, 3)


@pytest.mark.rule("C-CARD-02", "C-ACT-14", "C-RULING-17")
@pytest.mark.parametrize("id", family("market"))
def test_market_counts_goods_tiles_too(id: str) -> None:
    one, two = CARDS[id]["action"]["symbols"]
    unpictured = next(good for good in GOODS_KINDS if good not in (one, two))
    cities = [CITY_OF_GOOD[one][0], CITY_OF_GOOD[two][0], CITY_OF_GOOD[two][1], CITY_OF_GOOD[unpictured][0]]
    m = acting(id, residences=", ".join(cities), hand=0, favor=8)
    play(m, 0, "perform")
    assert outcome(m) == (0, 8, 3 + own(id, one) + own(id, two))


@pytest.mark.rule("C-CARD-02", "C-HAND-03", "C-RULING-19")
def test_market_cards_that_fit_are_drawn_first_and_the_others_bring_1_vp_each() -> None:
    m = acting("ea09", shows={"iron": 3, "fur": 2}, hand=1, favor=0)
    play(m, 0, "perform")
    assert outcome(m) == (3, 0, 3)


@pytest.mark.rule("C-CARD-02")
@pytest.mark.parametrize("id", family("market"))
def test_market_shows_one_of_its_own_goods_so_it_always_draws(id: str) -> None:
    assert sum(own(id, good) for good in CARDS[id]["action"]["symbols"]) == 1
    assert "bonus" not in CARDS[id]
    m = acting(id, hand=0)
    play(m, 0, "perform")
    assert outcome(m) == (0, 0, 1)


# ---- Imperial Treasury ----


@pytest.mark.rule("C-CARD-03", "C-ACT-11", "C-RULING-37")
@pytest.mark.parametrize("id", family("treasury"))
def test_treasury_three_cards_of_one_colour_10_vp_and_a_step(id: str) -> None:
    """Any colour will do. It need not be that of the Treasury."""
    for colour in COLOUR_IDS:
        m = acting(id, hand=", ".join([colour] * 3))
        paid = hand(m, 0)
        play(m, 0, "perform")  # exactly three cards in hand: not asked which
        assert done(m, 0)
        assert outcome(m) == (10, 1, 0)
        assert discard(m) == paid


@pytest.mark.rule("C-CARD-03", "C-RULING-37")
@pytest.mark.parametrize("id", family("treasury"))
def test_treasury_three_cards_of_different_colours_10_vp_and_no_step(id: str) -> None:
    first, second = other_colours(id)
    for colours in ([first, first, second], [first, second, second], [*COLOUR_IDS]):
        m = acting(id, hand=", ".join(colours))
        play(m, 0, "perform")
        assert done(m, 0)
        assert outcome(m) == (10, 0, 0)


@pytest.mark.rule("C-CARD-03", "C-RULING-13", "C-RULING-37")
@pytest.mark.parametrize("id", family("treasury"))
def test_treasury_the_owner_chooses_the_three_cards(id: str) -> None:
    colours = ["red", "red", "red", "green", "blue"]
    for places in combinations(range(5), 3):
        m = acting(id, hand=", ".join(colours), favor=6)
        play(m, 0, "perform")
        chosen = pay(m, *places)
        assert done(m, 0)
        same = len({CARDS[id]["colour"] for id in chosen}) == 1
        assert outcome(m) == (10, 7 if same else 6, 2)
        assert sorted(discard(m)) == sorted(chosen)


@pytest.mark.rule("C-CARD-03", "C-RULING-10")
@pytest.mark.parametrize("id", family("treasury"))
@pytest.mark.parametrize("cards", [0, 1, 2])
def test_treasury_is_impossible_with_fewer_than_three_cards(id: str, cards: int) -> None:
    m = acting(id, hand=cards)
    assert m.options(0) == ["forfeit"]
    assert refused(m, 0, "perform") == ("too_few_cards_in_hand", "C-RULING-10")
    play(m, 0, "forfeit")
    assert outcome(m) == (0, 0, cards + 1)


# ---- Academy of Sciences ----


@pytest.mark.rule("C-CARD-04", "C-ACT-07", "C-RULING-11")
@pytest.mark.parametrize("id", family("academy"))
@pytest.mark.parametrize("books", [1, 2, 4])
def test_academy_2_vp_per_book_then_a_card_for_a_step(id: str, books: int) -> None:
    m = acting(id, shows={"book": books}, hand=2)
    play(m, 0, "perform")
    assert outcome(m) == (2 * books, 0, 2)
    assert m.options(0) == ["bonus", "decline"]
    play(m, 0, "bonus")
    paid = pay(m, 1)
    assert done(m, 0)
    assert outcome(m) == (2 * books, 1, 1)
    assert discard(m) == paid


@pytest.mark.rule("C-CARD-04", "C-ACT-10", "C-RULING-15")
@pytest.mark.parametrize("id", family("academy"))
def test_academy_bonus_declined_or_unpayable(id: str) -> None:
    m = acting(id, shows={"book": 2}, hand=1)
    play(m, 0, "perform", "decline")
    assert done(m, 0)
    assert outcome(m) == (4, 0, 1)
    m = acting(id, shows={"book": 2}, hand=0)
    play(m, 0, "perform")
    assert done(m, 0)
    assert outcome(m) == (4, 0, 0)


@pytest.mark.rule("C-CARD-04", "C-ACT-05", "C-ACT-09", "C-RULING-10")
@pytest.mark.parametrize("id", family("academy"))
def test_academy_is_impossible_without_a_book(id: str) -> None:
    m = acting(id, shows={"book": 0}, hand=2)
    assert m.options(0) == ["forfeit"]
    assert refused(m, 0, "perform") == ("nothing_to_count", "C-RULING-10")
    play(m, 0, "forfeit")
    assert done(m, 0)  # no bonus
    assert outcome(m) == (0, 0, 3)


# ---- Audience at Court ----


@pytest.mark.rule("C-CARD-05", "C-ACT-11")
@pytest.mark.parametrize("id", family("audience"))
def test_audience_a_card_for_two_steps_and_another_for_one_more(id: str) -> None:
    m = acting(id, hand=3)
    play(m, 0, "perform")
    assert m.options(0) == [f"pay.{id}" for id in hand(m, 0)]
    first = pay(m, 2)
    assert outcome(m) == (0, 2, 2)
    assert m.options(0) == ["bonus", "decline"]
    play(m, 0, "bonus")
    second = pay(m, 0)
    assert done(m, 0)
    assert outcome(m) == (0, 3, 1)
    assert sorted(discard(m)) == sorted(first + second)


@pytest.mark.rule("C-CARD-05", "C-RULING-12", "C-RULING-15")
@pytest.mark.parametrize("id", family("audience"))
def test_audience_bonus_declined_or_unpayable_and_the_action_is_done_only_once(id: str) -> None:
    m = acting(id, hand=2)
    play(m, 0, "perform")
    pay(m, 0)
    play(m, 0, "decline")
    assert done(m, 0)
    assert outcome(m) == (0, 2, 1)
    m = acting(id, hand=1)
    play(m, 0, "perform")
    assert done(m, 0)
    assert outcome(m) == (0, 2, 0)


@pytest.mark.rule("C-CARD-05", "C-RULING-10")
@pytest.mark.parametrize("id", family("audience"))
def test_audience_is_impossible_with_an_empty_hand(id: str) -> None:
    m = acting(id, hand=0)
    assert m.options(0) == ["forfeit"]
    assert refused(m, 0, "perform") == ("too_few_cards_in_hand", "C-RULING-10")
    play(m, 0, "forfeit")
    assert outcome(m) == (0, 0, 1)


@pytest.mark.rule("C-CARD-05", "C-RULING-43")
@pytest.mark.parametrize("id", family("audience"))
def test_audience_on_the_top_space_was_performed_although_all_steps_are_paid_in_vp(id: str) -> None:
    m = acting(id, hand=2, favor=TOP)
    assert m.options(0) == ["perform", "forfeit"]
    play(m, 0, "perform")
    pay(m, 0)
    assert outcome(m) == (2, TOP, 1)
    play(m, 0, "bonus")
    assert done(m, 0)
    assert outcome(m) == (3, TOP, 0)


# ---- Alexandra Fjodorowna ----


@pytest.mark.rule("C-CARD-06", "C-ACT-07", "C-RULING-11")
@pytest.mark.parametrize("id", family("fjodorowna"))
@pytest.mark.parametrize("books", [1, 2, 4])
def test_fjodorowna_one_card_per_book(id: str, books: int) -> None:
    m = acting(id, shows={"book": books, "cannon": own(id, "cannon")}, hand=1, favor=6)
    play(m, 0, "perform")
    assert done(m, 0)
    assert outcome(m) == (0, 6, 1 + books)


@pytest.mark.rule("C-CARD-06", "C-ACT-12")
@pytest.mark.parametrize("id", family("fjodorowna"))
@pytest.mark.parametrize(("cannons", "steps"), [(2, 0), (3, 1), (4, 1)])
def test_fjodorowna_a_step_with_at_least_three_cannons(id: str, cannons: int, steps: int) -> None:
    m = acting(id, shows={"book": 1, "cannon": cannons}, hand=1)
    play(m, 0, "perform")
    assert done(m, 0)
    assert outcome(m) == (0, steps, 2)


@pytest.mark.rule("C-CARD-06", "C-RULING-43")
@pytest.mark.parametrize("id", family("fjodorowna"))
def test_fjodorowna_with_a_full_hand_is_performed_and_opens_the_bonus(id: str) -> None:
    m = acting(id, shows={"book": 2, "cannon": 3}, hand=3)
    assert m.options(0) == ["perform", "forfeit"]
    play(m, 0, "perform")
    assert outcome(m) == (2, 1, 3)


@pytest.mark.rule("C-CARD-06")
@pytest.mark.parametrize("id", family("fjodorowna"))
def test_fjodorowna_shows_a_book_herself(id: str) -> None:
    assert own(id, "book") == 1
    m = acting(id, hand=0)
    play(m, 0, "perform")
    assert outcome(m) == (0, 0, 1)


# ---- Grigori Alexandrowitsch Potjomkin ----


@pytest.mark.rule("C-CARD-07", "C-ACT-12")
@pytest.mark.parametrize("id", family("potjomkin"))
@pytest.mark.parametrize(("books", "steps"), [(0, 0), (2, 0), (3, 2), (4, 2)])
def test_potjomkin_two_cards_and_two_steps_with_at_least_three_books(id: str, books: int, steps: int) -> None:
    m = acting(id, shows={"book": books}, hand=0)
    play(m, 0, "perform")
    assert done(m, 0)
    assert outcome(m) == (0, steps, 2)


@pytest.mark.rule("C-CARD-07", "C-RULING-19", "C-RULING-43")
@pytest.mark.parametrize("id", family("potjomkin"))
def test_potjomkin_draws_before_the_steps_of_the_bonus_raise_the_limit(id: str) -> None:
    """The bonus leads from space 1 (limit 3) to space 3 (limit 4), but the cards are drawn before it."""
    m = acting(id, shows={"book": 3}, hand=2, favor=1)
    play(m, 0, "perform")
    assert outcome(m) == (1, 3, 3)
    m = acting(id, shows={"book": 3}, hand=3, favor=1)  # all cards become VP, but the action is performed
    assert m.options(0) == ["perform", "forfeit"]
    play(m, 0, "perform")
    assert outcome(m) == (2, 3, 3)


# ---- Merchant Guild ----


@pytest.mark.rule("C-CARD-08", "C-RULING-11")
@pytest.mark.parametrize("id", family("guild"))
@pytest.mark.parametrize("sets", [1, 2])
def test_guild_4_vp_for_each_complete_set_then_a_card_for_a_step(id: str, sets: int) -> None:
    for fewest in GOODS_KINDS:
        shows = dict.fromkeys(GOODS_KINDS, sets + 1) | {fewest: sets}
        cities = [CITY_OF_GOOD[good][0] for good in GOODS_KINDS]
        on_cards = {good: n - 1 for good, n in shows.items()}
        if any(own(id, good) > on_cards[good] for good in GOODS_KINDS):
            continue
        m = acting(id, shows=on_cards, residences=", ".join(cities), hand=2, round=4)
        play(m, 0, "perform")
        assert outcome(m) == (4 * sets, 0, 2)
        play(m, 0, "bonus")
        paid = pay(m, 0)
        assert done(m, 0)
        assert outcome(m) == (4 * sets, 1, 1)
        assert discard(m) == paid


@pytest.mark.rule("C-CARD-08", "C-ACT-10", "C-RULING-15")
@pytest.mark.parametrize("id", family("guild"))
def test_guild_bonus_declined_or_unpayable(id: str) -> None:
    cities = ", ".join(CITY_OF_GOOD[good][0] for good in GOODS_KINDS)
    m = acting(id, residences=cities, hand=1)
    play(m, 0, "perform", "decline")
    assert done(m, 0)
    assert outcome(m) == (4, 0, 1)
    m = acting(id, residences=cities, hand=0)
    play(m, 0, "perform")
    assert done(m, 0)
    assert outcome(m) == (4, 0, 0)


@pytest.mark.rule("C-CARD-08", "C-RULING-10")
@pytest.mark.parametrize("id", family("guild"))
def test_guild_is_impossible_without_a_complete_set(id: str) -> None:
    for missing in GOODS_KINDS:
        if own(id, missing):
            continue
        cities = [CITY_OF_GOOD[good][0] for good in GOODS_KINDS if good != missing]
        m = acting(id, residences=", ".join(cities), hand=1)
        assert m.options(0) == ["forfeit"]
        assert refused(m, 0, "perform") == ("nothing_to_count", "C-RULING-10")
        play(m, 0, "forfeit")
        assert done(m, 0)
        assert outcome(m) == (0, 0, 2)


# ---- Jacob Johann Sievers ----


def pictured(id: str) -> str:
    (good,) = CARDS[id]["bonus"]["condition"]["symbols"]
    return str(good)


def of_colour(id: str) -> list[str]:
    return [city for city in CITIES if CITIES[city]["colour"] == CARDS[id]["colour"]]


@pytest.mark.rule("C-CARD-09", "C-ACT-11")
@pytest.mark.parametrize("id", family("sievers"))
def test_sievers_two_cards_for_a_residence_in_any_city_of_the_colour(id: str) -> None:
    cities = of_colour(id)
    assert len(cities) == 6
    taken = next(city for city in cities if not CITIES[city]["good"])
    m = acting(id, shows={pictured(id): 0}, residences=taken, hand=3)
    play(m, 0, "perform")
    paid = pay(m, 0, 2)
    assert outcome(m) == (0, 0, 1)
    assert sorted(discard(m)) == sorted(paid)
    assert m.options(0) == [f"build.{city}" for city in cities if city != taken]
    assert refused(m, 0, f"build.{taken}") == ("already_a_residence_there", "C-RES-03")
    elsewhere = next(city for city in CITIES if city not in cities)
    assert refused(m, 0, f"build.{elsewhere}") == ("not_a_city_of_this_colour", "C-CARD-09")
    city = next(city for city in cities if CITIES[city]["good"])
    play(m, 0, f"build.{city}")
    assert done(m, 0)
    assert outcome(m) == (0, 0, 1)
    assert set(residences(m, 0)) == {taken, city}
    assert tiles(m, 0) == {CITIES[city]["good"]: 1}


@pytest.mark.rule("C-CARD-09", "C-ACT-12", "C-RULING-40")
@pytest.mark.parametrize("id", family("sievers"))
@pytest.mark.parametrize(("goods", "steps"), [(0, 0), (1, 0), (2, 1), (3, 1)])
def test_sievers_a_step_with_at_least_two_of_the_pictured_good(id: str, goods: int, steps: int) -> None:
    m = acting(id, shows={pictured(id): goods}, hand=2)
    city = next(city for city in of_colour(id) if CITIES[city]["interim_vp"])
    play(m, 0, "perform", f"build.{city}")
    assert done(m, 0)
    assert outcome(m) == (0, steps, 0)


@pytest.mark.rule("C-CARD-09", "C-RULING-14")
@pytest.mark.parametrize("id", family("sievers"))
def test_sievers_the_tile_just_taken_counts_for_the_bonus(id: str) -> None:
    m = acting(id, shows={pictured(id): 1}, hand=2)
    city = next(city for city in of_colour(id) if CITIES[city]["good"] == pictured(id))
    play(m, 0, "perform", f"build.{city}")
    assert outcome(m) == (0, 1, 0)


@pytest.mark.rule("C-CARD-09", "C-RULING-10")
@pytest.mark.parametrize("id", family("sievers"))
def test_sievers_is_impossible_without_two_cards_or_a_free_city(id: str) -> None:
    m = acting(id, hand=1)
    assert m.options(0) == ["forfeit"]
    assert refused(m, 0, "perform") == ("too_few_cards_in_hand", "C-RULING-10")
    play(m, 0, "forfeit")
    assert outcome(m) == (0, 0, 2)
    m = acting(id, residences=", ".join(of_colour(id)), hand=2)
    assert m.options(0) == ["forfeit"]
    assert refused(m, 0, "perform") == ("a_residence_in_each_of_its_cities", "C-RES-03")
    play(m, 0, "forfeit")
    assert outcome(m) == (0, 0, 3)


# ---- Ekaterina Artemyeva Vorontsava ----


@pytest.mark.rule("C-CARD-10", "C-ACT-11")
@pytest.mark.parametrize("id", family("vorontsava"))
def test_vorontsava_3_vp_and_a_card_for_4_more(id: str) -> None:
    m = acting(id, hand=2)
    play(m, 0, "perform")
    assert outcome(m) == (3, 0, 2)
    play(m, 0, "bonus")
    paid = pay(m, 1)
    assert done(m, 0)
    assert outcome(m) == (7, 0, 1)
    assert discard(m) == paid


@pytest.mark.rule("C-CARD-10", "C-ACT-10", "C-RULING-15")
@pytest.mark.parametrize("id", family("vorontsava"))
def test_vorontsava_bonus_declined_or_unpayable(id: str) -> None:
    m = acting(id, hand=1)
    play(m, 0, "perform", "decline")
    assert done(m, 0)
    assert outcome(m) == (3, 0, 1)
    m = acting(id, hand=0)
    play(m, 0, "perform")
    assert done(m, 0)
    assert outcome(m) == (3, 0, 0)


# ---- Thomas Dimsdale ----


@pytest.mark.rule("C-CARD-11", "C-ACT-12", "C-RULING-40")
@pytest.mark.parametrize("id", family("dimsdale"))
def test_dimsdale_3_vp_and_a_step_with_the_shown_goods(id: str) -> None:
    needed = CARDS[id]["bonus"]["condition"]["symbols"]
    m = acting(id, shows=needed, hand=1)
    play(m, 0, "perform")
    assert done(m, 0)
    assert outcome(m) == (3, 1, 1)
    for good in needed:
        if own(id, good):
            continue
        m = acting(id, shows={**needed, good: 0}, hand=1)
        play(m, 0, "perform")
        assert done(m, 0)
        assert outcome(m) == (3, 0, 1)


@pytest.mark.rule("C-CARD-11", "C-RULING-17")
@pytest.mark.parametrize("id", family("dimsdale"))
def test_dimsdale_the_shown_goods_may_be_tiles(id: str) -> None:
    needed = CARDS[id]["bonus"]["condition"]["symbols"]
    cities = [CITY_OF_GOOD[good][0] for good in needed]
    m = acting(id, residences=", ".join(cities), hand=1)
    play(m, 0, "perform")
    assert outcome(m) == (3, 1, 1)
    assert tiles(m, 0) == dict.fromkeys(sorted(needed, key=GOODS_KINDS.index), 1)  # not handed in


# ---- all kinds of card ----


ALL = list(CARDS)


def able(id: str, hand: int = 3) -> samovar.Match:
    """A match in which seat 0 can perform the action of this card, with goods, books and hand cards."""
    free = [city for city in CITIES if city not in CARDS[id]["cities"]]
    cities = [next(city for city in free if CITIES[city]["good"] == good) for good in GOODS_KINDS]
    return acting(id, residences=", ".join(cities), shows={"book": 3, "cannon": 3}, hand=hand, round=4)


@pytest.mark.rule("C-ACT-02", "C-ACT-04")
@pytest.mark.parametrize("id", ALL)
@pytest.mark.no_cover
def test_every_action_may_be_performed_or_forfeited_for_one_card(id: str) -> None:
    m = able(id)
    assert m.options(0) == ["perform", "forfeit"]
    play(m, 0, "forfeit")
    assert done(m, 0)
    assert outcome(m) == (1, 0, 3)  # the hand is full
    m = acting(id, shows=None, hand=0)
    play(m, 0, "forfeit")
    assert done(m, 0)
    assert outcome(m) == (0, 0, 1)


@pytest.mark.rule("C-ACT-08", "C-RULING-06")
@pytest.mark.parametrize("id", ALL)
@pytest.mark.no_cover
def test_no_card_does_its_action_or_its_bonus_twice(id: str) -> None:
    m = able(id)
    asked: list[str] = []
    while not done(m, 0):
        options = m.options(0)
        asked.append(options[0].partition(".")[0])
        play(m, 0, options[0])
    assert asked.count("perform") == 1
    assert asked.count("bonus") <= 1
    assert asked.count("build") <= 1
    assert "enough" not in asked
