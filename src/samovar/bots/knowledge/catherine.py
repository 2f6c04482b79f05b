"""The knowledge of bots about Catherine: the value of a position, and priors for all options."""

from __future__ import annotations

from typing import Final, cast

from samovar.bots.knowledge.catherine_prices import MISSED_DIVISOR, Prices, depends_on_symbols
from samovar.bots.knowledge.knowledge import FULL_PROGRESS, POINT, Knowledge, LinearKnowledge
from samovar.bots.knowledge.weights import load_weights
from samovar.games.catherine import components, tokens
from samovar.games.catherine.components import BOOK, CANNON, COLOURS, ROW
from samovar.games.catherine.interim import book_reward, cannon_vp, residence_vp
from samovar.games.catherine.scoring import largest_group, matched_order_tiles, total
from samovar.games.catherine.setup import planned_choice
from samovar.games.catherine.state import HANDS, Catherine
from samovar.kernel import cards, counts
from samovar.kernel.game import Game
from samovar.kernel.ints import i64, vec
from samovar.kernel.state import State, arg, arg2, arg3, zeros
from samovar.kernel.step import Options

# The features that value a position. Their weights are data: ``weights/catherine/*.toml``.
FEATURES: Final = [
    "points",
    "scorings",  # VP of all interim scorings to come if nothing else is built or gained
    "group",  # VP of the largest group at the current multiplier
    "order",  # VP of the order as it is now
    "steps",
    "connected",  # residences in the largest group
    "built",
    "matched",  # matched tiles of the order, including jokers
    "cards",
    "colours",  # different colours in hand
    "row",  # in tenths of a point: the sum of all actions of the row without an activation card
    "ready",  # in tenths of a point: the best of these actions whose colour is in hand
    "hand",  # in tenths of a point: the sum of the actions of all cards in hand
    "pair",  # largest number of cards of one colour in hand
    "cannons",
    "books",
    "goods",  # goods on cards and tiles
    "cannons_ahead",  # VP for cannons if scored now, times the finished rounds of this decade
    "books_ahead",  # finished rounds of this decade if books would earn a residence now
]
LATER_DIVISOR: Final = 2  # an action in a later round counts 1 / LATER_DIVISOR of its worth
HALVING: Final = 500  # an option this much worse than another one gets half its weight
STEPS_PER_HALVING: Final = 8  # resolution of the table of weights
MAX_WEIGHT: Final = 4096  # the weight of the best option
MAX_HALVINGS: Final[i64] = 12  # beyond this gap to the best option the weight is 1
NEVER: Final = -1_000_000


class CatherineKnowledge(LinearKnowledge):
    """Values of positions and priors of options for Catherine."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, dict.fromkeys(FEATURES, (0, 0)))
        self.use(load_weights(game.name))
        self.prices: Prices | None = None
        self.worth: vec[i64] = zeros(256)  # by option; also scratch space from index 64 on
        self.best: vec[i64] = zeros(COLOURS)
        self.row: vec[i64] = zeros(ROW)
        widest = MAX_HALVINGS * STEPS_PER_HALVING
        # by the gap to the best option, in steps of HALVING // STEPS_PER_HALVING
        self.weight_by_gap: vec[i64] = zeros(widest + 1)
        for i in range(widest):
            self.weight_by_gap[i] = int(MAX_WEIGHT * 0.5 ** (int(i) / STEPS_PER_HALVING)) or 1
        self.weight_by_gap[widest] = 1

    def update(self, s: Catherine, p: i64, spare: i64) -> Prices:
        prices = self.prices
        if prices is None:
            prices = Prices(s)
            self.prices = prices
        prices.update(s, p, spare)
        return prices

    # ---- the value of a position ----

    def progress(self, s: State) -> i64:
        table = cast(Catherine, s)
        rounds = table.stock.rounds
        over = (table.decade - 1) * rounds + (table.round - 1 if table.round else 0)
        return over * FULL_PROGRESS // (rounds * table.stock.decades)

    def final_value(self, s: State, p: i64) -> i64:
        return total(cast(Catherine, s), p) * POINT  # no tie-break (C-RULING-32)

    def features(self, s: State, p: i64, counts_of: vec[i64]) -> None:
        table = cast(Catherine, s)
        stock = table.stock
        prices = self.update(table, p, table.held[p])
        favor = table.favor[p]
        group = largest_group(table, p)
        have = matched_order_tiles(table, p)
        counts_of[0] = table.vp[p]
        counts_of[1] = prices.scorings * (stock.favor_vp[favor] + residence_vp(table, p, prices.built))
        counts_of[2] = group * stock.multiplier[favor]
        counts_of[3] = stock.order_vp[have]
        counts_of[4] = favor
        counts_of[5] = group
        counts_of[6] = prices.built
        counts_of[7] = have
        counts_of[8] = table.held[p]
        self.count_hand_and_row(table, p, prices, counts_of)
        own = prices.own
        counts_of[14] = counts.get(own, CANNON)
        counts_of[15] = counts.get(own, BOOK)
        counts_of[16] = (own & 255) + (own >> 8 & 255) + (own >> 16 & 255) + (own >> 24 & 255)
        over = table.round - 1 if table.round else 0
        counts_of[17] = cannon_vp(table, p, counts.get(own, CANNON)) * over
        counts_of[18] = book_residences_now(table, p, counts.get(own, BOOK)) * over

    def count_hand_and_row(self, s: Catherine, p: i64, prices: Prices, counts_of: vec[i64]) -> None:
        """Count colours in hand, and the worth of the actions in hand and in the row."""
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

    # ---- priors ----

    def set_priors(self, s: State, seat: i64, out: Options, weights: vec[i64]) -> None:
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
        self.worth_to_weights(out.n, weights)

    def worth_to_weights(self, n: i64, weights: vec[i64]) -> None:
        """Set the weights of n options from their worth: HALVING less worth is half the weight."""
        worth, weight_by_gap = self.worth, self.weight_by_gap
        widest = MAX_HALVINGS * STEPS_PER_HALVING
        most: i64 = NEVER
        for i in range(n):
            most = max(most, worth[i])
        for i in range(n):
            if worth[i] == NEVER:
                weights[i] = 0
            else:
                gap = (most - worth[i]) * STEPS_PER_HALVING // HALVING
                weights[i] = weight_by_gap[gap if gap < widest else widest]

    def weigh_action(self, s: Catherine, p: i64, out: Options) -> None:
        """Weigh cards for the action row by the best action this round, their symbols, and their own action
        in a later round.
        """
        prices = self.update(s, p, s.held[p] - 2)
        prices.price_majorities()
        own = prices.own
        self.price_row(s, p, prices)
        for i in range(out.n):
            card = out.items[i] & 255
            symbols = s.stock.symbols[card]
            prices.own = own + symbols
            itself = prices.action(card)
            best = self.best_in_row(s, p, prices, card)
            if prices.rounds:
                best += itself // LATER_DIVISOR
            if itself > best and self.has_another_of_colour(s, p, card >> 6, card):
                best = itself
            self.worth[i] = best + prices.symbols_worth(card)

    def price_row(self, s: Catherine, p: i64, prices: Prices) -> None:
        """Store the worth of each action of the row without an activation card in ``row``."""
        last = s.row_length(p)
        for place in range(last):
            if s.under[p * ROW + place] == 0:
                self.row[place] = prices.action(s.row[p * ROW + place])

    def best_in_row(self, s: Catherine, p: i64, prices: Prices, new: i64) -> i64:
        """The worth of the best action of the row that a hand card other than ``new`` activates.

        At least the worth of the compensation. Actions that depend on symbols are priced again, because the
        symbols of the new card count.
        """
        best = prices.draw(1, prices.spare)
        last = s.row_length(p)
        for place in range(last):
            card = s.row[p * ROW + place]
            if s.under[p * ROW + place] == 0 and self.has_another_of_colour(s, p, card >> 6, new):
                worth = self.row[place]
                if s.stock.symbols[new] and depends_on_symbols(s, card):
                    worth = prices.action(card)
                best = max(best, worth)
        return best

    def has_another_of_colour(self, s: Catherine, p: i64, colour: i64, without: i64) -> bool:
        """True if p has a card of this colour in hand other than ``without``."""
        hand = s.sets[HANDS + p * COLOURS + colour]
        if without >> 6 == colour:
            hand &= ~cards.only(without & 63)
        return hand != 0

    def weigh_activation(self, s: Catherine, p: i64, out: Options) -> None:
        """Weigh activation cards by the best action of their colour, less the worth of keeping them."""
        prices = self.update(s, p, s.held[p] - 2)
        new = planned_choice(s, p, 0)
        prices.own += s.stock.symbols[new]
        best = self.best
        for colour in range(COLOURS):
            best[colour] = prices.draw(1, prices.spare)
        first = p * ROW
        end = first + s.row_length(p)
        for at in range(first, end + 1):
            if s.under[at] == 0:
                card = s.row[at] if at < end else new
                worth = prices.action(card)
                best[card >> 6] = max(best[card >> 6], worth)
        for i in range(out.n):
            card = out.items[i] & 255
            self.worth[i] = best[card >> 6] - prices.keeping(card)

    def weigh_place(self, s: Catherine, p: i64, out: Options) -> None:
        """Weigh places by the worth of their action.

        If the colours differ, it is the worth of the compensation less a share of the action's worth.
        """
        prices = self.update(s, p, s.held[p] - 2)
        new = planned_choice(s, p, 0)
        activation = planned_choice(s, p, 1)
        prices.own += s.stock.symbols[new]
        last = s.row_length(p)
        for i in range(out.n):
            place = (out.items[i] & 255) - 1
            card = s.row[p * ROW + place] if place < last else new
            worth = prices.action(card)
            if card >> 6 != activation >> 6:
                worth = prices.draw(1, prices.spare) - worth // MISSED_DIVISOR
            self.worth[i] = worth

    def weigh_payment(self, s: Catherine, p: i64, out: Options) -> None:
        """Weigh each card to pay by its loss plus the least loss of the cards that must be paid after it.

        The bonus may require cards of one colour. A card that keeps this possible also gets the bonus's
        worth.
        """
        prices = self.update(s, p, s.held[p])
        f = s.asked[p]
        more = arg(f) - 1
        worth = self.worth
        n: i64 = 0
        # ``worth`` has from index 64 the worth of keeping each card that can be paid, from 128 its colour.
        for colour in range(COLOURS):
            held = s.sets[HANDS + p * COLOURS + colour]
            while held:
                card = colour << 6 | cards.first(held)
                if card > arg2(f):
                    worth[64 + n] = prices.keeping(card)
                    worth[128 + n] = colour
                    n += 1
                held &= held - 1
        extra: i64 = 0
        if s.stock.condition[s.action_card(p)] == components.SAME_COLOUR:
            extra = prices.bonus(s.action_card(p), prices.spare)
        for i in range(out.n):
            paid = worth[64 + i]
            worth[i] = -paid - self.cheapest(i + 1, n, more, -1)
            if extra and arg3(f) | cards.only(worth[128 + i]) == cards.only(worth[128 + i]):
                alike = self.cheapest(i + 1, n, more, worth[128 + i])
                if alike >= 0 and extra - paid - alike > worth[i]:
                    worth[i] = extra - paid - alike

    def cheapest(self, first: i64, n: i64, more: i64, colour: i64) -> i64:
        """The smallest loss of paying ``more`` of the cards from ``first`` on, or -1 if there are too few.

        ``colour`` restricts them to cards of this colour. -1 allows all.
        """
        worth = self.worth
        taken: i64 = 0  # the set of indices that are paid
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
        """Weigh cards for the starting row. Their order makes no difference, so only the descending order of
        worth gets weight. The search then visits each row once.
        """
        prices = self.update(s, p, s.held[p] - s.stock.start_row)
        prices.price_majorities()
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
                before = planned_choice(s, p, k)
                better = self.start_worth(prices, before)
                if better < worth[128 + i] or (better == worth[128 + i] and before > out.items[i] & 255):
                    worth[i] = NEVER

    def start_worth(self, prices: Prices, card: i64) -> i64:
        return prices.action(card) + prices.symbols_worth(card)

    def weigh_city(self, s: Catherine, p: i64, out: Options) -> None:
        prices = self.update(s, p, s.held[p])
        for i in range(out.n):
            a = out.items[i]
            self.worth[i] = prices.city(a & 255) if a >> 8 == tokens.BUILD else NEVER

    def weigh_yes_or_no(self, s: Catherine, p: i64, out: Options) -> None:
        """Weigh performing or forfeiting, how often to perform, and using or declining the bonus."""
        prices = self.update(s, p, s.held[p])
        card = s.action_card(p)
        for i in range(out.n):
            verb = out.items[i] >> 8
            worth: i64 = 0
            if verb == tokens.PERFORM:
                worth = prices.action(card)
            elif verb == tokens.FORFEIT:
                worth = prices.draw(1, prices.spare)
            elif verb == tokens.REPEAT:
                worth = prices.draw((out.items[i] & 255) * s.stock.amount[card], prices.spare)
            elif verb == tokens.BONUS:
                prices.new = 0
                cost = s.stock.bonus_cost[card]
                worth = prices.bonus(card, prices.spare - cost) - cost * prices.card
            self.worth[i] = worth


def book_residences_now(s: Catherine, p: i64, books: i64) -> i64:
    """1 if p would build a residence for books if the decade ended now, otherwise 0."""
    most = books
    fewest = books
    for q in range(s.seats):
        theirs = counts.get(s.row_symbols(q), BOOK)
        most = max(most, theirs)
        fewest = min(fewest, theirs)
    return 1 if book_reward(s, books, most, fewest) == components.BOOKS_BUILD else 0


KNOWLEDGE: Final[type[Knowledge]] = CatherineKnowledge
