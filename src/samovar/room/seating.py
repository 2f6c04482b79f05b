"""Commands about players and spectators: seats, bots, links, absence, chat, muting, leaving."""

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
    ChooseForSeat,
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
from samovar.room.errors import Fault, Forbidden, NotFound
from samovar.room.events import (
    BotTookOver,
    Ended,
    LimitChanged,
    LinkIssued,
    LinkUsed,
    Muted,
    PlayerReturned,
    RoomEvent,
    SeatChose,
    Seated,
    SeatRevoked,
    Started,
)
from samovar.room.outcome import Env, Summary
from samovar.room.permissions import Role
from samovar.room.room import SPECTATORS, Room
from samovar.room.seat_choice import check_choice
from samovar.room.seats import Seat
from samovar.room.summary import period_of
from samovar.room.validation import (
    check_chat,
    check_level,
    check_limit,
    check_name,
    check_salt,
    clean_name,
)
from samovar.room.viewer import Viewer

AWAY_LEVEL: Final = "medium"  # level of the bot that plays for an absent player
TOKEN_BYTES: Final = 32
BOT_NAMES: Final = ["Mavra", "Feodor", "Vladimir", "Agafya", "Grigori"]

Result = tuple[list[RoomEvent], list[Change], Summary | None]


def take_seat(room: Room, viewer: Viewer, command: TakeSeat, seat: int) -> Result:
    """A person takes an empty seat. The last seat starts the game."""
    check_salt(command.salt)
    name = check_name(command.name, room.names)
    check_choice(room.game, room.box, room.seats, room.created.options, seat, command.choice)
    changes: list[Change] = []
    if seat not in viewer.seats:
        changes.append(HoldSeat(_holder(viewer), seat))
    event = Seated(seat=seat, name=name, salt=command.salt, choice=command.choice)
    return _seat_and_start(room, event, changes)


def choose(room: Room, command: ChooseForSeat, seat: int) -> Result:
    """A player who has a seat chooses another colour or character."""
    if not command.choice or room.is_empty(seat):
        empty = Fault("must not be empty", "fault.choice_empty")
        raise BadInput(
            "choice", [Fault("take the seat first", "fault.sit_first") if command.choice else empty]
        )
    check_choice(room.game, room.box, room.seats, room.created.options, seat, command.choice)
    return [SeatChose(seat=seat, choice=command.choice)], [], None


def seat_bot(room: Room, command: SeatBot) -> Result:
    """A bot takes an empty seat. Links to it are removed, so that no invited person sees the bot's hand."""
    check_level(command.level)
    name = free_name("", room.names)
    event = Seated(seat=command.seat, name=name, level=command.level)
    return _seat_and_start(room, event, [DropSeat(command.seat)])


def _seat_and_start(room: Room, event: Seated, changes: list[Change]) -> Result:
    seats = [*room.seats]
    seats[event.seat] = Seat(event.name, event.level, event.salt, choice=event.choice)
    events, summary = start_if_full(room, seats)
    return [event, *events], changes, summary


def start_if_full(room: Room, seats: list[Seat]) -> tuple[list[RoomEvent], Summary]:
    """``Started`` if all these seats are taken, and ``Ended`` if the game is over immediately."""
    names = [seat.name for seat in seats]
    if not all(names):
        return [], Summary(names, [], ended=False, result=[])
    trial = Room(room.id, room.created, room.game, room.box, room.secret)
    trial.seats = seats
    match = trial.new_match()
    imported = len(trial.beginning.moves)
    events: list[RoomEvent] = [Started(draws=[token for _, token in match.moves(imported)])]
    result = [score.total for score in match.scores()] if match.over else []
    if result:
        events.append(Ended(seed=room.secret, result=result))
    return events, Summary(names, match.actors(), bool(result), result, period_of(room.game, match.state))


def free_name(wanted: str, taken: Sequence[str]) -> str:
    """The wanted name, cleaned, or a free one if it is empty or taken."""
    wanted = clean_name(wanted)
    names = [wanted] if wanted else []
    names += BOT_NAMES
    names += [f"{wanted or 'Anna'} {n}" for n in range(2, 20)]
    return next(name for name in names if name not in taken)


def new_token(env: Env) -> str:
    """A random token of 256 bits, as hexadecimal text for a URL."""
    return env.entropy(TOKEN_BYTES).hex()


def issue_link(room: Room, command: IssueLink, env: Env) -> tuple[Result, dict[int, str]]:
    """A new link for a seat. BadInput if a bot has the seat. The host passes the link on."""
    room.check_seat(command.seat)
    if room.seats[command.seat].level:
        text = f"seat {command.seat} is taken by a bot"
        raise BadInput("seat", [Fault(text, "fault.bot_seat", seat=command.seat + 1)])
    token = new_token(env)
    result: Result = ([LinkIssued(seat=command.seat)], [SetToken(command.seat, digest(token))], None)
    return result, {command.seat: token}


def revoke_seat(room: Room, command: RevokeSeat) -> Result:
    room.check_seat(command.seat)
    return [SeatRevoked(seat=command.seat)], [DropSeat(command.seat)], None


def use_link(room: Room, viewer: Viewer, command: UseLink) -> Result:
    """The browser becomes holder of the seat of a link. NotFound if the link is invalid or already used."""
    seat = room.access.tokens.get(digest(command.token))
    if seat is None:
        raise NotFound("this link is invalid or was already used")
    if seat in viewer.seats:
        return [], [], None
    return [LinkUsed(seat=seat)], [HoldSeat(_holder(viewer), seat, digest(command.token))], None


def _holder(viewer: Viewer) -> str:
    """The session of a new holder. Forbidden without one: all clients without a cookie would share it."""
    if not viewer.session:
        raise Forbidden("holding a seat needs a session cookie")
    return viewer.session


def say(room: Room, viewer: Viewer, command: Say, env: Env) -> Result:
    """A new chat line. A spectator's line has no name."""
    seat = speaker(viewer)
    name = room.seats[seat].name if seat >= 0 else ""
    return [], [AddChat(env.now, seat, name, check_chat(command.text))], None


def speaker(viewer: Viewer) -> int:
    """The seat whose name a viewer's chat lines carry, or SPECTATORS."""
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
    """The browser gives up its rights. The room is deleted if no other holder, host or link is left."""
    if not viewer.seats and Role.HOST not in viewer.roles:
        return [], [], None
    others = (room.access.holders_of(range(len(room.seats))) | room.access.hosts) - {viewer.session}
    invited = set(room.access.tokens.values()) - viewer.seats
    if not others and not invited:
        return [], [Delete()], None
    return [], [DropSession(viewer.session, viewer.seats)], None
