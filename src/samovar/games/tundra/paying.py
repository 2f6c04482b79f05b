"""Prices: what is fixed is paid at once, what the player chooses is asked for."""

from __future__ import annotations

from samovar.games.tundra import frames
from samovar.games.tundra.components import BERRY, RESOURCES, STOCK
from samovar.games.tundra.state import Tundra
from samovar.kernel import counts
from samovar.kernel.ints import i64


def can_pay(s: Tundra, p: i64, price: i64) -> bool:
    """A cost is paid in full or not at all (T-RULING-ACT-03)."""
    if price == 0:
        return True
    fixed = s.stock.price_fixed[price]
    same = s.stock.price_same[price]
    if s.have[p * STOCK + BERRY] < counts.get(fixed, BERRY):
        return False
    left: i64 = 0
    most: i64 = 0
    for kind in range(RESOURCES):
        n = s.have[p * STOCK + kind] - counts.get(fixed, kind)
        if n < 0:
            return False
        left += n
        most = max(most, n)
    return most >= same and left - same >= s.stock.price_any[price]


def charge(s: Tundra, p: i64, price: i64) -> None:
    """The fixed part is paid; the rest waits for the player's choice."""
    if price == 0:
        return
    fixed = s.stock.price_fixed[price]
    for item in range(STOCK):
        s.spend(p, item, counts.get(fixed, item))
    if s.stock.price_same[price]:
        s.push(frames.pay(p, price, 0, 0))
    elif s.stock.price_any[price]:
        s.push(frames.pay(p, price, s.stock.price_any[price], 0))
