"""The planner that plays Catherine for ``tools/make_fixtures.py``.

The two cards of a round are chosen before they have any effect, so the planner values their expected effect.
"""

from __future__ import annotations

from typing import cast

from samovar.games.catherine.components import ROW
from samovar.games.catherine.setup import planned_choice
from samovar.games.catherine.state import Catherine
from samovar.kernel import cards
from samovar.kernel.state import State
from tools.planning import NEW_POINTS, Planner


class CatherinePlanner(Planner):
    """In each game one seat builds wherever it can. The others look for coverage goals."""

    def worth(self, state: State, p: int) -> float:
        s = cast(Catherine, state)
        worth = super().worth(s, p) + 0.5 * int(s.held[p]) + self.promise(s, p)
        return worth + (30.0 * int(cards.count(s.residences[p])) if p == self.number % s.seats else 0.0)

    def promise(self, s: Catherine, p: int) -> float:
        """The value of the chosen cards. It is positive if they have one colour, which allows the action."""
        card, activation, place = (int(planned_choice(s, p, n)) for n in range(3))
        if not place or s.round == 0:  # the starting row
            return 0.0
        if s.row[p * ROW + place - 1]:
            card = int(s.row[p * ROW + place - 1])
        if card >> 6 != activation >> 6:
            return 0.0
        id = s.stock.card_ids[card]
        new = self.goal(f"performed {id}") + 0.5 * self.goal(f"bonus {id}")
        building = bool(s.stock.card_cities[card]) and p == self.number % s.seats
        return 3.0 + 0.5 * NEW_POINTS * new + (15.0 if building else 0.0)


PLANNER = CatherinePlanner
