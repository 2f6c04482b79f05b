"""The JSON renderers of a stream: the whole state after each change, or only the new log entries."""

from __future__ import annotations

from typing import Final

import msgspec

from samovar.kernel.game import Game
from samovar.match.match import Match
from samovar.match.redaction import SPECTATOR, redact_log
from samovar.room.room import Room, Status
from samovar.room.viewer import Viewer
from samovar.table.api.schemas import log_entry, room_state
from samovar.table.sse import event_message

ALL_SEATS: Final = -2  # replaces the seat in the cache key of entries that every seat may see
_encoder: Final = msgspec.json.Encoder()


class StateStream:
    """Sends the whole state after each change."""

    slow = False

    def __init__(self) -> None:
        self._sent = -1  # the last version that was sent

    def update(self, room: Room, viewer: Viewer) -> bytes | None:
        if self._sent == room.version:
            return None
        self._sent = room.version
        data = _encoder.encode(room_state(room, viewer.seat))
        return event_message("state", str(room.head.length), data)

    def end(self, room: Room) -> bytes | None:
        return None


class LogUpdate(msgspec.Struct):
    """The log entries from ``first`` on. After an undo ``first`` is smaller than the client's log."""

    seq: int
    first: int
    entries: msgspec.Raw
    actors: list[int]
    options: list[str]
    over: bool


class Cursor:
    """The part of a room that a client has received."""

    def __init__(self, version: int, entries: int, undos: int) -> None:
        self.version: Final = version
        self.entries: Final = entries
        self.undos: Final = undos


START: Final = Cursor(-1, 0, 0)


class LogUpdateCache:
    """The messages of one version of a room, shared by clients that may see the same."""

    def __init__(self) -> None:
        self.cursor = START  # the cursor of a client that is up to date
        self._actors: list[int] = []
        self._public = False  # without hidden information all seats but the actors get the same message
        self._entries: Final[dict[tuple[int, int], msgspec.Raw]] = {}
        self._messages: Final[dict[tuple[Cursor, int], bytes]] = {}

    def message(self, room: Room, seat: int, since: Cursor) -> bytes:
        """The message for a seat whose client has received everything up to ``since``."""
        if self.cursor.version != room.version:
            self._begin(room)
        key_seat = SPECTATOR if self._public and seat not in self._actors else seat
        found = self._messages.get((since, key_seat))
        if found is None:
            found = self._messages[since, key_seat] = self._make(room, key_seat, since)
        return found

    def _begin(self, room: Room) -> None:
        self._entries.clear()
        self._messages.clear()
        match = room.match
        self.cursor = Cursor(room.version, 0 if match is None else len(match.log), len(room.undone_to))
        self._actors = room.actors
        self._public = match is not None and type(match.game).seen is Game.seen

    def _make(self, room: Room, seat: int, since: Cursor) -> bytes:
        match, seq = room.match, room.head.length
        if match is None:
            update = LogUpdate(seq, 0, msgspec.Raw(b"[]"), [], [], False)
        else:
            first = min(since.entries, *room.undone_to[since.undos :], len(match.log))
            asked = room.status is Status.LIVE and seat in self._actors
            options = match.options(seat) if asked else []
            update = LogUpdate(seq, first, self._since(match, seat, first), self._actors, options, match.over)
        return event_message("brief", str(seq), _encoder.encode(update))

    def _since(self, match: Match, seat: int, first: int) -> msgspec.Raw:
        """The entries from ``first`` on, redacted for this seat."""
        found = self._entries.get((first, ALL_SEATS)) or self._entries.get((first, seat))
        if found is None:
            entries = [log_entry(line) for line in redact_log(match, seat, first)]
            found = msgspec.Raw(_encoder.encode(entries))
            everyone = (1 << match.seats) - 1
            seen_by_all = all(entry.witnesses & everyone == everyone for entry in match.log[first:])
            self._entries[first, ALL_SEATS if self._public and seen_by_all else seat] = found
        return found


class LogStream:
    """Sends the log entries that are new or changed by an undo."""

    slow = False

    def __init__(self, cache: LogUpdateCache) -> None:
        self._cache: Final = cache
        self._sent = START

    def update(self, room: Room, viewer: Viewer) -> bytes | None:
        if self._sent.version == room.version:
            return None
        message = self._cache.message(room, viewer.seat, self._sent)
        self._sent = self._cache.cursor
        return message

    def end(self, room: Room) -> bytes | None:
        return None
