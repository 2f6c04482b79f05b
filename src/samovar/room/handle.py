"""Handling a command in a room: repeated action ids, status, permission, ``seq``, then its outcome.

This module changes nothing. The caller commits the outcome and applies it.
"""

from __future__ import annotations

from samovar.kernel.errors import BadInput
from samovar.room import fork, playing, rematch, seating
from samovar.room.changes import Delete
from samovar.room.commands import (
    BotAct,
    ChooseForSeat,
    Command,
    ConfirmTurn,
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
    request_digest,
)
from samovar.room.errors import Conflict, Fault, NotFound, NotLive
from samovar.room.events import AnswersChanged
from samovar.room.log import next_rows
from samovar.room.outcome import Env, Outcome
from samovar.room.permissions import check
from samovar.room.room import Room, Status
from samovar.room.validation import check_action_id
from samovar.room.viewer import Viewer

# These commands append no move, so they also work in a room that is not live.
ALLOWED_WHEN_FROZEN = (
    Say, RemoveChatLine, Mute, SetLimit, IssueLink, RevokeSeat, UseLink, Fork, DeleteRoom, LeaveRoom,
)  # fmt: skip
# These commands can be repeated without end, so a full log accepts none of them. Whole logs are read again
# whenever a room is opened.
REFUSED_WHEN_FULL = (
    Undo, RestartTurn, Reopen, SetAnswers, ChooseForSeat, IssueLink, Mute, SetLimit,
)  # fmt: skip
ALLOWED_WHEN_UNREADABLE = (DeleteRoom, LeaveRoom)


def handle(room: Room, viewer: Viewer, command: Command, env: Env) -> Outcome:
    """The outcome to commit. Raises an error if the command is refused. Never changes the room."""
    if room.deleted:
        raise NotFound(f"there is no room {room.id}")
    if isinstance(command, Decide) and _is_repeated(room, viewer.seat, command):
        # Tested before the permission check, because the first request may have ended the game.
        return Outcome(repeated=True)
    _check_live(room, command)
    target = _target(room, viewer, command)
    check(room, viewer, command.permission, target)
    _check_log(room, command, env.max_log)
    if isinstance(command, ConfirmTurn):
        return Outcome()
    if isinstance(command, SetAnswers):
        if command.automatic == (target not in room.asked_everything):
            return Outcome()
        return Outcome(
            next_rows(room.head, [AnswersChanged(seat=target, automatic=command.automatic)], env.now)
        )
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
    return _handle_people(room, viewer, command, target, env)


def _check_live(room: Room, command: Command) -> None:
    if room.status is Status.FROZEN and not isinstance(command, ALLOWED_WHEN_FROZEN):
        raise NotLive("this room was played with other rules and is read-only")
    if room.status is Status.UNREADABLE and not isinstance(command, ALLOWED_WHEN_UNREADABLE):
        raise NotLive("this room cannot be read by this version of Samovar")


def _check_log(room: Room, command: Command, most: int) -> None:
    """BadInput if the log is full and this command would not bring the game nearer to its end."""
    if room.head.length < most:
        return
    empty = isinstance(command, RevokeSeat) and not room.access.is_claimed(command.seat)
    if empty or isinstance(command, REFUSED_WHEN_FULL):
        text = f"the log has {most} entries: only decisions are possible"
        raise BadInput("log", [Fault(text, "fault.log", most=most)])


def _target(room: Room, viewer: Viewer, command: Command) -> int:
    """The target seat of a command, for the permission check."""
    if isinstance(command, TakeSeat | ChooseForSeat):
        return viewer.seat if command.seat < 0 else command.seat
    if isinstance(command, SeatBot):
        room.check_seat(command.seat)
        return command.seat
    return seating.speaker(viewer) if isinstance(command, Say) else viewer.seat


def _decide(room: Room, seat: int, command: Decide, env: Env) -> Outcome:
    """The outcome of a decision by a person."""
    _check_seq(room, seat, command.seq)
    events, summary = playing.decide(room, seat, command)
    id = _stored_id(seat, command)
    rows = next_rows(room.head, events, env.now, id, request_digest(command) if id else "")
    return Outcome(rows, summary=summary)


def _is_repeated(room: Room, seat: int, command: Decide) -> bool:
    """True if the action id was executed before. Conflict if it was another action."""
    found = room.answered.get(_stored_id(seat, command))
    if found is None:
        return False
    if found[1] and found[1] != request_digest(command):
        raise Conflict("this action_id was used for another action")
    return True


def _stored_id(seat: int, command: Decide) -> str:
    """The action id as stored in the log. Empty if the client gave none."""
    id = check_action_id(command.action_id)
    return f"{seat}/{command.slug}/{id}" if id else ""


def _check_seq(room: Room, seat: int, seq: int) -> None:
    """Conflict unless the seat still has the question that it had at ``seq``."""
    room.check_seat(seat)
    if not room.asked_at[seat] <= seq <= room.head.length:
        raise Conflict(
            f"the room has changed: seq must be {room.asked_at[seat]} to {room.head.length}, not {seq}"
        )


def _handle_people(room: Room, viewer: Viewer, command: Command, target: int, env: Env) -> Outcome:
    """The outcome of a command about seats, links, chat or rights."""
    links: dict[int, str] = {}
    match command:
        case TakeSeat():
            room.check_seat(target)
            result = seating.take_seat(room, viewer, command, target)
        case ChooseForSeat():
            result = seating.choose(room, command, target)
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
