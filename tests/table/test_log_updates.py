"""The brief stream: a client that reads it occasionally knows the whole redacted log of its seat."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from samovar.kernel.errors import CannotUndo
from samovar.match.redaction import SPECTATOR, redact_log
from samovar.room.commands import Say, Undo
from samovar.room.restore import restore
from samovar.room.room import Room, Status
from samovar.table.api.json_updates import START, LogUpdateCache
from samovar.table.api.schemas import log_entry, room_state
from tests.room.old_rules import of_version
from tests.room.shell import EVA, GAMES, PEOPLE, Shell, play_random, start_room, with_friends


class Client:
    """A client that reads the stream occasionally."""

    def __init__(self, seat: int, often: float) -> None:
        self.seat, self.often = seat, often
        self.cursor = START
        self.log: list[Any] = []

    def read(self, room: Room, cache: LogUpdateCache) -> dict[str, Any]:
        message = cache.message(room, self.seat, self.cursor)
        self.cursor = cache.cursor
        update: dict[str, Any] = json.loads(message.partition(b"data: ")[2])
        assert update["first"] <= len(self.log)
        self.log[update["first"] :] = update["entries"]
        return update


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("alone", [True, False], ids=["alone", "beside another process"])
def test_a_client_that_reads_occasionally_knows_the_whole_redacted_log(game: str, alone: bool) -> None:
    rng = random.Random(4)
    shell, cache = Shell(), LogUpdateCache()
    room = start_room(shell, with_friends(game))
    clients = [Client(seat, often) for seat in (SPECTATOR, 0, 1, 2) for often in (0.1, 0.5, 1.0)]
    for _ in range(150):
        seat = rng.choice(room.actors)
        try:
            if rng.random() < 0.3:
                shell.execute(room, PEOPLE[seat], Undo(seq=room.head.length))
            else:
                shell.act(room, seat, rng.choice(room.started_match().options(seat)))
        except CannotUndo:
            continue
        if not alone and rng.random() < 0.3:  # another process has written, so the room is loaded again
            version = room.version
            room = shell.rooms[room.id] = shell.restored(room.id)
            room.version = version + 1
        for client in clients:
            if rng.random() < client.often:
                update = client.read(room, cache)
                lines = [log_entry(line) for line in redact_log(room.started_match(), client.seat)]
                assert client.log == json.loads(msgspec.json.encode(lines))
                assert update["actors"] == room.actors
                asked = client.seat in room.actors
                assert update["options"] == (room.started_match().options(client.seat) if asked else [])


def test_a_chat_line_sends_no_log_entries() -> None:
    shell, cache, client = Shell(), LogUpdateCache(), Client(SPECTATOR, 1)
    room = start_room(shell, with_friends("stroganov"))
    client.read(room, cache)
    shell.execute(room, EVA, Say(text="hello"))
    assert client.read(room, cache)["entries"] == []


def test_the_state_and_the_stream_of_a_frozen_room_offer_no_options() -> None:
    shell = Shell()
    room = play_random(shell, start_room(shell, with_friends("stroganov", 2)), 6)
    shell.save_snapshot(room)
    stored = shell.load(room.id)
    for version, offered in ((room.game.rules_version, True), (99, False)):
        found = restore(of_version(stored, version), shell.box_text)
        assert found.status is (Status.LIVE if offered else Status.FROZEN)
        seat = found.actors[0]
        state = room_state(found, seat)
        assert bool(state.options) == offered
        assert offered or not (state.refusals or state.can_undo)
        assert bool(Client(seat, 1).read(found, LogUpdateCache())["options"]) == offered
