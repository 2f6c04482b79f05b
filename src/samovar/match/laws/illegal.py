"""An illegal action is refused with a clear error and changes nothing."""

from __future__ import annotations

from samovar.kernel.errors import BadInput, IllegalAction
from samovar.match.laws.trial import LawBroken, Trial
from samovar.match.match import Match


def check_illegal(trial: Trial, m: Match) -> None:
    """Check that illegal actions raise a clear error and change nothing."""
    text, entries, reveals = m.position(), len(m.log), m.state.reveals
    tokens = list(m.state.box.notation.actions)
    undo = [m.can_undo(seat) for seat in range(trial.seats)]
    for seat in range(trial.seats):
        legal = m.options(seat)
        m.refusals(seat)  # pages call this often, so it must not change anything either
        offered = m.options(m.actors()[0])  # legal for another seat
        tried = [offered[0], offered[-1], "no_such_token", "", "?"]
        for _ in range(2):
            tried.append(tokens[trial.check_rng.below(len(tokens))])
        for token in tried:
            if token not in legal:
                check_refused(trial, m, seat, token)
    for seat in (-1, trial.seats):
        check_refused(trial, m, seat, m.options(m.actors()[0])[0])
    law = "an illegal action changes nothing"
    trial.same(law, "the position", text, m.position())
    if entries != len(m.log) or reveals != m.state.reveals:
        raise LawBroken(law, "the log or the counter of reveals has changed")
    if undo != [m.can_undo(seat) for seat in range(trial.seats)]:
        raise LawBroken(law, "the undo points have changed")


def check_refused(trial: Trial, m: Match, seat: int, token: str) -> None:
    trial.trying = f"seat {seat} tries {token!r}, which is not allowed"
    try:
        m.play(seat, token)
    except IllegalAction:
        if not 0 <= seat < trial.seats:
            raise LawBroken(
                "an illegal action is refused", "the error must be BadInput for an unknown seat"
            ) from None
        return
    except BadInput:
        if 0 <= seat < trial.seats:
            raise LawBroken(
                "an illegal action is refused", "the error must be IllegalAction for a known seat"
            ) from None
        return
    raise LawBroken("an illegal action is refused", "it was played")
