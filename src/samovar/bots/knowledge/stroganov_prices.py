"""The prices of pieces and actions of Stroganov for a player at a moment, in thousandths of a point.

A price estimates the points that a coin, a fur, a yurt or a wish brings by the end of the game.
It falls during the game to the value in the end scoring.
"""

from __future__ import annotations

from typing import Final, final

from samovar.games.stroganov import components
from samovar.games.stroganov.advanced import claim_cost, post_price
from samovar.games.stroganov.basic import skip_price
from samovar.games.stroganov.components import AUTUMN, KINDS, MAX_PARTS, PER_NOTHING, TIGER, WINTER
from samovar.games.stroganov.payment import can_pay
from samovar.games.stroganov.scoring import count_per, tiles_of_kind
from samovar.games.stroganov.state import Stroganov
from samovar.games.stroganov.wishes import furs_to_possess, furs_with_discount, wish_discount
from samovar.kernel import cards
from samovar.kernel.ints import i64

POINT: Final = 1000
FULL_PROGRESS: Final = 1000
LANDSCAPES: Final[i64] = 4  # number of landscape kinds
PLAYING_SEASONS: Final = 3  # seasons of a year with turns: all but winter

# Prices at the beginning of the game. At its end the scoring replaces them.
HORSE: Final = 260
COIN: Final = 1000
FUR: Final = 650
STORY: Final = 450
TIGER_TILE: Final = 2300
OUTPOST: Final = 1500
BANNER: Final = 260  # for each future winter
# The usual gain of a granted action
ACTION: Final = 2300
VILLAGE: Final = 1600
YURT: Final = 2000
BUILDING: Final = 4000
WISH_SONG: Final = 2500
TWO_REWARDS: Final = 3000
STEP: Final = 500  # one more space of the trophy track, without its shield
# Lasting effects, for each future turn. Kinds that are not listed have the price OTHER_EFFECT.
OTHER_EFFECT: Final[i64] = 200
EFFECT_PRICES: Final[dict[str, i64]] = {
    "extra_step": 150,
    "hunt_skip_free": 150,
    "hunt_second_free": 150,
    "hunt_reach": 150,
}
PRESENCE: Final = 250  # an outpost allows actions in its region without the Cossack, for each future turn
# Pieces that a claim, a trophy, a trade or a landscape set needs
CLAIM_FUR: Final = 500  # one of the two region furs that every claim needs
TROPHY_FUR: Final = 600
TRADE_FUR: Final = 200
KIND_WANTED: Final = 1500  # a landscape kind of which the player has fewer than of others
KIND: Final = 700


@final
class Prices:
    """The prices of one moment for one player. Call ``update`` first."""

    def __init__(self) -> None:
        self.progress: i64 = 0  # part of the game that is over, from 0 to FULL_PROGRESS
        self.turns: i64 = 0  # turns that the player has after this one
        self.winters: i64 = 0  # winters left, each with an income
        self.horse: i64 = 0
        self.coin: i64 = 0
        self.fur: i64 = 0
        self.story: i64 = 0
        self.tiger: i64 = 0
        self.outpost: i64 = 0
        self.best_on_market: i64 = -1  # -1: not computed yet

    def update(self, s: Stroganov, p: i64) -> None:
        """Compute the prices of this moment for this player."""
        stock = s.stock
        self.progress = progress(s)
        self.turns = turns_left(s, p)
        self.winters = winters_left(s)
        self.best_on_market = -1
        self.horse = self.interpolated(HORSE, POINT // (stock.horses_per_fur * stock.furs_per_vp))
        if s.horses[p] > 2 * stock.buy_horses:
            self.horse = self.horse * 2 // 3
        self.coin = self.interpolated(COIN, POINT // stock.coins_per_vp)
        if s.coins[p] > 3:
            self.coin = self.coin * 3 // 4
        self.fur = self.interpolated(FUR, POINT // stock.furs_per_vp)
        self.story = self.interpolated(STORY, POINT // stock.story_per_vp)
        self.tiger = self.interpolated(TIGER_TILE, POINT * stock.tiger_vp)
        self.outpost = self.interpolated(OUTPOST, POINT * stock.unbuilt_vp)

    def interpolated(self, early: i64, late: i64) -> i64:
        """A price interpolated between ``early`` and ``late`` by the progress of the game."""
        return late + (early - late) * (FULL_PROGRESS - self.progress) // FULL_PROGRESS

    # ---- furs ----

    def one_more(self, s: Stroganov, p: i64, kind: i64, have: i64) -> i64:
        """The price of a fur of this kind for a player who has ``have`` of it."""
        if kind == TIGER:
            return self.tiger
        stock = s.stock
        worth = self.fur
        hand = s.hand[p]
        if hand:
            discount = wish_discount(s, p)
            while hand:
                wish = cards.first(hand)
                hand &= hand - 1
                if stock.wish_value[wish] == kind:
                    missing = furs_with_discount(s, wish, discount) - have
                    if missing > 0 and missing <= self.turns + 2:
                        worth += self.wish(s, p, wish) // (missing + 1)
        if have < stock.claim_furs + 1 and self.turns:
            for region in range(1, stock.regions + 1):
                if s.region_fur[region] == kind:
                    near = s.has_post(p, region) or stock.region_of[s.space[p]] == region
                    wanted = CLAIM_FUR if near else CLAIM_FUR // 2
                    worth += wanted if have < stock.claim_furs else wanted // 2
        if have == 0 and self.turns:
            track = s.track(p)
            if s.trophy[p] < track.length and track.fur[s.trophy[p] + 1] == kind:
                worth += TROPHY_FUR
            if kind == s.trade_fur:
                worth += TRADE_FUR
        return worth

    def gained(self, s: Stroganov, p: i64, kind: i64) -> i64:
        """The price of gaining one more fur of this kind, with the story for a bear."""
        worth = self.one_more(s, p, kind, s.furs[p * KINDS + kind])
        return worth + self.story * s.stock.bear_story if kind == s.stock.bear else worth

    def lost(self, s: Stroganov, p: i64, kind: i64) -> i64:
        """The price of losing a fur of this kind."""
        return self.one_more(s, p, kind, s.furs[p * KINDS + kind] - 1)

    def market(self, s: Stroganov, p: i64) -> i64:
        """The price of the best fur in the market."""
        if self.best_on_market < 0:
            best: i64 = 0
            for kind in range(1, TIGER):
                if s.market[kind]:
                    best = max(best, self.gained(s, p, kind))
            self.best_on_market = best
        return self.best_on_market

    def cheapest(self, s: Stroganov, p: i64) -> i64:
        """The price of losing the least valuable fur of the supply."""
        least = self.tiger
        for kind in range(1, TIGER):
            if s.furs[p * KINDS + kind]:
                least = min(least, self.lost(s, p, kind))
        return least

    def price(self, s: Stroganov, p: i64, value: i64) -> i64:
        """The price of a payment of this value: a fur of the kind, another fur with a coin, or a tiger."""
        if s.furs[p * KINDS + value]:
            return self.lost(s, p, value)
        return min(self.fur + self.coin, self.tiger) if s.coins[p] else self.tiger

    # ---- rewards ----

    def reward(self, s: Stroganov, p: i64, reward: i64) -> i64:
        """The price of a reward: of a village, yurt, song, tile, trophy space or income."""
        worth: i64 = 0
        at = reward * MAX_PARTS
        while s.stock.rewards[at]:
            worth += self.part(s, p, s.stock.rewards[at] & 255, s.stock.rewards[at] >> 8)
            at += 1
        return worth

    def part(self, s: Stroganov, p: i64, part: i64, amount: i64) -> i64:
        if part == components.VP:
            return POINT * amount
        if part == components.HORSE:
            return self.horse * amount
        if part == components.COIN:
            return self.coin * amount
        if part == components.STORY:
            return self.story * min(amount, s.stock.story_last - s.story[p])
        if part == components.BANNER:
            return BANNER * self.winters * min(amount, s.banners_left)
        if part == components.OUTPOST:
            return self.outpost * min(amount, s.outposts_left(p))
        if part == components.TIGER_TILE:
            return self.tiger * min(amount, s.bag[TIGER])
        if part == components.BAG_FUR:
            return self.fur * 5 // 4
        if part == components.MARKET_FUR:
            return self.market(s, p)
        if part == components.TROPHY:
            return self.trophy(s, p)
        if part == components.OUTPOST_ANYWHERE:
            return BUILDING if s.outposts_left(p) else 0
        if part == components.WISH_PAY_ONLY:
            return WISH_SONG if s.hand[p] else 0
        if part == components.ADVANCED_ANYWHERE:
            return ACTION
        if part == components.YURT_NOT_TROPHY:
            return YURT
        return TWO_REWARDS if part == components.TWO_REWARDS else VILLAGE

    def trophy(self, s: Stroganov, p: i64) -> i64:
        """The price of a trophy: a step on the track if it can be paid, and the best reward that is then
        open.
        """
        track = s.track(p)
        space = s.trophy[p]
        gain: i64 = 0
        if space < track.length:
            value = track.fur[space + 1]
            if value == 0:
                gain = self.step(s, p)
                space += 1
            elif can_pay(s, p, value, 1):
                gain = max(self.step(s, p) - self.price(s, p, value), 0)
                space += 1
        return gain + self.best_reward(s, p, space)

    def step(self, s: Stroganov, p: i64) -> i64:
        """The price of the next space of the trophy track."""
        track = s.track(p)
        space = s.trophy[p]
        shield = (track.shield[space + 1] - track.shield[space]) * POINT
        return shield + STEP * (FULL_PROGRESS - self.progress) // FULL_PROGRESS + (STEP if shield == 0 else 0)

    def best_reward(self, s: Stroganov, p: i64, deepest: i64) -> i64:
        """The price of the best reward of the trophy track down to this space."""
        track = s.track(p)
        best = self.reward(s, p, track.reward[0]) if deepest == 0 else 0
        for space in range(1, deepest + 1):
            best = max(best, self.reward(s, p, track.reward[space]))
        return best

    # ---- cards, outposts, tiles ----

    def wish(self, s: Stroganov, p: i64, wish: i64) -> i64:
        """The price of a wish when it is fulfilled: its points, and its effect from now on."""
        stock = s.stock
        worth = stock.wish_vp[wish] * POINT
        number = stock.wish_number[wish]
        if cards.has(stock.end_cards, wish):
            if cards.has(stock.end_vp_fraction, wish):
                return worth + s.vp[p] * POINT // number + self.turns * POINT // number
            if stock.wish_per[wish] == PER_NOTHING:
                return worth + number * POINT
            return worth + number * (count_per(s, p, stock.wish_per[wish]) * POINT + self.turns * 100)
        if cards.has(stock.winter_cards, wish):
            income = self.reward(s, p, stock.wish_reward[wish])
            if stock.wish_per[wish] != PER_NOTHING:
                income = income * (count_per(s, p, stock.wish_per[wish]) + 1)
            return worth + income * self.winters
        if cards.has(stock.winter_extra, wish):
            return worth + ACTION * self.winters
        if cards.has(stock.immediate, wish):
            return worth + self.reward(s, p, stock.wish_reward[wish])
        if cards.has(stock.season_extra_advanced, wish):
            return worth + ACTION * (stock.years - s.year)
        return worth + EFFECT_PRICES.get(stock.wish_effect[wish], OTHER_EFFECT) * self.turns

    def wish_taken(self, s: Stroganov, p: i64, wish: i64) -> i64:
        """The price of a wish in the hand. It falls with the number of missing furs."""
        stock = s.stock
        value = stock.wish_value[wish]
        at = p * KINDS
        missing = furs_to_possess(s, p, wish) - s.furs[at + value] - s.furs[at + TIGER]
        whole = self.wish(s, p, wish) - stock.wish_pay[wish] * self.fur
        if missing <= 0:
            return whole
        if missing <= s.coins[p]:
            return max(whole - missing * self.coin, whole // 2)
        return whole * min(self.turns, 6) // (6 * (missing + 1))

    def fulfilling(self, s: Stroganov, p: i64, wish: i64) -> i64:
        """The price of fulfilling a wish now, less its cost."""
        stock = s.stock
        value = stock.wish_value[wish]
        missing = furs_to_possess(s, p, wish) - s.furs[p * KINDS + value]
        worth = self.wish(s, p, wish) - stock.wish_pay[wish] * self.fur
        return worth - missing * self.coin if missing > 0 else worth

    def building(self, s: Stroganov, p: i64, region: i64) -> i64:
        """The price of building an outpost of the supply in this region, less its horses."""
        stock = s.stock
        built = s.built(p)
        worth = (stock.built_vp[built + 1] - stock.built_vp[built] - stock.unbuilt_vp) * POINT
        return worth + PRESENCE * self.turns - post_price(s, region) * self.horse

    def claiming(self, s: Stroganov, p: i64, space: i64) -> i64:
        """The price of a tile with the furs on it, less the furs that are paid."""
        stock = s.stock
        tile = s.row[space]
        worth = self.tile(s, p, tile)
        for kind in range(1, TIGER + 1):
            lying = s.row_furs[space * KINDS + kind]
            if lying:
                worth += (self.tiger if kind == TIGER else self.fur) * lying
        cost = claim_cost(s, space)
        exact = s.furs[p * KINDS + s.region_fur[stock.region_of[space]]]
        return worth - cost * self.fur - max(cost - exact, 0) * self.coin

    def tile(self, s: Stroganov, p: i64, tile: i64) -> i64:
        """The price of a landscape tile: its reward, and its use for sets."""
        stock = s.stock
        worth = self.reward(s, p, stock.tile_reward[tile])
        if s.tiles[p] == 0:
            return worth + KIND
        kind = stock.tile_kind[tile]
        own = tiles_of_kind(s, p, kind)
        fewer: i64 = 0  # number of kinds of which the player has more
        for other in range(LANDSCAPES):
            if other != kind and tiles_of_kind(s, p, other) > own:
                fewer += 1
        return worth + (KIND_WANTED * fewer if fewer else KIND)

    # ---- places ----

    def place(self, s: Stroganov, p: i64, space: i64) -> i64:
        """The price of standing on this space: the best hunt there and the best action in its region."""
        stock = s.stock
        region = stock.region_of[space]
        worth = self.hunting(s, p, space)
        if not s.has_post(p, region):
            worth += self.acting(s, p, region)
        if s.row[space] and can_pay(s, p, s.region_fur[region], claim_cost(s, space)):
            worth += max(self.claiming(s, p, space), 0) // 2
        return worth

    def hunting(self, s: Stroganov, p: i64, space: i64) -> i64:
        """The price of the best fur that can be hunted on this space."""
        at = space * KINDS
        left = s.row_furs[at]
        each = skip_price(s, p)
        skipped: i64 = 0
        best: i64 = 0
        kind: i64 = 1
        while left and skipped <= s.horses[p]:
            furs = s.row_furs[at + kind]
            if furs:
                best = max(best, self.gained(s, p, kind) - skipped * self.horse)
                skipped += furs * each
                left -= furs
            kind += 1
        return best

    def acting(self, s: Stroganov, p: i64, region: i64) -> i64:
        """The price of the best action in a region."""
        stock = s.stock
        best = self.reward(s, p, stock.village_reward[s.village[region]])
        if s.yurt[region]:
            best = max(best, self.reward(s, p, stock.yurt_reward[s.yurt[region]]))
        if s.wish[region]:
            best = max(best, self.wish_taken(s, p, s.wish[region]))
        if s.outposts[p] and s.free_place(region) >= 0 and not s.has_post(p, region):
            best = max(best, self.building(s, p, region))
        return best


# ---- time ----


def progress(s: Stroganov) -> i64:
    """The part of the game that is over, from 0 to FULL_PROGRESS."""
    seasons = (s.year - 1) * PLAYING_SEASONS + s.season
    turns = seasons * s.players + cards.count(s.acted)
    return turns * FULL_PROGRESS // (s.stock.years * PLAYING_SEASONS * s.players)


def turns_left(s: Stroganov, p: i64) -> i64:
    """The number of turns that a player has not begun yet."""
    left = (s.stock.years - s.year) * PLAYING_SEASONS
    if s.season <= AUTUMN:
        left += PLAYING_SEASONS - s.season
        if cards.has(s.acted, p):
            left -= 1
    return left


def winters_left(s: Stroganov) -> i64:
    """The number of winters that have not begun."""
    left = s.stock.years - s.year
    return left if s.season == WINTER else left + 1
