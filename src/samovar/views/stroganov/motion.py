"""The animations of Stroganov: the movements of pieces from one element of the page to another."""

from __future__ import annotations

from samovar.games.stroganov import tokens
from samovar.kernel.state import Event
from samovar.views.game_page import Movement


def movement(event: Event) -> Movement | None:
    """The movement that an event causes, None if nothing moves or if a piece slides by its own transform."""
    kind, p, a, b = event
    seat = f"seat-{p}"
    match kind:
        case tokens.HUNTED | tokens.CLAIMED:
            return (f"tile-{b}", seat)
        case tokens.TOOK_FROM_MARKET:
            return ("market", seat)
        case tokens.DREW | tokens.IVAN_DREW:
            return ("supply", seat)
        case tokens.VISITED_VILLAGE:
            return (f"at-village-{b}", seat)
        case tokens.USED_YURT:
            return (f"at-yurt-{b}", seat)
        case tokens.TOOK_WISH:
            return (f"at-wish-{b}", seat)
        case tokens.BUILT_OUTPOST:
            return (seat, f"region-{a}")
        case tokens.SANG | tokens.IVAN_SONG:
            return ("songs", seat)
        case tokens.PAID_FUR:
            return (seat, "supply")
        case tokens.TRADED:
            return ("trade", seat)
    return None
