"""Redaction: the part of a match that a seat or a spectator may see. All responses are built from it."""

from __future__ import annotations

from typing import Final

from samovar.kernel.errors import SamovarError
from samovar.kernel.game import Proposal, Score, Shortcut
from samovar.kernel.notation import SEPARATOR
from samovar.kernel.state import NATURE, Event, View
from samovar.kernel.step import Refusal
from samovar.match.match import Entry, Match, would_reveal
from samovar.match.replay import initial_match, score_history, turn_starts

SPECTATOR: Final = -1  # in place of a seat number: a viewer who sees only what every seat may see
MAX_LINES: Final = 240  # log entries that a page shows of a running game


class Withheld(SamovarError):
    """The record contains something that is hidden from this seat.

    >>> match = Match("tundra", seats=2, seed=1)
    >>> match.play(1, match.options(1)[0])  # in secret
    >>> redact_record(match, 0)
    Traceback (most recent call last):
        ...
    samovar.match.redaction.Withheld: the record contains secrets of other seats until the game is over
    """


class LogLine:
    """One entry of the log as a seat may see it.

    >>> match = Match("stroganov", seats=2, seed=7)
    >>> line = redact_log(match, seat=0)[-1]
    >>> line.number, line.token
    (76, 'draw.7')
    """

    def __init__(self, number: int, seat: int, turn: int, token: str, events: list[Event]) -> None:
        self.number: Final = number  # the first entry has number 1
        self.seat: Final = seat  # the seat that acted, or NATURE
        self.turn: Final = turn
        self.token: Final = token  # "" while it is hidden
        self.events: Final = events


class SeatView:
    """The part of a match that one seat, or SPECTATOR, may see. Made by ``redact_match``.

    >>> seen = redact_match(Match("stroganov", seats=2, seed=7), seat=0)
    >>> seen.options, seen.can_undo
    (['start.s1', 'start.s7', 'start.s4'], False)
    """

    def __init__(self, match: Match, seat: int) -> None:
        self.game: Final = match.game
        self.seat: Final = seat
        self.view: Final[View] = match.game.redact(match.state, seat)
        self.entries: Final = len(match.log)
        self.over: Final = match.over
        self.actors: list[int] = match.actors()  # the seats that must decide now
        self.options: list[str] = []  # tokens, legal for this seat now
        self.refusals: list[Refusal] = []
        self.irreversible: set[str] = set()  # options that cannot be undone
        self.shortcuts: list[Shortcut] = []  # several answers as one choice
        self.proposal: Proposal | None = None  # a proposed payment, if one is due
        self.proposal_final = False  # True if the proposed payment cannot be undone
        self.can_undo = False
        self.obvious = ""  # the token of the option that ``Rules.obvious`` returns
        self.reopened_options: list[str] = []  # options at the last question with an automatic answer
        self.last_decision = 0  # the length of the log right after this seat's last decision
        self.scores: list[Score] = []  # as if the game ended now, computed from the view
        self.lines: list[LogLine] = []  # the end of the log
        self.score_history: list[list[int]] = []  # by turn, only of a finished game
        self.turn_starts: list[int] = []  # the lengths of the log that belong to ``score_history``


def redact_match(match: Match, seat: int, page: bool = True, answers: bool = False) -> SeatView:
    """The part of the match that this seat may see. ``page=False`` leaves out what only a page needs.

    ``answers``: the match plays the obvious answers of this seat, so an option counts together with them.

    >>> redact_match(Match("stroganov", seats=2, seed=7), SPECTATOR).actors
    [0]
    """
    found = SeatView(match, seat)
    found.scores = match.stored_scores or match.game.score(found.view)
    if seat >= 0:
        found.options = match.options(seat)
        found.refusals = match.refusals(seat)
        found.can_undo = match.can_undo(seat)
    if page:
        _add_page(found, match, seat, answers)
    return found


def _add_page(found: SeatView, match: Match, seat: int, answers: bool) -> None:
    """Add what only a page needs: the log, warnings before irreversible choices, the score history."""
    first = 0 if match.over else max(0, len(match.log) - MAX_LINES)  # a finished game is shown completely
    found.lines = redact_log(match, seat, first)
    if seat >= 0:
        found.irreversible = _irreversible(match, seat, answers)
        found.shortcuts = match.game.shortcuts(match.state, seat)
        for shortcut in found.shortcuts:
            if would_reveal(match.game, match.state, seat, shortcut.actions, answers):
                found.irreversible.add(token_of(match, shortcut.actions))
        found.proposal = match.game.proposal(match.state, seat)
        if found.proposal is not None:
            found.proposal_final = would_reveal(
                match.game, match.state, seat, found.proposal.actions, answers
            )
        found.last_decision = _last_decision(match, seat)
        if seat in found.actors:
            obvious = match.game.obvious(match.state, seat)
            found.obvious = "" if obvious < 0 else token_of(match, [obvious])
        found.reopened_options = _reopened_options(match, seat)
    if match.over and not match.stored_scores:
        found.score_history = score_history(match)
        found.turn_starts = turn_starts(match)


def token_of(match: Match, actions: list[int]) -> str:
    """The tokens of these actions, joined as one decision."""
    return SEPARATOR.join(match.state.box.notation.token(action) for action in actions)


def redact_log(match: Match, seat: int, first: int = 0) -> list[LogLine]:
    """The entries of the log from index ``first`` on, as this seat may see them.

    >>> match = Match("tundra", seats=2, seed=1)
    >>> match.play(1, "keep.s03_trade")
    >>> [redact_log(match, seat)[-1].token for seat in (0, 1)]
    ['', 'keep.s03_trade']
    """
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
    """The record, without its seed before the end. Withheld if it contains anything hidden from this seat.

    >>> match = Match("stroganov", seats=2, seed=7)
    >>> "seed:" in redact_record(match, 0), "seed:" in match.record()
    (False, True)
    """
    hidden = not all(knows(match, entry, seat) for entry in match.log)
    if not match.over and (hidden or _start_is_hidden(match, seat)):
        raise Withheld("the record contains secrets of other seats until the game is over")
    return match.record(with_seed=match.over)


def has_secrets(match: Match) -> bool:
    """True if some seat knows something now that others may not see.

    >>> [has_secrets(Match(game, seats=2)) for game in ("stroganov", "tundra")]
    [False, True]
    """
    public = match.game.redact(match.state, SPECTATOR)
    return match.game.write(public) != match.game.write(match.state)


def knows(match: Match, entry: Entry, seat: int) -> bool:
    """True if this seat may see the action of an entry: as a witness, or because the game is over.

    >>> match = Match("tundra", seats=2, seed=1)
    >>> match.play(1, match.options(1)[0])
    >>> [knows(match, match.log[-1], seat) for seat in (0, 1)]
    [False, True]
    """
    return match.over or witnessed(match, entry, seat)


def witnessed(match: Match, entry: Entry, seat: int) -> bool:
    """True if this seat saw the action when it was played. A spectator sees what all seats saw.

    >>> match = Match("stroganov", seats=2, seed=7)
    >>> witnessed(match, match.log[-1], SPECTATOR)
    True
    """
    needed = 1 << seat if seat >= 0 else (1 << match.seats) - 1
    return (entry.witnesses & needed) == needed


def replay_stops(match: Match, seat: int) -> list[int]:
    """The lengths of the log at which a replay for this seat stops.

    It stops before each decision of a seat and at the end. Nature's draws belong to the decision before them.
    Secret decisions of other seats are skipped, because this seat sees no change.

    >>> match = Match("stroganov", seats=2, seed=7)
    >>> match.play(0, "start.s1")
    >>> replay_stops(match, seat=0)
    [76, 77]
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
    """True if the start position of the match contains something that is hidden from this seat."""
    if not match.start:
        return False
    state = initial_match(match).state
    return match.game.write(match.game.redact(state, seat)) != match.game.write(state)


def _irreversible(match: Match, seat: int, answers: bool) -> set[str]:
    """The options of a seat that reveal something, so that they cannot be undone."""
    game, state = match.game, match.state
    token = state.box.notation.token
    return {
        token(action) for action in match.legal(seat) if would_reveal(game, state, seat, [action], answers)
    }


def _reopened_options(match: Match, seat: int) -> list[str]:
    """The options that this seat has again if it takes back the last automatic answer. Empty if it cannot."""
    if not match.can_reopen(seat):
        return []
    state = match.plan_reopening(seat).state
    token = match.state.box.notation.token
    return [] if state is None else [token(action) for action in match.game.legal(state, seat)]


def _last_decision(match: Match, seat: int) -> int:
    """The length of the log right after this seat's last decision. 0 if there was none."""
    at = len(match.log)
    while at > 0 and match.log[at - 1].seat != seat:
        at -= 1
    return at
