"""Rooms with log head and summary, one snapshot per room, hosts apart from holders, chat ids, boxes.

``actors`` cannot be computed without the rules of the games and stays empty here. The server computes the
summary of every running room when it starts. Snapshots of the old format are dropped, and the server makes
new ones.
"""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

OLD_HOST = -2  # value of the column ``seat`` in the old table ``holding``
NAMED = sa.text("action_id IS NOT NULL")


def upgrade() -> None:
    create_rooms()
    create_log()
    fill_rooms()
    move_rights()
    move_chat()
    op.execute("ALTER TABLE secret RENAME COLUMN game TO room")
    op.execute("UPDATE secret SET room = 'server' WHERE room = 'house'")
    op.execute("INSERT INTO secret SELECT id, '' FROM room WHERE id NOT IN (SELECT room FROM secret)")
    create_snapshots_and_boxes()
    for name in ["event", "game"]:
        op.drop_table(name)


def downgrade() -> None:
    raise NotImplementedError("no downgrade: restore the backup that was made before the upgrade")


def create_rooms() -> None:
    op.create_table(
        "room",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("head", sa.String(64), nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("actors", sa.Text, nullable=False),
        sa.Column("ended", sa.Boolean, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
    )


def create_log() -> None:
    op.create_table(
        "room_event",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("action_id", sa.String(128)),
        sa.Column("request", sa.String(64), nullable=False),
    )
    op.execute("INSERT INTO room_event SELECT game, seq, at, body, hash, action_id, '' FROM event")
    op.create_index(
        "room_event_action",
        "room_event",
        ["room", "action_id"],
        unique=True,
        sqlite_where=NAMED,
        postgresql_where=NAMED,
    )


def fill_rooms() -> None:
    """Insert a row for every room: the head of its log, and the summary computed from its events."""
    connection = op.get_bind()
    insert = sa.text(
        "INSERT INTO room (id, game, created_at, length, head, revision, names, actors, ended, result)"
        " VALUES (:id, :game, :created_at, :length, :head, 0, :names, '[]', :ended, :result)"
    ).bindparams(sa.bindparam("ended", type_=sa.Boolean))
    log = sa.text("SELECT seq, hash, body FROM event WHERE game = :room ORDER BY seq")
    rooms = connection.execute(sa.text("SELECT id, name, made_at FROM game")).all()
    for id, game, created_at in rooms:
        rows = connection.execute(log, {"room": id}).all()
        found = {"id": id, "game": game, "created_at": created_at, **summary([row.body for row in rows])}
        found |= {"length": rows[-1].seq, "head": rows[-1].hash} if rows else {"length": 0, "head": ""}
        connection.execute(insert, found)


def summary(bodies: list[str]) -> dict[str, Any]:
    """Names, end and result. Unreadable events are skipped: a damaged room must not stop the upgrade."""
    names: list[str] = []
    ended, result = False, []
    for body in bodies:
        try:
            event = json.loads(body)
            match event.get("type"):
                case "made":
                    names = [""] * event["seats"]
                case "sat":
                    names[event["seat"]] = event["name"]
                case "ended":
                    ended, result = True, event.get("result", [])
        except (AttributeError, LookupError, TypeError, ValueError):
            continue
    return {
        "names": json.dumps(names, separators=(",", ":"), ensure_ascii=False),
        "ended": ended,
        "result": json.dumps(result, separators=(",", ":")),
    }


def move_rights() -> None:
    op.create_table(
        "seat_token",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
    )
    op.execute("INSERT INTO seat_token SELECT game, hash, seat FROM seat_key")
    op.create_table(
        "seat_holder",
        sa.Column("session", sa.String(64), primary_key=True),
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    )
    op.create_index("seat_holder_room", "seat_holder", ["room"])
    op.execute("INSERT INTO seat_holder SELECT session, game, seat FROM holding WHERE seat >= 0")
    op.create_table(
        "room_host",
        sa.Column("session", sa.String(64), primary_key=True),
        sa.Column("room", sa.String(32), primary_key=True),
    )
    op.create_index("room_host_room", "room_host", ["room"])
    op.execute(f"INSERT INTO room_host SELECT session, game FROM holding WHERE seat = {OLD_HOST}")  # noqa: S608 (a constant)
    for name in ["seat_key", "holding"]:
        op.drop_table(name)


def move_chat() -> None:
    """Give the chat lines new ids, in their old order per room."""
    op.execute("CREATE TEMPORARY TABLE old_chat AS SELECT * FROM chat")
    op.drop_table("chat")
    op.create_table(
        "chat",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), sa.Identity(), primary_key=True),
        sa.Column("room", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("chat_room", "chat", ["room", "id"])
    op.execute(
        "INSERT INTO chat (room, at, seat, name, text)"
        " SELECT game, at, seat, name, text FROM old_chat ORDER BY game, number"
    )
    op.execute("DROP TABLE old_chat")


def create_snapshots_and_boxes() -> None:
    op.drop_table("snapshot")
    op.create_table(
        "snapshot",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "box",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
