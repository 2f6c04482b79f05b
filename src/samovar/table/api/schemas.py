"""The JSON of the API: what is asked and what is answered. The OpenAPI document is made from these types."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from samovar.match.redaction import SPECTATOR, LogLine, redact_match
from samovar.room.room import Room, Seat, Status

# ---- requests ----


@dataclass(frozen=True, kw_only=True, slots=True)
class NewSeat:
    """``kind``: person (gets a token), open (for the first who comes), or bot (with a ``level``)."""

    kind: str
    name: str = ""
    level: str = "medium"


@dataclass(frozen=True, kw_only=True, slots=True)
class NewRoomRequest:
    """A room to create. Persons without a name take their seats later, with ``sit``."""

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
    """A record or a position."""

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
    """``faults`` names everything that is wrong; ``reason`` and ``rule`` say why an action is not allowed."""

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
    """An action that might be expected and is not allowed now."""

    token: str
    reason: str
    rule: str


class ScoreInfo(msgspec.Struct):
    seat: int
    total: int
    rank: int
    breakdown: dict[str, int]


class RoomState(msgspec.Struct):
    """A room as one seat may see it. ``position`` is TOML with "?" where something is hidden."""

    id: str
    game: str
    seq: int
    seat: int
    seats: list[SeatState]
    begun: bool
    over: bool
    commit: str
    seed_chosen: bool
    chosen_seed: str  # once the game is over
    status: str = "live"
    actors: list[int] = []
    options: list[str] = []
    refusals: list[RefusalInfo] = []
    can_undo: bool = False
    scores: list[ScoreInfo] = []
    position: str = ""
    actions: int = 0


class Receipt(msgspec.Struct):
    """The command is carried out and stored. Who decides now; ``GET`` the room for the rest."""

    seq: int
    actors: list[int]
    over: bool


class RoomReceipt(msgspec.Struct):
    """``tokens``: by seat, "" where there is none. They are told once: only their hashes are stored."""

    id: str
    tokens: list[str]
    state: RoomState


class PledgeInfo(msgspec.Struct):
    """A room to come: what to order it with, its id, and the hash of its secret seed."""

    pledge: str
    table: str
    commit: str


class LogEntry(msgspec.Struct):
    """``seat`` 15 is Nature; ``token`` is "" while this seat may not know it."""

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
    """What proves the shuffle. Before the end there is only the commitment."""

    commit: str
    seed: str
    salts: list[str]
    chosen_seed: str
    verdict: str


def log_entry(line: LogLine) -> LogEntry:
    return LogEntry(line.number, line.seat, line.turn, line.token, line.events)


def _seat_state(seat: Seat, present: bool) -> SeatState:
    kind = "bot" if seat.level else "person" if seat.name else "open"
    return SeatState(seat.name, kind, seat.level, bool(seat.level) or present, bool(seat.away))


def room_state(room: Room, seat: int = SPECTATOR) -> RoomState:
    """The room as this seat may see it."""
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
