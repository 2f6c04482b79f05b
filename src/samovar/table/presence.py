"""Presence of players at the other servers of one PostgreSQL.

A player's stream is open in one process. The other processes must not treat that player as absent, and their
bots must wait until the player confirms an ended turn. So each process announces by NOTIFY which seats are
present in it: after a change, when another process asks, and at an interval. An announcement expires, because
a killed process announces nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Final

from samovar.table.room_cache import OpenRoom, PresentElsewhere
from samovar.table.store import StoreFailed

if TYPE_CHECKING:
    from samovar.table.service import RoomService

ANNOUNCE_SECONDS: Final = 10.0
EXPIRY_SECONDS: Final = 25.0
HERE: Final = "here"
ASK: Final = "who"


def announcement(open_room: OpenRoom) -> str:
    """The text that announces the seats present in this process: ``here 0,2 0``."""
    return f"{HERE} {_numbers(open_room.present_here)} {_numbers(open_room.at_page_here)}"


def _numbers(seats: set[int]) -> str:
    return ",".join(map(str, sorted(seats))) or "-"


def parse_announcement(text: str, seats: int) -> PresentElsewhere | None:
    """The announced seats. None if the text is no announcement of this version."""
    words = text.split(" ")
    if len(words) != 3 or words[0] != HERE:
        return None
    try:
        present, at_page = (
            frozenset(int(number) for number in word.split(",") if word != "-") for word in words[1:]
        )
    except ValueError:
        return None
    if not present | at_page <= set(range(seats)):
        return None
    return PresentElsewhere(present, at_page, time.monotonic() + EXPIRY_SECONDS)


class PresenceExchange:
    """Announces the seats present in this process and receives the announcements of the others."""

    def __init__(self, service: RoomService) -> None:
        self.service: Final = service
        self.shared: Final = not service.store.is_sqlite  # an SQLite file has one server

    def announce(self, open_room: OpenRoom) -> None:
        """Announce the seats that are present here, in the background."""
        if self.shared:
            self.service.tasks.start(self._send(open_room.room.id, announcement(open_room)))

    def ask(self, room_id: str) -> None:
        """Ask the others for the seats that are present there, in the background."""
        if self.shared:
            self.service.tasks.start(self._send(room_id, ASK))

    async def _send(self, room_id: str, text: str) -> None:
        with contextlib.suppress(StoreFailed):  # the store has logged it; repeated at the next interval
            await self.service.store.announce(room_id, text)

    def receive(self, process: str, room_id: str, text: str) -> None:
        """Handle the announcement or question of another process."""
        open_room = self.service.rooms.open_rooms.get(room_id)
        if open_room is None:
            return
        if text == ASK:
            if open_room.present_here:
                self.announce(open_room)
            return
        found = parse_announcement(text, len(open_room.room.seats))
        if found is None:
            return
        if found.seats:
            open_room.elsewhere[process] = found
        else:
            open_room.elsewhere.pop(process, None)
        self._update(open_room)

    def _update(self, open_room: OpenRoom) -> None:
        if open_room.update_presence():
            self.service.hub.publish(open_room)
            self.service.driver.wake(open_room)

    def expire(self) -> None:
        """Forget announcements that were not repeated in time."""
        now = time.monotonic()
        for open_room in list(self.service.rooms.open_rooms.values()):
            late = [process for process, found in open_room.elsewhere.items() if found.until < now]
            for process in late:
                del open_room.elsewhere[process]
            if late:
                self._update(open_room)

    async def run(self, every: float = ANNOUNCE_SECONDS) -> None:
        """Announce at an interval, and forget what has expired."""
        while self.shared:
            await asyncio.sleep(every)
            self.expire()
            for open_room in list(self.service.rooms.open_rooms.values()):
                if open_room.present_here:
                    self.announce(open_room)
