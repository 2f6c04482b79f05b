"""Restoring a stored room, also one of an older version: hash chain, rules version, box, status.

The status depends on the rules version of the log:

- the current version: load the snapshot and apply the later rows → live
- a version in ``Game.replays``: replay all rows; result and snapshot must agree → live
- a version in ``Game.migrations``: translate and replay the moves → live after ``RulesUpgraded``
- otherwise, or if that fails: show the snapshot → frozen
- without a readable snapshot → unreadable

A room that cannot be read is returned as unreadable. No error is raised.
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
from samovar.match.replay import replay_moves
from samovar.match.snapshot import (
    MatchSnapshot,
    restore_match,
    snapshot_from_json,
    snapshot_match,
    snapshot_to_json,
    stored_scores,
)
from samovar.match.undo import Move
from samovar.room.access import Access
from samovar.room.changes import ChatLine
from samovar.room.events import Created, Played, RulesUpgraded, Started, Undone, read_event
from samovar.room.log import LogHead, LogRow, chain_faults
from samovar.room.room import Room, Status

BoxText = Callable[[str], str]  # the text of a component file by its SHA-256; "" if it is not stored


@dataclass(frozen=True, slots=True)
class StoredSnapshot:
    """A serialized snapshot with its position in the log."""

    seq: int
    hash: str  # hash of the row at ``seq``
    body: str


@dataclass(frozen=True, slots=True)
class StoredRoom:
    """The stored data of one room."""

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
    """The room folded from its log. It is frozen or unreadable if the current rules cannot play it."""
    try:
        room = _restore_readable(stored, box_text)
    except Exception as error:  # damaged data and defects of the rules can raise anything
        room = _restore_unreadable(stored, _fault(error))
    room.access = Access(dict(stored.tokens), dict(stored.holders), stored.hosts)
    room.chat = list(stored.chat)
    return room


def new_room(stored: StoredRoom, box_text: BoxText) -> Room:
    """A room before its first event, with its rules and its box. BadInput if one is missing."""
    created = read_event(stored.rows[0].body) if stored.rows else None
    if not isinstance(created, Created):
        raise BadInput("log", ["the first entry must be of type made"])
    game = registry.game(created.game)
    return Room(stored.id, created, game, box_of(created, game, box_text), stored.secret)


def box_of(created: Created, game: Game, box_text: BoxText) -> Components:
    """The box of a room, which may differ from the current standard box."""
    text = component_text(created, game, box_text)
    if not text:
        raise BadInput("box", [f"the component file {created.box} is missing"])
    return box_from_text(game, text)


def component_text(created: Created, game: Game, box_text: BoxText) -> str:
    """The component file of a room. Empty if it is missing. Old logs name none: they have the first one."""
    return created.components or (box_text(created.box) if created.box else game.first_text())


def box_from_text(game: Game, text: str) -> Components:
    """The box of a component file. The standard text gives the standard box object."""
    return game.standard_box() if text == game.standard_text() else _load(game, text)


@lru_cache(50)
def _load(game: Game, text: str) -> Components:
    return game.load(text)


def box_digest(text: str) -> str:
    """The SHA-256 of a component file, the key under which it is stored."""
    return hashlib.sha256(text.encode()).hexdigest()


def _restore_readable(stored: StoredRoom, box_text: BoxText) -> Room:
    faults = chain_faults(stored.id, stored.rows, stored.head)
    if faults:
        raise BadInput("log", faults)
    room, snapshot = new_room(stored, box_text), read_snapshot(stored)
    version, first = _rules_version(stored.rows)
    try:
        if version == room.game.rules_version:
            return _restore_current(room, stored, first, snapshot, box_text)
        if version in room.game.replays:
            return _check_agreement(_restore_live(room, stored, first, None), stored, snapshot)
        if version in room.game.migrations:
            return _restore_migrated(room, stored, version)
        fault = f"it was played with rules version {version}, not {room.game.rules_version}"
    except Exception as error:  # of rules and migrations, which may have defects: the snapshot is shown
        fault = _fault(error)
    return _restore_frozen(new_room(stored, box_text), stored, snapshot, fault)


def _restore_current(
    room: Room, stored: StoredRoom, first: int, snapshot: RoomSnapshot | None, box_text: BoxText
) -> Room:
    """The room of the current rules version. If its snapshot is of no use, the whole log is played."""
    try:
        return _restore_live(room, stored, first, snapshot)
    except SamovarError as error:
        if snapshot is None:
            raise
        replayed = _restore_live(new_room(stored, box_text), stored, first, None)
        replayed.fault = f"its snapshot is not used: {error}"
        return replayed


def _fault(error: Exception) -> str:
    """The message of an error. That of Python itself also has its name."""
    return str(error) if isinstance(error, SamovarError) else f"{type(error).__name__}: {error}"


def _rules_version(rows: Sequence[LogRow]) -> tuple[int, int]:
    """The current rules version of the log, and the number of rows before the upgrade to it."""
    for n in range(len(rows) - 1, -1, -1):
        event = read_event(rows[n].body)
        if isinstance(event, RulesUpgraded):
            return event.rules, n
        if isinstance(event, Created):
            return event.rules, 0
    return 0, 0


def _restore_live(room: Room, stored: StoredRoom, first: int, snapshot: RoomSnapshot | None) -> Room:
    """Fold all rows. The rows before ``first`` and those covered by the snapshot are not played."""
    if snapshot is not None and snapshot.seq > first:
        for row in stored.rows[: snapshot.seq]:
            room.apply_without_match(row)
        room.match = restore_match(snapshot.match, room.start_for_snapshot)
        room.asked_at = list(snapshot.asked_at)
        first = snapshot.seq
    else:
        for row in stored.rows[:first]:
            room.apply_without_match(row)
    for row in stored.rows[first:]:
        room.apply(row)
    room.draw_after_undo()  # a snapshot may show the position before these draws
    return room


def _restore_migrated(room: Room, stored: StoredRoom, version: int) -> Room:
    """Replay the moves, translated to the current rules. The caller must commit ``pending_upgrade``."""
    for row in stored.rows:
        room.apply_without_match(row)
    moves = room.game.migrations[version](_moves(stored.rows, room.beginning.moves))
    room.pending_upgrade = RulesUpgraded(rules=room.game.rules_version, moves=moves)
    room.match = replay_moves(room.start, moves)
    _check_result(room)
    return room


def _moves(rows: Sequence[LogRow], imported: list[Move]) -> list[Move]:
    """All moves of the log that were not undone, with Nature's draws."""
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


def _restore_frozen(room: Room, stored: StoredRoom, snapshot: RoomSnapshot | None, fault: str) -> Room:
    """Show the room from its snapshot. BadInput if it has no readable snapshot."""
    if snapshot is None:
        raise BadInput("room", [fault, "it has no snapshot"])
    for row in stored.rows:
        room.apply_without_match(row)
    room.match = restore_match(snapshot.match, room.start_for_snapshot)
    room.match.stored_scores = stored_scores(snapshot.match)
    later = [read_event(row.body) for row in stored.rows[snapshot.seq :]]
    room.unplayed = [event.token for event in later if isinstance(event, Played)]
    room.status, room.fault = Status.FROZEN, fault
    return room


def _restore_unreadable(stored: StoredRoom, fault: str) -> Room:
    """A room that shows only its stored summary."""
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


def _check_agreement(room: Room, stored: StoredRoom, snapshot: RoomSnapshot | None) -> Room:
    """The replayed room. BadInput if its result or position differs from the stored one."""
    match = room.match
    _check_result(room)
    last = stored.rows[-1].seq if stored.rows else 0
    if match is not None and snapshot is not None and snapshot.seq == last:
        if match.position() != snapshot.match.position:
            raise BadInput("room", ["the current rules give another position than the snapshot"])
    return room


def _check_result(room: Room) -> None:
    """BadInput unless the current rules give the stored result, which is empty while the game is running."""
    totals = [score.total for score in room.match.scores()] if room.match is not None and room.over else []
    if totals != room.result:
        raise BadInput("room", ["the current rules give another result than the stored one"])


# ---- snapshots ----

SNAPSHOT_EVERY: Final = 50  # log entries


@dataclass(frozen=True, slots=True)
class RoomSnapshot:
    """A snapshot of the match, and ``Room.asked_at``, which only a replay of the log could restore."""

    seq: int
    asked_at: list[int]
    match: MatchSnapshot


def take_snapshot(room: Room) -> StoredSnapshot | None:
    """A snapshot of the room's current state. None if it has not started or is not live."""
    if room.match is None or room.status is not Status.LIVE:
        return None
    found = {"asked_at": room.asked_at, "match": snapshot_to_json(snapshot_match(room.match))}
    body = json.dumps(found, separators=(",", ":"), ensure_ascii=False)
    return StoredSnapshot(room.head.length, room.head.hash, body)


def read_snapshot(stored: StoredRoom) -> RoomSnapshot | None:
    """The parsed snapshot. None if it is missing, of an older format, or not of this log."""
    kept = stored.snapshot
    if kept is None or not 0 < kept.seq <= len(stored.rows) or stored.rows[kept.seq - 1].hash != kept.hash:
        return None
    try:
        found = json.loads(kept.body)
        asked_at = [int(seq) for seq in found["asked_at"]]
        return RoomSnapshot(kept.seq, asked_at, snapshot_from_json(found["match"]))
    except (BadInput, KeyError, TypeError, ValueError):
        return None
