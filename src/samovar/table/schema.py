"""The tables of the database, the same in SQLite and in PostgreSQL. ``migrations`` makes them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, String, Table, Text, text

metadata: Final = MetaData()

game: Final = Table(
    "game",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(32), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("over", Boolean, nullable=False),
)

event: Final = Table(  # the log: rows are added, never changed
    "event",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("action_id", String(64)),
    Index(
        "event_action",  # an action that a client has named happens once
        "game",
        "action_id",
        unique=True,
        sqlite_where=text("action_id IS NOT NULL"),
        postgresql_where=text("action_id IS NOT NULL"),
    ),
)

snapshot: Final = Table(  # can be made again from the log at any time
    "snapshot",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("moves", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
    Column("body", Text, nullable=False),
)

secret: Final = Table(  # seeds that nobody may see before the end
    "secret",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("seed", String(64), nullable=False),
)

seat_key: Final = Table(  # who has a token has the seat; only its hash is kept
    "seat_key",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("game", String(32), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
)

holding: Final = Table(  # which seats a browser holds; ``session`` is the hash of its cookie
    "holding",
    metadata,
    Column("session", String(64), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Index("holding_game", "game"),
)

chat: Final = Table(
    "chat",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(64), nullable=False),
    Column("text", Text, nullable=False),
)
