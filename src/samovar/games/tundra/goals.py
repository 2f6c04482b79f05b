"""Common goals and personal goals: what they count, and what their steps bring."""

from __future__ import annotations

from samovar.games.tundra import components as box
from samovar.games.tundra.components import BOARDS, MARKET_PLACES, RESOURCES, WORKERS, Goal
from samovar.games.tundra.state import Tundra
from samovar.kernel import cards
from samovar.kernel.ints import i64, vec


def goal_vp(s: Tundra, p: i64, goal: Goal) -> i64:
    """The VP of the highest step that is fulfilled; 0 if none is (T-GOAL-02, T-RULING-GOAL-01, -02,
    T-PGOAL-01).
    """
    n = counted(s, p, goal)
    thresholds = thresholds_of(s, goal)
    vp: i64 = 0
    for step in range(len(thresholds)):
        if n >= thresholds[step]:
            vp = goal.vp[step]
    return vp


def thresholds_of(s: Tundra, goal: Goal) -> vec[i64]:
    """The numbers that the steps of a goal ask for; one option has others."""
    return goal.variant if s.setting.stores_variant else goal.thresholds


def counted(s: Tundra, p: i64, goal: Goal) -> i64:
    """The number that a goal counts; nothing is spent (T-GOAL-05 to -12, T-PGOAL-02 to -10)."""
    condition = goal.condition
    if condition == box.CITY_CARDS:
        return city_cards(s, p)
    if condition == box.UPGRADED_BOARDS:
        return cards.count(s.upgraded[p])
    if condition == box.BERRIES:
        return s.berries(p)
    if condition == box.TOWERS_ON_BOARD:
        return cards.count(s.towers[p])
    if condition == box.WORKERS_ON_BOARD:
        return s.workers_on_board(p)
    if condition == box.RESOURCES_TOTAL:
        return s.resources(p)
    if condition == box.GLADES_WITH_RESOURCE:
        return glades_held(s, p, goal.resource)
    if condition == box.LARGEST_GROUP:
        return largest_group(s, p)
    if condition == box.TYPES_WITH_TWO:
        return types_with_two(s, p)
    if condition == box.WORKERS_IN_SUPPLY:
        return s.workers_in_supply(p)
    if condition == box.WORKERS_WITH_TOWERS:
        return workers_on(s, p, s.towers[p])
    if condition == box.PIECES_ON_EDGE:
        return workers_on(s, p, s.layout.edge) + cards.count(s.towers[p] & s.layout.edge)
    if condition == box.CARDS_AND_BOARDS:
        return city_cards(s, p) + cards.count(s.upgraded[p])
    if condition == box.TOWERS_IN_SUPPLY:
        return s.towers_in_supply(p)
    if condition == box.MAJORITY_GLADES:
        return majorities(s, p, goal.resource)
    return lonely_towers(s, p)


def city_cards(s: Tundra, p: i64) -> i64:
    """Advisors, exhausted ones too, and market enhancements; not starter cards (T-GOAL-06,
    T-RULING-GOAL-04).
    """
    return cards.count(s.ready[p] | s.exhausted[p]) + all_enhancements(s, p)


def all_enhancements(s: Tundra, p: i64) -> i64:
    """Market enhancements under all order boards of a player."""
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
    """Glades of a resource with at least one own piece, each once (T-GOAL-11)."""
    n: i64 = 0
    for space in range(1, s.layout.glades + 1):
        if s.resource_at(space) == resource + 1 and s.pieces_at(p, space):
            n += 1
    return n


def majorities(s: Tundra, p: i64, resource: i64) -> i64:
    """Glades of a resource on which the own pieces outnumber each opponent's (T-PGOAL-09,
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
    """Own towers in the largest group on adjacent glades (T-PGOAL-02, T-RULING-PGOAL-02)."""
    return cards.largest_group(s.towers[p], s.layout.neighbours)


def lonely_towers(s: Tundra, p: i64) -> i64:
    """Own towers with no own tower next to them (T-PGOAL-10, T-RULING-PGOAL-05)."""
    n: i64 = 0
    left = s.towers[p]
    while left:
        if s.layout.neighbours[cards.first(left)] & s.towers[p] == 0:
            n += 1
        left &= left - 1
    return n


def types_with_two(s: Tundra, p: i64) -> i64:
    """Types of tile with two or more own pieces in total: settlements, each resource, no resource
    (T-PGOAL-03, T-RULING-PGOAL-03).
    """
    n: i64 = 0
    for kind in range(-1, RESOURCES + 1):  # the settlements; then no resource, then each resource
        pieces: i64 = 0
        for space in range(1, s.layout.spaces + 1):
            there = s.resource_at(space) if s.is_glade(space) else -1
            if there == kind:
                pieces += s.pieces_at(p, space)
        if pieces >= 2:
            n += 1
    return n
