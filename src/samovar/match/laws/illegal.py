"""An illegal action is refused with a clear error and changes nothing."""

from __future__ import annotations

from samovar.kernel.errors import BadInput, IllegalAction
from samovar.match.laws.trial import Broken, Trial
from samovar.match.match import Match


def check_illegal(trial: Trial, m: Match) -> None:
    """Illegal actions are refused with a clear error and change nothing."""
    text, entries, reveals = m.position(), len(m.log), m.state.reveals
    tokens = list(m.state.box.notation.actions)
    undo = [m.can_undo(seat) for seat in range(trial.seats)]
    for seat in range(trial.seats):
        legal = m.options(seat)
        m.refusals(seat)  # pages ask for them all the time: they must not change anything either
        offered = m.options(m.actors()[0])  # what one seat may do another may not
        tried = [offered[0], offered[-1], "no_such_token", "", "?"]
        for _ in range(2):
            tried.append(tokens[trial.eye.below(len(tokens))])
        for token in tried:
            if token not in legal:
                check_refused(trial, m, seat, token)
    for seat in (-1, trial.seats):
        check_refused(trial, m, seat, m.options(m.actors()[0])[0])
    law = "an illegal action changes nothing"
    trial.same(law, "the position", text, m.position())
    if entries != len(m.log) or reveals != m.state.reveals:
        raise Broken(law, "it has been written down")
    if undo != [m.can_undo(seat) for seat in range(trial.seats)]:
        raise Broken(law, "what can be undone is not the same")


def check_refused(trial: Trial, m: Match, seat: int, token: str) -> None:
    trial.trying = f"seat {seat} tries {token!r}, which is not allowed"
    try:
        m.play(seat, token)
    except IllegalAction:
        if not 0 <= seat < trial.seats:
            raise Broken("an illegal action is refused", "a seat that is not there got this far") from None
        return
    except BadInput:
        if 0 <= seat < trial.seats:
            raise Broken("an illegal action is refused", "as if there were no such seat") from None
        return
    raise Broken("an illegal action is refused", "it was played")
