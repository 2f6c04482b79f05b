"""The units in which ``benchmarks/clicks.py`` counts clicks."""

from __future__ import annotations

from samovar.games.catherine import interim
from samovar.games.catherine.game import GAME
from samovar.games.catherine.state import Catherine

SCORING_STEPS = [kind for kind in vars(interim).values() if isinstance(kind, type)]


def kind_of(s: Catherine, seat: int) -> str:
    """The kind of the unit to which a click in this state belongs."""
    step = GAME.steps[int(s.asked[seat]) & 255]
    return "scoring" if type(step) in SCORING_STEPS else "round" if s.round else "set-up"
