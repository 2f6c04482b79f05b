"""A game: its steps, and the one loop that plays every game.

The loop knows nothing of any game. It looks at the frame on top of the stack: automatic steps run by
themselves, a question with a single answer answers itself, and everything else waits for its seat or for
Nature.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast, final

from samovar.kernel import positions
from samovar.kernel.components import Components
from samovar.kernel.dice import Dice
from samovar.kernel.errors import BadInput, Stuck
from samovar.kernel.ints import i64, mypyc_attr, vec
from samovar.kernel.reading import Reader
from samovar.kernel.state import EVERYONE, NATURE, NOBODY, Event, State, View, seat_of, zeros
from samovar.kernel.step import ALL_SEATS, Argument, Options, Refusal, Step, read_takes
from samovar.kernel.together import Together

NATURES: Final = 40  # verbs from here up to the auxiliary ones are Nature's
AUXILIARY: Final = 192  # verbs from here up are auxiliary actions: the open question stays on the stack
MAX_AUTOMATIC: Final = 100_000  # steps between two decisions


Migration: TypeAlias = Callable[[list[tuple[int, str]]], list[tuple[int, str]]]  # of moves: seat, token


class Option:
    """A choice that is made before the game begins."""

    def __init__(
        self, name: str, default: str, values: list[str], help: str, usual: list[str] | None = None
    ) -> None:
        self.name: Final = name
        self.default: Final = default
        self.values: Final = values  # empty: the game checks it itself
        self.help: Final = help
        self.usual: Final = values or usual or []  # the values that a form offers; empty: any text


class Score:
    """One player at the end, or as if the game ended now.

    A player without a seat, for whom the rules decide (an automa), has a score like all others; it comes
    after those of the seats, and its number goes on from theirs.
    """

    def __init__(self, seat: int, breakdown: dict[str, int]) -> None:
        self.seat: Final = seat
        self.breakdown: Final = breakdown  # by category, in the order of the rulebook
        self.total: Final = sum(breakdown.values())
        self.rank = 0  # 1 is the winner; equal ranks only where the rules let a tie stand

    def __repr__(self) -> str:
        return f"Score(seat={self.seat}, total={self.total}, rank={self.rank}, breakdown={self.breakdown})"


class Proposal:
    """A whole payment as the game proposes it: an action for each question, and what is paid in all."""

    def __init__(self) -> None:
        self.actions: Final[list[int]] = []
        self.events: Final[list[Event]] = []


S = TypeVar("S", bound=State)
B = TypeVar("B", bound=Components)


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules(ABC, Generic[S, B]):
    """The rules of one game, with the types of its state and of its box.

    A subclass lists the steps and defines how to set up, hide, score and write down.
    """

    def __init__(
        self,
        name: str,
        title: str,
        min_seats: int,
        max_seats: int,
        options: list[Option],
        steps: list[Step[Any]],
        hidden: bool = False,
        rules_version: int = 1,
        replays: frozenset[int] = frozenset(),
        migrations: Mapping[int, Migration] | None = None,
        first_box: str = "",
    ) -> None:
        """``hidden``: seats may know things that others must not see.

        ``rules_version`` grows with every change that could lead a log to another state. ``replays``: older
        versions whose logs these rules fold to identical states. ``migrations``: by older version, a function
        that translates the moves of its logs. ``first_box``: the SHA-256 of the component file of version 1
        in ``boxes/``, for logs that do not name their box; empty: the standard box.
        """
        self.name: Final = name
        self.title: Final = title
        self.min_seats: Final = min_seats
        self.max_seats: Final = max_seats
        self.usual_seats: Final = max(min_seats, 2)  # of a position that does not say
        self.option_list: Final = options
        self.hidden: Final = hidden
        self.rules_version: Final = rules_version
        self.replays: Final = replays | {rules_version}
        self.migrations: Final[Mapping[int, Migration]] = migrations or {}
        self.first_box: Final = first_box
        self.steps: Final = steps
        self.standard: B | None = None
        self.anchors: vec[i64] = zeros(len(steps))
        self.step_names: Final[list[str]] = []
        self.step_ids: Final[dict[str, int]] = {}
        self.deciders: Final[list[str]] = []
        self.arguments: Final[list[list[Argument]]] = []
        self.asked_beside: Final[set[str]] = set()  # steps whose frames wait in ``asked``, not on the stack
        for i, step in enumerate(steps):
            self.anchors[i] = 1 if step.anchor else 0
            step_name = type(step).__name__
            self.step_names.append(step_name)
            self.step_ids[step_name] = i
            who, numbers = read_takes(step.takes)
            self.deciders.append(who)
            self.arguments.append(numbers)
            if isinstance(step, Together):
                step.steps = steps
                self.asked_beside.update(step.questions.split())
        # A frame of step 0 may be the number 0, which in ``asked`` means no question.
        assert self.asked_beside <= set(self.step_names[1:]), self.asked_beside

    # ---- what each game says for itself ----

    @abstractmethod
    def load(self, text: str) -> B:
        """A box of components from the text of a component file; BadInput names every fault."""

    def standard_text(self) -> str:
        """The component file that the rules ship with: ``components.toml`` in the package of the game."""
        return self._file("components.toml")

    def first_text(self) -> str:
        """The component file of rules version 1, for logs that do not name their box."""
        return self._file(f"boxes/{self.first_box}.toml") if self.first_box else self.standard_text()

    def _file(self, name: str) -> str:
        from importlib.resources import files  # takes long to import, and --help does not need it

        package = type(self).__module__.rpartition(".")[0]
        return files(package).joinpath(name).read_text(encoding="utf-8")

    def standard_box(self) -> B:
        """The box that the rules ship with; it is opened once."""
        if self.standard is None:
            self.standard = self.load(self.standard_text())
        return self.standard

    def check_options(self, box: B, seats: int, options: dict[str, str], faults: list[str]) -> None:
        """Check, and bring to their canonical form, the options whose values the kernel does not know."""

    def option_sets(self, seats: int) -> list[dict[str, str]]:
        """The ways to begin that differ in their rules: what the laws are checked with."""
        return [{}]

    @abstractmethod
    def new(self, box: B, seats: int, options: dict[str, str]) -> S:
        """The very beginning: everything in the box, set-up waiting for Nature."""

    def auxiliary(self, s: S, seat: i64, out: Options) -> None:
        """Add the auxiliary actions of this seat."""

    def apply_auxiliary(self, s: S, seat: i64, a: i64) -> None:
        """Carry out an auxiliary action; the open question stays on the stack below what is pushed."""

    def hide(self, s: S, seat: int) -> None:
        """Write UNKNOWN over everything that this seat may not see; ``s`` is a copy. Nothing is hidden by
        default.
        """

    def deal(self, s: S, dice: Dice) -> None:
        """Replace every UNKNOWN by something that may be true for the owner of the view; ``s`` is a copy."""

    def seen(self, event: Event, seat: int) -> Event:
        """An event as this seat may know it: UNKNOWN for whatever only others see."""
        return event

    @abstractmethod
    def score(self, s: S) -> list[Score]:
        """Every player's score if the game ended now, ranked, in the order of their numbers."""

    @abstractmethod
    def faults(self, s: S) -> list[str]:
        """The faults of this state: pieces that exist twice or not at all, counts out of range."""

    def passage_faults(self, before: S, after: S) -> list[str]:
        """Changes that one action cannot make: points that fall, a card that comes back, a skipped round.

        ``faults`` looks at one state; this looks at two that follow each other. Only the laws ask.
        """
        return []

    @abstractmethod
    def options_of(self, s: S) -> dict[str, str]:
        """The options this game was begun with, in canonical form."""

    @abstractmethod
    def write_body(self, s: S, top: list[str], tables: list[str]) -> None:
        """The game's own part of a position, as lines of TOML: keys of the whole table, and tables of their
        own.
        """

    @abstractmethod
    def read_body(self, reader: Reader, box: B, seats: int, options: dict[str, str]) -> S:
        """The state of a position without its stack; what is left out is as in a fresh set-up."""

    @abstractmethod
    def default_stack(self, s: S, reader: Reader) -> list[int]:
        """The stack of a position that does not list it, derived from ``to_move`` and the like."""

    def turn(self, s: S) -> int:
        """A number that changes from turn to turn: where a line of a record ends and how far a restart goes
        back.
        """
        return 0

    def stack_faults(self, s: S) -> list[str]:
        """The faults of the stack as a whole, beyond those of each frame."""
        return []

    # ---- views ----

    @final
    def redact(self, s: S, seat: int) -> View:
        """The state as this seat sees it: a copy in which the rest is hidden."""
        view = s.clone()
        self.hide(view, seat)
        return View(view)

    @final
    def fill(self, view: View, dice: Dice) -> S:
        """A state that may be the truth, as far as the owner of this view can tell."""
        s = cast(S, view.clone())  # a view is a state of the same game with UNKNOWN in it
        self.deal(s, dice)
        return s

    # ---- the loop (final: what is never overridden can be inlined) ----

    def start(self, box: B, seats: int, options: Mapping[str, str], out: Options) -> S:
        """Begin a game: everything up to Nature's first draw."""
        s = self.new(box, seats, self.canonical(seats, options, box))
        self.advance(s, out)
        return s

    @final
    def actor(self, s: S) -> i64:
        """The actor that decides next: a seat, NATURE, or NOBODY when the game is over."""
        if s.depth == 0:
            return NOBODY
        f = s.todo[s.depth - 1]
        seat = seat_of(f)
        if seat == EVERYONE:
            seat = self.steps[f & 255].decider(s, f)
            if seat < 0:
                raise Stuck(f"nobody is left to decide at {self.frame_text(f)}")
        return seat

    def actors(self, s: S) -> list[int]:
        """All who must decide now, in seat order; Nature alone as [NATURE]; nobody when the game is over."""
        if s.depth == 0:
            return []
        f = s.todo[s.depth - 1]
        seat = seat_of(f)
        if seat != EVERYONE:
            return [seat]
        waiting = self.steps[f & 255].pending(s, f)
        return [p for p in range(s.seats) if waiting >> p & 1]

    @final
    def legal_into(self, s: S, seat: i64, out: Options) -> None:
        """All legal actions of a seat, distinct, in a fixed order. None if another decides."""
        out.clear()
        if s.depth == 0:
            return
        f = s.todo[s.depth - 1]
        decides = seat_of(f)
        if decides == seat or (decides == EVERYONE and seat < s.seats):
            self.steps[f & 255].options(s, f, seat, out)
            if self.anchors[f & 255]:
                self.auxiliary(s, seat, out)

    def legal(self, s: S, seat: i64) -> list[int]:
        out = Options()
        self.legal_into(s, seat, out)
        return out.list()

    @final
    def play(self, s: S, seat: i64, a: i64, out: Options) -> None:
        """Carry out a legal action and everything that follows without a choice.

        Afterwards ``out`` holds the options of whoever decides next (of the first, where several do): a
        search never has to ask for them again. Of a draw that need not be listed it holds only how many
        outcomes there are; ``chance`` finds one. The action is trusted; ``match`` is where strangers' actions
        are checked.
        """
        if a >> 8 >= AUXILIARY:
            self.apply_auxiliary(s, seat, a)
        else:
            s.depth -= 1
            f = s.todo[s.depth]
            self.steps[f & 255].apply(s, f, seat, a)
        if seat == NATURE:
            s.reveals += 1
        self.advance(s, out)

    @final
    def advance(self, s: S, out: Options) -> None:
        """Do all that leaves no choice, then list the options of whoever must decide."""
        steps = self.steps
        automatic: i64 = 0
        while s.depth > 0:
            f = s.todo[s.depth - 1]
            seat = f >> 8 & 15
            step = steps[f & 255]
            automatic += 1
            if automatic > MAX_AUTOMATIC:
                raise Stuck(f"no decision comes after {self.frame_text(f)}")
            if seat == NOBODY:
                s.depth -= 1
                step.run(s, f)
            else:
                out.n = 0
                out.total = 0
                asked = seat
                if seat == EVERYONE:
                    asked = step.decider(s, f)
                    if asked < 0:
                        s.depth -= 1
                        step.run(s, f)
                        continue
                elif seat == NATURE:
                    out.drawn = step.outcomes(s, f)
                    if out.drawn > 1:
                        out.seat = NATURE
                        return
                step.options(s, f, asked, out)
                if self.anchors[f & 255]:
                    self.auxiliary(s, asked, out)
                if out.n != 1 or seat == EVERYONE:
                    if out.n == 0:
                        raise Stuck(f"nothing can be chosen at {self.frame_text(f)}")
                    out.seat = asked
                    return
                a = out.items[0]
                if a >> 8 >= AUXILIARY:
                    self.apply_auxiliary(s, seat, a)
                else:
                    s.depth -= 1
                    step.apply(s, f, seat, a)
                if seat == NATURE:
                    s.reveals += 1
                else:
                    out.forced += 1
        out.clear()

    @final
    def chance(self, s: S, out: Options, dice: Dice) -> i64:
        """One of Nature's options, each with its weight; where they are not listed all are equally likely."""
        if out.n == 0:
            f = s.todo[s.depth - 1]
            return self.steps[f & 255].outcome(s, f, dice.below(out.drawn))
        if out.total == 0:
            return out.items[dice.below(out.n)]
        rest = dice.below(out.total)
        i: i64 = 0
        while rest >= out.weights[i]:
            rest -= out.weights[i]
            i += 1
        return out.items[i]

    @final
    def playout(self, s: S, dice: Dice, out: Options, players: Dice | None = None) -> int:
        """Play at random to the end; how many decisions the players took (Nature's not counted).

        The players may have dice of their own, so that what they roll does not change what Nature deals.
        """
        choices = dice if players is None else players
        decisions: i64 = 0
        self.advance(s, out)
        while s.depth > 0:
            seat = out.seat
            if seat == NATURE:
                self.play(s, NATURE, self.chance(s, out, dice), out)
                continue
            self.play(s, seat, out.items[choices.below(out.n)], out)
            decisions += 1
        return decisions

    def witnesses(self, s: S, seat: i64, a: i64) -> i64:
        """The seats (one bit each) that learn at once which action is chosen; auxiliary actions are open."""
        if s.depth == 0 or a >> 8 >= AUXILIARY:
            return ALL_SEATS
        f = s.todo[s.depth - 1]
        return self.steps[f & 255].witnesses(s, f, seat)

    def proposal(self, s: S, seat: int) -> Proposal | None:
        """The payment that this seat is asked for, to its end; None where none is asked for or proposed."""
        if s.depth == 0 or seat_of(s.todo[s.depth - 1]) != seat:
            return None
        found = Proposal()
        paid = s.clone()
        paid.journal = found.events
        out = Options()
        while paid.depth == s.depth:  # the next question of the payment lies where the last one lay
            f = paid.todo[paid.depth - 1]
            step = self.steps[f & 255]
            out.clear()
            step.options(paid, f, seat, out)
            a = step.cheapest(paid, f, seat, out)
            if a < 0:
                break
            if out.n > 1:
                found.actions.append(a)
            paid.depth -= 1
            step.apply(paid, f, seat, a)
        return found if found.actions else None

    def refusals(self, s: S, seat: int) -> list[Refusal]:
        """The actions that this seat might expect now and cannot take, each with reason and rule."""
        out: list[Refusal] = []
        if s.depth > 0:
            f = s.todo[s.depth - 1]
            if seat_of(f) in (seat, EVERYONE):
                self.steps[f & 255].refusals(s, f, seat, out)
                if self.anchors[f & 255]:
                    self.auxiliary_refusals(s, seat, out)
        legal = set(self.legal(s, seat))
        seen: set[int] = set()
        unique: list[Refusal] = []
        for refusal in out:
            if refusal.action not in legal and refusal.action not in seen:
                seen.add(refusal.action)
                unique.append(refusal)
        return unique

    def auxiliary_refusals(self, s: S, seat: int, out: list[Refusal]) -> None:
        """The same for auxiliary actions."""

    # ---- options ----

    def check_seats(self, seats: int) -> None:
        if not self.min_seats <= seats <= self.max_seats:
            raise BadInput(
                "seats", [f"{self.title} is for {self.min_seats} to {self.max_seats} seats, not {seats}"]
            )

    def canonical(self, seats: int, given: Mapping[str, str], box: B | None = None) -> dict[str, str]:
        """All options with their values for a box, the standard one if none is given; BadInput names
        everything that is wrong.
        """
        self.check_seats(seats)
        faults: list[str] = []
        known = {option.name: option for option in self.option_list}
        for name in given:
            if name not in known:
                those = ", ".join([f"{option.name} ({option.help})" for option in self.option_list])
                faults.append(f"{self.title} has no option {name!r}; it has {those or 'none'}")
        result: dict[str, str] = {}
        for name, option in known.items():
            value = str(given.get(name, option.default))
            if option.values and value not in option.values:
                faults.append(f"{name} must be one of {', '.join(option.values)}, not {value!r}")
            result[name] = value
        self.check_options(box or self.standard_box(), seats, result, faults)
        if faults:
            raise BadInput("options", faults)
        return result

    # ---- texts ----

    def frame_text(self, f: int) -> str:
        """``Hunt(0,4)``: the step, its seat if it has one, its numbers."""
        return positions.frame_text(self, f)

    def frame_parse(self, text: str, seats: int, faults: list[str], key: str = "todo") -> int:
        """The frame of a text; 0 with a fault if it is none."""
        return positions.frame_parse(self, text, seats, faults, key)

    def write(self, s: S) -> str:
        """The position as TOML: canonical, so that equal states have equal texts."""
        return positions.write(self, s)

    def read(self, reader: Reader, box: B) -> S:
        """The state of a position. BadInput names every fault; nothing half-read is ever returned."""
        return positions.read(self, reader, box)


Game: TypeAlias = Rules[State, Components]  # any game, for layers that need not know which
# Any game as an argument. A concrete game is not a ``Game`` for mypy, because both parameters are invariant.
AnyRules: TypeAlias = Rules[Any, Any]
