"""Records round-trip, and their draws follow from the seed."""

from __future__ import annotations

from samovar.kernel.errors import BadInput
from samovar.match.laws.trial import Broken, Trial
from samovar.match.match import Match, verify


def round_trip(trial: Trial, m: Match, text: str) -> None:
    """Replayed it gives the same position, written the same record; the draws follow from the seed."""
    trial.trying = "the record is replayed"
    record = m.record()
    try:
        again = verify(record, trial.components, trial.game)
    except BadInput as error:
        raise Broken("records round-trip", f"what was written cannot be replayed: {error}") from None
    trial.same("records round-trip", "the position", text, again.position())
    trial.same("records round-trip", "the record", record, again.record())
