"""Undo restores exactly, leaves what others decided beside it and never reveals."""

from __future__ import annotations

from samovar.kernel.errors import CannotUndo
from samovar.kernel.state import State
from samovar.match.laws.trial import Broken, Trial, gathered, waiting_frames
from samovar.match.match import Match


def check_undo(trial: Trial, m: Match, seat: int, token: str) -> None:
    """Play, take back, play again: exactly as it was; but not past a reveal or a decision of others."""
    law = "undo restores exactly"
    text, entries, reveals = m.position(), len(m.log), m.state.reveals
    m.play(seat, token)
    after = m.position()
    log = len(m.log)
    revealed = m.over or m.state.reveals != reveals
    beside = now_beside(trial, trial.before, m.state, seat)
    for other in range(trial.seats):
        if revealed or (other != seat and other not in beside):
            check_cannot_undo(trial, m, other, "a reveal" if other == seat else "another seat's decision")
        elif not m.can_undo(other):
            raise Broken(law, f"seat {other}: nothing was revealed, yet it cannot be undone")
    if log != len(m.log):
        raise Broken(law, "what could not be undone has changed the log")
    trial.same(law, "what could not be undone has changed the position", after, m.position())
    if revealed:
        return
    m.undo(seat)
    trial.same(law, "the position", text, m.position())
    if len(m.log) != entries or m.state.reveals != reveals:
        raise Broken(law, "the log is not as it was")
    m.play(seat, token)
    trial.same(law, "played again", after, m.position())


def check_cannot_undo(trial: Trial, m: Match, seat: int, barrier: str) -> None:
    if m.can_undo(seat):
        raise Broken(f"undo never crosses {barrier}", f"seat {seat} could")
    try:
        m.undo(seat)
    except CannotUndo:
        return
    raise Broken(f"undo never crosses {barrier}", f"seat {seat} did")


def now_beside(trial: Trial, then: State | None, now: State, seat: int) -> list[int]:
    """The seats that can take back what they decided beside the others, after this seat has decided."""
    if then is None or not gathered(now) or then.stack() != now.stack() or then.reveals != now.reveals:
        return []
    changed = set(trial.game.actors(then)) ^ set(trial.game.actors(now))
    return [*trial.beside, seat] if changed <= {seat} else []


def copy_of(trial: Trial, m: Match) -> Match:
    """The same game once more, for what would change the order in the log that the twin follows."""
    return Match.from_record(m.record(), trial.components, trial.game)


def check_undo_beside(trial: Trial, m: Match) -> None:
    """A seat takes back its last decision; what others have decided beside it since stays."""
    law = "undo leaves what others decide beside it"
    game = trial.game
    seat = trial.one_of(trial.beside)
    copy = copy_of(trial, m)
    rest = [(entry.seat, entry.action) for entry in m.log]
    at = len(rest) - 1
    while rest[at][0] != seat:
        at -= 1
    token = trial.token(m.state, rest[at][1])
    del rest[at]
    trial.trying = f"seat {seat} takes back {token}, others have decided beside it"
    copy.undo(seat)
    if [(entry.seat, entry.action) for entry in copy.log] != rest:
        raise Broken(law, "more than this one decision has left the log")
    bare = game.start(m.state.box, trial.seats, trial.options, trial.out)
    for who, action in rest:
        if action not in trial.legal(bare, who):
            raise Broken(law, f"without it {trial.token(bare, action)} cannot be played")
        game.play(bare, who, action, trial.out)
    trial.same(law, "the position", game.write(bare), copy.position())
    if bare.reveals != copy.state.reveals or waiting_frames(bare) != waiting_frames(copy.state):
        raise Broken(law, "what waits to be done is not the same")
    copy.play(seat, token)
    trial.same(law, "played again", m.position(), copy.position())


def check_restart(trial: Trial, m: Match, seat: int) -> None:
    """Back to the beginning of the turn, or as far as undo reaches; played again all is as it was."""
    if not m.can_undo(seat):
        return
    law = "a turn that is restarted"
    trial.trying += f", then seat {seat} restarts its turn"
    text, log = m.position(), m.log
    own = [entry for entry in log if entry.seat == seat]
    if gathered(m.state):
        m = copy_of(trial, m)
    m.restart_turn(seat)
    taken = own[len(own) - (len(log) - len(m.log)) :]
    left = own[: len(own) - len(taken)]
    if not taken or (m.can_undo(seat) and left[-1].turn == own[-1].turn):
        raise Broken(law, "was not restarted")
    rest = [(entry.seat, entry.action) for entry in log if entry not in taken]
    if rest != [(entry.seat, entry.action) for entry in m.log]:
        raise Broken(law, "took back what another seat did")
    for entry in taken:
        if entry.turn != own[-1].turn:
            raise Broken(law, "took back an earlier turn")
        m.play(seat, trial.token(m.state, entry.action))
    trial.same(law, "played again", text, m.position())
