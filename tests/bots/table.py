"""Helpers that play games between bots or at random."""

from __future__ import annotations

from collections.abc import Mapping

from samovar.bots.guarded_bot import GuardedBot
from samovar.kernel.game import Game
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, State
from samovar.kernel.step import Options
from samovar.match.match import Match


def play(
    game: Game,
    players: list[GuardedBot],
    seed: int,
    options: Mapping[str, str] | None = None,
    most: int = 10_000,
) -> tuple[State, list[int]]:
    """Play a game, or its first ``most`` decisions. Return the state and the chosen actions."""
    out = Options()
    s = game.start(game.standard_box(), len(players), options or {}, out)
    rng = Rng(seed)
    chosen: list[int] = []
    while not s.over and len(chosen) < most:
        seat = int(game.actor(s))
        if seat == NATURE:
            game.legal_into(s, NATURE, out)
            action = int(game.chance(s, out, rng))
        else:
            rng = Rng(seed << 32 | len(chosen) << 8 | seat)
            action = players[seat].choose(game.redact(s, seat), rng)
            assert action in game.legal(s, seat)
            chosen.append(action)
        game.play(s, seat, action, out)
    return s, chosen


def halfway(game: Game, seats: int, seed: int, plays: int, options: Mapping[str, str] | None = None) -> Match:
    """Return a match after ``plays`` random choices, continued until a seat has at least three options."""
    match = Match(game, seats, seed, options)
    rng = Rng(seed)
    while not match.over and (plays > 0 or len(match.legal(match.actors()[0])) < 3):
        seat = match.actors()[0]
        tokens = match.options(seat)
        match.play(seat, tokens[rng.below(len(tokens))])
        plays -= 1
    return match
