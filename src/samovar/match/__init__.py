"""Matches: playing, undo, records, replay, views of seats and the fair shuffle. No I/O.

The conformance laws are in ``samovar.match.laws``.
"""

from samovar.match import fair_shuffle
from samovar.match.match import BadMove, Decision, DecisionPlan, Entry, Match, verify
from samovar.match.record import Record, read_record
from samovar.match.redaction import (
    SPECTATOR,
    LogLine,
    SeatView,
    Withheld,
    has_secrets,
    knows,
    redact_log,
    redact_match,
    redact_record,
    replay_stops,
    witnessed,
)
from samovar.match.replay import (
    Start,
    initial_match,
    match_at,
    replay_moves,
    score_history,
    turn_starts,
    visit_states,
)
from samovar.match.snapshot import (
    MatchSnapshot,
    restore_match,
    snapshot_from_json,
    snapshot_match,
    snapshot_to_json,
    stored_scores,
)
from samovar.match.undo import Move, UndoPlan

__all__ = [
    "SPECTATOR",
    "BadMove",
    "Decision",
    "DecisionPlan",
    "Entry",
    "LogLine",
    "Match",
    "MatchSnapshot",
    "Move",
    "Record",
    "SeatView",
    "Start",
    "UndoPlan",
    "Withheld",
    "fair_shuffle",
    "has_secrets",
    "initial_match",
    "knows",
    "match_at",
    "read_record",
    "redact_log",
    "redact_match",
    "redact_record",
    "replay_moves",
    "replay_stops",
    "restore_match",
    "score_history",
    "snapshot_from_json",
    "snapshot_match",
    "snapshot_to_json",
    "stored_scores",
    "turn_starts",
    "verify",
    "visit_states",
    "witnessed",
]
