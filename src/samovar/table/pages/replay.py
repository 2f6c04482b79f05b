"""The replay pages of a room, and the download of its record."""

from __future__ import annotations

from starlette.responses import PlainTextResponse, Response

from samovar.room.errors import HandoverNeeded
from samovar.room.export import record_for
from samovar.room.page_updates import replay_model, replay_update
from samovar.table.pages.page_request import PageRequest
from samovar.table.request_fields import JSON
from samovar.views import page


async def show_position(request: PageRequest) -> Response:
    """The page of an earlier position, redacted for this browser. A script gets its regions as JSON."""
    _, room, viewer = await request.view()
    room.started_match()
    if viewer.needs_handover:
        raise HandoverNeeded("the device must be handed over to another player first")
    entries = request.http.path_params["moves"]
    if request.json:
        update = replay_update(room, viewer.seat, request.context, entries, _since(request, entries))
        return request.respond(Response(update.json(), media_type=JSON))
    model = replay_model(room, viewer.seat, request.context, entries)
    original = await request.original_url(room)
    head = request.table_head(room.created.game)
    return request.html(page.document(model, head, original=original))


def _since(request: PageRequest, entries: int) -> int:
    """The position that the browser shows. Without one there are no animations."""
    text = request.http.query_params.get("since", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else entries


async def download_record(request: PageRequest) -> Response:
    """Download the record as a file."""
    _, room, viewer = await request.view()
    name = f"{room.created.game}-{room.id}.rec"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return request.respond(PlainTextResponse(record_for(room, viewer), headers=headers))
