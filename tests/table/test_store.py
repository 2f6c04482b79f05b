"""The store: what is acknowledged is kept, in both databases."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Connection, MetaData, event, func, select, text, update

from samovar.kernel.errors import BadInput
from samovar.table import ledger, schema
from samovar.table.ledger import Made, Played, Row
from samovar.table.store import Addition, Founding, NoTable, Remark, Snapshot, Store, StoreFailed
from tests.table import postgres as own


def rows(table: str, number: int, after: list[Row] | None = None) -> list[Row]:
    """So many entries that follow on each other."""
    found = list(after or [])
    hash = found[-1].hash if found else ledger.first_hash(table)
    for seq in range(len(found) + 1, len(found) + number + 1):
        what = Made(game="stroganov", seats=2) if seq == 1 else Played(seat=seq % 2, token=f"move.{seq}")
        body = ledger.write(what)
        hash = ledger.next_hash(hash, seq, seq * 1000, body)
        found.append(Row(seq, seq * 1000, body, hash, f"action-{seq}"))
    return found[len(after or []) :]


async def founded(store: Store, table: str) -> list[Row]:
    first = rows(table, 1)
    await store.found(Founding(table, "stroganov", first, "5eed", [(f"key-{table}", 1)], [("session", 0)]))
    return first


def test_what_was_written_is_read_again(store: Store) -> None:
    async def write() -> list[Row]:
        first = await founded(store, "t1")
        more = rows("t1", 3, first)
        assert await store.add(Addition("t1", more, Snapshot(2, 3, "frozen"), over=True))
        await store.remark("t1", Remark(1, 5, 0, "Anna", "<b>čaj?</b>"))
        return first + more

    written = asyncio.run(write())
    kept = store.kept("t1")
    assert kept is not None
    assert kept.rows == written
    assert kept.seed == store.secret("t1") == "5eed"
    assert kept.snapshots == [Snapshot(2, 3, "frozen")]
    assert kept.chat == [Remark(1, 5, 0, "Anna", "<b>čaj?</b>")]
    assert (kept.keys, kept.holders) == ({"key-t1": 1}, [("session", 0)])
    assert ledger.chain_faults("t1", kept.rows) == []
    assert store.held("session") == {"t1": [0]}
    assert (store.tables(), store.tables(running=True)) == (["t1"], [])
    assert store.kept("t2") is None


def test_of_two_who_append_the_same_entry_one_is_refused_and_others_are_not_touched(store: Store) -> None:
    async def write() -> tuple[bool, bool]:
        first = [await founded(store, table) for table in ("t1", "t2")]
        one = store.add(Addition("t1", rows("t1", 1, first[0])))
        assert await one
        late = Addition("t1", rows("t1", 2, first[0]), Snapshot(1, 1, "wrong"))
        return await asyncio.gather(store.add(late), store.add(Addition("t2", rows("t2", 2, first[1]))))

    assert tuple(asyncio.run(write())) == (False, True)
    found = store.kept("t1")
    assert found is not None
    assert [row.seq for row in found.rows] == [1, 2]
    assert found.snapshots == []
    assert [row.seq for row in store.rows("t2")] == [1, 2, 3]


def test_many_at_the_same_time_share_commits(store: Store) -> None:
    async def write() -> None:
        first = {f"t{n}": await founded(store, f"t{n}") for n in range(40)}
        before = store.commits
        additions = [store.add(Addition(table, rows(table, 2, found))) for table, found in first.items()]
        assert all(await asyncio.gather(*additions))
        assert store.commits - before < 20

    asyncio.run(write())
    assert all(len(store.rows(f"t{n}")) == 3 for n in range(40))


def test_a_write_that_fails_fails_alone(store: Store) -> None:
    async def write() -> tuple[object, object]:
        first = await founded(store, "t1")
        good = store.add(Addition("t1", rows("t1", 1, first)))
        return await asyncio.gather(founded(store, "t1"), good, return_exceptions=True)

    failed, written = asyncio.run(write())
    assert isinstance(failed, StoreFailed)
    assert written is True
    assert len(store.rows("t1")) == 2


def left_of(store: Store, table: str) -> int:
    """How many rows the database has of a table; its id, which stays, is not counted."""
    parts = [schema.event, schema.snapshot, schema.seat_key, schema.holding, schema.chat]
    found = [select(func.count()).select_from(part).where(part.c.game == table) for part in parts]
    with store.engine.connect() as connection:
        return sum(connection.scalar(one) or 0 for one in found)


def test_nothing_is_written_to_a_table_that_was_deleted(store: Store) -> None:
    async def write() -> None:
        first = await founded(store, "t1")
        await founded(store, "t2")
        await store.erase("t1")
        wrong = [
            store.remark("t1", Remark(1, 5, 0, "Anna", "tea?")),
            store.hold("friend", "t1", 1),
            store.change_key("t1", 1, "new"),
            store.add(Addition("t1", rows("t1", 1, first), over=True)),
        ]
        answers = await asyncio.gather(*wrong, store.hold("friend", "t2", 1), return_exceptions=True)
        assert [type(answer) for answer in answers] == [NoTable] * 4 + [type(None)]

    asyncio.run(write())
    assert left_of(store, "t1") == 0


def wait_for_one_who_waits(connection: Connection) -> None:
    """Until another transaction waits for this one."""
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    while not connection.scalar(waiting):
        time.sleep(0.01)


@pytest.mark.parametrize("first", ["writing", "deleting"])
def test_of_a_write_that_races_the_deletion_of_its_table_nothing_is_left(
    postgres: own.Server, first: str
) -> None:
    url = postgres.new_database()
    one, two = Store(url), Store(url)
    began = asyncio.run(founded(one, "t1"))
    addition = Addition("t1", rows("t1", 1, began))

    def write() -> None:
        asyncio.run(one.add(addition))

    def erase() -> None:
        asyncio.run(two.erase("t1"))

    # The first one is held up in the middle of its transaction until the other one waits for it.
    slow, quick = (one, erase) if first == "writing" else (two, write)
    held, go_on = threading.Event(), threading.Event()

    def hold_up(connection: Connection) -> None:
        if not held.is_set():
            held.set()
            go_on.wait()

    with ThreadPoolExecutor(2) as pool:
        event.listen(slow.engine, "commit", hold_up)
        before = pool.submit(write if first == "writing" else erase)
        held.wait()
        after = pool.submit(quick)
        with two.engine.connect() as connection:
            wait_for_one_who_waits(connection)
        go_on.set()
        before.result()
        if first == "writing":
            after.result()
        else:
            with pytest.raises(NoTable):
                after.result()
    assert left_of(one, "t1") == 0
    one.close()
    two.close()


def test_a_revoked_key_is_gone_with_all_who_held_the_seat(store: Store) -> None:
    async def write() -> None:
        await founded(store, "t1")
        await store.hold("friend", "t1", 1)
        await store.hold("friend", "t1", 1)
        await store.change_key("t1", 1, "new")

    asyncio.run(write())
    kept = store.kept("t1")
    assert kept is not None
    assert (kept.keys, kept.holders) == ({"new": 1}, [("session", 0)])


def test_every_change_of_the_log_is_found(store: Store) -> None:
    asyncio.run(founded(store, "t1"))
    asyncio.run(store.add(Addition("t1", rows("t1", 4, rows("t1", 1)))))
    whole = store.rows("t1")
    assert ledger.chain_faults("t1", whole) == []
    assert ledger.chain_faults("t2", whole) == ["entry 1 was changed"]
    assert ledger.chain_faults("t1", whole[:2] + whole[3:]) == ["entry 3 is missing"]
    with store.engine.begin() as connection:
        found = schema.event.c
        changed = update(schema.event).where(found.game == "t1", found.seq == 3)
        connection.execute(changed.values(body=ledger.write(Played(seat=0, token="move.4"))))
    assert ledger.chain_faults("t1", store.rows("t1")) == ["entry 3 was changed"]


def test_migrations_make_the_schema_that_the_code_uses(store: Store) -> None:
    found = MetaData()
    found.reflect(store.engine)
    made = {table.name: {column.name for column in table.columns} for table in found.tables.values()}
    made.pop("alembic_version")
    wanted = {
        table.name: {column.name for column in table.columns} for table in schema.metadata.sorted_tables
    }
    assert made == wanted


def test_sqlite_is_as_careful_as_it_can_be(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/games.db")
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
    store.close()


@pytest.mark.parametrize("address", ["mysql://x/y", "sqlite:////no/such/folder/games.db"])
def test_an_address_that_cannot_be_used_is_one_clear_message(address: str) -> None:
    with pytest.raises(BadInput, match=r"database: .*(must begin|cannot be opened)"):
        Store(address)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("These are not games. " * 100)
    with pytest.raises(BadInput, match="cannot be opened: file is not a database"):
        Store(f"sqlite:///{tmp_path}/games.db")
