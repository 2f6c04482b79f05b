"""Dice: the common roll, dice that one player rolls, and advisors that turn or reroll unused dice."""

from __future__ import annotations

from samovar.games.tundra import frames, tokens
from samovar.games.tundra.components import SLOTS
from samovar.games.tundra.state import UNROLLED, Tundra
from samovar.kernel import counts
from samovar.kernel.ints import i64
from samovar.kernel.notation import argument_of
from samovar.kernel.state import arg
from samovar.kernel.step import Options, Step


def offer_rolls(out: Options) -> None:
    for value in range(1, SLOTS):
        out.offer(tokens.ROLL, value)


class RollCommon(Step[Tundra]):
    """Roll one of the common dice: all players set a die to its value (T-DICE-01).

    dice: common dice still to roll.
    """

    takes = "nature dice=1..20"
    behind = "RoundStart ScoreBoards Action Towers Refill DealCity"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        offer_rolls(out)

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        value = argument_of(a)
        change = counts.of(value) - counts.of(UNROLLED)
        for p in range(s.seats):
            s.dice[p] += change
        s.emit(tokens.ROLLED, s.first, value)
        if arg(f) > 1:
            s.push(frames.roll_common(arg(f) - 1))

    def faults(self, s: Tundra, f: i64) -> list[str]:
        fewest = min(int(counts.get(s.dice[p], UNROLLED)) for p in range(s.seats))
        return [] if fewest >= arg(f) else ["a player has too few unrolled dice"]


class Roll(Step[Tundra]):
    """Roll the unrolled dice of one player: bought, rerolled, or the additional die of a title (T-FREE-02,
    T-FREE-04, T-TITLE-06, T-RULING-DICE-10, -12).
    """

    takes = "nature player=0..3"
    behind = "Roll RollCommon RoundStart ScoreBoards Action Towers Refill DealCity"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        offer_rolls(out)

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        p = arg(f)
        s.dice[p] += counts.of(argument_of(a)) - counts.of(UNROLLED)
        s.emit(tokens.ROLLED_ALONE, p, argument_of(a))
        if counts.get(s.dice[p], UNROLLED):
            s.push(f)

    def faults(self, s: Tundra, f: i64) -> list[str]:
        if arg(f) >= s.seats:
            return ["there is no such seat"]
        return [] if counts.get(s.dice[arg(f)], UNROLLED) else ["this player has no unrolled die"]


def take_die(s: Tundra, p: i64, value: i64) -> None:
    s.dice[p] -= counts.of(value)


def has_die(s: Tundra, p: i64, value: i64) -> bool:
    return counts.get(s.dice[p], value) > 0


# ---- advisors that act on the owner's unused dice (T-RULING-CITY-08) ----


def offer_settings(s: Tundra, p: i64, out: Options) -> None:
    """Offer to turn each unused die to each other value."""
    for value in range(1, SLOTS):
        if has_die(s, p, value):
            for other in range(1, SLOTS):
                if other != value:
                    out.offer(tokens.SET, value << 3 | other)


def turn_die(s: Tundra, p: i64, value: i64, other: i64) -> None:
    s.dice[p] += counts.of(other) - counts.of(value)
    s.emit(tokens.TURNED, p, value, other)


def offer_picks(s: Tundra, p: i64, fresh: bool, out: Options) -> None:
    """Offer dice for one common reroll, in ascending order. ``memo``: the last value picked."""
    first: i64 = 1 if fresh else s.memo
    for value in range(first, SLOTS):
        if has_die(s, p, value):
            out.offer(tokens.PICK, value)


def pick_die(s: Tundra, p: i64, value: i64) -> None:
    """Mark a die as unrolled. It is rolled when all dice are picked."""
    s.memo = value
    s.dice[p] += counts.of(UNROLLED) - counts.of(value)
    s.emit(tokens.REROLLED, p, value)


def begin_reroll(s: Tundra, p: i64) -> None:
    if counts.get(s.dice[p], UNROLLED):
        s.push(frames.roll(p))
