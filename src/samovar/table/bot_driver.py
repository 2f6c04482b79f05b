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
from samovar.table.bot_pool import BotPool
from samovar.table.room_cache import Session
from samovar.table.store import StoreFailed
from samovar.table.worker_pool import BotReply, BotRequest

if TYPE_CHECKING:
    from samovar.table.service import RoomService

log: Final = logging.getLogger("samovar.table")
RETRY_DELAY: Final = 1.0  # seconds, while the database does not answer
WATCHED_SECONDS: Final = 60.0  # after the last request a room without people is paused


class BotDriver:
    """Plays the bots of all open rooms."""

    def __init__(self, service: RoomService, pool: BotPool, pause: float) -> None:
        self.service: Final = service
        self.pool: Final = pool
        self.pause: Final = pause  # seconds between two decisions

    def wake(self, session: Session) -> None:
        """Let the bots of a room decide, if one must."""
        if not session.driving and self._plays(session):
            session.driving = True
            self.service.tasks.start(self._drive(session))

    def _plays(self, session: Session) -> bool:
        """Whether a bot must decide, and a person plays or watches."""
        room = session.room
        if room.deleted or room.deciding_bot() < 0:
            return False
        recent = time.monotonic() - session.watched_at < WATCHED_SECONDS
        return bool(room.people() or session.subscriptions) or recent

    async def _drive(self, session: Session) -> None:
        try:
            while self._plays(session):
                if await self._decide(session):
                    await asyncio.sleep(self.pause)
        except NotFound:
            pass
        finally:
            session.driving = False

    async def _decide(self, session: Session) -> bool:
        """Ask the bot and execute its decision. False if the question has changed meanwhile."""
        room = session.room
        seat, seq = room.deciding_bot(), room.head.length
        reply = await self._ask(session, seat)
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

    async def _ask(self, session: Session, seat: int) -> BotReply:
        """The bot's choice. The worker gets a position in which everything hidden is dealt anew."""
        room = session.room
        standard = room.box is room.game.standard_box()
        request = BotRequest(
            game=room.created.game,
            box=None if standard else room.created.components or self.service.box_text(room.created.box),
            position=bot_position(room, seat, secrets.randbits(62)),
            seat=seat,
            level=room.seats[seat].bot,
            seed=secrets.randbits(62),
        )
        return await self.pool.choose(request, room.id, session.address, bool(room.people()))
