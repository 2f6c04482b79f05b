"""The worth of actions and components of Tundra for a player at a moment, in thousandths of a VP.

Six berries buy a die, so a berry is worth a sixth of a die. Two resources pay for a purchase, and a resource
is worth about a third of it. Both prices rise with the number of rounds to come. The worth of every action
follows from these two prices, because boards, cards, towers and titles share one effect language.
"""

from __future__ import annotations

from typing import Final, final

from samovar.bots.knowledge.knowledge import POINT
from samovar.games.tundra import components, goals
from samovar.games.tundra.actions import booked_amount, repetitions
from samovar.games.tundra.components import BERRY, BOARDS, GOODS, RESOURCES, SLOTS, STEPS, WORKERS, Goal
from samovar.games.tundra.payment import can_pay
from samovar.games.tundra.state import Tundra
from samovar.games.tundra.towers import sites
from samovar.games.tundra.turn import SOURCES, action_of_slot
from samovar.kernel import cards, counts
from samovar.kernel.ints import i64, vec
from samovar.kernel.state import zeros

BERRY_LAST: Final = 130  # a berry in the last round
BERRY_MORE: Final = 50  # added for each round to come
RESOURCE_LAST: Final = 220
RESOURCE_MORE: Final = 40
WORKER_MORE: Final = 220
SITE_DIVISOR: Final = 3  # a site is worth 1 / SITE_DIVISOR of its tower
UNKNOWN_SITE: Final = 350
COMMON_CONDITIONS: Final[i64] = 8  # length of an array that is indexed by condition of a common goal
ARCHITECTURE: Final = 0
TRAVEL: Final = 1
GATHERING: Final = 2
TRADE: Final = 3


@final
class Prices:
    """The prices of one moment for one player. Call ``update`` first."""

    def __init__(self) -> None:
        self.left: i64 = 0  # rounds to come
        self.berry: i64 = 0
        self.resource: i64 = 0
        self.worker: i64 = 0
        self.one_more: vec[i64] = zeros(RESOURCES)  # worth of one more, by resource
        # The worth of one more thing that a goal counts, by condition of the goal.
        self.toward_goal: vec[i64] = zeros(32)

    def update(self, s: Tundra, p: i64) -> None:
        """Compute the prices of this moment for this player."""
        left = s.stock.rounds - s.round
        self.left = left
        self.berry = BERRY_LAST + BERRY_MORE * left
        berries = s.berries(p)
        if left == 0 and s.spare[p] == 0:
            self.berry = 20
        elif berries * 4 >= s.stock.max_berries * 3:
            self.berry = self.berry // 2
        self.resource = RESOURCE_LAST + RESOURCE_MORE * left
        self.worker = WORKER_MORE * left + 100
        for k in range(RESOURCES):
            have = s.have[p * GOODS + k]
            if have >= s.stock.max_resource:
                self.one_more[k] = 0
            else:
                self.one_more[k] = self.resource * (14 - have) // 10
        self._update_goals(s, p)

    def _update_goals(self, s: Tundra, p: i64) -> None:
        toward_goal = self.toward_goal
        for i in range(COMMON_CONDITIONS):
            toward_goal[i] = 0
        common = s.goals
        while common:
            number = cards.first(common)
            common &= common - 1
            goal = s.stock.goals[number]
            times = self.left + (0 if cards.has(s.blocked, number) else 1)
            toward_goal[goal.condition] += self.next_step_share(s, p, goal) * times // 2

    def next_step_share(self, s: Tundra, p: i64, goal: Goal) -> i64:
        """The worth of one more thing that a goal counts: its share of the VP for the next threshold."""
        n = goals.goal_count(s, p, goal)
        thresholds = goals.thresholds_of(s, goal)
        had: i64 = 0
        for step in range(len(thresholds)):
            if n < thresholds[step]:
                return (goal.vp[step] - had) * POINT // (thresholds[step] - n)
            had = goal.vp[step]
        return 0

    def worth(self, s: Tundra, p: i64, number: i64) -> i64:
        """The worth of an action."""
        total: i64 = 0
        first = number * STEPS
        for at in range(first, first + STEPS):
            op = s.stock.op[at]
            if op == components.GAIN:
                total += s.stock.number[at] * self.price(s.stock.item[at])
            elif op:
                total += self.step_worth(s, p, op, at)
        return total

    def price(self, item: i64) -> i64:
        if item < RESOURCES:
            return self.one_more[item]
        if item == BERRY:
            return self.berry
        return POINT if item == components.VP else self.resource

    def step_worth(self, s: Tundra, p: i64, op: i64, at: i64) -> i64:
        n = s.stock.number[at]
        if op == components.GAIN_PER:
            return booked_amount(s, p, at) * self.price(s.stock.item[at])
        if op == components.GAIN_ANY or op == components.GAIN_SAME:
            return n * self.resource
        if op == components.MOVE:
            return n * (self.resource * 9 // 10 + 60) if s.workers[p * WORKERS] else 0
        if op == components.GATHER:
            pieces = yielding_pieces(s, p)
            return (n if n < pieces else pieces) * self.resource
        if op == components.BUILD_TOWER:
            return self.towers_worth(s, p, n, s.stock.price[at])
        if op == components.PLACE_WORKER:
            return self.workers_worth(s, p, n, s.stock.price[at])
        if op == components.WORKER_HERE:
            return n * self.worker
        if op == components.CONVERT:
            return self.conversion_worth(s, p, at)
        if op == components.TAKE_CARD:
            return 500 + 350 * self.left + self.toward_goal[components.CITY_CARDS] if s.market else 0
        if op == components.UPGRADE:
            return self.upgrades_worth(s, p, n)
        if op == components.SET_DIE:
            return 500 if s.dice[p] else 0
        return 100

    def cost(self, s: Tundra, price: i64) -> i64:
        same = s.stock.price_same[price] + s.stock.price_any[price]
        fixed = s.stock.price_fixed[price]
        total = same * self.resource + counts.get(fixed, BERRY) * self.berry
        for kind in range(RESOURCES):
            total += counts.get(fixed, kind) * self.resource
        return total

    def affordable_times(self, s: Tundra, p: i64, price: i64, n: i64) -> i64:
        """The number of times a price of equal resources could be paid, at most n."""
        if not can_pay(s, p, price):
            return 0
        same = s.stock.price_same[price]
        if same == 0:
            return 1
        often: i64 = 0
        for k in range(RESOURCES):
            often += s.have[p * GOODS + k] // same
        fixed = counts.get(s.stock.price_fixed[price], BERRY)
        if fixed and s.berries(p) // fixed < often:
            often = s.berries(p) // fixed
        return often if often < n else n

    def towers_worth(self, s: Tundra, p: i64, n: i64, price: i64) -> i64:
        """The worth of building on the best sites, limited by the supply, the price and n."""
        n = self.affordable_times(s, p, price, n)
        rest = s.towers_in_supply(p)
        n = min(n, rest)
        if n == 0:
            return 0
        first: i64 = 0
        second: i64 = 0
        more: i64 = 0
        left = sites(s, p)
        while left:
            w = self.tower_worth(s, p, cards.first(left)) - self.cost(s, price)
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

    def tower_worth(self, s: Tundra, p: i64, space: i64) -> i64:
        """The worth of a tower on this glade: its bonus now and in each round to come, minus the worker."""
        bonus = self.worth(s, p, s.stock.glade_action[s.tile[space]])
        return bonus * (1 + self.left) + self.toward_goal[components.TOWERS_ON_BOARD] - self.worker // 2

    def workers_worth(self, s: Tundra, p: i64, n: i64, price: i64) -> i64:
        n = self.affordable_times(s, p, price, n)
        rest = s.workers_in_supply(p)
        n = min(n, rest)
        one = self.worker * 2 + self.toward_goal[components.WORKERS_ON_BOARD] - self.cost(s, price)
        return n * one if one > 0 else 0

    def conversion_worth(self, s: Tundra, p: i64, at: i64) -> i64:
        price = s.stock.price[at]
        n = self.affordable_times(s, p, price, repetitions(s, p, at))
        gains = s.stock.gains[at]
        one = counts.get(gains, components.VP) * POINT + counts.get(gains, components.ANY) * (
            self.resource + 80
        )
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
        return vp * POINT + better * self.left - cost + self.toward_goal[components.UPGRADED_BOARDS]

    def card(self, s: Tundra, p: i64, card: i64) -> i64:
        """The worth of a city card. An advisor acts once a round, an enhancement with each die."""
        if cards.has(s.stock.advisors, card):
            return self.worth(s, p, s.stock.advisor_action[card]) * (1 + self.left) + 50
        return self.rows(s, p, s.stock.city_action, card) * (2 + 3 * self.left) // 12 + 50

    def rows(self, s: Tundra, p: i64, actions: vec[i64], card: i64) -> i64:
        """The worth of all six rows of an enhancement together."""
        total: i64 = 0
        for value in range(1, SLOTS):
            total += self.worth(s, p, actions[card * SLOTS + value])
        return total

    def activation(self, s: Tundra, p: i64, board: i64, value: i64) -> i64:
        """The worth of a die of this value on this order board, with the cards under it."""
        side: i64 = 1 if cards.has(s.upgraded[p], board) else 0
        total: i64 = 0
        for source in range(SOURCES):
            number = action_of_slot(s, p, source, board, side, value)
            if number:
                total += self.worth(s, p, number)
        return total

    def space_worth(self, s: Tundra, p: i64, space: i64, others: i64) -> i64:
        """The worth of a worker on this space, for gathering and as a site for a tower.

        ``others`` is the number of the player's other workers there.
        """
        if not s.is_glade(space):
            return 0
        if s.tile[space] == 0:
            return UNKNOWN_SITE
        total: i64 = 0
        if s.resource_at(space):
            total = 150
        if others == 0 and not s.has_tower(space) and s.towers_in_supply(p):
            site = self.tower_worth(s, p, space)
            if site > 0:
                total += site // SITE_DIVISOR
        return total


def yielding_pieces(s: Tundra, p: i64) -> i64:
    """The number of own pieces on glades with a resource."""
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
