"""Section 5: the building cards, their three cities and their five kinds of bonus."""

from __future__ import annotations

from typing import Any

import pytest

import samovar
from tests.catherine.scene import (
    BOX,
    CARDS,
    CITIES,
    GOODS_KINDS,
    TRACK,
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

BUILDING = [id for id, card in CARDS.items() if card["family"] == "building"]
IN_ORDER = list(CITIES)


def with_bonus(effect: str, condition: str) -> list[str]:
    """The building cards with this bonus."""
    return [
        id
        for id in BUILDING
        if CARDS[id]["bonus"]["effect"]["type"] == effect
        and CARDS[id]["bonus"]["condition"]["type"] == condition
    ]


def needed(id: str) -> dict[str, int]:
    found: dict[str, int] = CARDS[id]["bonus"]["condition"]["symbols"]
    return found


def short_of(id: str) -> list[dict[str, int]]:
    """Possessions that are not enough: one symbol too few of each needed kind in turn."""
    return [{**needed(id), symbol: n - 1} for symbol, n in needed(id).items()]


def harmless_city(id: str) -> str:
    """A city of the card whose tile does not help with the bonus."""
    cities: list[str] = CARDS[id]["cities"]
    return next(city for city in cities if CITIES[city]["good"] not in needed(id))


def crowned(city: str) -> int:
    return 1 if CITIES[city]["favor"] else 0


@pytest.mark.rule("C-CARD-01")
@pytest.mark.parametrize("id", BUILDING)
def test_a_building_card_builds_in_exactly_its_three_cities(id: str) -> None:
    listed = CARDS[id]["cities"]
    assert len(listed) == 3
    assert {CITIES[city]["colour"] for city in listed} == {CARDS[id]["colour"]}
    m = acting(id, hand=0)
    play(m, 0, "perform")
    assert m.options(0) == [f"build.{city}" for city in IN_ORDER if city in listed]
    for city in IN_ORDER:
        if city not in listed:
            assert refused(m, 0, f"build.{city}") == ("not_a_city_of_this_card", "C-RES-02")
    play(m, 0, f"build.{listed[1]}")
    assert residences(m, 0) == [listed[1]]
    assert done(m, 0)  # no arrow: one residence


@pytest.mark.rule("C-CARD-01")
@pytest.mark.parametrize("id", BUILDING)
def test_a_city_with_an_own_residence_is_not_offered_again(id: str) -> None:
    first, second, third = CARDS[id]["cities"]
    m = acting(id, residences=first, shows={"book": 0, "iron": 0, "food": 0, "caviar": 0, "fur": 0}, hand=0)
    play(m, 0, "perform")
    assert sorted(m.options(0)) == sorted([f"build.{second}", f"build.{third}"])
    assert refused(m, 0, f"build.{first}") == ("already_a_residence_there", "C-RES-03")


@pytest.mark.rule("C-CARD-01")
def test_the_only_city_left_is_built_in_without_asking() -> None:
    m = acting("ea08", residences="siberia, kazan", hand=0)
    play(m, 0, "perform")
    assert residences(m, 0) == ["archangelsk", "kazan", "siberia"]
    assert done(m, 0)


@pytest.mark.rule("C-CARD-01", "C-RULING-10")
@pytest.mark.parametrize("id", BUILDING)
def test_no_legal_city_makes_the_action_impossible(id: str) -> None:
    m = acting(id, residences=", ".join(CARDS[id]["cities"]), hand=2)
    assert m.options(0) == ["forfeit"]
    assert refused(m, 0, "perform") == ("a_residence_in_each_of_its_cities", "C-RES-03")
    play(m, 0, "forfeit")
    assert len(hand(m, 0)) == 3
    assert len(residences(m, 0)) == 3


@pytest.mark.rule("C-CARD-01")
def test_every_colour_has_two_cards_each_for_cards_and_points_and_four_for_favor_and_residences() -> None:
    for colour in ("blue", "red", "green"):
        found = [
            (card["bonus"]["effect"]["type"], card["bonus"]["condition"]["type"])
            for card in CARDS.values()
            if card["family"] == "building" and card["colour"] == colour
        ]
        assert sorted(found) == sorted(
            [
                ("draw", "own"),
                ("draw", "own"),
                ("vp", "own"),
                ("vp", "own"),
                ("favor", "own"),
                ("favor", "own"),
                ("favor", "discard"),
                ("vp_per_own_residence_in_card_colour", "discard"),
            ]
        )


class Snapshot:
    """A snapshot of seat 0, to compute the gain of an action."""

    def __init__(self, m: samovar.Match) -> None:
        self.vp = vp(m, 0)
        self.favor = favor(m, 0)
        self.hand = len(hand(m, 0))


def brought(m: samovar.Match, before: Snapshot) -> tuple[int, int, int]:
    """The gain since the snapshot: VP, favor steps, cards."""
    now = Snapshot(m)
    return now.vp - before.vp, now.favor - before.favor, now.hand - before.hand


def check_owned(id: str, brings: tuple[int, int, int]) -> None:
    """Check that the bonus comes without asking with the shown symbols, and not if one of them is missing."""
    city = harmless_city(id)
    m = acting(id, shows=needed(id), hand=2)
    before = Snapshot(m)
    play(m, 0, "perform", f"build.{city}")
    assert done(m, 0)
    points, steps, drawn = brings
    assert brought(m, before) == (points, steps + crowned(city), drawn)
    assert len(discard(m)) == 0  # nothing is handed in
    for few in short_of(id):
        m = acting(id, shows=few, hand=2)
        before = Snapshot(m)
        play(m, 0, "perform", f"build.{city}")
        assert done(m, 0)  # no card is asked for instead
        assert brought(m, before) == (0, crowned(city), 0)


@pytest.mark.rule("C-CARD-01a", "C-RULING-40")
@pytest.mark.parametrize("id", with_bonus("draw", "own"))
def test_bonus_own_the_shown_goods_or_books_draw_one_card(id: str) -> None:
    check_owned(id, (0, 0, 1))


@pytest.mark.rule("C-CARD-01b", "C-RULING-40")
@pytest.mark.parametrize("id", with_bonus("vp", "own"))
def test_bonus_own_the_shown_goods_or_books_2_vp(id: str) -> None:
    check_owned(id, (2, 0, 0))


@pytest.mark.rule("C-CARD-01c", "C-RULING-40")
@pytest.mark.parametrize("id", with_bonus("favor", "own"))
def test_bonus_own_the_shown_goods_or_books_one_favor_step(id: str) -> None:
    check_owned(id, (0, 1, 0))


@pytest.mark.rule("C-CARD-01a", "C-CARD-01b", "C-CARD-01c")
@pytest.mark.parametrize("id", [id for id in BUILDING if CARDS[id]["bonus"]["condition"]["type"] == "own"])
def test_more_than_the_shown_symbols_is_enough_too(id: str) -> None:
    m = acting(id, shows={symbol: n + 1 for symbol, n in needed(id).items()}, hand=2, round=4)
    before = Snapshot(m)
    city = harmless_city(id)
    play(m, 0, "perform", f"build.{city}")
    points, steps, drawn = brought(m, before)
    assert points + steps - crowned(city) + drawn in (1, 2)


@pytest.mark.rule("C-CARD-01d", "C-RULING-39", "C-ACT-11")
@pytest.mark.parametrize("id", with_bonus("favor", "discard"))
def test_bonus_discard_one_card_one_favor_step(id: str) -> None:
    city = CARDS[id]["cities"][0]
    m = acting(id, hand=2)
    before = Snapshot(m)
    play(m, 0, "perform", f"build.{city}")
    assert m.options(0) == ["bonus", "decline"]
    play(m, 0, "bonus")
    paid = hand(m, 0)[1]
    assert m.options(0) == [f"pay.{id}" for id in hand(m, 0)]
    play(m, 0, f"pay.{paid}")
    assert done(m, 0)
    assert brought(m, before) == (0, 1 + crowned(city), -1)
    assert discard(m) == [paid]


@pytest.mark.rule("C-CARD-01d", "C-RULING-15")
@pytest.mark.parametrize("id", with_bonus("favor", "discard"))
def test_bonus_discard_one_card_declined_or_unpayable(id: str) -> None:
    city = CARDS[id]["cities"][0]
    m = acting(id, hand=1)
    before = Snapshot(m)
    play(m, 0, "perform", f"build.{city}", "decline")
    assert done(m, 0)
    assert brought(m, before) == (0, crowned(city), 0)
    m = acting(id, hand=0)
    before = Snapshot(m)
    play(m, 0, "perform", f"build.{city}")
    assert done(m, 0)
    assert brought(m, before) == (0, crowned(city), 0)


@pytest.mark.rule("C-CARD-01e", "C-RULING-38", "C-ACT-11")
@pytest.mark.parametrize("id", with_bonus("vp_per_own_residence_in_card_colour", "discard"))
def test_bonus_discard_two_cards_1_vp_for_each_own_residence_of_the_colour(id: str) -> None:
    colour = CARDS[id]["colour"]
    ours = [city for city in CITIES if CITIES[city]["colour"] == colour and city not in CARDS[id]["cities"]]
    others = [city for city in CITIES if CITIES[city]["colour"] != colour][:4]
    city = CARDS[id]["cities"][0]
    for own in range(len(ours) + 1):
        m = acting(id, residences=", ".join(ours[:own] + others), hand=3)
        before = Snapshot(m)
        play(m, 0, "perform", f"build.{city}", "bonus")
        first, second = hand(m, 0)[0], hand(m, 0)[2]
        play(m, 0, f"pay.{first}", f"pay.{second}")
        assert done(m, 0)
        points = own + 1  # includes the one just built, not those of other colours
        assert brought(m, before) == (points, crowned(city), -2)
        assert sorted(discard(m)) == sorted([first, second])


@pytest.mark.rule("C-CARD-01e", "C-RULING-15")
@pytest.mark.parametrize("id", with_bonus("vp_per_own_residence_in_card_colour", "discard"))
def test_bonus_discard_two_cards_declined_or_unpayable(id: str) -> None:
    city = CARDS[id]["cities"][0]
    m = acting(id, hand=2)
    before = Snapshot(m)
    play(m, 0, "perform", f"build.{city}")
    assert m.options(0) == ["bonus", "decline"]
    play(m, 0, "decline")
    assert done(m, 0)
    assert brought(m, before) == (0, crowned(city), 0)
    m = acting(id, hand=1)  # cannot be paid in full: skipped without asking
    before = Snapshot(m)
    play(m, 0, "perform", f"build.{city}")
    assert done(m, 0)
    assert brought(m, before) == (0, crowned(city), 0)


@pytest.mark.rule("C-RULING-39")
def test_three_favor_cards_of_a_colour_two_with_a_condition_and_the_middle_one_with_a_price() -> None:
    for start in ("nw", "so", "ea"):
        cards = [CARDS[f"{start}{n:02}"] for n in (5, 6, 7)]
        assert [card["bonus"]["effect"] for card in cards] == [{"type": "favor", "favor": 1}] * 3
        assert [card["bonus"]["condition"]["type"] for card in cards] == ["own", "discard", "own"]


@pytest.mark.rule("C-RULING-39")
@pytest.mark.parametrize("id", with_bonus("favor", "own"))
def test_paying_cards_does_not_replace_a_condition(id: str) -> None:
    m = acting(id, shows=dict.fromkeys(needed(id), 0), hand=3)
    play(m, 0, "perform", f"build.{harmless_city(id)}")
    assert done(m, 0)
    assert len(hand(m, 0)) == 3
    assert favor(m, 0) == crowned(harmless_city(id))


@pytest.mark.rule("C-RULING-39")
@pytest.mark.parametrize("id", with_bonus("favor", "discard"))
def test_owning_symbols_does_not_replace_a_price(id: str) -> None:
    m = acting(id, shows={"book": 3, "iron": 1, "fur": 1}, hand=0, round=4)
    city = CARDS[id]["cities"][0]
    play(m, 0, "perform", f"build.{city}")
    assert done(m, 0)
    assert favor(m, 0) == crowned(city)


@pytest.mark.rule("C-RULING-40")
def test_shown_goods_are_one_each_of_two_kinds_and_shown_books_are_two() -> None:
    pairs: list[tuple[str, ...]] = []
    books = 0
    for id in BUILDING:
        condition = CARDS[id]["bonus"]["condition"]
        if condition["type"] == "own" and "book" in condition["symbols"]:
            assert condition["symbols"] == {"book": 2}
            books += 1
        elif condition["type"] == "own":
            assert set(condition["symbols"].values()) == {1}
            assert set(condition["symbols"]) <= set(GOODS_KINDS)
            pairs.append(tuple(condition["symbols"]))
    assert books == 9
    assert len(pairs) == 9
    assert {len(pair) for pair in pairs} == {2}
    for card in BOX["card"]:
        if card["family"] == "sievers":
            assert list(card["bonus"]["condition"]["symbols"].values()) == [2]
        if card["family"] == "dimsdale":
            assert list(card["bonus"]["condition"]["symbols"].values()) == [1, 1]


def with_helping_city() -> list[tuple[str, str]]:
    """Pairs of a card with a bonus for goods, and a city of it that shows one of these goods."""
    return [
        (id, city)
        for id in BUILDING
        if CARDS[id]["bonus"]["condition"]["type"] == "own"
        for city in CARDS[id]["cities"]
        if CITIES[city]["good"] in needed(id)
    ]


@pytest.mark.rule("C-RULING-14", "C-ACT-14")
@pytest.mark.parametrize(("id", "city"), with_helping_city())
def test_a_tile_just_taken_counts_for_the_bonus(id: str, city: str) -> None:
    good = CITIES[city]["good"]
    m = acting(id, shows={**needed(id), good: 0}, hand=2)
    before = Snapshot(m)
    play(m, 0, "perform", f"build.{city}")
    assert tiles(m, 0) == {good: 1}
    effect: dict[str, Any] = CARDS[id]["bonus"]["effect"]
    assert brought(m, before) == (effect.get("vp", 0), effect.get("favor", 0), effect.get("cards", 0))


@pytest.mark.rule("C-RULING-14", "C-RULING-19")
def test_a_crown_step_just_made_counts_for_the_card_of_the_bonus() -> None:
    """The step leads from space 1 (limit 3) to space 2 (limit 4), so the fourth card fits."""
    assert (TRACK[1]["hand_limit"], TRACK[2]["hand_limit"]) == (3, 4)
    m = acting("ea02", shows={"book": 2}, hand=3, favor=1)
    play(m, 0, "perform", "build.kazan")
    assert (favor(m, 0), len(hand(m, 0)), vp(m, 0)) == (2, 4, 0)
    m = acting("ea02", shows={"book": 2}, hand=3, favor=1)
    play(m, 0, "perform", "build.siberia")
    assert (favor(m, 0), len(hand(m, 0)), vp(m, 0)) == (1, 3, 1)
