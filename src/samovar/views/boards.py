"""Which table belongs to which game: the one place where the pages tell games apart."""

from __future__ import annotations

from samovar.kernel.state import Event
from samovar.views.catherine import motion as catherine
from samovar.views.catherine.table import Table as Catherine
from samovar.views.look import Look
from samovar.views.stroganov import motion as stroganov
from samovar.views.stroganov.table import Table as Stroganov
from samovar.views.tabletop import Journey, Tabletop
from samovar.views.tundra import motion as tundra
from samovar.views.tundra.table import Table as Tundra


def tabletop(look: Look) -> Tabletop:
    """The table of the game that is looked at."""
    if look.seen.game.name == "stroganov":
        return Stroganov(look)
    if look.seen.game.name == "catherine":
        return Catherine(look)
    return Tundra(look)


def journey(game: str, event: Event) -> Journey | None:
    """Where a thing comes from and goes to because of this event; None if nothing travels."""
    if game == "stroganov":
        return stroganov.journey(event)
    if game == "catherine":
        return catherine.journey(event)
    return tundra.journey(event)
