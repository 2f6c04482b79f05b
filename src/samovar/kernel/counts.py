"""Counts of several kinds packed into one integer, eight bits each, so that ``+`` adds them all.

There are at most seven kinds, numbered from 0. A count is at most 127.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.ints import i64

MAX_COUNT: Final = 127
HIGH_BITS: Final = 0x80808080808080


def of(kind: i64, n: i64 = 1) -> i64:
    return n << 8 * kind


def get(counts: i64, kind: i64) -> i64:
    return counts >> 8 * kind & 255


def covers(counts: i64, needed: i64) -> bool:
    """True if every kind has at least as many pieces as are needed."""
    high: i64 = HIGH_BITS  # the high bit of a kind is cleared if its count is too small
    return (counts | high) - needed & high == high
