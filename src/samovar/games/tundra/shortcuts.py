"""Several answers as one choice: pieces that gather, resources of choice, an action with its first step.

A page offers them as one button or one click. The log holds the single actions in their canonical order.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from samovar.games.tundra import components, frames, tokens
from samovar.games.tundra.actions import offer_step, repetitions
from samovar.games.tundra.components import RESOURCES, STEPS
from samovar.games.tundra.state import Tundra
from samovar.games.tundra.turn import SOURCES, action_from
from samovar.kernel import cards
from samovar.kernel.game import Shortcut
from samovar.kernel.ints import i64
from samovar.kernel.notation import action
from samovar.kernel.state import arg, arg2, arg3, seat_of
from samovar.kernel.step import Options

# Choices on the map, the market and the boards. A click on one of them also begins its action.
BEGINS_ACTION: Final = (tokens.MOVE, tokens.GATHER, tokens.BUILD, tokens.PUT, tokens.TAKE, tokens.UPGRADE)


def shortcuts(s: Tundra, p: int) -> list[Shortcut]:
    """The shortcuts of the question to p."""
    if s.depth == 0:
        return []
    f = int(s.todo[s.depth - 1])
    if seat_of(f) != p:
        return []
    if f & 255 == frames.ACTIVATION:
        return first_choices(s, p)
    if f & 255 == frames.GAIN_ANY:
        return resource_sets(int(arg(f)), int(arg2(f)))
    if f & 255 == frames.ACTION:
        return sets_in_action(s, p, f)
    return []


# ---- the next action of an activation ----


def first_choices(s: Tundra, p: int) -> list[Shortcut]:
    """The shortcuts that begin an action and make its first choice.

    Only choices that a single action of the activation offers have a shortcut.
    """
    found: dict[int, list[int]] = {}
    for source in range(SOURCES):
        if not cards.has(s.sources, source):
            continue
        number = int(action_from(s, p, source))
        out = Options()
        for i in range(STEPS):
            at = number * int(STEPS) + int(i)
            if s.stock.op[at] > components.LAST_BOOKED:
                offer_step(s, p, at, repetitions(s, p, at), 0, True, out)
        for choice in out.list():
            if choice >> 8 in BEGINS_ACTION:
                found.setdefault(choice, []).append(int(source))
    return [
        Shortcut([choice], [action(tokens.DO, sources[0]), choice])
        for choice, sources in found.items()
        if len(sources) == 1
    ]


# ---- within an action ----


def sets_in_action(s: Tundra, p: int, f: int) -> list[Shortcut]:
    """The shortcuts for sets: of pieces that gather, and of resources of choice."""
    number, opened = int(arg(f)), int(arg3(f)) & 15
    found: list[Shortcut] = []
    for i in range(STEPS):
        at = number * int(STEPS) + int(i)
        if cards.has(arg2(f), i) or (opened and opened != i + 1):
            continue
        left = int(arg3(f)) >> 4 if opened else int(repetitions(s, p, at))
        if s.stock.op[at] == components.GATHER:
            found += gathering_sets(s, p, left, opened > 0)
        elif s.stock.op[at] == components.GAIN_ANY:
            found += resource_sets(left, int(s.memo) if opened else 0)
    return found


def gathering_sets(s: Tundra, p: int, left: int, begun: bool) -> list[Shortcut]:
    """One shortcut for each set of resources that the largest possible number of pieces can yield.

    Pieces on the same resource are interchangeable.
    """
    pieces: list[int] = []  # the space of each piece that may yield, ascending
    first: i64 = s.memo & 255 if begun else 1
    for space in range(first, s.layout.glades + 1):
        if s.resource_at(space):
            used = int(s.memo) >> 8 if begun and space == first else 0
            pieces += [int(space)] * (int(s.pieces_at(p, space)) - used)
    n = min(left, len(pieces))
    if n < 2:
        return []
    found: dict[tuple[int, ...], Shortcut] = {}
    for chosen in combinations(pieces, n):
        kinds = tuple(sorted(int(s.resource_at(space)) for space in chosen))
        if kinds not in found:
            gathers = [action(tokens.GATHER, space) for space in chosen]
            found[kinds] = Shortcut(gathers, gathers)
    return list(found.values())


def resource_sets(n: int, first: int) -> list[Shortcut]:
    """One shortcut for each set of n resources of the types from ``first`` on."""
    if n < 2:
        return []
    last = int(RESOURCES) - 1
    found: list[Shortcut] = []
    for kinds in ascending(n, first, last):
        gains = [action(tokens.GAIN, kind) for kind in kinds]
        found.append(Shortcut(gains, gains))
    return found


def ascending(n: int, first: int, last: int) -> list[list[int]]:
    """All ascending lists of n numbers from ``first`` to ``last``."""
    if n == 0:
        return [[]]
    return [[kind, *rest] for kind in range(first, last + 1) for rest in ascending(n - 1, kind, last)]
