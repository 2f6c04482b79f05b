"""Styles of play for self-play: bots with other weights and with random moves.

Regression on games of equal bots learns nothing about points that these bots never try for. So each seat of
each game has weights of its own. How much they differ and how many moves are random is the same for all seats
of a game. Otherwise, whatever a better player has early in the game would seem to be worth more than it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from samovar.kernel.rng import Rng

# Factors of the weights in percent. In each row, one is drawn for every feature.
FACTORS: Final = [
    [100],
    [70, 85, 100, 100, 120, 140],
    [40, 60, 100, 100, 150, 250],
    [0, 25, 100, 100, 200, 400],
]
RANDOM_MOVES: Final = [0, 0, 1, 3, 10, 25]  # percent of the decisions
CASUAL_INTERVAL: Final = 8  # in one game of eight, all seats play by their priors, without looking ahead


@dataclass(frozen=True, slots=True)
class Style:
    """How the seats play one game."""

    weights: list[dict[str, tuple[int, int]]]  # by seat
    random_moves: int  # percent
    casual: bool


def draw_style(rng: Rng, weights: dict[str, tuple[int, int]], seats: int) -> Style:
    """Return a random style around these weights.

    >>> style = draw_style(Rng(1), {"coins": (1000, 500)}, seats=2)
    >>> len(style.weights), list(style.weights[0]), 0 <= style.random_moves <= 25
    (2, ['coins'], True)
    """
    random_moves = RANDOM_MOVES[rng.below(len(RANDOM_MOVES))]
    casual = rng.below(CASUAL_INTERVAL) == 0
    factors = FACTORS[rng.below(len(FACTORS))]
    drawn: list[dict[str, tuple[int, int]]] = []
    for _ in range(seats):
        changed: dict[str, tuple[int, int]] = {}
        for name, (early, late) in weights.items():
            factor = factors[rng.below(len(factors))]
            changed[name] = (early * factor // 100, late * factor // 100)
        drawn.append(changed)
    return Style(drawn, random_moves, casual)
