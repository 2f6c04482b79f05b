"""A seat sees, may do and is told the same whatever is true of what it cannot know."""

from __future__ import annotations

from typing import Final

from samovar.kernel.fields import field_texts
from samovar.kernel.state import NATURE, State
from samovar.match.laws.positions import check_readable
from samovar.match.laws.trial import Broken, Trial

NOTHING: Final[frozenset[str]] = frozenset()


def check_hidden(trial: Trial, s: State, actors: list[int]) -> None:
    """A seat sees, may do and is refused the same whatever is true of what it cannot know."""
    game = trial.game
    truth, fields = game.write(s), field_texts(s, NOTHING)
    for seat in range(trial.seats):
        trial.trying = f"what seat {seat} sees"
        view = game.redact(s, seat)
        seen = game.write(view)
        other = game.fill(game.redact(s, seat), trial.eye)
        trial.same_fields(
            "redact and fill leave the truth alone", "the state", fields, field_texts(s, NOTHING)
        )
        check_possible(trial, other, truth)
        trial.same("fill keeps what is seen", "the view", seen, game.write(game.redact(other, seat)))
        if other.reveals != s.reveals or view.reveals != s.reveals:
            raise Broken("fill keeps what is seen", "the counter of reveals has changed")
        for state, what in ((other, "another truth"), (view.clone(), "the view itself")):
            if game.actors(state) != actors:
                raise Broken("a seat's options depend on what it knows", f"{what} has other actors")
            if trial.legal(state, seat) != trial.legal(s, seat):
                raise Broken("a seat's options depend on what it knows", f"{what} has other options")
            if trial.reasons(state, seat) != trial.reasons(s, seat):
                raise Broken("a seat's options depend on what it knows", f"{what} has other refusals")
        for mover in {seat, trial.one_of(actors)}:
            legal = trial.legal(other, mover)
            both = [action for action in trial.legal(s, mover) if action in legal]
            if both:
                check_not_revealed(trial, s, other, seat, mover, trial.one_of(both))


def check_possible(trial: Trial, other: State, truth: str) -> None:
    """Another truth has no faults, and its position can be read: nothing in it is left unknown."""
    law = "fill deals a possible state"
    faults = trial.game.faults(other)
    if faults:
        raise Broken(law, "; ".join(faults))
    text = trial.game.write(other)
    if text != truth:
        trial.pairs += 1
        check_readable(trial, law, other, text)


def check_not_revealed(trial: Trial, s: State, other: State, seat: int, mover: int, action: int) -> None:
    """If an action tells its seat anything it could not know, the counter of reveals must grow; and no
    event tells any seat more than it sees.
    """
    one, two = s.clone(), other.clone()
    one.journal, two.journal = [], []
    trial.game.play(one, mover, action, trial.out)
    if one.reveals != s.reveals or trial.game.actors(one) == [NATURE]:
        return
    trial.trying = f"seat {mover} tries {trial.token(s, action)}, and again where seat {seat} knows the same"
    trial.game.play(two, mover, action, trial.out)
    law = "undo never reveals"
    seen = trial.game.write(trial.game.redact(one, seat))
    other_seen = trial.game.write(trial.game.redact(two, seat))
    if mover == seat:
        trial.same(law, f"no reveal is counted, but seat {seat} learns something", seen, other_seen)
    if seen == other_seen:  # what another decides may come to light; then it may be told, too
        told, other_told = told_to(trial, one, seat), told_to(trial, two, seat)
        trial.same(law, f"no reveal is counted, but seat {seat} is told something", told, other_told)


def told_to(trial: Trial, s: State, seat: int) -> str:
    """The events in the journal, as this seat may know them."""
    lines = ""
    for event in s.journal or []:
        what, who, a, b = trial.game.seen(event, seat)
        lines += f"{what} {who} {a} {b}\n"
    return lines


def check_not_seen(trial: Trial, s: State, seat: int, legal: list[int]) -> None:
    """A seat cannot tell two actions that it does not witness from each other, until a reveal."""
    game = trial.game
    one, two = trial.one_of(legal), trial.one_of(legal)
    witnesses = game.witnesses(s, seat, one) | game.witnesses(s, seat, two)
    for onlooker in range(trial.seats):
        if one == two or witnesses >> onlooker & 1:
            continue
        tokens = f"{trial.token(s, one)} or {trial.token(s, two)}"
        a, b = s.clone(), s.clone()
        a.journal, b.journal = [], []
        game.play(a, seat, one, trial.out)
        game.play(b, seat, two, trial.out)
        least = s.reveals + (1 if seat == NATURE else 0)
        if a.reveals > least or b.reveals > least:
            continue
        law = "what is hidden cannot be seen"
        trial.same(
            law,
            f"seat {onlooker} can tell {tokens} of seat {seat}",
            game.write(game.redact(a, onlooker)),
            game.write(game.redact(b, onlooker)),
        )
        trial.same(
            law,
            f"seat {onlooker} is told {tokens} of seat {seat}",
            told_to(trial, a, onlooker),
            told_to(trial, b, onlooker),
        )
        trial.pairs += 1
