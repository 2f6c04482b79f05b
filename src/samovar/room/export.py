"""What leaves a room as a file: its record, the proof of its shuffle, personal data."""

from __future__ import annotations

from dataclasses import dataclass

from samovar.match import fair_shuffle
from samovar.match.redaction import SPECTATOR, Withheld, redact_record
from samovar.room.changes import ChatLine
from samovar.room.permissions import Permission, allowed
from samovar.room.room import Room
from samovar.room.viewer import Viewer


def record_for(room: Room, viewer: Viewer) -> str:
    """The record, with the proof of the shuffle if the game is over. Withheld if it holds secrets."""
    match = room.started_match()
    if not allowed(room, viewer, Permission.EXPORT_RECORD):
        raise Withheld("the record holds secrets of other seats: it can be had when the game is over")
    return with_proof(room, redact_record(match, viewer.seat))


def with_proof(room: Room, record: str) -> str:
    """A record with the line that lets everyone derive its draws."""
    if not room.seed or room.created.record:
        return record
    salts = [seat.salt for seat in room.seats]
    line = fair_shuffle.proof_line(room.id, room.created.commit, room.seed, salts)
    return fair_shuffle.with_proof(record, line)


@dataclass(frozen=True, slots=True)
class ShuffleInfo:
    """What proves the shuffle. Before the end there is only the commitment."""

    commit: str
    seed: str
    salts: list[str]
    chosen_seed: str
    seed_was_chosen: bool
    record: str  # to derive every draw from; empty if there is nothing to prove


def shuffle_info(room: Room, viewer: Viewer) -> ShuffleInfo:
    """The commitment, and the seed and the record as soon as the viewer may see them."""
    created = room.created
    shown = allowed(room, viewer, Permission.SEE_SEED)
    provable = shown and bool(room.seed) and not created.record
    return ShuffleInfo(
        commit="" if created.record else created.commit,
        seed=room.seed if shown else "",
        salts=[seat.salt for seat in room.seats],
        chosen_seed=created.seed if shown else "",
        seed_was_chosen=bool(created.seed),
        record=with_proof(room, room.started_match().record()) if provable else "",
    )


def personal_data(room: Room, viewer: Viewer, chat: list[ChatLine], host: bool) -> dict[str, object]:
    """What is stored about one browser in this room."""
    knows_as = next(iter(viewer.seats)) if len(viewer.seats) == 1 else SPECTATOR
    hidden = room.match is None or room.record_is_hidden(knows_as)
    return {
        "table": room.id,
        "game": room.created.game,
        "host": host,
        "seats": [{"seat": seat, "name": room.seats[seat].name} for seat in sorted(viewer.seats)],
        "remarks": [{"at": line.at, "text": line.text} for line in chat],
        "record": "" if hidden else with_proof(room, redact_record(room.started_match(), knows_as)),
    }
