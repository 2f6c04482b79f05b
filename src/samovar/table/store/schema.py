"""The database schema, the same in SQLite and in PostgreSQL. ``migrations`` creates it."""

from __future__ import annotations

import json
from typing import Any, Final

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Identity,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    text,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

metadata: Final = MetaData()
ID_LENGTH: Final = 32
HASH_LENGTH: Final = 64
ENCODER: Final = msgspec.json.Encoder()  # eight times as fast as json, and each commit encodes three lists


class JsonList(TypeDecorator[list[Any]]):
    """A list, stored as JSON in a text column. ValueError if the stored text is not a list."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: list[Any] | None, dialect: Dialect) -> str | None:
        return None if value is None else ENCODER.encode(value).decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> list[Any]:
        found = json.loads(value or "")
        if not isinstance(found, list):
            raise ValueError(f"not a list: {value}")
        return found


room: Final = Table(  # one row per room: the head of its log, and its summary for lists of rooms
    "room",
    metadata,
    Column("id", String(ID_LENGTH), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("length", Integer, nullable=False),
    Column("head", String(HASH_LENGTH), nullable=False),
    Column("revision", BigInteger, nullable=False),  # grows with every commit that a viewer can notice
    Column("names", JsonList, nullable=False),
    Column("actors", JsonList, nullable=False),
    Column("ended", Boolean, nullable=False),
    Column("result", JsonList, nullable=False),
    Column("period", JsonList, nullable=False, server_default="[]"),  # empty: not known
    Column("changed_at", BigInteger, nullable=False, server_default="0"),  # time of the newest log entry
    Column("fork_of", String(ID_LENGTH), nullable=False, server_default=""),  # empty: not a fork
)

room_event: Final = Table(  # the log: rows are added, never changed
    "room_event",
    metadata,
    Column("room", String(ID_LENGTH), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Column("hash", String(HASH_LENGTH), nullable=False),
    Column("action_id", String(128)),
    Column("request", String(HASH_LENGTH), nullable=False),
    Index(
        "room_event_action",  # an action_id is used once per room
        "room",
        "action_id",
        unique=True,
        sqlite_where=text("action_id IS NOT NULL"),
        postgresql_where=text("action_id IS NOT NULL"),
    ),
)

snapshot: Final = Table(  # the newest snapshot of each room
    "snapshot",
    metadata,
    Column("room", String(ID_LENGTH), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("hash", String(HASH_LENGTH), nullable=False),
    Column("body", Text, nullable=False),
)

secret: Final = (
    Table(  # seeds; a deleted room leaves its id with an empty seed, so that the id is never reused
        "secret",
        metadata,
        Column("room", String(ID_LENGTH), primary_key=True),
        Column("seed", String(64), nullable=False),
    )
)

seat_token: Final = Table(  # hashes of seat links and API tokens
    "seat_token",
    metadata,
    Column("room", String(ID_LENGTH), primary_key=True),
    Column("hash", String(HASH_LENGTH), primary_key=True),
    Column("seat", Integer, nullable=False),
)

seat_holder: Final = Table(  # the seats that a browser holds; ``session`` is the hash of its cookie
    "seat_holder",
    metadata,
    Column("session", String(HASH_LENGTH), primary_key=True),
    Column("room", String(ID_LENGTH), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Index("seat_holder_room", "room"),
)

room_host: Final = Table(  # the browsers that may manage a room
    "room_host",
    metadata,
    Column("session", String(HASH_LENGTH), primary_key=True),
    Column("room", String(ID_LENGTH), primary_key=True),
    Index("room_host_room", "room"),
)

chat: Final = Table(
    "chat",
    metadata,
    # SQLite generates ids only for an INTEGER key. AUTOINCREMENT never reuses the id of a removed line.
    Column("id", BigInteger().with_variant(Integer, "sqlite"), Identity(), primary_key=True),
    Column("room", String(ID_LENGTH), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),  # -1: a spectator
    Column("name", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Index("chat_room", "room", "id"),
    sqlite_autoincrement=True,
)

box: Final = Table(  # component files; each room refers to one by its SHA-256
    "box",
    metadata,
    Column("digest", String(HASH_LENGTH), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("text", Text, nullable=False),
)
