"""Exports of a room: its record, the proof of its shuffle, personal data."""

from __future__ import annotations

from dataclasses import dataclass

from samovar.match import fair_shuffle
from samovar.match.redaction import SPECTATOR, Withheld, redact_record
from samovar.room.changes import ChatLine
from samovar.room.permissions import Permission, allowed
from samovar.room.room import Room
from samovar.room.viewer import Viewer


def record_for(room: Room, viewer: Viewer) -> str:
    """The record, with the shuffle proof if the game is over. Withheld if it contains hidden information."""
    match = room.started_match()
    if not allowed(room, viewer, Permission.EXPORT_RECORD):
        raise Withheld("the record contains secrets of other seats until the game is over")
    return record_with_proof(room, redact_record(match, viewer.seat))


def record_with_proof(room: Room, record: str) -> str:
    """The record with the proof line, from which anyone can derive the draws."""
    if not room.seed or room.created.record:
        return record
    salts = [seat.salt for seat in room.seats]
    line = fair_shuffle.proof_line(room.id, room.created.commit, room.seed, salts)
    return fair_shuffle.with_proof(record, line)


@dataclass(frozen=True, slots=True)
class ShuffleInfo:
    """The data of the shuffle proof. Before the end of the game it is only the commitment."""

    commit: str
    seed: str
    salts: list[str]
    chosen_seed: str
    seed_was_chosen: bool
    seed_hash: str  # hash of a chosen seed and ``seed_nonce``
    seed_nonce: str  # empty before the end of the game
    record: str  # the record with the proof line; empty if there is nothing to prove


def shuffle_info(room: Room, viewer: Viewer) -> ShuffleInfo:
    """The commitment. Seed and record are included if the viewer may see them."""
    created = room.created
    shown = allowed(room, viewer, Permission.SEE_SEED)
    provable = shown and bool(room.seed) and not created.record
    return ShuffleInfo(
        commit="" if created.record else created.commit,
        seed=room.seed if shown else "",
        salts=[seat.salt for seat in room.seats],
        chosen_seed=created.seed if shown else "",
        seed_was_chosen=bool(created.seed),
        seed_hash=created.seed_hash,
        seed_nonce=created.seed_nonce if shown else "",
        record=record_with_proof(room, room.started_match().record()) if provable else "",
    )


def personal_data(room: Room, viewer: Viewer, chat: list[ChatLine], host: bool) -> dict[str, object]:
    """The data stored about one browser in this room."""
    seat = next(iter(viewer.seats)) if len(viewer.seats) == 1 else SPECTATOR  # the exported view
    hidden = room.match is None or room.record_is_hidden(seat)
    return {
        "table": room.id,
        "game": room.created.game,
        "host": host,
        "seats": [{"seat": own, "name": room.seats[own].name} for own in sorted(viewer.seats)],
        "remarks": [{"at": line.at, "text": line.text} for line in chat],
        "record": "" if hidden else record_with_proof(room, redact_record(room.started_match(), seat)),
    }
