"""Helpers for tests of hidden information."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from samovar.kernel.game import Game
from samovar.kernel.state import State
from samovar.kernel.step import Options


def acting_tells_nothing(
    game: Game, pairs: Iterable[tuple[State, State, int]], seen: Callable[[Any, int], str]
) -> int:
    """Check that the same action in two states leads to the same view, unless a reveal is counted.

    ``pairs``: two states that look the same to a seat, and that seat. Returns the number of compared views.
    """
    out = Options()
    compared = 0
    for s, t, observer in pairs:
        for action in game.legal(s, observer)[:3]:
            one, two = s.clone(), t.clone()
            game.play(one, observer, action, out)
            game.play(two, observer, action, out)
            if one.reveals == s.reveals:
                assert two.reveals == t.reveals
                assert seen(one, observer) == seen(two, observer)
                compared += 1
    return compared
