"""What a learner sees of Troika."""

from __future__ import annotations

from typing import cast

from samovar.envs.fields import Field, each, number, seat_field, waiting, which_player
from samovar.games import registry
from samovar.kernel.state import State
from tests.fourth.rules import MOST, Troika


def fields(beginning: State) -> list[Field]:
    """For the box, the seats and the options of a game that begins like this."""
    s = cast(Troika, beginning)
    n = int(s.seats)
    return [
        seat_field(n),
        waiting(registry.game("troika"), n, 2),
        number("goal", 10, 200, "versts to drive"),
        number("round", 1, s.stock.rounds, "the round"),
        which_player("mover", n, "the player whose turn it is"),
        number("stage", 0, MOST, "versts of this turn, not kept yet"),
        each("at", n, 0, MOST, "versts that are kept"),
        each("whips", n, 0, max(1, s.stock.whips), "whips left"),
    ]
