"""The knowledge of bots about Catherine: the value of a position, the prior of cards, cities and bonuses."""

from __future__ import annotations

from typing import Final, cast

from samovar.bots.knowledge.catherine_prices import MISSED, Prices, leans
from samovar.bots.knowledge.knowledge import POINT, TO_THE_END, WHOLE, Knowledge, Linear
from samovar.games.catherine import components as box
from samovar.games.catherine import tokens
from samovar.games.catherine.components import BOOK, CANNON, COLOURS, ROW
from samovar.games.catherine.interim import book_reward, cannon_vp, residence_vp
from samovar.games.catherine.scoring import largest_group, matched, total
from samovar.games.catherine.setup import planned
from samovar.games.catherine.state import HANDS, Catherine
from samovar.kernel import cards, counts
from samovar.kernel.game import Game
from samovar.kernel.ints import i64, vec
from samovar.kernel.state import State, arg, arg2, arg3, zeros
from samovar.kernel.step import Options

WEIGHTS: Final = {  # thousandths of a point for one of it: at the beginning, at the end
    "points": (1000, 1000),
    "scorings": (1000, 1000),  # what all scorings to come will bring if nothing else is built or gained
    "group": (700, 1000),  # the largest group at today's multiplier
    "order": (500, 1000),  # what the order would bring today
    "steps": (900, 100),
    "connected": (1000, 200),  # residences in the largest group
    "built": (500, 100),
    "matched": (700, 100),  # tiles of the order, jokers too
    "cards": (1500, 1000),
    "colours": (300, 0),  # of the cards in hand
    "row": (20, 10),  # tenths of a point that the free cards of the row would bring now, all of them
    "ready": (20, 40),  # and the best one for which a card of its colour is in hand
    "hand": (5, 0),  # what the cards in hand would bring in the row
    "pair": (300, 0),  # the most cards of one colour in hand
    "cannons": (600, 0),
    "books": (800, 0),
    "goods": (200, 0),  # symbols and tiles
    "cannons_ahead": (250, 250),  # VP for cannons as of today, times the rounds of this decade that are over
    "books_ahead": (1000, 1000),  # a residence for books as of today, times the same
}
LATER: Final = 2  # what a card brings later in the row counts one part in so many
HALF: Final = 500  # of an option that is so much worse people choose half as often
FINE: Final = 8  # steps from one half to the next
MAX_LIKED: Final = 4096  # the weight of the best option
FAR: Final[i64] = 12  # halves, and nobody chooses it
NEVER: Final = -1_000_000


class CatherineKnowledge(Linear):
    """Knows what is worth what in Catherine."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, WEIGHTS)
        self.prices: Prices | None = None
        self.worth: vec[i64] = zeros(256)  # by option, while they are weighed
        self.best: vec[i64] = zeros(COLOURS)
        self.row: vec[i64] = zeros(ROW)
        self.liked: vec[i64] = zeros(FAR * FINE + 1)  # by how much worse an option is, in parts of HALF
        for i in range(FAR * FINE):
            self.liked[i] = int(MAX_LIKED * 0.5 ** (int(i) / FINE)) or 1
        self.liked[FAR * FINE] = 1

    def look(self, s: Catherine, p: i64, spare: i64) -> Prices:
        prices = self.prices
        if prices is None:
            prices = Prices(s)
            self.prices = prices
        prices.look(s, p, spare)
        return prices

    # ---- the value of a position ----

    def horizon(self, s: State) -> i64:
        """To the end: orders and residences pay late, and few rounds are left anyway."""
        return TO_THE_END

    def progress(self, s: State) -> i64:
        table = cast(Catherine, s)
        rounds = table.stock.rounds
        over = (table.decade - 1) * rounds + (table.round - 1 if table.round else 0)
        return over * WHOLE // (rounds * table.stock.decades)

    def final(self, s: State, p: i64) -> i64:
        return total(cast(Catherine, s), p) * POINT  # a tie stands

    def features(self, s: State, p: i64, counts_of: vec[i64]) -> None:
        table = cast(Catherine, s)
        stock = table.stock
        prices = self.look(table, p, table.held[p])
        favor = table.favor[p]
        group = largest_group(table, p)
        have = matched(table, p)
        counts_of[0] = table.vp[p]
        counts_of[1] = prices.scorings * (stock.favor_vp[favor] + residence_vp(table, p, prices.built))
        counts_of[2] = group * stock.multiplier[favor]
        counts_of[3] = stock.order_vp[have]
        counts_of[4] = favor
        counts_of[5] = group
        counts_of[6] = prices.built
        counts_of[7] = have
        counts_of[8] = table.held[p]
        self.hand_and_row(table, p, prices, counts_of)
        own = prices.own
        counts_of[14] = counts.get(own, CANNON)
        counts_of[15] = counts.get(own, BOOK)
        counts_of[16] = (own & 255) + (own >> 8 & 255) + (own >> 16 & 255) + (own >> 24 & 255)
        over = table.round - 1 if table.round else 0
        counts_of[17] = cannon_vp(table, p, counts.get(own, CANNON)) * over
        counts_of[18] = books_today(table, p, counts.get(own, BOOK)) * over

    def hand_and_row(self, s: Catherine, p: i64, prices: Prices, counts_of: vec[i64]) -> None:
        """Colours in hand, and what the cards of the row that nothing lies under would bring."""
        colours: i64 = 0
        pair: i64 = 0
        in_hand: i64 = 0
        for colour in range(COLOURS):
            held = s.sets[HANDS + p * COLOURS + colour]
            if held:
                colours = cards.plus(colours, colour)
                pair = max(pair, cards.count(held))
            while held:
                in_hand += prices.action(colour << 6 | cards.first(held))
                held &= held - 1
        in_row: i64 = 0
        ready: i64 = 0
        first = p * ROW
        for at in range(first, first + s.stock.full_row):
            card = s.row[at]
            if card and s.under[at] == 0:
                worth = prices.action(card)
                in_row += worth
                if worth > ready and cards.has(colours, card >> 6):
                    ready = worth
        counts_of[9] = cards.count(colours)
        counts_of[10] = in_row * 10 // POINT
        counts_of[11] = ready * 10 // POINT
        counts_of[12] = in_hand * 10 // POINT
        counts_of[13] = pair

    # ---- which options people like ----

    def weigh(self, s: State, seat: i64, out: Options, weights: vec[i64]) -> None:
        table = cast(Catherine, s)
        verb = out.items[0] >> 8
        if verb == tokens.ACTION:
            self.weigh_action(table, seat, out)
        elif verb == tokens.ACTIVATE:
            self.weigh_activation(table, seat, out)
        elif verb == tokens.UNDER:
            self.weigh_place(table, seat, out)
        elif verb == tokens.PAY:
            self.weigh_payment(table, seat, out)
        elif verb == tokens.LAY:
            self.weigh_start(table, seat, out)
        elif verb == tokens.BUILD:
            self.weigh_city(table, seat, out)
        else:
            self.weigh_yes_or_no(table, seat, out)
        self.like(out.n, weights)

    def like(self, n: i64, weights: vec[i64]) -> None:
        """From what options are worth to how often people choose them."""
        worth, liked = self.worth, self.liked
        most: i64 = NEVER
        for i in range(n):
            most = max(most, worth[i])
        for i in range(n):
            if worth[i] == NEVER:
                weights[i] = 0
            else:
                worse = (most - worth[i]) * FINE // HALF
                weights[i] = liked[worse if worse < FAR * FINE else FAR * FINE]

    def weigh_action(self, s: Catherine, p: i64, out: Options) -> None:
        """A card for the row: its symbols, what can be activated at once with one of the cards left, and what
        the row keeps for later.
        """
        prices = self.look(s, p, s.held[p] - 2)
        prices.look_around()
        own = prices.own
        self.look_along(s, p, prices)
        for i in range(out.n):
            card = out.items[i] & 255
            symbols = s.stock.symbols[card]
            prices.own = own + symbols
            itself = prices.action(card)
            best = self.best_in_row(s, p, prices, card)
            if prices.rounds:
                best += itself // LATER
            if itself > best and self.left_of(s, p, card >> 6, card):
                best = itself
            self.worth[i] = best + prices.shown(card)

    def look_along(self, s: Catherine, p: i64, prices: Prices) -> None:
        """Find what each card of the row brings as things stand."""
        last = s.row_length(p)
        for place in range(last):
            if s.under[p * ROW + place] == 0:
                self.row[place] = prices.action(s.row[p * ROW + place])

    def best_in_row(self, s: Catherine, p: i64, prices: Prices, new: i64) -> i64:
        """The best action of the row for which there is a card of its colour in hand, beside the new one; or
        the card that comes instead. What leans on symbols is looked at again: the new ones count.
        """
        best = prices.drawn(1, prices.spare)
        last = s.row_length(p)
        for place in range(last):
            card = s.row[p * ROW + place]
            if s.under[p * ROW + place] == 0 and self.left_of(s, p, card >> 6, new):
                worth = self.row[place]
                if s.stock.symbols[new] and leans(s, card):
                    worth = prices.action(card)
                best = max(best, worth)
        return best

    def left_of(self, s: Catherine, p: i64, colour: i64, without: i64) -> bool:
        """Whether there is a card of this colour in hand, beside this one."""
        hand = s.sets[HANDS + p * COLOURS + colour]
        if without >> 6 == colour:
            hand &= ~cards.only(without & 63)
        return hand != 0

    def weigh_activation(self, s: Catherine, p: i64, out: Options) -> None:
        """The card of the right colour that would be missed least."""
        prices = self.look(s, p, s.held[p] - 2)
        new = planned(s, p, 0)
        prices.own += s.stock.symbols[new]
        best = self.best
        for colour in range(COLOURS):
            best[colour] = prices.drawn(1, prices.spare)
        first = p * ROW
        end = first + s.row_length(p)
        for at in range(first, end + 1):
            if s.under[at] == 0:
                card = s.row[at] if at < end else new
                worth = prices.action(card)
                best[card >> 6] = max(best[card >> 6], worth)
        for i in range(out.n):
            card = out.items[i] & 255
            self.worth[i] = best[card >> 6] - prices.kept(card)

    def weigh_place(self, s: Catherine, p: i64, out: Options) -> None:
        """The best action of the activation card's colour; if there is none, the one missed least."""
        prices = self.look(s, p, s.held[p] - 2)
        new = planned(s, p, 0)
        activation = planned(s, p, 1)
        prices.own += s.stock.symbols[new]
        last = s.row_length(p)
        for i in range(out.n):
            place = (out.items[i] & 255) - 1
            card = s.row[p * ROW + place] if place < last else new
            worth = prices.action(card)
            if card >> 6 != activation >> 6:
                worth = prices.drawn(1, prices.spare) - worth // MISSED
            self.worth[i] = worth

    def weigh_payment(self, s: Catherine, p: i64, out: Options) -> None:
        """The cards that would be missed least, all of one colour where that brings the bonus. Of the cards
        that can follow in ascending order the cheapest are thought to.
        """
        prices = self.look(s, p, s.held[p])
        f = s.asked[p]
        more = arg(f) - 1
        worth = self.worth
        n: i64 = 0
        # the cards in hand from this one on, and behind the options what each would be missed
        for colour in range(COLOURS):
            held = s.sets[HANDS + p * COLOURS + colour]
            while held:
                card = colour << 6 | cards.first(held)
                if card > arg2(f):
                    worth[64 + n] = prices.kept(card)
                    worth[128 + n] = colour
                    n += 1
                held &= held - 1
        extra: i64 = 0
        if s.stock.condition[s.action_card(p)] == box.SAME_COLOUR:
            extra = prices.bonus(s.action_card(p), prices.spare)
        for i in range(out.n):
            paid = worth[64 + i]
            worth[i] = -paid - self.cheapest(i + 1, n, more, -1)
            if extra and arg3(f) | cards.only(worth[128 + i]) == cards.only(worth[128 + i]):
                alike = self.cheapest(i + 1, n, more, worth[128 + i])
                if alike >= 0 and extra - paid - alike > worth[i]:
                    worth[i] = extra - paid - alike

    def cheapest(self, first: i64, n: i64, more: i64, colour: i64) -> i64:
        """The least loss of giving away so many of the cards from ``first`` on, perhaps of one colour; -1 if
        there are too few.
        """
        worth = self.worth
        taken: i64 = 0  # a set
        cost: i64 = 0
        while more > 0:
            least: i64 = -1
            for i in range(first, n):
                if (colour < 0 or worth[128 + i] == colour) and not cards.has(taken, i):
                    if least < 0 or worth[64 + i] < worth[64 + least]:
                        least = i
            if least < 0:
                return -1
            taken = cards.plus(taken, least)
            cost += worth[64 + least]
            more -= 1
        return cost

    def weigh_start(self, s: Catherine, p: i64, out: Options) -> None:
        """The starting row. Where a card lies in it makes no difference, so the best is laid first, and each
        row is thought of once.
        """
        prices = self.look(s, p, s.held[p] - s.stock.start_row)
        prices.look_around()
        laid = arg(s.asked[p])
        more = s.stock.start_row - 1 - laid
        worth = self.worth
        for i in range(out.n):
            worth[128 + i] = self.start_worth(prices, out.items[i] & 255)
        for i in range(out.n):
            lower: i64 = 0
            for k in range(out.n):
                if worth[128 + k] < worth[128 + i] or (worth[128 + k] == worth[128 + i] and k > i):
                    lower += 1
            worth[i] = worth[128 + i]
            if lower < more:
                worth[i] = NEVER
            for k in range(laid):
                before = planned(s, p, k)
                better = self.start_worth(prices, before)
                if better < worth[128 + i] or (better == worth[128 + i] and before > out.items[i] & 255):
                    worth[i] = NEVER

    def start_worth(self, prices: Prices, card: i64) -> i64:
        return prices.action(card) + prices.shown(card)

    def weigh_city(self, s: Catherine, p: i64, out: Options) -> None:
        prices = self.look(s, p, s.held[p])
        for i in range(out.n):
            a = out.items[i]
            self.worth[i] = prices.city(a & 255) if a >> 8 == tokens.BUILD else NEVER

    def weigh_yes_or_no(self, s: Catherine, p: i64, out: Options) -> None:
        """Perform the action or draw a card, use the bonus or not."""
        prices = self.look(s, p, s.held[p])
        card = s.action_card(p)
        for i in range(out.n):
            verb = out.items[i] >> 8
            worth: i64 = 0
            if verb == tokens.PERFORM:
                worth = prices.action(card)
            elif verb == tokens.FORFEIT:
                worth = prices.drawn(1, prices.spare)
            elif verb == tokens.BONUS:
                prices.new = 0
                cost = s.stock.bonus_cost[card]
                worth = prices.bonus(card, prices.spare - cost) - cost * prices.card
            self.worth[i] = worth


def books_today(s: Catherine, p: i64, books: i64) -> i64:
    """Whether there is a residence for books if the decade ended now."""
    most = books
    fewest = books
    for q in range(s.seats):
        theirs = counts.get(s.on_row(q), BOOK)
        most = max(most, theirs)
        fewest = min(fewest, theirs)
    return 1 if book_reward(s, books, most, fewest) == box.BOOKS_BUILD else 0


KNOWLEDGE: Final[type[Knowledge]] = CatherineKnowledge
