"""The page on which the host manages a room, and the page of the shuffle proof."""

from __future__ import annotations

from starlette.responses import Response

from samovar.kernel.errors import BadInput
from samovar.match import fair_shuffle
from samovar.room.commands import (
    Command,
    DeleteRoom,
    IssueLink,
    Mute,
    RemoveChatLine,
    RevokeSeat,
    SetLimit,
    parse,
)
from samovar.room.errors import Fault
from samovar.room.page_updates import chat_lines, seat_infos
from samovar.room.permissions import Permission, allowed
from samovar.table.pages.game import join_url, run_command
from samovar.table.pages.page_request import PageRequest
from samovar.table.request_fields import Fields, number, read_fields, text
from samovar.views.manage_page import ManageView, manage_page
from samovar.views.proof_page import ShuffleStatus, proof_page

MANAGE_FORM: dict[str, type[Command]] = {
    "remove": RemoveChatLine,
    "mute": Mute,
    "unmute": Mute,
    "link": IssueLink,
    "revoke": RevokeSeat,
    "limit": SetLimit,
    "delete": DeleteRoom,
}


async def show_manage(request: PageRequest) -> Response:
    """The page to manage a room. Only the host sees more than the seats."""
    open_room, room, viewer = await request.view()
    words = request.words(room.created.game)
    found = ManageView(request.room_path, room.created.game, seat_infos(room))
    found.host = allowed(room, viewer, Permission.MANAGE)
    if found.host:
        found.chat = [line for line in chat_lines(room, words) if line.number]
        found.muted = room.muted
        found.limit = room.limit // 60
        found.links = {seat: join_url(request, token) for seat, token in open_room.links.items()}
    return request.html(manage_page(words, request.head("pages.js"), found))


async def change_room(request: PageRequest) -> Response:
    """Execute a form of the host's page."""
    fields = await read_fields(request.http)
    command = command_of(fields)
    await request.service.execute(request.room_id, request.identity, command)
    if isinstance(command, DeleteRoom):
        return request.redirect(request.url_path("/"))
    return request.redirect(f"{request.room_path}/manage")


def command_of(fields: Fields) -> Command:
    """The command of a form. ``do`` names it, the limit is in minutes, and deletion needs a confirmation."""
    do = text(fields, "do")
    kind = MANAGE_FORM.get(do)
    if kind is None:
        raise BadInput("do", [f"must be one of {', '.join(MANAGE_FORM)}, not {do[:20]!r}"])
    if kind is DeleteRoom:
        check_confirmed(fields)
    given = {name: value for name, value in fields.items() if name not in {"do", "sure"}}
    if kind is Mute:
        given["silent"] = do == "mute"
    if kind is SetLimit:
        given["limit"] = number(fields, "limit") * 60
    return parse(kind, given)


async def change_limit(request: PageRequest) -> Response:
    """Execute the form of the absence limit."""
    command = command_of({**await read_fields(request.http), "do": "limit"})
    return await run_command(request, command)


def check_confirmed(fields: Fields) -> None:
    if text(fields, "sure") != "yes":
        raise BadInput("sure", [Fault("must be yes, because deletion cannot be undone", "fault.sure")])


async def show_proof(request: PageRequest) -> Response:
    """The page of the shuffle commitment. After the end of the game it shows the checked proof."""
    _, room, viewer = await request.view()
    info, proof, faults = await request.service.prove(room, viewer)
    salts = [(seat.name, seat.salt) for seat in room.seats]
    found = ShuffleStatus(request.viewer_path, room.created.game, salts)
    found.seed_chosen, found.chosen, found.commit = info.seed_was_chosen, info.chosen_seed, info.commit
    found.chosen_hash = info.seed_hash
    if info.chosen_seed and info.seed_nonce:
        found.chosen_text = fair_shuffle.chosen_seed_text(room.id, info.chosen_seed, info.seed_nonce)
    if info.seed and info.commit:
        found.seed, found.hashed = info.seed, fair_shuffle.commitment_text(room.id, info.seed)
        found.draws = 0 if proof is None else proof.draws
        found.faults = faults
    return request.html(proof_page(request.words(room.created.game), request.head("pages.js"), found))
