"""Pages and API agree with the permission matrix for every command, role and phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import cache
from typing import Any

import httpx
import pytest
from starlette.routing import Route

from samovar.room import commands as command_module
from samovar.room.commands import (
    BotAct,
    ChooseForSeat,
    Command,
    DeleteRoom,
    Fork,
    IssueLink,
    LeaveRoom,
    MarkAbsent,
    MarkReturned,
    Mute,
    Rematch,
    RemoveChatLine,
    RevokeSeat,
    Say,
    SeatBot,
    SetLimit,
    TakeSeat,
    UseLink,
)
from samovar.room.permissions import allowed
from samovar.room.viewer import Identity, resolve
from samovar.table.auth import COOKIE
from samovar.table.pages.game import SEAT_FORM
from samovar.table.pages.manage import MANAGE_FORM
from samovar.table.router import API_ROUTES, COMMANDS, routes
from tests.room import phases
from tests.room.old_rules import with_rows
from tests.room.phases import PHASES, SEAT, TOKEN_SEAT
from tests.room.shell import Shell, cookie_of, program
from tests.table.served_rooms import insert_room
from tests.table.server import Browser, Server

PEOPLE = {"seat holder": "bob", "host": "eva", "spectator": "stranger"}
COOKIES = {role: cookie_of(name) for role, name in PEOPLE.items()}
API_COMMANDS: list[type[Command]] = [*COMMANDS, TakeSeat, ChooseForSeat]
SERVER_ONLY: set[type[Command]] = {BotAct, MarkAbsent, MarkReturned}  # no route
WRONG_ID = "abcdefghijkmnpqr"
# Commands that, once the game has started, can fail only for lack of permission.
ALWAYS_GOOD = (Say, Mute, SetLimit, IssueLink, RevokeSeat, RemoveChatLine, DeleteRoom, Fork, Rematch)


@cache
def prototype(phase: str) -> Shell:
    """A shell with one room in this phase."""
    shell = Shell()
    phases.make_room(shell, phase)
    return shell


class Copies:
    """New copies of the rooms in a running server, because a command may change or delete them."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.count = 0

    def fresh(self, phase: str) -> tuple[Shell, str]:
        """The shell of the original and the id of a new copy."""
        original = prototype(phase)
        (old,) = original.rooms
        self.count += 1
        id = f"copy{self.count:012}"
        stored = replace(original.load(old, snapshot=False), id=id)
        shell = Shell()
        shell.boxes, shell.links = original.boxes, {id: original.links[old]}
        shell.stored[id] = replace(original.stored[old], rows=list(with_rows(stored, stored.rows).rows))
        shell.stored[id].snapshot = None
        shell.rooms[id] = shell.restored(id)
        insert_room(self.server, shell, id)
        return shell, id


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Copies]:
    server = Server(f"sqlite:///{tmp_path_factory.mktemp('rights')}/games.db", pause=3600.0)
    yield Copies(server)
    server.stop()


def page_request(room: str, command: Command) -> tuple[str, str, dict[str, Any]]:
    """Method, URL path and fields of the page's form for a command."""
    base, fields = f"/t/{room}", asdict(command)
    if isinstance(command, UseLink):
        return "GET", f"{base}/join/{command.token}", {}
    if isinstance(command, TakeSeat | ChooseForSeat | SeatBot):
        do = next(name for name, kind in SEAT_FORM.items() if kind is type(command))
        return "POST", f"{base}/seat", {"do": do, **fields}
    if type(command) in MANAGE_FORM.values():
        do = next(name for name, kind in MANAGE_FORM.items() if kind is type(command))
        if isinstance(command, Mute):
            fields.pop("silent")
        if isinstance(command, SetLimit):
            fields["limit"] = command.limit // 60
        if isinstance(command, DeleteRoom):
            fields["sure"] = "yes"
        return "POST", f"{base}/manage", {"do": do, **fields}
    return "POST", f"{base}/{command.slug}", fields


def send(
    browser: Browser, method: str, address: str, fields: dict[str, Any], json: bool = False
) -> httpx.Response:
    if method == "GET":
        return browser.get(address, follow_redirects=False)
    body: dict[str, Any] = {"json": fields} if json else {"data": fields}
    return browser.post(address, follow_redirects=False, **body)


def expected(shell: Shell, room: str, identity: Identity, command: Command) -> bool:
    """True if the matrix allows the command."""
    viewer = resolve(shell.rooms[room], identity)
    target = command.seat if isinstance(command, TakeSeat | SeatBot) else viewer.seat
    return allowed(shell.rooms[room], viewer, command.permission, target)


def assert_answer(response: httpx.Response, is_allowed: bool, phase: str, command: Command) -> None:
    status, about = response.status_code, (command, phase, response.status_code, response.text[-300:])
    if not is_allowed:
        assert status == 403, about
    elif isinstance(command, ALWAYS_GOOD) and (phase != "B" or not isinstance(command, Fork)):
        assert status in {200, 303}, about
    else:
        assert status in {200, 303, 409, 422}, about


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("role", COOKIES)
def test_pages_agree_with_the_matrix(copies: Copies, phase: str, role: str) -> None:
    shell, room = copies.fresh(phase)
    for kind in (type(one) for one in phases.commands(shell, shell.rooms[room], role)):
        if kind in SERVER_ONLY | {LeaveRoom}:
            continue
        shell, room = copies.fresh(phase)
        command = next(one for one in phases.commands(shell, shell.rooms[room], role) if type(one) is kind)
        is_allowed = expected(shell, room, phases.identity_of(shell, shell.rooms[room], role), command)
        with copies.server.browser() as browser:
            browser.cookies.set(COOKIE, COOKIES[role])
            assert_answer(send(browser, *page_request(room, command)), is_allowed, phase, command)


@pytest.mark.parametrize("phase", PHASES)
def test_the_api_agrees_with_the_matrix(copies: Copies, phase: str) -> None:
    for kind in API_COMMANDS:
        shell, room = copies.fresh(phase)
        command = next(one for one in phases.commands(shell, shell.rooms[room], "token") if type(one) is kind)
        token = shell.links[room][TOKEN_SEAT]
        with copies.server.browser() as browser:
            address = f"/api/tables/{room}/{kind.slug}"
            for header in ({}, {"authorization": "Bearer wrong"}):
                refused = browser.post(address, json=asdict(command), headers=header)
                assert refused.status_code == 403, (command, header)
            allow = expected(shell, room, program(token), command)
            browser.headers["authorization"] = f"Bearer {token}"
            assert_answer(browser.post(address, json=asdict(command)), allow, phase, command)


@pytest.mark.parametrize("role", [*COOKIES, "token"])
def test_a_wrong_room_id_gets_404(copies: Copies, role: str) -> None:
    shell, room = copies.fresh("R")
    with copies.server.browser() as browser:
        if role in COOKIES:
            browser.cookies.set(COOKIE, COOKIES[role])
        for command in phases.commands(shell, shell.rooms[room], role):
            if type(command) in SERVER_ONLY | {LeaveRoom}:
                continue
            assert send(browser, *page_request(WRONG_ID, command)).status_code == 404, command
            if type(command) in API_COMMANDS:
                address = f"/api/tables/{WRONG_ID}/{command.slug}"
                headers = {"authorization": f"Bearer {shell.links[room][TOKEN_SEAT]}"}
                answer = browser.post(address, json=asdict(command), headers=headers)
                assert answer.status_code == 404, command


def test_every_command_has_a_route_except_those_of_the_server() -> None:
    """LeaveRoom has its own routes, /leave and /data."""
    kinds = {kind for kind in vars(command_module).values() if isinstance(kind, type)}
    every = {kind for kind in kinds if issubclass(kind, Command) and hasattr(kind, "slug")}
    routed = {*COMMANDS, *SEAT_FORM.values(), *MANAGE_FORM.values(), UseLink, LeaveRoom}
    assert every - SERVER_ONLY == routed
    called = {route.request_type for route in API_ROUTES if isinstance(route.request_type, type)} & every
    assert called == set(API_COMMANDS)
    paths = {route.path for route in routes() if isinstance(route, Route)}
    assert not [kind.slug for kind in SERVER_ONLY if any(path.endswith(f"/{kind.slug}") for path in paths)]


@pytest.mark.parametrize("phase", PHASES)
def test_deleting_own_data_leaves_the_rooms_of_others(copies: Copies, phase: str) -> None:
    for cookie in COOKIES.values():
        shell, room = copies.fresh(phase)
        with copies.server.browser() as browser, copies.server.browser() as other:
            browser.cookies.set(COOKIE, cookie)
            assert browser.post("/data", data={"sure": "yes"}, follow_redirects=False).status_code == 303
            assert other.get(f"/t/{room}").status_code == 200
            token = shell.links[room][TOKEN_SEAT]
            answer = other.get(f"/api/tables/{room}", headers={"authorization": f"Bearer {token}"})
            assert answer.json()["seat"] == TOKEN_SEAT


@pytest.mark.parametrize(("phase", "given"), [("R", False), ("F", True)])
def test_record_seed_and_proof_agree_with_the_matrix(copies: Copies, phase: str, given: bool) -> None:
    shell, room = copies.fresh(phase)
    secret = shell.rooms[room].secret
    with copies.server.browser() as browser:
        for cookie in COOKIES.values():
            browser.cookies.set(COOKIE, cookie)
            assert browser.get(f"/t/{room}/record").status_code == (200 if given else 403)
            assert (secret in browser.get(f"/t/{room}/shuffle").text) == given
        headers = {"authorization": f"Bearer {shell.links[room][TOKEN_SEAT]}"}
        answer = browser.get(f"/api/tables/{room}/record", headers=headers)
        assert answer.status_code == (200 if given else 403)
        assert (secret in browser.get(f"/api/tables/{room}/proof", headers=headers).text) == given


@pytest.mark.parametrize("role", COOKIES)
def test_the_manage_page_shows_links_and_forms_only_to_the_host(copies: Copies, role: str) -> None:
    shell, room = copies.fresh("B")
    token = shell.links[room][SEAT]
    with copies.server.browser() as browser:
        browser.cookies.set(COOKIE, COOKIES[role])
        page = browser.get(f"/t/{room}/manage").text
        assert token not in page  # Bob has used it
        assert ('name="do"' in page) == (role == "host")


# ---- action ids ----


def test_one_action_id_makes_one_event_and_another_payload_gets_409(copies: Copies) -> None:
    shell, room = copies.fresh("R")
    token = shell.links[room][TOKEN_SEAT]
    with copies.server.browser() as browser:
        browser.headers["authorization"] = f"Bearer {token}"
        state = browser.get(f"/api/tables/{room}").json()
        one, two = state["options"][:2]
        body = {"token": one, "seq": state["seq"], "action_id": "first"}
        answers = [browser.post(f"/api/tables/{room}/act", json=body) for _ in range(100)]
        assert {answer.status_code for answer in answers} == {200}
        assert {answer.json()["seq"] for answer in answers} == {state["seq"] + 1}
        other = browser.post(f"/api/tables/{room}/act", json={**body, "token": two})
        assert other.status_code == 409
        assert other.json()["state"]["seq"] == state["seq"] + 1
        again = {"token": one, "seq": state["seq"], "action_id": "first"}
        assert browser.post(f"/api/tables/{room}/act", json=again).status_code == 200
