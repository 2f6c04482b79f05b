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
    """Check that a new clone has the fields of its original. Both are kept for the checks below."""
    trial.kept, trial.kept_fields = s.clone(), field_texts(s, NOT_CLONED)
    trial.same_fields(LAW, "a fresh clone", trial.kept_fields, field_texts(trial.kept, NOT_CLONED))


def check_original(trial: Trial, s: State) -> None:
    """Check that the original has not changed while its clones were played."""
    trial.same_fields(LAW, "the original has changed", trial.kept_fields, field_texts(s, NOT_CLONED))


def check_kept(trial: Trial) -> None:
    """Check that the kept clone has not changed while its original was played."""
    if trial.kept is not None:
        trial.trying += ", compared with an old clone"
        trial.same_fields(LAW, "the clone", trial.kept_fields, field_texts(trial.kept, NOT_CLONED))
        trial.kept = None
