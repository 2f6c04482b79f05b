"""The codec of stored events: every event ever written can be read and is written the same."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import fields
from pathlib import Path

import pytest

from samovar.kernel.errors import BadInput
from samovar.room.events import EVENT_KINDS, Created, Seated, Undone, read_event, write_event
from tests.room.random_commands import RandomCommands
from tests.room.shell import GAMES, Shell, play_random, start_room, with_friends

ROOMS = Path(__file__).parents[1] / "rooms"
DATABASES = sorted(ROOMS.glob("*/games.db"))


def stored_bodies(database: Path) -> list[str]:
    connection = sqlite3.connect(f"file:{database}?mode=ro&immutable=1", uri=True)
    try:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        table = "room_event" if "room_event" in tables else "event"
        return [body for (body,) in connection.execute(f"SELECT body FROM {table}")]
    finally:
        connection.close()


def as_written_now(body: str) -> str:
    """A stored line as written now. A new log always names its rules version and its box."""
    found = json.loads(body)
    if found["type"] != Created.tag:
        return body
    found.setdefault("rules", 1)
    found.setdefault("box", "")
    order = [one.name for one in fields(Created)]
    listed = {name: found[name] for name in ["type", *order] if name in found}
    return json.dumps(listed, separators=(",", ":"), ensure_ascii=False)


@pytest.mark.parametrize("database", DATABASES, ids=lambda path: path.parent.name)
def test_every_stored_event_is_read_and_written_the_same(database: Path) -> None:
    bodies = stored_bodies(database)
    assert len(bodies) > 1000
    for body in bodies:
        assert write_event(read_event(body)) == as_written_now(body)
    assert {json.loads(body)["type"] for body in bodies} > {"made", "sat", "began", "played", "took_back"}


@pytest.mark.parametrize("game", GAMES)
def test_every_event_of_random_commands_is_written_the_same(game: str) -> None:
    shell = Shell()
    room = start_room(shell, with_friends(game))
    commands = RandomCommands(shell, room, seed=2)
    for _ in range(150):
        if not room.deleted:
            commands.step()
    rows = [row for stored in shell.stored.values() for row in stored.rows]
    assert len(rows) > 40
    for row in rows:
        assert write_event(read_event(row.body)) == row.body


def test_a_new_log_names_its_rules_and_its_box() -> None:
    shell = Shell()
    room = shell.create(with_friends("stroganov"))
    first = json.loads(shell.stored[room.id].rows[0].body)
    assert first["rules"] == room.game.rules_version
    assert shell.boxes[first["box"]] == room.game.standard_text()


def test_the_tags_of_stored_events_never_change() -> None:
    assert set(EVENT_KINDS) == {
        "made", "sat", "began", "played", "took_back", "away", "back", "limited", "hushed", "link", "claimed",
        "revoked", "upgraded", "ended", "followed", "chose", "answers",
    }  # fmt: skip


def test_pairs_become_tuples_and_unicode_is_kept() -> None:
    event = Undone(seat=1, to=7, kept=[(0, "hunt.4"), (2, "pass")])
    assert read_event(write_event(event)) == event
    seated = Seated(seat=0, name="Žofie ☕")
    assert "Žofie ☕" in write_event(seated)
    assert read_event(write_event(seated)) == seated


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('{"type":"sat","seat":0}', "name: is missing"),
        ('{"type":"sat","seat":"0","name":"A"}', "seat: must be"),
        ('{"type":"sat","seat":true,"name":"A"}', "seat: must be"),
        ('{"type":"sat","seat":0,"name":"A","colour":"red"}', "colour: unknown"),
        ('{"type":"took_back","seat":0,"to":1,"kept":[[0]]}', "kept: must be"),
        ('{"type":"made","game":"stroganov","seats":2,"options":{"boards":1}}', "options: must be"),
        ('{"type":"sung"}', "unknown event"),
        ("{}", "unknown event"),
        ("[]", "unknown event"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_an_invalid_event_is_bad_input(body: str, fault: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_event(body)
    assert fault in str(caught.value)


def test_a_room_can_be_restored_from_its_log_alone() -> None:
    """No snapshot and no data beside the log is needed."""
    shell = Shell()
    room = play_random(shell, start_room(shell, with_friends("tundra", 2)), 30)
    assert shell.restored(room.id, snapshot=False).started_match().moves() == room.started_match().moves()
