"""Simultaneous decisions: several seats decide at the same time, independently of each other.

Each seat that must still decide has a question in ``State.asked``: a frame, like those on the stack. Its
answer may set the next question. So a large choice is several small ones, and no seat waits for another. When
no seat has a question any more, the step itself runs, for example to reveal the choices.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, TypeVar

from samovar.kernel.errors import Stuck
from samovar.kernel.ints import i64, mypyc_attr
from samovar.kernel.state import State
from samovar.kernel.step import Options, Refusal, Step

MAX_ANSWERED: Final = 1000  # limit of consecutive questions of a seat with a single option

S = TypeVar("S", bound=State)


def plan_with(plan: i64, n: i64, choice: i64) -> i64:
    """Add a choice to a plan: the choices of a seat, 8 bits each. Choice number 0 starts a new plan."""
    return choice if n == 0 else plan | choice << 8 * n


@mypyc_attr(allow_interpreted_subclasses=True)
class SimultaneousStep(Step[S]):
    """A step in which several seats decide. ``questions`` names the steps that its questions belong to."""

    takes: ClassVar[str] = "everyone"
    questions: ClassVar[str] = ""

    def __init__(self) -> None:
        self.steps: list[Step[Any]] = []  # all steps of the game, set by ``Rules``
        self.scratch = Options()

    def first_question(self, s: S, seat: i64) -> i64:
        """The question with which a seat may decide again while others still decide. 0 if it may not."""
        return 0

    def question(self, s: S, seat: i64) -> i64:
        """The open question of this seat, or the one with which it may decide again. 0 if there is none."""
        asked = s.asked[seat]
        return asked if asked else self.first_question(s, seat)

    def options(self, s: S, f: i64, seat: i64, out: Options) -> None:
        question = s.asked[seat]  # inlined from ``question`` for speed
        if question == 0:
            question = self.first_question(s, seat)
        if question:
            self.steps[question & 255].options(s, question, seat, out)

    def apply(self, s: S, f: i64, seat: i64, a: i64) -> None:
        """Apply the answer of a seat, then answer further questions automatically while they have one option.

        The first question, and a question that waits for a draw, are always asked.
        """
        question = s.asked[seat]
        if question == 0:
            question = self.first_question(s, seat)
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
                raise Stuck(f"seat {seat} gets more than {MAX_ANSWERED} questions with a single option")
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
