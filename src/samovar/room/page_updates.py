"""The HTML renderer of a room: the regions of its page for one viewer, and the regions that changed."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Final

from samovar.kernel.state import State, View
from samovar.match.match import Match
from samovar.match.redaction import SPECTATOR, redact_match, replay_stops
from samovar.match.replay import match_at, visit_states
from samovar.room.room import Room, Status
from samovar.room.seats import Seat
from samovar.views import page
from samovar.views.registry import game_text
from samovar.views.view_model import (
    BOT,
    OPEN,
    PERSON,
    ChatEntry,
    Period,
    SeatInfo,
    ViewModel,
    build_view_model,
    show_replay,
)
from samovar.views.words.words import Words, words_for

RELOAD: Final = b'{"reload":true}'  # the client must load the page again


@dataclass(frozen=True, slots=True)
class PageContext:
    """The inputs of a rendering in addition to the room and the seat."""

    lang: str
    base: str  # the URL path of the room for this viewer: "/t/…" or "/t/…/as/1"
    root: str = ""  # the prefix of all URL paths: "" or "/samovar"
    warming_up: bool = False  # True while bots still answer slowly
    watched: int = SPECTATOR  # the player whom a spectator chose to watch


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
    """The content of a page at some version: a hash of each region, and the length of the match log."""

    hashes: dict[str, str]
    entries: int


@dataclass(frozen=True, slots=True)
class PageUpdate:
    """An update for a page: the changed regions, and animations of pieces from one element to another."""

    regions: dict[str, str]
    animations: list[tuple[str, str]]
    seq: int

    def json(self) -> bytes:
        moves = [{"from": start, "to": end} for start, end in self.animations]
        found = {"regions": self.regions, "anim": moves, "seq": self.seq}
        return json.dumps(found, separators=(",", ":"), ensure_ascii=False).encode()


def seat_infos(room: Room) -> list[SeatInfo]:
    """The public information about all seats."""
    return [_seat_info(seat, p in room.present) for p, seat in enumerate(room.seats)]


def _seat_info(seat: Seat, present: bool) -> SeatInfo:
    kind = BOT if seat.level else PERSON if seat.name else OPEN
    return SeatInfo(seat.name, kind, seat.level, kind == BOT or present, bool(seat.away))


def view_model(room: Room, seat: int, context: PageContext, match: Match | None = None) -> ViewModel:
    """The room redacted for this seat. ``match`` replaces the current match, to show an earlier position."""
    words = words_for(context.lang, room.created.game)
    model = build_view_model(
        redact_match(match or room.started_match(), seat, answers=seat not in room.asked_everything),
        words,
        seat_infos(room),
    )
    model.seq = room.head.length
    model.base = context.base
    model.root = context.root
    model.warming_up = context.warming_up
    model.watched = context.watched
    model.fork = bool(room.created.fork_of)
    model.undone_by = room.undone_by if match is None else SPECTATOR
    model.chat = chat_lines(room, words)
    model.seed_chosen = bool(room.created.seed)
    model.seed = room.created.seed if room.over else ""
    model.seed_hash = room.created.seed_hash
    model.shuffle = room.created.commit
    model.unconfirmed = seat >= 0 and room.unconfirmed_seat() == seat
    model.asked_everything = seat in room.asked_everything
    model.can_fork = seat == SPECTATOR or room.over or room.is_solo(frozenset({seat}))
    if room.status is Status.FROZEN:
        model.frozen, model.unplayed = True, room.unplayed
        model.options, model.refusals = [], []
        model.can_undo = model.can_restart = model.can_reopen = False
    return model


def replay_model(room: Room, seat: int, context: PageContext, entries: int) -> ViewModel:
    """The replay page redacted for this seat, at the first replay stop from ``entries`` on."""
    stops = replay_stops(room.started_match(), seat)
    if room.status is Status.FROZEN:  # a match of another rules version cannot be replayed
        entries = len(room.started_match().log)
    at = next((stop for stop in stops if stop >= entries), entries)
    match = (
        room.started_match() if at == len(room.started_match().log) else match_at(room.started_match(), at)
    )
    model = view_model(room, seat, context, match)
    show_replay(model, stops, _periods(room, model, stops))
    return model


def _periods(room: Room, model: ViewModel, stops: list[int]) -> list[Period]:
    """The rounds of the game, each with its first stop of the replay."""
    if room.status is Status.FROZEN:
        return []
    text = game_text(room.game, model.words)
    found: list[Period] = []
    stop_at = {stop: index for index, stop in enumerate(stops)}

    def visit(length: int, state: State) -> None:
        if length in stop_at:
            part, number = text.period(View(state))  # years and rounds are never hidden
            if not found or (part, number) != found[-1][1:]:
                found.append(Period(stop_at[length], part, number))

    visit_states(room.started_match(), visit)
    return found


def replay_update(room: Room, seat: int, context: PageContext, entries: int, since: int) -> PageUpdate:
    """All regions of a replay page, and the animations of the events after the first ``since`` entries."""
    model = replay_model(room, seat, context, entries)
    return PageUpdate(page.regions(model), page.movements(model, since), model.seq)


def chat_lines(room: Room, words: Words) -> list[ChatEntry]:
    """The lines of the chat and the notices about seats, sorted by time."""
    lines = [
        ChatEntry(line.name or words.say("page.spectator"), line.text, line.seat, line.number, line.at)
        for line in room.chat
    ]
    for notice in room.notices:
        who = room.seats[notice.seat].name or words.say("page.open")
        lines.append(ChatEntry("", words.say(f"notice.{notice.kind}", who=who), at=notice.at))
    return sorted(lines, key=lambda line: line.at)


def render(room: Room, seat: int, context: PageContext) -> Rendering:
    """Render all regions of the page."""
    model = view_model(room, seat, context)
    regions = page.regions(model)
    hashes = {name: region_hash(html) for name, html in regions.items()}
    return Rendering(room.version, room.head.length, model, regions, hashes)


def update(before: RegionHashes | None, now: Rendering) -> PageUpdate | None:
    """The regions that changed since ``before``: all of them if it is None. None if nothing changed."""
    if before is None:
        return PageUpdate(now.regions, [], now.seq)
    changed = [name for name, hash in now.hashes.items() if before.hashes.get(name) != hash]
    regions = {name: now.regions[name] for name in changed}
    if not regions:
        return None
    return PageUpdate(regions, page.movements(now.model, before.entries), now.seq)


def region_hash(html: str) -> str:
    return hashlib.blake2b(html.encode(), digest_size=8).hexdigest()
