"""A clone is independent of its original, in both directions.

All fields are compared, also those that are not part of a position. Clones may share an array that is only
replaced. A write into such an array changes the other state, which is then found.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.fields import field_texts
from samovar.kernel.state import State
from samovar.match.laws.trial import Trial

LAW: Final = "clone is independent"
NOT_CLONED: Final = frozenset({"journal"})


def check_fresh(trial: Trial, s: State) -> None:
    """Check that a new clone has the fields of its original. ``trial`` stores it for the checks below."""
    trial.old_clone, trial.old_fields = s.clone(), field_texts(s, NOT_CLONED)
    trial.same_fields(LAW, "a fresh clone", trial.old_fields, field_texts(trial.old_clone, NOT_CLONED))


def check_original(trial: Trial, s: State) -> None:
    """Check that the original has not changed while its clones were played."""
    trial.same_fields(LAW, "the original has changed", trial.old_fields, field_texts(s, NOT_CLONED))


def check_old_clone(trial: Trial) -> None:
    """Check that the stored clone has not changed while its original was played."""
    if trial.old_clone is not None:
        trial.trying += ", compared with an old clone"
        trial.same_fields(LAW, "the clone", trial.old_fields, field_texts(trial.old_clone, NOT_CLONED))
        trial.old_clone = None
