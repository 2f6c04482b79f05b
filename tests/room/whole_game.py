"""Plays a whole game of each title in a process that cannot import server or database packages.

``python -m tests.room.whole_game`` prints the number of commands of each game. A browser edition runs the
same packages in Pyodide, where most of the refused modules do not work.
"""

from __future__ import annotations

import importlib.readers  # reads data files of packages; it imports zipfile, and that imports threading
import sys

REFUSED = [
    "starlette",
    "uvicorn",
    "msgspec",
    "sqlalchemy",
    "asyncio",
    "threading",
    "socket",
    "sqlite3",
    "ssl",
]


def refuse() -> None:
    """Make the import of the REFUSED packages fail."""
    sys.modules.update(dict.fromkeys(REFUSED))  # type: ignore[arg-type]


def play(game: str) -> int:
    """Play to the end, and update the page of every viewer after each command."""
    import json
    import random

    from samovar.match.redaction import SPECTATOR
    from samovar.room.commands import Act, Say, parse
    from samovar.room.page_updates import PageContext, RegionHashes, render, update
    from tests.room.shell import PEOPLE, Shell, start_room, with_friends

    shell, rng, commands = Shell(snapshot_every=50), random.Random(1), 0
    room = start_room(shell, with_friends(game))
    context = PageContext("cs", f"/t/{room.id}")
    shown: dict[int, RegionHashes | None] = dict.fromkeys(range(SPECTATOR, 3))
    while not room.over:
        seat = rng.choice(room.actors)
        token = rng.choice(room.started_match().options(seat))
        fields = {"token": token, "seq": str(room.head.length), "action_id": str(commands)}
        shell.execute(room, PEOPLE[seat], parse(Act, fields))
        commands += 1
        viewer = rng.choice([*shown])
        now = render(room, viewer, context)
        change = update(shown[viewer], now)
        assert change is not None
        assert json.loads(change.json())["seq"] == room.head.length
        shown[viewer] = RegionHashes(now.hashes, now.model.entries)
    shell.execute(room, PEOPLE[0], parse(Say, {"text": "Dobrá hra!"}))
    assert shell.restored(room.id).result == room.result != []
    return commands


if __name__ == "__main__":
    assert importlib.readers
    refuse()
    for game in ("stroganov", "catherine", "tundra"):
        print(game, play(game))
