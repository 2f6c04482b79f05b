"""The absence timer: a bot plays for a player who has been absent for longer than the limit of the room."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Final

from samovar.kernel.errors import SamovarError
from samovar.room.commands import MarkAbsent
from samovar.room.room import Status
from samovar.room.viewer import SERVER
from samovar.table.room_cache import OpenRoom

if TYPE_CHECKING:
    from samovar.table.service import RoomService

log: Final = logging.getLogger("samovar.table")


async def watch_absence(service: RoomService, every: float = 1.0) -> None:
    """Check all open rooms for absent players at an interval."""
    while True:
        await asyncio.sleep(every)
        for open_room in list(service.rooms.open_rooms.values()):
            full = open_room.room.head.length >= service.limits.max_log
            for seat in [] if full else absent_seats(open_room):
                try:
                    await service.execute(open_room.room.id, SERVER, MarkAbsent(seat=seat))
                    service.return_seats(open_room)  # the player may have returned during the commit
                except SamovarError as error:  # retried after the interval
                    log.warning("room %s: cannot mark seat %d absent: %s", open_room.room.id, seat, error)
                except Exception:  # a defect must not end the timer of the other rooms
                    log.exception("room %s: cannot mark seat %d absent", open_room.room.id, seat)


def absent_seats(open_room: OpenRoom) -> list[int]:
    """The seats that must decide and whose player has been absent for longer than the limit."""
    room = open_room.room
    if not room.limit or room.status is not Status.LIVE:
        return []
    late = time.monotonic() - room.limit
    return [
        seat
        for seat in room.actors
        if 0 <= seat < len(room.seats)
        and not room.seats[seat].bot
        and seat not in room.present
        and open_room.last_seen.get(seat, 0.0) < late
    ]
