"""Random games and their digests, which compare compiled with interpreted rules."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final

from samovar.kernel.game import AnyRules
from samovar.kernel.rng import Rng
from samovar.kernel.step import Options
from samovar.match.laws.trial import LawBroken
from samovar.match.match import Match

MAX_ACTIONS: Final = 50_000  # of one random game


def random_match(game: AnyRules, seats: int, options: Mapping[str, str], seed: int) -> Match:
    """A finished game of random choices, which follows from the seed.

    >>> match = random_match(samovar.games()["tundra"], seats=2, options={}, seed=1)
    >>> match.over
    True
    """
    match = Match(game, seats, seed, options)
    rng = Rng(-1 - seed)
    while not match.over:
        actors = match.actors()
        seat = actors[rng.below(len(actors))]
        tokens = match.options(seat)
        match.play(seat, tokens[rng.below(len(tokens))])
        if len(match.log) > MAX_ACTIONS:
            raise LawBroken("random games end", f"not after {len(match.log)} actions")
    return match


def trace(game: AnyRules, seats: int, options: Mapping[str, str], seed: int) -> str:
    """The digest of a random game: its options, choices, draws, events and result.

    Compiled and interpreted rules must give the same digest. If they do not, compare the records of
    ``random_match`` to find the first action that differs.

    >>> len(trace(samovar.games()["tundra"], seats=2, options={}, seed=1))
    64
    """
    digest = hashlib.sha256()
    match = random_match(game, seats, options, seed)
    box = match.state.box
    out = Options()
    s = match.game.start(box, seats, options, out)
    for entry in match.log:
        offered = " ".join(box.notation.token(action) for action in out.list())
        digest.update(f"{entry.seat} {box.notation.token(entry.action)} of {offered}\n".encode())
        for event, seat, a, b in entry.events:
            digest.update(f"  {event} {seat} {a} {b}\n".encode())
        game.play(s, entry.seat, entry.action, out)
    digest.update(match.record().encode())
    digest.update(match.position().encode())
    for score in match.scores():
        digest.update(repr(score).encode())
    return digest.hexdigest()
