"""What the tests of hidden information share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from samovar.kernel.game import Game
from samovar.kernel.state import State
from samovar.kernel.step import Options


def acting_tells_nothing(
    game: Game, pairs: Iterable[tuple[State, State, int]], seen: Callable[[Any, int], str]
) -> int:
    """Check that the same action in two truths leads to the same view, unless a reveal is counted.

    ``pairs``: two states that look the same to a seat, and that seat. Returns how many views were compared.
    """
    out = Options()
    compared = 0
    for s, t, onlooker in pairs:
        for action in game.legal(s, onlooker)[:3]:
            one, two = s.clone(), t.clone()
            game.play(one, onlooker, action, out)
            game.play(two, onlooker, action, out)
            if one.reveals == s.reveals:
                assert two.reveals == t.reveals
                assert seen(one, onlooker) == seen(two, onlooker)
                compared += 1
    return compared
