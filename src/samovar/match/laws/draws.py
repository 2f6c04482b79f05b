"""A draw that need not be listed has the outcomes, and the order, of its list."""

from __future__ import annotations

from samovar.kernel.state import NATURE, State
from samovar.match.laws.trial import Broken, Trial


def check_unlisted(trial: Trial, s: State) -> None:
    """A draw that need not be listed has the outcomes, and the order, of its list."""
    listed = trial.legal(s, NATURE)
    f = s.todo[s.depth - 1]
    step = trial.game.steps[f & 255]
    n = int(step.outcomes(s, f))
    if n and [int(step.outcome(s, f, k)) for k in range(n)] != listed:
        raise Broken("a draw is what its list says", f"{n} outcomes, {len(listed)} in the list")
