"""The lobby: the rooms of a browser, new rooms, imports, the next room in which it must decide."""

from __future__ import annotations

from datetime import UTC, datetime

from starlette.responses import Response

from samovar.kernel.errors import BadInput
from samovar.room.creation import CreateRoom, SeatRequest
from samovar.room.import_room import NOT_IMPORTABLE
from samovar.room.room import Status
from samovar.table.errors import faults_of
from samovar.table.pages.page_request import PageRequest
from samovar.table.request_fields import Fields, number, read_fields, text
from samovar.table.store import StoredSummary
from samovar.views.lobby_page import lobby_page
from samovar.views.my_tables import OPEN_SEAT, OVER, WAITING, YOUR_TURN, RoomSummary

MAX_SEATS = 12
MAX_ROOMS = 100  # rooms shown in the lobby


async def show_lobby(request: PageRequest) -> Response:
    return request.html(await _lobby(request, []))


async def _lobby(request: PageRequest, faults: list[str]) -> str:
    mine = await request.service.my_rooms(request.identity, MAX_ROOMS)
    known = {room.id for room in mine}
    rooms = [_summary(request, room, known) for room in mine]
    return lobby_page(request.words(), request.head("pages.js", banners=True), rooms, request.name, faults)


def _summary(request: PageRequest, room: StoredSummary, known: set[str]) -> RoomSummary:
    """The row of a room. Its original is linked only if it is among ``known``, the rooms of this browser."""
    found = RoomSummary(request.url_path(f"/t/{room.id}"), room.game, room.names, state_of(room))
    found.own, found.actors, found.period = room.seats, room.actors, room.period
    found.fork = bool(room.fork_of)
    found.original = request.url_path(f"/t/{room.fork_of}") if room.fork_of in known else ""
    if room.changed_at:
        found.changed = datetime.fromtimestamp(room.changed_at // 1000, UTC).isoformat()
    return found


def state_of(room: StoredSummary) -> str:
    """OVER, YOUR_TURN if the room waits for this browser, OPEN_SEAT if a seat is free, otherwise WAITING."""
    if room.ended:
        return OVER
    if set(room.seats) & set(room.actors):
        return YOUR_TURN
    return WAITING if all(room.names) else OPEN_SEAT


async def save_name(request: PageRequest) -> Response:
    """Remember the player's name in a cookie."""
    name = text(await read_fields(request.http), "name")
    return request.remember_name(request.redirect(request.url_path("/")), name)


async def create_room(request: PageRequest) -> Response:
    fields = await read_fields(request.http)
    try:
        own = text(fields, "name").strip() or request.name or request.words().say("lobby.guest")
        open_room = await request.service.create(
            parse_create_form(fields, own), await request.ensure_session()
        )
    except BadInput as error:
        return await _with_faults(request, error)
    response = request.redirect(request.url_path(f"/t/{open_room.room.id}"))
    return request.remember_name(response, text(fields, "name"))


async def import_room(request: PageRequest) -> Response:
    """Create a private room from a record or a position."""
    fields = await read_fields(request.http)
    try:
        identity = await request.ensure_session()
        own = request.name or request.words().say("lobby.guest")
        open_room = await request.service.import_text(text(fields, "text"), own, identity)
    except BadInput as error:
        return await _with_faults(request, error)
    return request.redirect(request.url_path(f"/t/{open_room.room.id}"))


async def _with_faults(request: PageRequest, error: BadInput) -> Response:
    """The lobby again, with the faults of the form."""
    if request.json:
        raise error
    faults = faults_of(error, request.words(), request.max_faults)
    if error.faults == [NOT_IMPORTABLE]:
        faults = [request.words().say("lobby.import.unreadable")]
    return request.html(await _lobby(request, faults), 422)


def parse_create_form(fields: Fields, own_name: str) -> CreateRoom:
    """The request for a new room, from the fields of the lobby's form (listed in ``views/lobby_page.py``)."""
    seats: list[SeatRequest] = []
    for n in range(1, MAX_SEATS + 1):
        kind, _, level = text(fields, f"seat.{n}").partition(".")
        if kind in {"", "none"}:
            continue
        own = kind == "me" and not any(seat.kind == "me" for seat in seats)
        name = own_name if own else ""
        choice = text(fields, "choice") if own else ""
        seats.append(SeatRequest(kind=kind, name=name, level=level or "medium", choice=choice))
    options = {
        name.removeprefix("option."): text(fields, name)
        for name in fields
        if name.startswith("option.") and text(fields, name)
    }
    return CreateRoom(
        game=text(fields, "game"),
        seats=seats,
        options=options,
        seed=text(fields, "seed").strip(),
        limit=number(fields, "limit") * 60 if text(fields, "limit").strip() else 0,
        salt=text(fields, "salt"),
        pledge=text(fields, "pledge"),
    )


async def next_room(request: PageRequest) -> Response:
    """Redirect to the next room in which this browser must decide, or to the lobby if there is none.

    Frozen and unreadable rooms are skipped.
    """
    rooms = await request.service.my_rooms(request.identity)
    waiting = [room.id for room in rooms if state_of(room) == YOUR_TURN]
    after = request.http.query_params.get("after", "")
    at = waiting.index(after) + 1 if after in waiting else 0
    for id in waiting[at:] + waiting[:at]:
        if id != after and (await request.service.open(id)).room.status is Status.LIVE:
            return request.redirect(request.url_path(f"/t/{id}"))
    return request.redirect(request.url_path("/"))
