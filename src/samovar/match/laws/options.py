"""Options are distinct, in a fixed order and all playable; refusals name no legal action and say why."""

from __future__ import annotations

import re
from typing import Final

from samovar.kernel.state import State
from samovar.match.laws import clones, conservation
from samovar.match.laws.trial import Broken, Trial

REASON: Final = re.compile(r"[a-z][a-z0-9_]*")


def check_distinct(trial: Trial, s: State, seat: int, legal: list[int]) -> None:
    """A seat that decides has options, and none of them twice."""
    if not legal:
        raise Broken("never stuck", f"seat {seat} decides and has no option")
    seen: set[int] = set()
    for action in legal:
        token = trial.token(s, action)
        if action in seen:
            raise Broken("options are distinct", f"{token} is offered twice to seat {seat}")
        seen.add(action)


def check_refusals(trial: Trial, s: State) -> None:
    """They never name what is allowed, and say why and by which rule."""
    for seat in range(trial.seats):
        legal = trial.legal(s, seat)
        if legal != trial.legal(s, seat) or legal != trial.legal(s.clone(), seat):
            raise Broken("options have a fixed order", f"those of seat {seat} change by being asked for")
        for refusal in trial.game.refusals(s, seat):
            token = trial.token(s, refusal.action)
            if refusal.action in legal:
                raise Broken("refusals name no legal action", f"{token} is refused and offered")
            if not REASON.fullmatch(refusal.reason) or not refusal.rule:
                raise Broken("refusals say why", f"{token}: reason {refusal.reason!r}, rule {refusal.rule!r}")


def check_playable(trial: Trial, s: State, actors: list[int]) -> None:
    """Each option can be played, on a clone, which leaves the original as it is."""
    clones.check_fresh(trial, s)
    for seat in actors:
        for action in trial.legal(s, seat):
            trial.trying = f"seat {seat} tries {trial.token(s, action)} on a clone"
            clone = s.clone()
            trial.game.play(clone, seat, action, trial.out)
            conservation.check_possible(trial, s, clone)
            trial.wander(clone, 3)
    clones.check_original(trial, s)
