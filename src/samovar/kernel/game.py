"""The rules of a game, and the loop that plays every game.

The loop is the same for all games. It looks at the frame on top of the stack. Automatic steps run at once, a
decision with a single option is played automatically, and all others wait for their seat or for Nature.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast, final

from samovar.kernel import positions
from samovar.kernel.components import Components
from samovar.kernel.errors import BadInput, Stuck
from samovar.kernel.ints import i64, mypyc_attr, vec
from samovar.kernel.reading import Reader
from samovar.kernel.rng import Rng
from samovar.kernel.simultaneous import SimultaneousStep
from samovar.kernel.state import EVERYONE, NATURE, NOBODY, Event, State, View, seat_of, zeros
from samovar.kernel.step import ALL_SEATS, Argument, Options, Refusal, Step, read_takes

FIRST_NATURE_VERB: Final = 40  # verbs of Nature are from here up to FIRST_AUXILIARY_VERB
# Verbs from here up are auxiliary actions. The open question stays on the stack.
FIRST_AUXILIARY_VERB: Final = 192
MAX_AUTOMATIC: Final = 100_000  # limit of automatic steps between two decisions


# A function that translates the moves (seat, token) of a log.
Migration: TypeAlias = Callable[[list[tuple[int, str]]], list[tuple[int, str]]]


class GameOption:
    """An option of a game: a variant or module that is chosen before the game begins."""

    def __init__(
        self, name: str, default: str, values: list[str], help: str, usual: list[str] | None = None
    ) -> None:
        self.name: Final = name
        self.default: Final = default
        self.values: Final = values  # if empty, ``Rules.check_options`` checks the value
        self.help: Final = help
        # the values that a form offers; if empty, the form has a text field
        self.usual: Final = values or usual or []


class Score:
    """The score of one player at the end, or as if the game ended now.

    An automa has a score, too. It comes after the scores of the seats and has the next number as ``seat``.

    >>> Score(0, {"wishes": 12, "coins": 3}).total
    15
    """

    def __init__(self, seat: int, breakdown: dict[str, int]) -> None:
        self.seat: Final = seat
        self.breakdown: Final = breakdown  # by category, in the order of the rulebook
        self.total: Final = sum(breakdown.values())
        self.rank = 0  # 1 is the winner; ranks are equal only if the rules do not break the tie

    def __repr__(self) -> str:
        return f"Score(seat={self.seat}, total={self.total}, rank={self.rank}, breakdown={self.breakdown})"


class Proposal:
    """A complete payment that the game proposes: one action per question, and the events of paying."""

    def __init__(self) -> None:
        self.actions: Final[list[int]] = []
        self.events: Final[list[Event]] = []


class Shortcut:
    """Several answers of a seat as one choice.

    A person picks all ``picks``, in any order. Then ``actions`` are played, in this order. A forced answer
    is in ``picks`` but not in ``actions``, because the loop plays it.
    """

    def __init__(self, picks: list[int], actions: list[int]) -> None:
        self.picks: Final = picks
        self.actions: Final = actions


S = TypeVar("S", bound=State)
B = TypeVar("B", bound=Components)


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules(ABC, Generic[S, B]):
    """The rules of one game, generic in the types of its state and of its box.

    A subclass lists the steps and defines set-up, hidden information, scoring and positions.
    """

    def __init__(
        self,
        name: str,
        title: str,
        min_seats: int,
        max_seats: int,
        options: list[GameOption],
        steps: list[Step[Any]],
        hidden: bool = False,
        rules_version: int = 1,
        replays: frozenset[int] = frozenset(),
        migrations: Mapping[int, Migration] | None = None,
        first_sha256: str = "",
    ) -> None:
        """Set the properties of the game. ``hidden``: it can hide information from a seat, see ``hides``.

        ``rules_version`` grows with every change after which a log could lead to another state. ``replays``:
        older versions whose logs give identical states with these rules. ``migrations`` maps an older version
        to the function that translates the moves of its logs. ``first_sha256`` names the component file of
        version 1 in ``boxes/``, for logs that do not name their box. Empty means the standard box.
        """
        self.name: Final = name
        self.title: Final = title
        self.min_seats: Final = min_seats
        self.max_seats: Final = max_seats
        self.usual_seats: Final = max(min_seats, 2)  # default of a position without ``seats``
        self.option_list: Final = options
        self.hidden: Final = hidden
        self.rules_version: Final = rules_version
        self.replays: Final = replays | {rules_version}
        self.migrations: Final[Mapping[int, Migration]] = migrations or {}
        self.first_sha256: Final = first_sha256
        self.steps: Final = steps
        self.standard: B | None = None
        self.first_box: B | None = None
        self.anchors: vec[i64] = zeros(len(steps))
        self.step_names: Final[list[str]] = []
        self.step_ids: Final[dict[str, int]] = {}
        self.actor_kinds: Final[list[str]] = []  # by step: "seat", "nature", "everyone" or "nobody"
        self.arguments: Final[list[list[Argument]]] = []
        self.question_steps: Final[set[str]] = set()  # steps whose frames wait in ``asked``, not on the stack
        for i, step in enumerate(steps):
            self.anchors[i] = 1 if step.anchor else 0
            step_name = type(step).__name__
            self.step_names.append(step_name)
            self.step_ids[step_name] = i
            actor_kind, arguments = read_takes(step.takes)
            self.actor_kinds.append(actor_kind)
            self.arguments.append(arguments)
            if isinstance(step, SimultaneousStep):
                step.steps = steps
                self.question_steps.update(step.questions.split())
        # In ``asked`` 0 means no question. A frame of step 0 for seat 0 is also 0, so step 0 cannot be a
        # question.
        assert self.question_steps <= set(self.step_names[1:]), self.question_steps  # noqa: S101 (of a game)

    # ---- defined by each game ----

    @abstractmethod
    def load(self, text: str) -> B:
        """The box of a component file, given as text. BadInput lists every fault."""

    def standard_text(self) -> str:
        """The component file that the rules ship with: ``components.toml`` in the package of the game."""
        return self._file("components.toml")

    def first_text(self) -> str:
        """The component file of rules version 1, for logs that do not name their box."""
        return self._file(f"boxes/{self.first_sha256}.toml") if self.first_sha256 else self.standard_text()

    def _file(self, name: str) -> str:
        from importlib.resources import files  # slow to import, and --help does not need it

        package = type(self).__module__.rpartition(".")[0]
        return files(package).joinpath(name).read_text(encoding="utf-8")

    def standard_box(self) -> B:
        """The box that the rules ship with, cached."""
        if self.standard is None:
            self.standard = self.load(self.standard_text())
        return self.standard

    def first_digest(self) -> str:
        """The digest of the box of rules version 1. Positions and records without a digest have it."""
        return self.first_sha256[:16] or self.standard_box().digest

    def shipped_box(self, digest: str) -> B:
        """The shipped box that a position or record names by this digest.

        Without a digest it is the box of rules version 1. For any other digest it is the standard box, so the
        caller must compare the digests.
        """
        standard = self.standard_box()
        if self.first_digest() == standard.digest or digest not in ("", self.first_digest()):
            return standard
        if self.first_box is None:
            self.first_box = self.load(self.first_text())
        return self.first_box

    def check_options(self, box: B, seats: int, options: dict[str, str], faults: list[str]) -> None:
        """Check and normalize, in place, the options that have no list of values."""

    def seat_option(self) -> str:
        """The name of the option of which each player chooses one value, such as a colour. Empty if there is
        none.

        The value of the option lists those of the seats, separated by commas. ``check_options`` ensures that
        no two seats have the same.
        """
        return ""

    def seat_values(self, box: B) -> list[str]:
        """The values of ``seat_option`` from which a seat may choose, in the order of the box."""
        return []

    def option_sets(self, seats: int) -> list[dict[str, str]]:
        """Sets of options that cover all differences in the rules. The laws are checked with each set."""
        return [{}]

    @abstractmethod
    def new(self, box: B, seats: int, options: dict[str, str]) -> S:
        """The state before set-up. Set-up draws are pending on the stack."""

    def auxiliary(self, s: S, seat: i64, out: Options) -> None:
        """Add the auxiliary actions of this seat to ``out``."""

    def apply_auxiliary(self, s: S, seat: i64, a: i64) -> None:
        """Carry out an auxiliary action. The open decision stays on the stack, below any pushed frames."""

    def hides(self, seats: int) -> bool:
        """True if the game with this number of seats has information that is hidden from a seat."""
        return self.hidden

    def hide(self, s: S, seat: int) -> None:
        """Overwrite everything that this seat may not see with UNKNOWN. ``s`` is a copy.

        By default nothing is hidden.
        """

    def deal_unknown(self, s: S, rng: Rng) -> None:
        """Replace every UNKNOWN by a random value consistent with the view. ``s`` is a copy."""

    def seen(self, event: Event, seat: int) -> Event:
        """The event as this seat may see it, with UNKNOWN for hidden values."""
        return event

    @abstractmethod
    def score(self, s: S) -> list[Score]:
        """The score of every player if the game ended now, with ranks, in the order of the players."""

    @abstractmethod
    def faults(self, s: S) -> list[str]:
        """The faults of this state: duplicate or missing pieces, counts out of range."""

    def transition_faults(self, before: S, after: S) -> list[str]:
        """The changes between two states that one action cannot make, such as a skipped round.

        ``faults`` checks one state, this method two consecutive states. Only the laws call it.
        """
        return []

    @abstractmethod
    def options_of(self, s: S) -> dict[str, str]:
        """The options that this game was started with, in canonical form."""

    @abstractmethod
    def write_body(self, s: S, top: list[str], tables: list[str]) -> None:
        """Append the game's own part of a position as TOML: keys to ``top``, tables to ``tables``."""

    @abstractmethod
    def read_body(self, reader: Reader, box: B, seats: int, options: dict[str, str]) -> S:
        """The state of a position without its stack. Missing keys take the values of a fresh set-up."""

    @abstractmethod
    def default_stack(self, s: S, reader: Reader) -> list[int]:
        """The stack of a position without ``todo``, derived from keys such as ``to_move``."""

    def turn(self, s: S) -> int:
        """A number that changes with each turn. Records have a line per turn, ``restart_turn`` undoes one."""
        return 0

    def stack_faults(self, s: S) -> list[str]:
        """The faults of the stack as a whole, beyond those of each frame."""
        return []

    # ---- views ----

    @final
    def redact(self, s: S, seat: int) -> View:
        """A copy of the state in which everything hidden from this seat is UNKNOWN."""
        view = s.clone()
        self.hide(view, seat)
        return View(view)

    @final
    def determinize(self, view: View, rng: Rng) -> S:
        """A random full state that is consistent with this view (a determinization)."""
        s = cast(S, view.clone())  # a view is a state of the same game with UNKNOWN values
        self.deal_unknown(s, rng)
        return s

    # ---- the loop (final methods can be inlined) ----

    def start(self, box: B, seats: int, options: Mapping[str, str], out: Options) -> S:
        """A new game, advanced to its first decision, which is usually a draw of Nature."""
        s = self.new(box, seats, self.canonical(seats, options, box))
        self.advance(s, out)
        return s

    @final
    def actor(self, s: S) -> i64:
        """The next actor: a seat, NATURE, or NOBODY when the game is over."""
        if s.depth == 0:
            return NOBODY
        f = s.todo[s.depth - 1]
        seat = seat_of(f)
        if seat == EVERYONE:
            seat = self.steps[f & 255].decider(s, f)
            if seat < 0:
                raise Stuck(f"no seat is left to decide at {self.frame_text(f)}")
        return seat

    def actors(self, s: S) -> list[int]:
        """All actors that must decide now: seats in order, [NATURE], or [] when the game is over."""
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
        """List the legal actions of a seat in ``out``, in a fixed order. Only a seat that decides has any."""
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
        """Carry out a legal action, then advance to the next decision.

        Afterwards ``out`` holds the options of the next actor, so that a search need not list them again. If
        several seats must decide, it holds those of the first. Of a draw that is not listed, it only holds
        the number of outcomes. The action is not checked here: ``Match`` checks untrusted actions.
        """
        if a >> 8 >= FIRST_AUXILIARY_VERB:
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
        """Run automatic steps and play single options. Put the options of the next decision into ``out``."""
        steps = self.steps
        automatic: i64 = 0
        while s.depth > 0:
            f = s.todo[s.depth - 1]
            seat = f >> 8 & 15
            step = steps[f & 255]
            automatic += 1
            if automatic > MAX_AUTOMATIC:
                raise Stuck(f"{MAX_AUTOMATIC} steps without a decision, then {self.frame_text(f)}")
            if seat == NOBODY:
                s.depth -= 1
                step.run(s, f)
            else:
                out.n = 0
                out.total = 0
                decides = seat
                if seat == EVERYONE:
                    decides = step.decider(s, f)
                    if decides < 0:
                        s.depth -= 1
                        step.run(s, f)
                        continue
                elif seat == NATURE:
                    out.unlisted = step.outcomes(s, f)
                    if out.unlisted > 1:
                        out.seat = NATURE
                        return
                step.options(s, f, decides, out)
                if self.anchors[f & 255]:
                    self.auxiliary(s, decides, out)
                if out.n != 1 or seat == EVERYONE:
                    if out.n == 0:
                        raise Stuck(f"there is no option at {self.frame_text(f)}")
                    out.seat = decides
                    return
                a = out.items[0]
                if a >> 8 >= FIRST_AUXILIARY_VERB:
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
    def chance(self, s: S, out: Options, rng: Rng) -> i64:
        """A random outcome of the open draw, by weight. ``out`` holds its options, as ``play`` left them."""
        if out.n == 0:
            f = s.todo[s.depth - 1]
            return self.steps[f & 255].outcome(s, f, rng.below(out.unlisted))
        if out.total == 0:
            return out.items[rng.below(out.n)]
        rest = rng.below(out.total)
        i: i64 = 0
        while rest >= out.weights[i]:
            rest -= out.weights[i]
            i += 1
        return out.items[i]

    @final
    def playout(self, s: S, rng: Rng, out: Options, players: Rng | None = None) -> int:
        """Play random actions to the end. Return the number of decisions of players, without Nature's draws.

        With a second generator ``players``, the choices of players do not influence Nature's draws.
        """
        choices = rng if players is None else players
        decisions: i64 = 0
        self.advance(s, out)
        while s.depth > 0:
            seat = out.seat
            if seat == NATURE:
                self.play(s, NATURE, self.chance(s, out, rng), out)
                continue
            self.play(s, seat, out.items[choices.below(out.n)], out)
            decisions += 1
        return decisions

    def witnesses(self, s: S, seat: i64, a: i64) -> i64:
        """The seats, as a bit set, that see at once which action is chosen. Auxiliary actions are open."""
        if s.depth == 0 or a >> 8 >= FIRST_AUXILIARY_VERB:
            return ALL_SEATS
        f = s.todo[s.depth - 1]
        return self.steps[f & 255].witnesses(s, f, seat)

    def obvious(self, s: S, seat: int) -> int:
        """The obvious answer to the open question of this seat, or -1 if the seat must be asked.

        It is at least as good as all others, or it ends a question at which only auxiliary actions are
        possible. ``Match`` can play it without asking. The player can take it back.
        """
        return -1

    def shortcuts(self, s: S, seat: int) -> list[Shortcut]:
        """The shortcuts for the open question of this seat and the questions that follow it."""
        return []

    def proposal(self, s: S, seat: int) -> Proposal | None:
        """The complete payment that the game proposes to this seat now. None if there is none."""
        if s.depth == 0 or seat_of(s.todo[s.depth - 1]) != seat:
            return None
        found = Proposal()
        paid = s.clone()
        paid.journal = found.events
        out = Options()
        while paid.depth == s.depth:  # a payment may have several questions, all at this depth
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
        """The illegal actions that this seat might expect to be legal now, with reason and rule."""
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
        """Append the auxiliary actions that are refused, as ``Step.refusals`` does for the others."""

    # ---- options ----

    def check_seats(self, seats: int) -> None:
        if not self.min_seats <= seats <= self.max_seats:
            raise BadInput(
                "seats", [f"{self.title} is for {self.min_seats} to {self.max_seats} seats, not {seats}"]
            )

    def canonical(self, seats: int, given: Mapping[str, str], box: B | None = None) -> dict[str, str]:
        """All options with their values, defaults included. BadInput lists every fault.

        ``box`` is the standard one if none is given.
        """
        self.check_seats(seats)
        faults: list[str] = []
        known = {option.name: option for option in self.option_list}
        for name in given:
            if name not in known:
                those = ", ".join([f"{option.name} ({option.help})" for option in self.option_list])
                faults.append(f"{self.title} has no option {name!r}; its options: {those or 'none'}")
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
        """The text of a frame, such as ``Hunt(0,4)``: the step, its seat if it has one, its numbers."""
        return positions.frame_text(self, f)

    def frame_parse(self, text: str, seats: int, faults: list[str], key: str = "todo") -> int:
        """The frame of a text. 0 and a fault if the text is not a frame."""
        return positions.frame_parse(self, text, seats, faults, key)

    def write(self, s: S) -> str:
        """The position as canonical TOML: equal states give equal texts."""
        return positions.write(self, s)

    def read(self, reader: Reader, box: B) -> S:
        """The state of a position. BadInput lists every fault."""
        return positions.read(self, reader, box)


Game: TypeAlias = Rules[State, Components]  # any game, for code that works with all games
# Any game as an argument. A concrete game is not a ``Game`` for mypy, because both parameters are invariant.
AnyRules: TypeAlias = Rules[Any, Any]
