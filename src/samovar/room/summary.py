"""The summary of a room for lists of rooms, which are made without opening any room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from samovar.kernel.game import Game
from samovar.kernel.state import State, View
from samovar.room.outcome import Summary
from samovar.views.registry import game_text
from samovar.views.words.words import BASE, words_for

if TYPE_CHECKING:
    from samovar.room.room import Room


def period_of(game: Game, state: State) -> list[int]:
    """Part of the game, round, and the percentage of the game that is over. They are never hidden."""
    text = game_text(game, words_for(BASE, game.name))
    view = View(state)
    return [*text.period(view), text.progress(view)]


def summary_of(room: Room) -> Summary:
    """The summary of a room as it is now."""
    period = [] if room.match is None else period_of(room.game, room.match.state)
    return Summary(room.names, room.actors, room.over, room.result, period)
