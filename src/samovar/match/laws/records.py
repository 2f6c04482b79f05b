"""Records round-trip, and their draws follow from the seed."""

from __future__ import annotations

from samovar.kernel.errors import BadInput
from samovar.match.laws.trial import LawBroken, Trial
from samovar.match.match import Match, verify


def round_trip(trial: Trial, m: Match, text: str) -> None:
    """Check that replaying the record gives the same position and record, with draws from the seed."""
    trial.trying = "the record is replayed"
    record = m.record()
    try:
        again = verify(record, trial.components, trial.game)
    except BadInput as error:
        raise LawBroken("records round-trip", f"the written record cannot be replayed: {error}") from None
    trial.same("records round-trip", "the position", text, again.position())
    trial.same("records round-trip", "the record", record, again.record())
