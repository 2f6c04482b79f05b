"""``samovar verify --all``: every game of a database, from its log alone."""

from __future__ import annotations

import json
import sys
from typing import TypedDict

from samovar.kernel.errors import BadInput, SamovarError
from samovar.table import shuffle
from samovar.table.serve import database
from samovar.table.store import Store
from samovar.table.table import Table, moves_of


class Verdict(TypedDict):
    """What became of one table."""

    table: str
    ok: bool
    message: str


def verify_table(store: Store, id: str) -> Verdict:
    """The chain, the game played again without snapshots, the game as its snapshots tell it, the shuffle."""
    try:
        kept = store.kept(id)
        if kept is None:
            raise BadInput(f"table {id}", ["it has no log"])
        table, quick = Table(id), Table(id)
        quick.restore(kept)
        kept.snapshots.clear()
        table.restore(kept)
        told = _game(table, quick)
        return {"table": id, "ok": True, "message": f"ok, {len(kept.rows)} entries, {told}"}
    except SamovarError as error:
        return {"table": id, "ok": False, "message": " ".join(str(error).split())}


def _game(table: Table, quick: Table) -> str:
    match, other = table.match, quick.match
    if match is None or other is None:
        return "not begun yet"
    if match.position() != other.position() or moves_of(match) != moves_of(other):
        raise BadInput(f"table {table.id}", ["its snapshots tell another game than its log"])
    actions = f"{table.made.game}, {len(match.log)} actions"
    if not match.over:
        return f"{actions}, not over yet"
    if table.result != [score.total for score in match.scores()]:
        raise BadInput(f"table {table.id}", ["the result is another one"])
    if table.revealed and not table.made.record:
        return f"{actions}, {shuffle.check_proof(table.record(), table.components)}"
    return f"{actions}, over"


def verify_all(given: str | None, as_json: bool) -> int:
    """Check every table; exit code 1 if one does not hold."""
    store = Store(database(given))
    verdicts = [verify_table(store, id) for id in store.tables()]
    store.close()
    if as_json:
        print(json.dumps(verdicts, indent=2))
    else:
        for verdict in verdicts:
            where = sys.stdout if verdict["ok"] else sys.stderr
            print(f"{verdict['table']}: {verdict['message']}", file=where)
        print(f"{len(verdicts)} tables, {sum(not verdict['ok'] for verdict in verdicts)} with faults")
    return 0 if all(verdict["ok"] for verdict in verdicts) else 1
