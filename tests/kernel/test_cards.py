"""Sets of cards, in one integer or in several consecutive integers."""

from __future__ import annotations

import pytest

from samovar.kernel import cards
from samovar.kernel.components import array
from samovar.kernel.state import zeros

CARDS = [0, 1, 31, 32, 33, 62]  # cards at the limits of machine integers


@pytest.mark.parametrize("card", CARDS)
def test_a_card_is_put_into_a_set_and_taken_out(card: int) -> None:
    rest = cards.of([other for other in CARDS if other != card])
    assert not cards.has(rest, card)
    assert cards.plus(rest, card) == cards.of(CARDS)
    assert cards.has(cards.plus(rest, card), card)
    assert cards.minus(cards.plus(rest, card), card) == rest
    assert cards.only(card) == cards.of([card])
    assert cards.first(cards.only(card)) == card


def test_membership_count_and_order_of_a_set() -> None:
    some = cards.of(CARDS)
    assert cards.members(some) == CARDS
    assert cards.count(some) == len(CARDS)
    assert cards.first(some) == 0
    assert cards.first(some & some - 1) == 1
    assert cards.members(0) == []
    assert cards.count(0) == 0


# ---- more cards than one integer holds ----

WIDE = [0, 5, 62, 64, 96, 126, 128, 170]


def lying_at(at: int) -> list[int]:
    """Three sets with the cards WIDE from index ``at`` on, between two other sets that must not change."""
    sets = zeros(at + 4)
    sets[at - 1] = sets[at + 3] = cards.of(CARDS)
    for card in WIDE:
        cards.put(sets, at, card)
    return [int(sets[i]) for i in range(at + 4)]


@pytest.mark.parametrize("at", [1, 4])
def test_a_wide_set_contains_the_cards_put_into_it(at: int) -> None:
    sets = array(lying_at(at))
    assert cards.members_of_sets(sets, at, 3) == WIDE
    assert [card for card in range(192) if card & 63 != 63 and cards.holds(sets, at, card)] == WIDE
    assert cards.members_of_sets(sets, at, 1) == [0, 5, 62]
    assert cards.members_of_sets(sets, at + 1, 1) == [0, 32, 62]
    assert sets[at - 1] == sets[at + 3] == cards.of(CARDS)


@pytest.mark.parametrize("card", WIDE)
def test_a_card_is_taken_out_of_a_wide_set(card: int) -> None:
    sets = array(lying_at(1))
    cards.take(sets, 1, card)
    assert not cards.holds(sets, 1, card)
    assert cards.members_of_sets(sets, 1, 3) == [other for other in WIDE if other != card]
    cards.take(sets, 1, card)
    assert cards.members_of_sets(sets, 1, 3) == [other for other in WIDE if other != card], (
        "it is not there any more"
    )
    cards.put(sets, 1, card)
    cards.put(sets, 1, card)
    assert cards.members_of_sets(sets, 1, 3) == WIDE


def test_all_cards_of_a_wide_set_go_into_another() -> None:
    sets = zeros(6)
    for card in (3, 64, 130):
        cards.put(sets, 0, card)
    for card in (4, 64, 189):
        cards.put(sets, 3, card)
    cards.move_all(sets, 0, 3, 2)
    assert cards.members_of_sets(sets, 0, 3) == [130], "the third set was not asked for"
    assert cards.members_of_sets(sets, 3, 3) == [3, 4, 64, 189]


def test_the_largest_group_is_the_largest_connected_part_of_a_set() -> None:
    ring = array(
        [0, *(1 << (i % 6 + 1) | 1 << ((i - 2) % 6 + 1) for i in range(1, 7))]
    )  # 1 to 6, in a circle
    assert cards.largest_group(0, ring) == 0
    assert cards.largest_group(cards.of([1, 3, 5]), ring) == 1
    assert cards.largest_group(cards.of([2, 4, 5]), ring) == 2
    assert cards.largest_group(cards.of([1, 2, 4, 6]), ring) == 3
    assert cards.largest_group(cards.of([1, 2, 3, 4, 5, 6]), ring) == 6
