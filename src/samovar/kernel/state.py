"""The state of a game between two decisions, with the stack of pending steps.

A *frame* is a pending step: the step of the rules, the seat that decides and up to five small numbers, packed
into one integer. So a stack of frames is cloned like any other array. ``frame(HUNT, 0, 4)`` is written
``Hunt(0,4)`` in positions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Final, NewType, Self, final

from samovar.kernel.components import Components
from samovar.kernel.ints import append, i64, mypyc_attr, vec

NATURE: Final = 15  # chance decides
EVERYONE: Final = 14  # several seats decide at the same time
NOBODY: Final = 13  # an automatic step: there is no choice
MAX_SEATS: Final = 12
NONE: Final = -1  # stands for an argument of ``State.do`` that is not given
UNKNOWN: Final = -2  # a card, a piece or a choice that is hidden from the viewer

Event = tuple[int, int, int, int]  # kind, seat and two numbers


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


NOT_ASKED: Final = zeros(0)  # the array ``asked`` of games without simultaneous steps


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """The fields of a state that all games have: the stack of frames, the counter of reveals, the journal.

    Games add arrays of integers with names from the rulebook. A state has no history and no random generator.
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

    # Fields that reading a position does not restore. All others must be equal after writing and reading
    # (the law "positions round-trip"). ``todo`` has unused places from ``depth`` on. ``reveals`` counts from
    # the beginning of the match. ``journal`` belongs to the caller that attached it. A game adds the objects
    # that it makes again from the options.
    not_in_positions: ClassVar[frozenset[str]] = frozenset({"todo", "reveals", "journal"})

    def __init__(self, box: Components, seats: i64, capacity: i64, old: State | None = None) -> None:
        """Create a new state, or a copy of ``old``. ``capacity``: frames that fit before the stack grows.

        Each field of a state is one assignment, which gives its type, its initial value and how it is copied.
        ``old is None``, not ``if old``: mypyc cannot tell that an interpreted subclass has no ``__bool__``.
        """
        self.box = box
        self.seats = seats
        # frames, the next one last; places from ``depth`` on are unused
        self.todo: vec[i64] = zeros(capacity) if old is None else old.todo[:]
        self.depth: i64 = i64(0) if old is None else old.depth
        # counts the reveals of hidden information; undo never crosses one
        self.reveals: i64 = i64(0) if old is None else old.reveals
        # by seat: its open question in a ``SimultaneousStep``, 0 for none; games with such steps set it to
        # an array with a place for each seat
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
        """Push frames. They run in the given order, before the frames already on the stack."""
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
    def emit(self, event: i64, seat: i64, a: i64 = 0, b: i64 = 0) -> None:
        """Append an event to the journal, if one is attached."""
        if self.journal is not None:
            self.journal.append((event, seat, a, b))

    @property
    def over(self) -> bool:
        return self.depth == 0

    def stack(self) -> list[int]:
        """The frames on the stack, the next one last."""
        return [self.todo[i] for i in range(self.depth)]


View = NewType("View", State)  # the state as one seat may see it, with UNKNOWN for hidden values


def replaced(array: vec[i64], at: i64, value: i64) -> vec[i64]:
    """A copy with one changed value, for arrays that clones share because they rarely change."""
    copy = array[:]
    copy[at] = value
    return copy
