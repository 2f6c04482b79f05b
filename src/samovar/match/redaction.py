"""Redaction: all that one seat, or a spectator, may know of a match. Responses are made from nothing else."""

from __future__ import annotations

from typing import Final

from samovar.kernel.errors import SamovarError
from samovar.kernel.game import Proposal, Score
from samovar.kernel.state import NATURE, Event, View
from samovar.kernel.step import Options, Refusal
from samovar.match.match import Entry, Match
from samovar.match.replay import beginning, score_history

SPECTATOR: Final = -1  # instead of a seat: knows what everyone may know
MAX_LINES: Final = 240  # of the log of a running game that a page needs


class Withheld(SamovarError):
    """A record holds something that is hidden from the seat that asks for it."""


class LogLine:
    """One entry of the log as a seat may know it."""

    def __init__(self, number: int, seat: int, turn: int, token: str, events: list[Event]) -> None:
        self.number: Final = number  # the first entry has number 1
        self.seat: Final = seat  # that acted, or NATURE
        self.turn: Final = turn
        self.token: Final = token  # "" while the seat may not know it
        self.events: Final = events


class SeatView:
    """All that one seat, or SPECTATOR, may know of a match."""

    def __init__(self, match: Match, seat: int) -> None:
        self.game: Final = match.game
        self.seat: Final = seat
        self.view: Final[View] = match.game.redact(match.state, seat)
        self.entries: Final = len(match.log)
        self.over: Final = match.over
        self.actors: list[int] = match.actors()  # the seats that must decide now
        self.options: list[str] = []  # tokens, legal for this seat now
        self.refusals: list[Refusal] = []
        self.irreversible: set[str] = set()  # options after which nothing can be undone
        self.proposal: Proposal | None = None  # how a payment that is asked for can be made as a whole
        self.proposal_final = False  # whether nothing can be undone after it
        self.can_undo = False
        self.last_decision = 0  # the length of the log right after this seat's last decision
        self.scores: list[Score] = []  # as if the game ended now, as far as this seat can know
        self.lines: list[LogLine] = []  # the end of the log
        self.score_history: list[list[int]] = []  # of a finished game


def redact_match(match: Match, seat: int, page: bool = True) -> SeatView:
    """What this seat may know of the match. ``page=False`` leaves out what only a page needs."""
    found = SeatView(match, seat)
    found.scores = match.stored_scores or match.game.score(found.view)
    if seat >= 0:
        found.options = match.options(seat)
        found.refusals = match.refusals(seat)
        found.can_undo = match.can_undo(seat)
    if page:
        _add_page(found, match, seat)
    return found


def _add_page(found: SeatView, match: Match, seat: int) -> None:
    """The log, the warnings before a choice and the course of the game."""
    first = 0 if match.over else max(0, len(match.log) - MAX_LINES)  # of a finished game all is shown
    found.lines = redact_log(match, seat, first)
    if seat >= 0:
        found.irreversible = _irreversible(match, seat)
        found.proposal = match.game.proposal(match.state, seat)
        found.proposal_final = found.proposal is not None and _reveals(match, seat, found.proposal.actions)
        found.last_decision = _last_decision(match, seat)
    if match.over and not match.stored_scores:
        found.score_history = score_history(match)


def redact_log(match: Match, seat: int, first: int = 0) -> list[LogLine]:
    """The entries of the log from ``first`` on, as this seat may know them."""
    token, seen = match.state.box.notation.token, match.game.seen
    return [
        LogLine(
            number,
            entry.seat,
            entry.turn,
            token(entry.action) if knows(match, entry, seat) else "",
            [seen(event, seat) for event in entry.events],
        )
        for number, entry in enumerate(match.log[first:], first + 1)
    ]


def redact_record(match: Match, seat: int) -> str:
    """The record; of a running game without its seed. Withheld if anything in it is hidden from this seat."""
    hidden = not all(knows(match, entry, seat) for entry in match.log)
    if not match.over and (hidden or _start_is_hidden(match, seat)):
        raise Withheld("the record holds secrets of other seats: it can be had when the game is over")
    return match.record(with_seed=match.over)


def has_secrets(match: Match) -> bool:
    """Whether some seat knows something now that others may not know."""
    public = match.game.redact(match.state, SPECTATOR)
    return match.game.write(public) != match.game.write(match.state)


def knows(match: Match, entry: Entry, seat: int) -> bool:
    """Whether this seat may know which action it was: a witness does, and everyone at the end."""
    return match.over or witnessed(match, entry, seat)


def witnessed(match: Match, entry: Entry, seat: int) -> bool:
    """Whether this seat saw the action when it was played; a spectator sees what all seats saw."""
    needed = 1 << seat if seat >= 0 else (1 << match.seats) - 1
    return (entry.witnesses & needed) == needed


def replay_stops(match: Match, seat: int) -> list[int]:
    """The lengths of the log at which a replay has something new to show to this seat.

    It stops where a seat had to decide, and at the end. Nature's draws belong to the decision before them.
    What others decide in secret changes nothing that this seat can see.
    """
    log = match.log
    found: list[int] = []
    fresh = True
    for n in range(len(log) + 1):
        fresh = fresh or bool(log[n - 1].events) or witnessed(match, log[n - 1], seat)
        if n == len(log) or (fresh and log[n].seat != NATURE):
            found.append(n)
            fresh = False
    return found


def _start_is_hidden(match: Match, seat: int) -> bool:
    """Whether the position that the match began from shows something that is hidden from this seat."""
    if not match.start:
        return False
    state = beginning(match).state
    return match.game.write(match.game.redact(state, seat)) != match.game.write(state)


def _irreversible(match: Match, seat: int) -> set[str]:
    """The options of a seat that reveal something, so that nobody can undo them."""
    notation = match.state.box.notation
    return {notation.token(action) for action in match.legal(seat) if _reveals(match, seat, [action])}


def _reveals(match: Match, seat: int, actions: list[int]) -> bool:
    """Whether something is revealed after these actions."""
    out = Options()
    after = match.state.clone()
    for action in actions:
        match.game.play(after, seat, action, out)
    return after.over or after.reveals != match.state.reveals or match.game.actors(after) == [NATURE]


def _last_decision(match: Match, seat: int) -> int:
    """The length of the log right after this seat's last decision; 0 if there was none."""
    at = len(match.log)
    while at > 0 and match.log[at - 1].seat != seat:
        at -= 1
    return at
