"""Backfill after the start: computes summaries and snapshots that rooms of older versions lack."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from samovar.kernel.errors import SamovarError
from samovar.room.room import Status
from samovar.room.summary import summary_of

if TYPE_CHECKING:
    from samovar.table.service import RoomService

log: Final = logging.getLogger("samovar.table")


async def backfill_rooms(service: RoomService) -> None:
    """Store a summary and a snapshot for every started room without a snapshot.

    A room without a snapshot cannot be shown after a change of the rules.
    """
    for room_id in await service.store.run_query(service.store.reader.rooms_without_snapshot):
        try:
            await _backfill_room(service, room_id)
        except SamovarError as error:
            log.warning("room %s: no snapshot was stored: %s", room_id, error)
        except Exception:  # a defect must not stop the others
            log.exception("room %s: no snapshot was stored", room_id)


async def _backfill_room(service: RoomService, room_id: str) -> None:
    open_room = await service.rooms.open(room_id)
    room = open_room.room
    if room.status is Status.LIVE and room.match is not None:
        await service.store.update_summary(room_id, summary_of(room), room.head.length)
        await service.rooms.save(open_room)
