"""Pruning and progressive widening: which of the legal options a bot considers.

Auxiliary actions and ways to pay are almost always legal and seldom matter. The knowledge of a game gives
them a small prior, or 0 if they never help. So the search tries them late or not at all.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.ints import i64, vec

INITIAL_WIDTH: Final = 5  # options considered from the first visit on


def count_candidates(priors: vec[i64], n: i64) -> i64:
    """Return how many options have a prior above 0. If none has, set all to 1 first."""
    found: i64 = 0
    for i in range(n):
        if priors[i] > 0:
            found += 1
    if found:
        return found
    for i in range(n):
        priors[i] = 1
    return n


def widen(priors: vec[i64], n: i64, visits: i64) -> None:
    """Progressive widening: keep the options with the highest priors and set the others to 0.

    The width is INITIAL_WIDTH at first, then the square root of the visits.
    """
    most: i64 = INITIAL_WIDTH
    while most * most < visits:
        most += 1
    keep_best(priors, n, most)


def keep_best(priors: vec[i64], n: i64, most: i64) -> None:
    """Keep the ``most`` highest priors and set the others to 0. The first of equal priors are kept."""
    while count_candidates(priors, n) > most:
        worst: i64 = 0
        for i in range(n):
            if priors[i] > 0 and (priors[worst] == 0 or priors[i] <= priors[worst]):
                worst = i
        priors[worst] = 0
