"""The HTML renderer of a room: the regions of its page for one viewer, and what has changed in them."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Final

from samovar.match.match import Match
from samovar.match.redaction import SPECTATOR, redact_match, replay_stops
from samovar.match.replay import earlier
from samovar.room.room import Room, Seat, Status
from samovar.views import page
from samovar.views.view_model import (
    BOT,
    OPEN,
    PERSON,
    ChatLine,
    SeatInfo,
    ViewModel,
    build_view_model,
    show_replay,
)
from samovar.views.words.words import Words, words_for

RELOAD: Final = b'{"reload":true}'  # the page has to be loaded again


@dataclass(frozen=True, slots=True)
class PageContext:
    """What a page depends on beside the room and the seat."""

    lang: str
    base: str  # the address of the room for this viewer: "/t/…" or "/t/…/as/1"
    root: str = ""  # the prefix of all addresses: "" or "/samovar"
    warming_up: bool = False  # whether bots still answer slowly


@dataclass(frozen=True, slots=True)
class Rendering:
    """The page of a room for one seat at one version."""

    version: int
    seq: int
    model: ViewModel
    regions: dict[str, str]
    hashes: dict[str, str]


@dataclass(frozen=True, slots=True)
class RegionHashes:
    """What a page showed at some version: a hash of each region, and the length of the game's log."""

    hashes: dict[str, str]
    entries: int


@dataclass(frozen=True, slots=True)
class PageUpdate:
    """What a page is sent: changed regions, and pieces that move from one element to another."""

    regions: dict[str, str]
    animations: list[tuple[str, str]]
    seq: int

    def json(self) -> bytes:
        moves = [{"from": start, "to": end} for start, end in self.animations]
        found = {"regions": self.regions, "anim": moves, "seq": self.seq}
        return json.dumps(found, separators=(",", ":"), ensure_ascii=False).encode()


def seat_infos(room: Room) -> list[SeatInfo]:
    """The seats as everyone may see them."""
    return [_seat_info(seat, p in room.present) for p, seat in enumerate(room.seats)]


def _seat_info(seat: Seat, present: bool) -> SeatInfo:
    kind = BOT if seat.level else PERSON if seat.name else OPEN
    return SeatInfo(seat.name, kind, seat.level, kind == BOT or present, bool(seat.away))


def view_model(room: Room, seat: int, context: PageContext, match: Match | None = None) -> ViewModel:
    """The room as this seat may see it; ``match``: at an earlier position."""
    words = words_for(context.lang, room.created.game)
    model = build_view_model(redact_match(match or room.started_match(), seat), words, seat_infos(room))
    model.seq = room.head.length
    model.base = context.base
    model.root = context.root
    model.warming_up = context.warming_up
    model.chat = chat_lines(room, words)
    model.seed_chosen = bool(room.created.seed)
    model.seed = room.created.seed if room.over else ""
    model.shuffle = room.created.commit
    model.can_fork = seat == SPECTATOR or room.over or room.is_solo(frozenset({seat}))
    if room.status is Status.FROZEN:
        model.frozen, model.unplayed = True, room.unplayed
        model.options, model.refusals, model.can_undo, model.can_restart = [], [], False, False
    return model


def replay_model(room: Room, seat: int, context: PageContext, entries: int) -> ViewModel:
    """An earlier position, as this seat may see it: the next one at which something new is to be seen."""
    stops = replay_stops(room.started_match(), seat)
    if room.status is Status.FROZEN:  # other rules cannot be replayed
        entries = len(room.started_match().log)
    at = next((stop for stop in stops if stop >= entries), entries)
    match = room.started_match() if at == len(room.started_match().log) else earlier(room.started_match(), at)
    model = view_model(room, seat, context, match)
    show_replay(model, stops)
    return model


def chat_lines(room: Room, words: Words) -> list[ChatLine]:
    """The chat with the notices about seats between its lines, in the order of time."""
    lines = [
        ChatLine(line.name or words.say("door.watcher"), line.text, line.seat, line.number, line.at)
        for line in room.chat
    ]
    for notice in room.notices:
        who = room.seats[notice.seat].name or words.say("page.open")
        lines.append(ChatLine("", words.say(f"notice.{notice.kind}", who=who), at=notice.at))
    return sorted(lines, key=lambda line: line.at)


def render(room: Room, seat: int, context: PageContext) -> Rendering:
    """All regions of the page."""
    model = view_model(room, seat, context)
    regions = page.regions(model)
    hashes = {name: region_hash(html) for name, html in regions.items()}
    return Rendering(room.version, room.head.length, model, regions, hashes)


def update(before: RegionHashes | None, now: Rendering) -> PageUpdate | None:
    """What differs from what the page showed before; everything if that is not known, None if nothing."""
    if before is None:
        return PageUpdate(now.regions, [], now.seq)
    changed = [name for name, hash in now.hashes.items() if before.hashes.get(name) != hash]
    regions = {name: now.regions[name] for name in changed}
    if not regions:
        return None
    return PageUpdate(regions, page.movements(now.model, before.entries), now.seq)


def region_hash(html: str) -> str:
    return hashlib.blake2b(html.encode(), digest_size=8).hexdigest()
