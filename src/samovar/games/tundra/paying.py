"""Prices: the fixed part is paid at once, the rest as the player chooses."""

from __future__ import annotations

from samovar.games.tundra import frames
from samovar.games.tundra.components import BERRY, GOODS, RESOURCES
from samovar.games.tundra.state import Tundra
from samovar.kernel import counts
from samovar.kernel.ints import i64


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
