"""Each action conserves the components and makes no impossible change, such as a skipped round."""

from __future__ import annotations

from samovar.kernel.state import State
from samovar.match.laws.trial import LawBroken, Trial


def check_possible(trial: Trial, before: State | None, s: State) -> None:
    """Check the state after one action, and its difference to the state before."""
    faults = trial.game.faults(s)
    if faults:
        raise LawBroken("components are conserved", "; ".join(faults))
    faults = trial.game.transition_faults(before, s) if before is not None else []
    if faults:
        raise LawBroken("an action makes no impossible change", "; ".join(faults))
