"""What a command leads to: rows and changes to commit, and rooms to create. Nothing has happened yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from samovar.room.changes import Change
from samovar.room.log import LogHead, LogRow
from samovar.room.restore import StoredSnapshot


@dataclass(frozen=True, slots=True)
class Env:
    """What a command needs from outside: time, randomness, stored boxes, the key of the server."""

    now: int  # milliseconds since 1970
    entropy: Callable[[int], bytes]
    box_text: Callable[[str], str]
    server_key: str


@dataclass(frozen=True, slots=True)
class Summary:
    """What lists of rooms show, stored in the row of the room."""

    names: list[str]
    actors: list[int]
    ended: bool
    result: list[int]


@dataclass(frozen=True, slots=True)
class NewRoom:
    """A room to create: its first rows, its secret, who has rights in it."""

    id: str
    game: str
    rows: Sequence[LogRow]
    summary: Summary
    secret: str
    box: str  # SHA-256
    box_text: str
    snapshot: StoredSnapshot | None = None
    tokens: Mapping[str, int] = field(default_factory=dict)  # seat by hash
    holders: Mapping[str, frozenset[int]] = field(default_factory=dict)  # seats by session
    hosts: frozenset[str] = frozenset()
    links: Mapping[int, str] = field(default_factory=dict)  # plain tokens by seat: told once, never stored

    @property
    def head(self) -> LogHead:
        return LogHead(self.rows[-1].seq, self.rows[-1].hash)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What to commit in one transaction."""

    rows: Sequence[LogRow] = ()
    changes: Sequence[Change] = ()
    create: NewRoom | None = None
    summary: Summary | None = None  # None: as before
    links: Mapping[int, str] = field(default_factory=dict)  # plain tokens by seat
    repeated: bool = False  # the action id was answered before: nothing to commit
    room: str = ""  # the id of another room that the caller is led to
