"""Several seats decide at the same time, each for itself and in its own time.

Whoever still has something to decide has a question of its own in ``State.asked``: a frame, like those on the
stack. The answer may put another question in its place, so that a big choice is several small ones and each
seat walks on without waiting for the others. When nobody is asked any more the step itself runs: a reveal, or
whatever comes of it all.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, TypeVar

from samovar.kernel.errors import Stuck
from samovar.kernel.ints import i64, mypyc_attr
from samovar.kernel.state import State
from samovar.kernel.step import Options, Refusal, Step

MAX_ANSWERED: Final = 1000  # questions of one seat, one after the other, without a choice

S = TypeVar("S", bound=State)


def plan_with(plan: i64, n: i64, choice: i64) -> i64:
    """A secret plan, with 8 bits for each choice, after its n-th choice. The first one begins it anew."""
    return choice if n == 0 else plan | choice << 8 * n


@mypyc_attr(allow_interpreted_subclasses=True)
class Together(Step[S]):
    """A step that everyone takes. What it asks is in the steps that ``questions`` names."""

    takes: ClassVar[str] = "everyone"
    questions: ClassVar[str] = ""

    def __init__(self) -> None:
        self.steps: list[Step[Any]] = []  # of the game, which hands them over
        self.scratch = Options()

    def first(self, s: S, seat: i64) -> i64:
        """The question with which a seat that has decided may begin anew while others decide. 0: none."""
        return 0

    def question(self, s: S, seat: i64) -> i64:
        """The question to this seat, or the one with which it may begin anew; 0 if there is none."""
        asked = s.asked[seat]
        return asked if asked else self.first(s, seat)

    def options(self, s: S, f: i64, seat: i64, out: Options) -> None:
        question = s.asked[seat]  # as in ``question``: this is asked too often for another call
        if question == 0:
            question = self.first(s, seat)
        if question:
            self.steps[question & 255].options(s, question, seat, out)

    def apply(self, s: S, f: i64, seat: i64, a: i64) -> None:
        """The seat walks on. Here, too, a further question with one answer answers itself; only the first,
        and one that waits while Nature draws, is always asked.
        """
        question = s.asked[seat]
        if question == 0:
            question = self.first(s, seat)
        s.asked[seat] = 0
        s.push(f)
        depth = s.depth
        self.steps[question & 255].apply(s, question, seat, a)
        scratch = self.scratch
        answered: i64 = 0
        while s.asked[seat] and s.depth == depth:
            question = s.asked[seat]
            answered += 1
            if answered > MAX_ANSWERED:
                raise Stuck(f"no end of questions that answer themselves comes for seat {seat}")
            step = self.steps[question & 255]
            if not step.may_be_forced(s, question, seat):
                return
            scratch.n = 0
            step.options(s, question, seat, scratch)
            if scratch.n != 1:
                return
            s.asked[seat] = 0
            step.apply(s, question, seat, scratch.items[0])

    def pending(self, s: S, f: i64) -> i64:
        waiting: i64 = 0
        seat = s.seats
        while seat > 0:
            seat -= 1
            waiting <<= 1
            if s.asked[seat]:
                waiting |= 1
        return waiting

    def decider(self, s: S, f: i64) -> i64:
        for seat in range(s.seats):
            if s.asked[seat]:
                return seat
        return -1

    def witnesses(self, s: S, f: i64, seat: i64) -> i64:
        question = self.question(s, seat)
        return self.steps[question & 255].witnesses(s, question, seat)

    def refusals(self, s: S, f: i64, seat: i64, out: list[Refusal]) -> None:
        question = self.question(s, seat)
        if question:
            self.steps[question & 255].refusals(s, question, seat, out)
