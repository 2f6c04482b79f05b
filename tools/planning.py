"""The player of the recorded games: it goes after whatever no recorded game has shown yet.

It knows the dice and plans what a seat decides in a row to its end with a narrow search. A game may value
positions by a planner of its own (``PLANNER`` in ``tests/GAME/planner.py``). Its ``Kept`` says what there is
to show.
"""

from __future__ import annotations

from typing import Final

import samovar
from samovar.kernel.dice import Dice
from samovar.kernel.state import NATURE, State
from samovar.kernel.step import Options
from tests.recorded import Kept

WIDTH: Final = 8  # positions that the search keeps
LONGEST: Final = 24  # decisions that it plans ahead
NEW: Final = 120.0  # points for something that no recorded game has shown


class Plan:
    """A line of play under consideration."""

    def __init__(self, s: State, dice: Dice, actions: list[int], shown: frozenset[str]) -> None:
        self.s = s
        self.dice = dice
        self.actions = actions
        self.shown = shown  # of what is still missing
        self.worth = 0.0


def copied(dice: Dice) -> Dice:
    copy = Dice(0)
    copy.a, copy.b, copy.c, copy.d = dice.a, dice.b, dice.c, dice.d
    return copy


class Goals:
    """What there is to show, and how much it is worth: the more, the fewer games have shown it."""

    def __init__(self, things: set[str]) -> None:
        self.shown = dict.fromkeys(sorted(things), 0)  # in how many games

    def missing(self) -> set[str]:
        return {thing for thing, games in self.shown.items() if games == 0}

    def count(self, things: set[str]) -> None:
        for thing in things:
            self.shown[thing] += 1

    def of(self, thing: str) -> float:
        """From 1 for what is new down to little for what every game shows; nothing for what is no goal."""
        return 1 / (1 + 3 * self.shown[thing]) if thing in self.shown else 0.0


class Planner:
    """Chooses for every seat, each time for all that it has to decide in a row."""

    def __init__(self, kept: Kept, goals: Goals, number: int) -> None:
        self.kept = kept
        self.game = kept.game
        self.goals = goals
        self.number = number
        self.whims = Dice(number)
        self.seen: set[str] = set()  # in this game: a second time it is worth nothing
        self.out = Options()

    def worth(self, state: State, p: int) -> float:
        """Points; among equals any of them."""
        return self.game.score(state)[p].total + self.whims.below(1000) / 1000

    def goal(self, thing: str) -> float:
        return 0.0 if thing in self.seen else self.goals.of(thing)

    def plan(self, m: samovar.Match, seat: int) -> list[int]:
        """The best actions found from here to the end of what this seat has to decide in a row."""
        s = m.state
        turn = self.game.turn(s)
        beam = [Plan(s.clone(), copied(m.dice), [], frozenset())]
        best: Plan | None = None
        for _ in range(LONGEST):
            following: dict[float, Plan] = {}
            for plan in beam:
                for action in self.game.legal(plan.s, seat):
                    after = self.follow(plan, seat, action)
                    after.worth = self.worth(after.s, seat) + NEW * sum(map(self.goal, after.shown))
                    if seat not in self.game.actors(after.s) or self.game.turn(after.s) != turn:
                        if best is None or after.worth > best.worth:
                            best = after
                    else:
                        following.setdefault(round(after.worth, 6), after)
            beam = sorted(following.values(), key=lambda plan: -plan.worth)[:WIDTH]
            if not beam:
                break
        assert best is not None or beam
        return best.actions if best is not None else beam[0].actions[:1]

    def follow(self, plan: Plan, seat: int, action: int) -> Plan:
        s = plan.s.clone()
        dice = copied(plan.dice)
        s.journal = []
        self.game.play(s, seat, action, self.out)
        while self.game.actors(s) == [NATURE]:
            self.game.play(s, NATURE, self.game.chance(s, self.out, dice), self.out)
        token = s.box.notation.token(action)
        shown = {*self.kept.of_token(token), *self.kept.of_events(s, s.journal)} - self.seen
        return Plan(s, dice, [*plan.actions, action], plan.shown | shown)
