"""Bit sets of cards: bit ``i`` of an integer is 1 if card ``i`` is in the set. One integer holds 62 cards.

Larger sets are several integers in an array, from index ``at`` on: card ``c`` is bit ``c & 63`` of integer
``c >> 6``. No card has the number 63, 127 and so on, because these are the sign bits.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.ints import i64, vec

# Interpreted code uses methods of int, which compiled i64 lacks. The loops below are fast when compiled.
INTERPRETED: Final = __file__.endswith(".py")


def has(cards: i64, card: i64) -> bool:
    return cards >> card & 1 == 1


def only(card: i64) -> i64:
    """The set of this one card."""
    one = card - card + 1  # mypyc makes a literal 1 a 32-bit int, which overflows from card 32 on
    return one << card


def plus(cards: i64, card: i64) -> i64:
    return cards | only(card)


def minus(cards: i64, card: i64) -> i64:
    return cards & ~only(card)


def first(cards: i64) -> i64:
    """The lowest card of a set that is not empty. ``cards &= cards - 1`` then takes it out."""
    if INTERPRETED:
        lowest: int = cards & -cards
        return lowest.bit_length() - 1
    card: i64 = 0
    if cards & 0xFFFFFFFF == 0:
        cards >>= 32
        card = 32
    if cards & 0xFFFF == 0:
        cards >>= 16
        card += 16
    if cards & 0xFF == 0:
        cards >>= 8
        card += 8
    if cards & 0xF == 0:
        cards >>= 4
        card += 4
    while cards & 1 == 0:
        cards >>= 1
        card += 1
    return card


def count(cards: i64) -> i64:
    if INTERPRETED:
        whole: int = cards
        return whole.bit_count()
    n: i64 = 0
    while cards:
        cards &= cards - 1
        n += 1
    return n


def largest_group(unseen: i64, neighbours: vec[i64]) -> i64:
    """The size of the largest connected part of the set ``unseen``. ``neighbours``: a set by member."""
    largest: i64 = 0
    while unseen:
        group = only(first(unseen))
        edge = group
        while edge:
            new = neighbours[first(edge)] & unseen & ~group
            edge &= edge - 1
            group |= new
            edge |= new
        unseen &= ~group
        size = count(group)
        largest = max(largest, size)
    return largest


def nth(cards: i64, k: i64) -> i64:
    """The k-th card of a set, from 0, in ascending order."""
    while k:
        cards &= cards - 1
        k -= 1
    return first(cards)


def members(cards: int) -> list[int]:
    """The cards of a set in ascending order, as a list. Slower than ``first`` in a loop."""
    return [i for i in range(cards.bit_length()) if cards >> i & 1]


def of(cards: list[int]) -> int:
    result = 0
    for card in cards:
        result |= 1 << card
    return result


# ---- several sets in an array ----


def holds(sets: vec[i64], at: i64, card: i64) -> bool:
    return sets[at + (card >> 6)] >> (card & 63) & 1 == 1


def put(sets: vec[i64], at: i64, card: i64) -> None:
    sets[at + (card >> 6)] |= only(card & 63)


def take(sets: vec[i64], at: i64, card: i64) -> None:
    sets[at + (card >> 6)] &= ~only(card & 63)


def move_all(sets: vec[i64], source: i64, target: i64, n: i64) -> None:
    """Move all cards of ``n`` sets into ``n`` others."""
    for i in range(n):
        sets[target + i] |= sets[source + i]
        sets[source + i] = 0


def members_of_sets(sets: vec[i64], at: i64, n: i64) -> list[int]:
    """The cards of ``n`` sets in ascending order, as a list."""
    return [i << 6 | card for i in range(n) for card in members(sets[at + i])]
