"""Twin rooms, which differ only in information that is hidden from some viewers."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from samovar.games import registry
from samovar.kernel.reading import Reader, read_toml
from samovar.kernel.rng import Rng
from samovar.match.match import Match
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
    """One of two rooms, each in its own server with the same clock and random numbers."""

    shell: Shell
    room: Room


def twins(game: str, kind: str) -> list[Twin]:
    """Two running rooms, created as ``kind`` says, in which other seats have made secret choices.

    Seat 0 and spectators must not see any difference.
    """
    found = MAKERS[kind](game, 10 * HIDDEN_GAMES.index(game) + KINDS.index(kind))
    for number, twin in enumerate(found):
        twin.shell.stored[twin.room.id].tokens.add((digest(TOKEN), 0))
        twin.room.access.tokens[digest(TOKEN)] = 0
        if kind != "fork":  # the other seats of a fork are bots
            choose_in_secret(twin, number)
    assert found[0].room.started_match().position() != found[1].room.started_match().position()
    assert found[0].room.id == found[1].room.id
    return found


def choose_in_secret(twin: Twin, option: int) -> None:
    """Make the choices of seat 1, different in each twin, and one of seat 0, the same in both."""
    match = twin.room.started_match()
    length, chosen = len(match.log), 0
    while 1 in match.actors() and chosen < 2:
        twin.shell.act(twin.room, 1, match.options(1)[-option])
        chosen += 1
    twin.shell.act(twin.room, 0, match.options(0)[0])
    public = (1 << match.seats) - 1
    assert all(entry.witnesses & public != public for entry in match.log[length:])


def request_for(game: str) -> CreateRoom:
    options = {"personal_goals": "on"} if game == "tundra" else {}
    return replace(with_friends(game), options=options)


def from_set_up(game: str, seed: int, seats: tuple[int, int] = (1, 2)) -> list[Twin]:
    """Twins in which the cards that Nature dealt to two seats are swapped."""
    found = []
    for swapped in (False, True):
        shell = Shell(seed)
        room = start_room(shell, request_for(game))
        found.append(Twin(shell, swap_deals(shell, room, seats) if swapped else room))
    return found


def swap_deals(shell: Shell, room: Room, seats: tuple[int, int] = (1, 2)) -> Room:
    """The room with the cards dealt to these two seats swapped."""
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


def begun_twins(requests: list[CreateRoom], seed: int) -> list[Twin]:
    found = []
    for one in requests:
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
    """Two forks whose hidden information is drawn with different seeds."""
    found = []
    for dealt in (1, 2):
        shell = Shell(seed)
        bots = [SeatRequest(kind="bot"), SeatRequest(kind="bot")]
        solo = replace(request_for(game), seats=[SeatRequest(kind="me", name="Eva"), *bots])
        room = shell.create(solo)
        new = shell.execute(room, EVA, Fork()).create
        assert new is not None
        event = json.loads(new.rows[0].body)
        event["start"] = redraw_hidden(game, event["start"], dealt)
        body = json.dumps(event, separators=(",", ":"), ensure_ascii=False)
        stored = shell.stored[new.id]
        rows = [replace(stored.rows[0], body=body), *stored.rows[1:]]
        stored.rows = list(with_rows(shell.load(new.id, snapshot=False), rows).rows)
        stored.snapshot = None
        shell.rooms[new.id] = shell.restored(new.id)
        found.append(Twin(shell, shell.rooms[new.id]))
    return found


def redraw_hidden(game: str, position: str, seed: int) -> str:
    """A position that looks the same to seat 0, with hidden information drawn again."""
    rules = registry.game(game)
    state = rules.read(Reader(read_toml(position, "position"), "", []), rules.standard_box())
    return rules.write(rules.determinize(rules.redact(state, 0), Rng(seed)))


def from_rematch(game: str, seed: int) -> list[Twin]:
    found = []
    for swapped in (False, True):
        shell = Shell(seed)
        finished = start_room(shell, replace(with_friends(game), start=late_position(game)))
        outcome = shell.execute(play_random(shell, finished), EVA, Rematch())
        room = shell.rooms[outcome.room]
        found.append(Twin(shell, swap_deals(shell, room) if swapped else room))
    return found


def from_middle(game: str, seed: int) -> list[Twin]:
    """Rooms begun from a random position of a random game, in which the secrets of others are drawn twice."""
    rng = random.Random(seed)
    match = Match(game, 3, seed, options=request_for(game).options)
    length = rng.randrange(120)
    while len(match.log) < length and not match.over:
        seat = rng.choice(match.actors())
        match.play(seat, rng.choice(match.options(seat)))
    if match.over:
        match = Match(game, 3, seed, options=request_for(game).options)
    drawn = [redraw_hidden(game, match.position(), number) for number in (1, 2)]
    return begun_twins([replace(with_friends(game), start=position) for position in drawn], seed)


def random_twins(number: int) -> list[Twin]:
    """Twins of a random game and kind. A pair from the middle of a game may have no secrets and be equal."""
    rng = random.Random(number)
    game = rng.choice(HIDDEN_GAMES)
    kind = rng.choice([*KINDS, "middle", "middle", "middle"])
    if kind == "middle":
        return from_middle(game, 1000 + number)
    found = MAKERS[kind](game, 1000 + number)
    if kind != "fork":
        for option, twin in enumerate(found):
            choose_in_secret(twin, option)
    return found


MAKERS: dict[str, Callable[[str, int], list[Twin]]] = {
    "set-up": from_set_up,
    "position": from_position,
    "record": from_record,
    "fork": from_fork,
    "rematch": from_rematch,
}
