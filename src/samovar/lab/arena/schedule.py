"""The schedule of an arena: which bots play in which seats on which deals.

A deal is a seed, which determines all of Nature's draws. On each deal every line-up plays in all rotations,
so that each of its bots has had each seat. So every bot gets the same luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from samovar.bots.registry import budget, unknown_bot
from samovar.kernel.errors import BadInput
from samovar.lab.seeds import FIRST_TRAINING_SEED

Seating = tuple[str, ...]  # the bots by seat


@dataclass(frozen=True, slots=True)
class Fixture:
    """One scheduled game."""

    number: int
    deal: int  # the seed
    order: Seating


def read_bots(text: str, seats: int) -> list[str]:
    """Read names of bots such as ``expert, hard``. BadInput lists every fault."""
    names = [word.strip() for word in text.split(",")]
    faults = [unknown_bot(name) for name in dict.fromkeys(names) if budget(name) is None]
    faults += [
        f"{name} is named {names.count(name)} times" for name in dict.fromkeys(names) if names.count(name) > 1
    ]
    if seats > 1 and len(names) < 2:
        faults.append(f"{names[0]} needs an opponent")
    if faults:
        raise BadInput("bots", faults)
    return names


def lineups(bots: Sequence[str], seats: int) -> list[Seating]:
    """Return every choice of bots for a table.

    With fewer bots than seats, as few bots as possible have more than one seat.
    """
    each, more = divmod(seats, len(bots))
    return [
        tuple(bot for bot in bots for _ in range(each + (bot in extra))) for extra in combinations(bots, more)
    ]


def rotations(seating: Seating) -> list[Seating]:
    """Return all distinct rotations of a seating."""
    return list(dict.fromkeys(seating[k:] + seating[:k] for k in range(len(seating))))


def seatings(lineup: Seating) -> list[Seating]:
    """Return the orders of a line-up around a table that are not rotations of each other."""
    found: list[Seating] = []
    for order in permutations(lineup):
        if not any(rotation in found for rotation in rotations(order)):
            found.append(order)
    return found


def fixtures(bots: Sequence[str], seats: int, games: int, seed: int) -> list[Fixture]:
    """Return the schedule: whole deals, at least ``games`` games. Neighbours change from deal to deal.

    >>> [fixture.order for fixture in fixtures(["easy", "hard"], seats=2, games=2, seed=0)]
    [('easy', 'hard'), ('hard', 'easy')]
    """
    faults = [f"at least one game must be played, not {games}"] if games < 1 else []
    if seed < 0:
        faults.append(f"the first seed must be 0 or more, not {seed}")
    if faults:
        raise BadInput("arena", faults)
    tables = [seatings(lineup) for lineup in lineups(bots, seats)]
    found: list[Fixture] = []
    deal = seed
    while len(found) < games:
        for table in tables:
            for order in rotations(table[(deal - seed) % len(table)]):
                found.append(Fixture(len(found), deal, order))
        deal += 1
    if deal > FIRST_TRAINING_SEED:
        raise BadInput(
            "seed",
            [f"all seeds must be below {FIRST_TRAINING_SEED}: larger seeds are for training"],
        )
    return found
