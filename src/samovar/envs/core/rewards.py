"""Rewards at the end of a game."""

from __future__ import annotations

from typing import Final

from samovar.kernel.game import AnyRules
from samovar.kernel.state import State

REWARDS: Final = ["win", "score"]


def rewards(game: AnyRules, s: State, kind: str) -> list[float]:
    """Return the rewards by seat at the end of a game.

    ``win``: 1 for the winner and -1 for all others. Players who share the first place get 0.
    ``score``: the player's points minus the mean points of the others, so rewards add up to 0.
    An automa counts as one of the others.

    >>> from samovar.envs.episode import Episode, Setup
    >>> episode = Episode(Setup("catherine", seats=3))
    >>> episode.reset(seed=7)
    >>> while not episode.over:
    ...     episode.play(episode.legal()[0])
    >>> rewards(episode.game, episode.state, "win")
    [1.0, -1.0, -1.0]
    >>> round(sum(rewards(episode.game, episode.state, "score")), 6)
    0.0
    """
    scores = game.score(s)
    if kind == "win":
        winners = sum(1 for score in scores if score.rank == 1)
        return [
            -1.0 if score.rank != 1 else 1.0 if winners == 1 else 0.0
            for score in scores
            if score.seat < s.seats
        ]
    total = sum(score.total for score in scores)
    others = len(scores) - 1
    return [score.total - (total - score.total) / others for score in scores if score.seat < s.seats]
