"""What a player of Tundra knows: what a position promises, and what people do with their dice.

Everything is measured in thousandths of a point. A berry is worth a sixth of the die that six of them buy, a
resource about a third of what two of them pay for; both are worth the more, the more rounds are still to
come. From these two prices follows what an action is worth, whichever board, card, tower or title it stands
on, because all of them speak one effect language.
"""

from __future__ import annotations

from typing import Final, cast

from samovar.bots.knowledge.knowledge import POINT, WHOLE, Linear
from samovar.games.tundra import components as box
from samovar.games.tundra import frames, goals, scoring, tokens
from samovar.games.tundra.components import (
    BERRY,
    BOARDS,
    DIRECTIONS,
    MARKET_PLACES,
    RESOURCES,
    SIDES,
    SLOTS,
    STEPS,
    STOCK,
    WORKERS,
    Goal,
)
from samovar.games.tundra.paying import can_pay
from samovar.games.tundra.state import Tundra
from samovar.kernel import cards, counts
from samovar.kernel.game import Game
from samovar.kernel.ints import i64, vec
from samovar.kernel.state import State, arg, arg3, zeros
from samovar.kernel.step import Options

WEIGHTS: Final = {
    "vp": (1000, 1000),  # on the track
    "round_vp": (950, 950),  # that boards and towers will bring at the round starts to come
    "berries": (250, 90),
    "resources": (250, 120),
    "pairs": (150, 60),  # of one type: what most prices ask for
    "dice": (1500, 1700),  # unused on the player board
    "dice_to_buy": (250, 500),  # that the berries would pay for in this round
    "architecture": (40, 40),  # upgraded boards, by the dice still to be placed
    "travel": (60, 40),
    "gathering": (90, 60),
    "trade": (200, 120),
    "cards": (120, 120),  # enhancements, by the dice still to be placed
    "advisors": (700, 700),  # by the rounds in which they can still be used
    "workers": (200, 150),  # on the map, by the rounds to come
    "sites": (300, 100),  # workers where a tower could be built
    "tower_goods": (250, 250),  # what towers will bring that are no points
    "goals_now": (600, 700),  # points that common goals would bring with a die at hand
    "goals_later": (350, 350),  # and in the rounds to come
    "personal": (500, 900),  # what the personal goal would bring now
}

# What people reckon with.
BERRY_LAST: Final = 130  # in the last round
BERRY_MORE: Final = 50  # with each round to come
GOODS_LAST: Final = 220
GOODS_MORE: Final = 40
WORKER_MORE: Final = 220
A_DIE: Final = 1900
AHEAD: Final = 8  # turns
A_SITE: Final = 3  # which part of a tower's worth it is to stand where one could be built
UNKNOWN_SITE: Final = 350
PULLED: Final[i64] = 8  # length of what is used of ``pull``: one more than the conditions of common goals
ARCHITECTURE: Final = 0
TRAVEL: Final = 1
GATHERING: Final = 2
TRADE: Final = 3


class TundraKnowledge(Linear):
    """The prices of a moment (``look``) are kept from the first to the last option of one question."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, WEIGHTS)
        self.left: i64 = 0  # rounds to come
        self.berry: i64 = 0
        self.goods: i64 = 0
        self.worker: i64 = 0
        self.want: vec[i64] = zeros(RESOURCES)  # one more of each resource
        self.pull: vec[i64] = zeros(32)  # by condition of a goal: one more of what it counts
        self.best: vec[i64] = zeros(SLOTS)  # by die value: what it could bring

    # ---- the value of a position ----

    def horizon(self, s: State) -> i64:
        """Two rounds of the table: further ahead chance and everybody's next plans blur everything."""
        return AHEAD

    def progress(self, s: State) -> i64:
        """Rounds, and the dice used in this one."""
        t = cast(Tundra, s)
        if t.round == 0:
            return 0
        dice: i64 = 0
        for p in range(t.seats):
            dice += t.dice_on_board(p)
        usual = t.stock.dice_per_round[t.round - 1] * t.seats
        used = WHOLE - WHOLE * dice // usual if dice < usual else 0
        return ((t.round - 1) * WHOLE + used) // t.stock.rounds

    def final(self, s: State, p: i64) -> i64:
        """Points; a tie goes to more resources, then to more berries (T-END-03)."""
        t = cast(Tundra, s)
        berries = t.stock.most_berries + 1
        most = (RESOURCES * t.stock.most_resource + 1) * berries
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
        at = p * STOCK
        counts[4] = (t.have[at] >> 1) + (t.have[at + 1] >> 1) + (t.have[at + 2] >> 1)
        counts[5] = own
        buy = berries // t.title_of(p).buy
        counts[6] = (buy if buy < t.spare[p] else t.spare[p]) if own else 0
        upgraded = t.upgraded[p]
        counts[7] = to_place if cards.has(upgraded, ARCHITECTURE) else 0
        counts[8] = to_place if cards.has(upgraded, TRAVEL) else 0
        counts[9] = to_place if cards.has(upgraded, GATHERING) else 0
        counts[10] = to_place if cards.has(upgraded, TRADE) else 0
        counts[11] = enhancements(t, p) * to_place
        counts[12] = cards.count(t.ready[p] | t.exhausted[p]) * left + (cards.count(t.ready[p]) if own else 0)
        counts[13] = t.workers_on_board(p) * (left + 1)
        counts[14] = sites(t, p)
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
                if op == box.GAIN and s.stock.item[at + i] == box.VP:
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
                if not cards.has(s.blocked, number) and fits(s, p, goal):
                    now += vp
        counts[16] = now
        counts[17] = later

    # ---- what things are worth now ----

    def look(self, s: Tundra, p: i64) -> None:
        """The prices of this moment for this player."""
        left = s.stock.rounds - s.round
        self.left = left
        self.berry = BERRY_LAST + BERRY_MORE * left
        berries = s.berries(p)
        if left == 0 and s.spare[p] == 0:
            self.berry = 20
        elif berries * 4 >= s.stock.most_berries * 3:
            self.berry = self.berry // 2
        self.goods = GOODS_LAST + GOODS_MORE * left
        self.worker = WORKER_MORE * left + 100
        for k in range(RESOURCES):
            have = s.have[p * STOCK + k]
            if have >= s.stock.most_resource:
                self.want[k] = 0
            else:
                self.want[k] = self.goods * (14 - have) // 10
        self._look_at_goals(s, p)

    def _look_at_goals(self, s: Tundra, p: i64) -> None:
        pull = self.pull
        for i in range(PULLED):
            pull[i] = 0
        common = s.goals
        while common:
            number = cards.first(common)
            common &= common - 1
            goal = s.stock.goals[number]
            times = self.left + (0 if cards.has(s.blocked, number) else 1)
            pull[goal.condition] += self.step_ahead(s, p, goal) * times // 2

    def step_ahead(self, s: Tundra, p: i64, goal: Goal) -> i64:
        """What one more of what a goal counts is worth: its share of the next step."""
        n = goals.counted(s, p, goal)
        thresholds = goal.variant if s.setting.stores_variant else goal.thresholds
        had: i64 = 0
        for step in range(len(thresholds)):
            if n < thresholds[step]:
                return (goal.vp[step] - had) * POINT // (thresholds[step] - n)
            had = goal.vp[step]
        return 0

    def worth(self, s: Tundra, p: i64, number: i64) -> i64:
        """What an action brings, whoever gives it."""
        total: i64 = 0
        first = number * STEPS
        for at in range(first, first + STEPS):
            op = s.stock.op[at]
            if op == box.GAIN:
                total += s.stock.number[at] * self.price(s.stock.item[at])
            elif op:
                total += self.step_worth(s, p, op, at)
        return total

    def price(self, item: i64) -> i64:
        if item < RESOURCES:
            return self.want[item]
        if item == BERRY:
            return self.berry
        return POINT if item == box.VP else self.goods

    def step_worth(self, s: Tundra, p: i64, op: i64, at: i64) -> i64:
        n = s.stock.number[at]
        if op == box.GAIN_PER:
            per = s.towers[p] if s.stock.per[at] == box.OWN_TOWERS else s.upgraded[p]
            return n * cards.count(per) * self.price(s.stock.item[at])
        if op == box.GAIN_ANY or op == box.GAIN_SAME:
            return n * self.goods
        if op == box.MOVE:
            return n * (self.goods * 9 // 10 + 60) if s.workers[p * WORKERS] else 0
        if op == box.GATHER:
            pieces = yielding(s, p)
            return (n if n < pieces else pieces) * self.goods
        if op == box.BUILD_TOWER:
            return self.towers_worth(s, p, n, s.stock.price[at])
        if op == box.PLACE_WORKER:
            return self.workers_worth(s, p, n, s.stock.price[at])
        if op == box.WORKER_HERE:
            return n * self.worker
        if op == box.CONVERT:
            return self.conversion_worth(s, p, at)
        if op == box.TAKE_CARD:
            return 500 + 350 * self.left + self.pull[box.CITY_CARDS] if s.market else 0
        if op == box.UPGRADE:
            return self.upgrades_worth(s, p, n)
        if op == box.SET_DIE:
            return 500 if s.dice[p] else 0
        return 100

    def cost(self, s: Tundra, price: i64) -> i64:
        same = s.stock.price_same[price] + s.stock.price_any[price]
        fixed = s.stock.price_fixed[price]
        total = same * self.goods + counts.get(fixed, BERRY) * self.berry
        for kind in range(RESOURCES):
            total += counts.get(fixed, kind) * self.goods
        return total

    def times(self, s: Tundra, p: i64, price: i64, n: i64) -> i64:
        """How often a price of equal resources could be paid, at most n times."""
        if not can_pay(s, p, price):
            return 0
        same = s.stock.price_same[price]
        if same == 0:
            return 1
        often: i64 = 0
        for k in range(RESOURCES):
            often += s.have[p * STOCK + k] // same
        fixed = counts.get(s.stock.price_fixed[price], BERRY)
        if fixed and s.berries(p) // fixed < often:
            often = s.berries(p) // fixed
        return often if often < n else n

    def towers_worth(self, s: Tundra, p: i64, n: i64, price: i64) -> i64:
        """The best sites, as many towers as there are and as can be paid for."""
        n = self.times(s, p, price, n)
        rest = s.towers_in_supply(p)
        n = min(n, rest)
        if n == 0:
            return 0
        first: i64 = 0
        second: i64 = 0
        more: i64 = 0
        last: i64 = 0
        for i in range(s.stock.workers_each):
            space = s.workers[p * WORKERS + i]
            if space and space != last and s.is_glade(space) and not s.has_tower(space):
                w = self.tower(s, p, space) - self.cost(s, price)
                if w > first:
                    more += second
                    second = first
                    first = w
                elif w > second:
                    more += second
                    second = w
                elif w > 0:
                    more += w
            last = space
        if n == 1:
            return first
        return first + second if n == 2 else first + second + more

    def tower(self, s: Tundra, p: i64, space: i64) -> i64:
        """A tower on this glade: its bonus now and in each round to come; the worker comes home."""
        bonus = self.worth(s, p, s.stock.glade_action[s.tile[space]])
        return bonus * (1 + self.left) + self.pull[box.TOWERS_ON_BOARD] - self.worker // 2

    def workers_worth(self, s: Tundra, p: i64, n: i64, price: i64) -> i64:
        n = self.times(s, p, price, n)
        rest = s.workers_in_supply(p)
        n = min(n, rest)
        one = self.worker * 2 + self.pull[box.WORKERS_ON_BOARD] - self.cost(s, price)
        return n * one if one > 0 else 0

    def conversion_worth(self, s: Tundra, p: i64, at: i64) -> i64:
        price = s.stock.price[at]
        n = s.stock.number[at]
        if n == 0:
            n = cards.count(s.towers[p])
        n = self.times(s, p, price, n)
        gains = s.stock.gains[at]
        one = counts.get(gains, box.VP) * POINT + counts.get(gains, box.ANY) * (self.goods + 80)
        one += counts.get(gains, BERRY) * self.berry - self.cost(s, price)
        return n * one if one > 0 else 0

    def upgrades_worth(self, s: Tundra, p: i64, n: i64) -> i64:
        best: i64 = 0
        for board in range(BOARDS):
            if not cards.has(s.upgraded[p], board) and can_pay(s, p, s.stock.upgrade_price[board]):
                w = self.upgrade(s, p, board)
                best = max(best, w)
        return best

    def upgrade(self, s: Tundra, p: i64, board: i64) -> i64:
        vp = s.stock.flip_vp + s.stock.round_vp * self.left
        better = 1600 if board == TRADE else 700 if board == GATHERING else 350
        cost = self.cost(s, s.stock.upgrade_price[board])
        return vp * POINT + better * self.left - cost + self.pull[box.UPGRADED_BOARDS]

    def card(self, s: Tundra, p: i64, card: i64) -> i64:
        """A city card: an advisor serves once a round, an enhancement with each die on its board."""
        if cards.has(s.stock.advisors, card):
            return self.worth(s, p, s.stock.advisor_action[card]) * (1 + self.left) + 50
        return self.rows(s, p, s.stock.city_action, card) * (2 + 3 * self.left) // 12 + 50

    def rows(self, s: Tundra, p: i64, actions: vec[i64], card: i64) -> i64:
        """All six rows of an enhancement together."""
        total: i64 = 0
        for value in range(1, SLOTS):
            total += self.worth(s, p, actions[card * SLOTS + value])
        return total

    def activation(self, s: Tundra, p: i64, board: i64, value: i64) -> i64:
        """A die of this value on this order board: the board's action and those of the cards under it."""
        stock = s.stock
        side: i64 = 1 if cards.has(s.upgraded[p], board) else 0
        total = self.worth(s, p, stock.slot_action[(board * SIDES + side) * SLOTS + value])
        at = p * BOARDS + board
        if s.starter[at]:
            total += self.worth(s, p, stock.starter_action[s.starter[at] * SLOTS + value])
        at *= MARKET_PLACES
        place: i64 = 0
        while place < MARKET_PLACES and s.enhancement[at]:
            total += self.worth(s, p, stock.city_action[s.enhancement[at] * SLOTS + value])
            at += 1
            place += 1
        return total

    def standing(self, s: Tundra, p: i64, space: i64, company: i64) -> i64:
        """A worker on this space, beside so many others of its own: what it can gather, and whether a tower
        can be built there."""
        if not s.is_glade(space):
            return 0
        if s.tile[space] == 0:
            return UNKNOWN_SITE
        total: i64 = 0
        if s.resource_at(space):
            total = 150
        if company == 0 and not s.has_tower(space) and s.towers_in_supply(p):
            site = self.tower(s, p, space)
            if site > 0:
                total += site // A_SITE
        return total

    # ---- what people do ----

    def weigh(self, s: State, seat: i64, out: Options, weights: vec[i64]) -> None:
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
            self._weigh_rest(t, seat, out, weights)
        elif step == frames.GAIN_ANY:
            self.look(t, seat)
            self._weigh_types(t, seat, out, weights)
        elif step == frames.UNDER:
            self._weigh_boards(t, seat, out, weights)
        elif step == frames.TOWERS:
            only_first(out, weights)
        elif step == frames.CHOOSE_STARTERS:
            self._weigh_starters(t, seat, out, weights)
        else:
            self._weigh_cards_to_go(t, seat, out, weights)

    def _weigh_turn(self, s: Tundra, p: i64, out: Options, weights: vec[i64]) -> None:
        """The die that brings most. An advisor that simply brings something is used before anything else."""
        self.look(s, p)
        best = self.best
        for value in range(SLOTS):
            best[value] = 0
        n = out.n
        for i in range(n):
            a = out.items[i]
            verb = a >> 8
            argument = a & 255
            w: i64 = 0
            if verb == tokens.PLACE:
                w = self.activation(s, p, argument >> 3, argument & 7)
            elif verb == tokens.GOAL:
                w = goals.goal_vp(s, p, s.stock.goals[argument >> 3]) * POINT
            elif verb == tokens.ASIDE:
                w = 100
            elif verb == tokens.USE:
                w = self._use(s, p, argument)
                if w < 0:
                    only(out, weights, i)
                    return
            elif verb == tokens.BUY:
                w = A_DIE // 2 - 400
            elif verb == tokens.REROLL:
                w = 150
            else:
                w = 250
            if verb < tokens.DO and w > best[argument & 7]:
                best[argument & 7] = w
            weights[i] = eager(w)
        if n and out.items[n - 1] >> 8 >= tokens.REROLL:
            self._weigh_changes(s, p, out, weights)

    def _weigh_changes(self, s: Tundra, p: i64, out: Options, weights: vec[i64]) -> None:
        """Is another value worth the berries?"""
        best = self.best
        title = s.title_of(p)
        for value in range(1, SLOTS):
            if best[value] == 0:
                best[value] = self.best_use(s, p, value)
        mean = (best[1] + best[2] + best[3] + best[4] + best[5] + best[6]) // 6
        for i in range(out.n):
            verb = out.items[i] >> 8
            value = out.items[i] & 255
            if verb == tokens.UP:
                weights[i] = eager(best[value + 1] - best[value] - title.change * self.berry)
            elif verb == tokens.DOWN:
                weights[i] = eager(best[value - 1] - best[value] - title.change * self.berry)
            elif verb == tokens.REROLL:
                weights[i] = eager(mean - best[value] - title.reroll * self.berry)
            elif verb == tokens.BUY:
                weights[i] = eager((mean - title.buy * self.berry) // 2)

    def best_use(self, s: Tundra, p: i64, value: i64) -> i64:
        best: i64 = 0
        for board in range(BOARDS):
            if not cards.has(s.slots[p], 8 * board + value):
                w = self.activation(s, p, board, value)
                best = max(best, w)
        open_goals = s.goals & ~s.blocked
        while open_goals:
            goal = s.stock.goals[cards.first(open_goals)]
            open_goals &= open_goals - 1
            if cards.has(goal.values, value):
                w = goals.goal_vp(s, p, goal) * POINT
                best = max(best, w)
        return best

    def _use(self, s: Tundra, p: i64, card: i64) -> i64:
        """An advisor: -1 if it simply brings something for which there is room, so that nobody waits."""
        at = s.stock.advisor_action[card] * STEPS
        simple = True
        for i in range(STEPS):
            op = s.stock.op[at + i]
            if op == box.GAIN:
                item = s.stock.item[at + i]
                if item < STOCK:
                    most = s.stock.most_berries if item == BERRY else s.stock.most_resource
                    if s.have[p * STOCK + item] + s.stock.number[at + i] > most:
                        simple = False
            elif op:
                simple = False
        return -1 if simple else self.worth(s, p, s.stock.advisor_action[card])

    def _weigh_rest(self, s: Tundra, p: i64, out: Options, weights: vec[i64]) -> None:
        """After the die. What can wait for the next turn of this round waits: dice are turned, and bought,
        when they are needed.
        """
        self.look(s, p)
        last = s.dice[p] == 0
        found = False
        end: i64 = 0
        for i in range(out.n):
            verb = out.items[i] >> 8
            w: i64 = 0
            if verb == tokens.END:
                end = i
            elif verb == tokens.USE:
                w = self._use(s, p, out.items[i] & 255)
                if w < 0:
                    only(out, weights, i)
                    return
                if w > 0 and last:
                    found = True
            elif verb == tokens.BUY and last:
                w = A_DIE - s.title_of(p).buy * self.berry
                if w > 0:
                    found = True
            weights[i] = eager(w)
        weights[end] = 20 if found else 400

    def _weigh_sources(self, s: Tundra, p: i64, out: Options, weights: vec[i64]) -> None:
        """First what brings something, then what costs. What is worth nothing is forgone."""
        self.look(s, p)
        lowest: i64 = 9
        last = out.n - 1
        for i in range(last):
            number = source_action(s, p, out.items[i] & 255)
            rank = rank_of(s, number)
            if rank > 0 and self.worth(s, p, number) <= 0:
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
        """The parts of an action. One stops when nothing is worth while."""
        self.look(s, p)
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
                w = self._move(s, p, argument >> 3, argument & 7)
            elif verb == tokens.GATHER:
                w = self.want[s.resource_at(argument) - 1] + 1
            elif verb == tokens.GAIN or verb == tokens.SAME:
                w = self.want[argument] * 2 + 1
            elif verb == tokens.BUILD:
                w = self.tower(s, p, argument) - 2 * self.goods
            elif verb == tokens.PUT:
                w = self.worker * 2 + self.pull[box.WORKERS_ON_BOARD] - 2 * self.goods - self.berry
                if s.is_glade(argument):
                    w += 200 if s.resource_at(argument) else 50
            elif verb == tokens.HERE:
                w = self.worker
            elif verb == tokens.CONVERT:
                w = self._convert(s, p, number)
            elif verb == tokens.TAKE:
                w = self.card(s, p, argument)
            elif verb == tokens.RENEW:
                w = 300 if cards.count(s.market) < 3 else 100
            elif verb == tokens.UPGRADE:
                w = self.upgrade(s, p, argument)
            elif verb == tokens.SET:
                w = self._set(s, p, argument >> 3, argument & 7)
            elif verb == tokens.PICK:
                w = 300 if argument < 4 else 50
            elif verb == tokens.GAINS:
                w = 1000
            if w > 0 and verb != tokens.RENEW:
                found = True
            weights[i] = eager(w)
        last = out.items[n - 1] >> 8
        if last == tokens.STOP or last == tokens.FINISH:
            weights[n - 1] = 1 if found else 400
        if out.items[0] >> 8 == tokens.GATHER:
            self._gather_all(
                s, p, out, weights, arg3(f) >> 4 or s.stock.number[step_at(s, number, box.GATHER)]
            )
        elif last == tokens.FINISH and n == 2 and out.items[0] >> 8 == tokens.RENEW:
            weights[0] = 0  # nobody renews the market for others

    def _gather_all(self, s: Tundra, p: i64, out: Options, weights: vec[i64], left: i64) -> None:
        """In the order of the spaces: where all pieces may yield, none is passed over."""
        pieces: i64 = 0
        for i in range(out.n):
            if out.items[i] >> 8 == tokens.GATHER:
                pieces += s.pieces_at(p, out.items[i] & 255)
        if pieces <= left:
            only(out, weights, 0)

    def _move(self, s: Tundra, p: i64, worker: i64, direction: i64) -> i64:
        space = s.workers[p * WORKERS + worker]
        target = s.layout.beside[space * DIRECTIONS + direction]
        w: i64 = 50
        if s.is_glade(target):
            if s.tile[target] == 0:
                w += self.goods * 3 // 4
            elif s.resource_at(target):
                w += self.want[s.resource_at(target) - 1]
        w += self.standing(s, p, target, s.workers_at(p, target))
        return w - self.standing(s, p, space, s.workers_at(p, space) - 1)

    def _convert(self, s: Tundra, p: i64, number: i64) -> i64:
        at = step_at(s, number, box.CONVERT)
        gains = s.stock.gains[at]
        w = counts.get(gains, box.VP) * POINT + counts.get(gains, box.ANY) * (self.goods + 80)
        return w + counts.get(gains, BERRY) * self.berry - self.cost(s, s.stock.price[at])

    def _set(self, s: Tundra, p: i64, value: i64, other: i64) -> i64:
        return self.best_use(s, p, other) - self.best_use(s, p, value)

    def _weigh_types(self, s: Tundra, p: i64, out: Options, weights: vec[i64]) -> None:
        for i in range(out.n):
            weights[i] = eager(self.want[out.items[i] & 255] * 2) + 1

    def _weigh_payment(self, s: Tundra, p: i64, out: Options, weights: vec[i64]) -> None:
        """With what there is most of."""
        for i in range(out.n):
            have = s.have[p * STOCK + (out.items[i] & 255)]
            weights[i] = have * have * have

    def _weigh_boards(self, s: Tundra, p: i64, out: Options, weights: vec[i64]) -> None:
        """Under which order board: one that has room, rather the one that is used often or now."""
        card = arg(s.todo[s.depth - 1])
        self.look(s, p)
        for i in range(out.n):
            board = out.items[i] & 255
            w: i64 = 40 if board == TRADE else 30 if board == GATHERING else 20
            if s.enhancements(p, board) >= s.title_of(p).market_places:
                w = 2
            if s.board == board + 1:
                w += self.worth(s, p, s.stock.city_action[card * SLOTS + s.slot]) // 20
            weights[i] = w

    def _weigh_starters(self, s: Tundra, p: i64, out: Options, weights: vec[i64]) -> None:
        self.look(s, p)
        for i in range(out.n):
            argument = out.items[i] & 255
            board = argument & 3
            w = self.rows(s, p, s.stock.starter_action, argument >> 2) // 20
            weights[i] = w * (4 if board == TRADE else 3 if board == GATHERING else 2)

    def _weigh_cards_to_go(self, s: Tundra, p: i64, out: Options, weights: vec[i64]) -> None:
        """Replaced or dismissed is the card that brings least."""
        self.look(s, p)
        f = s.todo[s.depth - 1]
        for i in range(out.n):
            card = out.items[i] & 255
            if out.items[i] >> 8 == tokens.REPLACE:
                card = s.enhancement[(p * BOARDS + (f >> 20 & 255)) * MARKET_PLACES + card - 1]
            weights[i] = 1 + 2000000 // (400 + self.card(s, p, card))


def eager(w: i64) -> i64:
    """Twice as much is four times as likely to be chosen."""
    return w * w // 1000 if w > 0 else 0


def only(out: Options, weights: vec[i64], chosen: i64) -> None:
    for i in range(out.n):
        weights[i] = 1 if i == chosen else 0


def only_first(out: Options, weights: vec[i64]) -> None:
    """The order does not matter."""
    only(out, weights, 0)


def dice_to_come(s: Tundra, p: i64) -> i64:
    """In the rounds after this one."""
    n: i64 = 0
    title = s.title_of(p)
    for round in range(s.round, s.stock.rounds):
        n += title.dice[round]
    return n


def enhancements(s: Tundra, p: i64) -> i64:
    n: i64 = 0
    at = p * BOARDS * MARKET_PLACES
    for i in range(BOARDS * MARKET_PLACES):
        if s.enhancement[at + i]:
            n += 1
    return n


def sites(s: Tundra, p: i64) -> i64:
    """Glades with an own worker and nobody's tower; not more than towers in supply."""
    n: i64 = 0
    last: i64 = 0
    for i in range(s.stock.workers_each):
        space = s.workers[p * WORKERS + i]
        if space and space != last and s.is_glade(space) and not s.has_tower(space):
            n += 1
        last = space
    rest = s.towers_in_supply(p)
    return n if n < rest else rest


def yielding(s: Tundra, p: i64) -> i64:
    """Own pieces on glades with a resource."""
    n: i64 = 0
    for i in range(s.stock.workers_each):
        space = s.workers[p * WORKERS + i]
        if space and s.resource_at(space):
            n += 1
    towers = s.towers[p]
    while towers:
        if s.resource_at(cards.first(towers)):
            n += 1
        towers &= towers - 1
    return n


def fits(s: Tundra, p: i64, goal: Goal) -> bool:
    """Whether a die at hand may be put on this goal."""
    for value in range(1, SLOTS):
        if cards.has(goal.values, value) and counts.get(s.dice[p], value):
            return True
    return False


def source_action(s: Tundra, p: i64, source: i64) -> i64:
    """The action that a source gives for the slot being activated."""
    board = s.board - 1
    if source == tokens.FROM_BOARD:
        return s.stock.slot_action[(board * SIDES + s.side) * SLOTS + s.slot]
    if source == tokens.FROM_STARTER:
        return s.stock.starter_action[s.starter[p * BOARDS + board] * SLOTS + s.slot]
    card = s.enhancement[(p * BOARDS + board) * MARKET_PLACES + source - tokens.FROM_MARKET]
    return s.stock.city_action[card * SLOTS + s.slot]


def step_at(s: Tundra, number: i64, op: i64) -> i64:
    """Where in the box the step of this sort stands that an action has."""
    at = number * STEPS
    while s.stock.op[at] != op:
        at += 1
    return at


def rank_of(s: Tundra, number: i64) -> i64:
    """0 for what simply brings something, 1 for what is fetched on the map, 2 for what is chosen, 3 for what
    costs.
    """
    highest: i64 = 0
    at = number * STEPS
    for i in range(STEPS):
        op = s.stock.op[at + i]
        rank: i64 = 3
        if op <= box.BOOKED:
            rank = 0
        elif op == box.MOVE or op == box.GATHER:
            rank = 1
        elif op == box.GAIN_ANY or op == box.GAIN_SAME or op == box.TAKE_CARD or op == box.RENEW_MARKET:
            rank = 2
        highest = max(highest, rank)
    return highest
