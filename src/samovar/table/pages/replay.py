"""Earlier positions of a room, and its record."""

from __future__ import annotations

from starlette.responses import PlainTextResponse, Response

from samovar.room.errors import HandoverNeeded
from samovar.room.export import record_for
from samovar.room.page_updates import replay_model
from samovar.table.pages.page_request import PageRequest
from samovar.views import page


async def show_position(request: PageRequest) -> Response:
    """An earlier position, as this browser may see it."""
    _, room, viewer = await request.view()
    room.started_match()
    if viewer.handover:
        raise HandoverNeeded("another player on this device must come first")
    model = replay_model(room, viewer.seat, request.context, request.http.path_params["moves"])
    return request.html(page.document(model, request.table_head(room.created.game)))


async def give_record(request: PageRequest) -> Response:
    """The record as a file."""
    _, room, viewer = await request.view()
    name = f"{room.created.game}-{room.id}.rec"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return request.respond(PlainTextResponse(record_for(room, viewer), headers=headers))
