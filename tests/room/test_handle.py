"""``handle`` changes nothing, an action id is executed once, and an outdated action is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from samovar.kernel.errors import BadInput, CannotUndo, IllegalAction, SamovarError
from samovar.room.commands import (
    Act,
    BotAct,
    Command,
    DeleteRoom,
    IssueLink,
    MarkAbsent,
    MarkReturned,
    Mute,
    PayProposed,
    Rematch,
    RestartTurn,
    RevokeSeat,
    Say,
    SetAnswers,
    SetLimit,
    Undo,
    parse,
)
from samovar.room.errors import Conflict, Forbidden
from samovar.room.handle import handle
from samovar.room.room import Room
from samovar.room.viewer import SERVER, Identity, resolve
from tests.room.comparison import room_digest, room_fields
from tests.room.random_commands import COMMANDS, RandomCommands
from tests.room.shell import EVA, GAMES, PEOPLE, Shell, late_position, play_random, start_room, with_friends


class HandleCheckingShell(Shell):
    """A shell that compares the room before and after ``handle``."""

    raised = 0

    def execute(self, room: Room, identity: Identity, command: Command, as_seat: int | None = None):  # type: ignore[no-untyped-def]
        before = room_digest(room)
        try:
            outcome = handle(room, resolve(room, identity, as_seat), command, self.env())
        except SamovarError:
            self.raised += 1
            raise
        finally:
            assert room_digest(room) == before, command
        self.commit(room, outcome)
        return outcome


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("begun", ["waiting", "started", "late"])
def test_handle_never_changes_the_room(game: str, begun: str) -> None:
    shell, request = HandleCheckingShell(), with_friends(game)
    if begun == "late":
        request = replace(request, start=late_position(game, decisions=12))
    room = shell.create(request) if begun == "waiting" else start_room(shell, request)
    commands = RandomCommands(shell, room, seed=3)
    for _ in range(2 * COMMANDS):
        if not room.deleted:
            commands.step()
    assert shell.raised > 5
    assert sum(commands.done.values()) > 5


# ---- action ids ----


@pytest.fixture
def shell() -> Shell:
    return Shell()


@pytest.fixture
def room(shell: Shell) -> Room:
    return start_room(shell, with_friends("stroganov", 2))


def first_action(room: Room, action_id: str = "one", option: int = 0) -> tuple[Identity, Act]:
    """An action of the seat that must decide."""
    seat = room.actors[0]
    token = room.started_match().options(seat)[option]
    return PEOPLE[seat], Act(token=token, seq=room.head.length, action_id=action_id)


def test_the_same_action_id_makes_one_event(shell: Shell, room: Room) -> None:
    identity, command = first_action(room)
    shell.execute(room, identity, command)
    after = room_fields(room)
    for _ in range(100):
        outcome = shell.execute(room, identity, command)
        assert outcome.repeated
        assert not outcome.rows
    assert room_fields(room) == after


def test_the_same_action_id_makes_one_event_after_a_restart(shell: Shell, room: Room) -> None:
    identity, command = first_action(room)
    shell.execute(room, identity, command)
    for snapshot in (True, False):
        assert shell.execute(shell.restored(room.id, snapshot), identity, command).repeated


def test_an_action_id_with_another_payload_is_a_conflict(shell: Shell, room: Room) -> None:
    other = first_action(room, option=1)[1]
    identity, command = first_action(room)
    shell.execute(room, identity, command)
    length = room.head.length
    for changed in (other, replace(command, seq=length)):
        with pytest.raises(Conflict, match="action_id"):
            shell.execute(room, identity, changed)
    assert room.head.length == length


def test_an_action_id_belongs_to_one_seat_and_one_command(shell: Shell, room: Room) -> None:
    identity, command = first_action(room)
    shell.execute(room, identity, command)
    assert shell.execute(room, identity, Undo(seq=room.head.length, action_id="one")).rows
    second = first_action(room, "two")
    shell.execute(room, *second)
    play_until_another_seat(shell, room, PEOPLE.index(identity))
    assert shell.execute(room, *first_action(room)).rows  # another seat, the same id


def play_until_another_seat(shell: Shell, room: Room, seat: int) -> None:
    while room.actors == [seat]:
        shell.act(room, seat, room.started_match().options(seat)[0])


def test_without_an_action_id_a_repeated_request_is_another_action(shell: Shell, room: Room) -> None:
    identity, command = first_action(room, "")
    shell.execute(room, identity, command)
    with pytest.raises(Conflict):
        shell.execute(room, identity, command)


@pytest.mark.parametrize("game", GAMES)
def test_the_last_action_of_a_game_can_be_repeated(game: str) -> None:
    """A client must be able to retry it when the response was lost."""
    shell = Shell()
    room = start_room(shell, replace(with_friends(game), start=late_position(game)))
    while not room.over:
        identity, command = first_action(room, str(room.head.length))
        shell.execute(room, identity, command)
    length = room.head.length
    assert shell.execute(room, identity, command).repeated
    assert room.head.length == length


def test_a_whole_payment_has_one_action_id(shell: Shell) -> None:
    room, seed = start_room(shell, with_friends("stroganov", 2)), 0
    while not (proposal := room.game.proposal(room.started_match().state, room.actors[0])):
        play_random(shell, room, 1, seed)
        seed += 1
    identity, command = PEOPLE[room.actors[0]], PayProposed(seq=room.head.length, action_id="pay")
    rows = shell.execute(room, identity, command).rows
    assert len(rows) == len(proposal.actions)
    assert [row.action_id is None for row in rows] == [False] + [True] * (len(rows) - 1)
    assert shell.execute(room, identity, command).repeated


def test_refused_payments_undos_and_actions_give_a_reason(shell: Shell, room: Room) -> None:
    seat, seq = room.actors[0], room.head.length
    other = PEOPLE[1 - seat]
    with pytest.raises(BadInput, match="payment"):
        shell.execute(room, PEOPLE[seat], PayProposed(seq=seq))
    with pytest.raises(CannotUndo, match="nothing to undo"):
        shell.execute(room, PEOPLE[seat], Undo(seq=seq))
    with pytest.raises(IllegalAction, match="unknown token"):
        shell.execute(room, PEOPLE[seat], Act(token="no-such-action", seq=seq))
    with pytest.raises(IllegalAction, match="another seat decides"):
        shell.execute(room, other, Act(token=room.started_match().options(seat)[0], seq=seq))


# ---- expected seq ----


def is_current(room: Room, seat: int, seq: int) -> bool:
    """True if an action of a seat at ``seq`` is still accepted."""
    try:
        handle(room, resolve(room, PEOPLE[seat]), Undo(seq=seq), Shell().env())
    except Conflict:
        return False
    except CannotUndo:
        return True
    return True


def test_simultaneous_decisions_of_others_do_not_outdate_an_action() -> None:
    """In Catherine all seats choose at the same time."""
    shell = Shell()
    room = start_room(shell, with_friends("catherine"))
    began = room.head.length
    for _ in range(3):
        shell.act(room, 0, room.started_match().options(0)[0])  # the third card: the first seat is ready
    assert is_current(room, 1, began)
    assert not is_current(room, 0, began)  # its own choice outdates its earlier seq
    assert not is_current(room, 1, room.head.length + 1)
    for seat in (1, 2):
        for _ in range(3):
            shell.act(room, seat, room.started_match().options(seat)[0])
    assert not is_current(room, 2, room.head.length - 1)  # all seats were ready, so the cards are revealed
    assert is_current(room, 2, room.head.length)


def test_undo_absence_and_settings_of_others_do_not_outdate_an_action() -> None:
    shell = Shell()
    room = start_room(shell, with_friends("catherine"))
    began = room.head.length
    for _ in range(3):
        shell.act(room, 0, room.started_match().options(0)[0])
    for command in (Undo(seq=room.head.length), RestartTurn(seq=room.head.length + 1)):
        shell.execute(room, EVA, command)
    shell.execute(room, SERVER, MarkAbsent(seat=2))
    shell.execute(room, SERVER, MarkReturned(seat=2))
    shell.execute(room, EVA, SetLimit(limit=60))
    shell.execute(room, EVA, Mute(seat=0))
    for one in (room, shell.restored(room.id), shell.restored(room.id, snapshot=False)):
        assert [is_current(one, seat, began) for seat in range(3)] == [False, True, False]
        assert is_current(one, 1, room.head.length)


def test_an_outdated_action_is_refused_if_seats_take_turns(shell: Shell, room: Room) -> None:
    seat, seq = room.actors[0], room.head.length
    shell.act(room, seat, room.started_match().options(seat)[0])
    assert not any(is_current(room, p, seq) for p in range(2))


def test_an_outdated_bot_decision_is_refused(shell: Shell, room: Room) -> None:
    seat, seq = room.actors[0], room.head.length
    token = room.started_match().options(seat)[0]
    shell.act(room, seat, token)
    with pytest.raises(Conflict):
        shell.execute(room, SERVER, BotAct(seat=seat, token=token, seq=seq))


def test_a_second_rematch_request_gets_the_room_of_the_first() -> None:
    shell = Shell()
    room = start_room(shell, replace(with_friends("tundra", 2), start=late_position("tundra", 2)))
    play_random(shell, room)
    first, second = (shell.execute(room, identity, Rematch()) for identity in PEOPLE[:2])
    assert first.room == second.room == room.next_room
    assert second.repeated
    assert shell.rooms[first.room].access.holders == room.access.holders


# ---- parsing ----


def test_parse_names_every_fault() -> None:
    with pytest.raises(BadInput) as caught:
        parse(Act, {"seq": "soon", "action_id": 7, "colour": "red"})
    faults = " ".join(caught.value.faults)
    assert all(name in faults for name in ("seq", "action_id", "colour", "token"))


@pytest.mark.parametrize("seq", ["7", 7])
def test_a_form_and_json_give_the_same_command(seq: str | int) -> None:
    assert parse(Act, {"token": "hunt.4", "seq": seq}) == Act(token="hunt.4", seq=7)


@pytest.mark.parametrize("seq", ["", "seven", "1e3", "٣", "-", "9" * 20, None, True, 7.0, [7], 10**15])
def test_an_invalid_number_is_refused(seq: object) -> None:
    with pytest.raises(BadInput, match="seq"):
        parse(Undo, {"seq": seq})


def test_only_the_server_may_send_server_commands(shell: Shell, room: Room) -> None:
    for command in (BotAct(seat=0, token="x", seq=1), MarkAbsent(seat=0), MarkReturned(seat=0)):
        for identity in PEOPLE:
            with pytest.raises(Forbidden):
                shell.execute(room, identity, command)


def test_a_full_log_accepts_only_what_brings_the_game_nearer_to_its_end() -> None:
    """Otherwise one client could make a log so long that the server needs minutes to read it."""
    shell = Shell()
    room = start_room(shell, with_friends("catherine"))
    token = room.started_match().options(0)[0]
    shell.act(room, 0, token)
    shell.max_log, seq = room.head.length, room.head.length
    endless: list[Command] = [
        Undo(seq=seq), RestartTurn(seq=seq), SetAnswers(automatic=False), SetLimit(limit=5), Mute(seat=1),
        IssueLink(seat=1),
    ]  # fmt: skip
    for command in endless:
        with pytest.raises(BadInput, match="only decisions"):
            shell.execute(room, EVA, command)
    shell.execute(room, EVA, RevokeSeat(seat=2))
    with pytest.raises(BadInput, match="only decisions"):
        shell.execute(room, EVA, RevokeSeat(seat=2))
    shell.execute(room, EVA, Say(text="hello"))
    shell.act(room, 0, room.started_match().options(0)[1])
    shell.execute(room, EVA, DeleteRoom())
