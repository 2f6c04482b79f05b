"""The table between two decisions, and what is still to be done at it.

A *frame* is one thing that is still to be done: which step of the rules, who decides, and up to five small
numbers, packed into one integer so that a stack of frames clones like any other array. ``frame(HUNT, 0, 4)``
is written ``Hunt(0,4)`` in positions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Final, NewType, Self, final

from samovar.kernel.components import Components
from samovar.kernel.ints import append, i64, mypyc_attr, vec

NATURE: Final = 15  # chance decides
EVERYONE: Final = 14  # several seats decide at the same time, each for itself
NOBODY: Final = 13  # an automatic step: the rules leave no choice
MAX_SEATS: Final = 12
NONE: Final = -1  # "no frame" in State.do
UNKNOWN: Final = -2  # a card, a piece or a choice that this onlooker may not see

Event = tuple[int, int, int, int]  # what happened, to whom, and two numbers about it


def frame(step: i64, seat: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0, e: i64 = 0) -> i64:
    """Pack a frame: 8 bits for the step, 4 for the seat, 8 for each number."""
    return step | seat << 8 | a << 12 | b << 20 | c << 28 | d << 36 | e << 44


def seat_of(f: i64) -> i64:
    return f >> 8 & 15


def arg(f: i64) -> i64:
    return f >> 12 & 255


def arg2(f: i64) -> i64:
    return f >> 20 & 255


def arg3(f: i64) -> i64:
    return f >> 28 & 255


def arg4(f: i64) -> i64:
    return f >> 36 & 255


def arg5(f: i64) -> i64:
    return f >> 44 & 255


def zeros(n: i64) -> vec[i64]:
    return vec[i64]([0 for _ in range(n)])


NOT_ASKED: Final = zeros(0)  # in games where seats decide one after the other


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """The part of a state that all games have: the stack of steps to do, the counter of reveals, and a
    journal if wanted.

    Games add arrays of integers named in their own words. There is no history in it and no random numbers.
    """

    __slots__ = (
        "box",
        "seats",
        "todo",
        "depth",
        "reveals",
        "asked",
        "journal",
    )

    # Fields that are not restored from a position. All others must be equal after writing and reading it
    # (the law "positions round-trip"). ``todo`` has free places from ``depth`` on, whose content does not
    # count; ``reveals`` counts from the beginning of the match; ``journal`` belongs to the caller that
    # attached it. A game adds its objects that are made anew from the options.
    not_in_positions: ClassVar[frozenset[str]] = frozenset({"todo", "reveals", "journal"})

    def __init__(self, box: Components, seats: i64, room: i64, of: State | None = None) -> None:
        """A new state with room for so many frames before the stack grows, or a copy ``of`` another.

        Each field of a state is one assignment, which names its type, its first value and how it is copied.
        ``of is None``, not ``if of``: mypyc cannot tell that an interpreted subclass has no ``__bool__``.
        """
        self.box = box
        self.seats = seats
        # frames, the next one last; places from ``depth`` on are free
        self.todo: vec[i64] = zeros(room) if of is None else of.todo[:]
        self.depth: i64 = i64(0) if of is None else of.depth
        # grows with everything that becomes known; undo never goes back past it
        self.reveals: i64 = i64(0) if of is None else of.reveals
        # By seat, the question that it answers beside the others (see ``Together``); 0 if it answers none.
        # Games in which seats decide at the same time replace it.
        self.asked = NOT_ASKED
        self.journal: list[Event] | None = None

    @abstractmethod
    def clone(self) -> Self:
        """An independent copy, without the journal."""

    @final
    def push(self, f: i64) -> None:
        try:
            self.todo[self.depth] = f
        except IndexError:
            self.todo = append(self.todo, f)
        self.depth += 1

    @final
    def do(self, a: i64, b: i64 = NONE, c: i64 = NONE, d: i64 = NONE, e: i64 = NONE, f: i64 = NONE) -> None:
        """These, in this order, before whatever was already waiting."""
        if f != NONE:
            self.push(f)
        if e != NONE:
            self.push(e)
        if d != NONE:
            self.push(d)
        if c != NONE:
            self.push(c)
        if b != NONE:
            self.push(b)
        self.push(a)

    @final
    def tell(self, event: i64, seat: i64, a: i64 = 0, b: i64 = 0) -> None:
        """Write an event into the journal. Costs next to nothing while none is attached."""
        if self.journal is not None:
            self.journal.append((event, seat, a, b))

    @property
    def over(self) -> bool:
        return self.depth == 0

    def stack(self) -> list[int]:
        """The frames that wait, the next one last."""
        return [self.todo[i] for i in range(self.depth)]


View = NewType("View", State)  # what one seat may see: a State with UNKNOWN where it may not look


def replaced(array: vec[i64], at: i64, value: i64) -> vec[i64]:
    """A changed copy, for arrays that clones share because they are cloned far more often than changed."""
    copy = array[:]
    copy[at] = value
    return copy
