"""Replay of earlier positions: its stops, and the redacted view of each viewer."""

from __future__ import annotations

import pytest

from samovar.kernel.errors import BadInput
from samovar.kernel.state import NATURE
from samovar.match.match import Entry
from samovar.match.redaction import SPECTATOR, replay_stops
from samovar.match.replay import match_at, score_history
from samovar.room.page_updates import PageContext, replay_model
from samovar.room.room import Room
from samovar.views.page import document
from samovar.views.view_model import PageHead
from tests.room.shell import GAMES, Shell, play_random, start_room, with_friends


def played(game: str, seats: int, decisions: int) -> Room:
    shell = Shell()
    return play_random(shell, start_room(shell, with_friends(game, seats)), decisions)


@pytest.mark.parametrize("game", GAMES)
def test_every_earlier_position_can_be_shown(game: str) -> None:
    """A replay gives the same positions as the live match."""
    shell = Shell()
    room = start_room(shell, with_friends(game, 2))
    positions = {len(room.started_match().log): room.started_match().position()}
    for number in range(80):
        play_random(shell, room, 1, number)
        positions[len(room.started_match().log)] = room.started_match().position()
    match = room.started_match()
    for entries, position in positions.items():
        assert match_at(match, entries).position() == position
        assert match_at(match, entries).moves() == match.moves()[:entries]
    for entries in (-1, len(match.log) + 1):
        with pytest.raises(BadInput):
            match_at(match, entries)


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_stops_at_decisions_and_every_stop_can_be_rendered(game: str) -> None:
    room = played(game, 2, 60)
    stops = replay_stops(room.started_match(), SPECTATOR)
    assert 0 not in stops  # before the set-up
    assert stops[-1] == len(room.started_match().log)
    for entries in stops:
        assert match_at(room.started_match(), entries).actors() != [NATURE]
        model = replay_model(room, (SPECTATOR, 0)[entries % 2], PageContext("en", "/t/x"), entries)
        assert (model.replay, model.options, model.can_undo) == (True, [], False)
        assert document(model, PageHead([], []))


def test_a_replay_skips_secret_choices_of_other_seats() -> None:
    match = played("catherine", 3, 120).started_match()
    log = match.log
    for seat in (SPECTATOR, 0, 2):
        stops = replay_stops(match, seat)
        secret = [n for n in stops if log[n - 1].seat not in (NATURE, seat) and is_secret_choice(log[n - 1])]
        assert set(secret) <= {len(log)}
        own = [n + 1 for n, entry in enumerate(log[:-1]) if entry.seat == seat and log[n + 1].seat != NATURE]
        assert set(own) <= set(stops) or seat == SPECTATOR
    assert len(replay_stops(match, 0)) > len(replay_stops(match, SPECTATOR)) > 20


def is_secret_choice(entry: Entry) -> bool:
    """True for the choice of a card that stays hidden until all seats have chosen."""
    return entry.witnesses.bit_count() == 1 and not entry.events


@pytest.mark.parametrize("game", GAMES)
def test_the_score_history_ends_with_the_result(game: str) -> None:
    room = played(game, 2, 10**6)
    assert score_history(room.started_match())[-1] == room.result
