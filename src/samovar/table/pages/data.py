"""What is stored about a browser: shown, saved as a file, deleted."""

from __future__ import annotations

import logging
from typing import Final

from starlette.responses import Response

from samovar.kernel.errors import SamovarError
from samovar.room.changes import ChatLine
from samovar.room.commands import LeaveRoom
from samovar.room.export import personal_data
from samovar.room.viewer import resolve
from samovar.table.auth import COOKIE
from samovar.table.pages.manage import check_sure
from samovar.table.pages.page_request import JSONResponse, PageRequest
from samovar.table.request_fields import read_fields
from samovar.table.store import StoredSummary
from samovar.views.manage_page import data_page

log: Final = logging.getLogger("samovar.table")


async def show_data(visit: PageRequest) -> Response:
    rooms = await visit.service.my_rooms(visit.identity)
    lines = sum([len(await _chat(visit, room)) for room in rooms])
    return visit.html(data_page(visit.words(), visit.head("pages.js"), len(rooms), lines))


async def save_data(visit: PageRequest) -> Response:
    """Everything that is stored about this browser, as JSON."""
    rooms = [await _room_data(visit, room) for room in await visit.service.my_rooms(visit.identity)]
    cookies = {"lang": visit.lang, "theme": visit.theme, "name": visit.name}
    response = JSONResponse({"cookies": cookies, "tables": rooms})
    response.headers["content-disposition"] = 'attachment; filename="samovar.json"'
    return visit.respond(response)


async def delete_data(visit: PageRequest) -> Response:
    """Leave all rooms and delete the cookies."""
    check_sure(await read_fields(visit.request))
    for room in await visit.service.my_rooms(visit.identity):
        await visit.service.execute(room.id, visit.identity, LeaveRoom())
    response = visit.go(visit.at("/"))
    for name in (COOKIE, "lang", "theme", "name"):
        response.delete_cookie(name, path=visit.root or "/")
    return response


async def leave_room(visit: PageRequest) -> Response:
    """Leave one room for good."""
    check_sure(await read_fields(visit.request))
    await visit.service.execute(visit.room_id, visit.identity, LeaveRoom())
    return visit.go(visit.at("/"))


async def _chat(visit: PageRequest, room: StoredSummary) -> list[ChatLine]:
    store = visit.service.store
    return await store.run_query(store.reader.chat_of, room.id, room.seats)


async def _room_data(visit: PageRequest, summary: StoredSummary) -> dict[str, object]:
    chat = await _chat(visit, summary)
    try:
        room = (await visit.service.open(summary.id)).room
        return personal_data(room, resolve(room, visit.identity), chat, summary.host)
    except SamovarError as error:  # a room that cannot be read must not hide the others
        log.warning("room %s: %s", summary.id, error)
        seats = [{"seat": seat, "name": summary.names[seat]} for seat in sorted(summary.seats)]
        return {"table": summary.id, "game": summary.game, "host": summary.host, "seats": seats}
