"""Observations for ``samovar bench --instructions``, which counts the instructions of each."""

from __future__ import annotations

from samovar.envs.core.observer import no_cells
from samovar.envs.episode import Episode, Setup
from samovar.kernel.rng import Rng
from samovar.kernel.state import State


def observe_states(name: str, seats: int, rounds: int) -> int:
    """Observe each decision of one random game ``rounds`` times and return the number of observations.

    >>> observe_states("catherine", 2, 3) == 3 * observe_states("catherine", 2, 1)
    True
    """
    setup = Setup(name, seats)
    states = decisions(setup)
    write, out = setup.observer.write, no_cells(len(setup.observer))
    for _ in range(rounds):
        for s, seat in states:
            write(s, seat, out, 0)
    return rounds * len(states)


def decisions(setup: Setup) -> list[tuple[State, int]]:
    """Return the state and the seat of each decision of a random game."""
    episode, rng = Episode(setup), Rng(1)
    found: list[tuple[State, int]] = []
    episode.reset(1)
    while not episode.over:
        found.append((episode.state.clone(), episode.actor()))
        legal = episode.legal()
        episode.play(legal[rng.below(len(legal))])
    return found
