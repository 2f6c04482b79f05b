"""One command in one room: permission, repetition, order, then what it leads to. Nothing changes here."""

from __future__ import annotations

from samovar.room import fork, playing, rematch, seating
from samovar.room.changes import Delete
from samovar.room.commands import (
    BotAct,
    Command,
    Decide,
    DeleteRoom,
    Fork,
    IssueLink,
    LeaveRoom,
    MarkAbsent,
    MarkReturned,
    Mute,
    Rematch,
    RemoveChatLine,
    RevokeSeat,
    Say,
    SeatBot,
    SetLimit,
    TakeSeat,
    UseLink,
    request_digest,
)
from samovar.room.errors import Conflict, NotFound, NotLive
from samovar.room.log import next_rows
from samovar.room.outcome import Env, Outcome
from samovar.room.permissions import check
from samovar.room.room import Room, Status
from samovar.room.validation import check_action_id
from samovar.room.viewer import Viewer

# Of rooms that are not live these stay: they append no move. An unreadable room can be left and deleted.
WHEN_FROZEN = (
    Say, RemoveChatLine, Mute, SetLimit, IssueLink, RevokeSeat, UseLink, Fork, DeleteRoom, LeaveRoom,
)  # fmt: skip
WHEN_UNREADABLE = (DeleteRoom, LeaveRoom)


def handle(room: Room, viewer: Viewer, command: Command, env: Env) -> Outcome:
    """What the command leads to. Raises what a room refuses; the room is not changed in any case."""
    if room.deleted:
        raise NotFound(f"there is no room {room.id}")
    if isinstance(command, Decide) and _is_repeated(room, viewer.seat, command):
        return Outcome(repeated=True)  # before the permission: the first one may have ended the game
    _check_live(room, command)
    target = _target(room, viewer, command)
    check(room, viewer, command.permission, target)
    if isinstance(command, Decide):
        return _decide(room, target, command, env)
    if isinstance(command, BotAct):
        _check_seq(room, command.seat, command.seq)
        events, summary = playing.bot_act(room, command)
        return Outcome(next_rows(room.head, events, env.now), summary=summary)
    if isinstance(command, Rematch):
        return rematch.rematch(room, env)
    if isinstance(command, Fork):
        return fork.fork(room, viewer, command, env)
    return _people(room, viewer, command, target, env)


def _check_live(room: Room, command: Command) -> None:
    if room.status is Status.FROZEN and not isinstance(command, WHEN_FROZEN):
        raise NotLive("this game was made with other rules: it can be watched, but not played on")
    if room.status is Status.UNREADABLE and not isinstance(command, WHEN_UNREADABLE):
        raise NotLive("this game cannot be read by this version")


def _target(room: Room, viewer: Viewer, command: Command) -> int:
    """The seat that a command is about, for the rules of the matrix."""
    if isinstance(command, TakeSeat):
        return viewer.seat if command.seat < 0 else command.seat
    if isinstance(command, SeatBot):
        room.check_seat(command.seat)
        return command.seat
    return seating.speaker(viewer) if isinstance(command, Say) else viewer.seat


def _decide(room: Room, seat: int, command: Decide, env: Env) -> Outcome:
    """A decision of a person."""
    _check_seq(room, seat, command.seq)
    events, summary = playing.decide(room, seat, command)
    id = _stored_id(seat, command)
    rows = next_rows(room.head, events, env.now, id, request_digest(command) if id else "")
    return Outcome(rows, summary=summary)


def _is_repeated(room: Room, seat: int, command: Decide) -> bool:
    """Whether the action id was answered before. Conflict if that was another action."""
    found = room.answered.get(_stored_id(seat, command))
    if found is None:
        return False
    if found[1] and found[1] != request_digest(command):
        raise Conflict("this action_id was used for another action")
    return True


def _stored_id(seat: int, command: Decide) -> str:
    """The action id as the log keeps it; empty if the client gave none."""
    id = check_action_id(command.action_id)
    return f"{seat}/{command.slug}/{id}" if id else ""


def _check_seq(room: Room, seat: int, seq: int) -> None:
    """Conflict unless the seat is still asked what it was asked at entry ``seq``."""
    room.check_seat(seat)
    if not room.asked_at[seat] <= seq <= room.head.length:
        raise Conflict("the room has changed meanwhile")


def _people(room: Room, viewer: Viewer, command: Command, target: int, env: Env) -> Outcome:
    """Commands about people."""
    links: dict[int, str] = {}
    match command:
        case TakeSeat():
            room.check_seat(target)
            result = seating.take_seat(room, viewer, command, target)
        case SeatBot():
            result = seating.seat_bot(room, command)
        case IssueLink():
            result, links = seating.issue_link(room, command, env)
        case RevokeSeat():
            result = seating.revoke_seat(room, command)
        case UseLink():
            result = seating.use_link(room, viewer, command)
        case Say():
            result = seating.say(room, viewer, command, env)
        case RemoveChatLine():
            result = seating.remove_chat_line(command)
        case Mute():
            result = seating.mute(room, command)
        case SetLimit():
            result = seating.set_limit(command)
        case MarkAbsent():
            result = seating.mark_absent(room, command)
        case MarkReturned():
            result = seating.mark_returned(room, command)
        case LeaveRoom():
            result = seating.leave(room, viewer)
        case DeleteRoom():
            result = [], [Delete()], None
        case _:
            raise TypeError(f"no handler for {command.slug}")
    events, changes, summary = result
    return Outcome(next_rows(room.head, events, env.now), changes, summary=summary, links=links)
