"""The permission matrix of rooms and its check, for pages, API, bots and timers. docs/table.md shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Final

from samovar.room.errors import Forbidden, HandoverNeeded, MutedError

if TYPE_CHECKING:
    from samovar.room.room import Room
    from samovar.room.viewer import Viewer


class Role(Enum):
    """A column of the matrix. A viewer has every role that applies."""

    SEAT = "seat holder"
    HOST = "host"
    SPECTATOR = "spectator"
    TOKEN = "API token of a seat"  # noqa: S105 (a role)
    SERVER = "server"


class Permission(Enum):
    """A row of the matrix."""

    VIEW = "view board, log, chat, replay, stream, shuffle commitment"
    SEE_HIDDEN = "see hidden information"
    ACT = "act, pay, undo, restart or confirm a turn, choose who gives obvious answers"
    CHAT = "chat"
    TAKE_SEAT = "take an open seat"
    CHOOSE = "choose a colour or character"
    USE_LINK = "use a seat link, once"
    ISSUE_LINK = "issue a seat link, revoke a seat"
    SEAT_BOT = "seat a bot"
    MANAGE = "absence limit, mute, remove chat line, delete the room"
    FORK = "fork"
    REMATCH = "rematch"
    EXPORT_RECORD = "export the record"
    SEE_SEED = "see seed and shuffle proof, also of a chosen seed"
    OWN_DATA = "export or delete own data"
    SERVE = "play for a bot seat, mark a player absent or returned"


class Condition:
    """A cell of the matrix: the condition under which the role has the permission.

    ``allows`` gets the room, the viewer and the target seat, which is -1 if there is none.
    """

    def __init__(self, text: str, allows: Callable[[Room, Viewer, int], bool]) -> None:
        self.text: Final = text
        self.allows: Final = allows

    def __and__(self, other: Condition) -> Condition:
        return Condition(f"{self.text}, {other.text}", lambda *of: self.allows(*of) and other.allows(*of))

    def __or__(self, other: Condition) -> Condition:
        return Condition(f"{self.text} or {other.text}", lambda *of: self.allows(*of) or other.allows(*of))


YES: Final = Condition("y", lambda room, viewer, seat: True)
OWN: Final = Condition("own", lambda room, viewer, seat: seat in viewer.seats)
BEFORE: Final = Condition("B", lambda room, viewer, seat: room.match is None)
RUNNING: Final = Condition("R", lambda room, viewer, seat: room.match is not None and not room.over)
FINISHED: Final = Condition("F", lambda room, viewer, seat: room.over)
EMPTY: Final = Condition("empty seat", lambda room, viewer, seat: room.is_empty(seat))
UNCLAIMED: Final = Condition(
    "empty seat without link",
    lambda room, viewer, seat: room.is_empty(seat) and not room.access.is_claimed(seat),
)
SOLO: Final = Condition("solo", lambda room, viewer, seat: room.is_solo(viewer.seats))
NOT_MUTED: Final = Condition("y unless muted", lambda room, viewer, seat: seat not in room.muted)
PUBLIC: Final = Condition("y, public information only", lambda room, viewer, seat: True)
NOT_HIDDEN: Final = Condition(
    "nothing in it is hidden", lambda room, viewer, seat: not room.record_is_hidden(viewer.seat)
)

MATRIX: Final[Mapping[Permission, Mapping[Role, Condition]]] = {
    Permission.VIEW: {Role.SEAT: YES, Role.HOST: YES, Role.SPECTATOR: YES, Role.TOKEN: YES},
    Permission.SEE_HIDDEN: {Role.SEAT: OWN, Role.TOKEN: OWN},
    Permission.ACT: {Role.SEAT: OWN & RUNNING, Role.TOKEN: OWN & RUNNING},
    Permission.CHAT: {Role.SEAT: NOT_MUTED, Role.HOST: YES, Role.SPECTATOR: NOT_MUTED, Role.TOKEN: NOT_MUTED},
    Permission.TAKE_SEAT: {
        Role.SEAT: OWN & EMPTY & BEFORE,
        Role.SPECTATOR: UNCLAIMED & BEFORE,
        Role.TOKEN: OWN & EMPTY & BEFORE,
    },
    Permission.CHOOSE: {Role.SEAT: OWN & BEFORE, Role.TOKEN: OWN & BEFORE},
    Permission.USE_LINK: {Role.SEAT: YES, Role.HOST: YES, Role.SPECTATOR: YES},
    Permission.ISSUE_LINK: {Role.HOST: YES},
    Permission.SEAT_BOT: {Role.HOST: EMPTY & BEFORE},
    Permission.MANAGE: {Role.HOST: YES},
    Permission.FORK: {Role.SEAT: FINISHED | SOLO, Role.SPECTATOR: PUBLIC, Role.TOKEN: FINISHED | SOLO},
    Permission.REMATCH: {Role.SEAT: FINISHED, Role.TOKEN: FINISHED},
    Permission.EXPORT_RECORD: {
        Role.SEAT: FINISHED | NOT_HIDDEN,
        Role.SPECTATOR: FINISHED | NOT_HIDDEN,
        Role.TOKEN: FINISHED | NOT_HIDDEN,
    },
    Permission.SEE_SEED: {
        Role.SEAT: FINISHED,
        Role.HOST: FINISHED,
        Role.SPECTATOR: FINISHED,
        Role.TOKEN: FINISHED,
    },
    Permission.OWN_DATA: {Role.SEAT: YES, Role.HOST: YES, Role.SPECTATOR: YES},
    Permission.SERVE: {Role.SERVER: YES},
}


def allowed(room: Room, viewer: Viewer, permission: Permission, target: int = -1) -> bool:
    """True if one of the viewer's roles has the permission for the target seat."""
    row = MATRIX[permission]
    return any(role in row and row[role].allows(room, viewer, target) for role in viewer.roles)


def check(room: Room, viewer: Viewer, permission: Permission, target: int = -1) -> None:
    """Forbidden without the permission. HandoverNeeded if another player on a shared device has it."""
    if allowed(room, viewer, permission, target):
        return
    if permission is Permission.ACT and viewer.needs_handover:
        raise HandoverNeeded("the device must be handed over to another player first")
    if permission is Permission.CHAT:
        raise MutedError("the host has muted you")
    raise Forbidden(f"not allowed here: {permission.value}")


def matrix_rows() -> list[list[str]]:
    """The matrix as rows of text, for the documentation."""
    roles = list(Role)
    head = ["permission", *(role.value for role in roles)]
    rows = [
        [permission.value, *(row[role].text if role in row else "–" for role in roles)]
        for permission, row in MATRIX.items()
    ]
    return [head, *rows]
