"""The page of a room: waiting for players, playing, its stream, and every command of a form."""

from __future__ import annotations

import segno
from starlette.responses import Response

from samovar.games import registry
from samovar.kernel.errors import BadInput
from samovar.match.redaction import SPECTATOR
from samovar.room.commands import Command, Fork, IssueLink, SeatBot, TakeSeat, UseLink, parse
from samovar.room.errors import Conflict, NotFound
from samovar.room.page_updates import RELOAD, seat_infos
from samovar.room.permissions import Role
from samovar.room.room import Room, Status
from samovar.room.viewer import Viewer
from samovar.table.pages.page_request import JSONResponse, PageHandler, PageRequest
from samovar.table.request_fields import read_fields, text
from samovar.table.room_cache import OpenRoom
from samovar.table.service import Receipt
from samovar.table.sse import EventStreamResponse, event_message
from samovar.views import page
from samovar.views.manage_page import ManageView, unreadable_page
from samovar.views.waiting_page import WaitingRoom, handover_page, join_page, waiting_page

SEAT_FORM: dict[str, type[Command]] = {"sit": TakeSeat, "link": IssueLink, "bot": SeatBot}


# ---- pages ----


async def show_room(request: PageRequest, status: int = 200) -> Response:
    """The page as this browser may see it."""
    open_room, room, viewer = await request.view()
    if room.status is Status.UNREADABLE:
        return request.html(_unreadable(request, room, viewer), 409)
    if room.match is None:
        return request.html(_waiting(request, open_room, viewer), status)
    if viewer.handover and request.as_seat is not None:
        return request.go(request.room_address)
    if viewer.handover:
        return request.html(_handover(request, room, viewer), status)
    rendering = open_room.render_cache.rendering(room, viewer.seat, request.context)
    html = page.document(rendering.model, request.table_head(room.created.game), rendering.regions)
    last = f"{request.http.app.boot}.{room.version}"
    return request.html(html.replace("<body ", f'<body data-last="{last}" ', 1), status)


def _handover(request: PageRequest, room: Room, viewer: Viewer) -> str:
    """On a shared device: whose turn is it?"""
    deciding = [seat for seat in room.actors if seat in viewer.seats] or sorted(viewer.seats)
    names = {seat: room.seats[seat].name for seat in deciding}
    game = room.created.game
    return handover_page(request.words(game), request.head("pages.js"), game, request.room_address, names)


def _unreadable(request: PageRequest, room: Room, viewer: Viewer) -> str:
    """What is stored of a room that this version cannot read."""
    found = ManageView(request.room_address, room.created.game, seat_infos(room))
    found.host = Role.HOST in viewer.roles
    words = request.words(room.created.game if registry.known(room.created.game) else "")
    return unreadable_page(words, request.head("pages.js"), found, room.result)


def _waiting(request: PageRequest, open_room: OpenRoom, viewer: Viewer) -> str:
    """The page of a room whose game has not started."""
    room = open_room.room
    found = WaitingRoom(request.room_address, room.created.game, seat_infos(room))
    own = [seat for seat in sorted(viewer.seats) if room.is_empty(seat)]
    free = [p for p in range(len(room.seats)) if room.is_empty(p) and not room.access.is_claimed(p)]
    seated = any(room.seats[seat].name for seat in viewer.seats)
    found.seat = own[0] if own else free[0] if free and not seated else SPECTATOR
    found.host = Role.HOST in viewer.roles
    found.commit = room.created.commit
    found.seed_chosen = bool(room.created.seed)
    found.name = request.name
    if found.host:
        for seat, token in open_room.links.items():
            if room.is_empty(seat):
                found.links[seat] = join_address(request, token)
                found.pictures[seat] = qr_code(found.links[seat])
        found.watch = f"{request.public_address}/t/{room.id}" if free else ""
    words = request.words(room.created.game)
    return waiting_page(words, request.head("pages.js", "door.js"), found, [])


def join_address(request: PageRequest, token: str) -> str:
    """The link of a seat."""
    return f"{request.public_address}/t/{request.room_id}/join/{token}"


def qr_code(address: str) -> str:
    """The address as a picture that a phone can read."""
    return segno.make(address, micro=False).svg_inline(scale=3, dark="#000", light="#fff", svgclass="qr")


# ---- the stream ----


class PageStream:
    """The HTML renderer of one stream: regions that have changed since what the page shows."""

    def __init__(self, request: PageRequest, open_room: OpenRoom, last: str) -> None:
        self.open_room = open_room
        self.request = request
        self.boot: str = request.http.app.boot
        boot, _, version = last.partition(".")
        known = boot == self.boot and version.isascii() and version.isdigit()
        self.since = int(version) if known else -1
        self.waiting = open_room.room.match is None
        self.seq = open_room.room.head.length  # while waiting, presence is no reason to load the page again

    def update(self, room: Room, viewer: Viewer) -> bytes | None:
        if self.since == room.version:
            return None
        since, self.since = self.since, room.version
        id = f"{self.boot}.{room.version}"
        if self.waiting:
            return self._reload_waiting(room, id)
        if viewer.handover:
            return event_message("regions", id, RELOAD)
        return self.open_room.render_cache.message(room, viewer.seat, self.request.context, since, id)

    def _reload_waiting(self, room: Room, id: str) -> bytes | None:
        if room.head.length == self.seq:
            return None
        self.seq = room.head.length
        begun = b"true" if room.match is not None else b"false"
        return event_message("regions", id, b'{"reload":true,"begun":' + begun + b"}")

    def end(self, room: Room) -> bytes | None:
        return event_message("regions", f"{self.boot}.{room.version}", RELOAD)


async def stream(request: PageRequest) -> Response:
    """Server-Sent Events: the regions of the page as they change."""
    open_room, _, _ = await request.view()
    last = request.http.headers.get("last-event-id") or request.http.query_params.get("last", "")
    renderer = PageStream(request, open_room, last)
    return EventStreamResponse(
        request.service.hub.run(open_room, request.identity, request.as_seat, renderer)
    )


# ---- commands ----


def post_command(kind: type[Command]) -> PageHandler:
    """The endpoint of one command."""

    async def endpoint(request: PageRequest) -> Response:
        return await run_command(request, parse(kind, await read_fields(request.http)))

    return endpoint


async def run_command(request: PageRequest, command: Command) -> Response:
    who = request.known() if isinstance(command, Fork) else request.identity  # a browser must hold a fork
    try:
        return answer(request, await request.service.execute(request.room_id, who, command, request.as_seat))
    except Conflict:
        if request.json:
            raise
        return await show_room(request, 409)  # without script: the page as it is now


def answer(request: PageRequest, receipt: Receipt) -> Response:
    """Lead a form back to the page, or on to another room; a script gets the newest entry."""
    if receipt.room:
        return request.go(request.at(f"/t/{receipt.room}"))
    if request.json:
        return request.respond(JSONResponse({"seq": receipt.seq}))
    return request.go(request.own_address)


async def change_seat(request: PageRequest) -> Response:
    """The forms of a waiting room: take a seat; for the host: a new link, a bot."""
    fields = await read_fields(request.http)
    kind = SEAT_FORM.get(text(fields, "do", "sit"))
    if kind is None:
        raise BadInput("do", [f"must be {', '.join(SEAT_FORM)}, not {text(fields, 'do')[:20]!r}"])
    name = text(fields, "name")
    fields.pop("do", None)
    request.known()
    await request.service.execute(request.room_id, request.identity, parse(kind, fields), request.as_seat)
    return request.remember_name(request.go(request.room_address), name)


async def join(request: PageRequest) -> Response:
    """The link of a seat: the browser holds the seat from now on, and the token leaves the address.

    A link works once, and programs that preview or check links must not use it up. So only a browser that
    says that a person navigates there gets the seat at once; others get a button.
    """
    navigates = request.http.headers.get("sec-fetch-mode") == "navigate" and request.http.method == "GET"
    if not navigates and request.http.method != "POST":
        return request.html(join_page(request.words(), request.head("pages.js"), request.http.url.path))
    command = UseLink(token=request.http.path_params["token"])
    try:
        await request.service.execute(request.room_id, request.known(), command)
    except NotFound:
        return request.error_page([request.words().say("door.wrong_link")], 404)
    return request.go(request.room_address)
