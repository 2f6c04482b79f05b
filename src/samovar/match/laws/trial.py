"""A random game that is checked against the laws, with helpers for all laws."""

from __future__ import annotations

from samovar.kernel.game import Game
from samovar.kernel.rng import Rng
from samovar.kernel.state import EVERYONE, NATURE, State, seat_of
from samovar.kernel.step import Options


class LawBroken(Exception):
    """A law does not hold."""

    def __init__(self, law: str, how: str) -> None:
        super().__init__(f"{law}: {how}")


def is_simultaneous(s: State) -> bool:
    return s.depth > 0 and seat_of(s.todo[s.depth - 1]) == EVERYONE


def waiting_frames(s: State) -> list[int]:
    """The frames on the stack and the open questions of simultaneous steps."""
    return s.stack() + [s.asked[seat] for seat in range(len(s.asked))]


class Trial:
    """One random game that is checked against the laws.

    A replica, which is a state without a match, replays the log of the match. After each action, Nature's
    included, its components must be complete. It must always equal the state of the match.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        options: dict[str, str],
        seed: int,
        components: str | None = None,
        seldom: int = 1,
    ) -> None:
        self.game = game
        self.seldom = seldom
        self.seats = seats
        self.options = options
        self.seed = seed
        self.components = components
        self.rng = Rng(-1 - seed)  # for the choices of the players
        self.check_rng = Rng(-1 - (seed ^ 0x5EED))  # for the choice of checks
        self.decisions = 0
        self.pairs = 0
        self.undoable: list[int] = []  # seats that can undo a simultaneous decision, in order
        self.out = Options()
        self.scratch = Options()
        self.trying = "set-up"  # what the trial does now, for the report of a failure
        self.before: State | None = None  # the state before that
        self.old_clone: State | None = None  # a clone made some actions ago, see ``clones``
        self.old_fields: dict[str, str] = {}  # the fields of ``old_clone`` when it was made

    def failure(self, what: str) -> str:
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        return "\n".join(
            [
                what,
                f"  in {self.game.name} with {self.seats} seats, {options}, seed {self.seed}, "
                f"after {self.decisions} decisions: {self.trying}",
                f"  repeat: check({self.game.name}, {self.seats}, {self.options}, games=1, seed={self.seed})"
                + ("" if self.components is None else " with these components"),
                "  the position before:",
                *("  | " + line for line in self.position_before().splitlines()),
            ]
        )

    def position_before(self) -> str:
        if self.before is None:
            return "(none yet)"
        try:
            return self.game.write(self.before)
        except Exception as error:
            return f"(cannot be written: {type(error).__name__}: {error})"

    def token(self, s: State, action: int) -> str:
        notation = s.box.notation
        if action not in notation.texts:
            raise LawBroken("every action has a token", f"{action >> 8} << 8 | {action & 255} has none")
        return notation.token(action)

    def legal(self, s: State, seat: int) -> list[int]:
        self.game.legal_into(s, seat, self.scratch)
        return self.scratch.list()

    def sometimes(self, n: int) -> bool:
        return self.check_rng.below(n * self.seldom) == 0

    def one_of(self, actions: list[int]) -> int:
        return actions[self.check_rng.below(len(actions))]

    def same(self, law: str, what: str, expected: str, found: str) -> None:
        """Raise LawBroken if two texts differ. It shows the first line that differs."""
        if expected == found:
            return
        one, two = expected.splitlines(), found.splitlines()
        at = 0
        while at < len(one) and at < len(two) and one[at] == two[at]:
            at += 1
        line = one[at] if at < len(one) else "(nothing)"
        other = two[at] if at < len(two) else "(nothing)"
        raise LawBroken(law, f"{what}: line {at + 1} was {line!r} and is {other!r}")

    def same_fields(self, law: str, what: str, expected: dict[str, str], found: dict[str, str]) -> None:
        """Raise LawBroken if the fields of two states differ. It shows the first field that differs."""
        if expected == found:
            return
        for name in [*expected, *found]:
            value, other = expected.get(name, "(nothing)"), found.get(name, "(nothing)")
            if value != other:
                raise LawBroken(law, f"{what}: field {name} was {value} and is {other}")

    def reasons(self, s: State, seat: int) -> list[tuple[int, str, str]]:
        return [(r.action, r.reason, r.rule) for r in self.game.refusals(s, seat)]

    def play_random(self, s: State, actions: int) -> None:
        """Play random actions, Nature's included."""
        for _ in range(actions):
            if s.over:
                return
            seat = self.game.actor(s)
            self.game.legal_into(s, seat, self.out)
            action = (
                self.game.chance(s, self.out, self.check_rng)
                if seat == NATURE
                else self.one_of(self.out.list())
            )
            self.game.play(s, seat, action, self.out)
