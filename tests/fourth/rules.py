"""The rules of Troika: drive on or rest. ``docs/troika.md`` has them in words.

The ids of the rules. O-DRIVE-01: a throw is added to the stage. O-DRIVE-02: wolves end it. O-WHIP-01: the
whip doubles a throw, once in a game. O-REST-01: the stage is kept. O-REST-02: a rest is possible only after a
throw. O-END-01: the end.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from samovar.kernel.components import Components, read_components
from samovar.kernel.game import FIRST_NATURE_VERB, GameOption, Rules, Score
from samovar.kernel.ints import i64
from samovar.kernel.notation import action, argument_of, verb_of
from samovar.kernel.reading import Reader
from samovar.kernel.state import NATURE, NOBODY, State, arg, arg2, frame
from samovar.kernel.step import Options, Refusal, Step

# Verbs
DRIVE: Final = 1
WHIP: Final = 2
REST: Final = 3
ROLL: Final = FIRST_NATURE_VERB  # roll.5: the value of the die

# Events
DROVE: Final = 1  # versts, 1 if the whip was used
WOLVES: Final = 2  # versts that are lost
RESTED: Final = 3  # versts that are kept

MOST: Final = 999  # versts


# ---- components.py: the box ----


class Box(Components):
    """The numbers of the component file."""

    def __init__(self, digest: str) -> None:
        super().__init__(digest)
        self.sides = 0
        self.wolves = 0  # the throw at which they come
        self.whips = 0
        self.rounds = 0


def load_box(text: str) -> Box:
    """The box of a component file. BadInput names every fault."""
    reader, digest = read_components(text, "troika")
    box = Box(digest)
    game = reader.table("game")
    box.sides = game.number("sides", None, 2, 20)
    box.wolves = game.number("wolves", None, 1, 20)
    box.whips = game.number("whips", None, 0, 9)
    box.rounds = game.number("rounds", None, 1, 200)
    if box.wolves > box.sides:
        game.fault("wolves", f"must be a side of the die, at most {box.sides}")
    reader.check("component file")
    notation = box.notation
    notation.add_plain(DRIVE, "drive")
    notation.add_plain(WHIP, "whip")
    notation.add_plain(REST, "rest")
    notation.add_numbered(ROLL, "roll", 1, box.sides)
    return box


# ---- state.py ----


class Troika(State):
    """The state of Troika. Lists are by seat."""

    __slots__ = ("stock", "goal", "round", "mover", "stage", "at", "whips")

    def __init__(self, box: Box, goal: int, seats: i64, old: Troika | None = None) -> None:
        super().__init__(box, seats, 2, old)  # 2: capacity of the stack
        self.stock = box
        self.goal = goal  # versts
        self.round: int = old.round if old else 1
        self.mover: int = old.mover if old else 0  # the seat whose turn it is
        self.stage: int = old.stage if old else 0  # versts of this turn, not kept yet
        self.at: list[int] = old.at[:] if old else [0] * seats  # versts that are kept
        self.whips: list[int] = old.whips[:] if old else [box.whips] * seats  # left

    def clone(self) -> Troika:
        return Troika(self.stock, self.goal, self.seats, self)


# ---- frames.py: constructors of frames, numbered by the place of the step in STEPS ----


def turn(seat: i64) -> i64:
    return frame(0, seat)


def throw(player: i64, whipped: i64) -> i64:
    return frame(1, NATURE, player, whipped)


def next_turn() -> i64:
    return frame(2, NOBODY)


# ---- the chapters of the rulebook ----


class Turn(Step[Troika]):
    """Drive on, with or without the whip, or rest (O-DRIVE-01, O-WHIP-01, O-REST-01)."""

    def options(self, s: Troika, f: i64, seat: i64, out: Options) -> None:
        out.offer(DRIVE)
        if s.whips[seat]:
            out.offer(WHIP)
        if s.stage:
            out.offer(REST)

    def apply(self, s: Troika, f: i64, seat: i64, a: i64) -> None:
        if verb_of(a) == REST:
            s.at[seat] += s.stage
            s.emit(RESTED, seat, s.stage)
            s.stage = 0
            s.do(next_turn())
            return
        if verb_of(a) == WHIP:
            s.whips[seat] -= 1
        s.do(throw(seat, 1 if verb_of(a) == WHIP else 0))

    def refusals(self, s: Troika, f: i64, seat: i64, out: list[Refusal]) -> None:
        if not s.whips[seat]:
            out.append(Refusal(action(WHIP), "no_whip_left", "O-WHIP-01"))
        if not s.stage:
            out.append(Refusal(action(REST), "nothing_driven", "O-REST-02"))

    def faults(self, s: Troika, f: i64) -> list[str]:
        return [] if f >> 8 & 15 == s.mover else [f"it is the turn of seat {s.mover}"]


class Throw(Step[Troika]):
    """Throw the die: it gives versts, twice as many with the whip, or wolves (O-DRIVE-01, O-DRIVE-02)."""

    takes = "nature player=0..3 whipped=0..1"

    def options(self, s: Troika, f: i64, seat: i64, out: Options) -> None:
        for side in range(1, s.stock.sides + 1):
            out.offer(ROLL, side)

    def apply(self, s: Troika, f: i64, seat: i64, a: i64) -> None:
        p, whipped = arg(f), arg2(f)
        if argument_of(a) == s.stock.wolves:
            s.emit(WOLVES, p, s.stage)
            s.stage = 0
            s.do(next_turn())
            return
        versts = argument_of(a) * (1 + whipped)
        s.stage += versts
        s.emit(DROVE, p, versts, whipped)
        s.do(turn(p))

    def faults(self, s: Troika, f: i64) -> list[str]:
        return [] if arg(f) == s.mover else [f"it is the turn of seat {s.mover}"]


class NextTurn(Step[Troika]):
    """Begin the turn of the next seat, or end the game after a full round (O-END-01)."""

    takes = "nobody"

    def run(self, s: Troika, f: i64) -> None:
        s.mover = (s.mover + 1) % s.seats
        if s.mover == 0:
            if max(s.at) >= s.goal or s.round == s.stock.rounds:
                return
            s.round += 1
        s.do(turn(s.mover))


# ---- game.py ----

OPTIONS: Final = [
    GameOption("goal", "30", [], "versts to drive, 10 to 200", ["20", "30", "50"]),
]


class TroikaGame(Rules[Troika, Box]):
    def __init__(self) -> None:
        super().__init__("troika", "Troika", 2, 4, OPTIONS, [Turn(), Throw(), NextTurn()])

    def load(self, text: str) -> Box:
        return load_box(text)

    def standard_text(self) -> str:
        return files("tests.fourth").joinpath("components.toml").read_text(encoding="utf-8")

    def check_options(self, box: Box, seats: int, options: dict[str, str], faults: list[str]) -> None:
        goal = options["goal"]
        if not (goal.isascii() and goal.isdigit() and 10 <= int(goal[:4]) <= 200):
            faults.append(f"goal must be a number from 10 to 200, not {goal!r}")
        else:
            options["goal"] = str(int(goal))

    def option_sets(self, seats: int) -> list[dict[str, str]]:
        return [{}, {"goal": "50"}]

    def new(self, box: Box, seats: int, options: dict[str, str]) -> Troika:
        s = Troika(box, int(options["goal"]), seats)
        s.do(turn(0))
        return s

    def score(self, s: Troika) -> list[Score]:
        """Equal distances share a rank (O-END-01)."""
        scores = [Score(p, {"versts": s.at[p]}) for p in range(s.seats)]
        for score in scores:
            score.rank = 1 + sum(1 for other in scores if other.total > score.total)
        return scores

    def turn(self, s: Troika) -> int:
        return s.round << 4 | s.mover

    def faults(self, s: Troika) -> list[str]:
        return [f"player[{p}].whips: there are only {s.stock.whips}" for p in self._too_many_whips(s)]

    def _too_many_whips(self, s: Troika) -> list[int]:
        return [p for p in range(s.seats) if s.whips[p] > s.stock.whips]

    def transition_faults(self, before: Troika, after: Troika) -> list[str]:
        lost = [p for p in range(before.seats) if after.at[p] < before.at[p]]
        return [f"player[{p}] loses versts that were kept" for p in lost]

    def options_of(self, s: Troika) -> dict[str, str]:
        return {"goal": str(s.goal)}

    def write_body(self, s: Troika, top: list[str], tables: list[str]) -> None:
        top += [f"round = {s.round}", f"to_move = {s.mover}", f"stage = {s.stage}"]
        for p in range(s.seats):
            tables += ["", "[[player]]", f"at = {s.at[p]}", f"whips = {s.whips[p]}"]

    def read_body(self, reader: Reader, box: Box, seats: int, options: dict[str, str]) -> Troika:
        s = Troika(box, int(options["goal"]), seats)
        s.round = reader.number("round", 1, 1, box.rounds)
        s.mover = reader.number("to_move", 0, 0, seats - 1)
        s.stage = reader.number("stage", 0, 0, MOST)
        players = reader.tables("player")
        if len(players) > seats:
            reader.fault("player", f"{len(players)} players for {seats} seats")
        for p, player in enumerate(players[:seats]):
            s.at[p] = player.number("at", 0, 0, MOST)
            s.whips[p] = player.number("whips", box.whips, 0, 9)
            player.report_unknown_keys()
        return s

    def default_stack(self, s: Troika, reader: Reader) -> list[int]:
        return [int(turn(s.mover))]

    def stack_faults(self, s: Troika) -> list[str]:
        if s.depth > 1:
            return ["todo: only one thing can wait"]
        over = s.mover == 0 and (max(s.at) >= s.goal or s.round == s.stock.rounds)
        return [] if s.depth or over else ["todo: nothing is left to do, but the game is not over"]


GAME: Final = TroikaGame()
