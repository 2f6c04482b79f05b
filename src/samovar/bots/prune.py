"""Which options a bot looks at. Legality is the rules'; this only saves time.

Auxiliary actions and ways to pay are legal almost always and seldom matter: the knowledge of a game gives
those that never help a weight of 0, and the others little, so that they come late or not at all.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.ints import i64, vec

AT_ONCE: Final = 5  # options looked at from the first visit on


def sensible(weights: vec[i64], n: i64) -> i64:
    """How many options have a weight; if none has, all are given one."""
    found: i64 = 0
    for i in range(n):
        if weights[i] > 0:
            found += 1
    if found:
        return found
    for i in range(n):
        weights[i] = 1
    return n


def widen(weights: vec[i64], n: i64, visits: i64) -> None:
    """Progressive widening: the likeliest options first, another whenever the square of their number has been
    visited. The rest lose their weight for this time.
    """
    most: i64 = AT_ONCE
    while most * most < visits:
        most += 1
    keep_best(weights, n, most)


def keep_best(weights: vec[i64], n: i64, most: i64) -> None:
    """Keep only the highest weights; of equal ones the first."""
    while sensible(weights, n) > most:
        worst: i64 = 0
        for i in range(n):
            if weights[i] > 0 and (weights[worst] == 0 or weights[i] <= weights[worst]):
                worst = i
        weights[worst] = 0
