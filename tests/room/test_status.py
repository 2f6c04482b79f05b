"""Rooms of other rules versions: live if the current rules can play them, else frozen, else unreadable."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from samovar.games import registry
from samovar.kernel.game import AnyRules
from samovar.kernel.ints import i64
from samovar.kernel.step import Options
from samovar.match.undo import Move
from samovar.room.commands import (
    Act,
    BotAct,
    Command,
    DeleteRoom,
    Fork,
    IssueLink,
    LeaveRoom,
    MarkAbsent,
    MarkReturned,
    Mute,
    PayProposed,
    Rematch,
    RemoveChatLine,
    RestartTurn,
    RevokeSeat,
    Say,
    SeatBot,
    SetLimit,
    TakeSeat,
    Undo,
)
from samovar.room.errors import NotLive
from samovar.room.events import RulesUpgraded
from samovar.room.handle import handle
from samovar.room.log import next_rows
from samovar.room.page_updates import PageContext, render, replay_model
from samovar.room.restore import StoredRoom, restore, take_snapshot
from samovar.room.room import Status
from samovar.room.viewer import SERVER, Identity, resolve
from tests.fourth.installing import installed
from tests.kernel import tiny
from tests.room.comparison import assert_same_room, match_fields
from tests.room.old_rules import TinyVersion, of_version, rewritten, with_rows, with_snapshot
from tests.room.shell import (
    BOB,
    EVA,
    GAMES,
    STRANGER,
    Shell,
    late_position,
    play_random,
    start_room,
    with_friends,
)

CONTEXT = PageContext("en", "/t/x")
NO_EFFECT = '{"type":"limited","limit":0}'


def stored_room(shell: Shell, game: str, decisions: int = 20) -> StoredRoom:
    """A running room with a snapshot at its last entry."""
    room = play_random(shell, start_room(shell, with_friends(game)), decisions)
    shell.execute(room, BOB, Say(text="hello"))
    shell.save_snapshot(room)
    return shell.load(room.id)


def finished_room(shell: Shell, game: str) -> StoredRoom:
    """A finished room with a snapshot."""
    request = with_friends(game)
    if game != "tiny":
        request = replace(request, start=late_position(game))
    room = play_random(shell, start_room(shell, request))
    shell.save_snapshot(room)
    return shell.load(room.id)


# ---- an unknown rules version ----


@pytest.mark.parametrize("game", GAMES)
def test_a_room_of_an_unknown_version_is_frozen_and_shows_its_snapshot(game: str) -> None:
    shell = Shell()
    live = stored_room(shell, game)
    room = restore(of_version(live, 99), shell.box_text)
    assert room.status is Status.FROZEN
    assert "99" in room.fault
    before = restore(live, shell.box_text)
    assert room.started_match().position() == before.started_match().position()
    assert room.started_match().moves() == before.started_match().moves()
    assert (room.names, room.chat, room.access) == (before.names, before.chat, before.access)


@pytest.mark.parametrize("game", GAMES)
def test_a_frozen_room_shows_the_stored_scores(game: str) -> None:
    def change(match: dict[str, Any]) -> None:
        match["scores"] = [[seat, 7000 + seat, seat + 1, {"of that time": 7000 + seat}] for seat in range(3)]

    shell = Shell()
    for stored in (stored_room(shell, game), finished_room(shell, game)):
        room = restore(with_snapshot(of_version(stored, 99), change), shell.box_text)
        assert room.status is Status.FROZEN
        assert [score.total for score in room.started_match().scores()] == [7000, 7001, 7002]
        for seat in (-1, 0, 1, 2):
            rendering = render(room, seat, CONTEXT)
            assert [score.total for score in rendering.model.scores] == [7000, 7001, 7002]
            assert "7002" in "".join(rendering.regions.values())


def test_nothing_can_be_chosen_on_the_page_of_a_frozen_room() -> None:
    shell = Shell()
    room = restore(of_version(stored_room(shell, "catherine"), 99), shell.box_text)
    for seat in range(3):
        model = render(room, seat, CONTEXT).model
        assert model.frozen
        assert (model.options, model.can_undo, model.can_restart) == ([], False, False)
    assert room.deciding_bot() == -1


def test_a_frozen_room_shows_only_its_last_position() -> None:
    """The current rules would lead its moves to other positions."""
    shell = Shell()
    room = restore(of_version(stored_room(shell, "stroganov"), 99), shell.box_text)
    model = replay_model(room, -1, CONTEXT, 3)
    assert model.at == len(room.started_match().log)


MOVES: list[tuple[Identity, Command]] = [
    (EVA, Act(token="x", seq=1)),
    (EVA, PayProposed(seq=1)),
    (EVA, Undo(seq=1)),
    (EVA, RestartTurn(seq=1)),
    (EVA, TakeSeat(seat=0, name="Zoe")),
    (EVA, SeatBot(seat=0)),
    (EVA, Rematch()),
    (SERVER, BotAct(seat=0, token="x", seq=1)),
    (SERVER, MarkAbsent(seat=0)),
    (SERVER, MarkReturned(seat=0)),
]
TALK: list[tuple[Identity, Command]] = [
    (BOB, Say(text="still here")),
    (EVA, RemoveChatLine(number=1)),
    (EVA, Mute(seat=1)),
    (EVA, SetLimit(limit=60)),
    (EVA, IssueLink(seat=1)),
    (EVA, RevokeSeat(seat=1)),
    (STRANGER, Fork()),
]
ENDS: list[tuple[Identity, Command]] = [(BOB, LeaveRoom()), (EVA, DeleteRoom())]


@pytest.mark.parametrize(("identity", "command"), MOVES)
def test_a_frozen_room_refuses_moves(identity: Identity, command: Command) -> None:
    shell = Shell()
    room = restore(of_version(stored_room(shell, "stroganov"), 99), shell.box_text)
    with pytest.raises(NotLive):
        handle(room, resolve(room, identity), command, shell.env())


@pytest.mark.parametrize(("identity", "command"), TALK + ENDS)
def test_a_frozen_room_allows_chat_fork_links_and_deletion(identity: Identity, command: Command) -> None:
    shell = Shell()
    stored = of_version(stored_room(shell, "stroganov"), 99)
    room = restore(stored, shell.box_text)
    outcome = handle(room, resolve(room, identity), command, shell.env())
    assert outcome.rows or outcome.changes or outcome.create
    for row in outcome.rows:
        room.apply(row)
    for change in outcome.changes:
        room.apply_change(change, 100)
    if outcome.rows:
        rows = [*stored.rows, *outcome.rows]
        again = restore(replace(stored, rows=rows, head=room.head), shell.box_text)
        assert again.status is Status.FROZEN
        assert (again.limit, again.muted, again.notices) == (room.limit, room.muted, room.notices)


def test_a_fork_of_a_frozen_room_is_live() -> None:
    shell = Shell()
    room = restore(of_version(stored_room(shell, "tundra"), 99), shell.box_text)
    outcome = handle(room, resolve(room, STRANGER), Fork(), shell.env())
    shell.commit(start_room(shell, with_friends("tundra")), replace(outcome, rows=()))
    forked = shell.rooms[outcome.room]
    assert forked.status is Status.LIVE
    assert forked.created.rules == registry.game("tundra").rules_version
    assert forked.started_match().options(forked.actors[0])


def test_an_earlier_position_of_a_frozen_room_cannot_be_forked() -> None:
    """An earlier position needs a replay, which may differ with the current rules."""
    shell = Shell()
    stored = with_snapshot(of_version(stored_room(shell, "stroganov"), 99), reverse_log)
    room = restore(stored, shell.box_text)
    assert room.status is Status.FROZEN
    with pytest.raises(NotLive):
        handle(room, resolve(room, STRANGER), Fork(at=10), shell.env())


def reverse_log(match: dict[str, Any]) -> None:
    """Reverse the log of a snapshot, so that it cannot be replayed."""
    match["log"].reverse()


def test_no_snapshot_is_taken_of_a_frozen_room() -> None:
    shell = Shell()
    assert take_snapshot(restore(of_version(stored_room(shell, "stroganov"), 99), shell.box_text)) is None


@pytest.mark.parametrize("game", GAMES)
def test_a_room_of_an_unknown_version_without_snapshot_is_unreadable(game: str) -> None:
    shell = Shell()
    for stored in (stored_room(shell, game), finished_room(shell, game)):
        room = restore(replace(of_version(stored, 99), snapshot=None), shell.box_text)
        assert room.status is Status.UNREADABLE
        assert (room.names, room.result, room.head.length) == (
            stored.names,
            stored.result,
            stored.head.length,
        )
        assert room.access.holders == stored.holders
        assert room.match is None


@pytest.mark.parametrize(("identity", "command"), MOVES + TALK)
def test_an_unreadable_room_refuses_all_commands_but_leave_and_delete(
    identity: Identity, command: Command
) -> None:
    shell = Shell()
    room = restore(replace(of_version(stored_room(shell, "stroganov"), 99), snapshot=None), shell.box_text)
    with pytest.raises(NotLive):
        handle(room, resolve(room, identity), command, shell.env())


@pytest.mark.parametrize(("identity", "command"), ENDS)
def test_an_unreadable_room_can_be_left_and_deleted(identity: Identity, command: Command) -> None:
    shell = Shell()
    room = restore(replace(of_version(stored_room(shell, "stroganov"), 99), snapshot=None), shell.box_text)
    assert handle(room, resolve(room, identity), command, shell.env()).changes


@pytest.mark.parametrize(
    "fault",
    ['{"type":"no such event"}', "no JSON", "[]", '{"type":"made"}', '{"type":"sat","seat":77,"name":"X"}'],
)
def test_a_room_with_an_invalid_log_is_unreadable(fault: str) -> None:
    shell = Shell()
    stored = stored_room(shell, "stroganov")
    for place in (0, 1, 5, len(stored.rows) - 1):
        rows = [replace(row, body=fault) if n == place else row for n, row in enumerate(stored.rows)]
        for forged in (replace(stored, rows=rows), with_rows(stored, rows)):
            found = restore(replace(forged, snapshot=None), shell.box_text)
            assert found.status is Status.UNREADABLE


def test_a_room_whose_box_is_missing_is_unreadable() -> None:
    shell = Shell()
    room = restore(stored_room(shell, "stroganov"), lambda digest: "")
    assert room.status is Status.UNREADABLE
    assert "component file" in room.fault


def test_a_room_of_a_game_that_is_not_installed_is_unreadable() -> None:
    shell = Shell()

    def change(event: dict[str, Any]) -> None:
        if event["type"] == "made":
            event["game"] = "chess"

    room = restore(replace(rewritten(stored_room(shell, "stroganov"), change), game="chess"), shell.box_text)
    assert room.status is Status.UNREADABLE
    assert room.created.game == "chess"


# ---- versions that the current rules can replay ----


class Rulebook:
    """Replaces the rules of the tiny game in tests."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rules: AnyRules = TinyVersion(1)
        others = registry.game
        monkeypatch.setattr(registry, "game", lambda name: self.rules if name == "tiny" else others(name))


@pytest.fixture
def rulebook(tmp_path: Path) -> Iterator[Rulebook]:
    with installed(tmp_path), pytest.MonkeyPatch.context() as patch:
        yield Rulebook(patch)


def test_a_room_of_a_replayable_version_is_live(rulebook: Rulebook) -> None:
    shell = Shell()
    running, finished = stored_room(shell, "tiny", 9), finished_room(shell, "tiny")
    before = [restore(stored, shell.box_text) for stored in (running, finished)]
    assert [room.over for room in before] == [False, True]
    rulebook.rules = TinyVersion(3, replays=frozenset({1, 2}))
    for stored, old in zip((running, finished), before, strict=True):
        room = restore(stored, shell.box_text)
        assert (room.status, room.pending_upgrade) == (Status.LIVE, None)
        assert match_fields(room.started_match()) == match_fields(old.started_match())
        assert room.result == old.result
    play_random(shell, shell.rooms[running.id])  # and it can be played to its end


def test_a_replay_with_another_result_is_not_live(rulebook: Rulebook) -> None:
    shell = Shell()
    stored = finished_room(shell, "tiny")
    rulebook.rules = TinyVersion(2, replays=frozenset({1}), bonus=5)
    room = restore(stored, shell.box_text)
    assert room.status is Status.FROZEN
    assert "another result" in room.fault
    assert [score.total for score in room.started_match().scores()] == stored.result
    assert restore(replace(stored, snapshot=None), shell.box_text).status is Status.UNREADABLE


def test_a_replay_that_ends_at_another_entry_is_not_live(rulebook: Rulebook) -> None:
    shell = Shell()
    stored = finished_room(shell, "tiny")
    last = max(row.seq for row in stored.rows if '"played"' in row.body)
    forged = [replace(row, body=NO_EFFECT) if row.seq == last else row for row in stored.rows]
    shortened = with_rows(stored, forged)
    rulebook.rules = TinyVersion(2, replays=frozenset({1}))
    assert restore(shortened, shell.box_text).status is Status.FROZEN
    assert restore(replace(shortened, snapshot=None), shell.box_text).status is Status.UNREADABLE


def test_a_replay_with_another_position_is_not_live(rulebook: Rulebook) -> None:
    shell = Shell()
    stored = stored_room(shell, "tiny", 9)
    other = stored_room(Shell(seed=2), "tiny", 9)
    assert other.snapshot is not None
    position = json.loads(other.snapshot.body)["match"]["position"]
    rulebook.rules = TinyVersion(2, replays=frozenset({1}))
    assert restore(stored, shell.box_text).status is Status.LIVE
    room = restore(with_snapshot(stored, lambda match: match.update(position=position)), shell.box_text)
    assert room.status is Status.FROZEN
    assert "another position" in room.fault


def test_a_log_that_the_rules_refuse_is_frozen(rulebook: Rulebook) -> None:
    shell = Shell()
    stored = stored_room(shell, "tiny", 9)

    def change(event: dict[str, Any]) -> None:
        if event["type"] == "played":
            event["seat"] = (event["seat"] + 1) % 3

    rulebook.rules = TinyVersion(2, replays=frozenset({1}))
    assert restore(rewritten(stored, change), shell.box_text).status is Status.FROZEN


class Side(tiny.Side):
    """Rules with a defect."""

    def options(self, s: tiny.Tiny, f: i64, seat: i64, out: Options) -> None:
        raise AssertionError("a defect")


@pytest.mark.parametrize("version", [1, 2])
def test_an_unexpected_error_of_the_rules_freezes_the_room(rulebook: Rulebook, version: int) -> None:
    """In rows after the snapshot, and in a replay by rules of a later version."""
    shell = Shell()
    room = start_room(shell, with_friends("tiny"))
    shell.save_snapshot(room)
    stored = shell.load(play_random(shell, room, 9).id)
    rulebook.rules = TinyVersion(version, replays=frozenset({1}), replaced={"Side": Side()})
    found = restore(stored, shell.box_text)
    assert found.status is Status.FROZEN
    assert "AssertionError: a defect" in found.fault
    assert restore(replace(stored, snapshot=None), shell.box_text).status is Status.UNREADABLE


def test_an_unexpected_error_of_a_migration_freezes_the_room(rulebook: Rulebook) -> None:
    shell = Shell()
    stored = stored_room(shell, "tiny", 9)

    def migrate(moves: list[Move]) -> list[Move]:
        raise ZeroDivisionError

    rulebook.rules = TinyVersion(2, migrations={1: migrate})
    room = restore(stored, shell.box_text)
    assert room.status is Status.FROZEN
    assert "ZeroDivisionError" in room.fault


# ---- migrations ----


def renamed(stored: StoredRoom, token: str, old: str) -> StoredRoom:
    """The room with another token for an action, as in an older rules version."""

    def change(event: dict[str, Any]) -> None:
        if event["type"] == "played" and event["token"] == token:
            event["token"] = old

    return rewritten(stored, change)


def rename_pass(moves: list[Move]) -> list[Move]:
    return [(seat, "pass" if token == "skip" else token) for seat, token in moves]


def test_a_migrated_room_is_live_and_stays_live_after_the_upgrade(rulebook: Rulebook) -> None:
    shell = Shell()
    original = stored_room(shell, "tiny", 12)
    before = restore(original, shell.box_text)
    stored = renamed(original, "pass", "skip")
    assert any('"skip"' in row.body for row in stored.rows)
    rulebook.rules = TinyVersion(2, migrations={1: rename_pass})
    room = restore(stored, shell.box_text)
    assert room.status is Status.LIVE
    assert isinstance(room.pending_upgrade, RulesUpgraded)
    assert room.pending_upgrade.rules == 2
    assert room.started_match().position() == before.started_match().position()
    assert room.started_match().moves() == before.started_match().moves()

    rows = next_rows(room.head, [room.pending_upgrade], shell.now)
    room.pending_upgrade = None
    for row in rows:
        room.apply(row)
    room.pending_upgrade = None
    upgraded = replace(stored, rows=[*stored.rows, *rows], head=room.head)
    again = restore(upgraded, shell.box_text)
    assert (again.status, again.pending_upgrade) == (Status.LIVE, None)
    assert_same_room(again, room)
    with_new = replace(upgraded, snapshot=take_snapshot(again))
    assert_same_room(restore(with_new, shell.box_text), room)
    seat = room.actors[0]
    command = Act(token=room.started_match().options(seat)[0], seq=room.head.length)
    identity = Identity(session=next(iter(room.access.holders_of([seat]))))
    assert handle(again, resolve(again, identity), command, shell.env()).rows


def test_a_finished_room_keeps_its_result_when_it_is_migrated(rulebook: Rulebook) -> None:
    shell = Shell()
    stored = renamed(finished_room(shell, "tiny"), "pass", "skip")
    rulebook.rules = TinyVersion(2, migrations={1: rename_pass})
    room = restore(stored, shell.box_text)
    assert (room.status, room.result) == (Status.LIVE, stored.result)
    rulebook.rules = TinyVersion(2, migrations={1: rename_pass}, bonus=1)
    assert restore(stored, shell.box_text).status is not Status.LIVE
    rulebook.rules = TinyVersion(2, migrations={1: lambda moves: rename_pass(moves)[:-1]})
    assert restore(stored, shell.box_text).status is not Status.LIVE


def test_a_migration_whose_moves_cannot_be_played_freezes_the_room(rulebook: Rulebook) -> None:
    shell = Shell()
    stored = stored_room(shell, "tiny", 12)
    rulebook.rules = TinyVersion(2, migrations={1: lambda moves: [*moves, (0, "no-such-action")]})
    room = restore(stored, shell.box_text)
    assert (room.status, room.pending_upgrade) == (Status.FROZEN, None)


def test_undone_moves_are_not_migrated(rulebook: Rulebook) -> None:
    shell = Shell()
    room = play_random(shell, start_room(shell, with_friends("tiny")), 4)
    seat = next(p for p in range(3) if room.started_match().can_undo(p))
    holder = Identity(session=next(iter(room.access.holders_of([seat]))))
    shell.execute(room, holder, Undo(seq=room.head.length))
    given: list[Move] = []

    def migrate(moves: list[Move]) -> list[Move]:
        given.extend(moves)
        return moves

    rulebook.rules = TinyVersion(2, migrations={1: migrate})
    migrated = restore(shell.load(room.id, snapshot=False), shell.box_text)
    assert given == room.started_match().moves()
    assert migrated.started_match().position() == room.started_match().position()
