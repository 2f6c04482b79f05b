"""A room restored from its rows equals the live room after any command."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from samovar.kernel.state import NATURE
from samovar.match import fair_shuffle
from samovar.match.undo import UndoPlan
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
from samovar.room.events import Undone
from samovar.room.export import record_for
from samovar.room.handle import handle
from samovar.room.log import LogHead, chain_faults, next_rows
from samovar.room.restore import restore
from samovar.room.room import MAX_CHAT_LINES, Room, Status
from samovar.room.viewer import SERVER, resolve
from tests.room.comparison import LOCAL, assert_same_room, room_fields
from tests.room.old_rules import with_snapshot
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


@pytest.mark.parametrize("snapshot", [False, True])
def test_an_undo_of_an_old_log_that_completed_a_step_is_followed_by_its_draws(snapshot: bool) -> None:
    """Earlier versions let seat 0 undo the change of its choice after all others had chosen.

    The undo completed the step without draws: nobody could act any more, and no page was shown.
    """
    shell = Shell()
    room = start_room(shell, with_friends("catherine"))
    rows = [room.started_match().options(seat)[:3] for seat in range(3)]
    for seat, token in [(1, card) for card in rows[1]] + [(0, card) for card in [*rows[0], rows[0][0]]]:
        shell.act(room, seat, token)
    to = len(room.started_match().log) - 1
    for card in rows[2]:
        shell.act(room, 2, card)
    match = room.started_match()
    assert room.actors == [0]
    kept = [(2, card) for card in rows[2]]
    if snapshot:  # as that version stored it: without the draws
        stuck = UndoPlan(to, kept, [])
        match.rewind(stuck)
        assert room.actors == [NATURE]
    undone = next_rows(room.head, [Undone(seat=0, to=to, kept=kept)], 0)
    shell.stored[room.id].rows += undone
    if snapshot:
        room.head = LogHead(undone[-1].seq, undone[-1].hash)
        shell.save_snapshot(room)
    restored = shell.restored(room.id, snapshot)
    assert restored.status is Status.LIVE
    assert restored.actors == [0, 1, 2]
    replayed = shell.restored(room.id, snapshot=False)
    assert restored.started_match().record() == replayed.started_match().record()
    finished = play_random(shell, restored)
    proof = fair_shuffle.check_proof(record_for(finished, resolve(finished, EVA)))
    assert proof.draws > 50


def test_a_room_whose_snapshot_cannot_be_read_is_played_from_its_log() -> None:
    """A game from an imported position with the highest number of VP goes on to a position with more.

    Such a position is stored, but it cannot be read.
    """
    shell = Shell()
    room = play_random(shell, start_room(shell, with_friends("catherine")), 5)
    shell.save_snapshot(room)
    stored = with_snapshot(shell.load(room.id), lambda match: match.update(position="vp = 100002"))
    restored = restore(stored, shell.box_text)
    assert restored.status is Status.LIVE
    assert restored.started_match().position() == room.started_match().position()
