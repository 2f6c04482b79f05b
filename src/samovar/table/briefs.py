"""What is new at a table, in as few words as a program needs: made once for all who hear the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from samovar.kernel.game import Game
from samovar.match.match import Match
from samovar.table.events import Message
from samovar.views.seen import Line, line_of

if TYPE_CHECKING:
    from samovar.table.table import Table

ONLOOKER: Final = -1
EVERYBODY: Final = -2  # what all have seen is the same for all
_encoder: Final = msgspec.json.Encoder()


class Entry(msgspec.Struct):
    """``seat`` 15 is Nature; ``token`` is "" if this seat may not know it yet."""

    number: int
    seat: int
    turn: int
    token: str
    events: list[tuple[int, int, int, int]]


class Brief(msgspec.Struct):
    """What is new: entries of the log from ``first`` on, where what was taken back is told anew."""

    seq: int
    first: int
    entries: msgspec.Raw
    actors: list[int]
    options: list[str]
    over: bool


def entry_of(line: Line) -> Entry:
    return Entry(line.seq, line.seat, line.turn, line.token, line.events)


class Told:
    """What a stream has told of a table: only what is new, or was taken back since, is told again."""

    def __init__(self) -> None:
        self.actions = 0
        self.backs = 0

    def after_backs(self, table: Table) -> int:
        """The first action to tell of now that something was taken back."""
        return min(self.actions, *table.stayed[self.backs :])


class Briefs:
    """The messages of one version of a table."""

    def __init__(self) -> None:
        self._version = -1
        self._actions = 0
        self._backs = 0
        self._actors: list[int] = []
        self._public = False  # a game without secrets: all who do not decide now are told the same
        self._entries: Final[dict[tuple[int, int], msgspec.Raw]] = {}
        self._messages: Final[dict[tuple[int, int], Message]] = {}

    def message(self, table: Table, seat: int, told: Told) -> Message:
        if self._version != table.version:
            self._begin(table)
        first = told.actions if told.backs == self._backs else told.after_backs(table)
        whose = ONLOOKER if self._public and seat not in self._actors else seat
        message = self._messages.get((first, whose))
        if message is None:
            message = self._messages[first, whose] = self._make(table, whose, first)
        told.actions, told.backs = self._actions, self._backs
        return message

    def _begin(self, table: Table) -> None:
        self._version = table.version
        self._entries.clear()
        self._messages.clear()
        match = table.match
        if match is not None:
            self._actions, self._backs = len(match.log), len(table.stayed)
            self._actors = match.actors()
            self._public = type(match.game).seen is Game.seen

    def _make(self, table: Table, seat: int, first: int) -> Message:
        match = table.match
        brief = Brief(table.seq, 0, msgspec.Raw(b"[]"), [], [], False)
        if match is not None:
            options = match.options(seat) if seat in self._actors else []
            brief = Brief(
                table.seq, first, self._since(match, seat, first), self._actors, options, match.over
            )
        return Message(b"event: brief\nid: %d\ndata: %s\n\n" % (table.seq, _encoder.encode(brief)))

    def _since(self, match: Match, seat: int, first: int) -> msgspec.Raw:
        """The entries from ``first`` on, as this seat may know them."""
        found = self._entries.get((first, EVERYBODY)) or self._entries.get((first, seat))
        if found is None:
            new = range(first, self._actions)
            found = msgspec.Raw(_encoder.encode([entry_of(line_of(match, n, seat)) for n in new]))
            everyone = (1 << match.seats) - 1
            same = self._public and all(match.log[n].witnesses & everyone == everyone for n in new)
            self._entries[first, EVERYBODY if same else seat] = found
        return found
