"""Stored rooms and games of other rules versions."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from samovar.kernel.game import Migration, Rules, Score
from samovar.kernel.step import Step
from samovar.room.log import LogHead, LogRow, chain_hash, empty_head
from samovar.room.restore import StoredRoom
from tests.kernel.tiny import OPTIONS, STEPS, Tiny, TinyGame


class TinyVersion(TinyGame):
    """The tiny game with another rules version. ``bonus`` is added to every score."""

    def __init__(
        self,
        version: int,
        replays: frozenset[int] = frozenset(),
        migrations: Mapping[int, Migration] | None = None,
        replaced: Mapping[str, Step[Tiny]] | None = None,
        bonus: int = 0,
    ) -> None:
        others = replaced or {}
        Rules.__init__(
            self,
            "tiny",
            "Tiny",
            2,
            4,
            OPTIONS,
            [others.get(step.__name__) or step() for step in STEPS],
            hidden=True,
            rules_version=version,
            replays=replays,
            migrations=migrations,
        )
        self.bonus = bonus

    def score(self, s: Tiny) -> list[Score]:
        found = [Score(one.seat, {**one.breakdown, "bonus": self.bonus}) for one in super().score(s)]
        for one, other in zip(found, super().score(s), strict=True):
            one.rank = other.rank
        return found


def with_rows(stored: StoredRoom, rows: Sequence[LogRow]) -> StoredRoom:
    """The room with these rows and a valid hash chain."""
    head, found = empty_head(stored.id), list[LogRow]()
    for row in rows:
        head = LogHead(row.seq, chain_hash(head.hash, row.seq, row.at, row.body))
        found.append(replace(row, hash=head.hash))
    snapshot = stored.snapshot
    if snapshot is not None:
        snapshot = replace(snapshot, hash=found[snapshot.seq - 1].hash)
    return replace(stored, rows=found, head=head, snapshot=snapshot)


def rewritten(stored: StoredRoom, change: Callable[[dict[str, Any]], None]) -> StoredRoom:
    """The room with each event changed by ``change``."""
    rows = list[LogRow]()
    for row in stored.rows:
        event = json.loads(row.body)
        change(event)
        rows.append(replace(row, body=json.dumps(event, separators=(",", ":"), ensure_ascii=False)))
    return with_rows(stored, rows)


def of_version(stored: StoredRoom, version: int) -> StoredRoom:
    """The room with another rules version in its log."""

    def change(event: dict[str, Any]) -> None:
        if event["type"] == "made":
            event["rules"] = version

    return rewritten(stored, change)


def with_snapshot(stored: StoredRoom, change: Callable[[dict[str, Any]], None]) -> StoredRoom:
    """The room with a changed match in its snapshot."""
    assert stored.snapshot is not None
    body = json.loads(stored.snapshot.body)
    change(body["match"])
    return replace(stored, snapshot=replace(stored.snapshot, body=json.dumps(body)))
