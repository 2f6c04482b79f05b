"""Nothing is missing after an action, and nothing has happened that one action cannot do."""

from __future__ import annotations

from samovar.kernel.state import State
from samovar.match.laws.trial import Broken, Trial


def check_possible(trial: Trial, before: State | None, s: State) -> None:
    """After one action: nothing is missing, and nothing has happened that cannot come of one."""
    faults = trial.game.faults(s)
    if faults:
        raise Broken("components are conserved", "; ".join(faults))
    faults = trial.game.passage_faults(before, s) if before is not None else []
    if faults:
        raise Broken("an action does only what one can do", "; ".join(faults))
