"""The lobby: my rooms, new rooms, imports, the next room that waits for me."""

from __future__ import annotations

from starlette.responses import Response

from samovar.kernel.errors import BadInput
from samovar.room.creation import CreateRoom, SeatRequest
from samovar.table.errors import faults_of
from samovar.table.pages.page_request import PageRequest
from samovar.table.request_fields import Fields, number, read_fields, text
from samovar.table.store import StoredSummary
from samovar.views.lobby_page import OVER, WAITING, YOUR_TURN, RoomSummary, lobby_page

MAX_SEATS = 12
MAX_ROOMS = 100  # of one browser in its lobby


async def show_lobby(request: PageRequest) -> Response:
    return request.html(await _lobby(request, []))


async def _lobby(request: PageRequest, faults: list[str]) -> str:
    rooms = [
        RoomSummary(request.at(f"/t/{room.id}"), room.game, room.names, state_of(room))
        for room in await request.service.my_rooms(request.identity, MAX_ROOMS)
    ]
    return lobby_page(request.words(), request.head("pages.js", banners=True), rooms, request.name, faults)


def state_of(room: StoredSummary) -> str:
    """Whether the room is over, waits for this browser, or for others."""
    if room.ended:
        return OVER
    return YOUR_TURN if set(room.seats) & set(room.actors) else WAITING


async def create_room(request: PageRequest) -> Response:
    fields = await read_fields(request.http)
    try:
        open_room = await request.service.create(order_of(fields), request.known())
    except BadInput as error:
        return await _with_faults(request, error)
    response = request.go(request.at(f"/t/{open_room.room.id}"))
    return request.remember_name(response, text(fields, "name"))


async def import_room(request: PageRequest) -> Response:
    """A record or a position that a player brings along."""
    fields = await read_fields(request.http)
    try:
        who = request.known()
        open_room = await request.service.import_text(text(fields, "text"), request.name or "Anna", who)
    except BadInput as error:
        return await _with_faults(request, error)
    return request.go(request.at(f"/t/{open_room.room.id}"))


async def _with_faults(request: PageRequest, error: BadInput) -> Response:
    """The lobby again, with what was wrong in the form."""
    if request.json:
        raise error
    return request.html(await _lobby(request, faults_of(error, request.words())), 422)


def order_of(fields: Fields) -> CreateRoom:
    """The order of the lobby's form: ``views/lobby_page.py`` lists its fields."""
    seats: list[SeatRequest] = []
    for n in range(1, MAX_SEATS + 1):
        kind, _, level = text(fields, f"seat.{n}").partition(".")
        if kind in {"", "none"}:
            continue
        own = kind == "me" and not any(seat.kind == "me" for seat in seats)
        name = text(fields, "name") if own else ""
        seats.append(SeatRequest(kind=kind, name=name, level=level or "medium"))
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
    """The next room that waits for this browser, after the one it comes from; the lobby if none does."""
    rooms = await request.service.my_rooms(request.identity)
    waiting = [room.id for room in rooms if state_of(room) == YOUR_TURN]
    after = request.http.query_params.get("after", "")
    at = waiting.index(after) + 1 if after in waiting else 0
    others = [id for id in waiting[at:] + waiting[:at] if id != after]
    return request.go(request.at(f"/t/{others[0]}" if others else "/"))
