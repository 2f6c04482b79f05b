"""Positions of random games, for tests of what seats see."""

from __future__ import annotations

from collections.abc import Iterator

import samovar
from samovar.envs.table import Setup, Table
from samovar.kernel.dice import Dice

SETUPS = [
    (name, seats, options)
    for name, game in samovar.games().items()
    for seats in range(game.min_seats, game.max_seats + 1)
    for options in game.option_sets(seats)[-2:]
]


def random_tables(setup: Setup, games: int, seed: int = 1) -> Iterator[Table]:
    """One table in all its positions, from the first decision to the end of the last game."""
    table = Table(setup)
    dice = Dice(seed)
    for game in range(games):
        table.begin(seed * 1000 + game)
        yield table
        while not table.over:
            legal = table.legal()
            table.play(legal[dice.below(len(legal))])
            yield table
