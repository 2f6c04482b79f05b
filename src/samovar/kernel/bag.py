"""Bags, decks and supplies as the number of pieces of each kind, without order. Index 0 holds the total.

An array may contain several bags one after the other. ``at`` is the index where a bag begins.
"""

from __future__ import annotations

from samovar.kernel.ints import i64, vec


def put(bag: vec[i64], at: i64, kind: i64, n: i64 = 1) -> None:
    bag[at + kind] += n
    bag[at] += n


def take(bag: vec[i64], at: i64, kind: i64, n: i64 = 1) -> None:
    bag[at + kind] -= n
    bag[at] -= n


def move_all(source: vec[i64], source_at: i64, target: vec[i64], target_at: i64, kinds: i64) -> None:
    """Move all pieces from one bag into another."""
    for kind in range(kinds):
        target[target_at + kind] += source[source_at + kind]
        source[source_at + kind] = 0


def recount(bag: vec[i64], at: i64, kinds: i64) -> None:
    """Recompute the total after the caller has written single kinds directly."""
    total: i64 = 0
    for kind in range(1, kinds):
        total += bag[at + kind]
    bag[at] = total
