"""Positions round-trip, and what was read plays on in the same way."""

from __future__ import annotations

from typing import Final

from samovar.kernel.errors import BadInput
from samovar.kernel.reading import Reader, read_toml
from samovar.kernel.state import NATURE, State
from samovar.match.laws.trial import Broken, Trial

LOCK_STEP: Final = 12  # actions for which a position that was read is played beside its original


def round_trip(trial: Trial, s: State) -> None:
    """Written, read and written again it is the same, and it plays on in the same way."""
    game = trial.game
    trial.trying = "the position is written and read"
    text = game.write(s)
    read = read_back(trial, text, s)
    trial.same("positions round-trip", "written again", text, game.write(read))
    check_same_options(trial, s, read)
    clone = s.clone()
    for _ in range(LOCK_STEP):
        if clone.over:
            break
        seat = game.actor(clone)
        game.legal_into(clone, seat, trial.out)
        action = (
            game.chance(clone, trial.out, trial.eye) if seat == NATURE else trial.one_of(trial.out.list())
        )
        trial.trying = f"seat {seat} plays {trial.token(s, action)} in a position that was read"
        if action not in trial.legal(read, seat):
            raise Broken("positions round-trip", "this cannot be played there")
        game.play(clone, seat, action, trial.out)
        game.play(read, seat, action, trial.out)
    trial.same("positions round-trip", "played on", game.write(clone), game.write(read))


def read_back(trial: Trial, text: str, s: State) -> State:
    try:
        return trial.game.read(Reader(read_toml(text, "position"), "", []), s.box)
    except BadInput as error:
        raise Broken("positions round-trip", f"what was written cannot be read: {error}") from None


def check_same_options(trial: Trial, s: State, other: State) -> None:
    if trial.game.actors(s) != trial.game.actors(other):
        raise Broken("positions round-trip", "others decide")
    for seat in range(trial.seats):
        if trial.legal(s, seat) != trial.legal(other, seat):
            raise Broken("positions round-trip", f"seat {seat} has other options")
        if trial.reasons(s, seat) != trial.reasons(other, seat):
            raise Broken("positions round-trip", f"seat {seat} is refused other things")
