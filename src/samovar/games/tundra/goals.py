"""Common and personal goals: their counts and VP."""

from __future__ import annotations

from samovar.games.tundra import components
from samovar.games.tundra.components import BOARDS, MARKET_PLACES, RESOURCES, WORKERS, Goal
from samovar.games.tundra.state import Tundra
from samovar.kernel import cards
from samovar.kernel.ints import i64, vec


def goal_vp(s: Tundra, p: i64, goal: Goal) -> i64:
    """The VP of the highest fulfilled step, 0 if none is fulfilled (T-GOAL-02, T-RULING-GOAL-01, -02,
    T-PGOAL-01).
    """
    n = goal_count(s, p, goal)
    thresholds = thresholds_of(s, goal)
    vp: i64 = 0
    for step in range(len(thresholds)):
        if n >= thresholds[step]:
            vp = goal.vp[step]
    return vp


def thresholds_of(s: Tundra, goal: Goal) -> vec[i64]:
    """The thresholds of a goal's steps. The option ``stores_variant`` may change them."""
    return goal.variant if s.setting.stores_variant else goal.thresholds


def goal_count(s: Tundra, p: i64, goal: Goal) -> i64:
    """The number that the condition of a goal counts for a player (T-GOAL-05 to -12, T-PGOAL-02 to -10)."""
    condition = goal.condition
    if condition == components.CITY_CARDS:
        return city_cards(s, p)
    if condition == components.UPGRADED_BOARDS:
        return cards.count(s.upgraded[p])
    if condition == components.BERRIES:
        return s.berries(p)
    if condition == components.TOWERS_ON_BOARD:
        return cards.count(s.towers[p])
    if condition == components.WORKERS_ON_BOARD:
        return s.workers_on_board(p)
    if condition == components.RESOURCES_TOTAL:
        return s.resources(p)
    if condition == components.GLADES_WITH_RESOURCE:
        return glades_held(s, p, goal.resource)
    if condition == components.LARGEST_GROUP:
        return largest_group(s, p)
    if condition == components.TYPES_WITH_TWO:
        return types_with_two(s, p)
    if condition == components.WORKERS_IN_SUPPLY:
        return s.workers_in_supply(p)
    if condition == components.WORKERS_WITH_TOWERS:
        return workers_on(s, p, s.towers[p])
    if condition == components.PIECES_ON_EDGE:
        return workers_on(s, p, s.layout.edge) + cards.count(s.towers[p] & s.layout.edge)
    if condition == components.CARDS_AND_BOARDS:
        return city_cards(s, p) + cards.count(s.upgraded[p])
    if condition == components.TOWERS_IN_SUPPLY:
        return s.towers_in_supply(p)
    if condition == components.MAJORITY_GLADES:
        return majorities(s, p, goal.resource)
    return isolated_towers(s, p)


def city_cards(s: Tundra, p: i64) -> i64:
    """The number of a player's city cards: ready and exhausted advisors, and market enhancements.

    Starter cards do not count (T-GOAL-06, T-RULING-GOAL-04).
    """
    return cards.count(s.ready[p] | s.exhausted[p]) + enhancement_count(s, p)


def enhancement_count(s: Tundra, p: i64) -> i64:
    """The number of market enhancements under all order boards of a player."""
    n: i64 = 0
    at = p * BOARDS * MARKET_PLACES
    for i in range(BOARDS * MARKET_PLACES):
        if s.enhancement[at + i]:
            n += 1
    return n


def workers_on(s: Tundra, p: i64, spaces: i64) -> i64:
    n: i64 = 0
    for i in range(s.stock.workers_each):
        space = s.workers[p * WORKERS + i]
        if space and cards.has(spaces, space):
            n += 1
    return n


def glades_held(s: Tundra, p: i64, resource: i64) -> i64:
    """The number of glades of a resource with at least one own piece (T-GOAL-11)."""
    n: i64 = 0
    for space in range(1, s.layout.glades + 1):
        if s.resource_at(space) == resource + 1 and s.pieces_at(p, space):
            n += 1
    return n


def majorities(s: Tundra, p: i64, resource: i64) -> i64:
    """The number of glades of a resource where the own pieces outnumber each opponent's (T-PGOAL-09,
    T-RULING-PGOAL-04).
    """
    n: i64 = 0
    for space in range(1, s.layout.glades + 1):
        if s.resource_at(space) == resource + 1:
            own = s.pieces_at(p, space)
            best: i64 = 0
            for other in range(s.seats):
                if other != p and s.pieces_at(other, space) > best:
                    best = s.pieces_at(other, space)
            if own > best:
                n += 1
    return n


def largest_group(s: Tundra, p: i64) -> i64:
    """The size of the largest group of own towers on adjacent glades (T-PGOAL-02, T-RULING-PGOAL-02)."""
    return cards.largest_group(s.towers[p], s.layout.neighbours)


def isolated_towers(s: Tundra, p: i64) -> i64:
    """The number of own towers without an adjacent own tower (T-PGOAL-10, T-RULING-PGOAL-05)."""
    n: i64 = 0
    left = s.towers[p]
    while left:
        if s.layout.neighbours[cards.first(left)] & s.towers[p] == 0:
            n += 1
        left &= left - 1
    return n


def types_with_two(s: Tundra, p: i64) -> i64:
    """The number of tile types that hold two or more own pieces in total (T-PGOAL-03, T-RULING-PGOAL-03).

    The types: settlements, each resource, no resource.
    """
    n: i64 = 0
    for kind in range(-1, RESOURCES + 1):  # -1: settlements, 0: no resource, then each resource
        pieces: i64 = 0
        for space in range(1, s.layout.spaces + 1):
            there = s.resource_at(space) if s.is_glade(space) else -1
            if there == kind:
                pieces += s.pieces_at(p, space)
        if pieces >= 2:
            n += 1
    return n
