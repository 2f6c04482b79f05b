"""The events of a room as they are stored: one line of JSON each. All else follows from them.

The tags (``type``) and field names are those of stored logs and never change. A field with its default value
is left out, except ``ALWAYS``.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass, field, fields
from typing import ClassVar, Final

from samovar.kernel.errors import BadInput
from samovar.room.fields import build, field_faults


@dataclass(frozen=True, kw_only=True, slots=True)
class RoomEvent:
    """Something that happened in a room."""

    tag: ClassVar[str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Created(RoomEvent):
    """A room is created. ``commit`` binds the server to its secret seed before a seat is taken."""

    tag: ClassVar[str] = "made"
    game: str
    seats: int
    options: dict[str, str] = field(default_factory=dict)
    components: str = ""  # the text of another component file; only in logs of rules version 1
    commit: str = ""  # see ``match/fair_shuffle.py``; empty with a chosen seed
    seed: str = ""  # a chosen one, in decimal digits
    start: str = ""  # a position to begin from
    record: str = ""  # a game to go on with
    origin: str = ""  # the room that this one came from, by a rematch or a fork
    private: bool = False  # for analysis: its host holds all seats and sees everything
    limit: int = 0  # seconds until a bot plays for an absent player; 0: it waits
    rules: int = 1  # version of the game's rules
    box: str = ""  # SHA-256 of the component file


@dataclass(frozen=True, kw_only=True, slots=True)
class Seated(RoomEvent):
    """A person, who may add a ``salt`` to the shuffle, or a bot takes a seat."""

    tag: ClassVar[str] = "sat"
    seat: int
    name: str
    level: str = ""  # of a bot; empty for a person
    salt: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Started(RoomEvent):
    """All seats are taken and the game starts. ``draws``: Nature's before the first decision."""

    tag: ClassVar[str] = "began"
    draws: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True, slots=True)
class Played(RoomEvent):
    """A decision, and Nature's draws after it."""

    tag: ClassVar[str] = "played"
    seat: int
    token: str
    draws: list[str] = field(default_factory=list)
    by: str = ""  # the bot that made it; empty for a person
    fault: str = ""  # why another bot answered than the one of this seat


@dataclass(frozen=True, kw_only=True, slots=True)
class Undone(RoomEvent):
    """A seat undoes a decision: the first ``to`` moves stay, and the ``kept`` ones that others made."""

    tag: ClassVar[str] = "took_back"
    seat: int
    to: int
    kept: list[tuple[int, str]] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True, slots=True)
class BotTookOver(RoomEvent):
    """A player has been absent for longer than the limit: a bot plays for this seat."""

    tag: ClassVar[str] = "away"
    seat: int
    level: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerReturned(RoomEvent):
    """An absent player is back and decides for the seat again."""

    tag: ClassVar[str] = "back"
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class LimitChanged(RoomEvent):
    """The absence limit of the room, in seconds, has changed."""

    tag: ClassVar[str] = "limited"
    limit: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Muted(RoomEvent):
    """The host mutes a seat or lets it chat again; -1: all spectators."""

    tag: ClassVar[str] = "hushed"
    seat: int
    silent: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkIssued(RoomEvent):
    """The host has issued a new link for a seat. Earlier tokens and holders of the seat lose it."""

    tag: ClassVar[str] = "link"
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkUsed(RoomEvent):
    """A browser has used the link of a seat and holds it now. The link cannot be used again."""

    tag: ClassVar[str] = "claimed"
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatRevoked(RoomEvent):
    """The host has revoked all tokens and holders of a seat."""

    tag: ClassVar[str] = "revoked"
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class RulesUpgraded(RoomEvent):
    """The room goes on with newer rules; ``moves`` are its translated moves."""

    tag: ClassVar[str] = "upgraded"
    rules: int
    moves: list[tuple[int, str]] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True, slots=True)
class Ended(RoomEvent):
    """The game is over: the secret seed is revealed, so that every draw can be derived again."""

    tag: ClassVar[str] = "ended"
    seed: str = ""
    result: list[int] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True, slots=True)
class Rematched(RoomEvent):
    """The same players have another game in the room ``table``."""

    tag: ClassVar[str] = "followed"
    table: str


KINDS: Final[dict[str, type[RoomEvent]]] = {
    kind.tag: kind
    for kind in (
        Created,
        Seated,
        Started,
        Played,
        Undone,
        BotTookOver,
        PlayerReturned,
        LimitChanged,
        Muted,
        LinkIssued,
        LinkUsed,
        SeatRevoked,
        RulesUpgraded,
        Ended,
        Rematched,
    )
}
# The fields of each event with their defaults; MISSING, which equals no value, where there is none.
DEFAULTS: Final[dict[str, list[tuple[str, object]]]] = {
    tag: [
        (one.name, one.default if one.default_factory is MISSING else one.default_factory())
        for one in fields(kind)
    ]
    for tag, kind in KINDS.items()
}
ALWAYS: Final = {"rules", "box"}  # of Created: every new log names its rules and its box
ENCODER: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


def write_event(event: RoomEvent) -> str:
    """The event as stored."""
    found: dict[str, object] = {"type": event.tag}
    for name, default in DEFAULTS[event.tag]:
        value = getattr(event, name)
        if name in ALWAYS or value != default:
            found[name] = value
    return ENCODER.encode(found)


def read_event(body: str) -> RoomEvent:
    """The event of a stored line. BadInput names every fault."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BadInput("log", [f"not JSON: {error}"]) from None
    kind = KINDS.get(str(found.pop("type", ""))) if isinstance(found, dict) else None
    if kind is None:
        raise BadInput("log", [f"unknown event {body[:60]!r}"])
    faults = field_faults(kind, found)
    if faults:
        raise BadInput(f"log, {kind.tag}", faults)
    return build(kind, found)
