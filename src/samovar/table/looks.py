"""What one onlooker gets to see of a table: its page, its regions, its JSON."""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec

from samovar.kernel.errors import BadInput
from samovar.match.match import Match
from samovar.table import game_styles
from samovar.table.events import Message
from samovar.table.table import Table
from samovar.table.thinkers import Thinkers
from samovar.views import page
from samovar.views.view_model import (
    BOT,
    OPEN,
    PERSON,
    ChatLine,
    PageHead,
    SeatInfo,
    ViewModel,
    build_view_model,
    knows,
)
from samovar.views.words.words import words_for

REMEMBERED: Final = 40  # changes that a stream can go on from


def sitters(table: Table) -> list[SeatInfo]:
    """Who sits around the table, as everyone may see it."""
    found: list[SeatInfo] = []
    for seat, chair in enumerate(table.chairs):
        kind = BOT if chair.level else PERSON if chair.name else OPEN
        here = kind == BOT or table.here(seat)
        found.append(SeatInfo(chair.name, kind, chair.level, here, bool(chair.away)))
    return found


def seen(
    table: Table, match: Match, seat: int, lang: str, base: str, root: str = "", replay: bool = False
) -> ViewModel:
    """A game as this onlooker may see it; of a replay, at an earlier position."""
    found = build_view_model(match, words_for(lang, table.made.game), seat, sitters(table), undo=not replay)
    found.seq = table.seq
    found.base = base
    found.root = root
    found.chat = [ChatLine(remark.name, remark.text, remark.seat, remark.number) for remark in table.chat]
    found.seed = table.made.seed
    found.shuffle = table.made.commit
    if replay:
        found.replay = True
        found.at = len(match.log)
        found.replay_stops = table.rests(seat)
        found.options, found.refusals, found.can_undo, found.can_restart = [], [], False, False
        found.irreversible, found.proposal = set(), None
    return found


class Drawn:
    """A table as one onlooker sees it, drawn."""

    def __init__(self, version: int, seen: ViewModel) -> None:
        self.version: Final = version
        self.seen: Final = seen
        self.regions: Final = page.regions(seen)
        self.marks: Final = {name: mark(html) for name, html in self.regions.items()}


class Marks:
    """What a page had at some version: a sign for each region, and how long the log was."""

    def __init__(self, marks: dict[str, str], log: int) -> None:
        self.marks: Final = marks
        self.log: Final = log


class Looks:
    """The table as each onlooker sees it, rendered once per (seat, language, base); and its last changes."""

    def __init__(self, pool: Thinkers, root: str = "") -> None:
        self._pool: Final = pool
        self._root: Final = root
        self._news: Final[dict[tuple[int, str, str, int], tuple[int, Message | None]]] = {}
        self._drawn: Final[dict[tuple[int, str, str], Drawn]] = {}
        self._earlier: Final[dict[tuple[int, str, str], dict[int, Marks]]] = {}

    def draw(self, table: Table, seat: int, lang: str, base: str) -> Drawn:
        """The table as it is now."""
        key = (seat, lang, base)
        drawn = self._drawn.get(key)
        if drawn is None or drawn.version != table.version:
            found = seen(table, table.playing(), seat, lang, base, self._root)
            found.warming_up = self._pool.warming_up
            drawn = Drawn(table.version, found)
            self._drawn[key] = drawn
            kept = self._earlier.setdefault(key, {})
            kept[table.version] = Marks(drawn.marks, drawn.seen.entries)
            while len(kept) > REMEMBERED:
                del kept[next(iter(kept))]
        return drawn

    def news(self, table: Table, seat: int, lang: str, base: str, since: int, id: str) -> Message | None:
        """The message for a page that was as it was at version ``since``; None if nothing has changed. Those
        who had the same and see the same get the same.
        """
        key = (seat, lang, base, since)
        found = self._news.get(key)
        if found is None or found[0] != table.version:
            change = self.changed(table, seat, lang, base, since)
            message = regions_message(id, msgspec.json.encode(change)) if change.regions else None
            for old in [one for one, (version, _) in self._news.items() if version != table.version]:
                del self._news[old]
            found = self._news[key] = (table.version, message)
        return found[1]

    def changed(self, table: Table, seat: int, lang: str, base: str, since: int) -> Change:
        """What differs from what this onlooker had; everything if that is too long ago."""
        now = self.draw(table, seat, lang, base)
        before = self._earlier[seat, lang, base].get(since)
        if before is None:
            return Change(now.regions, [], table.seq)
        regions = {
            name: html for name, html in now.regions.items() if before.marks.get(name) != now.marks[name]
        }
        anim = [Travel(start, end) for start, end in page.movements(now.seen, before.log)]
        return Change(regions, anim, table.seq)


class Travel(msgspec.Struct, rename={"start": "from", "end": "to"}):
    """Something travels on the page, from one element to another."""

    start: str
    end: str


class Change(msgspec.Struct):
    """What a page is sent."""

    regions: dict[str, str]
    anim: list[Travel]
    seq: int


def regions_message(id: str, data: bytes) -> Message:
    return Message(b"event: regions\nid: %s\ndata: %s\n\n" % (id.encode(), data))


def mark(html: str) -> str:
    return hashlib.blake2b(html.encode(), digest_size=8).hexdigest()


def table_head(game: str, theme: str, root: str) -> PageHead:
    """For the page of a table: a game may have a style sheet of its own."""
    styles = ["style.css", "over.css", *game_styles.addresses(game_styles.TABLE, [game])]
    return head(["table.js"], styles, theme, root)


def head(scripts: list[str], styles: list[str], theme: str, root: str) -> PageHead:
    return PageHead(
        [f"{root}/static/{name}" for name in styles],
        [f"{root}/static/{name}" for name in scripts],
        theme if theme in {"light", "dark"} else "",
        icon=f"{root}/static/icon.svg",
        root=root,
    )


def record_for(table: Table, seat: int) -> str:
    """The record of a table, of a running one only if this onlooker may know all that is in it."""
    match = table.playing()
    if not match.over and not all(knows(match, entry, seat) for entry in match.log):
        raise BadInput("record", ["it holds secrets of others: it can be had when the game is over"])
    return table.record()
