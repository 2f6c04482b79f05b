"""How strong, and how sure: ratings of a Bradley-Terry model and intervals, in which the order of games plays
no part.

A game of several counts as a game between each two of its players: whoever ranks before the other has won, an
equal rank is half a win for both. ``choix`` fits the model to the table of these results.

The intervals come from a Bayesian bootstrap: the model is fitted again and again with other weights of the
deals. Whole deals are weighed, not games, because games on one deal are no independent witnesses. Each pair
that has met gets half a win for either side beforehand (Jeffreys' prior), whose weights are drawn as well:
where one bot has won everything, how much better it is stays as open as it should.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Any, Final

from samovar.extras import needed

DRAWS: Final = 1000
ELO: Final = 400 / log(10)  # points for odds that are e times better: 400 are ten to one
Z: Final = 1.959964  # of a normal distribution: 95 % lie within so many standard deviations
SURE: Final = (2.5, 97.5)  # percent
HALF: Final = 0.5
CLOSE_ENOUGH: Final = 1e-5
MAX_STEPS: Final = 10_000

Results = Sequence[Sequence[float]]  # of one deal: wins of each (row) against each (column)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, and between what it lies with 95 % certainty."""

    value: float
    low: float
    high: float


def wilson(wins: float, games: int) -> Estimate:
    """The share of wins, with Wilson's interval."""
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


def rate(deals: Sequence[Results], draws: int = DRAWS) -> list[Estimate]:
    """The rating of each in Elo points around the mean of all; equal results give equal ratings."""
    import numpy as np

    results = np.array(deals, dtype=float)
    players = results.shape[1]
    played = results.sum(axis=0)
    prior = HALF * ((played + played.T) > 0)
    best = _fit(played + prior, None)
    rng = np.random.default_rng(0)
    shape = _shape(len(deals))
    found = np.empty((draws, players))
    for k in range(draws):
        weights = rng.gamma(shape, size=len(deals)) / shape
        drawn = rng.gamma(HALF, size=prior.shape) * (prior > 0)
        found[k] = _fit(np.tensordot(weights, results, axes=1) + drawn, best)
    low, high = np.percentile(found, SURE, axis=0)
    return [Estimate(ELO * float(best[p]), ELO * float(low[p]), ELO * float(high[p])) for p in range(players)]


def _shape(deals: int) -> float:
    """Of the gamma distribution of a deal's weight: 1 for many deals. With few of them the weights vary more,
    so that means vary as much as those of new deals would.
    """
    return max(1 / 3, 1 - 2 / deals)


def _fit(wins: Any, start: Any) -> Any:
    """The logarithms of the strengths, their mean 0."""
    import choix

    return choix.ilsr_pairwise_dense(wins, initial_params=start, max_iter=MAX_STEPS, tol=CLOSE_ENOUGH)
