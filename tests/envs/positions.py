"""Positions of random games, for tests of observations."""

from __future__ import annotations

from collections.abc import Iterator

import samovar
from samovar.envs.episode import Episode, Setup
from samovar.kernel.rng import Rng

SETUPS = [
    (name, seats, options)
    for name, game in samovar.games().items()
    for seats in range(game.min_seats, game.max_seats + 1)
    for options in game.option_sets(seats)[-2:]
]


def random_episodes(setup: Setup, games: int, seed: int = 1) -> Iterator[Episode]:
    """Yield the same episode at every position, from the first decision to the end of the last game."""
    episode = Episode(setup)
    rng = Rng(seed)
    for game in range(games):
        episode.reset(seed * 1000 + game)
        yield episode
        while not episode.over:
            legal = episode.legal()
            episode.play(legal[rng.below(len(legal))])
            yield episode
