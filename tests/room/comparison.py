"""Comparing rooms: every field and every viewer's page."""

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

LOCAL = {"present", "version"}  # of one process
DERIVED = {"_key", "beginning"}  # caches
MATCH_FIELDS = {
    "game", "seed", "names", "dice", "fair", "log", "start", "setup_events", "stored_scores", "past",
    "barrier", "gathering", "_out", "state",
}  # fmt: skip


def room_fields(room: Room) -> dict[str, Any]:
    """All that a room is, as plain values; equal rooms have equal ones. Caches are left out."""
    found = {name: plain(value) for name, value in vars(room).items() if name not in DERIVED}
    found["key"] = room.key
    return found


def plain(value: object) -> Any:
    """A value that can be compared and printed."""
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
    """All that a match is, its undo stack and its dice included. ``_out`` is only working memory."""
    if not samovar.compiled():  # a compiled class has no __dict__
        assert set(vars(match)) == MATCH_FIELDS, "a new field of Match: compare it here"
    token, write = match.state.box.notation.token, match.game.write
    dice, revealed = match.dice, match.state.reveals  # a counter: positions do not hold its value
    return {
        "game": match.game.name,
        "box": match.state.box.digest,
        "seed": match.seed,
        "names": match.names,
        "dice": (dice.a, dice.b, dice.c, dice.d),
        "fair": match.fair,
        "start": match.start,
        "barrier": match.barrier,
        "gathering": match.gathering,
        "position": write(match.state),
        "journal": match.state.journal or [],
        "setup_events": match.setup_events,
        "log": [(one.seat, token(one.action), one.turn, one.witnesses, one.events) for one in match.log],
        "undo": [
            (
                past.entries,
                past.seat,
                past.turn,
                past.gathering,
                revealed - past.state.reveals,
                write(past.state),
            )
            for past in match.past
        ],
        "stored_scores": [repr(score) for score in match.stored_scores],
    }


def room_digest(room: Room) -> str:
    """A digest of all fields, those of the process included."""
    return hashlib.sha256(repr(room_fields(room)).encode()).hexdigest()


def pages(room: Room, lang: str = "en") -> dict[int, dict[str, str]]:
    """Every region of the page by viewer: the spectator and each seat. None before the start."""
    if room.match is None:
        return {}
    context = PageContext(lang, f"/t/{room.id}")
    return {seat: render(room, seat, context).regions for seat in range(SPECTATOR, len(room.seats))}


def assert_same_room(one: Room, two: Room) -> None:
    """Both rooms are equal in every field, except those of the process, and in every viewer's page."""
    first, second = room_fields(one), room_fields(two)
    assert first.keys() == second.keys()
    for name in first.keys() - LOCAL:
        assert first[name] == second[name], name
    assert pages(one) == pages(two)
