"""The prices of things of Tundra for a player at a moment, in thousandths of a point.

A berry is worth a sixth of the die that six of them buy, a resource about a third of what two of them pay.
Both are worth more, the more rounds are still to come. From these two prices follows what an action is worth,
whatever gives it: all boards, cards, towers and titles have the same effect language.
"""

from __future__ import annotations

from typing import Final, final

from samovar.bots.knowledge.knowledge import POINT
from samovar.games.tundra import components as box
from samovar.games.tundra import goals
from samovar.games.tundra.actions import booked, size
from samovar.games.tundra.architecture import sites
from samovar.games.tundra.components import BERRY, BOARDS, RESOURCES, SLOTS, STEPS, STOCK, WORKERS, Goal
from samovar.games.tundra.paying import can_pay
from samovar.games.tundra.state import Tundra
from samovar.games.tundra.turn import SOURCES, action_of_slot
from samovar.kernel import cards, counts
from samovar.kernel.ints import i64, vec
from samovar.kernel.state import zeros

BERRY_LAST: Final = 130  # in the last round
BERRY_MORE: Final = 50  # with each round to come
GOODS_LAST: Final = 220
GOODS_MORE: Final = 40
WORKER_MORE: Final = 220
A_SITE: Final = 3  # which part of a tower's worth it is to stand where one could be built
UNKNOWN_SITE: Final = 350
PULLED: Final[i64] = 8  # length of what is used of ``pull``: one more than the conditions of common goals
ARCHITECTURE: Final = 0
TRAVEL: Final = 1
GATHERING: Final = 2
TRADE: Final = 3


@final
class Prices:
    """The prices of one moment for one player. Call ``look`` first."""

    def __init__(self) -> None:
        self.left: i64 = 0  # rounds to come
        self.berry: i64 = 0
        self.goods: i64 = 0
        self.worker: i64 = 0
        self.want: vec[i64] = zeros(RESOURCES)  # one more of each resource
        self.pull: vec[i64] = zeros(32)  # by condition of a goal: one more of what it counts

    def look(self, s: Tundra, p: i64) -> None:
        """Find the prices of this moment for this player."""
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
        """The worth of one more thing that a goal counts: its share of the next step."""
        n = goals.counted(s, p, goal)
        thresholds = goals.thresholds_of(s, goal)
        had: i64 = 0
        for step in range(len(thresholds)):
            if n < thresholds[step]:
                return (goal.vp[step] - had) * POINT // (thresholds[step] - n)
            had = goal.vp[step]
        return 0

    def worth(self, s: Tundra, p: i64, number: i64) -> i64:
        """The worth of an action, from any source."""
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
            return booked(s, p, at) * self.price(s.stock.item[at])
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
        left = sites(s, p)
        while left:
            w = self.tower(s, p, cards.first(left)) - self.cost(s, price)
            left &= left - 1
            if w > first:
                more += second
                second = first
                first = w
            elif w > second:
                more += second
                second = w
            elif w > 0:
                more += w
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
        n = self.times(s, p, price, size(s, p, at))
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
        side: i64 = 1 if cards.has(s.upgraded[p], board) else 0
        total: i64 = 0
        for source in range(SOURCES):
            number = action_of_slot(s, p, source, board, side, value)
            if number:
                total += self.worth(s, p, number)
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
