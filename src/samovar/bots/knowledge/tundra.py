"""Knowledge of bots about Tundra: the value of a position, and prior weights of options.

All values are thousandths of a VP. ``tundra_prices.py`` estimates the worth of actions and components.
"""

from __future__ import annotations

from typing import Final, cast

from samovar.bots.knowledge.knowledge import FULL_PROGRESS, POINT, Knowledge, LinearKnowledge
from samovar.bots.knowledge.tundra_prices import ARCHITECTURE, GATHERING, TRADE, TRAVEL, Prices
from samovar.bots.knowledge.weights import load_weights
from samovar.games.tundra import components, frames, goals, scoring, tokens
from samovar.games.tundra.auxiliary import free_price
from samovar.games.tundra.components import (
    BERRY,
    BOARDS,
    DIRECTIONS,
    GOODS,
    MARKET_PLACES,
    RESOURCES,
    SLOTS,
    STEPS,
    WORKERS,
    Goal,
)
from samovar.games.tundra.dice import has_die
from samovar.games.tundra.state import Tundra
from samovar.games.tundra.towers import sites
from samovar.games.tundra.turn import action_from
from samovar.kernel import cards, counts
from samovar.kernel.game import Game
from samovar.kernel.ints import i64, vec
from samovar.kernel.state import State, arg, arg3, zeros
from samovar.kernel.step import Options

# The features that value a position. Their weights are data: ``weights/tundra/*.toml``.
FEATURES: Final = [
    "vp",  # VP on the track
    "round_vp",  # VP of boards and towers at future round starts
    "berries",
    "resources",
    "pairs",  # pairs of one type, as most prices need them
    "dice",  # unused dice on the player board
    "dice_to_buy",  # dice that the berries would pay for in this round
    "architecture",  # this and the next three: 1 if the board is upgraded, times the dice to place
    "travel",
    "gathering",
    "trade",
    "cards",  # enhancements, times the dice still to be placed
    "advisors",  # advisors, times the rounds in which they can still be used
    "workers",  # workers on the map, times the rounds to come
    "sites",  # glades where the player could build a tower
    "tower_goods",  # future gains of towers other than VP
    "goals_now",  # VP of common goals for which the player has a die
    "goals_later",  # VP of common goals in the rounds to come
    "personal",  # VP of the personal goal now
]

DIE_WORTH: Final = 1900  # an estimate, in thousandths of a VP


class TundraKnowledge(LinearKnowledge):
    """Linear evaluation of positions and priors of options. ``prices`` is updated once per question."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, dict.fromkeys(FEATURES, (0, 0)))
        self.use(load_weights(game.name))
        self.prices: Final = Prices()
        self.best: vec[i64] = zeros(SLOTS)  # by die value: worth of its best use

    # ---- the value of a position ----

    def progress(self, s: State) -> i64:
        """The progress of the game: rounds, and the share of dice used in this round."""
        t = cast(Tundra, s)
        if t.round == 0:
            return 0
        dice: i64 = 0
        for p in range(t.seats):
            dice += t.dice_on_board(p)
        usual = t.stock.dice_per_round[t.round - 1] * t.seats
        used = FULL_PROGRESS - FULL_PROGRESS * dice // usual if dice < usual else 0
        return ((t.round - 1) * FULL_PROGRESS + used) // t.stock.rounds

    def final_value(self, s: State, p: i64) -> i64:
        """Final VP. Ties go to more resources, then to more berries (T-END-03)."""
        t = cast(Tundra, s)
        berries = t.stock.max_berries + 1
        most = (RESOURCES * t.stock.max_resource + 1) * berries
        tie = t.resources(p) * berries + t.berries(p)
        return scoring.total(t, p) * POINT + (tie if most < POINT else tie * (POINT - 1) // most)

    def features(self, s: State, p: i64, counts: vec[i64]) -> None:
        t = cast(Tundra, s)
        left = t.stock.rounds - t.round
        own = t.dice_on_board(p)
        to_place = own + dice_to_come(t, p)
        berries = t.berries(p)
        counts[0] = t.vp[p]
        counts[2] = berries
        counts[3] = t.resources(p)
        at = p * GOODS
        counts[4] = (t.have[at] >> 1) + (t.have[at + 1] >> 1) + (t.have[at + 2] >> 1)
        counts[5] = own
        buy = berries // t.title_of(p).buy
        counts[6] = (buy if buy < t.spare[p] else t.spare[p]) if own else 0
        upgraded = t.upgraded[p]
        counts[7] = to_place if cards.has(upgraded, ARCHITECTURE) else 0
        counts[8] = to_place if cards.has(upgraded, TRAVEL) else 0
        counts[9] = to_place if cards.has(upgraded, GATHERING) else 0
        counts[10] = to_place if cards.has(upgraded, TRADE) else 0
        counts[11] = goals.enhancement_count(t, p) * to_place
        counts[12] = cards.count(t.ready[p] | t.exhausted[p]) * left + (cards.count(t.ready[p]) if own else 0)
        counts[13] = t.workers_on_board(p) * (left + 1)
        counts[14] = min(cards.count(sites(t, p)), t.towers_in_supply(p))
        self._count_towers(t, p, left, counts)
        self._count_goals(t, p, left, counts)
        counts[18] = scoring.personal_vp(t, p)

    def _count_towers(self, s: Tundra, p: i64, left: i64, counts: vec[i64]) -> None:
        points = cards.count(s.upgraded[p]) * s.stock.round_vp
        goods: i64 = 0
        towers = s.towers[p]
        while towers:
            at = s.stock.glade_action[s.tile[cards.first(towers)]] * STEPS
            towers &= towers - 1
            for i in range(STEPS):
                op = s.stock.op[at + i]
                if op == components.GAIN and s.stock.item[at + i] == components.VP:
                    points += s.stock.number[at + i]
                elif op:
                    goods += s.stock.number[at + i]
        counts[1] = points * left
        counts[15] = goods * left

    def _count_goals(self, s: Tundra, p: i64, left: i64, counts: vec[i64]) -> None:
        now: i64 = 0
        later: i64 = 0
        common = s.goals
        while common:
            number = cards.first(common)
            common &= common - 1
            goal = s.stock.goals[number]
            vp = goals.goal_vp(s, p, goal)
            if vp:
                later += vp * left
                if not cards.has(s.blocked, number) and has_die_for(s, p, goal):
                    now += vp
        counts[16] = now
        counts[17] = later

    # ---- priors ----

    def set_priors(self, s: State, seat: i64, out: Options, weights: vec[i64]) -> None:
        t = cast(Tundra, s)
        step = t.todo[t.depth - 1] & 255
        if step == frames.TURN:
            self._weigh_turn(t, seat, out, weights)
        elif step == frames.ACTION:
            self._weigh_action(t, seat, out, weights)
        elif step == frames.ACTIVATION:
            self._weigh_sources(t, seat, out, weights)
        elif step == frames.PAY:
            self._weigh_payment(t, seat, out, weights)
        elif step == frames.AFTER_DIE:
            self._weigh_after_die(t, seat, out, weights)
        elif step == frames.GAIN_ANY:
            self.prices.update(t, seat)
            self._weigh_types(t, seat, out, weights)
        elif step == frames.UNDER:
            self._weigh_boards(t, seat, out, weights)
        elif step == frames.TOWERS:
            choose_first(out, weights)
        elif step == frames.CHOOSE_STARTERS:
            self._weigh_starters(t, seat, out, weights)
        else:
            self._weigh_discards(t, seat, out, weights)

    def _weigh_turn(self, s: Tundra, p: i64, out: Options, weights: vec[i64]) -> None:
        """Weigh each use of a die by its worth. An advisor that only brings gains is used first.

        A die is bought before the last one is used.
        """
        self.prices.update(s, p)
        best = self.best
        for value in range(SLOTS):
            best[value] = 0
        n = out.n
        is_last = s.dice_on_board(p) == 1
        for i in range(n):
            a = out.items[i]
            verb = a >> 8
            argument = a & 255
            w: i64 = 0
            if verb == tokens.PLACE:
                w = self.prices.activation(s, p, argument >> 3, argument & 7)
            elif verb == tokens.GOAL:
                w = goals.goal_vp(s, p, s.stock.goals[argument >> 3]) * POINT
            elif verb == tokens.ASIDE:
                w = 100
            elif verb == tokens.USE:
                w = self._advisor_weight(s, p, argument)
                if w < 0:
                    choose_only(out, weights, i)
                    return
            elif verb == tokens.BUY:
                w = DIE_WORTH // 2 - 400
                if is_last and free_price(s.title_of(p), verb) * self.prices.berry < DIE_WORTH:
                    choose_only(
                        out, weights, i
                    )  # buy before the last die is used, because the new die is rolled first
                    return
            elif verb == tokens.REROLL:
                w = 150
            else:
                w = 250
            if verb < tokens.DO and w > best[argument & 7]:
                best[argument & 7] = w
            weights[i] = choice_weight(w)
        if n and out.items[n - 1] >> 8 >= tokens.REROLL:
            self._weigh_changes(s, p, out, weights)

    def _weigh_changes(self, s: Tundra, p: i64, out: Options, weights: vec[i64]) -> None:
        """Weigh free actions by the gain of another die value minus their price."""
        best = self.best
        berry = self.prices.berry
        title = s.title_of(p)
        for value in range(1, SLOTS):
            if best[value] == 0:
                best[value] = self.best_use(s, p, value)
        mean = (best[1] + best[2] + best[3] + best[4] + best[5] + best[6]) // 6
        for i in range(out.n):
            verb = out.items[i] >> 8
            value = out.items[i] & 255
            if verb == tokens.UP:
                weights[i] = choice_weight(best[value + 1] - best[value] - free_price(title, verb) * berry)
            elif verb == tokens.DOWN:
                weights[i] = choice_weight(best[value - 1] - best[value] - free_price(title, verb) * berry)
            elif verb == tokens.REROLL:
                weights[i] = choice_weight(mean - best[value] - free_price(title, verb) * berry)
            elif verb == tokens.BUY:
                weights[i] = choice_weight((mean - free_price(title, verb) * berry) // 2)

    def best_use(self, s: Tundra, p: i64, value: i64) -> i64:
        best: i64 = 0
        for board in range(BOARDS):
            if not cards.has(s.slots[p], 8 * board + value):
                w = self.prices.activation(s, p, board, value)
                best = max(best, w)
        open_goals = s.goals & ~s.blocked
        while open_goals:
            goal = s.stock.goals[cards.first(open_goals)]
            open_goals &= open_goals - 1
            if cards.has(goal.values, value):
                w = goals.goal_vp(s, p, goal) * POINT
                best = max(best, w)
        return best

    def _advisor_weight(self, s: Tundra, p: i64, card: i64) -> i64:
        """The worth of using an advisor. -1 if it only brings gains and none is lost: it is used at once."""
        at = s.stock.advisor_action[card] * STEPS
        simple = True
        for i in range(STEPS):
            op = s.stock.op[at + i]
            if op == components.GAIN:
                item = s.stock.item[at + i]
                if item < GOODS and s.stock.number[at + i] > s.room(p, item):
                    simple = False
            elif op:
                simple = False
        return -1 if simple else self.prices.worth(s, p, s.stock.advisor_action[card])

    def _weigh_after_die(self, s: Tundra, p: i64, out: Options, weights: vec[i64]) -> None:
        """Weigh the options after the die. Changing or buying dice waits for a later turn if there is one."""
        self.prices.update(s, p)
        last = s.dice[p] == 0
        found = False
        end: i64 = 0
        for i in range(out.n):
            verb = out.items[i] >> 8
            w: i64 = 0
            if verb == tokens.END:
                end = i
            elif verb == tokens.USE:
                w = self._advisor_weight(s, p, out.items[i] & 255)
                if w < 0:
                    choose_only(out, weights, i)
                    return
                if w > 0 and last:
                    found = True
            elif verb == tokens.BUY and last:
                w = DIE_WORTH - free_price(s.title_of(p), verb) * self.prices.berry
                if w > 0:
                    found = True
            weights[i] = choice_weight(w)
        weights[end] = 20 if found else 400

    def _weigh_sources(self, s: Tundra, p: i64, out: Options, weights: vec[i64]) -> None:
        """Weigh gains before actions that cost something, and skip worthless actions."""
        self.prices.update(s, p)
        lowest: i64 = 9
        last = out.n - 1
        for i in range(last):
            number = action_from(s, p, out.items[i] & 255)
            rank = action_rank(s, number)
            if rank > 0 and self.prices.worth(s, p, number) <= 0:
                rank = 9
            weights[i] = rank
            lowest = min(lowest, rank)
        weights[last] = 1 if lowest == 9 else 0
        found = False
        for i in range(last):
            rank = weights[i]
            weights[i] = 0
            if rank < 9 and (rank == lowest or lowest > 0) and not (found and lowest == 0):
                weights[i] = 100 if rank == lowest else 15
                found = True

    def _weigh_action(self, s: Tundra, p: i64, out: Options, weights: vec[i64]) -> None:
        """Weigh the parts of an action. Stop if no part is worth its price."""
        prices = self.prices
        prices.update(s, p)
        f = s.todo[s.depth - 1]
        number = arg(f)
        found = False
        n = out.n
        for i in range(n):
            a = out.items[i]
            verb = a >> 8
            argument = a & 255
            w: i64 = 0
            if verb == tokens.MOVE:
                w = self._move_weight(s, p, argument >> 3, argument & 7)
            elif verb == tokens.GATHER:
                w = prices.one_more[s.resource_at(argument) - 1] + 1
            elif verb == tokens.GAIN or verb == tokens.SAME:
                w = prices.one_more[argument] * 2 + 1
            elif verb == tokens.BUILD:
                w = prices.tower_worth(s, p, argument) - 2 * prices.resource
            elif verb == tokens.PUT:
                w = (
                    prices.worker * 2
                    + prices.toward_goal[components.WORKERS_ON_BOARD]
                    - 2 * prices.resource
                    - prices.berry
                )
                if s.is_glade(argument):
                    w += 200 if s.resource_at(argument) else 50
            elif verb == tokens.HERE:
                w = prices.worker
            elif verb == tokens.CONVERT:
                w = self._conversion_weight(s, p, number)
            elif verb == tokens.TAKE:
                w = prices.card(s, p, argument)
            elif verb == tokens.RENEW:
                w = 300 if cards.count(s.market) < 3 else 100
            elif verb == tokens.UPGRADE:
                w = prices.upgrade(s, p, argument)
            elif verb == tokens.SET:
                w = self._set_weight(s, p, argument >> 3, argument & 7)
            elif verb == tokens.PICK:
                w = 300 if argument < 4 else 50
            elif verb == tokens.GAINS:
                w = 1000
            if w > 0 and verb != tokens.RENEW:
                found = True
            weights[i] = choice_weight(w)
        last = out.items[n - 1] >> 8
        if last == tokens.STOP or last == tokens.FINISH:
            weights[n - 1] = 1 if found else 400
        if out.items[0] >> 8 == tokens.GATHER:
            self._gather_all(
                s, p, out, weights, arg3(f) >> 4 or s.stock.number[step_at(s, number, components.GATHER)]
            )
        elif last == tokens.FINISH and n == 2 and out.items[0] >> 8 == tokens.RENEW:
            weights[0] = 0  # if no card can be taken after it, renewing only helps the others

    def _gather_all(self, s: Tundra, p: i64, out: Options, weights: vec[i64], left: i64) -> None:
        """Choose the first space if all pieces on the offered spaces can gather, in any order."""
        pieces: i64 = 0
        for i in range(out.n):
            if out.items[i] >> 8 == tokens.GATHER:
                pieces += s.pieces_at(p, out.items[i] & 255)
        if pieces <= left:
            choose_only(out, weights, 0)

    def _move_weight(self, s: Tundra, p: i64, worker: i64, direction: i64) -> i64:
        space = s.workers[p * WORKERS + worker]
        target = s.layout.beside[space * DIRECTIONS + direction]
        w: i64 = 50
        if s.is_glade(target):
            if s.tile[target] == 0:
                w += self.prices.resource * 3 // 4
            elif s.resource_at(target):
                w += self.prices.one_more[s.resource_at(target) - 1]
        w += self.prices.space_worth(s, p, target, s.workers_at(p, target))
        return w - self.prices.space_worth(s, p, space, s.workers_at(p, space) - 1)

    def _conversion_weight(self, s: Tundra, p: i64, number: i64) -> i64:
        at = step_at(s, number, components.CONVERT)
        gains = s.stock.gains[at]
        w = counts.get(gains, components.VP) * POINT + counts.get(gains, components.ANY) * (
            self.prices.resource + 80
        )
        return w + counts.get(gains, BERRY) * self.prices.berry - self.prices.cost(s, s.stock.price[at])

    def _set_weight(self, s: Tundra, p: i64, value: i64, other: i64) -> i64:
        return self.best_use(s, p, other) - self.best_use(s, p, value)

    def _weigh_types(self, s: Tundra, p: i64, out: Options, weights: vec[i64]) -> None:
        for i in range(out.n):
            weights[i] = choice_weight(self.prices.one_more[out.items[i] & 255] * 2) + 1

    def _weigh_payment(self, s: Tundra, p: i64, out: Options, weights: vec[i64]) -> None:
        """Prefer to pay with the type of which the player has most."""
        for i in range(out.n):
            have = s.have[p * GOODS + (out.items[i] & 255)]
            weights[i] = have * have * have

    def _weigh_boards(self, s: Tundra, p: i64, out: Options, weights: vec[i64]) -> None:
        """Weigh the boards for a new enhancement. Prefer a useful board with room, and the activated one."""
        card = arg(s.todo[s.depth - 1])
        self.prices.update(s, p)
        for i in range(out.n):
            board = out.items[i] & 255
            w: i64 = 40 if board == TRADE else 30 if board == GATHERING else 20
            if s.enhancements(p, board) >= s.title_of(p).market_places:
                w = 2
            if s.board == board + 1:
                w += self.prices.worth(s, p, s.stock.city_action[card * SLOTS + s.slot]) // 20
            weights[i] = w

    def _weigh_starters(self, s: Tundra, p: i64, out: Options, weights: vec[i64]) -> None:
        self.prices.update(s, p)
        for i in range(out.n):
            argument = out.items[i] & 255
            board = argument & 3
            w = self.prices.rows(s, p, s.stock.starter_action, argument >> 2) // 20
            weights[i] = w * (4 if board == TRADE else 3 if board == GATHERING else 2)

    def _weigh_discards(self, s: Tundra, p: i64, out: Options, weights: vec[i64]) -> None:
        """Weigh the cards to replace or dismiss: prefer the one with the lowest worth."""
        self.prices.update(s, p)
        f = s.todo[s.depth - 1]
        for i in range(out.n):
            card = out.items[i] & 255
            if out.items[i] >> 8 == tokens.REPLACE:
                card = s.enhancement[(p * BOARDS + (f >> 20 & 255)) * MARKET_PLACES + card - 1]
            weights[i] = 1 + 2000000 // (400 + self.prices.card(s, p, card))


def choice_weight(w: i64) -> i64:
    """The weight of an option with this worth: twice the worth is four times as likely. 0 if it is not
    positive.
    """
    return w * w // 1000 if w > 0 else 0


def choose_only(out: Options, weights: vec[i64], chosen: i64) -> None:
    for i in range(out.n):
        weights[i] = 1 if i == chosen else 0


def choose_first(out: Options, weights: vec[i64]) -> None:
    """Give all weight to the first option, because the order does not matter."""
    choose_only(out, weights, 0)


def dice_to_come(s: Tundra, p: i64) -> i64:
    """The number of a player's dice in the rounds after this one."""
    n: i64 = 0
    title = s.title_of(p)
    for round in range(s.round, s.stock.rounds):
        n += title.dice[round]
    return n


def has_die_for(s: Tundra, p: i64, goal: Goal) -> bool:
    """True if the player has a die that may be put on this goal."""
    for value in range(1, SLOTS):
        if cards.has(goal.values, value) and has_die(s, p, value):
            return True
    return False


def step_at(s: Tundra, number: i64, op: i64) -> i64:
    """The index in the tables of the box of the action's step with this op, which must exist."""
    at = number * STEPS
    while s.stock.op[at] != op:
        at += 1
    return at


def action_rank(s: Tundra, number: i64) -> i64:
    """A rank by the most costly step of an action, such that gains come before costs.

    0: gains that are booked without a question. 1: movement and gathering. 2: other gains. 3: all others.
    """
    highest: i64 = 0
    at = number * STEPS
    for i in range(STEPS):
        op = s.stock.op[at + i]
        rank: i64 = 3
        if op <= components.LAST_BOOKED:
            rank = 0
        elif op == components.MOVE or op == components.GATHER:
            rank = 1
        elif (
            op == components.GAIN_ANY
            or op == components.GAIN_SAME
            or op == components.TAKE_CARD
            or op == components.RENEW_MARKET
        ):
            rank = 2
        highest = max(highest, rank)
    return highest


KNOWLEDGE: Final[type[Knowledge]] = TundraKnowledge
