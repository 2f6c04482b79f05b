"""The animations of Tundra: movements from one element of the page to another."""

from __future__ import annotations

from samovar.games.tundra import tokens
from samovar.kernel.state import Event
from samovar.views.game_page import Movement


def movement(event: Event) -> Movement | None:
    """The movement that an event causes. None if nothing moves, or if the piece itself is animated."""
    kind, p, a, _ = event
    seat = f"seat-{p}"
    match kind:
        case tokens.GATHERED | tokens.TOWER_BONUS:
            return (f"space-{a}", seat)
        case tokens.BUILT | tokens.PLACED_WORKER:
            return (seat, f"space-{a}")
        case tokens.SCORED_GOAL:
            return ("goals", seat)
        case tokens.TOOK:
            return ("market", seat)
        case tokens.ROLLED:
            return ("rounds", seat)
    return None
