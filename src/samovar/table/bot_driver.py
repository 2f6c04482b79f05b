"""The bot driver: asks bots for their decisions, executes them, and pauses so that people can follow."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from typing import TYPE_CHECKING, Final

from samovar.kernel.errors import BadInput
from samovar.room.commands import BotAct
from samovar.room.errors import Conflict, NotFound
from samovar.room.playing import bot_position
from samovar.room.viewer import SERVER
from samovar.table.bot_queue import BotQueue
from samovar.table.bot_worker import BotReply, BotRequest
from samovar.table.room_cache import OpenRoom
from samovar.table.store import StoreFailed

if TYPE_CHECKING:
    from samovar.table.service import RoomService

log: Final = logging.getLogger("samovar.table")
RETRY_DELAY: Final = 1.0  # seconds, while the database does not answer
WATCHED_SECONDS: Final = 60.0  # time after the last request until a room without people is paused


def has_people(open_room: OpenRoom) -> bool:
    """True if a person plays in the room. Absent persons, for whom a bot plays, do not count."""
    room = open_room.room
    return any(not room.seats[seat].away for seat in room.people())


class BotDriver:
    """Plays the bots of all open rooms."""

    def __init__(self, service: RoomService, queue: BotQueue, pause: float) -> None:
        self.service: Final = service
        self.queue: Final = queue
        self.pause: Final = pause  # seconds between two decisions

    def wake(self, open_room: OpenRoom) -> None:
        """Start to play the bots of a room, if one must decide and no task does so."""
        if not open_room.driving and self._should_play(open_room):
            open_room.driving = True
            self.service.tasks.start(self._drive(open_room))

    def _should_play(self, open_room: OpenRoom) -> bool:
        """True if a bot must decide, a person plays or watches, and no player has to confirm a turn."""
        room = open_room.room
        if room.deleted or room.deciding_bot() < 0 or room.unconfirmed_seat() >= 0:
            return False
        recent = time.monotonic() - open_room.watched_at < WATCHED_SECONDS
        return has_people(open_room) or bool(open_room.subscriptions) or recent

    async def _drive(self, open_room: OpenRoom) -> None:
        try:
            while self._should_play(open_room):
                if await self._decide(open_room):
                    await asyncio.sleep(self.pause)
        except NotFound:
            pass
        finally:
            open_room.driving = False

    async def _decide(self, open_room: OpenRoom) -> bool:
        """Ask the bot and execute its decision. False if the room changed meanwhile or the store failed."""
        room = open_room.room
        seat, seq = room.deciding_bot(), room.head.length
        try:
            reply = await self._choose(open_room, seat)
        except BadInput as error:  # the position cannot be read: a defect of the rules must not stop the game
            token = room.started_match().options(seat)[0]
            reply = BotReply(token, f"{error}; the first legal action was chosen")
        command = BotAct(seat=seat, token=reply.token, seq=seq, fault=reply.fault)
        try:
            await self.service.execute(room.id, SERVER, command)
        except Conflict:
            return False
        except StoreFailed as error:
            log.warning("room %s: bot decision not stored, will retry: %s", room.id, error)
            await asyncio.sleep(RETRY_DELAY)
            return False
        if reply.fault:
            log.warning("room %s: bot of seat %d: %s", room.id, seat, reply.fault)
        return True

    async def _choose(self, open_room: OpenRoom, seat: int) -> BotReply:
        """The bot's decision. The worker gets a position with hidden information drawn at random."""
        room = open_room.room
        request = BotRequest(
            game=room.created.game,
            box=self.service.other_box_text(room),
            position=bot_position(room, seat, secrets.randbits(62)),
            seat=seat,
            level=room.seats[seat].bot,
            seed=secrets.randbits(62),
        )
        return await self.queue.choose(request, room.id, open_room.address, has_people(open_room))
