"""Section 7: payments with furs, coins and tigers.

A payment is a set of furs, not a sequence. So its furs are asked for one at a time in a fixed order: furs of
the exact value, then other furs from low to high (each with a coin), then tigers. A payment that can be made
in only one way is not asked.
"""

from __future__ import annotations

from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.components import KINDS, TIGER
from samovar.games.stroganov.state import Stroganov
from samovar.kernel.ints import i64
from samovar.kernel.notation import argument_of
from samovar.kernel.state import arg, arg2, arg3, arg4, arg5
from samovar.kernel.step import Options, Step


def can_pay(s: Stroganov, p: i64, value: i64, furs: i64, any_value: i64 = 0) -> bool:
    """True if p can pay this number of furs of a value (S-PAY-01 to -04).

    ``any_value`` of them may have any value without a coin: the price of a second basic action, or with S9 of
    any second action (S-RULING-17, S-RULING-41). Price and cost are one payment (S-RULING-79).
    """
    at = p * KINDS
    if furs > s.furs[at]:
        return False
    exact = s.furs[at + value] if value else 0
    others = s.furs[at] - s.furs[at + TIGER] - exact
    changed = s.coins[p] + any_value
    changed = min(changed, others)
    return furs <= exact + changed + s.furs[at + TIGER]


class Pay(Step[Stroganov]):
    """Pay furs one at a time in canonical order (S-PAY-01 to -05; for a wish also S-WISH-03 to -05).

    value: the value asked for, 0 for any. furs: number still to be paid. any: number of these that may have
    any value. floor: lowest value that may follow (0: exact furs may follow). kept: furs that a wish requires
    the player to possess but not to pay.
    """

    takes = "seat value=0..8 furs=1..130 any=0..130? floor=0..9? kept=0..15?"
    behind = "nothing"

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        value = arg(f)
        after = arg2(f) - 1  # furs to pay after this one
        floor = arg4(f)
        at = seat * KINDS
        exact = s.furs[at + value] if value else 0
        tigers = s.furs[at + TIGER]
        others = s.fur_count(seat) - exact
        coins = s.coins[seat] + arg3(f)
        short = arg5(f) - exact  # furs to possess beyond those of the exact value
        short = max(short, 0)
        if floor == 0 and exact:
            out.offer(tokens.PAY, value)
        if coins and floor < TIGER:
            higher = others  # other furs of this value and above
            for kind in range(1, TIGER):
                if kind != value:
                    held = s.furs[at + kind]
                    if kind >= floor and held:
                        rest = higher - 1 if higher < coins else coins - 1
                        all_rest = others - 1 if others < coins else coins - 1
                        if after <= rest + tigers and after + short <= all_rest + tigers:
                            out.offer(tokens.PAY, kind)
                    higher -= held
        if tigers:
            changed = others if others < coins else coins
            if after <= tigers - 1 and after + short <= tigers - 1 + changed:
                out.offer(tokens.PAY, TIGER)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        value = arg(f)
        after = arg2(f) - 1
        any_value = arg3(f)
        floor = arg4(f)
        kept = arg5(f)
        kind = argument_of(a)
        coin: i64 = 0
        if kind != value or value == 0:
            floor = kind
            if kind != TIGER:
                if any_value:
                    any_value -= 1
                else:
                    coin = 1
        s.coins[seat] -= coin
        s.give_back(seat, kind)
        s.emit(tokens.PAID_FUR, seat, kind, coin)
        if after:
            s.push(frames.pay(seat, value, after, any_value, floor, kept))
        elif kept > s.fur(seat, value):
            s.push(frames.cover(seat, kept - s.fur(seat, value), s.fur(seat, value), 0))

    def cheapest(self, s: Stroganov, f: i64, seat: i64, out: Options) -> i64:
        """Pay no tiger while furs and coins suffice, as few coins as possible, then the lowest furs."""
        tigers = needed_tigers(s, f, seat)
        others = other_furs(s, f, seat, arg2(f) - tigers)
        exact = argument_of(out.items[0]) == arg(f)
        if exact and (arg2(f) > others + tigers or out.n == 1):
            return out.items[0]
        if others == 0 and tigers:
            return out.items[out.n - 1]
        return out.items[1] if exact else out.items[0]

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        """The fault if the furs still to be paid and those to be kept are not there."""
        at = (f >> 8 & 15) * KINDS
        value, furs, floor, kept = arg(f), arg2(f), arg4(f), arg5(f)
        exact = s.furs[at + value] if value else 0
        tigers = s.furs[at + TIGER]
        others = sum(s.furs[at + kind] for kind in range(1, TIGER) if kind != value)
        fitting = sum(s.furs[at + kind] for kind in range(max(int(floor), 1), TIGER) if kind != value)
        coins = s.coins[f >> 8 & 15] + arg3(f)
        to_pay = min(fitting, coins) + tigers + (exact if floor == 0 else 0)
        to_show = min(others, coins) + tigers + (exact if floor == 0 else min(exact, kept))
        return [] if furs <= to_pay and furs + kept <= to_show else ["cannot be paid"]


def missing_furs(s: Stroganov, f: i64, seat: i64) -> i64:
    """The number of furs of the exact value that a payment lacks, including those that are only possessed."""
    exact = s.furs[seat * KINDS + arg(f)] if arg(f) else 0
    found = arg2(f) + arg5(f) - exact
    return max(found, 0)


def needed_tigers(s: Stroganov, f: i64, seat: i64) -> i64:
    """The smallest number of tigers with which the payment can be made."""
    others = s.fur_count(seat) - (s.furs[seat * KINDS + arg(f)] if arg(f) else 0)
    changed = s.coins[seat] + arg3(f)
    found = missing_furs(s, f, seat) - min(changed, others)
    return max(found, 0)


def other_furs(s: Stroganov, f: i64, seat: i64, furs: i64) -> i64:
    """The number of furs of another value in the cheapest payment of ``furs`` furs. Some are necessary.
    Others are paid instead of exact furs, because they are lower and cost no additional coin.
    """
    value, any_value = arg(f), arg3(f)
    lacking = missing_furs(s, f, seat)
    exact = s.furs[seat * KINDS + value] if value else 0
    must = max(min(lacking, any_value), furs - exact)
    may = min(max(lacking, any_value), furs, s.coins[seat] + any_value)
    found: i64 = 0
    for kind in range(1, TIGER):
        held = s.furs[seat * KINDS + kind] if kind != value else 0
        while held and found < may and (found < must or kind < value):
            found += 1
            held -= 1
    return found


class Cover(Step[Stroganov]):
    """Replace a fur that a wish requires but does not take: change another fur with a coin, or spend a tiger
    (S-WISH-04, -05).
    """

    takes = "seat furs=1..15 shown=0..15 tigers_only=0..1"
    behind = "nothing"

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        after = arg(f) - 1
        tigers = s.furs[seat * KINDS + TIGER]
        others = s.fur_count(seat) - arg2(f)  # furs that do not yet count as possessed, by value or by a coin
        changed = s.coins[seat] if s.coins[seat] < others else others
        if arg3(f) == 0 and changed > 0 and after <= changed - 1 + tigers:
            out.offer(tokens.COVER, tokens.COVER_COIN)
        if after <= tigers - 1:
            out.offer(tokens.COVER, tokens.COVER_TIGER)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        after = arg(f) - 1
        shown = arg2(f)
        tigers_only = arg3(f)
        if argument_of(a) == tokens.COVER_COIN:
            s.coins[seat] -= 1
            shown += 1
            s.emit(tokens.COVERED, seat, 0)
        else:
            s.give_back(seat, TIGER)
            tigers_only = 1
            s.emit(tokens.COVERED, seat, TIGER)
        if after:
            s.push(frames.cover(seat, after, shown, tigers_only))

    def cheapest(self, s: Stroganov, f: i64, seat: i64, out: Options) -> i64:
        """Propose a coin before a tiger."""
        return out.items[0]

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        out = Options()
        self.options(s, f, f >> 8 & 15, out)
        return [] if out.n else ["cannot be paid"]
