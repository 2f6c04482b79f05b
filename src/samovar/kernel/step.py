"""One step of the rules: who decides, what may be chosen, what follows.

There is one Step class per heading of the rulebook; its docstring names the rule ids. A step keeps nothing:
all that is pending is in its frame and in the state, so that whatever waits can be cloned and written down.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, ClassVar, Final, Generic, TypeVar, final

from samovar.kernel.cards import first as lowest
from samovar.kernel.ints import i64, mypyc_attr, vec
from samovar.kernel.state import EVERYONE, State, seat_of, zeros

ALL_SEATS: Final = (1 << 12) - 1

MAX_OPTIONS: Final = 512
BLANK: Final = zeros(MAX_OPTIONS)


@final
class Options:
    """A list of actions that is filled again and again, with weights beside it when Nature decides."""

    __slots__ = (
        "items",
        "weights",
        "n",
        "total",
        "seat",
        "forced",
        "drawn",
    )

    def __init__(self) -> None:
        self.items: vec[i64] = BLANK[:]
        self.weights: vec[i64] = BLANK[:]
        self.n: i64 = 0
        self.total: i64 = 0  # of the weights; 0: all options are equally likely
        self.seat: i64 = 0  # whose they are: the loop leaves it here, so that nobody has to look twice
        self.drawn: i64 = 0  # outcomes of a draw that is not listed, all equally likely
        self.forced: i64 = 0  # how many questions to players have answered themselves so far

    def clear(self) -> None:
        self.n = 0
        self.total = 0

    def offer(self, verb: i64, argument: i64 = 0) -> None:
        """One more action. More than MAX_OPTIONS is a big combination that wants to be several choices."""
        self.items[self.n] = verb << 8 | argument
        self.n += 1

    def weigh(self, verb: i64, argument: i64, weight: i64) -> None:
        """An outcome of chance that is ``weight`` times as likely as one of weight 1."""
        self.items[self.n] = verb << 8 | argument
        self.weights[self.n] = weight
        self.n += 1
        self.total += weight

    def offer_cards(self, verb: i64, cards: i64, base: i64 = 0) -> None:
        """An action for each card of a set, in ascending order; the cards are numbered from ``base``."""
        items = self.items
        n = self.n
        first = verb << 8 | base
        while cards:
            if cards & 1:
                items[n] = first
                n += 1
            cards >>= 1
            first += 1
        self.n = n

    def offer_few(self, verb: i64, cards: i64, base: i64 = 0) -> None:
        """The same, quicker where few of many possible cards are in the set."""
        items = self.items
        n = self.n
        first = verb << 8 | base
        while cards:
            items[n] = first + lowest(cards)
            n += 1
            cards &= cards - 1
        self.n = n

    def weigh_kinds(self, verb: i64, bag: vec[i64], last: i64) -> None:
        """A draw from a bag: each kind from 1 to last that is in it, as likely as there are pieces of it."""
        items, weights = self.items, self.weights
        n = self.n
        total = self.total
        for kind in range(1, last + 1):
            pieces = bag[kind]
            if pieces:
                items[n] = verb << 8 | kind
                weights[n] = pieces
                total += pieces
                n += 1
        self.n = n
        self.total = total

    def list(self) -> list[int]:
        return [self.items[i] for i in range(self.n)]

    def has(self, a: i64) -> bool:
        for i in range(self.n):
            if self.items[i] == a:
                return True
        return False


class Refusal:
    """An action that a person might expect, why it is not to be had, and the rule that says so."""

    def __init__(self, action: int, reason: str, rule: str) -> None:
        self.action: Final = action
        self.reason: Final = reason
        self.rule: Final = rule


S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[S]):
    """A singleton per heading of the rulebook."""

    # The actor ("seat", "nature", "everyone" or "nobody") and the numbers of the frame with their ranges:
    # "seat space=1..12 fur=2..9". A number whose range ends in "?" is 0 if the constructor is not given it.
    # tools/frames.py writes the constructors from this line; positions are checked against it.
    takes: ClassVar[str] = "seat"
    # Whether auxiliary actions may be taken while this question is open.
    anchor: ClassVar[bool] = False
    # The steps that may come right before this one in a position from outside: "anything", "nothing" (it can
    # only be the next thing to do), or the names of the steps that leave intact what it relies on.
    behind: ClassVar[str] = "anything"

    def run(self, s: S, f: i64) -> None:
        """An automatic step (``nobody``): the frame is off the stack; do it."""

    def options(self, s: S, f: i64, seat: i64, out: Options) -> None:
        """All legal actions of this seat, distinct, in a fixed order; Nature's perhaps with weights."""

    def outcomes(self, s: S, f: i64) -> i64:
        """The number of outcomes of a draw that are all equally likely, so that no list of them is needed.
        0: they must be listed.
        """
        return 0

    def outcome(self, s: S, f: i64, k: i64) -> i64:
        """One of these outcomes, counted from 0 in the order of ``options``."""
        return -1

    def apply(self, s: S, f: i64, seat: i64, a: i64) -> None:
        """The frame is off the stack and this action was chosen: carry it out, push what follows."""

    def pending(self, s: S, f: i64) -> i64:
        """The seats (one bit each) that still have to decide, if everyone takes this step."""
        return 0

    def decider(self, s: S, f: i64) -> i64:
        """The first of these seats, -1 if there is none."""
        waiting = self.pending(s, f)
        return lowest(waiting) if waiting else -1

    def may_be_forced(self, s: S, f: i64, seat: i64) -> bool:
        """Whether this question, asked beside others, can have a single answer, which then answers itself.
        False, where that is certain, saves listing the options.
        """
        return True

    def witnesses(self, s: S, f: i64, seat: i64) -> i64:
        """The seats (one bit each) that learn at once which action is chosen here.

        What several decide at the same time is hidden until it is revealed; all else is open by default.
        """
        return 1 << seat if seat_of(f) == EVERYONE else ALL_SEATS

    def cheapest(self, s: S, f: i64, seat: i64, out: Options) -> i64:
        """The one of these ways to pay that the game proposes; -1: it proposes none."""
        return -1

    def refusals(self, s: S, f: i64, seat: i64, out: list[Refusal]) -> None:
        """Append the actions that a person might expect here and cannot take."""

    def faults(self, s: S, f: i64) -> list[str]:
        """The faults of this frame in a position from outside, beyond the ranges in ``takes``."""
        return []


class Argument:
    """A number with its name and its range: of a frame, of a card effect."""

    def __init__(self, name: str, low: int, high: int) -> None:
        self.name: Final = name
        self.low: Final = low
        self.high: Final = high


def read_takes(takes: str) -> tuple[str, list[Argument]]:
    """The actor and the numbers of a frame."""
    actor, _, numbers = takes.partition(" ")
    return actor, read_arguments(numbers)


def read_arguments(text: str) -> list[Argument]:
    """The numbers that a text declares: ``space=1..12 fur=2..9``."""
    arguments: list[Argument] = []
    for word in text.split():
        name, _, span = word.partition("=")
        low, _, high = span.rstrip("?").partition("..")
        arguments.append(Argument(name, int(low), int(high)))
    return arguments


def steps_of(frames: dict[str, str], chapters: list[ModuleType]) -> list[Step[Any]]:
    """The steps of the chapters by number, as the generated ``frames.py`` of a game numbers them.

    ValueError if the classes and ``frames.py`` disagree. A class that other steps inherit from is not a step.
    """
    classes = _step_classes(chapters)
    faults = [f"step {name} has no class in the chapters" for name in frames if name not in classes]
    for name, found in classes.items():
        if name not in frames:
            faults.append(f"step {name} has no frame")
        elif found.takes != frames[name]:
            faults.append(f"step {name} takes {found.takes!r}, its frame {frames[name]!r}")
    if faults:
        raise ValueError("; ".join(faults) + ": run tools/frames.py")
    return [classes[name]() for name in frames]


def _step_classes(chapters: list[ModuleType]) -> dict[str, type[Step[Any]]]:
    found: list[type[Step[Any]]] = []
    for chapter in chapters:
        for part in vars(chapter).values():
            if isinstance(part, type) and issubclass(part, Step):
                origin: Any = part  # mypyc would look for __module__ among the attributes of a step
                if origin.__module__ == chapter.__name__:
                    found.append(part)
    bases = {base for step in found for base in step.__mro__[1:]}
    return {step.__name__: step for step in found if step not in bases}
