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


async def show_lobby(visit: PageRequest) -> Response:
    return visit.html(await _lobby(visit, []))


async def _lobby(visit: PageRequest, faults: list[str]) -> str:
    rooms = [
        RoomSummary(visit.at(f"/t/{room.id}"), room.game, room.names, state_of(room))
        for room in await visit.service.my_rooms(visit.identity, MAX_ROOMS)
    ]
    return lobby_page(visit.words(), visit.head("pages.js", banners=True), rooms, visit.name, faults)


def state_of(room: StoredSummary) -> str:
    """Whether the room is over, waits for this browser, or for others."""
    if room.ended:
        return OVER
    return YOUR_TURN if set(room.seats) & set(room.actors) else WAITING


async def create_room(visit: PageRequest) -> Response:
    fields = await read_fields(visit.request)
    try:
        session = await visit.service.create(order_of(fields), visit.known())
    except BadInput as error:
        return await _with_faults(visit, error)
    response = visit.go(visit.at(f"/t/{session.room.id}"))
    return visit.remember_name(response, text(fields, "name"))


async def import_room(visit: PageRequest) -> Response:
    """A record or a position that a player brings along."""
    fields = await read_fields(visit.request)
    try:
        who = visit.known()
        session = await visit.service.import_text(text(fields, "text"), visit.name or "Anna", who)
    except BadInput as error:
        return await _with_faults(visit, error)
    return visit.go(visit.at(f"/t/{session.room.id}"))


async def _with_faults(visit: PageRequest, error: BadInput) -> Response:
    """The lobby again, with what was wrong in the form."""
    if visit.json:
        raise error
    return visit.html(await _lobby(visit, faults_of(error, visit.words())), 422)


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


async def next_room(visit: PageRequest) -> Response:
    """The next room that waits for this browser, after the one it comes from; the lobby if none does."""
    rooms = await visit.service.my_rooms(visit.identity)
    waiting = [room.id for room in rooms if state_of(room) == YOUR_TURN]
    after = visit.request.query_params.get("after", "")
    at = waiting.index(after) + 1 if after in waiting else 0
    others = [id for id in waiting[at:] + waiting[:at] if id != after]
    return visit.go(visit.at(f"/t/{others[0]}" if others else "/"))
