"""Twin rooms: they differ only in what some viewers may not know."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from samovar.games import registry
from samovar.kernel.dice import Dice
from samovar.kernel.reading import Reader, read_toml
from samovar.room.access import digest
from samovar.room.commands import Fork, Rematch
from samovar.room.creation import CreateRoom, SeatRequest
from samovar.room.room import Room
from tests.room.old_rules import with_rows
from tests.room.shell import EVA, Shell, late_position, play_random, start_room, with_friends

HIDDEN_GAMES = ["catherine", "tundra"]
KINDS = ["set-up", "position", "record", "fork", "rematch"]
TOKEN = "token of seat 0"


class Twin(NamedTuple):
    """One of two rooms, in a server of its own with the same clock and the same random numbers."""

    shell: Shell
    room: Room


def twins(game: str, kind: str) -> list[Twin]:
    """Two running rooms that were made in this way and in which others have chosen something in secret.

    Seat 0 and spectators must not see any difference.
    """
    found = MAKERS[kind](game, 10 * HIDDEN_GAMES.index(game) + KINDS.index(kind))
    for number, twin in enumerate(found):
        twin.shell.stored[twin.room.id].tokens.add((digest(TOKEN), 0))
        twin.room.access.tokens[digest(TOKEN)] = 0
        if kind != "fork":  # there bots would decide
            choose_in_secret(twin, number)
    assert found[0].room.started_match().position() != found[1].room.started_match().position()
    assert found[0].room.id == found[1].room.id
    return found


def choose_in_secret(twin: Twin, option: int) -> None:
    """Seat 1 makes its choices, others in each twin; seat 0 makes one, the same in both."""
    match = twin.room.started_match()
    length, chosen = len(match.log), 0
    while 1 in match.actors() and chosen < 2:
        twin.shell.act(twin.room, 1, match.options(1)[-option])
        chosen += 1
    twin.shell.act(twin.room, 0, match.options(0)[0])
    public = (1 << match.seats) - 1
    assert all(entry.witnesses & public != public for entry in match.log[length:])


def order(game: str) -> CreateRoom:
    options = {"personal_goals": "on"} if game == "tundra" else {}
    return replace(with_friends(game), options=options)


def from_set_up(game: str, seed: int, seats: tuple[int, int] = (1, 2)) -> list[Twin]:
    """What Nature dealt to one of these seats is swapped with what it dealt to the other."""
    found = []
    for swapped in (False, True):
        shell = Shell(seed)
        room = start_room(shell, order(game))
        found.append(Twin(shell, swap_deals(shell, room, seats) if swapped else room))
    return found


def swap_deals(shell: Shell, room: Room, seats: tuple[int, int] = (1, 2)) -> Room:
    """The room as if these seats had been dealt each other's cards."""
    token, log = room.box.notation.token, room.started_match().log
    dealt = [[token(entry.action) for entry in log if entry.witnesses == 1 << seat] for seat in seats]
    other = dict(zip(dealt[0], dealt[1], strict=False)) | dict(zip(dealt[1], dealt[0], strict=False))
    stored = shell.stored[room.id]
    rows = []
    for row in stored.rows:
        event = json.loads(row.body)
        if event["type"] == "began":
            event["draws"] = [other.get(draw, draw) for draw in event["draws"]]
        body = json.dumps(event, separators=(",", ":"), ensure_ascii=False)
        rows.append(replace(row, body=body))
    stored.rows = list(with_rows(shell.load(room.id, snapshot=False), rows).rows)
    stored.snapshot = None
    shell.rooms[room.id] = shell.restored(room.id)
    return shell.rooms[room.id]


def begun_twins(orders: list[CreateRoom], seed: int) -> list[Twin]:
    found = []
    for one in orders:
        shell = Shell(seed + 100)
        found.append(Twin(shell, start_room(shell, one)))
    return found


def from_position(game: str, seed: int) -> list[Twin]:
    rooms = [twin.room for twin in from_set_up(game, seed)]
    return begun_twins(
        [replace(with_friends(game), start=room.started_match().position()) for room in rooms], seed
    )


def from_record(game: str, seed: int) -> list[Twin]:
    rooms = [twin.room for twin in from_set_up(game, seed)]
    return begun_twins(
        [replace(with_friends(game), record=room.started_match().record()) for room in rooms], seed
    )


def from_fork(game: str, seed: int) -> list[Twin]:
    """A fork is dealt anew what its maker did not know; here in two ways."""
    found = []
    for dealt in (1, 2):
        shell = Shell(seed)
        bots = [SeatRequest(kind="bot"), SeatRequest(kind="bot")]
        solo = replace(order(game), seats=[SeatRequest(kind="me", name="Eva"), *bots])
        room = shell.create(solo)
        new = shell.execute(room, EVA, Fork()).create
        assert new is not None
        event = json.loads(new.rows[0].body)
        event["start"] = deal_anew(game, event["start"], dealt)
        body = json.dumps(event, separators=(",", ":"), ensure_ascii=False)
        stored = shell.stored[new.id]
        rows = [replace(stored.rows[0], body=body), *stored.rows[1:]]
        stored.rows = list(with_rows(shell.load(new.id, snapshot=False), rows).rows)
        stored.snapshot = None
        shell.rooms[new.id] = shell.restored(new.id)
        found.append(Twin(shell, shell.rooms[new.id]))
    return found


def deal_anew(game: str, position: str, seed: int) -> str:
    """A position that looks the same to seat 0."""
    rules = registry.game(game)
    state = rules.read(Reader(read_toml(position, "position"), "", []), rules.standard_box())
    return rules.write(rules.fill(rules.redact(state, 0), Dice(seed)))


def from_rematch(game: str, seed: int) -> list[Twin]:
    found = []
    for swapped in (False, True):
        shell = Shell(seed)
        finished = start_room(shell, replace(with_friends(game), start=late_position(game)))
        outcome = shell.execute(play_random(shell, finished), EVA, Rematch())
        room = shell.rooms[outcome.room]
        found.append(Twin(shell, swap_deals(shell, room) if swapped else room))
    return found


MAKERS: dict[str, Callable[[str, int], list[Twin]]] = {
    "set-up": from_set_up,
    "position": from_position,
    "record": from_record,
    "fork": from_fork,
    "rematch": from_rematch,
}
