"""The commands of a room: what people, programs, bots and timers ask it to do. One class for each."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from samovar.room.fields import parse_fields
from samovar.room.permissions import Permission


@dataclass(frozen=True, kw_only=True, slots=True)
class Command:
    """Something to do in a room. ``permission`` names the row of the matrix that decides who may."""

    permission: ClassVar[Permission]
    slug: ClassVar[str]  # part of addresses and of stored action ids


@dataclass(frozen=True, kw_only=True, slots=True)
class Decide(Command):
    """A decision of the viewer's seat in the question of entry ``seq``. The same ``action_id`` works once."""

    permission: ClassVar = Permission.ACT
    seq: int
    action_id: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Act(Decide):
    """Play one of the options of the seat."""

    slug: ClassVar = "act"
    token: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PayProposed(Decide):
    """Pay as the game proposes it: all its actions, or none."""

    slug: ClassVar = "pay"


@dataclass(frozen=True, kw_only=True, slots=True)
class Undo(Decide):
    """Undo the last decision of the seat."""

    slug: ClassVar = "undo"


@dataclass(frozen=True, kw_only=True, slots=True)
class RestartTurn(Decide):
    """Undo all decisions of this turn, as far as nothing was revealed."""

    slug: ClassVar = "restart"


@dataclass(frozen=True, kw_only=True, slots=True)
class TakeSeat(Command):
    """Take an open seat, or one's own. ``salt``: letters and digits that go into the shuffle."""

    permission: ClassVar = Permission.TAKE_SEAT
    slug: ClassVar = "sit"
    seat: int = -1  # -1: the seat of the viewer
    name: str
    salt: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatBot(Command):
    """Give an empty seat to a bot."""

    permission: ClassVar = Permission.SEAT_BOT
    slug: ClassVar = "bot"
    seat: int
    level: str = "medium"


@dataclass(frozen=True, kw_only=True, slots=True)
class IssueLink(Command):
    """Make a new link for a seat. Earlier tokens and holders of the seat lose it."""

    permission: ClassVar = Permission.ISSUE_LINK
    slug: ClassVar = "link"
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class RevokeSeat(Command):
    """Revoke all tokens and holders of a seat."""

    permission: ClassVar = Permission.ISSUE_LINK
    slug: ClassVar = "revoke"
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class UseLink(Command):
    """Hold the seat of a link from now on. A link works once."""

    permission: ClassVar = Permission.USE_LINK
    slug: ClassVar = "join"
    token: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Say(Command):
    """Write a line of chat."""

    permission: ClassVar = Permission.CHAT
    slug: ClassVar = "chat"
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RemoveChatLine(Command):
    """Remove a line of chat."""

    permission: ClassVar = Permission.MANAGE
    slug: ClassVar = "remove"
    number: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Mute(Command):
    """Mute a seat, or let it chat again; -1: all spectators."""

    permission: ClassVar = Permission.MANAGE
    slug: ClassVar = "mute"
    seat: int
    silent: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class SetLimit(Command):
    """Set the seconds until a bot plays for an absent player; 0: it waits."""

    permission: ClassVar = Permission.MANAGE
    slug: ClassVar = "limit"
    limit: int


@dataclass(frozen=True, kw_only=True, slots=True)
class DeleteRoom(Command):
    """Delete the room with its log and its chat."""

    permission: ClassVar = Permission.MANAGE
    slug: ClassVar = "delete"


@dataclass(frozen=True, kw_only=True, slots=True)
class LeaveRoom(Command):
    """Give up all seats and rights of this browser. A room in which no other browser has any is deleted."""

    permission: ClassVar = Permission.OWN_DATA
    slug: ClassVar = "leave"


@dataclass(frozen=True, kw_only=True, slots=True)
class Rematch(Command):
    """Create a room for the same players. The second who asks gets the room of the first."""

    permission: ClassVar = Permission.REMATCH
    slug: ClassVar = "rematch"


@dataclass(frozen=True, kw_only=True, slots=True)
class Fork(Command):
    """Create a private room from the position after ``at`` entries, as far as the viewer knows it."""

    permission: ClassVar = Permission.FORK
    slug: ClassVar = "fork"
    at: int = -1  # -1: now
    level: str = "medium"


@dataclass(frozen=True, kw_only=True, slots=True)
class BotAct(Command):
    """A bot's decision in the question of entry ``seq``."""

    permission: ClassVar = Permission.SERVE
    slug: ClassVar = "bot-act"
    seat: int
    token: str
    seq: int
    fault: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class MarkAbsent(Command):
    """A player has been absent for longer than the limit: let a bot play."""

    permission: ClassVar = Permission.SERVE
    slug: ClassVar = "absent"
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class MarkReturned(Command):
    """An absent player is back."""

    permission: ClassVar = Permission.SERVE
    slug: ClassVar = "returned"
    seat: int


C = TypeVar("C", bound=Command)


def parse(kind: type[C], fields: Mapping[str, object]) -> C:
    """The command of a form or JSON body. BadInput names every fault, unknown fields included."""
    return parse_fields(kind, fields)


def request_digest(command: Command) -> str:
    """Tells one payload from another, so that an ``action_id`` cannot be reused for something else."""
    return hashlib.sha256(repr(command).encode()).hexdigest()[:16]
