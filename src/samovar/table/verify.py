"""``samovar verify --all``: verify every room of a database from its log."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import TypedDict

from samovar.kernel.errors import BadInput, SamovarError
from samovar.match import fair_shuffle
from samovar.room.export import record_with_proof
from samovar.room.restore import StoredRoom, read_snapshot, restore
from samovar.room.room import Room, Status
from samovar.table.serve import database
from samovar.table.store import StoreReader, open_reader


class Verdict(TypedDict):
    """The result of verifying one room."""

    table: str
    ok: bool
    message: str


def verify_room(reader: StoreReader, id: str) -> Verdict:
    """Check the hash chain, the replay of the log against the snapshot, the result and the shuffle proof."""
    try:
        stored = reader.load(id)
        if stored is None:
            raise BadInput(f"table {id}", ["has no log"])
        if stored.snapshot is not None and read_snapshot(stored) is None:
            raise BadInput(f"table {id}", ["its snapshot cannot be read"])
        replayed = _restored_live_room(replace(stored, snapshot=None), reader)
        from_snapshot = _restored_live_room(stored, reader)
        message = f"ok, {len(stored.rows)} entries, {_check_game(replayed, from_snapshot)}"
        return {"table": id, "ok": True, "message": message}
    except Exception as error:  # damaged data can raise anything; the other rooms are still verified
        return {"table": str(id), "ok": False, "message": _reason(error)}


def _reason(error: Exception) -> str:
    """The message of an error on one line. An error of Python itself also has its name."""
    message = " ".join(str(error).split())
    return message if isinstance(error, SamovarError) else f"{type(error).__name__}: {message}"


def verify_orphans(reader: StoreReader) -> list[Verdict]:
    """A fault for each room id that has rows in other tables but no room row."""
    try:
        return [
            {"table": str(id), "ok": False, "message": f"rows in {', '.join(tables)}, but no room"}
            for id, tables in reader.orphans().items()
        ]
    except Exception as error:  # damaged data can raise anything
        return [{"table": "all", "ok": False, "message": _reason(error)}]


def _restored_live_room(stored: StoredRoom, reader: StoreReader) -> Room:
    """The restored room. BadInput if it is not live."""
    room = restore(stored, reader.box_text)
    if room.status is not Status.LIVE or room.fault:
        raise BadInput(f"table {room.id}", [room.fault])
    return room


def _check_game(replayed: Room, from_snapshot: Room) -> str:
    room, match = replayed, replayed.match
    if match is None or from_snapshot.match is None:
        return "not started yet"
    if match.record() != from_snapshot.match.record():
        raise BadInput(f"table {room.id}", ["snapshot and log give different games"])
    actions = f"{room.created.game}, {len(match.log)} actions"
    if not match.over:
        return f"{actions}, not over yet"
    if room.result != [score.total for score in match.scores()]:
        raise BadInput(f"table {room.id}", ["the stored result differs from the result of the replay"])
    if room.seed and not room.created.record:
        record = record_with_proof(room, match.record())
        return f"{actions}, {fair_shuffle.check_proof(record, box=room.box)}"
    return f"{actions}, over"


def verify_all(given: str | None, as_json: bool) -> int:
    """Verify every room and print the results. Returns exit code 1 if a room has a fault."""
    with open_reader(database(given)) as reader:
        verdicts = [verify_room(reader, id) for id in reader.room_ids()] + verify_orphans(reader)
    if as_json:
        print(json.dumps(verdicts, indent=2))
    else:
        for verdict in verdicts:
            where = sys.stdout if verdict["ok"] else sys.stderr
            print(f"{verdict['table']}: {verdict['message']}", file=where)
        tables = len({verdict["table"] for verdict in verdicts})
        print(f"{tables} tables, {sum(not verdict['ok'] for verdict in verdicts)} with faults")
    return 0 if all(verdict["ok"] for verdict in verdicts) else 1
