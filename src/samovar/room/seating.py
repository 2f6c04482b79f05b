"""Commands about people: seats, bots, links, absence, chat, muting, leaving."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from samovar.kernel.errors import BadInput
from samovar.room.access import digest
from samovar.room.changes import (
    AddChat,
    Change,
    Delete,
    DropSeat,
    DropSession,
    HoldSeat,
    RemoveChat,
    SetToken,
)
from samovar.room.commands import (
    IssueLink,
    MarkAbsent,
    MarkReturned,
    Mute,
    RemoveChatLine,
    RevokeSeat,
    Say,
    SeatBot,
    SetLimit,
    TakeSeat,
    UseLink,
)
from samovar.room.errors import Forbidden, NotFound
from samovar.room.events import (
    BotTookOver,
    Ended,
    LimitChanged,
    LinkIssued,
    LinkUsed,
    Muted,
    PlayerReturned,
    RoomEvent,
    Seated,
    SeatRevoked,
    Started,
)
from samovar.room.outcome import Env, Summary
from samovar.room.permissions import Role
from samovar.room.room import SPECTATORS, Room, Seat
from samovar.room.validation import check_chat, check_level, check_limit, check_name, check_salt
from samovar.room.viewer import Viewer

AWAY_LEVEL: Final = "medium"  # of the bot that plays for an absent player
TOKEN_BYTES: Final = 32
BOT_NAMES: Final = ["Mavra", "Feodor", "Vladimir", "Agafya", "Grigori"]

Result = tuple[list[RoomEvent], list[Change], Summary | None]


def take_seat(room: Room, viewer: Viewer, command: TakeSeat, seat: int) -> Result:
    """A person takes an empty seat; the last one starts the game."""
    check_salt(command.salt)
    name = check_name(command.name, room.names)
    changes: list[Change] = []
    if seat not in viewer.seats:
        changes.append(HoldSeat(_holder(viewer), seat))
    return _seated(room, Seated(seat=seat, name=name, salt=command.salt), changes)


def seat_bot(room: Room, command: SeatBot) -> Result:
    """A bot takes an empty seat. An invited person loses it before the bot is dealt anything."""
    check_level(command.level)
    name = free_name("", room.names)
    event = Seated(seat=command.seat, name=name, level=command.level)
    return _seated(room, event, [DropSeat(command.seat)])


def _seated(room: Room, event: Seated, changes: list[Change]) -> Result:
    seats = [*room.seats]
    seats[event.seat] = Seat(event.name, event.level, event.salt)
    events, summary = start_if_full(room, seats)
    return [event, *events], changes, summary


def start_if_full(room: Room, seats: list[Seat]) -> tuple[list[RoomEvent], Summary]:
    """The start of the game if these seats are all taken, and its end if it is over at once."""
    names = [seat.name for seat in seats]
    if not all(names):
        return [], Summary(names, [], ended=False, result=[])
    trial = Room(room.id, room.created, room.game, room.box, room.secret)
    trial.seats = seats
    match = trial.new_match()
    imported = len(trial.beginning[2])
    events: list[RoomEvent] = [Started(draws=[token for _, token in match.moves(imported)])]
    result = [score.total for score in match.scores()] if match.over else []
    if result:
        events.append(Ended(seed=room.secret, result=result))
    return events, Summary(names, match.actors(), bool(result), result)


def free_name(wanted: str, taken: Sequence[str]) -> str:
    """The wanted name, or another one if it is empty or taken."""
    wanted = " ".join(wanted.replace(",", " ").split())
    names = [wanted] if wanted else []
    names += BOT_NAMES
    names += [f"{wanted or 'Anna'} {n}" for n in range(2, 20)]
    return next(name for name in names if name not in taken)


def new_token(env: Env) -> str:
    """A token of 256 bits, as text for an address."""
    return env.entropy(TOKEN_BYTES).hex()


def issue_link(room: Room, command: IssueLink, env: Env) -> tuple[Result, dict[int, str]]:
    """A new link for a person's seat, for the host to hand on."""
    room.check_seat(command.seat)
    if room.seats[command.seat].level:
        raise BadInput("seat", ["a bot is seated there"])
    token = new_token(env)
    result: Result = ([LinkIssued(seat=command.seat)], [SetToken(command.seat, digest(token))], None)
    return result, {command.seat: token}


def revoke_seat(room: Room, command: RevokeSeat) -> Result:
    room.check_seat(command.seat)
    return [SeatRevoked(seat=command.seat)], [DropSeat(command.seat)], None


def use_link(room: Room, viewer: Viewer, command: UseLink) -> Result:
    """The browser holds the seat of a link. NotFound if the link is wrong or was used before."""
    seat = room.access.tokens.get(digest(command.token))
    if seat is None:
        raise NotFound("this link is not valid, or was used before")
    if seat in viewer.seats:
        return [], [], None
    return [LinkUsed(seat=seat)], [HoldSeat(_holder(viewer), seat, digest(command.token))], None


def _holder(viewer: Viewer) -> str:
    """The session that is to hold a seat. Forbidden without one: all who have no cookie would hold it."""
    if not viewer.session:
        raise Forbidden("a seat needs a browser that keeps a cookie")
    return viewer.session


def say(room: Room, viewer: Viewer, command: Say, env: Env) -> Result:
    """A line of chat. A spectator has no name."""
    seat = speaker(viewer)
    name = room.seats[seat].name if seat >= 0 else ""
    return [], [AddChat(env.now, seat, name, check_chat(command.text))], None


def speaker(viewer: Viewer) -> int:
    """The seat that a viewer chats for, or SPECTATORS."""
    return viewer.seat if viewer.seat >= 0 else min(viewer.seats, default=SPECTATORS)


def remove_chat_line(command: RemoveChatLine) -> Result:
    return [], [RemoveChat(command.number)], None


def mute(room: Room, command: Mute) -> Result:
    if command.seat != SPECTATORS:
        room.check_seat(command.seat)
    return [Muted(seat=command.seat, silent=command.silent)], [], None


def set_limit(command: SetLimit) -> Result:
    return [LimitChanged(limit=check_limit(command.limit))], [], None


def mark_absent(room: Room, command: MarkAbsent) -> Result:
    room.check_seat(command.seat)
    return [BotTookOver(seat=command.seat, level=AWAY_LEVEL)], [], None


def mark_returned(room: Room, command: MarkReturned) -> Result:
    room.check_seat(command.seat)
    away = bool(room.seats[command.seat].away)
    return [PlayerReturned(seat=command.seat)] if away else [], [], None


def leave(room: Room, viewer: Viewer) -> Result:
    """The browser gives up its rights. The room is deleted if nobody else has rights or an invitation."""
    if not viewer.seats and Role.HOST not in viewer.roles:
        return [], [], None
    others = (room.access.holders_of(range(len(room.seats))) | room.access.hosts) - {viewer.session}
    invited = set(room.access.tokens.values()) - viewer.seats
    if not others and not invited:
        return [], [Delete()], None
    return [], [DropSession(viewer.session, viewer.seats)], None
