"""Rooms stored by earlier versions are upgraded with the same people, game and result.

tests/rooms/README.md describes the files. The functions before the tests convert a room of the current code
to the fields of ``expected.json``. Later versions adapt these functions, never the stored files.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Engine, MetaData, create_engine, text

from samovar.match import fair_shuffle
from samovar.match.match import Match
from samovar.match.redaction import SPECTATOR, redact_match
from samovar.match.replay import replay_moves
from samovar.room.access import digest
from samovar.room.events import Undone
from samovar.room.export import record_with_proof
from samovar.room.log import next_rows
from samovar.room.restore import StoredRoom, restore, take_snapshot
from samovar.room.room import Room, Status
from samovar.table.store import SERVER_SECRET, Store, open_reader
from samovar.table.store.engine import alembic_config, open_engine, parse_url
from tests.table import postgres as own

FOLDER = Path(__file__).parents[1] / "rooms"
VERSIONS = ["4c85514", "v1"]
EXPECTED: dict[str, dict[str, Any]] = {
    version: json.loads((FOLDER / version / "expected.json").read_text(encoding="utf-8"))
    for version in VERSIONS
}
# In this room a turn was restarted. Old servers, after they reloaded the room, let the other seat undo its
# decision before that turn. The current code does not, but it still folds logs with such an undo.
UNDO_AFTER_REOPENING = {"restarted"}
ROOMS = [(version, name) for version in VERSIONS for name in EXPECTED[version]["rooms"]]


def rooms_with(key: str) -> pytest.MarkDecorator:
    """Parametrize a test with the stored rooms for which this field of ``expected.json`` is truthy."""
    chosen = [(version, name) for version, name in ROOMS if EXPECTED[version]["rooms"][name][key]]
    return pytest.mark.parametrize(("version", "name"), chosen)


every_room = pytest.mark.parametrize(("version", "name"), ROOMS)
every_version = pytest.mark.parametrize("version", VERSIONS)


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Store]]:
    """An upgraded copy of each stored database."""
    opened = {version: Store(copied(version, tmp_path_factory.mktemp(version))) for version in VERSIONS}
    yield opened
    for store in opened.values():
        store.close()


def copied(version: str, folder: Path) -> str:
    """The URL of a copy of a stored database."""
    shutil.copy(FOLDER / version / "games.db", folder)
    return f"sqlite:///{folder}/games.db"


def old_rows(version: str) -> dict[str, list[dict[str, Any]]]:
    """The rows of a stored database by table, in insertion order."""
    engine = create_engine(f"sqlite:///file:{FOLDER / version / 'games.db'}?immutable=1&uri=true")
    metadata = MetaData()
    metadata.reflect(engine)
    with engine.connect() as connection:
        found = {
            name: [dict(row) for row in connection.execute(table.select()).mappings()]
            for name, table in metadata.tables.items()
        }
    engine.dispose()
    found.pop("alembic_version")
    return found


def old_postgres(url: str, version: str) -> Engine:
    """A PostgreSQL database of schema 0002 with the rows of a stored one."""
    engine, config = open_engine(parse_url(url)), alembic_config()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        metadata = MetaData()
        metadata.reflect(connection)
        for name, rows in old_rows(version).items():
            if rows:
                connection.execute(metadata.tables[name].insert(), rows)
    return engine


# ---- a room in the fields of expected.json ----


def load(store: Store, id: str) -> StoredRoom:
    stored = store.reader.load(id)
    assert stored is not None
    return stored


def open_room(store: Store, id: str, snapshot: bool = False) -> Room:
    """The room restored from its log alone, or from a snapshot and the later entries."""
    stored = load(store, id)
    room = restore(stored, store.reader.box_text)
    if snapshot:
        room = restore(replace(stored, snapshot=take_snapshot(room)), store.reader.box_text)
    assert (room.status, room.fault) == (Status.LIVE, "")
    return room


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def origin_of(room: Room) -> dict[str, Any]:
    created = room.created
    return {
        "game": created.game,
        "seats": len(room.seats),
        "options": room.beginning[1],
        "private": created.private,
        "other_box": sha256(created.components) if created.components else "",
        "chosen_seed": created.seed,
        "commitment": created.commit,
        "origin": created.origin,
        "next_room": room.next_room,
    }


def people_of(room: Room, cookies: dict[str, str]) -> dict[str, Any]:
    access = room.access
    return {
        "names": room.names,
        "levels": [seat.level for seat in room.seats],
        "away": [seat.away for seat in room.seats],
        "limit": room.limit,
        "muted": sorted(room.muted),
        "holders": {who: sorted(access.seats_of(digest(cookie))) for who, cookie in cookies.items()},
        "hosts": [who for who, cookie in cookies.items() if digest(cookie) in access.hosts],
    }


def game_of(room: Room) -> dict[str, Any]:
    match = room.match
    return {
        "events": room.head.length,
        "began": match is not None,
        "actions": len(match.log) if match else 0,
        "over": room.over,
        "result": room.result,
        "actors": room.actors,
        "positions": positions_of(match) if match else {},
        "can_undo": [match.can_undo(seat) for seat in range(match.seats)] if match else [],
    }


def positions_of(match: Match) -> dict[str, str]:
    """Digests of the whole position and of each viewer's position."""
    found = {"truth": sha256(match.position())}
    for seat in range(SPECTATOR, match.seats):
        viewer = "spectator" if seat == SPECTATOR else str(seat)
        found[viewer] = sha256(match.game.write(match.game.redact(match.state, seat)))
    return found


def assert_same(found: dict[str, Any], expected: dict[str, Any]) -> None:
    assert found == {key: expected[key] for key in found}


# ---- the upgrade ----


@every_version
def test_every_room_is_migrated(stores: dict[str, Store], version: str) -> None:
    reader, expected = stores[version].reader, EXPECTED[version]
    ids = {name: room["id"] for name, room in expected["rooms"].items()}
    assert sorted(reader.room_ids()) == sorted(ids.values())
    running = [id for name, id in ids.items() if not expected["rooms"][name]["over"]]
    assert sorted(reader.room_ids(running=True)) == sorted(running)
    begun = [id for name, id in ids.items() if expected["rooms"][name]["began"]]
    assert sorted(reader.rooms_without_snapshot()) == sorted(begun)
    assert reader.orphans() == {}
    for id in ids.values():
        assert reader.is_used(id)


@every_version
def test_forks_and_the_time_of_the_last_entry_are_filled_in(stores: dict[str, Store], version: str) -> None:
    """The round cannot be known without the rules and stays empty. A rematch is not a fork."""
    store, rooms = stores[version], EXPECTED[version]["rooms"]
    session = digest(EXPECTED[version]["cookies"]["eva"])
    listed = {room.id: room for room in store.reader.my_rooms(session, 100)}
    forks = {room["id"] for room in rooms.values() if room["kind"] == "fork"} & set(listed)
    assert len(forks) == 3
    assert {id for id, room in listed.items() if room.fork_of} == forks
    for id, room in listed.items():
        assert (room.changed_at, room.period) == (load(store, id).rows[-1].at, [])
    assert [room.changed_at for room in listed.values()] == sorted(
        (room.changed_at for room in listed.values()), reverse=True
    )


@every_version
def test_the_log_is_not_changed(stores: dict[str, Store], version: str) -> None:
    found: dict[tuple[str, int], tuple[Any, ...]] = {}
    for id in stores[version].reader.room_ids():
        for row in load(stores[version], id).rows:
            found[id, row.seq] = (row.at, row.body, row.hash, row.action_id)
            assert row.request == ""
    old = old_rows(version)["event"]
    assert found == {
        (row["game"], row["seq"]): (row["at"], row["body"], row["hash"], row["action_id"]) for row in old
    }


@every_version
def test_the_secrets_are_not_changed(stores: dict[str, Store], version: str) -> None:
    seeds = {row["game"]: row["seed"] for row in old_rows(version)["secret"]}
    assert stores[version].server_key == seeds.pop("house")
    assert stores[version].reader.is_used(SERVER_SECRET)
    for id in stores[version].reader.room_ids():
        assert load(stores[version], id).secret == seeds.get(id, "")


@every_version
def test_only_the_id_of_a_deleted_room_is_kept(stores: dict[str, Store], version: str) -> None:
    for id in EXPECTED[version]["deleted"]:
        assert stores[version].reader.is_used(id)
        assert stores[version].reader.load(id) is None


@every_room
def test_the_summary_has_names_and_result(stores: dict[str, Store], version: str, name: str) -> None:
    expected, cookies = EXPECTED[version]["rooms"][name], EXPECTED[version]["cookies"]
    stored = load(stores[version], expected["id"])
    assert stored.head.length == expected["events"]
    assert (stored.game, stored.names, stored.result) == tuple(
        expected[key] for key in ("game", "names", "result")
    )
    for who, cookie in cookies.items():
        rooms = stores[version].reader.my_rooms(digest(cookie), 1000)
        mine = [room for room in rooms if room.id == expected["id"]]
        seats, host = expected["holders"][who], who in expected["hosts"]
        shown = [(room.seats, room.host, room.names, room.ended, room.result) for room in mine]
        facts = (seats, host, expected["names"], expected["over"], expected["result"])
        assert shown == ([facts] if seats or host else [])


@every_version
def test_the_last_changed_of_my_rooms_comes_first(stores: dict[str, Store], version: str) -> None:
    rooms = stores[version].reader.my_rooms(digest(EXPECTED[version]["cookies"]["eva"]), 1000)
    created = {row["id"]: row["made_at"] for row in old_rows(version)["game"]}
    assert [room.created_at for room in rooms] == [created[room.id] for room in rooms]
    last = {
        row["game"]: row["at"] for row in old_rows(version)["event"]
    }  # the last of the rows in insertion order
    assert [room.changed_at for room in rooms] == sorted((last[room.id] for room in rooms), reverse=True)


@every_version
def test_the_lines_of_chat_keep_their_order(stores: dict[str, Store], version: str) -> None:
    numbers: list[int] = []
    for room in EXPECTED[version]["rooms"].values():
        found = load(stores[version], room["id"]).chat
        assert [[line.seat, line.name, line.text] for line in found] == [line[1:] for line in room["chat"]]
        numbers += [line.number for line in found]
        assert [line.number for line in found] == sorted(line.number for line in found)
    assert len(set(numbers)) == len(numbers) > 0


@every_version
def test_postgresql_is_upgraded_like_sqlite(
    stores: dict[str, Store], postgres: own.Server, version: str
) -> None:
    url = postgres.new_database()
    old_postgres(url, version).dispose()
    other = Store(url)
    assert other.server_key == stores[version].server_key
    assert other.reader.room_ids() == stores[version].reader.room_ids()
    for id in other.reader.room_ids():
        assert load(other, id) == load(stores[version], id)
    for cookie in EXPECTED[version]["cookies"].values():
        session = digest(cookie)
        assert other.reader.my_rooms(session, 99) == stores[version].reader.my_rooms(session, 99)
    other.close()


DAMAGE = {
    "no log": "DELETE FROM event WHERE game = :id",
    "no JSON": "UPDATE event SET body = 'nothing' WHERE game = :id",
    "no creation": 'UPDATE event SET body = \'{"type":"began"}\' WHERE game = :id AND seq = 1',
    "wrong types": 'UPDATE event SET body = \'{"type":"sat","seat":"x"}\' WHERE game = :id AND seq = 2',
    "lists": "UPDATE event SET body = '[1]' WHERE game = :id",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_room_does_not_stop_the_upgrade(tmp_path: Path, damage: str) -> None:
    rooms = EXPECTED["v1"]["rooms"]
    url = copied("v1", tmp_path)
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(DAMAGE[damage]), {"id": rooms["finished-tundra"]["id"]})
    engine.dispose()
    store = Store(url)
    broken = restore(load(store, rooms["finished-tundra"]["id"]), store.reader.box_text)
    assert broken.status is Status.UNREADABLE
    assert_same(game_of(open_room(store, rooms["chat"]["id"])), rooms["chat"])
    assert len(store.reader.my_rooms(digest(EXPECTED["v1"]["cookies"]["eva"]), 99)) > 1
    store.close()


@every_version
def test_reading_an_old_database_does_not_change_it(tmp_path: Path, version: str) -> None:
    url = copied(version, tmp_path)
    before = (tmp_path / "games.db").read_bytes()
    with open_reader(url) as reader:
        assert len(reader.room_ids()) == len(EXPECTED[version]["rooms"])
    assert (tmp_path / "games.db").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["games.db"]


# ---- the rooms ----


@every_room
def test_a_stored_room_has_the_same_origin_and_people(
    stores: dict[str, Store], version: str, name: str
) -> None:
    expected = EXPECTED[version]["rooms"][name]
    room = open_room(stores[version], expected["id"])
    assert_same(origin_of(room), expected)
    assert_same(people_of(room, EXPECTED[version]["cookies"]), expected)
    tokens = {digest(token): int(seat) for seat, token in expected["tokens"].items()}
    assert room.access.tokens == tokens


@every_room
@pytest.mark.parametrize("snapshot", [True, False], ids=["snapshot", "log"])
def test_a_stored_room_has_the_same_game(
    stores: dict[str, Store], version: str, name: str, snapshot: bool
) -> None:
    expected = EXPECTED[version]["rooms"][name]
    room = open_room(stores[version], expected["id"], snapshot)
    if name in UNDO_AFTER_REOPENING:
        expected = expected | {"can_undo": [False] * expected["seats"]}
    assert_same(game_of(room), expected)
    if "position_text" in expected:
        assert room.started_match().position() == expected["position_text"]


@rooms_with("after_undo")
@pytest.mark.parametrize("snapshot", [True, False], ids=["snapshot", "log"])
def test_undo_leads_to_the_same_position(
    stores: dict[str, Store], version: str, name: str, snapshot: bool
) -> None:
    expected = EXPECTED[version]["rooms"][name]
    for seat, position in expected["after_undo"].items():
        room = open_room(stores[version], expected["id"], snapshot)
        plan = reopened(room, name).plan_undo(int(seat))
        undone = Undone(seat=int(seat), to=plan.to, kept=plan.kept)
        room.apply(next_rows(room.head, [undone], 0)[0])
        assert sha256(room.started_match().position()) == position
        assert len(room.started_match().log) == plan.to + len(plan.kept)


def reopened(room: Room, name: str) -> Match:
    """The match that allows the undo: of this room, or as reloaded by a server of that version."""
    match = room.started_match()
    return replay_moves(room.start, match.moves()) if name in UNDO_AFTER_REOPENING else match


@rooms_with("record")
def test_a_finished_game_has_the_same_record(stores: dict[str, Store], version: str, name: str) -> None:
    expected = EXPECTED[version]["rooms"][name]
    room = open_room(stores[version], expected["id"])
    assert sha256(record_with_proof(room, room.started_match().record())) == expected["record"]


@rooms_with("proof")
def test_the_shuffle_proof_is_still_valid(stores: dict[str, Store], version: str, name: str) -> None:
    expected = EXPECTED[version]["rooms"][name]
    room = open_room(stores[version], expected["id"])
    record = record_with_proof(room, room.started_match().record())
    assert str(fair_shuffle.check_proof(record, room.created.components or None)) == expected["proof"]


@rooms_with("began")
def test_every_viewer_gets_a_view(stores: dict[str, Store], version: str, name: str) -> None:
    match = open_room(stores[version], EXPECTED[version]["rooms"][name]["id"]).started_match()
    for seat in range(SPECTATOR, match.seats):
        assert redact_match(match, seat).seat == seat
