"""Styles of play for self-play: bots with other weights and with random moves.

Regression on games of equal bots learns nothing about points that these bots never try for. So each seat
plays the first part of a game in a style of its own. Then all seats play by the same weights to the end, and
samples are taken from there on. Otherwise, whatever a better style has early in the game would seem to be
worth more than it is, because the better style also plays the rest better.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from samovar.bots.knowledge.knowledge import FULL_PROGRESS
from samovar.kernel.rng import Rng

# Factors of the weights in percent. In each row, one is drawn for every feature.
FACTORS: Final = [
    [100],
    [70, 85, 100, 120, 140],
    [50, 75, 100, 130, 200],
    [100, 100, 100, 100, 100, 100, 100, 100, 0, 300],  # a few features are ignored or overrated
]
RANDOM_MOVES: Final = [0, 1, 3, 10, 25]  # percent of the decisions
WHOLE_INTERVAL: Final = 4  # one game of four is played by the same weights from the beginning


@dataclass(frozen=True, slots=True)
class Style:
    """How one seat plays the first part of a game."""

    weights: dict[str, tuple[int, int]]
    random_moves: int  # percent


def draw_style(rng: Rng, weights: dict[str, tuple[int, int]]) -> Style:
    """Return a random style around these weights.

    >>> style = draw_style(Rng(1), {"coins": (1000, 500)})
    >>> list(style.weights), 0 <= style.random_moves <= 25
    (['coins'], True)
    """
    random_moves = RANDOM_MOVES[rng.below(len(RANDOM_MOVES))]
    factors = FACTORS[rng.below(len(FACTORS))]
    changed: dict[str, tuple[int, int]] = {}
    for name, (early, late) in weights.items():
        factor = factors[rng.below(len(factors))]
        changed[name] = (early * factor // 100, late * factor // 100)
    return Style(changed, random_moves)


def draw_end_of_styles(rng: Rng) -> int:
    """Return the progress of the game at which the styles end.

    >>> 0 <= draw_end_of_styles(Rng(1)) < 1000
    True
    """
    return 0 if rng.below(WHOLE_INTERVAL) == 0 else int(rng.below(FULL_PROGRESS))
