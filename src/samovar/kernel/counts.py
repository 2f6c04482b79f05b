"""Small counts of several kinds packed into one integer, eight bits each: they add up with a plain ``+``.

For up to seven kinds, numbered from 0, and counts up to 127.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.ints import i64

MOST: Final = 127
HIGH_BITS: Final = 0x80808080808080


def of(kind: i64, n: i64 = 1) -> i64:
    return n << 8 * kind


def get(counts: i64, kind: i64) -> i64:
    return counts >> 8 * kind & 255


def covers(counts: i64, needed: i64) -> bool:
    """Whether there are at least as many of every kind as are needed."""
    high: i64 = HIGH_BITS  # each kind's own high bit falls if its count does not reach
    return (counts | high) - needed & high == high
