"""A stored room → ``Room``: chain, rules version, box, status. A room that cannot be read never raises.

Status on load: the version of the rules is the same → thaw the snapshot and apply the rest: live. An older
version that these rules replay → replay all rows; result and snapshot must agree: live. A version with a
migration whose moves replay → live after ``RulesUpgraded``. Else the snapshot thaws → frozen. Else it is
unreadable.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from samovar.games import registry
from samovar.kernel.components import Components
from samovar.kernel.errors import BadInput, SamovarError
from samovar.kernel.game import Game
from samovar.kernel.state import NATURE
from samovar.match.match import Move
from samovar.match.replay import replay
from samovar.match.snapshot import MatchSnapshot, freeze, from_json, stored_scores, thaw, to_json
from samovar.room.access import Access
from samovar.room.changes import ChatLine
from samovar.room.events import Created, Played, RulesUpgraded, Started, Undone, read_event
from samovar.room.log import LogHead, LogRow, chain_faults
from samovar.room.room import Room, Status

BoxText = Callable[[str], str]  # the text of a component file by its SHA-256; "" if there is none


@dataclass(frozen=True, slots=True)
class StoredSnapshot:
    """A snapshot with the place in the log that it belongs to."""

    seq: int
    hash: str  # of the row at ``seq``
    body: str


@dataclass(frozen=True, slots=True)
class StoredRoom:
    """All that the store has of one room."""

    id: str
    game: str
    names: list[str]
    result: list[int]
    head: LogHead
    rows: Sequence[LogRow]
    secret: str = ""
    snapshot: StoredSnapshot | None = None
    chat: Sequence[ChatLine] = ()
    tokens: dict[str, int] = field(default_factory=dict)
    holders: dict[str, frozenset[int]] = field(default_factory=dict)
    hosts: frozenset[str] = frozenset()


def restore(stored: StoredRoom, box_text: BoxText) -> Room:
    """The room as its log tells it; frozen or unreadable if these rules cannot play it."""
    try:
        room = _folded(stored, box_text)
    except (SamovarError, LookupError, ValueError, TypeError) as error:
        room = _unreadable(stored, str(error))
    room.access = Access(dict(stored.tokens), dict(stored.holders), stored.hosts)
    room.chat = list(stored.chat)
    return room


def new_room(stored: StoredRoom, box_text: BoxText) -> Room:
    """A room before its first event, with its rules and its box. BadInput if one is missing."""
    created = read_event(stored.rows[0].body) if stored.rows else None
    if not isinstance(created, Created):
        raise BadInput("log", ["it does not begin with the creation of the room"])
    game = registry.game(created.game)
    return Room(stored.id, created, game, box_of(created, game, box_text), stored.secret)


def box_of(created: Created, game: Game, box_text: BoxText) -> Components:
    """The box that a room is played with, whatever the standard box is by now."""
    text = created.components or (box_text(created.box) if created.box else game.first_text())
    if not text:
        raise BadInput("box", [f"the component file {created.box} is missing"])
    return load_box(game, text)


def load_box(game: Game, text: str) -> Components:
    """The box of a text; the same object for the same text."""
    return game.standard_box() if text == game.standard_text() else _load(game, text)


@lru_cache(50)
def _load(game: Game, text: str) -> Components:
    return game.load(text)


def box_digest(text: str) -> str:
    """The SHA-256 that a box is stored under."""
    return hashlib.sha256(text.encode()).hexdigest()


def _folded(stored: StoredRoom, box_text: BoxText) -> Room:
    faults = chain_faults(stored.id, stored.rows, stored.head)
    if faults:
        raise BadInput("log", faults)
    room, snapshot = new_room(stored, box_text), _snapshot(stored)
    version, first = _rules_version(stored.rows)
    try:
        if version == room.game.rules_version:
            return _live(room, stored, first, snapshot)
        if version in room.game.replays:
            return _check_agrees(_live(room, stored, first, None), stored, snapshot)
        if version in room.game.migrations:
            return _migrated(room, stored, version)
        fault = f"it was played with version {version} of the rules"
    except SamovarError as error:
        fault = str(error)
    return _frozen(new_room(stored, box_text), stored, snapshot, fault)


def _rules_version(rows: Sequence[LogRow]) -> tuple[int, int]:
    """The version of the rules that the log was last played with, and the number of rows before that."""
    for n in range(len(rows) - 1, -1, -1):
        event = read_event(rows[n].body)
        if isinstance(event, RulesUpgraded):
            return event.rules, n
        if isinstance(event, Created):
            return event.rules, 0
    return 0, 0


def _live(room: Room, stored: StoredRoom, first: int, snapshot: RoomSnapshot | None) -> Room:
    """Fold all rows: those before ``first``, or those that a snapshot holds, without playing them."""
    if snapshot is not None and snapshot.seq > first:
        for row in stored.rows[: snapshot.seq]:
            room.apply_without_match(row)
        room.match = thaw(snapshot.match, room.start_for_snapshot)
        room.asked_at = list(snapshot.asked_at)
        first = snapshot.seq
    else:
        for row in stored.rows[:first]:
            room.apply_without_match(row)
    for row in stored.rows[first:]:
        room.apply(row)
    return room


def _migrated(room: Room, stored: StoredRoom, version: int) -> Room:
    """The room with its moves translated for these rules. ``pending_upgrade`` is still to be committed."""
    for row in stored.rows:
        room.apply_without_match(row)
    moves = room.game.migrations[version](_moves(stored.rows, room.beginning[2]))
    room.pending_upgrade = RulesUpgraded(rules=room.game.rules_version, moves=moves)
    room.match = replay(room.start, moves)
    _check_result(room)
    return room


def _moves(rows: Sequence[LogRow], imported: list[Move]) -> list[Move]:
    """All moves that the log leaves, Nature's draws included."""
    moves: list[Move] = []
    for event in (read_event(row.body) for row in rows):
        if isinstance(event, Started):
            moves += [*imported, *((NATURE, draw) for draw in event.draws)]
        elif isinstance(event, Played):
            moves += [(event.seat, event.token), *((NATURE, draw) for draw in event.draws)]
        elif isinstance(event, Undone):
            moves[event.to :] = event.kept
        elif isinstance(event, RulesUpgraded):
            moves = list(event.moves)
    return moves


def _frozen(room: Room, stored: StoredRoom, snapshot: RoomSnapshot | None, fault: str) -> Room:
    """The room as its snapshot shows it. BadInput if it has none that these rules can read."""
    if snapshot is None:
        raise BadInput("room", [fault, "it has no snapshot"])
    for row in stored.rows:
        room.apply_without_match(row)
    room.match = thaw(snapshot.match, room.start_for_snapshot)
    room.match.stored_scores = stored_scores(snapshot.match)
    later = [read_event(row.body) for row in stored.rows[snapshot.seq :]]
    room.unplayed = [event.token for event in later if isinstance(event, Played)]
    room.status, room.fault = Status.FROZEN, fault
    return room


def _unreadable(stored: StoredRoom, fault: str) -> Room:
    """A room of which only the stored summary can be shown."""
    name = stored.game if registry.known(stored.game) else registry.FIRST
    created = Created(game=stored.game, seats=len(stored.names))
    game = registry.game(name)
    room = Room(stored.id, created, game, game.standard_box(), "")
    for seat, player in zip(room.seats, stored.names, strict=True):
        seat.name = player
    room.result = stored.result
    room.head = stored.head
    room.status, room.fault = Status.UNREADABLE, fault
    return room


def _check_agrees(room: Room, stored: StoredRoom, snapshot: RoomSnapshot | None) -> Room:
    """The room. BadInput if other rules tell another result or another position than those of that time."""
    match = room.match
    _check_result(room)
    last = stored.rows[-1].seq if stored.rows else 0
    if match is not None and snapshot is not None and snapshot.seq == last:
        if match.position() != snapshot.match.position:
            raise BadInput("room", ["these rules give another position"])
    return room


def _check_result(room: Room) -> None:
    """BadInput unless these rules give the stored result: none while the game is running."""
    totals = [score.total for score in room.match.scores()] if room.match is not None and room.over else []
    if totals != room.result:
        raise BadInput("room", ["these rules give another result"])


# ---- snapshots ----

SNAPSHOT_EVERY: Final = 50  # entries


@dataclass(frozen=True, slots=True)
class RoomSnapshot:
    """A snapshot of the match, and what else the rows before it would tell."""

    seq: int
    asked_at: list[int]
    match: MatchSnapshot


def take_snapshot(room: Room) -> StoredSnapshot | None:
    """A snapshot of the room as it is; None if there is no match to show."""
    if room.match is None or room.status is not Status.LIVE:
        return None
    found = {"asked_at": room.asked_at, "match": to_json(freeze(room.match))}
    body = json.dumps(found, separators=(",", ":"), ensure_ascii=False)
    return StoredSnapshot(room.head.length, room.head.hash, body)


def _snapshot(stored: StoredRoom) -> RoomSnapshot | None:
    """The stored snapshot; None if there is none, it is of an older format, or not of this log."""
    kept = stored.snapshot
    if kept is None or not 0 < kept.seq <= len(stored.rows) or stored.rows[kept.seq - 1].hash != kept.hash:
        return None
    try:
        found = json.loads(kept.body)
        asked_at = [int(seq) for seq in found["asked_at"]]
        return RoomSnapshot(kept.seq, asked_at, from_json(found["match"]))
    except (BadInput, KeyError, TypeError, ValueError):
        return None
