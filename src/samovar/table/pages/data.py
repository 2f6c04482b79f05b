"""The data stored about a browser: its page, download and deletion."""

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
from samovar.table.pages.manage import check_confirmed
from samovar.table.pages.page_request import JSONResponse, PageRequest
from samovar.table.request_fields import read_fields
from samovar.table.store import StoredSummary
from samovar.views.manage_page import data_page

log: Final = logging.getLogger("samovar.table")


async def show_data(request: PageRequest) -> Response:
    rooms = await request.service.my_rooms(request.identity)
    lines = sum([len(await _chat(request, room)) for room in rooms])
    return request.html(data_page(request.words(), request.head("pages.js"), len(rooms), lines))


async def download_data(request: PageRequest) -> Response:
    """All data stored about this browser, as a JSON file."""
    rooms = [await _room_data(request, room) for room in await request.service.my_rooms(request.identity)]
    cookies = {"lang": request.lang, "theme": request.theme, "name": request.name}
    response = JSONResponse({"cookies": cookies, "tables": rooms})
    response.headers["content-disposition"] = 'attachment; filename="samovar.json"'
    return request.respond(response)


async def delete_data(request: PageRequest) -> Response:
    """Leave all rooms and delete the cookies."""
    check_confirmed(await read_fields(request.http))
    for room in await request.service.my_rooms(request.identity):
        await request.service.execute(room.id, request.identity, LeaveRoom())
    response = request.redirect(request.url_path("/"))
    for name in (COOKIE, "lang", "theme", "name"):
        response.delete_cookie(name, path=request.root or "/")
    return response


async def leave_room(request: PageRequest) -> Response:
    """Give up all rights in one room."""
    check_confirmed(await read_fields(request.http))
    await request.service.execute(request.room_id, request.identity, LeaveRoom())
    return request.redirect(request.url_path("/"))


async def _chat(request: PageRequest, room: StoredSummary) -> list[ChatLine]:
    store = request.service.store
    return await store.run_query(store.reader.chat_of, room.id, room.seats)


async def _room_data(request: PageRequest, summary: StoredSummary) -> dict[str, object]:
    chat = await _chat(request, summary)
    try:
        room = (await request.service.open(summary.id)).room
        return personal_data(room, resolve(room, request.identity), chat, summary.host)
    except SamovarError as error:  # a room that cannot be read must not hide the others
        log.warning("room %s: exported without its record: %s", summary.id, error)
        seats = [{"seat": seat, "name": summary.names[seat]} for seat in sorted(summary.seats)]
        return {"table": summary.id, "game": summary.game, "host": summary.host, "seats": seats}
