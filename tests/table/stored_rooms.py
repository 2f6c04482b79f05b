"""Rooms for tests of the store, which does not interpret their events."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from samovar.room.changes import Change
from samovar.room.events import Created, Played
from samovar.room.log import LogHead, LogRow, empty_head, next_rows
from samovar.room.outcome import NewRoom, Outcome, Summary
from samovar.room.restore import StoredSnapshot
from samovar.table.store import Committed, Store

BOX = "b" * 64


def new_room(id: str, **changed: Any) -> NewRoom:
    """A room with one entry, a token for seat 1, and a host that holds seat 0."""
    rows = next_rows(empty_head(id), [Created(game="stroganov", seats=2)], 1000)
    fields: dict[str, Any] = {
        "id": id,
        "game": "stroganov",
        "rows": rows,
        "summary": Summary(["Eva", ""], [], ended=False, result=[]),
        "secret": "5eed",
        "box": BOX,
        "box_text": "a box",
        "tokens": {f"token-{id}": 1},
        "holders": {"eva": frozenset({0})},
        "hosts": frozenset({"eva"}),
    }
    return NewRoom(**fields | changed)


def rows_after(head: LogHead, number: int, action_id: str = "") -> list[LogRow]:
    """The given number of rows after this head."""
    events = [Played(seat=n % 2, token=f"move.{head.length + n}") for n in range(1, number + 1)]
    return next_rows(head, events, head.length * 1000, action_id, "request" if action_id else "")


def head_of(rows: Sequence[LogRow]) -> LogHead:
    return LogHead(rows[-1].seq, rows[-1].hash)


async def append(
    store: Store, id: str, head: LogHead, number: int = 1, snapshot: StoredSnapshot | None = None
) -> Committed | None:
    return await store.commit(id, head, Outcome(rows_after(head, number)), snapshot)


async def append_forever(url: str, number: int) -> None:
    """Append to the given number of rooms concurrently, and print the acknowledged entries."""
    store = Store(url)

    async def append_to(id: str) -> None:
        stored = store.reader.load(id)
        if stored is None:
            await store.create(new_room(id))
        head = stored.head if stored else new_room(id).head
        while True:
            rows = rows_after(head, 1 + head.length % 3, f"0/act/{head.length}")
            assert await store.commit(id, head, Outcome(rows)) is not None
            head = head_of(rows)
            print(id, head.length, head.hash, flush=True)

    await asyncio.gather(*(append_to(f"r{n}") for n in range(number)))


async def change(store: Store, id: str, *changes: Change) -> Committed | None:
    """Commit changes beside the log."""
    return await store.commit(id, empty_head(id), Outcome(changes=changes))
