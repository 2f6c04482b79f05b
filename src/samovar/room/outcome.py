"""The outcome of a command: rows and changes to commit, and rooms to create. It is not committed yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from samovar.room.changes import Change
from samovar.room.log import LogHead, LogRow
from samovar.room.restore import StoredSnapshot
from samovar.room.validation import DEFAULT_LIMITS, MAX_LOG, TextLimits


@dataclass(frozen=True, slots=True)
class Env:
    """The external inputs of a command: time, randomness, stored boxes, the server key."""

    now: int  # milliseconds since 1970
    entropy: Callable[[int], bytes]
    box_text: Callable[[str], str]
    server_key: str
    text_limits: TextLimits = DEFAULT_LIMITS
    max_log: int = MAX_LOG


@dataclass(frozen=True, slots=True)
class Summary:
    """The information that lists of rooms show, stored in the room row."""

    names: list[str]
    actors: list[int]
    ended: bool
    result: list[int]
    period: list[int] = field(default_factory=list)  # see ``summary.period_of``; empty before the start


@dataclass(frozen=True, slots=True)
class NewRoom:
    """A room to create: its first rows, its secret and its access rights."""

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
    links: Mapping[int, str] = field(default_factory=dict)  # plain tokens by seat; shown once, never stored
    fork_of: str = ""  # the room from which this one was forked

    @property
    def head(self) -> LogHead:
        return LogHead(self.rows[-1].seq, self.rows[-1].hash)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The rows, changes and new room of a command, committed in one transaction."""

    rows: Sequence[LogRow] = ()
    changes: Sequence[Change] = ()
    create: NewRoom | None = None
    summary: Summary | None = None  # None: unchanged
    links: Mapping[int, str] = field(default_factory=dict)  # plain tokens by seat
    repeated: bool = False  # the action id was executed before, so there is nothing to commit
    room: str = ""  # the id of the room of a rematch or fork
