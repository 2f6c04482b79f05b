"""The animations of Catherine: movements from one element of the page to another."""

from __future__ import annotations

from samovar.games.catherine import tokens
from samovar.kernel.state import Event
from samovar.views.game_page import Movement


def movement(event: Event) -> Movement | None:
    """The movement that an event causes. None if nothing moves, or if CSS animates the piece itself."""
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
