"""The knowledge of bots about Stroganov: the value of a position, and the priors of options."""

from __future__ import annotations

from typing import Final, cast, final

from samovar.bots.knowledge.knowledge import POINT, Knowledge, LinearKnowledge
from samovar.bots.knowledge.stroganov_prices import Prices, progress, turns_left
from samovar.bots.knowledge.weights import load_weights
from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.advanced import claim_cost
from samovar.games.stroganov.basic import (
    coin_gain,
    destination,
    horses_gain,
    hunting_ground,
    second_cost,
    skip_cost,
    trade_picks,
)
from samovar.games.stroganov.components import KINDS, TIGER
from samovar.games.stroganov.scoring import set_points, total, wish_points
from samovar.games.stroganov.state import Stroganov
from samovar.games.stroganov.turn import free_steps, step_price
from samovar.kernel import cards
from samovar.kernel.game import Game
from samovar.kernel.ints import i64, vec
from samovar.kernel.state import State, arg, arg3
from samovar.kernel.step import Options

TIE: Final = 100  # thousandths of a point for each Cossack behind that of the player
ENOUGH_HORSES: Final = 8  # more horses than these are of little use
ENOUGH_COINS: Final = 4
TENTH: Final = POINT // 10

# The features that value a position. Their weights are data: ``weights/stroganov/*.toml``.
FEATURES: Final = [
    "vp",
    "end_cards",  # points of fulfilled wishes if the game ended now
    "sets",  # points of landscape sets
    "tiles",
    "shield",  # points of the trophy track
    "trophy",  # spaces of the trophy track
    "built",  # points of outposts on the board
    "presence",  # outposts on the board
    "outposts",  # outposts in the supply
    "tigers",
    "coins",
    "spare_coins",
    "horses",
    "spare_horses",
    "furs",
    "wishes_at_hand",  # tenths of a point of wishes in the hand that lack no furs
    "wishes_begun",  # the same for all other wishes in the hand, in proportion to the furs held
    "claims",  # tenths of a point of the best tile to claim, in proportion to the furs held
    "claim_furs",  # region furs held for regions with an own outpost, up to two each
    "trophy_fur",  # 1 if the fur of the next trophy space is held
    "winter",  # tenths of a point from banners and cards in future winters
    "effects",  # tenths of a point from other lasting effects
    "story",
    "song",  # tenths of a point of the best song, less its story
    "ahead",  # Cossacks behind that of the player
    "turns",  # turns left
    "automa_turns",  # the features from here on are those of the automa
    "automa_furs",
    "automa_coins",
    "automa_tigers",
    "automa_story",
    "automa_trophy",
    "automa_posts",
    "automa_tiles",
]
VP: Final = 0
END_CARDS: Final = 1
SETS: Final = 2
TILES: Final = 3
SHIELD: Final = 4
TROPHY: Final = 5
BUILT: Final = 6
PRESENCE: Final = 7
OUTPOSTS: Final = 8
TIGERS: Final = 9
COINS: Final = 10
SPARE_COINS: Final = 11
HORSES: Final = 12
SPARE_HORSES: Final = 13
FURS: Final = 14
WISHES_AT_HAND: Final = 15
WISHES_BEGUN: Final = 16
CLAIMS: Final = 17
CLAIM_FURS: Final = 18
TROPHY_FUR: Final = 19
WINTER: Final = 20
EFFECTS: Final = 21
STORY: Final = 22
SONG: Final = 23
AHEAD: Final = 24
TURNS: Final = 25
AUTOMA_TURNS: Final = 26
AUTOMA_FURS: Final = 27
AUTOMA_COINS: Final = 28
AUTOMA_TIGERS: Final = 29
AUTOMA_STORY: Final = 30
AUTOMA_TROPHY: Final = 31
AUTOMA_POSTS: Final = 32
AUTOMA_TILES: Final = 33


@final
class StroganovKnowledge(LinearKnowledge):
    """Values a position by points, resources, and how near the player is to wishes, tiles and songs."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, dict.fromkeys(FEATURES, (0, 0)))
        self.use(load_weights(game.name))
        self.prices: Final = Prices()

    def player_count(self, s: State) -> i64:
        return cast(Stroganov, s).players

    def progress(self, s: State) -> i64:
        return progress(cast(Stroganov, s))

    def final_value(self, s: State, p: i64) -> i64:
        """The points of a player, and a little for each Cossack behind, because the order breaks ties."""
        table = cast(Stroganov, s)
        return total(table, p) * POINT + cossacks_behind(table, p) * TIE

    # ---- the value of a position ----

    def features(self, s: State, p: i64, counts: vec[i64]) -> None:
        table = cast(Stroganov, s)
        for i in range(len(counts)):
            counts[i] = 0
        self.count_points(table, p, counts)
        if p >= table.seats:
            self.count_automa(table, p, counts)
        else:
            self.prices.update(table, p)
            self.count_resources(table, p, counts)
            self.count_prospects(table, p, counts)

    def count_points(self, s: Stroganov, p: i64, counts: vec[i64]) -> None:
        """Count the points of the final scoring that cannot be lost any more."""
        counts[VP] = s.vp[p]
        counts[END_CARDS] = wish_points(s, p)
        counts[SETS] = set_points(s, p)
        counts[SHIELD] = s.track(p).shield[s.trophy[p]]
        counts[BUILT] = s.stock.built_vp[s.built(p)]
        counts[OUTPOSTS] = s.outposts[p]

    def count_automa(self, s: Stroganov, p: i64, counts: vec[i64]) -> None:
        """Count the possessions of the automa. Prospects do not count, because its cards decide for it."""
        counts[AUTOMA_TURNS] = turns_left(s, p)
        counts[AUTOMA_FURS] = s.fur_count(p)
        counts[AUTOMA_COINS] = s.coins[p]
        counts[AUTOMA_TIGERS] = s.furs[p * KINDS + TIGER]
        counts[AUTOMA_STORY] = s.story[p]
        counts[AUTOMA_TROPHY] = s.trophy[p]
        counts[AUTOMA_POSTS] = s.built(p)
        counts[AUTOMA_TILES] = cards.count(s.tiles[p])

    def count_resources(self, s: Stroganov, p: i64, counts: vec[i64]) -> None:
        """Count the resources of the player."""
        counts[TILES] = cards.count(s.tiles[p])
        counts[TROPHY] = s.trophy[p]
        counts[PRESENCE] = s.built(p)
        counts[TIGERS] = s.furs[p * KINDS + TIGER]
        counts[COINS] = s.coins[p]
        counts[SPARE_COINS] = max(s.coins[p] - ENOUGH_COINS, 0)
        counts[HORSES] = s.horses[p]
        counts[SPARE_HORSES] = max(s.horses[p] - ENOUGH_HORSES, 0)
        counts[FURS] = s.fur_count(p)
        counts[STORY] = s.story[p]
        counts[AHEAD] = cossacks_behind(s, p)
        counts[TURNS] = self.prices.turns

    def count_prospects(self, s: Stroganov, p: i64, counts: vec[i64]) -> None:
        """Count the gains that the player is near to."""
        prices, stock = self.prices, s.stock
        hand = s.hand[p]
        while hand:
            wish = cards.first(hand)
            hand &= hand - 1
            self.count_wish(s, p, wish, counts)
        self.count_claims(s, p, counts)
        track = s.track(p)
        if s.trophy[p] < track.length:
            fur = track.fur[s.trophy[p] + 1]
            counts[TROPHY_FUR] = 1 if fur == 0 or s.furs[p * KINDS + fur] else 0
        winter = prices.winters * stock.winter_per_banner * s.banners[p] * prices.horse
        effects: i64 = 0
        found = s.wishes[p] & ~stock.end_cards & ~stock.immediate
        while found:
            wish = cards.first(found)
            found &= found - 1
            worth = prices.wish(s, p, wish) - stock.wish_vp[wish] * POINT
            if cards.has(stock.winter_cards, wish):
                winter += worth
            else:
                effects += worth
        counts[WINTER] = winter // TENTH
        counts[EFFECTS] = effects // TENTH
        counts[SONG] = max(self.best_song(s, p), 0) // TENTH

    def count_wish(self, s: Stroganov, p: i64, wish: i64, counts: vec[i64]) -> None:
        stock = s.stock
        at = p * KINDS
        value = stock.wish_value[wish]
        wanted = stock.wish_possess[wish]
        exact = min(s.furs[at + value] + s.furs[at + TIGER], wanted)
        coins = min(s.coins[p], s.fur_count(p) - s.furs[at + value])
        worth = (self.prices.wish(s, p, wish) - stock.wish_pay[wish] * self.prices.fur) // TENTH
        if worth <= 0:
            return
        if exact == wanted:
            counts[WISHES_AT_HAND] += worth
        else:
            with_coins = exact * 4 + min(coins, wanted - exact) * 2
            counts[WISHES_BEGUN] += worth * with_coins // (wanted * 4)

    def count_claims(self, s: Stroganov, p: i64, counts: vec[i64]) -> None:
        stock = s.stock
        at = p * KINDS
        best: i64 = 0
        for space in range(1, stock.spaces + 1):
            tile = s.row[space]
            if tile and s.row_furs[space * KINDS] <= 1:
                region = stock.region_of[space]
                if s.has_post(p, region):
                    cost = claim_cost(s, space)
                    exact = min(s.furs[at + s.region_fur[region]] + s.furs[at + TIGER], cost)
                    best = max(best, self.prices.tile(s, p, tile) * exact // (cost * TENTH))
        counts[CLAIMS] = best
        for region in range(1, stock.regions + 1):
            if s.has_post(p, region):
                counts[CLAIM_FURS] += min(s.furs[at + s.region_fur[region]], stock.claim_furs)

    def best_song(self, s: Stroganov, p: i64) -> i64:
        """The worth of the best face-up song, less the story that it costs."""
        best: i64 = 0
        for place in range(len(s.song)):
            song = s.song[place]
            if song and s.stock.song_cost[song] <= s.story[p]:
                best = max(best, self.song_gain(s, p, song))
        return best

    def song_gain(self, s: Stroganov, p: i64, song: i64) -> i64:
        stock = s.stock
        return self.prices.reward(s, p, stock.song_reward[song]) - stock.song_cost[song] * self.prices.story

    # ---- the priors of options ----

    def set_priors(self, s: State, seat: i64, out: Options, weights: vec[i64]) -> None:
        """Set the prior of each option to about the square of its estimated gain."""
        table = cast(Stroganov, s)
        f = table.todo[table.depth - 1]
        step = f & 255
        self.prices.update(table, seat)
        if step == frames.PAY:
            self.set_payment_priors(table, seat, f, out, weights)
            return
        if step == frames.INCOME:
            self.set_income_priors(out, weights)
            return
        second = step == frames.MAIN and arg(f) == 1
        for i in range(out.n):
            gain = self.gain(table, seat, step, second, out.items[i])
            weights[i] = prior(gain)

    def set_payment_priors(self, s: Stroganov, p: i64, f: i64, out: Options, weights: vec[i64]) -> None:
        """Prefer the furs with the least loss, and pay a coin only where it is needed."""
        value = arg(f)
        free = arg3(f) > 0  # any fur can pay without a coin
        least: i64 = 1 << 30
        for i in range(out.n):
            kind = out.items[i] & 255
            cost = self.prices.lost(s, p, kind)
            if kind != value and kind != TIGER and not free:
                cost += self.prices.coin
            weights[i] = cost
            least = min(least, cost)
        for i in range(out.n):
            more = weights[i] - least
            weights[i] = 100 * POINT // (POINT + 20 * more) if more < POINT else 0

    def set_income_priors(self, out: Options, weights: vec[i64]) -> None:
        """Set priors so that every income is taken. Only the first gets one: the order does not matter."""
        taken = False
        for i in range(out.n):
            verb = out.items[i] >> 8
            weights[i] = 0
            if verb == tokens.FULFIL:
                weights[i] = 10
            elif not taken and (verb == tokens.INCOME or verb == tokens.EXTRA):
                weights[i] = 10
                taken = True
        for i in range(out.n):
            if not taken and out.items[i] >> 8 == tokens.END:
                weights[i] = 5

    def gain(self, s: Stroganov, p: i64, step: i64, second: bool, a: i64) -> i64:
        """The estimated gain of an option, in thousandths of a point. A negative gain means: skip it."""
        prices, stock = self.prices, s.stock
        verb = a >> 8
        n = a & 255
        if verb >= tokens.BUY_MARKET:
            return self.auxiliary_gain(s, p, verb, n)
        if verb == tokens.MOVE:
            return self.move_gain(s, p, n)
        if verb == tokens.KEEP or verb == tokens.TAKE:
            return prices.gained(s, p, n)
        if verb == tokens.REWARD:
            return prices.reward(s, p, s.track(p).reward[n])
        if verb == tokens.BONUS:
            if n == tokens.BONUS_COIN:
                return prices.coin * stock.bonus_coin
            if n == tokens.BONUS_HORSES:
                return prices.horse * stock.bonus_horses
            return prices.story * min(stock.bonus_story, stock.story_last - s.story[p])
        if verb == tokens.SONG:
            return self.song_gain(s, p, n) + POINT
        if verb == tokens.PAY_ONLY:
            return prices.wish(s, p, n)
        if verb == tokens.ADVANCE:
            return prices.step(s, p) * 2
        if verb == tokens.TROPHY_STEP:
            cost = s.track(p).fur[s.trophy[p] + 1] * prices.story
            return prices.step(s, p) + prices.best_reward(s, p, s.trophy[p] + 1) - cost
        if verb == tokens.START:
            return self.start_gain(s, p, n)
        if verb == tokens.COVER:
            return prices.tiger if n == tokens.COVER_COIN else prices.coin
        if verb == tokens.PASS or verb == tokens.END or verb == tokens.GO:
            return 400
        return self.action_gain(s, p, step, verb, n, second)

    def action_gain(self, s: Stroganov, p: i64, step: i64, verb: i64, n: i64, second: bool) -> i64:
        """The gain of a basic or advanced action. The price of a second main action is subtracted."""
        prices, stock = self.prices, s.stock
        if verb <= tokens.TRADE:
            worth = self.basic_gain(s, p, step, verb, n)
            return worth - prices.cheapest(s, p) if second else worth
        region = n
        if verb == tokens.VILLAGE:
            worth = prices.reward(s, p, stock.village_reward[s.village[n]])
        elif verb == tokens.YURT:
            worth = prices.reward(s, p, stock.yurt_reward[s.yurt[n]]) + 100
        elif verb == tokens.WISH:
            worth = prices.wish_taken(s, p, s.wish[n])
        elif verb == tokens.OUTPOST:
            worth = prices.building(s, p, n)
        else:
            worth = prices.claiming(s, p, n)
            region = stock.region_of[n]
        return worth - prices.price(s, p, s.region_fur[region]) if second else worth

    def basic_gain(self, s: Stroganov, p: i64, step: i64, verb: i64, n: i64) -> i64:
        prices, stock = self.prices, s.stock
        if verb == tokens.COIN:
            return prices.coin * coin_gain(s, p)
        if verb == tokens.HORSES:
            return prices.horse * horses_gain(s, p)
        if verb == tokens.LEFT or verb == tokens.RIGHT:
            here = prices.place(s, p, s.space[p]) if s.space[p] else 0
            return (prices.place(s, p, destination(s, p, verb, n)) - here) // 2
        if verb == tokens.TRADE:
            each = max(prices.coin, prices.story * stock.bonus_story)
            return each * trade_picks(s, p) - prices.price(s, p, s.trade_fur)
        space = hunting_ground(s, p, verb)
        worth = prices.gained(s, p, n) - skip_cost(s, p, space, n) * prices.horse
        if step == frames.HUNT_AGAIN:
            worth -= second_cost(s, p) * prices.coin - 400
        return worth

    def move_gain(self, s: Stroganov, p: i64, steps: i64) -> i64:
        price = step_price(s, free_steps(s, p), steps) * self.prices.horse
        return self.prices.place(s, p, destination(s, p, tokens.RIGHT, steps)) - price

    def start_gain(self, s: Stroganov, p: i64, wish: i64) -> i64:
        """The gain of a start wish with the fur that lies on it."""
        i: i64 = 0
        while s.offer[i] & 255 != wish:
            i += 1
        fur = s.offer[i] >> 8
        worth = self.prices.wish(s, p, wish) // 2
        if fur:
            worth += self.prices.gained(s, p, fur)
            if fur == s.stock.wish_value[wish]:
                worth += POINT
        return worth

    def auxiliary_gain(self, s: Stroganov, p: i64, verb: i64, n: i64) -> i64:
        """The gain of an auxiliary action, negative unless it clearly helps.

        Auxiliary actions are almost always legal, so useless ones would widen the search.
        """
        prices, stock = self.prices, s.stock
        if verb == tokens.FULFIL:
            return prices.fulfilling(s, p, n) + 2 * POINT
        if verb == tokens.EXTRA:
            return 3 * POINT
        if verb == tokens.BUY_MARKET:
            return gain_if_worthwhile(prices.market(s, p) - stock.buy_horses * prices.horse)
        if verb == tokens.BUY_BAG:
            return gain_if_worthwhile(prices.fur * 5 // 4 - stock.buy_horses * prices.horse)
        if verb == tokens.SWAP:
            return gain_if_worthwhile(prices.market(s, p) - 2 * prices.cheapest(s, p) - 200)
        best: i64 = 0
        for kind in range(1, n):
            if s.market[kind]:
                best = max(best, prices.gained(s, p, kind))
        return gain_if_worthwhile(best - prices.lost(s, p, n) - stock.down_horses * prices.horse - 200)


def cossacks_behind(s: Stroganov, p: i64) -> i64:
    """The number of Cossacks behind that of p."""
    place: i64 = 0
    while s.order[place] != p:
        place += 1
    return s.players - 1 - place


def gain_if_worthwhile(gain: i64) -> i64:
    """The gain of an exchange, or -1 (skip it) if it hardly brings anything."""
    return gain if gain > 200 else -1


def prior(gain: i64) -> i64:
    """The square of the gain in twentieths of a point, plus 1. A negative gain has the prior 0: the search
    skips it.
    """
    if gain < 0:
        return 0
    twentieths = gain // 50
    return twentieths * twentieths + 1


KNOWLEDGE: Final[type[Knowledge]] = StroganovKnowledge
