"""The commands that people, API clients, bots and timers send to a room, one class each."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from samovar.room.fields import parse_fields
from samovar.room.permissions import Permission


@dataclass(frozen=True, kw_only=True, slots=True)
class Command:
    """A request to change a room. ``permission`` is the row of the permission matrix that applies."""

    permission: ClassVar[Permission]
    slug: ClassVar[str]  # part of URLs and of stored action ids


@dataclass(frozen=True, kw_only=True, slots=True)
class Decide(Command):
    """A decision of the viewer's seat. ``seq`` is the length of the log that the client has seen.

    A repeated ``action_id`` is executed once.
    """

    permission: ClassVar = Permission.ACT
    seq: int
    action_id: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Act(Decide):
    """Play one or more options of the seat. ``token`` joins several by ``+``: all are played, or none."""

    slug: ClassVar = "act"
    token: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PayProposed(Decide):
    """Play all actions of the proposed payment, or none if one is illegal."""

    slug: ClassVar = "pay"


@dataclass(frozen=True, kw_only=True, slots=True)
class Undo(Decide):
    """Undo the last decision of the seat."""

    slug: ClassVar = "undo"


@dataclass(frozen=True, kw_only=True, slots=True)
class RestartTurn(Decide):
    """Undo the decisions of this turn, back to the last undo barrier."""

    slug: ClassVar = "restart"


@dataclass(frozen=True, kw_only=True, slots=True)
class Reopen(Decide):
    """Undo the last answer that the table gave for the seat. Then the seat must give the answer itself."""

    slug: ClassVar = "reopen"


@dataclass(frozen=True, kw_only=True, slots=True)
class SetAnswers(Command):
    """Let the table give obvious answers for the seat from now on, or ask the seat everything.

    ``seq`` and ``action_id`` come with every form of the page. They are not needed: a repetition changes
    nothing.
    """

    permission: ClassVar = Permission.ACT
    slug: ClassVar = "answers"
    automatic: bool
    seq: int = 0
    action_id: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ConfirmTurn(Command):
    """Confirm a turn that ended by itself. Bots wait for it, because their decisions would prevent an undo.

    It appends nothing to the log. ``seq`` is the length of the log that the client has seen. ``action_id``
    comes with every form of the page and is not needed.
    """

    permission: ClassVar = Permission.ACT
    slug: ClassVar = "confirm"
    seq: int
    action_id: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class TakeSeat(Command):
    """Take an open seat, or the viewer's own. ``salt`` is text that the player adds to the shuffle."""

    permission: ClassVar = Permission.TAKE_SEAT
    slug: ClassVar = "sit"
    seat: int = -1  # -1: the seat of the viewer
    name: str
    salt: str = ""
    choice: str = ""  # a colour or character


@dataclass(frozen=True, kw_only=True, slots=True)
class ChooseForSeat(Command):
    """Choose another colour or character for the viewer's own seat."""

    permission: ClassVar = Permission.CHOOSE
    slug: ClassVar = "choose"
    seat: int = -1  # -1: the seat of the viewer
    choice: str


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatBot(Command):
    """Give an empty seat to a bot."""

    permission: ClassVar = Permission.SEAT_BOT
    slug: ClassVar = "bot"
    seat: int
    level: str = "medium"


@dataclass(frozen=True, kw_only=True, slots=True)
class IssueLink(Command):
    """Issue a new link for a seat. Its earlier tokens and holders are removed."""

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
    """Become holder of the seat of a link. A link works once."""

    permission: ClassVar = Permission.USE_LINK
    slug: ClassVar = "join"
    token: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Say(Command):
    """Add a chat line."""

    permission: ClassVar = Permission.CHAT
    slug: ClassVar = "chat"
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RemoveChatLine(Command):
    """Remove a chat line."""

    permission: ClassVar = Permission.MANAGE
    slug: ClassVar = "remove"
    number: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Mute(Command):
    """Mute or unmute a seat, or all spectators (-1)."""

    permission: ClassVar = Permission.MANAGE
    slug: ClassVar = "mute"
    seat: int
    silent: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class SetLimit(Command):
    """Set the absence limit: seconds until a bot plays for an absent player. 0 means never."""

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
    """Give up all rights of this browser. A room without other holders, hosts or links is deleted."""

    permission: ClassVar = Permission.OWN_DATA
    slug: ClassVar = "leave"


@dataclass(frozen=True, kw_only=True, slots=True)
class Rematch(Command):
    """Create a room for the same players. A second request gets the room of the first."""

    permission: ClassVar = Permission.REMATCH
    slug: ClassVar = "rematch"


@dataclass(frozen=True, kw_only=True, slots=True)
class Fork(Command):
    """Create a private room from the position after ``at`` log entries, redacted for the viewer."""

    permission: ClassVar = Permission.FORK
    slug: ClassVar = "fork"
    at: int = -1  # -1: now
    level: str = "medium"


@dataclass(frozen=True, kw_only=True, slots=True)
class BotAct(Command):
    """A bot's decision. ``seq`` is the length of the log for which it was computed."""

    permission: ClassVar = Permission.SERVE
    slug: ClassVar = "bot-act"
    seat: int
    token: str
    seq: int
    fault: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class MarkAbsent(Command):
    """Let a bot play for a player who has been absent for longer than the limit."""

    permission: ClassVar = Permission.SERVE
    slug: ClassVar = "absent"
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class MarkReturned(Command):
    """Give the seat back to an absent player who has returned."""

    permission: ClassVar = Permission.SERVE
    slug: ClassVar = "returned"
    seat: int


C = TypeVar("C", bound=Command)


def parse(kind: type[C], fields: Mapping[str, object]) -> C:
    """The command from the fields of a form or JSON body. BadInput names every fault, also unknown fields."""
    return parse_fields(kind, fields)


def request_digest(command: Command) -> str:
    """A digest of the payload, which detects an ``action_id`` that is reused for another command."""
    return hashlib.sha256(repr(command).encode()).hexdigest()[:16]
