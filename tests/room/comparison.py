"""Comparison of rooms: every field and every viewer's page."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, is_dataclass
from enum import Enum
from typing import Any

import samovar
from samovar.kernel.components import Components
from samovar.kernel.game import Rules
from samovar.match.match import Match
from samovar.match.redaction import SPECTATOR
from samovar.room.page_updates import PageContext, render
from samovar.room.room import Room

LOCAL = {"present", "version"}  # process-local fields
DERIVED = {"_key", "beginning"}  # caches
MATCH_FIELDS = {
    "game", "seed", "names", "rng", "seeded", "log", "start", "setup_events", "stored_scores", "history",
    "_out", "state",
}  # fmt: skip


def room_fields(room: Room) -> dict[str, Any]:
    """All fields of a room except caches, as plain values that can be compared."""
    found = {name: plain(value) for name, value in vars(room).items() if name not in DERIVED}
    found["key"] = room.key
    return found


def plain(value: object) -> Any:
    """The value converted to one that can be compared and printed."""
    match value:
        case Match():
            return match_fields(value)
        case Rules():
            return value.name, value.rules_version
        case Components():
            return value.digest
        case Enum():
            return value.name
        case list() | tuple():
            return [plain(item) for item in value]
        case set() | frozenset():
            return sorted(value)
        case dict():
            return {key: plain(item) for key, item in sorted(value.items())}
        case None | str() | int() | bool() | bytes():
            return value
    if is_dataclass(value) and not isinstance(value, type):
        return {"class": type(value).__name__, **plain(asdict(value))}
    raise TypeError(f"cannot compare {type(value).__name__}: add it here")


def match_fields(match: Match) -> dict[str, Any]:
    """All fields of a match, with its undo stack and random generator. ``_out`` is only a scratch buffer."""
    if not samovar.compiled():  # a compiled class has no __dict__
        assert set(vars(match)) == MATCH_FIELDS, "a new field of Match: compare it here"
    token, write = match.state.box.notation.token, match.game.write
    rng, revealed = match.rng, match.state.reveals  # a counter that positions do not contain
    return {
        "game": match.game.name,
        "box": match.state.box.digest,
        "seed": match.seed,
        "names": match.names,
        "rng": (rng.a, rng.b, rng.c, rng.d),
        "seeded": match.seeded,
        "start": match.start,
        "barrier": match.history.barrier,
        "phase": match.history.phase,
        "position": write(match.state),
        "journal": match.state.journal or [],
        "setup_events": match.setup_events,
        "log": [
            (one.seat, token(one.action), one.turn, one.witnesses, one.events, one.automatic)
            for one in match.log
        ],
        "undo": [
            (
                past.entries,
                past.seat,
                past.turn,
                past.phase,
                past.automatic,
                revealed - past.state.reveals,
                write(past.state),
            )
            for past in match.history.points
        ],
        "stored_scores": [repr(score) for score in match.stored_scores],
    }


def room_digest(room: Room) -> str:
    """A digest of all fields, with the process-local ones."""
    return hashlib.sha256(repr(room_fields(room)).encode()).hexdigest()


def pages(room: Room, lang: str = "en") -> dict[int, dict[str, str]]:
    """The regions of the page for the spectator and each seat. Empty before the start."""
    if room.match is None:
        return {}
    context = PageContext(lang, f"/t/{room.id}")
    return {seat: render(room, seat, context).regions for seat in range(SPECTATOR, len(room.seats))}


def assert_same_room(one: Room, two: Room) -> None:
    """Assert that all fields but the process-local ones and the pages of all viewers are equal."""
    first, second = room_fields(one), room_fields(two)
    assert first.keys() == second.keys()
    for name in first.keys() - LOCAL:
        assert first[name] == second[name], name
    assert pages(one) == pages(two)
