"""The events of a room and their JSON codec. The state of a room is folded from its events.

The tags (``type``) and field names occur in stored logs and never change. A field with its default value is
omitted, except those in ``ALWAYS_WRITTEN``.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass, field, fields
from typing import ClassVar, Final

from samovar.kernel.errors import BadInput
from samovar.room.fields import build, field_faults

TABLE: Final = "table"  # value of ``Played.by``: the table gave an obvious answer for the seat


@dataclass(frozen=True, kw_only=True, slots=True)
class RoomEvent:
    """Something that happened in a room."""

    tag: ClassVar[str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Created(RoomEvent):
    """The room was created. ``commit`` binds the server to its secret seed before a seat is taken."""

    tag: ClassVar[str] = "made"
    game: str
    seats: int
    options: dict[str, str] = field(default_factory=dict)
    components: str = ""  # the text of a custom component file; only in logs of rules version 1
    commit: str = ""  # see ``match/fair_shuffle.py``; empty with a chosen seed
    seed: str = ""  # a seed chosen by the creator, in decimal digits
    start: str = ""  # the position to begin from
    record: str = ""  # the record of a game to continue
    origin: str = ""  # the room of which this one is a rematch or a fork
    private: bool = False  # for analysis: its host holds all seats and sees everything
    limit: int = 0  # seconds until a bot plays for an absent player; 0 means never
    rules: int = 1  # version of the game's rules
    box: str = ""  # SHA-256 of the component file
    seed_hash: str = ""  # hash of a chosen seed and ``seed_nonce``; shown from the creation of the room
    seed_nonce: str = ""  # random, because a short seed could be found by trying all

    @property
    def fork_of(self) -> str:
        """The room from which this one was forked. Empty for other rooms, also for a rematch."""
        return self.origin if self.start else ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Seated(RoomEvent):
    """A person or a bot has taken a seat. A person may add a ``salt`` to the shuffle."""

    tag: ClassVar[str] = "sat"
    seat: int
    name: str
    level: str = ""  # level of a bot; empty for a person
    salt: str = ""
    choice: str = ""  # a colour or character, see ``room/seat_choice.py``; empty: none was chosen


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatChose(RoomEvent):
    """A player who has a seat already has chosen a colour or character."""

    tag: ClassVar[str] = "chose"
    seat: int
    choice: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Started(RoomEvent):
    """All seats are taken and the game has started. ``draws`` are Nature's before the first decision."""

    tag: ClassVar[str] = "began"
    draws: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True, slots=True)
class Played(RoomEvent):
    """A seat has decided. ``draws`` are Nature's after the decision."""

    tag: ClassVar[str] = "played"
    seat: int
    token: str
    draws: list[str] = field(default_factory=list)
    by: str = ""  # the bot that decided, or TABLE; empty for a person
    fault: str = ""  # the reason why a fallback bot decided


@dataclass(frozen=True, kw_only=True, slots=True)
class Undone(RoomEvent):
    """A seat has undone a decision. The first ``to`` moves stay. The moves ``kept`` follow them again.

    Those are decisions of other seats in a simultaneous step.
    """

    tag: ClassVar[str] = "took_back"
    seat: int
    to: int
    kept: list[tuple[int, str]] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True, slots=True)
class BotTookOver(RoomEvent):
    """A bot plays for this seat, because its player has been absent for longer than the limit."""

    tag: ClassVar[str] = "away"
    seat: int
    level: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerReturned(RoomEvent):
    """An absent player has returned and decides for the seat again."""

    tag: ClassVar[str] = "back"
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class LimitChanged(RoomEvent):
    """The absence limit of the room, in seconds, has changed."""

    tag: ClassVar[str] = "limited"
    limit: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Muted(RoomEvent):
    """The host has muted or unmuted a seat, or all spectators (-1)."""

    tag: ClassVar[str] = "hushed"
    seat: int
    silent: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswersChanged(RoomEvent):
    """A player lets the table give obvious answers for the seat, or wants to be asked everything."""

    tag: ClassVar[str] = "answers"
    seat: int
    automatic: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkIssued(RoomEvent):
    """The host has issued a new link for a seat. Its earlier tokens and holders were removed."""

    tag: ClassVar[str] = "link"
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkUsed(RoomEvent):
    """A browser has used the link of a seat and holds the seat now. The link cannot be used again."""

    tag: ClassVar[str] = "claimed"
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatRevoked(RoomEvent):
    """The host has revoked all tokens and holders of a seat."""

    tag: ClassVar[str] = "revoked"
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class RulesUpgraded(RoomEvent):
    """The room was migrated to newer rules. ``moves`` are its translated moves."""

    tag: ClassVar[str] = "upgraded"
    rules: int
    moves: list[tuple[int, str]] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True, slots=True)
class Ended(RoomEvent):
    """The game is over. The secret seed is revealed, so that every draw can be verified."""

    tag: ClassVar[str] = "ended"
    seed: str = ""
    result: list[int] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True, slots=True)
class Rematched(RoomEvent):
    """A rematch of the same players was created in the room ``table``."""

    tag: ClassVar[str] = "followed"
    table: str


EVENT_KINDS: Final[dict[str, type[RoomEvent]]] = {
    kind.tag: kind
    for kind in (
        Created,
        Seated,
        SeatChose,
        Started,
        Played,
        Undone,
        BotTookOver,
        PlayerReturned,
        LimitChanged,
        Muted,
        AnswersChanged,
        LinkIssued,
        LinkUsed,
        SeatRevoked,
        RulesUpgraded,
        Ended,
        Rematched,
    )
}
# The fields of each event with their defaults. MISSING marks a field without a default.
DEFAULTS: Final[dict[str, list[tuple[str, object]]]] = {
    tag: [
        (one.name, one.default if one.default_factory is MISSING else one.default_factory())
        for one in fields(kind)
    ]
    for tag, kind in EVENT_KINDS.items()
}
ALWAYS_WRITTEN: Final = {"rules", "box"}  # fields of Created: every new log names its rules and its box
ENCODER: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


def write_event(event: RoomEvent) -> str:
    """The event as a line of JSON."""
    found: dict[str, object] = {"type": event.tag}
    for name, default in DEFAULTS[event.tag]:
        value = getattr(event, name)
        if name in ALWAYS_WRITTEN or value != default:
            found[name] = value
    return ENCODER.encode(found)


def read_event(body: str) -> RoomEvent:
    """The event from a stored line of JSON. BadInput names every fault."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BadInput("log", [f"not JSON: {error}"]) from None
    kind = EVENT_KINDS.get(str(found.pop("type", ""))) if isinstance(found, dict) else None
    if kind is None:
        raise BadInput("log", [f"unknown event {body[:60]!r}"])
    faults = field_faults(kind, found)
    if faults:
        raise BadInput(f"log, {kind.tag}", faults)
    return build(kind, found)
