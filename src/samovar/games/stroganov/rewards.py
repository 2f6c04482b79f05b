"""Benefits of villages, yurts, songs, landscape tiles, trophy spaces and cards, all in one effect language.

A benefit is a row of parts in the order of the component file (S-RULING-37). Each part is carried out as far
as possible, and the rest of it lapses. VP, horses, coins, banners, outposts, tigers, story and furs are
always taken. Granted actions may be declined (S-RULING-81). Auxiliary actions fit in between the parts
(S-RULING-30).
"""

from __future__ import annotations

from samovar.games.stroganov import components, frames, tokens
from samovar.games.stroganov.advanced import build_outpost, use_yurt, visit_village
from samovar.games.stroganov.components import KINDS, MAX_PARTS, TIGER
from samovar.games.stroganov.furs import offer_market, take_from_market
from samovar.games.stroganov.payment import can_pay
from samovar.games.stroganov.state import Stroganov
from samovar.kernel import bag, cards
from samovar.kernel.ints import i64
from samovar.kernel.notation import argument_of
from samovar.kernel.state import arg, arg2, arg3
from samovar.kernel.step import Options, Step


class Benefit(Step[Stroganov]):
    """Carry out the parts of a benefit from ``part`` on, one after the other."""

    takes = "nobody player=0..3 reward=1..255 part=0..15?"

    def run(self, s: Stroganov, f: i64) -> None:
        p, reward, at = arg(f), arg2(f), arg3(f)
        row = reward * MAX_PARTS
        while True:
            part = s.stock.rewards[row + at]
            if part & 255 > components.LAST_SIMPLE_PART or part == 0:
                break
            simple_part(s, p, part & 255, part >> 8)
            at += 1
        if part == 0:
            return
        if s.stock.rewards[row + at + 1]:
            s.push(frames.benefit(p, reward, at + 1))
        kind = part & 255
        if kind == components.STORY:
            s.push(frames.story(p, part >> 8))
        elif kind == components.BAG_FUR:
            s.push(frames.bag_fur(p))
        elif p >= s.seats:
            s.push(frames.ivan_part(kind))
        elif kind == components.MARKET_FUR:
            s.push(frames.market_fur(p))
        elif kind == components.TROPHY:
            s.push(frames.trophy(p))
        elif kind == components.VILLAGE_ANY:
            s.push(frames.village_anywhere(p, 0))
        elif kind == components.VILLAGE_NOT_TROPHY:
            s.push(frames.village_anywhere(p, 1))
        elif kind == components.YURT_NOT_TROPHY:
            s.push(frames.yurt_anywhere(p))
        elif kind == components.ADVANCED_ANYWHERE:
            s.push(frames.advanced(p, 1, 1))
        elif kind == components.OUTPOST_ANYWHERE:
            s.push(frames.outpost_anywhere(p))
        elif kind == components.WISH_PAY_ONLY:
            s.push(frames.wish_song(p))
        else:
            s.push(frames.two_rewards(p, 0))
        # Other parts need no pause, because auxiliary actions are legal at their questions.
        if at and kind <= components.BAG_FUR and p < s.seats:
            s.push(frames.pause(p))

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        if arg(f) >= s.players or arg2(f) * MAX_PARTS >= len(s.stock.rewards):
            return ["there is no such player or reward"]
        row = arg2(f) * MAX_PARTS
        for i in range(arg3(f)):
            if s.stock.rewards[row + i] == 0:
                return ["the reward has fewer parts"]
        return []


def simple_part(s: Stroganov, p: i64, part: i64, amount: i64) -> None:
    """Gain a part of a reward that asks nothing, as far as the supply allows (S-RULING-37, S-RULING-62)."""
    if part == components.VP:
        s.gain_vp(p, amount)
    elif part == components.HORSE:
        s.gain_horses(p, amount)
    elif part == components.COIN:
        s.gain_coins(p, amount)
    elif part == components.BANNER:
        amount = min(amount, s.banners_left)
        s.banners_left -= amount
        s.banners[p] += amount
        s.emit(tokens.GAINED_BANNERS, p, amount)
    elif part == components.OUTPOST:
        left = s.outposts_left(p)
        amount = min(amount, left)
        s.outposts[p] += amount
        s.emit(tokens.GAINED_OUTPOSTS, p, amount)
    else:
        amount = min(amount, s.bag[TIGER])
        bag.take(s.bag, 0, TIGER, amount)
        bag.put(s.furs, p * KINDS, TIGER, amount)
        s.emit(tokens.GAINED_TIGERS, p, amount)


def reward_is_possible(s: Stroganov, p: i64, reward: i64) -> bool:
    """True if at least one part of a reward can be carried out (S-RULING-36)."""
    at = reward * MAX_PARTS
    while s.stock.rewards[at]:
        part = s.stock.rewards[at] & 255
        if part == components.BANNER:
            if s.banners_left:
                return True
        elif part == components.OUTPOST:
            if s.outposts_left(p):
                return True
        elif part == components.TIGER_TILE:
            if s.bag[TIGER]:
                return True
        elif part == components.BAG_FUR:
            if s.bag_count():
                return True
        elif part == components.MARKET_FUR:
            if s.market_count():
                return True
        elif part == components.YURT_NOT_TROPHY:
            if has_yurt_without_trophy(s):
                return True
        elif part == components.OUTPOST_ANYWHERE:
            if an_outpost_can_be_built(s, p):
                return True
        elif part == components.WISH_PAY_ONLY:
            if a_wish_can_be_paid(s, p):
                return True
        else:
            return True
        at += 1
    return False


class Pause(Step[Stroganov]):
    """A question between two parts of a benefit, only for auxiliary actions (S-RULING-30)."""

    anchor = True

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        out.offer(tokens.GO)


class MarketFur(Step[Stroganov]):
    """Take one fur from the market. An empty market gives none (S-RULING-43)."""

    anchor = True

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        offer_market(s, TIGER, out)
        if out.n == 0:
            out.offer(tokens.PASS)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        if a >> 8 != tokens.PASS:
            take_from_market(s, seat, argument_of(a))


class VillageAnywhere(Step[Stroganov]):
    """Optionally visit any village without price (S-TROPHY-05, S-SONG-02).

    A trophy reward excludes the trophy village.
    """

    takes = "seat not_trophy=0..1"
    anchor = True

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        for region in range(1, s.stock.regions + 1):
            if arg(f) == 0 or not cards.has(s.stock.trophy_villages, s.village[region]):
                out.offer(tokens.VILLAGE, region)
        out.offer(tokens.PASS)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        if a >> 8 != tokens.PASS:
            visit_village(s, seat, argument_of(a))


class YurtAnywhere(Step[Stroganov]):
    """Optionally use any yurt that shows no trophy, without price. It is discarded as usual (S-TROPHY-05)."""

    anchor = True

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        for region in range(1, s.stock.regions + 1):
            yurt = s.yurt[region]
            if yurt and not cards.has(s.stock.trophy_yurts, yurt):
                out.offer(tokens.YURT, region)
        out.offer(tokens.PASS)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        if a >> 8 != tokens.PASS:
            use_yurt(s, seat, argument_of(a))


def has_yurt_without_trophy(s: Stroganov) -> bool:
    for region in range(1, s.stock.regions + 1):
        yurt = s.yurt[region]
        if yurt and not cards.has(s.stock.trophy_yurts, yurt):
            return True
    return False


def free_outpost_is_possible(s: Stroganov, p: i64, region: i64) -> bool:
    """True if p may build a free outpost in the region (S-RULING-38).

    It comes from the general supply and costs no horses.
    """
    return not s.has_post(p, region) and s.free_place(region) >= 0


def an_outpost_can_be_built(s: Stroganov, p: i64) -> bool:
    if s.outposts_left(p) == 0:
        return False
    for region in range(1, s.stock.regions + 1):
        if free_outpost_is_possible(s, p, region):
            return True
    return False


class OutpostAnywhere(Step[Stroganov]):
    """Build an outpost from the general supply in any region, without horses (S-SONG-02, S-RULING-38)."""

    anchor = True

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        if s.outposts_left(seat):
            for region in range(1, s.stock.regions + 1):
                if free_outpost_is_possible(s, seat, region):
                    out.offer(tokens.OUTPOST, region)
        out.offer(tokens.PASS)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        if a >> 8 != tokens.PASS:
            build_outpost(s, seat, argument_of(a))


def a_wish_can_be_paid(s: Stroganov, p: i64) -> bool:
    hand = s.hand[p]
    while hand:
        wish = cards.first(hand)
        hand &= hand - 1
        if can_pay(s, p, s.stock.wish_value[wish], s.stock.wish_pay[wish]):
            return True
    return False


class WishSong(Step[Stroganov]):
    """Fulfil a wish by paying only its red-framed furs (S-SONG-02, S-RULING-39)."""

    anchor = True

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        hand = s.hand[seat]
        while hand:
            wish = cards.first(hand)
            hand &= hand - 1
            if can_pay(s, seat, s.stock.wish_value[wish], s.stock.wish_pay[wish]):
                out.offer(tokens.PAY_ONLY, wish)
        out.offer(tokens.PASS)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        if a >> 8 != tokens.PASS:
            wish = argument_of(a)
            s.do(
                frames.pay(seat, s.stock.wish_value[wish], s.stock.wish_pay[wish]),
                frames.fulfilled(seat, wish),
            )
