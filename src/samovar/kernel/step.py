"""Steps of the rules. A step lists the legal actions of a decision and applies the chosen one.

There is one Step class per heading of the rulebook. Its docstring names the rule ids. Steps have no state of
their own: everything pending is in frames and in the state, which can be cloned and written as text.
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
    """A reusable buffer of legal actions, with weights if Nature decides."""

    __slots__ = (
        "items",
        "weights",
        "n",
        "total",
        "seat",
        "forced",
        "unlisted",
    )

    def __init__(self) -> None:
        self.items: vec[i64] = BLANK[:]
        self.weights: vec[i64] = BLANK[:]
        self.n: i64 = 0
        self.total: i64 = 0  # sum of the weights; 0: all options are equally likely
        self.seat: i64 = 0  # the seat that decides, set by ``Rules.advance``
        self.unlisted: i64 = 0  # number of outcomes, equally likely, of a draw that is not in ``items``
        self.forced: i64 = 0  # number of decisions so far with a single option, which is played automatically

    def clear(self) -> None:
        self.n = 0
        self.total = 0

    def offer(self, verb: i64, argument: i64 = 0) -> None:
        """Add an action. A game splits a choice with more than MAX_OPTIONS actions into several choices."""
        self.items[self.n] = verb << 8 | argument
        self.n += 1

    def weigh(self, verb: i64, argument: i64, weight: i64) -> None:
        """Add an outcome of chance. It is ``weight`` times as likely as one of weight 1."""
        self.items[self.n] = verb << 8 | argument
        self.weights[self.n] = weight
        self.n += 1
        self.total += weight

    def offer_cards(self, verb: i64, cards: i64, base: i64 = 0) -> None:
        """Add an action for each card of a set, in ascending order. Argument: ``base`` plus the card."""
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
        """Like ``offer_cards``, but faster for sets with few of many possible cards."""
        items = self.items
        n = self.n
        first = verb << 8 | base
        while cards:
            items[n] = first + lowest(cards)
            n += 1
            cards &= cards - 1
        self.n = n

    def weigh_kinds(self, verb: i64, bag: vec[i64], last: i64) -> None:
        """Add the outcomes of a draw from a bag: the kinds 1 to ``last``, weighted by their pieces."""
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
    """An illegal action that a player might expect to be legal, with the reason and the rule id."""

    def __init__(self, action: int, reason: str, rule: str) -> None:
        self.action: Final = action
        self.reason: Final = reason
        self.rule: Final = rule


S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[S]):
    """One heading of the rulebook. Each subclass has a single instance."""

    # The actor ("seat", "nature", "everyone" or "nobody") and the numbers of the frame with their ranges:
    # "seat space=1..12 fur=2..9". A number whose range ends in "?" has the default 0 in the constructor.
    # tools/frames.py writes the constructors from this line. Positions are checked against it.
    takes: ClassVar[str] = "seat"
    # True if auxiliary actions are legal while this decision is open.
    anchor: ClassVar[bool] = False
    # The steps that may run right before this one in a position written by hand: "anything", "nothing" (this
    # must be the next step), or names of steps. Any other step could make the numbers of this frame wrong.
    behind: ClassVar[str] = "anything"

    def run(self, s: S, f: i64) -> None:
        """Carry out an automatic step (actor ``nobody``). Its frame has been popped."""

    def options(self, s: S, f: i64, seat: i64, out: Options) -> None:
        """Add all legal actions of this seat: distinct, in a fixed order. Nature's may have weights."""

    def outcomes(self, s: S, f: i64) -> i64:
        """The number of outcomes of a draw if they are equally likely and need not be listed, else 0."""
        return 0

    def outcome(self, s: S, f: i64, k: i64) -> i64:
        """The outcome number ``k`` of ``outcomes``, counted from 0 in the order of ``options``."""
        return -1

    def apply(self, s: S, f: i64, seat: i64, a: i64) -> None:
        """Carry out the chosen action and push the frames that follow. The step's own frame is popped."""

    def pending(self, s: S, f: i64) -> i64:
        """The seats that still have to decide, as a bit set, if the actor of this step is ``everyone``."""
        return 0

    def decider(self, s: S, f: i64) -> i64:
        """The first seat of ``pending``, or -1 if there is none."""
        waiting = self.pending(s, f)
        return lowest(waiting) if waiting else -1

    def may_be_forced(self, s: S, f: i64, seat: i64) -> bool:
        """False if this question of a simultaneous step always has several options.

        A question with a single option is answered automatically. False saves the time to count the options.
        """
        return True

    def visible_part(self, s: S, f: i64, a: i64) -> i64:
        """The part of an action that other seats than its witnesses see, such as the back of a card.

        0: they see nothing. Only the laws call it.
        """
        return 0

    def witnesses(self, s: S, f: i64, seat: i64) -> i64:
        """The seats, as a bit set, that see at once which action is chosen.

        By default, simultaneous decisions are hidden until they are revealed and all others are open.
        """
        return 1 << seat if seat_of(f) == EVERYONE else ALL_SEATS

    def cheapest(self, s: S, f: i64, seat: i64, out: Options) -> i64:
        """The option in ``out`` that the game proposes as payment, or -1 if it proposes none."""
        return -1

    def refusals(self, s: S, f: i64, seat: i64, out: list[Refusal]) -> None:
        """Append the illegal actions that a player might expect to be legal here."""

    def faults(self, s: S, f: i64) -> list[str]:
        """The faults of this frame in a position written by hand, beyond the ranges in ``takes``."""
        return []


class Argument:
    """The name and the range of a number in a frame or a card effect."""

    def __init__(self, name: str, low: int, high: int) -> None:
        self.name: Final = name
        self.low: Final = low
        self.high: Final = high


def read_takes(takes: str) -> tuple[str, list[Argument]]:
    """The actor and the arguments that a ``takes`` line declares."""
    actor, _, numbers = takes.partition(" ")
    return actor, read_arguments(numbers)


def read_arguments(text: str) -> list[Argument]:
    """The arguments that a text such as ``space=1..12 fur=2..9`` declares."""
    arguments: list[Argument] = []
    for word in text.split():
        name, _, span = word.partition("=")
        low, _, high = span.rstrip("?").partition("..")
        arguments.append(Argument(name, int(low), int(high)))
    return arguments


def steps_of(frames: dict[str, str], modules: list[ModuleType]) -> list[Step[Any]]:
    """The steps in the rule modules of a game, ordered by their numbers in its generated ``frames.py``.

    ValueError if the classes and ``frames.py`` disagree. Base classes of other steps are not steps.
    """
    classes = _step_classes(modules)
    faults = [f"step {name} has no class in the rule modules" for name in frames if name not in classes]
    for name, found in classes.items():
        if name not in frames:
            faults.append(f"step {name} is missing in frames.py")
        elif found.takes != frames[name]:
            faults.append(f"step {name} takes {found.takes!r}, but frames.py has {frames[name]!r}")
    if faults:
        raise ValueError("; ".join(faults) + ": run tools/frames.py")
    return [classes[name]() for name in frames]


def _step_classes(modules: list[ModuleType]) -> dict[str, type[Step[Any]]]:
    found: list[type[Step[Any]]] = []
    for module in modules:
        for part in vars(module).values():
            if isinstance(part, type) and issubclass(part, Step):
                origin: Any = part  # mypyc would look for __module__ among the attributes of a step
                if origin.__module__ == module.__name__:
                    found.append(part)
    bases = {base for step in found for base in step.__mro__[1:]}
    return {step.__name__: step for step in found if step not in bases}
