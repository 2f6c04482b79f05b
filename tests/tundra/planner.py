"""Evaluation of Tundra positions for the players of ``tools/make_fixtures.py``.

Random players hardly ever build or upgrade. This player values resources for towers and upgrades. It also
values cards, workers and towers that no recorded game shows yet.
"""

from __future__ import annotations

from typing import cast

from samovar.games.tundra import frames, tokens
from samovar.games.tundra.components import BOARDS, GOODS, MARKET_PLACES, RESOURCES, STEPS, TAKE_CARD
from samovar.games.tundra.goals import goal_count
from samovar.games.tundra.state import Tundra
from samovar.games.tundra.turn import action_from
from samovar.kernel import cards, counts
from samovar.kernel.state import State
from tools.planning import NEW_POINTS, Planner


class TundraPlanner(Planner):
    """Every seat plays for VP and for coverage goals that no recorded game shows yet. One seat of each game
    also plays for its personal goal and rare events.
    """

    def worth(self, state: State, p: int) -> float:
        s = cast(Tundra, state)
        worth = super().worth(s, p) + 0.15 * int(s.berries(p)) + 0.5 * int(cards.count(s.towers[p]))
        for kind in range(RESOURCES):
            worth += 0.3 * min(6, int(s.have[p * GOODS + kind]))
        if p == self.number % s.seats:
            worth += 6.0 * self.goal("verb aside") * self.most_equal(s, p)
        worth += self.goal("verb replace") * self.two_cards(s, p)
        return worth + 0.4 * NEW_POINTS * self.novelty(s, p) + self.personal(s, p)

    def novelty(self, s: Tundra, p: int) -> float:
        """The value of cards and sites that would show something new when they are used."""
        box = s.stock
        worth = sum(self.goal(f"advisor {box.city_ids[card]}") for card in cards.members(s.ready[p]))
        at = p * BOARDS * MARKET_PLACES
        for place in range(BOARDS * MARKET_PLACES):
            if s.enhancement[at + place]:
                worth += self.goal(f"enhancement {box.city_ids[s.enhancement[at + place]]}")
        plan = int(s.plan[p])
        while plan > 0:
            worth += self.goal(f"starter {box.starter_ids[(plan & 255) >> 2]}")
            plan >>= 8
        for space in range(1, s.layout.glades + 1):
            if s.tile[space] and s.workers_at(p, space) and not s.has_tower(space):
                worth += 0.2 * self.goal(f"tower {box.glade_ids[s.tile[space]]}")
        return worth

    def most_equal(self, s: Tundra, p: int) -> int:
        """The largest number of dice of one value, used or not. A fifth one finds no slot."""
        return max(
            int(counts.get(s.dice[p], value))
            + sum(1 for board in range(BOARDS) if cards.has(s.slots[p], 8 * board + value))
            for value in range(1, 7)
        )

    def two_cards(self, s: Tundra, p: int) -> float:
        """The value of two market cards under a board, so that a third one replaces one of them."""
        if s.title[p] == 0 or s.title_of(p).market_places < 2:
            return 0.0
        most = max(int(s.enhancements(p, board)) for board in range(BOARDS))
        return 15.0 * most + (10.0 if self.can_take_card(s, p) else 0.0)

    def can_take_card(self, s: Tundra, p: int) -> bool:
        if s.depth and int(s.todo[s.depth - 1]) & 255 in (frames.UNDER, frames.REPLACE):
            return True
        if s.board == 0 or not cards.has(s.sources, tokens.FROM_BOARD):
            return False
        at = int(action_from(s, p, tokens.FROM_BOARD)) * STEPS
        return TAKE_CARD in [int(s.stock.op[at + i]) for i in range(STEPS)]

    def personal(self, s: Tundra, p: int) -> float:
        """The value of the own personal goal, if no recorded game has scored it yet."""
        if s.personal[p] <= 0:
            return 0.0
        goal = s.stock.personal[s.personal[p]]
        weight = 12.0 if p == self.number % s.seats else 3.0
        near = min(1.0, int(goal_count(s, p, goal)) / int(goal.thresholds[0]))
        return weight * self.goals.worth_of(f"personal goal {goal.id}") * near


PLANNER = TundraPlanner
