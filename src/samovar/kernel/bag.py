"""Bags, decks, supplies: how many there are of each kind, without order. The place of kind 0 holds the total.

Several bags may lie one after the other in one array; ``at`` says where one begins.
"""

from __future__ import annotations

from samovar.kernel.ints import i64, vec


def put(bag: vec[i64], at: i64, kind: i64, n: i64 = 1) -> None:
    bag[at + kind] += n
    bag[at] += n


def take(bag: vec[i64], at: i64, kind: i64, n: i64 = 1) -> None:
    bag[at + kind] -= n
    bag[at] -= n


def pour(source: vec[i64], source_at: i64, target: vec[i64], target_at: i64, kinds: i64) -> None:
    """Everything from one bag into another."""
    for kind in range(kinds):
        target[target_at + kind] += source[source_at + kind]
        source[source_at + kind] = 0


def tally(bag: vec[i64], at: i64, kinds: i64) -> None:
    """Count the total anew, after somebody has written into the bag by hand."""
    total: i64 = 0
    for kind in range(1, kinds):
        total += bag[at + kind]
    bag[at] = total
