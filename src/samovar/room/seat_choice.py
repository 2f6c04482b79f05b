"""Colours and characters that players choose at the table, before the game starts (``Rules.seat_option``).

The option of the host gives each seat a default value. A choice of the player replaces it. A seat whose
default was chosen by another player gets a free value. Persons get their default before bots and open seats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from samovar.kernel.components import Components
from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game
from samovar.room.errors import Fault
from samovar.room.seats import Seat


def seat_values(game: Game, box: Components, seats: Sequence[Seat], options: Mapping[str, str]) -> list[str]:
    """The current value of each seat. Empty for a game without such an option."""
    name = game.seat_option()
    if not name:
        return []
    every = game.seat_values(box)
    usual = game.canonical(len(seats), options, box).get(name, "")
    default = usual.split(",") if usual else every[: len(seats)]
    found = [seat.choice for seat in seats]
    order = sorted(range(len(seats)), key=lambda p: not seats[p].name or bool(seats[p].level))
    for p in [p for p in order if not found[p]]:
        if default[p] not in found:
            found[p] = default[p]
    for p in [p for p in order if not found[p]]:
        found[p] = next(value for value in every if value not in found)
    return found


def free_values(
    game: Game, box: Components, seats: Sequence[Seat], options: Mapping[str, str], seat: int
) -> list[str]:
    """The values that this seat may choose: those that no other person at the table has."""
    now = seat_values(game, box, seats, options)
    taken = (
        {now[p] for p, other in enumerate(seats) if p != seat and other.name and not other.level}
        if now
        else set()
    )
    return [value for value in game.seat_values(box) if value not in taken] if now else []


def options_with_choices(
    game: Game, box: Components, seats: Sequence[Seat], options: Mapping[str, str]
) -> dict[str, str]:
    """The options that the game starts with. Unchanged if no player chose."""
    if not any(seat.choice for seat in seats):
        return dict(options)
    return {**options, game.seat_option(): ",".join(seat_values(game, box, seats, options))}


def check_choice(
    game: Game, box: Components, seats: Sequence[Seat], options: Mapping[str, str], seat: int, choice: str
) -> str:
    """The choice of a seat; it may be empty. BadInput if the value is unknown or taken."""
    if choice:
        free = free_values(game, box, seats, options, seat)
        if choice not in free:
            values, given = ", ".join(free), repr(choice[:20])
            if not free:
                text = f"this game has no choice of colours or characters, not {given}"
                raise BadInput("choice", [Fault(text, "fault.no_choice")])
            text = f"must be one of {values}, not {given}"
            raise BadInput("choice", [Fault(text, "fault.choice", values=values, given=given)])
    return choice
