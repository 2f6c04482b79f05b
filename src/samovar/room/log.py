"""The log of a room: rows with a hash chain, which exposes any changed, removed or inserted row."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from samovar.room.events import RoomEvent, write_event

LOG_FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class LogRow:
    """One stored event."""

    seq: int  # counts from 1
    at: int  # milliseconds since 1970
    body: str
    hash: str
    action_id: str | None = None  # given by the client, so that it can retry a request
    request: str = ""  # digest of the command; detects another command with the same action id


@dataclass(frozen=True, slots=True)
class LogHead:
    """The length of a log and the hash of its last row."""

    length: int
    hash: str


def empty_head(room: str) -> LogHead:
    """The head before the first row."""
    return LogHead(0, hashlib.sha256(f"samovar table {room}".encode()).hexdigest())


def next_rows(
    head: LogHead, events: Sequence[RoomEvent], at: int, action_id: str = "", request: str = ""
) -> list[LogRow]:
    """The rows of these events after ``head``. The first one carries the action id."""
    rows: list[LogRow] = []
    for event in events:
        body, seq = write_event(event), head.length + 1
        head = LogHead(seq, chain_hash(head.hash, seq, at, body))
        first = bool(action_id) and not rows
        rows.append(LogRow(seq, at, body, head.hash, action_id if first else None, request if first else ""))
    return rows


def chain_hash(before: str, seq: int, at: int, body: str) -> str:
    """The hash of a row. It depends on all earlier rows through ``before``, the hash of the previous row."""
    return hashlib.sha256(f"{before}\n{seq}\n{at}\n{body}".encode()).hexdigest()


def chain_faults(room: str, rows: Sequence[LogRow], head: LogHead | None = None) -> list[str]:
    """The first fault of a log: a missing, changed or added row. ``head`` exposes rows missing at the end."""
    found = empty_head(room)
    for n, row in enumerate(rows, 1):
        if row.seq != n:
            return [f"entry {n} is missing"]
        if chain_hash(found.hash, row.seq, row.at, row.body) != row.hash:
            return [f"entry {n} was changed"]
        found = LogHead(n, row.hash)
    if head is not None and head.length > found.length:
        return [f"entry {found.length + 1} is missing"]
    if head is not None and head != found:
        return [f"entry {head.length + 1} was added, or the last one was replaced"]
    return []
