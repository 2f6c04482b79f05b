"""Decisions that several seats make at the same time have the same result in any order."""

from __future__ import annotations

from typing import Final

from samovar.kernel.state import NATURE, State
from samovar.kernel.together import Together
from samovar.match.laws.trial import Broken, Trial, gathered

MAX_BESIDE: Final = 200  # of one seat while others decide beside it


class Part:
    """The choices of one seat beside the others, with all that followed before the others could go on."""

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat
        self.actions: Final[list[tuple[int, int]]] = []  # of whom; the seat's own is the first
        self.grown: Final[list[int]] = []  # how far the counter of reveals had grown after each of them
        self.over = False  # whether all had decided then, so that the step itself has run


class Gathering:
    """A step that everyone takes, each for itself: where its frame lies, until all have decided."""

    def __init__(self, s: State) -> None:
        self.depth: Final = s.depth
        self.frame: Final = s.todo[s.depth - 1]

    def open(self, s: State) -> bool:
        return s.depth >= self.depth and s.todo[self.depth - 1] == self.frame

    def interrupted(self, s: State) -> bool:
        """Something comes before the others can go on: a draw, or what it brings."""
        return s.depth > self.depth and self.open(s)


def may_begin_anew(trial: Trial, s: State, seat: int) -> bool:
    """Whether a seat that has decided may think again until the others have."""
    if not gathered(s):
        return False
    step = trial.game.steps[s.todo[s.depth - 1] & 255]
    return not isinstance(step, Together) or step.first(s, seat) != 0


def is_halfway(trial: Trial, s: State, done: State, seat: int) -> bool:
    """Whether a seat has answered some of its questions, beginning where it would when it is done."""
    step = trial.game.steps[s.todo[s.depth - 1] & 255]
    return isinstance(step, Together) and s.asked[seat] != step.first(done, seat)


def any_order(trial: Trial, s: State, actors: list[int]) -> None:
    """Several decide at the same time, each in its own line of choices: interleaved in any way, changed
    or not, it comes to the same but for the draws.
    """
    game = trial.game
    law = "commits in any order agree"
    gathering = Gathering(s)
    plain = s.clone()
    lines: list[list[Part]] = []
    anew: list[bool] = []
    halfway: list[bool] = []
    for seat in actors:
        if not gathering.open(plain) or seat not in game.actors(plain):
            raise Broken(law, f"seat {seat} need not decide any more")
        thought = first_thought(trial, plain, seat, gathering)
        anew.append(thought is not None and may_begin_anew(trial, thought, seat))
        halfway.append(thought is not None and is_halfway(trial, plain, thought, seat))
        if thought is not None and anew[-1]:
            plain = thought
        lines.append(walk(trial, plain, seat, gathering))
    mixed = s.clone()
    places = [0 for _ in lines]
    order: list[int] = []
    while True:
        waiting = [i for i in range(len(lines)) if places[i] < len(lines[i])]
        if not waiting:
            break
        i = trial.one_of(waiting)
        order.append(actors[i])
        trial.trying = f"seats {order} decide in this order"
        part = lines[i][places[i]]
        if places[i] == 0 and anew[i]:
            thought = first_thought(trial, mixed, part.seat, gathering)
            if thought is not None:
                mixed = thought
            elif halfway[i]:
                return  # it is the last one to decide: there is no way back for it
        if not again(trial, mixed, part, gathering):
            return  # the draws cannot be the same
        places[i] += 1
    trial.same(law, "the position", game.write(plain), game.write(mixed))
    if plain.reveals != mixed.reveals:
        raise Broken(law, "the counter of reveals is not the same")


def walk(trial: Trial, s: State, seat: int, gathering: Gathering) -> list[Part]:
    """All that a seat decides, at random, until it waits for the others."""
    game = trial.game
    parts: list[Part] = []
    waiting = game.actors(s)
    while not parts or seat in waiting:
        part = Part(seat)
        parts.append(part)
        reveals, who, action = s.reveals, seat, trial.one_of(trial.legal(s, seat))
        while True:
            trial.trying = f"seat {seat} decides beside the others, {who} plays {trial.token(s, action)}"
            game.play(s, who, action, trial.out)
            part.actions.append((who, action))
            if max(len(parts), len(part.actions)) > MAX_BESIDE:
                raise Broken("random games end", f"not while seat {seat} decides beside the others")
            part.grown.append(s.reveals - reveals)
            if not gathering.interrupted(s):
                break
            who = game.actor(s)
            game.legal_into(s, who, trial.out)
            action = game.chance(s, trial.out, trial.eye) if who == NATURE else trial.one_of(trial.out.list())
        others = [other for other in waiting if other != seat]
        part.over = not gathering.open(s)
        if part.over:
            break
        waiting = game.actors(s)
        if others != [other for other in waiting if other != seat]:
            if not others:
                break  # all have decided, and the same step follows at once
            raise Broken(
                "commits in any order agree",
                f"others are asked than before, since seat {seat} has decided",
            )
    return parts


def first_thought(trial: Trial, s: State, seat: int, gathering: Gathering) -> State | None:
    """The state after a seat has decided and may begin anew. None if it was the last or has drawn cards."""
    clone = s.clone()
    walk(trial, clone, seat, gathering)
    return clone if clone.reveals == s.reveals and gathering.open(clone) else None


def again(trial: Trial, s: State, part: Part, gathering: Gathering) -> bool:
    """The same once more among other decisions, with the same draws. False if those are not possible any
    more, or a draw that left no choice then does so no longer, or the other way round.
    """
    game = trial.game
    law = "commits in any order agree"
    reveals = s.reveals
    drawn = False
    for i, (who, action) in enumerate(part.actions):
        if i == 0:
            if not gathering.open(s):
                raise Broken(law, f"seat {who} need not decide any more")
            if action not in trial.legal(s, who):
                raise Broken(law, f"{trial.token(s, action)}: seat {who} cannot decide for it as before")
        elif not gathering.interrupted(s) or action not in trial.legal(s, who):
            if gathering.interrupted(s):
                excused = drawn or who == game.actor(s) == NATURE
            else:
                excused = drawn or (who == NATURE and not gathering.open(s) and s.reveals > reveals)
            if excused:
                return False
            raise Broken(law, f"a consequence is missing of what seat {part.seat} decides")
        drawn = drawn or who == NATURE
        game.play(s, who, action, trial.out)
        over = not gathering.open(s) or (part.over and i == len(part.actions) - 1)
        if not over and s.reveals - reveals != part.grown[i]:
            return False
    if gathering.interrupted(s):
        if drawn or (part.over and part.grown[-1] > 0 and game.actor(s) == NATURE):
            return False
        raise Broken(law, f"a new consequence of what seat {part.seat} decides")
    return True
