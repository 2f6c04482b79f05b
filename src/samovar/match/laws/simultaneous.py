"""Simultaneous decisions have the same result in any order."""

from __future__ import annotations

from typing import Final

from samovar.kernel.simultaneous import SimultaneousStep
from samovar.kernel.state import NATURE, State
from samovar.match.laws.trial import LawBroken, Trial, is_simultaneous

MAX_SIMULTANEOUS: Final = 200  # limit of actions of one seat in a simultaneous step


class SeatDecision:
    """An action of one seat in a simultaneous step, and the actions that must follow it immediately."""

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat
        self.actions: Final[list[tuple[int, int]]] = []  # seat or NATURE, action; the first is the seat's own
        self.reveals: Final[list[int]] = []  # by action: reveals since the decision began
        self.ends_step = False  # True if it was the last decision, so that the step itself has run


class OpenStep:
    """A simultaneous step that waits for decisions, identified by the place of its frame on the stack."""

    def __init__(self, s: State) -> None:
        self.depth: Final = s.depth
        self.frame: Final = s.todo[s.depth - 1]

    def open(self, s: State) -> bool:
        return s.depth >= self.depth and s.todo[self.depth - 1] == self.frame

    def interrupted(self, s: State) -> bool:
        """True if another frame, such as a draw, must be resolved before seats can go on deciding."""
        return s.depth > self.depth and self.open(s)


def may_restart(trial: Trial, s: State, seat: int) -> bool:
    """True if a seat that has decided may change its decision while others still decide."""
    if not is_simultaneous(s):
        return False
    step = trial.game.steps[s.todo[s.depth - 1] & 255]
    return not isinstance(step, SimultaneousStep) or step.first_question(s, seat) != 0


def is_halfway(trial: Trial, s: State, decided: State, seat: int) -> bool:
    """True if a seat has answered some of its questions in ``s`` but not all. In ``decided`` it has."""
    step = trial.game.steps[s.todo[s.depth - 1] & 255]
    return isinstance(step, SimultaneousStep) and s.asked[seat] != step.first_question(decided, seat)


def check_any_order(trial: Trial, s: State, actors: list[int]) -> None:
    """Check that interleaving the simultaneous decisions in another order gives the same position.

    Some seats change their decision before the others have decided. The draws are the same in both orders.
    """
    game = trial.game
    law = "simultaneous decisions agree in any order"
    step = OpenStep(s)
    in_order = s.clone()
    decisions: list[list[SeatDecision]] = []
    restarts: list[bool] = []
    halfway: list[bool] = []
    for seat in actors:
        if not step.open(in_order) or seat not in game.actors(in_order):
            raise LawBroken(law, f"seat {seat} need not decide any more")
        decided = decide_once(trial, in_order, seat, step)
        restarts.append(decided is not None and may_restart(trial, decided, seat))
        halfway.append(decided is not None and is_halfway(trial, in_order, decided, seat))
        if decided is not None and restarts[-1]:
            in_order = decided
        decisions.append(decide_all(trial, in_order, seat, step))
    interleaved = s.clone()
    places = [0 for _ in decisions]
    order: list[int] = []
    while True:
        waiting = [i for i in range(len(decisions)) if places[i] < len(decisions[i])]
        if not waiting:
            break
        i = trial.one_of(waiting)
        order.append(actors[i])
        trial.trying = f"seats {order} decide in this order"
        decision = decisions[i][places[i]]
        if places[i] == 0 and restarts[i]:
            decided = decide_once(trial, interleaved, decision.seat, step)
            if decided is not None:
                interleaved = decided
            elif halfway[i]:
                return  # the last seat to decide cannot change its decision
        if not repeat_decision(trial, interleaved, decision, step):
            return  # the same draws are not possible
        places[i] += 1
    trial.same(law, "the position", game.write(in_order), game.write(interleaved))
    if in_order.reveals != interleaved.reveals:
        raise LawBroken(law, "the counter of reveals is not the same")


def decide_all(trial: Trial, s: State, seat: int, step: OpenStep) -> list[SeatDecision]:
    """Let a seat decide at random until it must wait for the others."""
    game = trial.game
    parts: list[SeatDecision] = []
    waiting = game.actors(s)
    while not parts or seat in waiting:
        decision = SeatDecision(seat)
        parts.append(decision)
        reveals, who, action = s.reveals, seat, trial.one_of(trial.legal(s, seat))
        while True:
            trial.trying = f"seat {seat} decides simultaneously, {who} plays {trial.token(s, action)}"
            game.play(s, who, action, trial.out)
            decision.actions.append((who, action))
            if max(len(parts), len(decision.actions)) > MAX_SIMULTANEOUS:
                raise LawBroken("random games end", f"not while seat {seat} decides simultaneously")
            decision.reveals.append(s.reveals - reveals)
            if not step.interrupted(s):
                break
            who = game.actor(s)
            game.legal_into(s, who, trial.out)
            action = (
                game.chance(s, trial.out, trial.check_rng)
                if who == NATURE
                else trial.one_of(trial.out.list())
            )
        others = [other for other in waiting if other != seat]
        decision.ends_step = not step.open(s)
        if decision.ends_step:
            break
        waiting = game.actors(s)
        if others != [other for other in waiting if other != seat]:
            if not others:
                break  # all have decided, and the same step follows immediately
            raise LawBroken(
                "simultaneous decisions agree in any order",
                f"other seats must decide after seat {seat} has decided",
            )
    return parts


def decide_once(trial: Trial, s: State, seat: int, step: OpenStep) -> State | None:
    """The state after a seat has decided. None if it was the last seat or something was revealed."""
    clone = s.clone()
    decide_all(trial, clone, seat, step)
    return clone if clone.reveals == s.reveals and step.open(clone) else None


def repeat_decision(trial: Trial, s: State, decision: SeatDecision, step: OpenStep) -> bool:
    """Play a decision again, after other decisions than the first time, with the same draws.

    False if these draws are not possible any more, or if a draw has a single outcome in only one order.
    """
    game = trial.game
    law = "simultaneous decisions agree in any order"
    reveals = s.reveals
    drawn = False
    for i, (who, action) in enumerate(decision.actions):
        if i == 0:
            if not step.open(s):
                raise LawBroken(law, f"seat {who} need not decide any more")
            if action not in trial.legal(s, who):
                raise LawBroken(law, f"{trial.token(s, action)} is not legal any more for seat {who}")
        elif not step.interrupted(s) or action not in trial.legal(s, who):
            if step.interrupted(s):
                excused = drawn or who == game.actor(s) == NATURE
            else:
                excused = drawn or (who == NATURE and not step.open(s) and s.reveals > reveals)
            if excused:
                return False
            raise LawBroken(law, f"a consequence is missing after seat {decision.seat} decides")
        drawn = drawn or who == NATURE
        game.play(s, who, action, trial.out)
        over = not step.open(s) or (decision.ends_step and i == len(decision.actions) - 1)
        if not over and s.reveals - reveals != decision.reveals[i]:
            return False
    if step.interrupted(s):
        if drawn or (decision.ends_step and decision.reveals[-1] > 0 and game.actor(s) == NATURE):
            return False
        raise LawBroken(law, f"a new consequence after seat {decision.seat} decides")
    return True
