"""Section 12: fulfilling a wish."""

from __future__ import annotations

from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.components import KINDS, TIGER
from samovar.games.stroganov.state import Stroganov
from samovar.kernel import cards
from samovar.kernel.ints import i64
from samovar.kernel.state import arg, arg2
from samovar.kernel.step import Options, Step


def offer_fulfilling(s: Stroganov, p: i64, out: Options) -> None:
    """Every wish in the hand that can be fulfilled now."""
    hand = s.hand[p]
    held = s.furs[p * KINDS] + s.sum_effect(p, s.stock.possess_discount)  # nobody can show more than this
    if held == 0:
        return
    while hand:
        wish = cards.first(hand)
        hand &= hand - 1
        if (s.stock.wish_possess[wish] <= held or s.stock.wish_pay[wish] <= held) and can_fulfil(s, p, wish):
            out.offer(tokens.FULFIL, wish)


def possess(s: Stroganov, p: i64, wish: i64) -> i64:
    """How many furs the wish wants possessed; with A3 one fewer, but never fewer than it returns
    (S-RULING-40).
    """
    furs = s.stock.wish_possess[wish] - s.sum_effect(p, s.stock.possess_discount)
    return furs if furs > s.stock.wish_pay[wish] else s.stock.wish_pay[wish]


def can_fulfil(s: Stroganov, p: i64, wish: i64) -> bool:
    """Furs of the value, other furs with a coin each, and tigers together (S-WISH-03 to -05)."""
    furs = possess(s, p, wish)
    exact = s.furs[p * KINDS + s.stock.wish_value[wish]]
    others = s.fur_count(p) - exact
    changed = s.coins[p] if s.coins[p] < others else others
    return furs <= exact + changed + s.furs[p * KINDS + TIGER]


def fulfil(s: Stroganov, p: i64, wish: i64) -> None:
    """Pay the red-framed furs, show the others (S-WISH-03)."""
    pay = s.stock.wish_pay[wish]
    s.do(
        frames.pay(p, s.stock.wish_value[wish], pay, 0, 0, possess(s, p, wish) - pay),
        frames.fulfilled(p, wish),
    )


class Fulfilled(Step[Stroganov]):
    """Score the immediate VP and lay the card to the board; resolve a one-time effect (S-WISH-06, -07)."""

    takes = "nobody player=0..3 wish=1..60"
    behind = "Pay Cover"

    def run(self, s: Stroganov, f: i64) -> None:
        p, wish = arg(f), arg2(f)
        s.hand[p] = cards.minus(s.hand[p], wish)
        s.wishes[p] = cards.plus(s.wishes[p], wish)
        s.vp[p] += s.stock.wish_vp[wish]
        s.tell(tokens.FULFILLED, p, wish, s.stock.wish_vp[wish])
        if cards.has(s.stock.immediate, wish):
            s.push(frames.benefit(p, s.stock.wish_reward[wish]))

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        p, wish = arg(f), arg2(f)
        return [] if p < s.seats and cards.has(s.hand[p], wish) else ["this wish is not in the hand"]
