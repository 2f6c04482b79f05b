"""The units in which ``benchmarks/clicks.py`` counts clicks."""

from __future__ import annotations

from samovar.games.tundra.state import Tundra


def kind_of(s: Tundra, seat: int) -> str:
    """The kind of the unit to which a click in this state belongs."""
    return "die" if s.round else "set-up"
