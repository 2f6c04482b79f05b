"""Options are distinct, ordered and all playable. Refusals name only illegal actions, with a reason."""

from __future__ import annotations

import re
from typing import Final

from samovar.kernel.state import State
from samovar.match.laws import clones, conservation
from samovar.match.laws.trial import LawBroken, Trial

REASON: Final = re.compile(r"[a-z][a-z0-9_]*")


def check_distinct(trial: Trial, s: State, seat: int, legal: list[int]) -> None:
    """Check that a seat that must decide has options, all distinct."""
    if not legal:
        raise LawBroken("never stuck", f"seat {seat} decides and has no option")
    seen: set[int] = set()
    for action in legal:
        token = trial.token(s, action)
        if action in seen:
            raise LawBroken("options are distinct", f"{token} is offered twice to seat {seat}")
        seen.add(action)


def check_refusals(trial: Trial, s: State) -> None:
    """Check that refusals name only illegal actions, with reason and rule, and that options have an order."""
    for seat in range(trial.seats):
        legal = trial.legal(s, seat)
        if legal != trial.legal(s, seat) or legal != trial.legal(s.clone(), seat):
            raise LawBroken("options have a fixed order", f"those of seat {seat} differ when listed again")
        for refusal in trial.game.refusals(s, seat):
            token = trial.token(s, refusal.action)
            if refusal.action in legal:
                raise LawBroken("refusals name no legal action", f"{token} is refused and offered")
            if not REASON.fullmatch(refusal.reason) or not refusal.rule:
                raise LawBroken(
                    "refusals have a reason", f"{token}: reason {refusal.reason!r}, rule {refusal.rule!r}"
                )


def check_playable(trial: Trial, s: State, actors: list[int]) -> None:
    """Check that each option can be played on a clone without changing the original."""
    clones.check_fresh(trial, s)
    for seat in actors:
        for action in trial.legal(s, seat):
            trial.trying = f"seat {seat} tries {trial.token(s, action)} on a clone"
            clone = s.clone()
            trial.game.play(clone, seat, action, trial.out)
            conservation.check_possible(trial, s, clone)
            trial.play_random(clone, 3)
    clones.check_original(trial, s)
