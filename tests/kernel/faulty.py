"""Faulty versions of undo, each of which breaks a law: ``python -m tests.kernel.faulty NAME LAW``.

The tests run it as a separate interpreted process, because methods of a compiled class cannot be replaced.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final, cast

from samovar.kernel.state import NATURE
from samovar.match.laws import check
from samovar.match.match import Match
from samovar.match.undo import UndoHistory
from tests.kernel.tiny import GAME, Tiny

undo: Final = Match.undo


def undoes_two(match: Match, seat: int) -> None:
    """Undo two decisions: that of the seat, and the last one before it in the log."""
    undo(match, seat)
    if match.log and match.log[-1].seat != NATURE and match.can_undo(match.log[-1].seat):
        undo(match, match.log[-1].seat)


def forgets_others(match: Match, seat: int) -> None:
    """Undo in the log, but also reset the choices of other seats in the state."""
    undo(match, seat)
    s = cast(Tiny, match.state)
    if len(match.actors()) > 1:
        s.side = [side if p == seat else 0 for p, side in enumerate(s.side)]


def always(history: UndoHistory, point: object, now: object) -> bool:
    return True


def never(history: UndoHistory, point: object, now: object) -> bool:
    return False


FAULTS: Final[dict[str, tuple[type, str, Callable[..., object]]]] = {
    "undoes_two": (Match, "undo", undoes_two),
    "forgets_others": (Match, "undo", forgets_others),
    "crosses": (UndoHistory, "_still_waits", always),
    "never_continues": (UndoHistory, "_still_waits", never),
    "restarts_halfway": (Match, "restart_turn", undo),
}

if __name__ == "__main__":
    owner, method, fault = FAULTS[sys.argv[1]]
    setattr(owner, method, fault)
    for seed in range(1, 300):
        for failure in check(GAME, 3, {}, 1, seed).failures:
            if failure.startswith(sys.argv[2]):
                sys.exit(0)
            print(failure.splitlines()[0])
    sys.exit("no game has broken the law")
