"""What travels when something happens in Tundra: from which element of the page to which other."""

from __future__ import annotations

from samovar.games.tundra import tokens
from samovar.kernel.state import Event
from samovar.views.game_page import Journey


def journey(event: Event) -> Journey | None:
    """Where a thing comes from and goes to; None if nothing travels, or if it is a piece that slides."""
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
