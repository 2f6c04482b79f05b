"""Ratings by a Bradley-Terry model, with confidence intervals. The order of games does not matter.

A game counts as a game between each two of its players. The better rank wins, an equal rank is half a win for
both. ``choix`` fits the model to the table of these results.

The intervals come from a Bayesian bootstrap: the model is fitted repeatedly with random weights of the deals.
Deals are resampled, not games, because games on one deal are not independent. Each pair that has met gets
half a win for either side (Jeffreys' prior), whose weight is random as well. So the interval of a bot that
has won every game stays wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Any, Final

from samovar.extras import needed

BOOTSTRAP_SAMPLES: Final = 1000
ELO: Final = 400 / log(10)  # Elo points per unit of log odds: 400 points are odds of ten to one
Z: Final = 1.959964  # standard deviations around the mean that contain 95 % of a normal distribution
INTERVAL: Final = (2.5, 97.5)  # percentiles
PRIOR_WINS: Final = 0.5
TOLERANCE: Final = 1e-5
MAX_ITERATIONS: Final = 10_000

Results = Sequence[Sequence[float]]  # wins of each player (row) against each (column) on one deal


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated value with its 95 % interval."""

    value: float
    low: float
    high: float


def wilson(wins: float, games: int) -> Estimate:
    """Return the share of wins with Wilson's 95 % interval.

    >>> estimate = wilson(8, 10)
    >>> estimate.value, round(estimate.low, 2), round(estimate.high, 2)
    (0.8, 0.49, 0.94)
    """
    if games == 0:
        return Estimate(0.5, 0.0, 1.0)
    share = wins / games
    around = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    reach = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / (1 + Z * Z / games)
    return Estimate(share, max(0.0, around - reach), min(1.0, around + reach))


def check_library() -> None:
    """Raise MissingPackage before the first game if the packages that compute the ratings are missing."""
    with needed("samovar arena", "lab"):
        import choix
        import numpy
    del choix, numpy


def rate(deals: Sequence[Results], draws: int = BOOTSTRAP_SAMPLES) -> list[Estimate]:
    """Return the rating of each player in Elo points, relative to the mean of all.

    ``deals`` has a table of wins for each deal. The result is deterministic.

    >>> first, second = rate([[[0, 2], [0, 0]], [[0, 1], [1, 0]]], draws=50)
    >>> round(first.value + second.value, 6), first.low < first.value < first.high
    (0.0, True)
    """
    import numpy as np

    results = np.array(deals, dtype=float)
    players = results.shape[1]
    played = results.sum(axis=0)
    prior = PRIOR_WINS * ((played + played.T) > 0)
    best = _fit(played + prior, None)
    rng = np.random.default_rng(0)
    shape = _shape(len(deals))
    found = np.empty((draws, players))
    for k in range(draws):
        weights = rng.gamma(shape, size=len(deals)) / shape
        drawn = rng.gamma(PRIOR_WINS, size=prior.shape) * (prior > 0)
        found[k] = _fit(np.tensordot(weights, results, axes=1) + drawn, best)
    low, high = np.percentile(found, INTERVAL, axis=0)
    return [Estimate(ELO * float(best[p]), ELO * float(low[p]), ELO * float(high[p])) for p in range(players)]


def _shape(deals: int) -> float:
    """Return the shape of the gamma distribution of a deal's weight.

    It tends to 1 for many deals. With few deals the weights vary more. So a weighted mean varies
    as much as the mean of new deals would.
    """
    return max(1 / 3, 1 - 2 / deals)


def _fit(wins: Any, start: Any) -> Any:
    """Return the logarithms of the strengths, with mean 0."""
    import choix

    return choix.ilsr_pairwise_dense(wins, initial_params=start, max_iter=MAX_ITERATIONS, tol=TOLERANCE)
