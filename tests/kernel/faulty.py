"""Matches that take back wrongly, to see the laws catch them: ``python -m tests.kernel.faulty NAME LAW``.

A program of its own, run with the sources as they are: what is compiled cannot be changed afterwards.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final, cast

from samovar.kernel.state import NATURE
from samovar.match.laws import check
from samovar.match.match import Match
from tests.kernel.tiny import GAME, Tiny

undo: Final = Match.undo


def takes_two(match: Match, seat: int) -> None:
    """The decision of the seat that decided last, too."""
    undo(match, seat)
    if match.log and match.log[-1].seat != NATURE and match.can_undo(match.log[-1].seat):
        undo(match, match.log[-1].seat)


def forgets_others(match: Match, seat: int) -> None:
    """The log is right, the table is not."""
    undo(match, seat)
    s = cast(Tiny, match.state)
    if len(match.actors()) > 1:
        s.side = [side if p == seat else 0 for p, side in enumerate(s.side)]


def always(match: Match, past: object) -> bool:
    return True


def never(match: Match, past: object) -> bool:
    return False


FAULTS: Final[dict[str, tuple[str, Callable[..., object]]]] = {
    "takes_two": ("undo", takes_two),
    "forgets_others": ("undo", forgets_others),
    "crosses": ("_goes_on", always),
    "stands_in_the_way": ("_goes_on", never),
    "restarts_halfway": ("restart_turn", undo),
}

if __name__ == "__main__":
    method, fault = FAULTS[sys.argv[1]]
    setattr(Match, method, fault)
    for seed in range(1, 300):
        for failure in check(GAME, 3, {}, 1, seed).failures:
            if failure.startswith(sys.argv[2]):
                sys.exit(0)
            print(failure.splitlines()[0])
    sys.exit("no game has broken the law")
