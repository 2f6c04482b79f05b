"""The page of a room while waiting and playing, its SSE stream, and the commands of its forms."""

from __future__ import annotations

from ipaddress import ip_address

import segno
from starlette.responses import Response

from samovar.games import registry
from samovar.kernel.errors import BadInput
from samovar.match.redaction import SPECTATOR
from samovar.room.commands import (
    ChooseForSeat,
    Command,
    Fork,
    IssueLink,
    SeatBot,
    TakeSeat,
    UseLink,
    parse,
)
from samovar.room.errors import Conflict, NotFound
from samovar.room.page_updates import RELOAD, seat_infos
from samovar.room.permissions import Role
from samovar.room.room import Room, Status
from samovar.room.seat_choice import free_values, seat_values
from samovar.room.viewer import Viewer
from samovar.table.pages.page_request import JSONResponse, PageHandler, PageRequest
from samovar.table.request_fields import read_fields, text
from samovar.table.room_cache import OpenRoom
from samovar.table.service import CommandResult
from samovar.table.sse import EventStreamResponse, event_message
from samovar.views import page
from samovar.views.manage_page import ManageView, unreadable_page
from samovar.views.registry import game_text
from samovar.views.waiting_page import SeatChoice, WaitingRoom, handover_page, join_page, waiting_page
from samovar.views.words.words import Words

SEAT_FORM: dict[str, type[Command]] = {
    "sit": TakeSeat,
    "choose": ChooseForSeat,
    "link": IssueLink,
    "bot": SeatBot,
}

MAX_DIGITS = 18  # of a version that a client sends


# ---- pages ----


async def show_room(request: PageRequest, status: int = 200) -> Response:
    """The page of the room, redacted for this browser."""
    open_room, room, viewer = await request.view()
    if room.status is Status.UNREADABLE:
        return request.html(_unreadable(request, room, viewer), 409)
    if room.match is None:
        return request.html(_waiting(request, open_room, viewer), status)
    if viewer.needs_handover and request.as_seat is not None:
        return request.redirect(request.room_path)
    if viewer.needs_handover:
        return request.html(_handover(request, room, viewer), status)
    rendering = open_room.page_cache.rendering(room, viewer.seat, request.context)
    original = await request.original_url(room)
    head = request.table_head(room.created.game)
    html = page.document(rendering.model, head, rendering.regions, original)
    last = f"{request.http.app.boot}.{room.version}"
    return request.html(html.replace("<body ", f'<body data-last="{last}" ', 1), status)


def _handover(request: PageRequest, room: Room, viewer: Viewer) -> str:
    """The page on which players who share a device choose whose turn it is."""
    deciding = [seat for seat in room.actors if seat in viewer.seats] or sorted(viewer.seats)
    names = {seat: room.seats[seat].name for seat in deciding}
    game = room.created.game
    return handover_page(request.words(game), request.head("pages.js"), game, request.room_path, names)


def _unreadable(request: PageRequest, room: Room, viewer: Viewer) -> str:
    """The summary page of a room that this version cannot read."""
    found = ManageView(request.room_path, room.created.game, seat_infos(room))
    found.host = Role.HOST in viewer.roles
    words = request.words(room.created.game if registry.known(room.created.game) else "")
    return unreadable_page(words, request.head("pages.js"), found, room.result)


def _waiting(request: PageRequest, open_room: OpenRoom, viewer: Viewer) -> str:
    """The page of a room whose game has not started."""
    room = open_room.room
    found = WaitingRoom(request.room_path, room.created.game, seat_infos(room))
    own = [seat for seat in sorted(viewer.seats) if room.is_empty(seat)]
    free = [p for p in range(len(room.seats)) if room.is_empty(p) and not room.access.is_claimed(p)]
    seated = any(room.seats[seat].name for seat in viewer.seats)
    found.seat = own[0] if own else free[0] if free and not seated else SPECTATOR
    found.host = Role.HOST in viewer.roles
    found.commit = room.created.commit
    found.seed_chosen = bool(room.created.seed)
    found.seed_hash = room.created.seed_hash
    found.name = request.name
    found.loopback = is_loopback(request.http.url.hostname or "")
    _offer_choices(found, room, viewer, request.words(room.created.game))
    if found.host:
        for seat, token in open_room.links.items():
            if room.is_empty(seat):
                found.links[seat] = join_url(request, token)
                found.pictures[seat] = qr_code(found.links[seat])
        found.watch = f"{request.public_url}/t/{room.id}" if free else ""
    words = request.words(room.created.game)
    return waiting_page(words, request.head("pages.js", "waiting_page.js"), found, [])


def _offer_choices(found: WaitingRoom, room: Room, viewer: Viewer, words: Words) -> None:
    """Set the colours or characters that the viewer may choose."""
    game, box, options = room.game, room.box, room.created.options
    if room.beginning.position or room.beginning.moves:
        return  # a position has its colours already
    found.values = seat_values(game, box, room.seats, options)
    found.own = next((seat for seat in sorted(viewer.seats) if room.seats[seat].name), SPECTATOR)
    seat = found.seat if found.seat >= 0 else found.own
    free = free_values(game, box, room.seats, options, seat)
    text = game_text(game, words)
    if found.values:
        found.choices = [
            SeatChoice(value, text.seat_value(value), text.seat_value_colour(box, value), value in free)
            for value in game.seat_values(box)
        ]


def is_loopback(host: str) -> bool:
    """True if this host name reaches only the computer that it is used on."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def join_url(request: PageRequest, token: str) -> str:
    """The URL of a seat link."""
    return f"{request.public_url}/t/{request.room_id}/join/{token}"


def qr_code(url: str) -> str:
    """The URL as a QR code in SVG."""
    return segno.make(url, micro=False).svg_inline(scale=3, dark="#000", light="#fff", svgclass="qr")


# ---- the stream ----


class PageStream:
    """The HTML renderer of one stream. It sends the regions that changed since the version on the page."""

    slow = True

    def __init__(self, request: PageRequest, open_room: OpenRoom, last: str) -> None:
        self.open_room = open_room
        self.request = request
        self.boot: str = request.http.app.boot
        boot, _, version = last.partition(".")
        known = boot == self.boot and version.isascii() and version.isdigit() and len(version) <= MAX_DIGITS
        self.since = int(version) if known else -1
        self.waiting = open_room.room.match is None
        self.seq = (
            open_room.room.head.length
        )  # a waiting room is reloaded after new log entries, not after a change of presence

    def update(self, room: Room, viewer: Viewer) -> bytes | None:
        if self.since == room.version:
            return None
        since, self.since = self.since, room.version
        id = f"{self.boot}.{room.version}"
        if self.waiting:
            return self._reload_waiting(room, id)
        if viewer.needs_handover:
            return event_message("regions", id, RELOAD)
        return self.open_room.page_cache.message(room, viewer.seat, self.request.context, since, id)

    def _reload_waiting(self, room: Room, id: str) -> bytes | None:
        if room.head.length == self.seq:
            return None
        self.seq = room.head.length
        begun = b"true" if room.match is not None else b"false"
        return event_message("regions", id, b'{"reload":true,"begun":' + begun + b"}")

    def end(self, room: Room) -> bytes | None:
        return event_message("regions", f"{self.boot}.{room.version}", RELOAD)


async def stream(request: PageRequest) -> Response:
    """Server-Sent Events: the changed regions of the page."""
    open_room, _, _ = await request.view()
    last = request.http.headers.get("last-event-id") or request.http.query_params.get("last", "")
    renderer = PageStream(request, open_room, last)
    return EventStreamResponse(
        request.service.hub.run(open_room, request.identity, request.as_seat, renderer)
    )


# ---- commands ----


def post_command(kind: type[Command]) -> PageHandler:
    """The page handler that executes a command of this class."""

    async def endpoint(request: PageRequest) -> Response:
        return await run_command(request, parse(kind, await read_fields(request.http)))

    return endpoint


async def run_command(request: PageRequest, command: Command) -> Response:
    identity = (
        await request.ensure_session() if isinstance(command, Fork) else request.identity
    )  # the browser becomes holder of the fork's seat
    try:
        return command_response(
            request, await request.service.execute(request.room_id, identity, command, request.as_seat)
        )
    except Conflict:
        if request.json:
            raise
        return await show_room(request, 409)  # without script: the current page


def command_response(request: PageRequest, receipt: CommandResult) -> Response:
    """Redirect a form to the page or to the new room. A script gets the ``seq`` of the newest entry."""
    if receipt.room:
        return request.redirect(request.url_path(f"/t/{receipt.room}"))
    if request.json:
        return request.respond(JSONResponse({"seq": receipt.seq}))
    return request.redirect(request.viewer_path)


async def change_seat(request: PageRequest) -> Response:
    """Execute a form of a waiting room: take a seat, or as host issue a link or seat a bot."""
    fields = await read_fields(request.http)
    kind = SEAT_FORM.get(text(fields, "do", "sit"))
    if kind is None:
        raise BadInput("do", [f"must be {', '.join(SEAT_FORM)}, not {text(fields, 'do')[:20]!r}"])
    name = text(fields, "name")
    fields.pop("do", None)
    await request.ensure_session()
    await request.service.execute(request.room_id, request.identity, parse(kind, fields), request.as_seat)
    return request.remember_name(request.redirect(request.room_path), name)


async def join(request: PageRequest) -> Response:
    """Use a seat link: the browser becomes holder of the seat and is redirected to a URL without the token.

    A link works once, and programs that preview links must not use it up. So only a browser that reports a
    navigation gets the seat immediately. Other clients get a page with a button.
    """
    navigates = request.http.headers.get("sec-fetch-mode") == "navigate" and request.http.method == "GET"
    if not navigates and request.http.method != "POST":
        return request.html(join_page(request.words(), request.head("pages.js"), request.http.url.path))
    command = UseLink(token=request.http.path_params["token"])
    try:
        await request.service.execute(request.room_id, await request.ensure_session(), command)
    except NotFound:
        return request.error_page([request.words().say("error.wrong_link")], 404)
    return request.redirect(request.room_path)
