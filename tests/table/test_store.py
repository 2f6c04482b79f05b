"""The store: every acknowledged write is stored, in both databases."""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, MetaData, event, func, select, text, update

from samovar.kernel.errors import BadInput
from samovar.room.changes import (
    AddChat,
    Change,
    ChatLine,
    Delete,
    DropSeat,
    DropSession,
    HoldSeat,
    RemoveChat,
    SetToken,
)
from samovar.room.errors import NotFound
from samovar.room.events import Played
from samovar.room.log import chain_faults, next_rows
from samovar.room.outcome import Outcome, Summary
from samovar.room.restore import StoredRoom, StoredSnapshot
from samovar.table.store import Committed, Store, StoredSummary, StoreFailed, schema
from tests.table import postgres as own
from tests.table.stored_rooms import BOX, append, change, head_of, new_room, rows_after

TEA = AddChat(at=5, seat=0, name="Eva", text="<b>čaj?</b>")


def loaded(store: Store, id: str) -> StoredRoom:
    found = store.reader.load(id)
    assert found is not None
    return found


def created(store: Store, *ids: str) -> None:
    async def write() -> None:
        for id in ids:
            await store.create(new_room(id))

    asyncio.run(write())


def changed(store: Store, id: str, *changes: Change) -> Committed | None:
    return asyncio.run(change(store, id, *changes))


# ---- rooms, appends, summaries ----


def test_a_new_room_is_loaded_as_it_was_stored(store: Store) -> None:
    new = new_room("r1", snapshot=StoredSnapshot(1, new_room("r1").head.hash, "frozen"))
    asyncio.run(store.create(new))
    assert loaded(store, "r1") == StoredRoom(
        id="r1",
        game="stroganov",
        names=["Eva", ""],
        result=[],
        head=new.head,
        rows=list(new.rows),
        secret="5eed",
        snapshot=new.snapshot,
        chat=[],
        tokens={"token-r1": 1},
        holders={"eva": frozenset({0})},
        hosts=frozenset({"eva"}),
    )
    assert store.reader.load("r2") is None
    assert store.reader.box_text(BOX) == "a box"
    assert store.reader.box_text("unknown") == ""
    assert store.reader.revisions(["r1", "r2"]) == {"r1": 0}


def test_an_outcome_is_committed_in_one_transaction(store: Store) -> None:
    created(store, "r1")
    first = new_room("r1")
    rows = rows_after(first.head, 3, "0/act/1")
    outcome = Outcome(
        rows,
        [TEA, HoldSeat("bob", 1, "token-r1")],
        new_room("r2", secret="other", box="c" * 64, box_text="another box"),
        Summary(["Eva", "Bob"], [1], ended=True, result=[3, 2]),
    )
    snapshot = StoredSnapshot(4, rows[-1].hash, "frozen")
    committed = asyncio.run(store.commit("r1", first.head, outcome, snapshot))
    assert committed is not None
    assert store.reader.revisions(["r1"]) == {"r1": 1}
    found = loaded(store, "r1")
    assert list(found.rows) == [*first.rows, *rows]
    assert (found.head, found.snapshot) == (head_of(rows), snapshot)
    assert (found.names, found.result) == (["Eva", "Bob"], [3, 2])
    assert found.chat == [ChatLine(committed.chat[0], 5, 0, "Eva", "<b>čaj?</b>")]
    assert (found.tokens, found.holders) == ({}, {"eva": frozenset({0}), "bob": frozenset({1})})
    assert loaded(store, "r2").secret == "other"
    assert store.reader.box_text("c" * 64) == "another box"
    assert store.reader.rows_after("r1", 2) == rows[1:]
    assert store.reader.room_ids(running=True) == ["r2"]
    assert store.reader.room_ids() == ["r1", "r2"]


def test_an_outcome_without_summary_keeps_the_old_one(store: Store) -> None:
    created(store, "r1")
    assert asyncio.run(append(store, "r1", new_room("r1").head)) is not None
    assert loaded(store, "r1").names == ["Eva", ""]


def test_my_rooms_are_listed_without_opening_them(store: Store) -> None:
    async def write() -> None:
        for n in range(4):
            rows = [replace(row, at=n * 1000) for row in new_room(f"r{n}").rows]
            await store.create(new_room(f"r{n}", rows=rows))
        await change(store, "r0", DropSession("eva", frozenset()))
        await change(store, "r1", DropSeat(0))
        await change(store, "r2", HoldSeat("eva", 1))

    asyncio.run(write())
    names: list[str] = ["Eva", ""]
    assert store.reader.my_rooms("eva", 10) == [
        StoredSummary(f"r{n}", "stroganov", n * 1000, names, [], False, [], seats, True, changed_at=n * 1000)
        for n, seats in [(3, [0]), (2, [0, 1]), (1, [])]
    ]
    assert [room.id for room in store.reader.my_rooms("eva", 2)] == ["r3", "r2"]
    assert store.reader.my_rooms("nobody", 10) == []


def test_a_list_of_rooms_has_the_round_the_last_change_and_the_origin_of_a_fork(store: Store) -> None:
    async def write() -> None:
        for id in ["old", "new"]:
            await store.create(new_room(id, fork_of="old" if id == "new" else ""))
        rows = [replace(row, at=9000) for row in rows_after(new_room("old").head, 1)]
        summary = Summary(["Eva", "Bob"], [1], ended=False, result=[], period=[2, 3, 40])
        await store.commit("old", new_room("old").head, Outcome(rows, summary=summary))

    asyncio.run(write())
    assert [
        (room.id, room.period, room.changed_at, room.fork_of) for room in store.reader.my_rooms("eva", 9)
    ] == [
        ("old", [2, 3, 40], 9000, ""),
        ("new", [], 1000, "old"),
    ]
    assert store.reader.has_rights("eva", "old")
    assert not store.reader.has_rights("bob", "old")
    assert not store.reader.has_rights("eva", "other")


def test_a_summary_is_replaced_unless_the_log_has_grown(store: Store) -> None:
    created(store, "r1")

    async def write() -> None:
        await store.update_summary("r1", Summary(["Eva", "Bob"], [0, 1], ended=False, result=[]), length=1)
        await append(store, "r1", new_room("r1").head)
        await store.update_summary("r1", Summary(["late"], [], ended=True, result=[9]), length=1)

    asyncio.run(write())
    (found,) = store.reader.my_rooms("eva", 1)
    assert (found.names, found.actors, found.ended, found.result) == (["Eva", "Bob"], [0, 1], False, [])


def test_a_snapshot_replaces_only_an_earlier_one(store: Store) -> None:
    created(store, "r1")
    full = Summary(["Eva", "Bob"], [0], ended=False, result=[])
    asyncio.run(store.update_summary("r1", full, length=1))
    assert store.reader.rooms_without_snapshot() == ["r1"]
    for seq, body in [(5, "five"), (3, "three"), (5, "again")]:
        asyncio.run(store.save_snapshot("r1", StoredSnapshot(seq, "hash", body)))
    asyncio.run(store.save_snapshot("gone", StoredSnapshot(1, "hash", "body")))
    assert loaded(store, "r1").snapshot == StoredSnapshot(5, "hash", "again")
    assert store.reader.rooms_without_snapshot() == []
    assert count(store, "snapshot", "gone") == 0


def test_a_room_with_an_empty_seat_needs_no_snapshot(store: Store) -> None:
    created(store, "r1")
    assert store.reader.rooms_without_snapshot() == []


# ---- conflicts and failures ----


def test_of_two_appends_to_the_same_head_one_is_a_conflict(store: Store) -> None:
    created(store, "r1", "r2")

    async def write() -> tuple[Committed | None, ...]:
        one, two = new_room("r1").head, new_room("r2").head
        wrong = StoredSnapshot(3, "hash", "wrong")
        return await asyncio.gather(
            append(store, "r1", one), append(store, "r1", one, 2, wrong), append(store, "r2", two, 2)
        )

    answers = asyncio.run(write())
    assert [answer is None for answer in answers] == [False, True, False]
    found = loaded(store, "r1")
    assert (len(found.rows), found.head.length, found.snapshot) == (2, 2, None)
    assert len(loaded(store, "r2").rows) == 3


def test_a_used_action_id_is_a_conflict(store: Store) -> None:
    created(store, "r1", "r2")

    async def write() -> list[Committed | None]:
        rows = rows_after(new_room("r1").head, 1, "0/act/7")
        again = rows_after(head_of(rows), 1, "0/act/7")
        other = rows_after(new_room("r2").head, 1, "0/act/7")  # an action id belongs to its room
        return [
            await store.commit("r1", new_room("r1").head, Outcome(rows)),
            await store.commit("r1", head_of(rows), Outcome(again)),
            await store.commit("r2", new_room("r2").head, Outcome(other)),
        ]

    assert [answer is None for answer in asyncio.run(write())] == [False, True, False]
    assert loaded(store, "r1").head.length == 2
    assert loaded(store, "r1").rows[1].action_id == "0/act/7"
    assert loaded(store, "r1").rows[1].request == "request"


def test_the_id_of_an_existing_room_is_a_conflict_in_an_outcome(store: Store) -> None:
    created(store, "r1", "r2")
    head = new_room("r1").head
    outcome = Outcome(rows_after(head, 1), create=new_room("r2"))
    assert asyncio.run(store.commit("r1", head, outcome)) is None
    assert len(loaded(store, "r1").rows) == 1


@pytest.mark.parametrize("deleted", [False, True])
def test_an_id_is_used_once(store: Store, deleted: bool) -> None:
    asyncio.run(store.create(new_room("r1", secret="")))
    if deleted:
        changed(store, "r1", Delete())
    with pytest.raises(BadInput, match="pledge: already used"):
        created(store, "r1")
    assert store.reader.is_used("r1")
    assert not store.reader.is_used("r2")


def test_many_commits_share_transactions(store: Store) -> None:
    ids = [f"r{n}" for n in range(40)]
    created(store, *ids)

    async def write() -> None:
        before = store.commits
        appends = [append(store, id, new_room(id).head, 2) for id in ids]
        answers = await asyncio.gather(*appends, *(change(store, id, TEA) for id in ids))
        assert None not in answers
        assert store.commits - before < 20

    asyncio.run(write())
    assert all(len(loaded(store, id).rows) == 3 for id in ids)
    assert all(len(loaded(store, id).chat) == 1 for id in ids)
    assert store.reader.revisions(ids) == dict.fromkeys(ids, 2)


def test_a_failing_job_does_not_fail_its_batch(store: Store) -> None:
    created(store, "r1", "r2")

    async def write() -> list[Any]:
        too_long = AddChat(at=2**80, seat=0, name="Eva", text="no database stores this time")
        before = store.commits
        found = await asyncio.gather(
            store.create(new_room("r1")),
            change(store, "r1", TEA),
            change(store, "r2", TEA, too_long),
            append(store, "r2", new_room("r2").head),
            change(store, "gone", TEA),
            return_exceptions=True,
        )
        assert store.commits - before == 2
        return list(found)

    used, said, failed, appended, gone = asyncio.run(write())
    assert [type(used), type(failed), type(gone)] == [BadInput, StoreFailed, NotFound]
    assert isinstance(said, Committed)
    assert isinstance(appended, Committed)
    assert len(loaded(store, "r1").chat) == 1
    assert loaded(store, "r2").chat == []
    assert len(loaded(store, "r2").rows) == 2


def test_a_closed_store_refuses_to_write(url: str) -> None:
    store = Store(url)
    created(store, "r1")
    store.close()
    with pytest.raises(StoreFailed, match="closed"):
        created(store, "r2")


# ---- beside the log ----


def test_each_stored_change_equals_the_change_of_the_room(store: Store) -> None:
    created(store, "r1")

    async def write() -> None:
        await change(store, "r1", HoldSeat("bob", 1, "token-r1"), HoldSeat("bob", 1), HoldSeat("bob", 0))
        await change(store, "r1", SetToken(1, "new"))

    asyncio.run(write())
    found = loaded(store, "r1")
    assert found.tokens == {"new": 1}
    assert found.holders == {"eva": frozenset({0}), "bob": frozenset({0})}
    changed(store, "r1", DropSeat(1), DropSession("eva", frozenset({0})))
    found = loaded(store, "r1")
    assert (found.tokens, found.holders, found.hosts) == ({}, {"bob": frozenset({0})}, frozenset())


def test_the_number_of_a_chat_line_is_never_reused(store: Store) -> None:
    created(store, "r1", "r2")
    said = changed(store, "r1", TEA, replace(TEA, seat=1, text="yes"), replace(TEA, text="now"))
    other = changed(store, "r2", TEA)
    assert said is not None
    assert other is not None
    first, second, third = said.chat
    assert first < second < third < other.chat[0]
    changed(store, "r2", RemoveChat(first), RemoveChat(other.chat[0]))  # the first line is of another room
    later = changed(store, "r2", TEA)
    assert later is not None
    assert later.chat[0] > other.chat[0]
    changed(store, "r1", RemoveChat(first))
    assert [line.number for line in loaded(store, "r1").chat] == [second, third]
    assert [line.text for line in store.reader.chat_of("r1", [1])] == ["yes"]
    changed(store, "r1", DropSession("bob", frozenset({1})))
    assert [line.number for line in loaded(store, "r1").chat] == [third]


def test_a_room_is_loaded_with_its_last_chat_lines(store: Store) -> None:
    created(store, "r1")
    changed(store, "r1", *(replace(TEA, at=n) for n in range(203)))
    assert [line.at for line in loaded(store, "r1").chat] == list(range(3, 203))
    assert len(store.reader.chat_of("r1", [0])) == 203


def test_concurrent_chat_of_two_servers_does_not_conflict(postgres: own.Server) -> None:
    url = postgres.new_database()
    stores = [Store(url), Store(url)]
    created(stores[0], "r1", "r2")

    async def chatter(store: Store) -> list[Committed | None]:
        lines = [replace(TEA, at=n) for n in range(40)]
        return await asyncio.gather(*(change(store, f"r{1 + n % 2}", line) for n, line in enumerate(lines)))

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda store: asyncio.run(chatter(store)), stores))
    numbers = [answer.chat[0] for found in answers for answer in found if answer is not None]
    assert len(set(numbers)) == 80
    assert [len(loaded(stores[0], id).chat) for id in ("r1", "r2")] == [40, 40]
    assert stores[1].reader.revisions(["r1", "r2"]) == {"r1": 40, "r2": 40}
    for store in stores:
        store.close()


# ---- deletion ----


def count(store: Store, table: str, id: str) -> int:
    part = schema.metadata.tables[table]
    query = select(func.count()).select_from(part).where(part.c.room == id)
    with store.engine.connect() as connection:
        return connection.scalar(query) or 0


def left_of(store: Store, id: str) -> list[str]:
    """The database tables that still have rows of a room."""
    tables = [name for name, table in schema.metadata.tables.items() if "room" in table.c]
    return [name for name in tables if count(store, name, id)]


def test_only_the_id_of_a_deleted_room_stays(store: Store) -> None:
    rooms = [new_room(id, snapshot=StoredSnapshot(1, "hash", "frozen")) for id in ("r1", "r2")]

    async def write() -> None:
        for new in rooms:
            await store.create(new)
        await change(store, "r1", TEA)
        await change(store, "r1", Delete())

    asyncio.run(write())
    assert left_of(store, "r1") == ["secret"]
    assert store.reader.load("r1") is None
    assert store.reader.is_used("r1")
    assert store.reader.my_rooms("eva", 5)[0].id == "r2"
    with store.engine.connect() as connection:
        seeds = connection.execute(select(schema.secret.c.room, schema.secret.c.seed)).all()
    assert ("r1", "") in seeds
    assert ("r2", "5eed") in seeds


def test_nothing_is_written_to_a_deleted_room(store: Store) -> None:
    created(store, "r1", "r2")

    async def write() -> list[Any]:
        wrong: list[Coroutine[Any, Any, Any]] = [
            change(store, "r1", TEA),
            change(store, "r1", HoldSeat("bob", 1)),
            change(store, "r1", SetToken(1, "new")),
            change(store, "r1", Delete()),
            append(store, "r1", new_room("r1").head),
        ]
        # The deletion and all other jobs are in the same batch.
        return await asyncio.gather(
            change(store, "r1", Delete()), *wrong, change(store, "r2", TEA), return_exceptions=True
        )

    deleted, *refused, other = asyncio.run(write())
    assert isinstance(deleted, Committed)
    assert [type(answer) for answer in refused] == [NotFound] * 5
    assert isinstance(other, Committed)
    asyncio.run(store.save_snapshot("r1", StoredSnapshot(1, "hash", "frozen")))
    asyncio.run(store.update_summary("r1", Summary([], [], ended=True, result=[]), length=1))
    assert left_of(store, "r1") == ["secret"]


def wait_for_waiting(connection: Connection) -> None:
    """Wait until another transaction waits for a lock."""
    while not connection.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")):
        time.sleep(0.01)


Write = Callable[[Store], Coroutine[Any, Any, Any]]
WRITES: dict[str, Write] = {
    "append": lambda store: append(store, "r1", new_room("r1").head),
    "chat": lambda store: change(store, "r1", TEA),
    "snapshot": lambda store: store.save_snapshot("r1", StoredSnapshot(1, "hash", "frozen")),
}


@pytest.mark.parametrize("first", ["write", "delete"])
@pytest.mark.parametrize("kind", WRITES)
def test_a_write_concurrent_with_a_deletion_leaves_no_rows(
    postgres: own.Server, kind: str, first: str
) -> None:
    url = postgres.new_database()
    one, two = Store(url), Store(url)
    created(one, "r1")

    def write() -> None:
        asyncio.run(WRITES[kind](one))

    def delete() -> None:
        asyncio.run(change(two, "r1", Delete()))

    # The first transaction pauses before its commit until the other one waits for its lock.
    slow = one if first == "write" else two
    held, go_on = threading.Event(), threading.Event()

    def hold_up(connection: Connection) -> None:
        if not held.is_set():
            held.set()
            go_on.wait()

    event.listen(slow.engine, "commit", hold_up)
    with ThreadPoolExecutor(2) as pool:
        before = pool.submit(write if first == "write" else delete)
        held.wait()
        after = pool.submit(delete if first == "write" else write)
        with two.engine.connect() as connection:
            wait_for_waiting(connection)
        go_on.set()
        before.result()
        if first == "write" or kind == "snapshot":
            after.result()
        else:
            with pytest.raises(NotFound):
                after.result()
    assert left_of(one, "r1") == ["secret"]
    one.close()
    two.close()


# ---- several servers ----


def test_a_load_is_consistent_during_writes(postgres: own.Server) -> None:
    """Head and rows agree while another server keeps appending."""
    url = postgres.new_database()
    one, two = Store(url), Store(url)
    created(one, "r1")
    done = threading.Event()

    async def write() -> None:
        head = new_room("r1").head
        while not done.is_set():
            rows = rows_after(head, 1)
            assert await one.commit("r1", head, Outcome(rows)) is not None
            head = head_of(rows)

    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(lambda: asyncio.run(write()))
        for _ in range(100):
            found = loaded(two, "r1")
            assert chain_faults("r1", found.rows, found.head) == []
        done.set()
        writing.result()
    assert loaded(two, "r1").head.length > 1
    one.close()
    two.close()


def test_two_servers_that_append_to_the_same_rooms_lose_nothing(postgres: own.Server) -> None:
    """The batches of both servers overlap. Conflicts are reported, and there is no deadlock."""
    url = postgres.new_database()
    stores = [Store(url), Store(url)]
    ids = [f"r{n}" for n in range(8)]
    created(stores[0], *ids)

    async def play(store: Store, id: str) -> int:
        written = 0
        while written < 10:
            head = (await store.run_query(loaded, store, id)).head
            outcome = Outcome(rows_after(head, 1), [TEA] if written % 3 else [])
            written += await store.commit(id, head, outcome) is not None
        return written

    async def play_all(store: Store) -> None:
        await asyncio.gather(*(play(store, id) for id in random.sample(ids, len(ids))))

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda store: asyncio.run(play_all(store)), stores, timeout=120))
    for id in ids:
        found = loaded(stores[0], id)
        assert chain_faults(id, found.rows, found.head) == []
        assert found.head.length == 21
        assert len(found.chat) == 12
    for store in stores:
        store.close()


def test_all_servers_have_the_same_key(url: str) -> None:
    one = Store(url)
    two = Store(url, lock=False)
    assert one.server_key == two.server_key
    assert len(one.server_key) == 64
    one.close()
    two.close()


# ---- the database itself ----


def test_the_head_of_the_room_exposes_a_missing_or_changed_row(store: Store) -> None:
    created(store, "r1")
    asyncio.run(append(store, "r1", new_room("r1").head, 4))
    whole = loaded(store, "r1")
    assert chain_faults("r1", whole.rows, whole.head) == []
    row = schema.room_event.c
    other = next_rows(head_of(whole.rows[:2]), [Played(seat=0, token="move.9")], 0)[0]
    with store.engine.begin() as connection:
        connection.execute(
            update(schema.room_event).where(row.room == "r1", row.seq == 3).values(body=other.body)
        )
    found = loaded(store, "r1")
    assert chain_faults("r1", found.rows, found.head) == ["entry 3 was changed"]
    with store.engine.begin() as connection:
        connection.execute(schema.room_event.delete().where(row.room == "r1", row.seq >= 3))
    found = loaded(store, "r1")
    assert chain_faults("r1", found.rows, found.head) == ["entry 3 is missing"]


def test_rows_without_a_room_are_found(store: Store) -> None:
    created(store, "r1", "r2")
    assert store.reader.orphans() == {}
    with store.engine.begin() as connection:
        connection.execute(schema.room.delete().where(schema.room.c.id == "r1"))
    assert store.reader.orphans() == {"r1": ["room_event", "seat_token", "seat_holder", "room_host"]}


def test_migrations_create_the_schema_of_the_code(store: Store) -> None:
    found = MetaData()
    found.reflect(store.engine)
    found.remove(found.tables["alembic_version"])

    def shape(metadata: MetaData) -> dict[str, Any]:
        return {
            table.name: (
                {column.name: column.nullable for column in table.columns},
                [column.name for column in table.primary_key],
                {str(index.name): [column.name for column in index.columns] for index in table.indexes},
            )
            for table in metadata.tables.values()
        }

    assert shape(found) == shape(schema.metadata)


def test_sqlite_syncs_every_commit(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/games.db")
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
    store.close()


@pytest.mark.parametrize(
    "address",
    ["mysql://x/y", "games.db", "sqlite://", "sqlite:///:memory:", "sqlite:////no/such/folder/games.db"],
)
def test_an_unusable_url_gives_one_clear_message(address: str) -> None:
    with pytest.raises(BadInput, match=r"^database: .*(must begin|must name a file|cannot be opened)"):
        Store(address)


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("These are not games. " * 100)
    for _ in range(2):  # a refusal releases the lock
        with pytest.raises(BadInput, match="cannot be opened: file is not a database"):
            Store(f"sqlite:///{tmp_path}/games.db")


def test_a_database_of_a_newer_version_is_refused(url: str) -> None:
    store = Store(url)
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    with pytest.raises(BadInput, match="newer version"):
        Store(url)


def test_a_read_only_database_gives_one_message_without_secrets(url: str) -> None:
    store = Store(url)
    with store.engine.begin() as connection:
        connection.execute(text("ALTER TABLE secret RENAME TO elsewhere"))
    store.close()
    with pytest.raises(BadInput, match=r"^database: cannot be written: [^\n]*$") as caught:
        Store(url)
    assert not re.search(r"[0-9a-f]{64}", str(caught.value))


# ---- the file of SQLite ----


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    (tmp_path / "link.db").symlink_to(tmp_path / "games.db")
    store = Store(url)
    for other in (url, f"sqlite:///{tmp_path}/link.db"):
        with pytest.raises(BadInput, match=r"games.db|link.db is used by another server"):
            Store(other)
    found = subprocess.run(
        [sys.executable, "-c", f"from samovar.table.store import Store; Store({url!r})"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "is used by another server" in found.stderr
    store.close()
    Store(f"sqlite:///{tmp_path}/link.db").close()


def test_the_lock_of_a_killed_server_is_released(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    code = f"from samovar.table.store import Store; s = Store({url!r}); print(flush=True); input()"
    server = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert server.stdout is not None
    server.stdout.readline()
    with pytest.raises(BadInput, match="is used by another server"):
        Store(url)
    server.kill()
    server.communicate()
    Store(url).close()


@pytest.mark.parametrize("lost", ["games.db", "games.db-wal"])
@pytest.mark.parametrize("replaced", [False, True])
def test_nothing_is_acknowledged_after_the_file_was_removed(
    tmp_path: Path, lost: str, replaced: bool
) -> None:
    store = Store(f"sqlite:///{tmp_path}/games.db")
    created(store, "r1")
    asyncio.run(store.check_writable())
    data = (tmp_path / lost).read_bytes()
    (tmp_path / lost).rename(tmp_path / "elsewhere")
    if replaced:
        (tmp_path / lost).write_bytes(data)
    with pytest.raises(StoreFailed, match=r"removed|replaced"):
        changed(store, "r1", TEA)
    with pytest.raises(StoreFailed, match=r"removed|replaced"):
        asyncio.run(store.check_writable())
    store.close()


def test_an_unwritable_database_is_detected(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    store = Store(f"sqlite:///{path}")
    created(store, "r1")
    other = sqlite3.connect(path, isolation_level=None)
    with store.engine.connect() as connection:  # the writer's connection, back in the pool
        connection.exec_driver_sql("PRAGMA busy_timeout = 10")
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreFailed, match="locked"):
        asyncio.run(store.check_writable())
    other.execute("ROLLBACK")
    asyncio.run(store.check_writable())
    other.close()
    store.close()


# ---- queries ----


def test_queries_do_not_need_the_default_threads_of_asyncio(store: Store) -> None:
    created(store, "r1")

    async def ask() -> None:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(1))
        go_on = threading.Event()
        busy = loop.run_in_executor(None, go_on.wait)
        found = await asyncio.wait_for(store.run_query(store.reader.load, "r1"), 20)
        assert found is not None
        go_on.set()
        await busy

    asyncio.run(ask())


def test_a_failing_query_raises_store_failed(store: Store) -> None:
    with store.engine.begin() as connection:
        connection.execute(text("DROP TABLE chat"))
    created(store, "r1")
    with pytest.raises(StoreFailed, match=r"the database failed: .*chat"):
        store.reader.load("r1")
