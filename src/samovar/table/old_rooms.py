"""Room rows and snapshots of older versions: what they lack is computed after the start of the server."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from samovar.kernel.errors import SamovarError
from samovar.room.outcome import Summary
from samovar.room.room import Status

if TYPE_CHECKING:
    from samovar.table.service import RoomService

log: Final = logging.getLogger("samovar.table")


async def complete_old_rooms(service: RoomService) -> None:
    """Give every room without a snapshot one, and its row the seats that must decide.

    A room without a complete snapshot could not be shown after a change of the rules.
    """
    for room_id in await service.store.run_query(service.store.reader.rooms_without_snapshot):
        try:
            open_room = await service.rooms.open(room_id)
        except SamovarError as error:
            log.warning("room %s: %s", room_id, error)
            continue
        room = open_room.room
        if room.status is not Status.LIVE or room.match is None:
            continue
        summary = Summary(room.names, room.actors, room.over, room.result)
        await service.store.update_summary(room_id, summary, room.head.length)
        await service.rooms.save(open_room)
