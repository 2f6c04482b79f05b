"""Undo restores the exact state, keeps simultaneous decisions of others and never crosses a reveal."""

from __future__ import annotations

from samovar.kernel.errors import CannotUndo
from samovar.kernel.state import State
from samovar.match.laws.trial import LawBroken, Trial, is_simultaneous, waiting_frames
from samovar.match.match import Match


def check_undo(trial: Trial, m: Match, seat: int, token: str) -> None:
    """Check that playing, undoing and playing again gives the same states.

    Undo must not cross a reveal or a decision of another seat.
    """
    law = "undo restores exactly"
    text, entries, reveals = m.position(), len(m.log), m.state.reveals
    m.play(seat, token)
    after = m.position()
    log = len(m.log)
    revealed = m.over or m.state.reveals != reveals
    simultaneous = undoable_seats(trial, trial.before, m.state, seat)
    for other in range(trial.seats):
        if revealed or (other != seat and other not in simultaneous):
            check_cannot_undo(trial, m, other, "a reveal" if other == seat else "another seat's decision")
        elif m.can_undo(other) is (other != seat and completes_step(trial, m, other)):
            reason = "undo would complete" if m.can_undo(other) else "nothing was revealed and it would not"
            raise LawBroken(law, f"seat {other} can undo: {m.can_undo(other)}, although {reason} the step")
    if log != len(m.log):
        raise LawBroken(law, "a refused undo has changed the log")
    trial.same(law, "a refused undo has changed the position", after, m.position())
    if revealed:
        return
    m.undo(seat)
    trial.same(law, "the position", text, m.position())
    if len(m.log) != entries or m.state.reveals != reveals:
        raise LawBroken(law, "the log or the counter of reveals differs")
    m.play(seat, token)
    trial.same(law, "played again", after, m.position())


def check_cannot_undo(trial: Trial, m: Match, seat: int, barrier: str) -> None:
    if m.can_undo(seat):
        raise LawBroken(f"undo never crosses {barrier}", f"seat {seat} could")
    try:
        m.undo(seat)
    except CannotUndo:
        return
    raise LawBroken(f"undo never crosses {barrier}", f"seat {seat} did")


def undoable_seats(trial: Trial, then: State | None, now: State, seat: int) -> list[int]:
    """The seats that can undo a simultaneous decision, after this seat has decided."""
    if then is None or not is_simultaneous(now) or then.stack() != now.stack() or then.reveals != now.reveals:
        return []
    changed = set(trial.game.actors(then)) ^ set(trial.game.actors(now))
    return [*trial.undoable, seat] if changed <= {seat} else []


def completes_step(trial: Trial, m: Match, seat: int) -> bool:
    """True if the simultaneous step is over without the last decision of this seat.

    It had taken back its choice, and the last of the others has chosen since.
    """
    at = len(m.log) - 1
    while m.log[at].seat != seat:
        at -= 1
    bare = trial.game.start(m.state.box, trial.seats, trial.options, trial.out)
    for n in range(len(m.log)):
        if n > at and bare.stack() != m.state.stack():
            return True
        if n != at:
            trial.game.play(bare, m.log[n].seat, m.log[n].action, trial.out)
    return bare.stack() != m.state.stack()


def copy_of(trial: Trial, m: Match) -> Match:
    """A copy of the match, for checks that reorder the log. The replica follows the log of the original."""
    return Match.from_record(m.record(), trial.components, trial.game)


def check_simultaneous_undo(trial: Trial, m: Match) -> None:
    """Check that a seat can undo its last decision while simultaneous decisions of others stay."""
    law = "undo keeps simultaneous decisions of others"
    game = trial.game
    seat = trial.one_of(trial.undoable)
    copy = copy_of(trial, m)
    rest = [(entry.seat, entry.action) for entry in m.log]
    at = len(rest) - 1
    while rest[at][0] != seat:
        at -= 1
    token = trial.token(m.state, rest[at][1])
    del rest[at]
    trial.trying = f"seat {seat} undoes {token} while others decide"
    if not copy.can_undo(seat):
        check_cannot_undo(trial, copy, seat, "the end of the step")
        return
    copy.undo(seat)
    if [(entry.seat, entry.action) for entry in copy.log] != rest:
        raise LawBroken(law, "more than this decision was removed from the log")
    bare = game.start(m.state.box, trial.seats, trial.options, trial.out)
    for who, action in rest:
        if action not in trial.legal(bare, who):
            raise LawBroken(law, f"without it {trial.token(bare, action)} cannot be played")
        game.play(bare, who, action, trial.out)
    trial.same(law, "the position", game.write(bare), copy.position())
    if bare.reveals != copy.state.reveals or waiting_frames(bare) != waiting_frames(copy.state):
        raise LawBroken(law, "the pending steps differ")
    copy.play(seat, token)
    trial.same(law, "played again", m.position(), copy.position())


def check_restart(trial: Trial, m: Match, seat: int) -> None:
    """Check that a turn can be restarted, and that playing it again gives the same position."""
    if not m.can_undo(seat):
        return
    law = "a turn can be restarted"
    trial.trying += f", then seat {seat} restarts its turn"
    text, log = m.position(), m.log
    own = [entry for entry in log if entry.seat == seat]
    if is_simultaneous(m.state):
        m = copy_of(trial, m)
    m.restart_turn(seat)
    taken = own[len(own) - (len(log) - len(m.log)) :]
    left = own[: len(own) - len(taken)]
    if not taken or (m.can_undo(seat) and left[-1].turn == own[-1].turn):
        raise LawBroken(law, "some of its decisions were not undone")
    rest = [(entry.seat, entry.action) for entry in log if entry not in taken]
    if rest != [(entry.seat, entry.action) for entry in m.log]:
        raise LawBroken(law, "an action of another seat was undone")
    for entry in taken:
        if entry.turn != own[-1].turn:
            raise LawBroken(law, "an action of an earlier turn was undone")
        m.play(seat, trial.token(m.state, entry.action))
    trial.same(law, "played again", text, m.position())
