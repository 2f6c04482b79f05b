"""Who meets whom, in which seats, on which deals: the same for everybody.

A deal is a seed: all that Nature draws. On each deal every line-up meets, and the table is turned until each
of its bots has had each seat. What luck gives to one bot it has then given to all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Final

from samovar.bots.registry import budget, unknown
from samovar.kernel.errors import BadInput

TRAINING: Final = 1_000_000_000  # seeds from here on are those that bots are tuned on: they prove nothing

Order = tuple[str, ...]  # the bots by seat


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game to be played."""

    number: int
    deal: int  # its seed
    order: Order


def read_bots(text: str, seats: int) -> list[str]:
    """``expert, hard`` as names; BadInput names every fault."""
    names = [word.strip() for word in text.split(",")]
    faults = [unknown(name) for name in dict.fromkeys(names) if budget(name) is None]
    faults += [
        f"{name} is there {names.count(name)} times" for name in dict.fromkeys(names) if names.count(name) > 1
    ]
    if seats > 1 and len(names) < 2:
        faults.append(f"{names[0]} needs somebody to play against")
    if faults:
        raise BadInput("bots", faults)
    return names


def lineups(bots: Sequence[str], seats: int) -> list[Order]:
    """Every choice of bots for a table; where they are fewer than the seats, as few sit twice as can be."""
    each, more = divmod(seats, len(bots))
    return [
        tuple(bot for bot in bots for _ in range(each + (bot in extra))) for extra in combinations(bots, more)
    ]


def turns(circle: Order) -> list[Order]:
    """The same circle, begun with each of its seats."""
    return list(dict.fromkeys(circle[k:] + circle[:k] for k in range(len(circle))))


def circles(lineup: Order) -> list[Order]:
    """The ways to sit round a table; to turn it makes no other."""
    found: list[Order] = []
    for order in permutations(lineup):
        if not any(turned in found for turned in turns(order)):
            found.append(order)
    return found


def fixtures(bots: Sequence[str], seats: int, games: int, seed: int) -> list[Fixture]:
    """At least so many games, up to the end of a deal. From deal to deal the neighbours change."""
    faults = [f"at least one game must be played, not {games}"] if games < 1 else []
    if seed < 0:
        faults.append(f"the first seed must be 0 or more, not {seed}")
    if faults:
        raise BadInput("arena", faults)
    tables = [circles(lineup) for lineup in lineups(bots, seats)]
    found: list[Fixture] = []
    deal = seed
    while len(found) < games:
        for table in tables:
            for order in turns(table[(deal - seed) % len(table)]):
                found.append(Fixture(len(found), deal, order))
        deal += 1
    if deal > TRAINING:
        raise BadInput("seed", [f"seeds from {TRAINING} on are for training: what they show is no proof"])
    return found
