"""Sets of cards in one integer: bit ``i`` says whether card ``i`` is in the set. For up to 62 different
cards.

Where there are more, several sets lie one after the other in an array: card ``c`` is card ``c & 63`` of set
number ``c >> 6``, counted from the place ``at`` where the first of them lies. No card has the number 63, 127
and so on: those bits are the signs.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.ints import i64, vec

# Python's own integers have quicker ways; what is compiled has only the slow ones, which are quick there.
INTERPRETED: Final = __file__.endswith(".py")


def has(cards: i64, card: i64) -> bool:
    return cards >> card & 1 == 1


def only(card: i64) -> i64:
    """The set of this one card."""
    one = card - card + 1  # mypyc writes a literal 1 as a 32-bit int, and shifts card 32 and up out of it
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
    """The size of the largest connected part of a set; ``neighbours`` are sets, by member."""
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
    """For everyone who is not in a hurry."""
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


def pour(sets: vec[i64], source: i64, target: i64, n: i64) -> None:
    """All cards of ``n`` sets into ``n`` others."""
    for i in range(n):
        sets[target + i] |= sets[source + i]
        sets[source + i] = 0


def lying(sets: vec[i64], at: i64, n: i64) -> list[int]:
    """The cards in ``n`` sets, ascending, for everyone who is not in a hurry."""
    return [i << 6 | card for i in range(n) for card in members(sets[at + i])]
