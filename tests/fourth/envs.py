"""Observations of Troika."""

from __future__ import annotations

from typing import cast

from samovar.envs.observation_fields import Field, number, pending_steps, per_player, seat_field, which_player
from samovar.games import registry
from samovar.kernel.state import State
from tests.fourth.rules import MOST, Troika


def fields(initial_state: State) -> list[Field]:
    """Return the fields for the box, the seats and the options of this state."""
    s = cast(Troika, initial_state)
    n = int(s.seats)
    return [
        seat_field(n),
        pending_steps(registry.game("troika"), n, 2),
        number("goal", 10, 200, "versts to drive"),
        number("round", 1, s.stock.rounds, "the round"),
        which_player("mover", n, "the player whose turn it is"),
        number("stage", 0, MOST, "versts of this turn, not kept yet"),
        per_player("at", n, 0, MOST, "versts that are kept"),
        per_player("whips", n, 0, max(1, s.stock.whips), "whips left"),
    ]
