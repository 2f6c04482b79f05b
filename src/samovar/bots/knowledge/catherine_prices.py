"""The prices of things for a player of Catherine, in thousandths of a point.

A card in hand, a step on the favor track, a residence in each city, a book or a cannon in the row: these
prices follow from the box, from how many scorings and rounds are still to come, and from what the player has.
An action is worth what it brings at these prices, less the cards that it costs.
"""

from __future__ import annotations

from typing import Final, final

from samovar.bots.knowledge.knowledge import POINT
from samovar.games.catherine import components as box
from samovar.games.catherine.actions import build_scope, gives, is_building, units
from samovar.games.catherine.components import BOOK, CANNON, GOODS
from samovar.games.catherine.residences import free_cities
from samovar.games.catherine.scoring import matched
from samovar.games.catherine.state import Catherine
from samovar.kernel import cards, counts
from samovar.kernel.ints import i64, vec
from samovar.kernel.state import zeros

SMOOTH: Final = 3  # spaces: the favor track goes up in stairs, its price does not
CARD: Final = 1000  # what a card in hand is worth above its point at the end, while there is time to use it
SOON: Final = 4  # rounds that are enough time for this
LIMIT: Final = 500  # one card more allowed in hand
LONELY: Final = 3  # a city without an own residence nearby will be connected one time in so many
WANTED: Final = 1300  # a tile of the order
GOOD: Final = 300  # a symbol or tile of a good, for markets, sets and bonuses
MISSED: Final = 4  # a card that leaves the hand or the row is missed one part in so many of what it could do


@final
class Prices:
    """The prices of things for one player at one moment. The object is filled again and again."""

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
        self.spare: i64 = 0  # cards in hand that can be paid
        self.own: i64 = 0  # symbols in possession
        self.scorings: i64 = 0  # still to come
        self.rounds: i64 = 0  # after this one
        self.built: i64 = 0
        self.new: i64 = 0  # residences that are about to be built
        self.card: i64 = 0
        self.room: i64 = 0  # above the favor marker
        self.step: i64 = 0  # on the favor track, while there is time for more of them
        self.known: i64 = 0  # cities whose price has been found
        self.cities: vec[i64] = zeros(64)
        self.cannon: i64 = 0  # one more of them; only after ``look_around``
        self.book: i64 = 0

    def look(self, s: Catherine, p: i64, spare: i64) -> None:
        stock = s.stock
        self.s = s
        self.p = p
        self.spare = spare
        self.own = s.possession(p)
        self.scorings = stock.decades - s.decade + 1
        self.rounds = self.scorings * stock.rounds - s.round
        self.built = cards.count(s.residences[p])
        self.new = 1
        soon = self.rounds if self.rounds < SOON else SOON
        self.card = stock.leftover_vp * POINT + CARD * soon // SOON
        self.room = stock.top - s.favor[p]
        span = SMOOTH if self.room > SMOOTH else self.room
        self.step = self.rise(span) // span if span else 0
        self.known = 0

    def look_around(self) -> None:
        """Cannons and books are worth most where they decide a comparison."""
        s, p = self.s, self.p
        shown = s.on_row(p)
        cannons = counts.get(shown, CANNON)
        books = counts.get(shown, BOOK)
        self.cannon = 0
        most: i64 = 0
        for q in range(s.seats):
            if q != p:
                theirs = s.on_row(q)
                if q == (p + 1) % s.seats or p == (q + 1) % s.seats:
                    ahead = cannons - counts.get(theirs, CANNON)
                    self.cannon += POINT * s.stock.more_cannons // 2 // decided(ahead)
                most = max(most, counts.get(theirs, BOOK))
        residence = self.scorings * POINT + 2 * POINT + WANTED
        self.book = residence // decided(books - most) + POINT // 4

    # ---- what a step, a city, a draw brings ----

    def favor(self, steps: i64) -> i64:
        """Steps on the favor track; those beyond the top are VP."""
        if self.rounds and steps <= self.room:
            return self.step * steps
        lost = steps - self.room
        if lost <= 0:
            return self.rise(steps)
        return self.rise(self.room) + lost * self.s.stock.over_top_vp * POINT

    def rise(self, spaces: i64) -> i64:
        """The worth of so many spaces further up: VP in each scoring, the multiplier, the hand limit."""
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
        """A residence: VP in each scoring, a place in the largest group, a tile, a crown."""
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
        worth += factor if nearby or built == 0 else factor // LONELY
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
        if counts.covers(s.stock.order_goods[s.order[p]], (s.tiles[p] + tile) & tile * counts.MOST):
            if self.rounds:
                return worth + WANTED
            have = matched(s, p)
            if have + 1 == len(s.stock.order_vp):
                return worth  # jokers have filled the order already
            return (s.stock.order_vp[have + 1] - s.stock.order_vp[have]) * POINT
        return worth

    def drawn(self, n: i64, held: i64) -> i64:
        """The worth of drawing n cards: those that do not fit into the hand are VP."""
        limit = self.s.hand_limit(self.p)
        fit = limit - held if held < limit else 0
        if n <= fit:
            return n * self.card
        return fit * self.card + (n - fit) * self.s.stock.over_limit_vp * POINT

    # ---- what a card brings ----

    def action(self, card: i64) -> i64:
        """To perform the action of a card and use its bonus; 0 if that is impossible."""
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
        if condition == box.OWN:
            if counts.covers(self.own, stock.needed[card]):
                worth += self.bonus(card, spare)
        elif condition == box.DISCARD:
            cost = stock.bonus_cost[card]
            if spare >= cost:
                extra = self.bonus(card, spare - cost) - cost * self.card
                if extra > 0:
                    worth += extra
        elif condition == box.SAME_COLOUR:
            worth += self.bonus(card, spare) // 2
        return worth

    def bonus(self, card: i64, spare: i64) -> i64:
        stock = self.s.stock
        return self.effect(
            card, stock.bonus_effect[card], stock.bonus_amount[card], stock.bonus_counted[card], spare
        )

    def effect(self, card: i64, effect: i64, amount: i64, counted: i64, spare: i64) -> i64:
        """One row of the effect language, except building."""
        n = amount * units(self.s, self.p, card, effect, counted, self.own, self.new)
        given = gives(effect)
        if given == box.VP:
            return n * POINT
        return self.favor(n) if given == box.FAVOR else self.drawn(n, spare)

    def best_city(self, cities: i64) -> i64:
        best: i64 = 0
        while cities:
            worth = self.city(cards.first(cities))
            best = max(best, worth)
            cities &= cities - 1
        return best

    def shown(self, card: i64) -> i64:
        """The symbols of a card, in the row up to the end of the decade; only after ``look_around``."""
        symbols = self.s.stock.symbols[card]
        worth = counts.get(symbols, CANNON) * self.cannon + counts.get(symbols, BOOK) * self.book
        if self.rounds:
            for kind in range(GOODS):
                worth += counts.get(symbols, kind) * GOOD
        return worth

    def kept(self, card: i64) -> i64:
        """A card in hand: what it may become in the row later. At the end all are alike."""
        return self.card + self.action(card) // MISSED if self.rounds else self.card


def decided(ahead: i64) -> i64:
    """How little one more counts for being ahead: 1 where it makes or breaks a tie, more if that is far."""
    if ahead == 0 or ahead == -1:
        return 1
    return 2 if ahead == 1 or ahead == -2 else 5


def leans(s: Catherine, card: i64) -> bool:
    """Whether symbols in possession matter for the action or its bonus."""
    return s.stock.counted[card] != 0 or s.stock.condition[card] == box.OWN
