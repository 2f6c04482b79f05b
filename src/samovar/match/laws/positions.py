"""Positions round-trip, and a state that was read plays on like the original."""

from __future__ import annotations

from typing import Final

from samovar.kernel.errors import BadInput
from samovar.kernel.fields import field_texts
from samovar.kernel.reading import Reader, read_toml
from samovar.kernel.state import NATURE, State
from samovar.match.laws.trial import LawBroken, Trial

LAW: Final = "positions round-trip"
LOCK_STEP: Final = 12  # number of actions played on both the original and the state that was read


def round_trip(trial: Trial, s: State) -> None:
    """Check that writing and reading a position gives an equal state, which plays on in the same way."""
    game = trial.game
    trial.trying = "the position is written and read"
    read = check_readable(trial, LAW, s, game.write(s))
    check_same_options(trial, s, read)
    clone = s.clone()
    for _ in range(LOCK_STEP):
        if clone.over:
            break
        seat = game.actor(clone)
        game.legal_into(clone, seat, trial.out)
        action = (
            game.chance(clone, trial.out, trial.check_rng)
            if seat == NATURE
            else trial.one_of(trial.out.list())
        )
        trial.trying = f"seat {seat} plays {trial.token(s, action)} in a position that was read"
        if action not in trial.legal(read, seat):
            raise LawBroken(LAW, "this action is not legal there")
        game.play(clone, seat, action, trial.out)
        game.play(read, seat, action, trial.out)
    check_equal(trial, LAW, "played on", clone, read)


def check_readable(trial: Trial, law: str, s: State, text: str) -> State:
    """Read the text of a state, check that it gives an equal state, and return that."""
    try:
        read = trial.game.read(Reader(read_toml(text, "position"), "", []), s.box)
    except BadInput as error:
        raise LawBroken(law, f"the written position cannot be read: {error}") from None
    trial.same(law, "written again", text, trial.game.write(read))
    check_equal(trial, law, "read", s, read)
    return read


def check_equal(trial: Trial, law: str, what: str, s: State, other: State) -> None:
    """Check that two states are equal in all fields that a position must restore."""
    without = type(s).not_in_positions
    trial.same_fields(law, what, field_texts(s, without), field_texts(other, without))
    if s.stack() != other.stack():
        raise LawBroken(law, f"{what}: the pending steps differ")


def check_same_options(trial: Trial, s: State, other: State) -> None:
    if trial.game.actors(s) != trial.game.actors(other):
        raise LawBroken(LAW, "other seats must decide")
    for seat in range(trial.seats):
        if trial.legal(s, seat) != trial.legal(other, seat):
            raise LawBroken(LAW, f"seat {seat} has other options")
        if trial.reasons(s, seat) != trial.reasons(other, seat):
            raise LawBroken(LAW, f"seat {seat} has other refusals")
