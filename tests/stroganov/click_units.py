"""The units in which ``benchmarks/clicks.py`` counts clicks."""

from __future__ import annotations

from samovar.games.stroganov.components import WINTER
from samovar.games.stroganov.state import Stroganov


def kind_of(s: Stroganov, seat: int) -> str:
    """The kind of the unit to which a click in this state belongs."""
    return "winter" if s.season == WINTER else "turn" if s.acted else "set-up"
