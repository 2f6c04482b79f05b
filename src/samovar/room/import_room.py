"""Importing a record or a position as a private room."""

from __future__ import annotations

import tomllib
from typing import Final

from samovar.kernel.errors import BadInput
from samovar.match.match import Match
from samovar.room.creation import CreateRoom, SeatRequest, create
from samovar.room.outcome import Env, NewRoom
from samovar.room.validation import DEFAULT_LIMITS, TextLimits, check_import
from samovar.room.viewer import Identity

NOT_IMPORTABLE: Final = "neither a record, which begins with 'samovar', nor a position in TOML"


def import_room(text: str, name: str, identity: Identity, env: Env) -> NewRoom:
    """The room to commit. It replays a whole game, so it must run in a worker with a deadline."""
    return create(import_request(text, name, env.text_limits), identity, env)


def import_request(text: str, name: str, limits: TextLimits = DEFAULT_LIMITS) -> CreateRoom:
    """The request for a room in which its creator holds all seats. BadInput names every fault of the text.

    The request contains the text without comments, as the game writes it, because the server parses it again
    whenever it opens the room. A megabyte of comments would block it for a second.
    """
    check_import(text, limits)
    is_record = text.lstrip().startswith("samovar ")
    if not is_record and not _is_toml(text):
        raise BadInput("text", [NOT_IMPORTABLE])
    match = Match.from_record(text) if is_record else Match.from_position(text)
    names = match.names or [name] * match.seats
    return CreateRoom(
        game=match.game.name,
        seats=[SeatRequest(kind="me", name=one) for one in names],
        record=match.record() if is_record else "",
        start="" if is_record else match.start,
        private=True,
    )


def _is_toml(text: str) -> bool:
    """True if the text is a TOML document with at least one key."""
    try:
        return bool(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError):
        return False
