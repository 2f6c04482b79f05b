"""What is new at a table, in as few words as a program needs: made once for all who hear the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from samovar.kernel.game import Game
from samovar.match.match import Match
from samovar.table.events import Message
from samovar.views.view_model import LogLine, line_of

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


def entry_of(line: LogLine) -> Entry:
    return Entry(line.number, line.seat, line.turn, line.token, line.events)


class Told:
    """How far a table was told: what is new since then, or was taken back, is told next."""

    def __init__(self, version: int, actions: int, backs: int) -> None:
        self.version: Final = version
        self.actions: Final = actions
        self.backs: Final = backs  # how often something was taken back until then


NOTHING: Final = Told(-1, 0, 0)


class Briefs:
    """The messages of one version of a table."""

    def __init__(self) -> None:
        self.told = NOTHING  # what all know who have heard it
        self._actors: list[int] = []
        self._public = False  # a game without secrets: all who do not decide now are told the same
        self._entries: Final[dict[tuple[int, int], msgspec.Raw]] = {}
        self._messages: Final[dict[tuple[Told, int], Message]] = {}

    def message(self, table: Table, seat: int, told: Told) -> Message:
        """The table as it is, for a seat that was told so much of it."""
        if self.told.version != table.version:
            self._begin(table)
        whose = ONLOOKER if self._public and seat not in self._actors else seat
        message = self._messages.get((told, whose))
        if message is None:
            message = self._messages[told, whose] = self._make(table, whose, told)
        return message

    def _begin(self, table: Table) -> None:
        self._entries.clear()
        self._messages.clear()
        match = table.match
        self.told = Told(table.version, 0 if match is None else len(match.log), len(table.stayed))
        if match is not None:
            self._actors = match.actors()
            self._public = type(match.game).seen is Game.seen

    def _make(self, table: Table, seat: int, told: Told) -> Message:
        match = table.match
        if match is None:
            brief = Brief(table.seq, 0, msgspec.Raw(b"[]"), [], [], False)
        else:
            first = min(told.actions, *table.stayed[told.backs :], len(match.log))
            options = match.options(seat) if seat in self._actors else []
            new = self._since(match, seat, first)
            brief = Brief(table.seq, first, new, self._actors, options, match.over)
        return Message(b"event: brief\nid: %d\ndata: %s\n\n" % (table.seq, _encoder.encode(brief)))

    def _since(self, match: Match, seat: int, first: int) -> msgspec.Raw:
        """The entries from ``first`` on, as this seat may know them."""
        found = self._entries.get((first, EVERYBODY)) or self._entries.get((first, seat))
        if found is None:
            new = range(first, self.told.actions)
            found = msgspec.Raw(_encoder.encode([entry_of(line_of(match, n, seat)) for n in new]))
            saw = everyone = (1 << match.seats) - 1
            for n in new:
                saw &= match.log[n].witnesses
            self._entries[first, EVERYBODY if self._public and saw == everyone else seat] = found
        return found
