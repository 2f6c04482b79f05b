"""``samovar verify --all``: every room of a database, from its log alone."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import TypedDict

from samovar.kernel.errors import BadInput, SamovarError
from samovar.match import fair_shuffle
from samovar.room.export import with_proof
from samovar.room.restore import StoredRoom, restore
from samovar.room.room import Room, Status
from samovar.table.serve import database
from samovar.table.store import Reader, open_reader


class Verdict(TypedDict):
    """What became of one room."""

    table: str
    ok: bool
    message: str


def verify_room(reader: Reader, id: str) -> Verdict:
    """Check the chain, the game replayed from its log and thawed from its snapshot, and the shuffle."""
    try:
        stored = reader.load(id)
        if stored is None:
            raise BadInput(f"table {id}", ["it has no log"])
        room, quick = (_readable(one, reader) for one in (replace(stored, snapshot=None), stored))
        message = f"ok, {len(stored.rows)} entries, {_game(room, quick)}"
        return {"table": id, "ok": True, "message": message}
    except (SamovarError, ValueError, LookupError, TypeError) as error:
        return {"table": id, "ok": False, "message": " ".join(str(error).split())}


def _readable(stored: StoredRoom, reader: Reader) -> Room:
    """The room. BadInput if these rules cannot read it."""
    room = restore(stored, reader.box_text)
    if room.status is not Status.LIVE:
        raise BadInput(f"table {room.id}", [room.fault])
    return room


def _game(room: Room, quick: Room) -> str:
    match, other = room.match, quick.match
    if match is None or other is None:
        return "not begun yet"
    if match.record() != other.record():
        raise BadInput(f"table {room.id}", ["its snapshot tells another game than its log"])
    actions = f"{room.created.game}, {len(match.log)} actions"
    if not match.over:
        return f"{actions}, not over yet"
    if room.result != [score.total for score in match.scores()]:
        raise BadInput(f"table {room.id}", ["the result is another one"])
    if room.seed and not room.created.record:
        record = with_proof(room, match.record())
        return f"{actions}, {fair_shuffle.check_proof(record, box=room.box)}"
    return f"{actions}, over"


def verify_all(given: str | None, as_json: bool) -> int:
    """Check every room; exit code 1 if one does not hold."""
    with open_reader(database(given)) as reader:
        verdicts = [verify_room(reader, id) for id in reader.room_ids()]
    if as_json:
        print(json.dumps(verdicts, indent=2))
    else:
        for verdict in verdicts:
            where = sys.stdout if verdict["ok"] else sys.stderr
            print(f"{verdict['table']}: {verdict['message']}", file=where)
        print(f"{len(verdicts)} tables, {sum(not verdict['ok'] for verdict in verdicts)} with faults")
    return 0 if all(verdict["ok"] for verdict in verdicts) else 1
