"""When a bot decides: it is asked, its decision is executed, then there is a pause for people to follow."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from typing import TYPE_CHECKING, Final

from samovar.room.commands import BotAct
from samovar.room.errors import Conflict, NotFound
from samovar.room.playing import bot_position
from samovar.room.viewer import SERVER
from samovar.table.bot_queue import BotQueue
from samovar.table.room_cache import OpenRoom
from samovar.table.store import StoreFailed
from samovar.table.worker_pool import BotReply, BotRequest

if TYPE_CHECKING:
    from samovar.table.service import RoomService

log: Final = logging.getLogger("samovar.table")
RETRY_DELAY: Final = 1.0  # seconds, while the database does not answer
WATCHED_SECONDS: Final = 60.0  # after the last request a room without people is paused


class BotDriver:
    """Plays the bots of all open rooms."""

    def __init__(self, service: RoomService, pool: BotQueue, pause: float) -> None:
        self.service: Final = service
        self.pool: Final = pool
        self.pause: Final = pause  # seconds between two decisions

    def wake(self, open_room: OpenRoom) -> None:
        """Let the bots of a room decide, if one must."""
        if not open_room.driving and self._plays(open_room):
            open_room.driving = True
            self.service.tasks.start(self._drive(open_room))

    def _plays(self, open_room: OpenRoom) -> bool:
        """Whether a bot must decide, and a person plays or watches."""
        room = open_room.room
        if room.deleted or room.deciding_bot() < 0:
            return False
        recent = time.monotonic() - open_room.watched_at < WATCHED_SECONDS
        return bool(room.people() or open_room.subscriptions) or recent

    async def _drive(self, open_room: OpenRoom) -> None:
        try:
            while self._plays(open_room):
                if await self._decide(open_room):
                    await asyncio.sleep(self.pause)
        except NotFound:
            pass
        finally:
            open_room.driving = False

    async def _decide(self, open_room: OpenRoom) -> bool:
        """Ask the bot and execute its decision. False if the question has changed meanwhile."""
        room = open_room.room
        seat, seq = room.deciding_bot(), room.head.length
        reply = await self._ask(open_room, seat)
        command = BotAct(seat=seat, token=reply.token, seq=seq, fault=reply.fault)
        try:
            await self.service.execute(room.id, SERVER, command)
        except Conflict:
            return False
        except StoreFailed as error:
            log.warning("room %s: %s", room.id, error)
            await asyncio.sleep(RETRY_DELAY)
            return False
        if reply.fault:
            log.warning("room %s: %s", room.id, reply.fault)
        return True

    async def _ask(self, open_room: OpenRoom, seat: int) -> BotReply:
        """The bot's choice. The worker gets a position in which everything hidden is dealt anew."""
        room = open_room.room
        standard = room.box is room.game.standard_box()
        request = BotRequest(
            game=room.created.game,
            box=None if standard else room.created.components or self.service.box_text(room.created.box),
            position=bot_position(room, seat, secrets.randbits(62)),
            seat=seat,
            level=room.seats[seat].bot,
            seed=secrets.randbits(62),
        )
        return await self.pool.choose(request, room.id, open_room.address, bool(room.people()))
