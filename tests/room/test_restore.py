"""A room restored from its rows equals the live room after any command."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from samovar.room.access import Access
from samovar.room.commands import (
    Act,
    Command,
    DeleteRoom,
    MarkAbsent,
    MarkReturned,
    Mute,
    RemoveChatLine,
    Say,
    SetLimit,
    Undo,
)
from samovar.room.errors import NotFound
from samovar.room.handle import handle
from samovar.room.log import chain_faults
from samovar.room.restore import restore
from samovar.room.room import MAX_CHAT_LINES, Room, Status
from samovar.room.viewer import SERVER, resolve
from tests.room.comparison import LOCAL, assert_same_room, room_fields
from tests.room.random_commands import COMMANDS, WEIGHTS, RandomCommands
from tests.room.shell import (
    BOB,
    EVA,
    GAMES,
    PEOPLE,
    Shell,
    late_position,
    play_random,
    start_room,
    with_friends,
)

PAGES_EVERY = 1 if COMMANDS >= 300 else 20  # commands; equal fields give equal pages


def assert_restored(shell: Shell, room: Room, with_pages: bool = True) -> None:
    """Assert that the stored room, with and without its snapshot, equals the live one."""
    for snapshot in (True, False):
        restored = shell.restored(room.id, snapshot)
        if with_pages:
            assert_same_room(restored, room)
        else:
            found, live = room_fields(restored), room_fields(room)
            for name in live.keys() - LOCAL:
                assert found[name] == live[name], name


def new_room(shell: Shell, game: str, begun: str) -> Room:
    """A room that waits for players, has just started, or is near its end."""
    request = with_friends(game)
    if begun == "late":
        request = replace(request, start=late_position(game, decisions=12))
    return shell.create(request) if begun == "waiting" else start_room(shell, request)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("begun", ["waiting", "started", "late"])
def test_a_room_restored_after_each_random_command_equals_the_live_room(game: str, begun: str) -> None:
    shell = Shell(snapshot_every=7)
    room = new_room(shell, game, begun)
    commands = RandomCommands(shell, room, seed=len(game))
    for number in range(COMMANDS):
        commands.step()
        if room.deleted:
            break
        assert_restored(shell, room, number % PAGES_EVERY == 0)
    else:
        assert_restored(shell, room)
        assert {*commands.done, *commands.refused} == set(WEIGHTS)
        assert len(commands.done) > 7


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("snapshot", [True, False], ids=["snapshot", "log"])
def test_a_restored_room_plays_on_like_the_live_room(game: str, snapshot: bool) -> None:
    shell = Shell(snapshot_every=10)
    room = play_random(shell, start_room(shell, with_friends(game)), 35)
    other = shell.restored(room.id, snapshot)
    rng = random.Random(3)
    for _ in range(20):
        seat = rng.choice(room.actors)
        command: Command = Act(token=rng.choice(room.started_match().options(seat)), seq=room.head.length)
        if room.started_match().can_undo(seat) and rng.random() < 0.2:
            command = Undo(seq=room.head.length)
        env = shell.env()
        outcomes = [handle(one, resolve(one, PEOPLE[seat]), command, env) for one in (room, other)]
        assert outcomes[0] == outcomes[1]
        for row in outcomes[0].rows:
            room.apply(row)
            other.apply(row)
    assert_same_room(room, other)


def test_absence_muting_and_the_limit_survive_a_restart() -> None:
    shell = Shell(snapshot_every=1)
    room = start_room(shell, with_friends("catherine"))
    shell.execute(room, SERVER, MarkAbsent(seat=1))
    shell.execute(room, SERVER, MarkAbsent(seat=2))
    shell.execute(room, SERVER, MarkReturned(seat=2))
    shell.execute(room, EVA, SetLimit(limit=60))
    shell.execute(room, EVA, Mute(seat=1))
    restored = shell.restored(room.id)
    assert [bool(seat.away) for seat in restored.seats] == [False, True, False]
    assert (restored.limit, restored.muted) == (60, {1})
    assert_restored(shell, room)


def test_live_and_restored_rooms_have_the_same_last_chat_lines() -> None:
    shell = Shell()
    room = start_room(shell, with_friends("stroganov"))
    for number in range(MAX_CHAT_LINES + 5):
        shell.execute(room, BOB, Say(text=f"remark {number}"))
    assert_restored(shell, room)
    assert room.chat[0].text == "remark 5"
    shell.execute(room, EVA, RemoveChatLine(number=room.chat[-1].number))
    assert room.chat[-1].text == f"remark {MAX_CHAT_LINES + 3}"
    assert shell.restored(room.id).chat[-len(room.chat) :] == room.chat  # the store also has an older line


def test_a_room_whose_rows_were_changed_removed_or_added_is_unreadable() -> None:
    shell = Shell()
    room = play_random(shell, start_room(shell, with_friends("stroganov", 2)), 10)
    stored = shell.load(room.id, snapshot=False)
    rows = list(stored.rows)
    assert chain_faults(room.id, rows, stored.head) == []
    changed = replace(rows[4], body=rows[4].body.replace("}", " }"))
    added = replace(rows[-1], seq=len(rows) + 1)
    for forged in ([*rows[:4], changed, *rows[5:]], [*rows[:4], *rows[5:]], rows[:-1], [*rows, added]):
        found = restore(replace(stored, rows=forged), shell.box_text)
        assert found.status is Status.UNREADABLE
        assert "entry" in found.fault
    assert restore(stored, shell.box_text).status is Status.LIVE


def test_a_deleted_room_loses_everything() -> None:
    shell = Shell()
    room = start_room(shell, with_friends("stroganov"))
    shell.execute(room, EVA, DeleteRoom())
    assert room.deleted
    assert room.access == Access()
    with pytest.raises(NotFound):
        shell.execute(room, BOB, Say(text="hello"))
