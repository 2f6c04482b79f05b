"""Hidden information has no influence on the views, options and events of a seat."""

from __future__ import annotations

from typing import Final

from samovar.kernel.fields import field_texts
from samovar.kernel.state import NATURE, State
from samovar.match.laws.positions import check_readable
from samovar.match.laws.trial import LawBroken, Trial

NOTHING: Final[frozenset[str]] = frozenset()


def check_hidden(trial: Trial, s: State, actors: list[int]) -> None:
    """Check that each seat has the same view, options and refusals in another state with the same view."""
    game = trial.game
    truth, fields = game.write(s), field_texts(s, NOTHING)
    for seat in range(trial.seats):
        trial.trying = f"comparing states with the same view of seat {seat}"
        view = game.redact(s, seat)
        seen = game.write(view)
        other = game.determinize(game.redact(s, seat), trial.check_rng)
        trial.same_fields(
            "redact and determinize do not change the state", "the state", fields, field_texts(s, NOTHING)
        )
        check_determinized(trial, other, truth)
        trial.same("determinize keeps the view", "the view", seen, game.write(game.redact(other, seat)))
        if other.reveals != s.reveals or view.reveals != s.reveals:
            raise LawBroken("determinize keeps the view", "the counter of reveals has changed")
        for state, what in ((other, "another state with the same view"), (view.clone(), "the view itself")):
            if game.actors(state) != actors:
                raise LawBroken("a seat's options depend only on its view", f"{what} has other actors")
            if trial.legal(state, seat) != trial.legal(s, seat):
                raise LawBroken("a seat's options depend only on its view", f"{what} has other options")
            if trial.reasons(state, seat) != trial.reasons(s, seat):
                raise LawBroken("a seat's options depend only on its view", f"{what} has other refusals")
        for mover in {seat, trial.one_of(actors)}:
            legal = trial.legal(other, mover)
            both = [action for action in trial.legal(s, mover) if action in legal]
            if both:
                check_not_revealed(trial, s, other, seat, mover, trial.one_of(both))


def check_determinized(trial: Trial, other: State, truth: str) -> None:
    """Check that a determinized state has no faults and that its position can be read."""
    law = "determinize gives a possible state"
    faults = trial.game.faults(other)
    if faults:
        raise LawBroken(law, "; ".join(faults))
    text = trial.game.write(other)
    if text != truth:
        trial.pairs += 1
        check_readable(trial, law, other, text)


def check_not_revealed(trial: Trial, s: State, other: State, seat: int, mover: int, action: int) -> None:
    """Check that an action that gives its seat new information increases the counter of reveals.

    Events must not show a seat more than its view.
    """
    one, two = s.clone(), other.clone()
    one.journal, two.journal = [], []
    trial.game.play(one, mover, action, trial.out)
    if one.reveals != s.reveals or trial.game.actors(one) == [NATURE]:
        return
    trial.trying = (
        f"seat {mover} tries {trial.token(s, action)} in two states with the same view of seat {seat}"
    )
    trial.game.play(two, mover, action, trial.out)
    law = "every reveal is counted"
    seen = trial.game.write(trial.game.redact(one, seat))
    other_seen = trial.game.write(trial.game.redact(two, seat))
    if mover == seat:
        trial.same(law, f"no reveal is counted, but seat {seat} learns something", seen, other_seen)
    if seen == other_seen:  # if views differ, events may differ, too
        told, other_told = visible_events(trial, one, seat), visible_events(trial, two, seat)
        trial.same(law, f"no reveal is counted, but seat {seat} sees an event", told, other_told)


def visible_events(trial: Trial, s: State, seat: int) -> str:
    """The events in the journal as this seat may see them, as text."""
    lines = ""
    for event in s.journal or []:
        what, who, a, b = trial.game.seen(event, seat)
        lines += f"{what} {who} {a} {b}\n"
    return lines


def check_not_seen(trial: Trial, s: State, seat: int, legal: list[int]) -> None:
    """Check that a seat cannot distinguish two actions that it does not witness, until a reveal."""
    game = trial.game
    one, two = trial.one_of(legal), trial.one_of(legal)
    witnesses = game.witnesses(s, seat, one) | game.witnesses(s, seat, two)
    f = s.todo[s.depth - 1]
    step = game.steps[f & 255]
    if step.visible_part(s, f, one) != step.visible_part(s, f, two):
        return
    for observer in range(trial.seats):
        if one == two or witnesses >> observer & 1:
            continue
        tokens = f"{trial.token(s, one)} or {trial.token(s, two)}"
        a, b = s.clone(), s.clone()
        a.journal, b.journal = [], []
        game.play(a, seat, one, trial.out)
        game.play(b, seat, two, trial.out)
        least = s.reveals + (1 if seat == NATURE else 0)
        if a.reveals > least or b.reveals > least:
            continue
        law = "hidden information stays hidden"
        trial.same(
            law,
            f"seat {observer} can distinguish {tokens} of seat {seat}",
            game.write(game.redact(a, observer)),
            game.write(game.redact(b, observer)),
        )
        trial.same(
            law,
            f"seat {observer} sees different events after {tokens} of seat {seat}",
            visible_events(trial, a, observer),
            visible_events(trial, b, observer),
        )
        trial.pairs += 1
