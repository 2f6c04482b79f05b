"""The JSON types of API requests and responses. The OpenAPI document is generated from them."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from samovar.match.redaction import SPECTATOR, LogLine, redact_match
from samovar.room.room import Room, Status
from samovar.room.seats import Seat

# ---- requests ----


@dataclass(frozen=True, kw_only=True, slots=True)
class NewSeat:
    """``kind`` is person (gets a token), open (first come, first served) or bot (with a ``level``)."""

    kind: str
    name: str = ""
    level: str = "medium"


@dataclass(frozen=True, kw_only=True, slots=True)
class NewRoomRequest:
    """A request for a new room. Persons without a name take their seats later, with ``sit``."""

    game: str
    seats: list[NewSeat]
    options: dict[str, str] = field(default_factory=dict)
    seed: str = ""
    limit: int = 0
    salt: str = ""
    components: str = ""
    pledge: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportRequest:
    """The text of a record or of a position."""

    text: str


# ---- responses ----


class OptionInfo(msgspec.Struct):
    name: str
    default: str
    values: list[str]
    help: str


class GameInfo(msgspec.Struct):
    name: str
    title: str
    min_seats: int
    max_seats: int
    options: list[OptionInfo]
    levels: list[str]


class ErrorBody(msgspec.Struct):
    """``faults`` lists every fault. ``reason`` and ``rule`` explain why an action is illegal."""

    error: str
    faults: list[str]
    reason: str = ""
    rule: str = ""


class SeatState(msgspec.Struct):
    name: str
    kind: str  # person, bot, open
    level: str
    here: bool
    away: bool


class RefusalInfo(msgspec.Struct):
    """An action that a player might expect but that is illegal now."""

    token: str
    reason: str
    rule: str


class ScoreInfo(msgspec.Struct):
    seat: int
    total: int
    rank: int
    breakdown: dict[str, int]


class RoomState(msgspec.Struct):
    """A room redacted for one seat. ``position`` is TOML with "?" for hidden values."""

    id: str
    game: str
    seq: int
    seat: int
    seats: list[SeatState]
    begun: bool
    over: bool
    commit: str
    seed_chosen: bool
    chosen_seed: str  # empty until the game is over
    status: str = "live"
    actors: list[int] = []
    options: list[str] = []
    refusals: list[RefusalInfo] = []
    can_undo: bool = False
    scores: list[ScoreInfo] = []
    position: str = ""
    actions: int = 0
    seed_hash: str = ""  # hash of a chosen seed


class Receipt(msgspec.Struct):
    """The command was executed and stored. ``actors`` decide next. ``GET`` the room for its full state."""

    seq: int
    actors: list[int]
    over: bool


class RoomReceipt(msgspec.Struct):
    """``tokens`` by seat, "" for a seat without one. They are sent once: only their hashes are stored."""

    id: str
    tokens: list[str]
    state: RoomState


class PledgeInfo(msgspec.Struct):
    """A future room: the ``pledge`` to create it with, its id, and the commitment to its secret seed."""

    pledge: str
    table: str
    commit: str


class LogEntry(msgspec.Struct):
    """``seat`` 15 is Nature. ``token`` is "" while it is hidden from this seat."""

    number: int
    seat: int
    turn: int
    token: str
    events: list[tuple[int, int, int, int]]


class LogInfo(msgspec.Struct):
    entries: list[LogEntry]


class RecordText(msgspec.Struct):
    record: str


class ProofInfo(msgspec.Struct):
    """The shuffle proof. Before the end of the game it is only the commitment."""

    commit: str
    seed: str
    salts: list[str]
    chosen_seed: str
    verdict: str
    seed_hash: str = ""  # SHA-256 of "samovar chosen seed 1", the table, the chosen seed and the nonce
    seed_nonce: str = ""  # empty until the game is over


def log_entry(line: LogLine) -> LogEntry:
    return LogEntry(line.number, line.seat, line.turn, line.token, line.events)


def _seat_state(seat: Seat, present: bool) -> SeatState:
    kind = "bot" if seat.level else "person" if seat.name else "open"
    return SeatState(seat.name, kind, seat.level, bool(seat.level) or present, bool(seat.away))


def room_state(room: Room, seat: int = SPECTATOR) -> RoomState:
    """The room redacted for this seat."""
    found = RoomState(
        id=room.id,
        game=room.created.game,
        seq=room.head.length,
        seat=seat,
        seats=[_seat_state(one, p in room.present) for p, one in enumerate(room.seats)],
        begun=room.match is not None,
        over=room.over,
        commit=room.created.commit,
        seed_chosen=bool(room.created.seed),
        chosen_seed=room.created.seed if room.over else "",
        seed_hash=room.created.seed_hash,
        status=room.status.value,
    )
    if room.match is None:
        return found
    view = redact_match(room.match, seat, page=False)
    token = view.view.box.notation.token
    found.actors = view.actors
    found.position = view.game.write(view.view)
    found.actions = view.entries
    found.scores = [ScoreInfo(one.seat, one.total, one.rank, one.breakdown) for one in view.scores]
    if room.status is Status.LIVE:  # nothing can be played in a frozen room
        found.options = view.options
        found.refusals = [RefusalInfo(token(one.action), one.reason, one.rule) for one in view.refusals]
        found.can_undo = view.can_undo
    return found
