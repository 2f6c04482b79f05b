"""Heuristic prices in Catherine for one player, in thousandths of a point.

There is a price for a card in hand, a favor step, a residence in each city, and a book or cannon in the row.
It depends on the box, the scorings and rounds to come, and the player's possession. The worth of an action is
the sum of its gains at these prices, less the cards it costs.
"""

from __future__ import annotations

from typing import Final, final

from samovar.bots.knowledge.knowledge import POINT
from samovar.games.catherine import components
from samovar.games.catherine.actions import build_scope, gain_of, is_building, unit_count
from samovar.games.catherine.components import BOOK, CANNON, GOODS
from samovar.games.catherine.residences import free_cities
from samovar.games.catherine.scoring import matched_order_tiles
from samovar.games.catherine.state import Catherine
from samovar.kernel import cards, counts
from samovar.kernel.ints import i64, vec
from samovar.kernel.state import zeros

SMOOTHING_SPACES: Final = 3  # the price of a favor step is the mean over this many spaces
CARD: Final = 1000  # a card in hand with enough rounds left, in addition to its VP at the end
ROUNDS_TO_USE: Final = 4  # rounds needed to use a card; with fewer left CARD falls in proportion
LIMIT: Final = 500  # a hand limit higher by one
ISOLATED_DIVISOR: Final = 3  # an isolated city joins the largest group with chance 1 / ISOLATED_DIVISOR
WANTED: Final = 1300  # a goods tile that the order still needs
GOOD: Final = 300  # a symbol or tile of a good, for markets, sets and bonuses
MISSED_DIVISOR: Final = 4  # a card that leaves hand or row loses 1 / MISSED_DIVISOR of its action's worth


@final
class Prices:
    """The prices for one player in one state. ``update`` fills the same object again."""

    __slots__ = (
        "s",
        "p",
        "spare",
        "own",
        "scorings",
        "rounds",
        "built",
        "new",
        "card",
        "room",
        "step",
        "known",
        "cities",
        "cannon",
        "book",
    )

    def __init__(self, s: Catherine) -> None:
        self.s = s
        self.p: i64 = 0
        self.spare: i64 = 0  # cards in hand that can still pay a cost
        self.own: i64 = 0  # symbols in possession
        self.scorings: i64 = 0  # interim scorings to come
        self.rounds: i64 = 0  # rounds to come after this one
        self.built: i64 = 0
        self.new: i64 = 0  # residences that an action builds before its bonus counts them
        self.card: i64 = 0  # price of a card in hand
        self.room: i64 = 0  # spaces above the favor marker
        self.step: i64 = 0  # price of a favor step before the last round
        self.known: i64 = 0  # the set of cities whose price is in ``cities``
        self.cities: vec[i64] = zeros(64)  # price of a residence, by city
        self.cannon: i64 = 0  # price of one more cannon; set by ``price_majorities``
        self.book: i64 = 0

    def update(self, s: Catherine, p: i64, spare: i64) -> None:
        stock = s.stock
        self.s = s
        self.p = p
        self.spare = spare
        self.own = s.possession(p)
        self.scorings = stock.decades - s.decade + 1
        self.rounds = self.scorings * stock.rounds - s.round
        self.built = cards.count(s.residences[p])
        self.new = 1
        soon = self.rounds if self.rounds < ROUNDS_TO_USE else ROUNDS_TO_USE
        self.card = stock.leftover_vp * POINT + CARD * soon // ROUNDS_TO_USE
        self.room = stock.top - s.favor[p]
        span = SMOOTHING_SPACES if self.room > SMOOTHING_SPACES else self.room
        self.step = self.rise(span) // span if span else 0
        self.known = 0

    def price_majorities(self) -> None:
        """Set the prices of a cannon and a book. They are highest where one more decides a comparison."""
        s, p = self.s, self.p
        shown = s.row_symbols(p)
        cannons = counts.get(shown, CANNON)
        books = counts.get(shown, BOOK)
        self.cannon = 0
        most: i64 = 0
        for q in range(s.seats):
            if q != p:
                theirs = s.row_symbols(q)
                if q == (p + 1) % s.seats or p == (q + 1) % s.seats:
                    ahead = cannons - counts.get(theirs, CANNON)
                    self.cannon += POINT * s.stock.more_cannons // 2 // comparison_divisor(ahead)
                most = max(most, counts.get(theirs, BOOK))
        residence = self.scorings * POINT + 2 * POINT + WANTED
        self.book = residence // comparison_divisor(books - most) + POINT // 4

    # ---- favor steps, cities and draws ----

    def favor(self, steps: i64) -> i64:
        """The worth of favor steps. Steps beyond the top bring VP."""
        if self.rounds and steps <= self.room:
            return self.step * steps
        lost = steps - self.room
        if lost <= 0:
            return self.rise(steps)
        return self.rise(self.room) + lost * self.s.stock.over_top_vp * POINT

    def rise(self, spaces: i64) -> i64:
        """The worth of moving up these spaces: VP in each scoring, the multiplier, the hand limit."""
        stock = self.s.stock
        here = self.s.favor[self.p]
        there = here + spaces
        worth = (stock.favor_vp[there] - stock.favor_vp[here]) * self.scorings
        worth += (stock.multiplier[there] - stock.multiplier[here]) * (self.built + self.scorings - 1)
        worth *= POINT
        if self.rounds:
            worth += (stock.hand_limit[there] - stock.hand_limit[here]) * LIMIT
        return worth

    def city(self, city: i64) -> i64:
        """The worth of a residence: VP in each scoring, the largest group, a tile, a crown."""
        if cards.has(self.known, city):
            return self.cities[city]
        s, p = self.s, self.p
        stock = s.stock
        built = self.built
        worth = stock.residence_vp[built + 1] - stock.residence_vp[built] + stock.city_vp[city]
        worth *= self.scorings * POINT
        hoped = s.favor[p] + self.rounds // 2
        factor = stock.multiplier[hoped if hoped < stock.top else stock.top] * POINT
        nearby = stock.roads[city] & s.residences[p]
        worth += factor if nearby or built == 0 else factor // ISOLATED_DIVISOR
        tile = stock.city_tile[city]
        if tile:
            worth += self.tile(tile)
        if cards.has(stock.crowns, city):
            worth += self.favor(1)
        self.known = cards.plus(self.known, city)
        self.cities[city] = worth
        return worth

    def tile(self, tile: i64) -> i64:
        s, p = self.s, self.p
        worth: i64 = GOOD if self.rounds else 0
        if counts.covers(s.stock.order_goods[s.order[p]], (s.tiles[p] + tile) & tile * counts.MAX_COUNT):
            if self.rounds:
                return worth + WANTED
            have = matched_order_tiles(s, p)
            if have + 1 == len(s.stock.order_vp):
                return worth  # jokers have filled the order already
            return (s.stock.order_vp[have + 1] - s.stock.order_vp[have]) * POINT
        return worth

    def draw(self, n: i64, held: i64) -> i64:
        """The worth of drawing n cards. Cards that do not fit into the hand bring VP."""
        limit = self.s.hand_limit(self.p)
        fit = limit - held if held < limit else 0
        if n <= fit:
            return n * self.card
        return fit * self.card + (n - fit) * self.s.stock.over_limit_vp * POINT

    # ---- cards ----

    def action(self, card: i64) -> i64:
        """The worth of performing the action of a card and using its bonus. 0 if it is impossible."""
        s, p = self.s, self.p
        stock = s.stock
        spare = self.spare - stock.cost[card]
        if spare < 0:
            return 0
        effect = stock.effect[card]
        if is_building(s, card):
            worth = self.best_city(free_cities(s, p, build_scope(s, card)))
        else:
            worth = self.effect(card, effect, stock.amount[card], stock.counted[card], spare)
        if worth == 0:
            return 0
        worth -= stock.cost[card] * self.card
        condition = stock.condition[card]
        if condition == components.OWN:
            if counts.covers(self.own, stock.needed[card]):
                worth += self.bonus(card, spare)
        elif condition == components.DISCARD:
            cost = stock.bonus_cost[card]
            if spare >= cost:
                extra = self.bonus(card, spare - cost) - cost * self.card
                if extra > 0:
                    worth += extra
        elif condition == components.SAME_COLOUR:
            worth += self.bonus(card, spare) // 2
        return worth

    def bonus(self, card: i64, spare: i64) -> i64:
        stock = self.s.stock
        return self.effect(
            card, stock.bonus_effect[card], stock.bonus_amount[card], stock.bonus_counted[card], spare
        )

    def effect(self, card: i64, effect: i64, amount: i64, counted: i64, spare: i64) -> i64:
        """The worth of an effect that does not build."""
        n = amount * unit_count(self.s, self.p, card, effect, counted, self.own, self.new)
        given = gain_of(effect)
        if given == components.VP:
            return n * POINT
        return self.favor(n) if given == components.FAVOR else self.draw(n, spare)

    def best_city(self, cities: i64) -> i64:
        best: i64 = 0
        while cities:
            worth = self.city(cards.first(cities))
            best = max(best, worth)
            cities &= cities - 1
        return best

    def symbols_worth(self, card: i64) -> i64:
        """The worth of a card's symbols in the row. Call ``price_majorities`` before."""
        symbols = self.s.stock.symbols[card]
        worth = counts.get(symbols, CANNON) * self.cannon + counts.get(symbols, BOOK) * self.book
        if self.rounds:
            for kind in range(GOODS):
                worth += counts.get(symbols, kind) * GOOD
        return worth

    def keeping(self, card: i64) -> i64:
        """The worth of keeping a card in hand. In the last round all cards are equal."""
        return self.card + self.action(card) // MISSED_DIVISOR if self.rounds else self.card


def comparison_divisor(ahead: i64) -> i64:
    """The divisor for one more symbol: 1 where it makes or breaks a tie, higher with a larger gap."""
    if ahead == 0 or ahead == -1:
        return 1
    return 2 if ahead == 1 or ahead == -2 else 5


def depends_on_symbols(s: Catherine, card: i64) -> bool:
    """True if the action or its bonus depends on symbols in possession."""
    return s.stock.counted[card] != 0 or s.stock.condition[card] == components.OWN
