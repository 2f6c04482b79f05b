"""The fair queue of requests for the bot worker pool.

The next request is chosen by these criteria, in this order:

1. rooms with people come before rooms with bots only
2. the IP address that was served longest ago, so that many rooms of one address get no more time than one
   room of another
3. the room of that address that was served longest ago

A room has at most one request in a worker. Workers are never idle while a request waits.

Searches get shorter if more requests wait, so that waiting times do not grow. A round, in which every waiting
request is served once, takes ROUND_SECONDS. Each address gets an equal share of this time, and each request
an equal share of its address:

    seconds = ROUND_SECONDS * workers / (addresses * requests of this address)

The result is at least MIN_SECONDS and at most the limit of the request. For a room with people only the
requests of such rooms count, because the others are served later.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from samovar.table.bot_worker import BotReply, BotRequest
from samovar.table.settings import DEFAULT_LIMITS
from samovar.table.worker_pool import WorkerPool

ROUND_SECONDS: Final = DEFAULT_LIMITS.bot_round
MIN_SECONDS: Final = DEFAULT_LIMITS.min_bot_time
MAX_REMEMBERED: Final = 4096  # keys of one LastServed


@dataclass(frozen=True, slots=True, eq=False)
class QueuedRequest:
    """A request in the queue."""

    request: BotRequest
    room: str
    address: str
    has_people: bool
    reply: asyncio.Future[BotReply]


class LastServed:
    """The number of the last turn of each key. The keys with the oldest turns are dropped."""

    def __init__(self) -> None:
        self._turns: Final[dict[str, int]] = {}  # oldest first

    def last(self, key: str) -> int:
        """The last turn of this key. 0 if it had none or was dropped."""
        return self._turns.get(key, 0)

    def record(self, key: str, turn: int) -> None:
        self._turns.pop(key, None)
        self._turns[key] = turn
        if len(self._turns) > MAX_REMEMBERED:
            del self._turns[next(iter(self._turns))]


class BotQueue:
    """The queue. It passes one request to each free worker."""

    def __init__(
        self, workers: WorkerPool, round_seconds: float = ROUND_SECONDS, min_seconds: float = MIN_SECONDS
    ) -> None:
        self._workers: Final = workers
        self._round_seconds: Final = round_seconds
        self._min_seconds: Final = min_seconds
        self._queue: Final[list[QueuedRequest]] = []  # sorted by arrival
        self._running: Final[dict[str, asyncio.Task[BotReply]]] = {}  # by room
        self._turn = 0
        self._addresses: Final = LastServed()
        self._rooms: Final = LastServed()

    @property
    def waiting(self) -> int:
        """The number of requests that no worker has taken yet."""
        return len(self._queue)

    @property
    def running(self) -> int:
        return len(self._running)

    async def choose(self, request: BotRequest, room: str, address: str, has_people: bool) -> BotReply:
        """The decision of a bot of this room. ``address`` is that of the client that opened the room.

        If the caller is cancelled, a waiting request is dropped. A running request continues, and its reply
        is dropped.
        """
        reply: asyncio.Future[BotReply] = asyncio.get_running_loop().create_future()
        waiting = QueuedRequest(request, room, address, has_people, reply)
        self._queue.append(waiting)
        self._dispatch()
        try:
            return await reply
        finally:
            if waiting in self._queue:
                self._queue.remove(waiting)

    def _dispatch(self) -> None:
        """Give requests to all free workers."""
        while len(self._running) < self._workers.size:
            ready = [one for one in self._queue if one.room not in self._running and not one.reply.done()]
            if not ready:
                return
            chosen = min(ready, key=self._rank)
            request = replace(chosen.request, seconds=self._seconds(chosen))
            self._queue.remove(chosen)
            self._turn += 1
            self._addresses.record(chosen.address, self._turn)
            self._rooms.record(chosen.room, self._turn)
            search = asyncio.ensure_future(self._workers.choose(request))
            self._running[chosen.room] = search
            search.add_done_callback(partial(self._finish, chosen))

    def _rank(self, waiting: QueuedRequest) -> tuple[bool, int, int]:
        """The sort key of a request. The smallest is served next, and of equals the first in the queue."""
        return not waiting.has_people, self._addresses.last(waiting.address), self._rooms.last(waiting.room)

    def _seconds(self, chosen: QueuedRequest) -> float:
        """The time limit of a search, by the formula in the module docstring."""
        counted = [waiting for waiting in self._queue if waiting.has_people or not chosen.has_people]
        addresses = len({waiting.address for waiting in counted})
        requests = sum(waiting.address == chosen.address for waiting in counted)
        share = self._round_seconds * self._workers.size / (addresses * requests)
        return min(max(share, self._min_seconds), chosen.request.seconds)

    def _finish(self, served: QueuedRequest, search: asyncio.Task[BotReply]) -> None:
        """Pass the reply to the caller unless it was cancelled, then dispatch the next request."""
        del self._running[served.room]
        error = None if search.cancelled() else search.exception()
        if served.reply.done():
            pass
        elif search.cancelled():
            served.reply.cancel()
        elif error is not None:
            served.reply.set_exception(error)
        else:
            served.reply.set_result(search.result())
        self._dispatch()

    async def close(self) -> None:
        """Cancel every request. Close the worker pool afterwards to end the running searches."""
        for waiting in self._queue:
            waiting.reply.cancel()
        self._queue.clear()
        running = list(self._running.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
