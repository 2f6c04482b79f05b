"""Payments: the fixed part of a price is paid at once, the rest as the player chooses."""

from __future__ import annotations

from samovar.games.tundra import frames, tokens
from samovar.games.tundra.components import BERRY, GOODS, RESOURCES
from samovar.games.tundra.state import Tundra
from samovar.kernel import counts
from samovar.kernel.ints import i64
from samovar.kernel.notation import argument_of
from samovar.kernel.state import arg, arg2, arg3, seat_of
from samovar.kernel.step import Options, Step


def can_pay(s: Tundra, p: i64, price: i64) -> bool:
    """True if the player can pay this price in full (T-RULING-ACT-03)."""
    if price == 0:
        return True
    fixed = s.stock.price_fixed[price]
    same = s.stock.price_same[price]
    if s.have[p * GOODS + BERRY] < counts.get(fixed, BERRY):
        return False
    left: i64 = 0
    most: i64 = 0
    for kind in range(RESOURCES):
        n = s.have[p * GOODS + kind] - counts.get(fixed, kind)
        if n < 0:
            return False
        left += n
        most = max(most, n)
    return most >= same and left - same >= s.stock.price_any[price]


def charge(s: Tundra, p: i64, price: i64) -> None:
    """Pay the fixed part of a price and push the choice of the rest."""
    if price == 0:
        return
    fixed = s.stock.price_fixed[price]
    for item in range(GOODS):
        s.spend(p, item, counts.get(fixed, item))
    if s.stock.price_same[price]:
        s.push(frames.pay(p, price, 0, 0))
    elif s.stock.price_any[price]:
        s.push(frames.pay(p, price, s.stock.price_any[price], 0))


class Pay(Step[Tundra]):
    """Choose how to pay: the type of equal resources, or any resources one by one (T-RES-03, T-RES-04).

    A price is paid in full (T-RULING-ACT-03). left: resources still to pay one by one, 0 while the type of
    equal resources is chosen. first: the lowest type that may follow, because types ascend.
    """

    takes = "seat price=1..255 left=0..20 first=0..2"
    behind = "nothing"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        price = arg(f)
        left = arg2(f)
        if left == 0:
            for kind in range(RESOURCES):
                if (
                    s.have[seat * GOODS + kind] >= s.stock.price_same[price]
                    and s.resources(seat) - s.stock.price_same[price] >= s.stock.price_any[price]
                ):
                    out.offer(tokens.PAY, kind)
            return
        for kind in range(arg3(f), RESOURCES):
            rest: i64 = 0
            for higher in range(kind, RESOURCES):
                rest += s.have[seat * GOODS + higher]
            if s.have[seat * GOODS + kind] and rest >= left:
                out.offer(tokens.PAY, kind)

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        price = arg(f)
        kind = argument_of(a)
        if arg2(f) == 0:
            s.spend(seat, kind, s.stock.price_same[price])
            if s.stock.price_any[price]:
                s.push(frames.pay(seat, price, s.stock.price_any[price], 0))
            return
        s.spend(seat, kind, 1)
        if arg2(f) > 1:
            s.push(frames.pay(seat, price, arg2(f) - 1, kind))

    def cheapest(self, s: Tundra, f: i64, seat: i64, out: Options) -> i64:
        """Propose a payment that takes each resource from the type of which the seat has most. Return its
        first action.
        """
        have = [s.have[seat * GOODS + kind] for kind in range(RESOURCES)]
        lowest: i64 = RESOURCES
        taken: i64 = 0
        while taken < arg2(f) or taken == 0:
            most = arg3(f)
            for kind in range(most, RESOURCES):
                if have[kind] > have[most]:
                    most = kind
            have[most] -= 1
            lowest = min(lowest, most)
            taken += 1
        return tokens.PAY << 8 | lowest

    def faults(self, s: Tundra, f: i64) -> list[str]:
        p = seat_of(f)
        price = arg(f)
        if price >= len(s.stock.price_texts):
            return ["there is no such price"]
        rest = sum(int(s.have[p * GOODS + kind]) for kind in range(arg3(f), RESOURCES))
        if arg2(f):
            return [] if rest >= arg2(f) else ["the player cannot pay this"]
        if s.stock.price_same[price] == 0:
            return ["this price has no equal resources"]
        enough = max(int(s.have[p * GOODS + kind]) for kind in range(RESOURCES)) >= s.stock.price_same[price]
        total = s.resources(p) >= s.stock.price_same[price] + s.stock.price_any[price]
        return [] if enough and total else ["the player cannot pay this"]
