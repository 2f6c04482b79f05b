"""A random game under trial, and what all laws need to look at it."""

from __future__ import annotations

from samovar.kernel.dice import Dice
from samovar.kernel.game import Game
from samovar.kernel.state import EVERYONE, NATURE, State, seat_of
from samovar.kernel.step import Options


class Broken(Exception):
    """A law does not hold."""

    def __init__(self, law: str, how: str) -> None:
        super().__init__(f"{law}: {how}")


def gathered(s: State) -> bool:
    return s.depth > 0 and seat_of(s.todo[s.depth - 1]) == EVERYONE


def waiting_frames(s: State) -> list[int]:
    """All that waits to be decided, on the stack and beside it."""
    return s.stack() + [s.asked[seat] for seat in range(len(s.asked))]


class Trial:
    """One random game that is checked against the laws, and what all laws need for that.

    Beside the match runs a twin: the bare rules, fed with the match's log. After each action, Nature's too,
    nothing may be missing from it, and it must stay equal to the match.
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
        self.dice = Dice(-1 - seed)  # for the players
        self.eye = Dice(-1 - (seed ^ 0x5EED))  # for what is looked at
        self.decisions = 0
        self.pairs = 0
        self.beside: list[int] = []  # who has decided beside the others since the last reveal, in order
        self.out = Options()
        self.scratch = Options()
        self.before: State | None = None  # the table before what is being tried
        self.trying = "set-up"
        self.kept: State | None = None  # an old clone, and the fields that it had
        self.kept_fields: dict[str, str] = {}

    def failure(self, what: str) -> str:
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        return "\n".join(
            [
                what,
                f"  in {self.game.name} for {self.seats}, {options}, seed {self.seed}, "
                f"after {self.decisions} decisions: {self.trying}",
                f"  again: check({self.game.name}, {self.seats}, {self.options}, games=1, seed={self.seed})"
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
            raise Broken("every action has a token", f"{action >> 8} << 8 | {action & 255} has none")
        return notation.token(action)

    def legal(self, s: State, seat: int) -> list[int]:
        self.game.legal_into(s, seat, self.scratch)
        return self.scratch.list()

    def sometimes(self, n: int) -> bool:
        return self.eye.below(n * self.seldom) == 0

    def one_of(self, actions: list[int]) -> int:
        return actions[self.eye.below(len(actions))]

    def same(self, law: str, what: str, expected: str, found: str) -> None:
        """Two texts must be equal; the first line that differs is shown."""
        if expected == found:
            return
        one, two = expected.splitlines(), found.splitlines()
        at = 0
        while at < len(one) and at < len(two) and one[at] == two[at]:
            at += 1
        line = one[at] if at < len(one) else "(nothing)"
        other = two[at] if at < len(two) else "(nothing)"
        raise Broken(law, f"{what}: line {at + 1} was {line!r} and is {other!r}")

    def same_fields(self, law: str, what: str, expected: dict[str, str], found: dict[str, str]) -> None:
        """Two states must have equal fields; the first field that differs is shown."""
        if expected == found:
            return
        for name in [*expected, *found]:
            value, other = expected.get(name, "(nothing)"), found.get(name, "(nothing)")
            if value != other:
                raise Broken(law, f"{what}: field {name} was {value} and is {other}")

    def reasons(self, s: State, seat: int) -> list[tuple[int, str, str]]:
        return [(r.action, r.reason, r.rule) for r in self.game.refusals(s, seat)]

    def wander(self, s: State, actions: int) -> None:
        """Play on at random, Nature too."""
        for _ in range(actions):
            if s.over:
                return
            seat = self.game.actor(s)
            self.game.legal_into(s, seat, self.out)
            action = (
                self.game.chance(s, self.out, self.eye) if seat == NATURE else self.one_of(self.out.list())
            )
            self.game.play(s, seat, action, self.out)
