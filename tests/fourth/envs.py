"""Observations of Troika."""

from __future__ import annotations

from typing import Any

from samovar.envs.core.observer import Observer
from samovar.kernel.components import array
from samovar.kernel.ints import i64
from samovar.kernel.state import State
from tests.fourth.rules import GAME, MOST, Troika


def observer(initial_state: State) -> Observer[Any]:
    """Return the observer for the box, the seats and the options of this state."""
    return TroikaObserver(GAME, initial_state.seats, 2)


class TroikaObserver(Observer[Troika]):
    """Everything is open."""

    def fields(self, s: Troika, seat: i64) -> None:
        self.seat_number(s.seats)
        self.stack(s)
        self.number("goal", s.goal, 10, 200, "versts to drive")
        self.number("round", s.round, 1, s.stock.rounds, "the round")
        self.one_player("mover", s.mover, "the player whose turn it is")
        self.number("stage", s.stage, 0, MOST, "versts of this turn, not kept yet")
        self.each_player("at", array(s.at), 0, MOST, "versts that are kept")
        self.each_player("whips", array(s.whips), 0, max(1, s.stock.whips), "whips left")
