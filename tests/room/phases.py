"""Rooms before the start, running and finished, with one person for each role of the permission matrix."""

from __future__ import annotations

from dataclasses import replace

from samovar.room.commands import (
    Act,
    BotAct,
    ChooseForSeat,
    Command,
    ConfirmTurn,
    DeleteRoom,
    Fork,
    IssueLink,
    LeaveRoom,
    MarkAbsent,
    MarkReturned,
    Mute,
    PayProposed,
    Rematch,
    RemoveChatLine,
    Reopen,
    RestartTurn,
    RevokeSeat,
    Say,
    SeatBot,
    SetAnswers,
    SetLimit,
    TakeSeat,
    Undo,
    UseLink,
)
from samovar.room.creation import CreateRoom, SeatRequest
from samovar.room.room import Room
from samovar.room.viewer import SERVER, Identity
from tests.room.shell import BOB, CYRIL, EVA, STRANGER, Shell, late_position, program

PHASES = {"B": "before the start", "R": "running", "F": "finished"}
SEAT, TOKEN_SEAT, OPEN_SEAT = 0, 1, 2
ROLES = ["seat holder", "host", "spectator", "token", "server"]


def make_room(shell: Shell, phase: str, game: str = "catherine") -> Room:
    """A room in which Bob holds seat 0, an API token seat 1, and seat 2 is open. Eva is only the host."""
    seats = [SeatRequest(kind="friend"), SeatRequest(kind="friend"), SeatRequest(kind="open")]
    request = CreateRoom(game=game, seats=seats)
    if phase == "F":
        request = replace(request, start=late_position(game))
    room = shell.create(request)
    links = shell.links[room.id]
    shell.execute(room, BOB, UseLink(token=links[SEAT]))
    if phase != "B":
        shell.execute(room, BOB, TakeSeat(seat=SEAT, name="Bob"))
        shell.execute(room, program(links[TOKEN_SEAT]), TakeSeat(name="Program"))
        shell.execute(room, CYRIL, TakeSeat(seat=OPEN_SEAT, name="Cyril"))
    while phase == "F" and not room.over:
        seat = room.actors[0]
        command = Act(token=room.started_match().options(seat)[0], seq=room.head.length)
        shell.execute(room, holder_of(shell, room, seat), command)
    return room


def holder_of(shell: Shell, room: Room, seat: int) -> Identity:
    return [BOB, program(shell.links[room.id][TOKEN_SEAT]), CYRIL][seat]


def identity_of(shell: Shell, room: Room, role: str) -> Identity:
    """The identity of the client that has this role."""
    people = {"seat holder": BOB, "host": EVA, "spectator": STRANGER, "server": SERVER}
    return people.get(role) or program(shell.links[room.id][TOKEN_SEAT])


def commands(shell: Shell, room: Room, role: str) -> list[Command]:
    """One command of each class, with arguments that are valid for this role where possible."""
    seq = room.head.length
    seat = {"seat holder": SEAT, "token": TOKEN_SEAT}.get(role, OPEN_SEAT)
    options = room.started_match().options(seat) if seat in room.actors else []
    token = options[0] if options else "x"
    decider = room.actors[0] if room.actors else 0
    bot_token = room.started_match().options(decider)[0] if room.actors else "x"
    return [
        Act(token=token, seq=seq),
        PayProposed(seq=seq),
        Undo(seq=seq),
        RestartTurn(seq=seq),
        Reopen(seq=seq),
        ConfirmTurn(seq=seq),
        SetAnswers(seq=seq, automatic=False),
        TakeSeat(seat=seat, name="Zoe"),
        ChooseForSeat(seat=seat, choice="white"),
        SeatBot(seat=OPEN_SEAT, level="greedy"),
        IssueLink(seat=SEAT),
        RevokeSeat(seat=SEAT),
        UseLink(token=shell.links[room.id][TOKEN_SEAT]),
        Say(text="hello"),
        RemoveChatLine(number=1),
        Mute(seat=SEAT),
        SetLimit(limit=60),
        DeleteRoom(),
        LeaveRoom(),
        Rematch(),
        Fork(),
        BotAct(seat=decider, token=bot_token, seq=seq),
        MarkAbsent(seat=SEAT),
        MarkReturned(seat=SEAT),
    ]
