"""``Step.outcome`` gives the outcomes of a draw in the order in which ``Step.options`` lists them."""

from __future__ import annotations

from samovar.kernel.state import NATURE, State
from samovar.match.laws.trial import LawBroken, Trial


def check_unlisted(trial: Trial, s: State) -> None:
    """Check that ``outcome`` gives exactly the outcomes that ``options`` lists, in the same order."""
    listed = trial.legal(s, NATURE)
    f = s.todo[s.depth - 1]
    step = trial.game.steps[f & 255]
    n = int(step.outcomes(s, f))
    if n and [int(step.outcome(s, f, k)) for k in range(n)] != listed:
        raise LawBroken("Step.outcome agrees with Step.options", f"{n} outcomes, {len(listed)} in the list")
