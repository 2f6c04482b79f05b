"""What travels when something happens in Catherine: from which element of the page to which other."""

from __future__ import annotations

from samovar.games.catherine import tokens
from samovar.kernel.state import Event
from samovar.views.game_page import Journey


def journey(event: Event) -> Journey | None:
    """Where a thing comes from and goes to; None if nothing travels, or if it is a piece that slides."""
    kind, p, a, _ = event
    seat = f"seat-{p}"
    match kind:
        case tokens.BUILT:
            return (seat, f"at-city-{a}")
        case tokens.DREW | tokens.JOKER:
            return ("piles", seat)
        case tokens.PAID:
            return (seat, "piles")
        case tokens.CANNONS | tokens.BOOKS:
            return ("majority", seat)
        case tokens.FAVOR_VP:
            return ("favor", seat)
    return None
