"""A clone is independent of its original, in both directions."""

from __future__ import annotations

from typing import Final

from samovar.kernel.state import State
from samovar.match.laws.trial import Trial

LAW: Final = "clone is independent"


def check_fresh(trial: Trial, s: State) -> None:
    """A new clone has the position of its original. Both are kept for the checks below."""
    trial.kept, trial.kept_text = s.clone(), trial.game.write(s)
    trial.same(LAW, "a fresh clone", trial.kept_text, trial.game.write(trial.kept))


def check_original(trial: Trial, s: State) -> None:
    """The original has not changed while its clones were played."""
    trial.same(LAW, "the original has changed", trial.kept_text, trial.game.write(s))


def check_kept(trial: Trial) -> None:
    """The clone that was kept has not changed while its original was played."""
    if trial.kept is not None:
        trial.trying += ", seen from an old clone"
        trial.same(LAW, "the clone", trial.kept_text, trial.game.write(trial.kept))
        trial.kept = None
