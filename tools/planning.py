"""The planner that plays the recorded games: it aims at things that no recorded game covers yet.

It knows Nature's next draws and plans all consecutive decisions of a seat with a beam search. A game may have
its own planner to evaluate positions (``PLANNER`` in ``tests/GAME/planner.py``). Its coverage goals are in
``tests/GAME/fixtures.py``.
"""

from __future__ import annotations

from typing import Final

import samovar
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, State
from samovar.kernel.step import Options
from tests.recorded import GameFixtures

BEAM_WIDTH: Final = 8
MAX_DEPTH: Final = 24  # number of decisions
NEW_POINTS: Final = 120.0  # worth of a thing that no recorded game covers


class SearchNode:
    """A node of the beam search: a sequence of actions and the state after it."""

    def __init__(self, s: State, rng: Rng, actions: list[int], shown: frozenset[str]) -> None:
        self.s = s
        self.rng = rng
        self.actions = actions
        self.shown = shown  # things covered on the way
        self.worth = 0.0


def copy_rng(rng: Rng) -> Rng:
    copy = Rng(0)
    copy.a, copy.b, copy.c, copy.d = rng.a, rng.b, rng.c, rng.d
    return copy


class Goals:
    """The things to cover. A thing is worth more the fewer games have covered it."""

    def __init__(self, things: set[str]) -> None:
        self.shown = dict.fromkeys(sorted(things), 0)  # number of games that cover each

    def missing(self) -> set[str]:
        return {thing for thing, games in self.shown.items() if games == 0}

    def count(self, things: set[str]) -> None:
        for thing in things:
            self.shown[thing] += 1

    def worth_of(self, thing: str) -> float:
        """Return the worth of a thing: 1 if it is new, less with every game that covers it, 0 if no goal."""
        return 1 / (1 + 3 * self.shown[thing]) if thing in self.shown else 0.0


class Planner:
    """Plans the consecutive decisions of a seat."""

    def __init__(self, fixtures: GameFixtures, goals: Goals, number: int) -> None:
        self.fixtures = fixtures
        self.game = fixtures.game
        self.goals = goals
        self.number = number
        self.whims = Rng(number)
        self.seen: set[str] = set()  # things covered in this game, which have no further worth
        self.out = Options()

    def worth(self, state: State, p: int) -> float:
        """Return the player's points plus a random tie-breaker."""
        return self.game.score(state)[p].total + self.whims.below(1000) / 1000

    def goal(self, thing: str) -> float:
        return 0.0 if thing in self.seen else self.goals.worth_of(thing)

    def plan(self, m: samovar.Match, seat: int) -> list[int]:
        """Return the best actions found for the consecutive decisions of this seat."""
        s = m.state
        turn = self.game.turn(s)
        beam = [SearchNode(s.clone(), copy_rng(m.rng), [], frozenset())]
        best: SearchNode | None = None
        for _ in range(MAX_DEPTH):
            following: dict[float, SearchNode] = {}
            for plan in beam:
                for action in self.game.legal(plan.s, seat):
                    after = self.follow(plan, seat, action)
                    after.worth = self.worth(after.s, seat) + NEW_POINTS * sum(map(self.goal, after.shown))
                    if seat not in self.game.actors(after.s) or self.game.turn(after.s) != turn:
                        if best is None or after.worth > best.worth:
                            best = after
                    else:
                        following.setdefault(round(after.worth, 6), after)
            beam = sorted(following.values(), key=lambda plan: -plan.worth)[:BEAM_WIDTH]
            if not beam:
                break
        assert best is not None or beam
        return best.actions if best is not None else beam[0].actions[:1]

    def follow(self, plan: SearchNode, seat: int, action: int) -> SearchNode:
        s = plan.s.clone()
        rng = copy_rng(plan.rng)
        s.journal = []
        self.game.play(s, seat, action, self.out)
        while self.game.actors(s) == [NATURE]:
            self.game.play(s, NATURE, self.game.chance(s, self.out, rng), self.out)
        token = s.box.notation.token(action)
        shown = {
            *self.fixtures.covered_by_token(token),
            *self.fixtures.covered_by_events(s, s.journal),
        } - self.seen
        return SearchNode(s, rng, [*plan.actions, action], plan.shown | shown)
