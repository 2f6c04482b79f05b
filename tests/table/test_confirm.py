"""A turn that ends by itself: bots wait until the player confirms or undoes it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from samovar.match.redaction import SPECTATOR
from samovar.room.commands import ConfirmTurn, Undo
from samovar.room.page_updates import PageContext, view_model
from samovar.table.room_cache import OpenRoom
from samovar.table.service import RoomService
from tests.table.rooms import (
    SilentWorkers,
    act,
    execute,
    new_room,
    open_stream,
    player,
    playing,
    running_service,
)

EXPLICIT = ("pass", "end", "go")  # actions by which a player ends a turn explicitly
FIRST_TURN = 'game = "stroganov"\nto_move = 0\n'
PAGE = PageContext("en", "/t/1")


async def play_turn(service: RoomService, open_room: OpenRoom, explicit: bool) -> None:
    """Play seat 0 until a bot must decide. Play actions of ``EXPLICIT`` only if ``explicit`` is true."""
    while open_room.room.deciding_bot() < 0:
        options = playing(open_room).options(0)
        chosen = [token for token in options if (token in EXPLICIT) == explicit] or options
        await act(service, open_room, 0, chosen[0])


def run(tmp_path: Path, test: Callable[[RoomService, OpenRoom], Awaitable[None]]) -> None:
    """Run a test in a room of a person and a bot that never decides."""

    async def start() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db", SilentWorkers()) as service:
            open_room = await new_room(service, "stroganov", "Anna", "bot.easy", start=FIRST_TURN)
            await test(service, open_room)

    asyncio.run(start())


def turn_ended_by_itself(open_room: OpenRoom) -> bool:
    own = [entry for entry in playing(open_room).log if entry.seat == 0]
    token = playing(open_room).state.box.notation.token(own[-1].action)
    return token not in EXPLICIT


def test_bots_wait_until_the_player_confirms(tmp_path: Path) -> None:
    async def test(service: RoomService, open_room: OpenRoom) -> None:
        room = open_room.room
        async with open_stream(service, open_room, player(open_room, 0)):
            await play_turn(service, open_room, explicit=False)
            assert turn_ended_by_itself(open_room)
            assert room.unconfirmed_seat() == 0
            assert not service.driver._should_play(open_room)
            assert view_model(room, 0, PAGE).unconfirmed
            assert not view_model(room, SPECTATOR, PAGE).unconfirmed
            length = room.head.length
            await execute(service, open_room, 0, ConfirmTurn(seq=length))
            assert room.head.length == length  # the log is about the game only
            assert room.unconfirmed_seat() == -1
            assert service.driver._should_play(open_room)

    run(tmp_path, test)


def test_an_undo_returns_the_turn(tmp_path: Path) -> None:
    async def test(service: RoomService, open_room: OpenRoom) -> None:
        async with open_stream(service, open_room, player(open_room, 0)):
            await play_turn(service, open_room, explicit=False)
            await execute(service, open_room, 0, Undo(seq=open_room.room.head.length))
            assert playing(open_room).actors() == [0]
            assert open_room.room.unconfirmed_seat() == -1

    run(tmp_path, test)


def test_a_turn_that_the_player_ended_needs_no_confirmation(tmp_path: Path) -> None:
    async def test(service: RoomService, open_room: OpenRoom) -> None:
        async with open_stream(service, open_room, player(open_room, 0)):
            await play_turn(service, open_room, explicit=True)
            assert not turn_ended_by_itself(open_room)
            assert open_room.room.unconfirmed_seat() == -1

    run(tmp_path, test)


def test_bots_do_not_wait_for_a_player_without_an_open_page(tmp_path: Path) -> None:
    """Programs play without a page, and a closed page cannot confirm."""

    async def test(service: RoomService, open_room: OpenRoom) -> None:
        async with open_stream(service, open_room, player(open_room, 0)):
            await play_turn(service, open_room, explicit=False)
            assert open_room.room.unconfirmed_seat() == 0
        assert open_room.room.unconfirmed_seat() == -1
        assert open_room.driving  # the bot was woken

    run(tmp_path, test)


def test_a_room_that_is_read_again_keeps_its_open_pages_and_the_confirmation(tmp_path: Path) -> None:
    """A failed commit, or a change by another process, makes the server read a room again."""

    async def test(service: RoomService, open_room: OpenRoom) -> None:
        async with open_stream(service, open_room, player(open_room, 0)):
            await play_turn(service, open_room, explicit=False)
            await read_again(service, open_room)
            assert open_room.room.unconfirmed_seat() == 0
            command = ConfirmTurn(seq=open_room.room.head.length)
            await execute(service, open_room, 0, command)
            await read_again(service, open_room)
            assert open_room.room.unconfirmed_seat() == -1

    run(tmp_path, test)


async def read_again(service: RoomService, open_room: OpenRoom) -> None:
    before = open_room.room
    await service.changed_elsewhere(open_room.room.id)
    assert open_room.room is not before
