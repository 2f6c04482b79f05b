"""Permissions: every command by every role in every phase, against the matrix and the expected table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from samovar.kernel.errors import SamovarError
from samovar.room import commands as command_module
from samovar.room.commands import (
    Act,
    BotAct,
    ChooseForSeat,
    Command,
    ConfirmTurn,
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
    Reopen,
    RestartTurn,
    RevokeSeat,
    Say,
    SeatBot,
    SetAnswers,
    SetLimit,
    TakeSeat,
    Undo,
    UseLink,
)
from samovar.room.creation import SeatRequest
from samovar.room.errors import Forbidden, HandoverNeeded, MutedError
from samovar.room.export import record_for
from samovar.room.handle import handle
from samovar.room.outcome import Outcome
from samovar.room.permissions import MATRIX, Permission, Role, allowed, matrix_rows
from samovar.room.room import Room
from samovar.room.viewer import Identity, resolve
from tests.room.phases import PHASES, ROLES, SEAT, TOKEN_SEAT, commands, identity_of, make_room
from tests.room.shell import (
    BOB,
    CYRIL,
    EVA,
    STRANGER,
    Shell,
    attempt,
    own_seats,
    play_random,
    program,
    start_room,
    with_friends,
)
from tools.permission_table import legend, markdown

ALWAYS = "BRF"
# By command: the phases (B before, R running, F finished) in which a role has the permission.
# The host has no seat here, so it also has the permissions of a spectator.
EXPECTED: dict[type[Command], dict[str, str]] = {
    Act: {"seat holder": "R", "token": "R"},
    PayProposed: {"seat holder": "R", "token": "R"},
    Undo: {"seat holder": "R", "token": "R"},
    RestartTurn: {"seat holder": "R", "token": "R"},
    Reopen: {"seat holder": "R", "token": "R"},
    ConfirmTurn: {"seat holder": "R", "token": "R"},
    SetAnswers: {"seat holder": "R", "token": "R"},
    TakeSeat: {"seat holder": "B", "token": "B", "spectator": "B", "host": "B"},
    ChooseForSeat: {"seat holder": "B", "token": "B"},
    SeatBot: {"host": "B"},
    IssueLink: {"host": ALWAYS},
    RevokeSeat: {"host": ALWAYS},
    UseLink: {"seat holder": ALWAYS, "host": ALWAYS, "spectator": ALWAYS},
    Say: {"seat holder": ALWAYS, "host": ALWAYS, "spectator": ALWAYS, "token": ALWAYS},
    RemoveChatLine: {"host": ALWAYS},
    Mute: {"host": ALWAYS},
    SetLimit: {"host": ALWAYS},
    DeleteRoom: {"host": ALWAYS},
    LeaveRoom: {"seat holder": ALWAYS, "host": ALWAYS, "spectator": ALWAYS},
    Rematch: {"seat holder": "F", "token": "F"},
    Fork: {
        "seat holder": "BF",
        "token": "BF",
        "spectator": ALWAYS,
        "host": ALWAYS,
    },  # B: no other person is seated
    BotAct: {"server": ALWAYS},
    MarkAbsent: {"server": ALWAYS},
    MarkReturned: {"server": ALWAYS},
}
# Permissions without a command, in a game with hidden information.
EXPECTED_READS: dict[Permission, dict[str, str]] = {
    Permission.VIEW: dict.fromkeys(["seat holder", "host", "spectator", "token"], ALWAYS),
    Permission.EXPORT_RECORD: dict.fromkeys(["seat holder", "host", "spectator", "token"], "F"),
    Permission.SEE_SEED: dict.fromkeys(["seat holder", "host", "spectator", "token"], "F"),
    Permission.OWN_DATA: dict.fromkeys(["seat holder", "host", "spectator"], ALWAYS),
}


def try_command(shell: Shell, room: Room, identity: Identity, command: Command) -> Outcome | SamovarError:
    try:
        return handle(room, resolve(room, identity), command, shell.env())
    except SamovarError as error:
        return error


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("role", ROLES)
def test_every_command_is_allowed_or_forbidden_as_expected(phase: str, role: str) -> None:
    shell = Shell()
    room = make_room(shell, phase)
    identity = identity_of(shell, room, role)
    for command in commands(shell, room, role):
        answer = try_command(shell, room, identity, command)
        expected = phase in EXPECTED[type(command)].get(role, "")
        assert isinstance(answer, Forbidden) != expected, (command, answer)


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("role", ROLES)
def test_handle_agrees_with_the_matrix(phase: str, role: str) -> None:
    shell = Shell()
    room = make_room(shell, phase)
    identity = identity_of(shell, room, role)
    viewer = resolve(room, identity)
    for command in commands(shell, room, role):
        target = command.seat if isinstance(command, TakeSeat | ChooseForSeat | SeatBot) else viewer.seat
        answer = try_command(shell, room, identity, command)
        assert isinstance(answer, Forbidden) != allowed(room, viewer, command.permission, target), command


def test_every_command_is_tried() -> None:
    kinds = {kind for kind in vars(command_module).values() if isinstance(kind, type)}
    concrete = {kind for kind in kinds if issubclass(kind, Command) and hasattr(kind, "slug")}
    shell = Shell()
    tried = {type(command) for command in commands(shell, make_room(shell, "B"), "host")}
    assert concrete == tried == set(EXPECTED)
    assert {kind.permission for kind in concrete} | set(EXPECTED_READS) | {Permission.SEE_HIDDEN} == set(
        MATRIX
    )


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("role", ROLES)
def test_read_permissions_are_as_expected(phase: str, role: str) -> None:
    shell = Shell()
    room = make_room(shell, phase)
    viewer = resolve(room, identity_of(shell, room, role))
    for permission, roles in EXPECTED_READS.items():
        if phase == "B" and permission is Permission.EXPORT_RECORD:
            continue  # there is no match yet
        assert allowed(room, viewer, permission) == (phase in roles.get(role, "")), permission


def test_only_its_own_seat_sees_hidden_information() -> None:
    shell = Shell()
    room = make_room(shell, "R")
    for role in ROLES:
        viewer = resolve(room, identity_of(shell, room, role))
        own = {"seat holder": SEAT, "token": TOKEN_SEAT}.get(role)
        for seat in range(3):
            assert allowed(room, viewer, Permission.SEE_HIDDEN, seat) == (seat == own)
        assert viewer.seat == (-1 if own is None else own)


def test_a_host_with_a_seat_has_the_rights_of_both() -> None:
    shell = Shell()
    room = start_room(shell, with_friends("catherine"))
    viewer = resolve(room, EVA)
    assert viewer.roles == {Role.SEAT, Role.HOST}
    assert not attempt(shell, room, EVA, Act(token=room.started_match().options(0)[0], seq=room.head.length))
    assert not attempt(shell, room, EVA, SetLimit(limit=60))
    assert isinstance(attempt(shell, room, EVA, Fork()), Forbidden)  # the host sees the hand of a seat


def test_a_record_without_hidden_information_can_be_exported_at_any_time() -> None:
    shell = Shell()
    for game, given in (("stroganov", True), ("catherine", False)):
        room = make_room(shell, "R", game)
        for identity in (BOB, EVA, STRANGER):
            viewer = resolve(room, identity)
            assert allowed(room, viewer, Permission.EXPORT_RECORD) == given
            if given:
                assert record_for(room, viewer)


# ---- seats ----


def test_a_seat_of_another_player_cannot_be_taken() -> None:
    shell = Shell()
    room = make_room(shell, "B")
    for identity, seat in (
        (STRANGER, SEAT),
        (STRANGER, TOKEN_SEAT),
        (BOB, TOKEN_SEAT),
        (BOB, 2),
        (EVA, SEAT),
    ):
        assert isinstance(attempt(shell, room, identity, TakeSeat(seat=seat, name="Zoe")), Forbidden)
    assert not attempt(shell, room, STRANGER, TakeSeat(seat=2, name="Zoe"))
    assert isinstance(attempt(shell, room, CYRIL, TakeSeat(seat=2, name="Cyril")), Forbidden)


@pytest.mark.parametrize("seat", [-1, 3, 99, -7])
def test_a_seat_that_does_not_exist_is_refused(seat: int) -> None:
    shell = Shell()
    room = make_room(shell, "B")
    for command in (TakeSeat(seat=seat, name="Zoe"), SeatBot(seat=seat), IssueLink(seat=seat)):
        for identity in (STRANGER, EVA, BOB):
            if isinstance(command, TakeSeat) and seat < 0 and identity is BOB:
                continue  # the seat of Bob
            assert attempt(shell, room, identity, command) is not None
    assert attempt(shell, room, EVA, Mute(seat=seat)) is None or seat != -1


def test_a_link_works_once() -> None:
    shell = Shell()
    room = make_room(shell, "B")
    token = shell.links[room.id][TOKEN_SEAT]
    assert not attempt(shell, room, CYRIL, UseLink(token=token))
    assert attempt(shell, room, STRANGER, UseLink(token=token)) is not None
    assert not resolve(room, STRANGER).seats
    with pytest.raises(Forbidden):
        resolve(room, program(token))  # the used token is removed


def test_a_link_needs_a_session_cookie() -> None:
    """Without a cookie the holder would be the empty session, which all such clients share."""
    shell = Shell()
    room = make_room(shell, "B")
    nobody = Identity()
    for command in (UseLink(token=shell.links[room.id][TOKEN_SEAT]), TakeSeat(seat=2, name="Zoe")):
        assert isinstance(attempt(shell, room, nobody, command), Forbidden)
    assert not resolve(room, nobody).seats


def test_a_new_link_or_a_revocation_removes_earlier_holders() -> None:
    shell = Shell()
    for command in (IssueLink(seat=SEAT), RevokeSeat(seat=SEAT)):
        room = make_room(shell, "R")
        assert resolve(room, BOB).seats == {SEAT}
        shell.execute(room, EVA, command)
        assert not resolve(room, BOB).seats
    room = make_room(shell, "R")
    token = program(shell.links[room.id][TOKEN_SEAT])
    shell.execute(room, EVA, RevokeSeat(seat=TOKEN_SEAT))
    with pytest.raises(Forbidden):
        resolve(room, token)


def test_all_viewers_see_notices_of_issued_used_and_revoked_links() -> None:
    shell = Shell()
    room = make_room(shell, "R")
    told = len(room.notices)
    issued = shell.execute(room, EVA, IssueLink(seat=SEAT)).links[SEAT]
    shell.execute(room, STRANGER, UseLink(token=issued))
    shell.execute(room, EVA, RevokeSeat(seat=SEAT))
    assert [notice.kind for notice in room.notices[told:]] == ["link", "claimed", "revoked"]


def test_leaving_gives_up_only_own_rights() -> None:
    shell = Shell()
    room = make_room(shell, "R")
    shell.execute(room, BOB, Say(text="my words"))
    shell.execute(room, CYRIL, Say(text="his words"))
    shell.execute(room, BOB, LeaveRoom())
    assert not resolve(room, BOB).seats
    assert resolve(room, CYRIL).seats == {2}
    assert [line.text for line in room.chat] == ["his words"]


def test_a_spectator_who_leaves_deletes_nothing() -> None:
    """No browser holds a seat in this room, but it has a host."""
    shell = Shell()
    bots = [SeatRequest(kind="bot"), SeatRequest(kind="bot"), SeatRequest(kind="open")]
    room = shell.create(replace(with_friends("catherine"), seats=bots))
    shell.execute(room, STRANGER, LeaveRoom())
    assert not room.deleted
    shell.execute(room, EVA, LeaveRoom())
    assert room.deleted


def test_a_guest_who_leaves_does_not_delete_the_room_of_its_host() -> None:
    shell = Shell()
    bots = [SeatRequest(kind="bot"), SeatRequest(kind="bot"), SeatRequest(kind="open")]
    room = shell.create(replace(with_friends("catherine"), seats=bots))
    shell.execute(room, BOB, TakeSeat(seat=2, name="Bob"))
    shell.execute(room, BOB, LeaveRoom())
    assert not room.deleted
    assert not resolve(room, BOB).seats


def test_the_room_is_deleted_when_the_last_browser_leaves() -> None:
    shell = Shell()
    room = shell.create(own_seats("stroganov", 1))
    shell.execute(room, EVA, LeaveRoom())
    assert room.deleted


# ---- chat ----


def test_a_muted_seat_and_muted_spectators_cannot_chat_but_the_host_can() -> None:
    shell = Shell()
    room = make_room(shell, "R")
    token = program(shell.links[room.id][TOKEN_SEAT])
    for seat in (-1, SEAT, TOKEN_SEAT):
        shell.execute(room, EVA, Mute(seat=seat))
    for identity in (BOB, STRANGER, token):
        assert isinstance(attempt(shell, room, identity, Say(text="hello")), MutedError)
    for identity in (EVA, CYRIL):
        assert not attempt(shell, room, identity, Say(text="hello"))
    shell.execute(room, EVA, Mute(seat=SEAT, silent=False))
    assert not attempt(shell, room, BOB, Say(text="hello"))


# ---- a shared device ----


def test_players_on_a_shared_device_see_no_hidden_information_of_each_other() -> None:
    shell = Shell()
    room = shell.create(own_seats("catherine", 2))
    viewer = resolve(room, EVA)
    assert (viewer.seat, viewer.seats, viewer.needs_handover) == (-1, frozenset({0, 1}), True)
    with pytest.raises(HandoverNeeded):
        shell.execute(room, EVA, Act(token=room.started_match().options(0)[0], seq=room.head.length))
    for seat in (0, 1):
        assert resolve(room, EVA, seat).seat == seat
        shell.act(room, seat, room.started_match().options(seat)[0])
    with pytest.raises(Forbidden):
        resolve(room, BOB, 0)


def test_without_hidden_information_a_shared_device_shows_the_deciding_seat() -> None:
    shell = Shell()
    room = shell.create(own_seats("stroganov", 2))
    for _ in range(20):
        assert resolve(room, EVA).seat == room.actors[0]
        play_random(shell, room, 1)


def test_a_token_of_another_room_is_refused() -> None:
    shell = Shell()
    one, two = make_room(shell, "R"), make_room(shell, "R")
    with pytest.raises(Forbidden):
        resolve(one, program(shell.links[two.id][TOKEN_SEAT]))


# ---- the documentation ----


def test_the_documentation_shows_the_matrix() -> None:
    text = (Path(__file__).parents[2] / "docs" / "table.md").read_text(encoding="utf-8")
    assert markdown() in text, "run tools/permission_table.py and put its output into docs/table.md"
    for mark in legend():
        assert f"`{mark}`" in text


def test_the_legend_explains_every_mark_of_the_matrix() -> None:
    for row in matrix_rows()[1:]:
        for cell in row[1:]:
            assert all(
                word in legend() for part in cell.split(" or ") for word in part.split(", ") if len(word) < 5
            )
