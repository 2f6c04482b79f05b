"""Players choose colours and characters at the table, before the game starts."""

from __future__ import annotations

from typing import cast

import pytest

from samovar.games.stroganov.state import Stroganov
from samovar.games.tundra.state import Tundra
from samovar.kernel.errors import BadInput
from samovar.match.match import Match
from samovar.room.commands import ChooseForSeat, Rematch, SeatBot, TakeSeat
from samovar.room.creation import CreateRoom, SeatRequest
from samovar.room.events import Created, Seated, write_event
from samovar.room.room import Room
from samovar.room.seat_choice import free_values, seat_values
from tests.room.shell import BOB, CYRIL, EVA, Shell, play_random

OPEN = [SeatRequest(kind="me", name="Eva"), SeatRequest(kind="open"), SeatRequest(kind="open")]
VALUES = {
    "stroganov": ["yellow", "blue", "red", "green"],
    "tundra": ["elisabeth", "polkan", "sophia", "hammy"],
}


def values_of(room: Room) -> list[str]:
    return seat_values(room.game, room.box, room.seats, room.created.options)


def free_for(room: Room, seat: int) -> list[str]:
    return free_values(room.game, room.box, room.seats, room.created.options, seat)


def played_with(room: Room) -> list[str]:
    """The values with which the game is played, from its state."""
    state = room.started_match().state
    if room.created.game == "stroganov":
        return cast(Stroganov, state).setting.colours[: room.created.seats]
    tundra = cast(Tundra, state)
    return [tundra.stock.characters[tundra.character(p)] for p in range(room.created.seats)]


@pytest.mark.rule("S-SETUP-11", "T-SETUP-01")
@pytest.mark.parametrize("game", VALUES)
def test_each_player_chooses_among_the_free_values(game: str) -> None:
    first, second, third, fourth = Match(game, 4).game.seat_values(Match(game, 4).state.box)
    shell = Shell()
    room = shell.create(CreateRoom(game=game, seats=OPEN))
    assert values_of(room) == [first, second, third]  # the default order
    assert free_for(room, 1) == [second, third, fourth]
    with pytest.raises(BadInput, match="choice"):
        shell.execute(room, BOB, TakeSeat(seat=1, name="Bob", choice=first))
    shell.execute(room, BOB, TakeSeat(seat=1, name="Bob", choice=fourth))
    shell.execute(room, EVA, ChooseForSeat(choice=second))  # the host sits since the beginning
    assert free_for(room, 2) == [first, third]
    assert values_of(shell.restored(room.id)) == values_of(room)
    shell.execute(room, CYRIL, TakeSeat(seat=2, name="Cyril", choice=first))
    assert played_with(room) == [second, fourth, first]
    assert played_with(shell.restored(room.id)) == [second, fourth, first]
    assert played_with(shell.restored(room.id, snapshot=False)) == [second, fourth, first]


@pytest.mark.parametrize("game", VALUES)
def test_the_option_of_the_host_is_the_default_and_bots_take_what_is_left(game: str) -> None:
    name = Match(game, 2).game.seat_option()
    first, second, third, fourth = VALUES[game]
    shell = Shell()
    room = shell.create(CreateRoom(game=game, seats=OPEN, options={name: f"{fourth},{third},{second}"}))
    shell.execute(room, EVA, SeatBot(seat=1))
    assert values_of(room) == [fourth, third, second]
    shell.execute(room, BOB, TakeSeat(seat=2, name="Bob", choice=third))
    values = played_with(room)
    assert (values[0], values[2]) == (fourth, third)
    assert values[1] in {first, second}


@pytest.mark.parametrize("game", VALUES)
def test_the_creator_chooses_in_a_game_that_starts_at_once_and_the_rematch_keeps_it(game: str) -> None:
    last = VALUES[game][3]
    seats = [SeatRequest(kind="me", name="Eva", choice=last), SeatRequest(kind="me", name="Bob")]
    shell = Shell()
    room = shell.create(CreateRoom(game=game, seats=seats))
    assert played_with(room)[0] == last
    play_random(shell, room)
    again = shell.rooms[shell.execute(room, EVA, Rematch(), 0).room]
    assert played_with(again) == played_with(room)
    wrong = CreateRoom(game=game, seats=[SeatRequest(kind="me", choice="white"), SeatRequest(kind="bot")])
    with pytest.raises(BadInput, match="white"):
        shell.create(wrong)


def test_a_solo_player_chooses_and_the_automa_takes_another_colour() -> None:
    room = Shell().create(CreateRoom(game="stroganov", seats=[SeatRequest(kind="me", choice="red")]))
    colours = cast(Stroganov, room.started_match().state).setting.colours
    assert colours[0] == "red"
    assert colours[1] != "red"


def test_a_choice_is_refused_after_the_start_and_without_a_value() -> None:
    shell = Shell()
    room = shell.create(CreateRoom(game="stroganov", seats=OPEN))
    with pytest.raises(BadInput, match="empty"):
        shell.execute(room, EVA, ChooseForSeat(choice=""))
    shell.execute(room, EVA, SeatBot(seat=1))
    shell.execute(room, EVA, SeatBot(seat=2))
    with pytest.raises(Exception, match="not allowed"):
        shell.execute(room, EVA, ChooseForSeat(choice="red"))


def test_logs_and_positions_without_choices_are_written_as_before() -> None:
    """Rooms of older versions and records of Tundra keep their text."""
    assert "choice" not in write_event(Seated(seat=0, name="Eva"))
    assert "characters" not in Match("tundra", 2).position()
    assert "characters" not in Match("tundra", 2, options={"characters": "elisabeth,polkan"}).position()
    chosen = Match("tundra", 2, options={"characters": "hammy,polkan"})
    assert Match.from_position(chosen.position()).position() == chosen.position()
    with pytest.raises(BadInput, match="characters must be 2 different ones"):
        Match("tundra", 2, options={"characters": "hammy,hammy"})


def test_a_rematch_is_not_a_fork() -> None:
    assert Created(game="tundra", seats=2, origin="a", start="seats = 2").fork_of == "a"
    assert Created(game="tundra", seats=2, origin="a").fork_of == ""
