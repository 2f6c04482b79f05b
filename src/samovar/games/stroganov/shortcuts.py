"""Several answers as one choice: a move with the hunt of a fur on the tile where it ends.

A page offers them, so that a click on a fur rides there and hunts it. The log holds the single actions.
"""

from __future__ import annotations

from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.basic import destination, offer_hunts
from samovar.games.stroganov.state import Stroganov
from samovar.games.stroganov.turn import Move
from samovar.kernel.game import Shortcut
from samovar.kernel.notation import argument_of, verb_of
from samovar.kernel.state import seat_of
from samovar.kernel.step import Options


def shortcuts(s: Stroganov, p: int) -> list[Shortcut]:
    """Each move at the beginning of a turn, with each fur that can be hunted right after it (S-TURN-01)."""
    if s.depth < 2 or s.todo[s.depth - 1] & 255 != frames.MOVE or s.todo[s.depth - 2] & 255 != frames.BASIC:
        return []
    f = s.todo[s.depth - 1]
    if seat_of(f) != p:
        return []
    found: list[Shortcut] = []
    moves, hunts = Options(), Options()
    step = Move()
    step.options(s, f, p, moves)
    for move in moves.list():
        if verb_of(move) != tokens.MOVE or destination(s, p, tokens.MOVE, argument_of(move)) == 0:
            continue
        after = s.clone()
        step.apply(after, f, p, move)
        hunts.clear()
        offer_hunts(after, p, 0, hunts)
        for hunt in hunts.list():
            if verb_of(hunt) == tokens.HUNT:
                found.append(Shortcut([move, hunt], [move, hunt]))
    return found
