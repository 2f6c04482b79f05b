"""Section 7: furs from the bag and the market, and the story for bears."""

from __future__ import annotations

from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.components import TIGER
from samovar.games.stroganov.state import Stroganov
from samovar.kernel import bag
from samovar.kernel.ints import i64
from samovar.kernel.notation import argument_of
from samovar.kernel.state import arg, arg2
from samovar.kernel.step import Options, Step


class BagFur(Step[Stroganov]):
    """Draw a fur from the bag: draw two, keep one (S-BAG-01). An empty bag yields none (S-RULING-43)."""

    takes = "nobody player=0..3"

    def run(self, s: Stroganov, f: i64) -> None:
        if s.bag_count():
            s.push(frames.draw_first(arg(f)))

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        return [] if arg(f) < s.players else ["there is no such player"]


class DrawFirst(Step[Stroganov]):
    """Draw the first fur. Drawn furs count as in the bag until one is kept.

    The automa draws one and keeps it (S-SOLO-09).
    """

    takes = "nature player=0..3"

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        out.weigh_kinds(tokens.DRAW, s.bag, TIGER - 1)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        p = arg(f)
        if p >= s.seats:
            s.emit(tokens.IVAN_DREW, p, argument_of(a), tokens.SOLO_09)
            take_from_bag(s, p, argument_of(a))
        elif s.bag_count() > 1:
            s.push(frames.draw_second(p, argument_of(a)))
        else:
            s.emit(tokens.DREW, p, argument_of(a), 0)
            keep_fur(s, p, argument_of(a))

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        if arg(f) >= s.players:
            return ["there is no such player"]
        return [] if s.bag_count() else ["the bag is empty"]


class DrawSecond(Step[Stroganov]):
    takes = "nature player=0..3 first=1..8"
    behind = "nothing"

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        s.bag[arg2(f)] -= 1
        out.weigh_kinds(tokens.DRAW, s.bag, TIGER - 1)
        s.bag[arg2(f)] += 1

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        s.emit(tokens.DREW, arg(f), arg2(f), argument_of(a))
        low, high = arg2(f), argument_of(a)
        if low > high:
            low, high = high, low
        s.push(frames.keep(arg(f), low, high))

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        if arg(f) >= s.seats:
            return ["there is no such seat"]
        return [] if s.bag[arg2(f)] and s.bag_count() > 1 else ["the bag does not hold these furs"]


class Keep(Step[Stroganov]):
    """Keep one of the two drawn furs (S-BAG-01). No auxiliary action fits between drawing and keeping
    (S-RULING-30).
    """

    takes = "seat low=1..8 high=1..8"
    behind = "nothing"

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        out.offer(tokens.KEEP, arg(f))
        if arg2(f) != arg(f):
            out.offer(tokens.KEEP, arg2(f))

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        keep_fur(s, seat, argument_of(a))

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        low, high = arg(f), arg2(f)
        enough = s.bag[low] > 0 and s.bag[high] > (1 if low == high else 0)
        return [] if enough and low <= high else ["the bag does not hold these furs"]


def keep_fur(s: Stroganov, p: i64, kind: i64) -> None:
    """Take the kept fur. The other fur is back in the bag before a bear brings story (S-RULING-76)."""
    s.emit(tokens.KEPT, p, kind)
    take_from_bag(s, p, kind)


def take_from_bag(s: Stroganov, p: i64, kind: i64) -> None:
    bag.take(s.bag, 0, kind)
    s.gain_fur(p, kind)


def offer_market(s: Stroganov, below: i64, out: Options) -> None:
    """Offer the furs in the market of a lower value than ``below``."""
    for kind in range(1, below):
        if s.market[kind]:
            out.offer(tokens.TAKE, kind)


def take_from_market(s: Stroganov, p: i64, kind: i64) -> None:
    """Take a fur into the supply and refill the market, then gain the story for a bear (S-MARKET-01,
    S-RULING-76).
    """
    bag.take(s.market, 0, kind)
    s.emit(tokens.TOOK_FROM_MARKET, p, kind)
    s.gain_fur(p, kind)
    s.push(frames.refill_market())


class Take(Step[Stroganov]):
    """Take a fur from the market that has been paid for (S-AUX-02, S-AUX-04)."""

    behind = "Pay"

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        offer_market(s, TIGER, out)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        take_from_market(s, seat, argument_of(a))

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        return [] if s.market_count() else ["the market is empty"]


class TakeLower(Step[Stroganov]):
    """Take a fur of a lower value than the paid fur. A coin raises the value of the paid fur to 8 (S-AUX-03,
    S-RULING-19).
    """

    takes = "seat paid=1..9"
    behind = "nothing"

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        offer_market(s, fetch_limit(s, seat, arg(f)), out)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        if argument_of(a) >= arg(f):
            s.pay_coins(seat, 1)
        take_from_market(s, seat, argument_of(a))

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        out = Options()
        self.options(s, f, f >> 8 & 15, out)
        return [] if out.n else ["nothing in the market is low enough"]


def fetch_limit(s: Stroganov, p: i64, paid: i64) -> i64:
    """The limit of an exchange: p may take any fur of a lower value for the paid fur and a coin."""
    return TIGER - 1 if s.coins[p] and paid < TIGER - 1 else paid


class Bears(Step[Stroganov]):
    """Gain the story for bears one after the other. Reaching 12 opens the option in between (S-BEAR-01,
    S-RULING-22).
    """

    takes = "nobody player=0..3 number=1..40"

    def run(self, s: Stroganov, f: i64) -> None:
        p = arg(f)
        if arg2(f) > 1:
            s.do(frames.story(p, s.stock.bear_story), frames.bears(p, arg2(f) - 1))
        else:
            s.push(frames.story(p, s.stock.bear_story))

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        return [] if arg(f) < s.players else ["there is no such player"]
