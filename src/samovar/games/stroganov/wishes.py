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
    """Offer every wish that furs, coins and tigers together can fulfil (S-WISH-03 to -05)."""
    at = p * KINDS
    held = s.furs[at]
    hand = s.hand[p]
    if held == 0 or hand == 0:
        return
    tigers = s.furs[at + TIGER]
    coins = s.coins[p]
    discount = wish_discount(s, p)
    while hand:
        wish = cards.first(hand)
        hand &= hand - 1
        furs = furs_with_discount(s, wish, discount)
        if furs <= held:
            exact = s.furs[at + s.stock.wish_value[wish]]
            others = held - tigers - exact
            if furs <= exact + tigers + (coins if coins < others else others):
                out.offer(tokens.FULFIL, wish)


def wish_discount(s: Stroganov, p: i64) -> i64:
    """The number of furs that p need not possess for a wish because of A3 (S-RULING-40)."""
    return s.sum_effect(p, s.stock.wish_possess_discount)


def furs_to_possess(s: Stroganov, p: i64, wish: i64) -> i64:
    """The number of furs that p must possess for a wish."""
    return furs_with_discount(s, wish, wish_discount(s, p))


def furs_with_discount(s: Stroganov, wish: i64, discount: i64) -> i64:
    """The number of furs to possess with this discount, never fewer than are paid (S-RULING-40)."""
    furs = s.stock.wish_possess[wish] - discount
    return furs if furs > s.stock.wish_pay[wish] else s.stock.wish_pay[wish]


def fulfil(s: Stroganov, p: i64, wish: i64) -> None:
    """Push the payment of the red-framed furs. The others must be possessed (S-WISH-03)."""
    pay = s.stock.wish_pay[wish]
    possessed = furs_to_possess(s, p, wish)
    s.do(
        frames.pay(p, s.stock.wish_value[wish], pay, 0, 0, possessed - pay),
        frames.fulfilled(p, wish),
    )


class Fulfilled(Step[Stroganov]):
    """Score the immediate VP and resolve a one-time effect (S-WISH-06, -07).

    The card goes beside the player board.
    """

    takes = "nobody player=0..3 wish=1..60"
    behind = "Pay Cover"

    def run(self, s: Stroganov, f: i64) -> None:
        p, wish = arg(f), arg2(f)
        s.hand[p] = cards.minus(s.hand[p], wish)
        s.wishes[p] = cards.plus(s.wishes[p], wish)
        s.vp[p] += s.stock.wish_vp[wish]
        s.emit(tokens.FULFILLED, p, wish, s.stock.wish_vp[wish])
        if cards.has(s.stock.immediate, wish):
            s.push(frames.benefit(p, s.stock.wish_reward[wish]))

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        p, wish = arg(f), arg2(f)
        return [] if p < s.seats and cards.has(s.hand[p], wish) else ["this wish is not in the hand"]
