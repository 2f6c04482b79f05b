"""Worker processes for everything that would block the event loop: bot searches, imports, proofs, reviews.

Bots and other jobs have separate groups of processes, so that an import never waits behind a search. The
group for other jobs has one process by default. It starts with its first job, like every worker.

A job has a deadline. A worker that misses it, or that dies, is replaced by a new process for the next job.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar, TypeVarTuple

from samovar import compiled
from samovar.bots.registry import seat_bot
from samovar.games import registry
from samovar.kernel.dice import Dice
from samovar.kernel.errors import SamovarError
from samovar.match.match import Match
from samovar.table.worker import TooSlow, Worker, WorkerFailed

DEADLINE_MARGIN: Final = 10.0  # seconds beyond a search: starting a process on a busy machine
FALLBACK_LEVEL: Final = "greedy"
SEARCH_SECONDS: Final = 1.0  # limit of a request that names none; the level expert thinks as long

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


@dataclass(frozen=True, slots=True)
class BotRequest:
    """A decision that a bot must make, with all that its worker gets to know."""

    game: str
    box: str | None  # text of the components; None for the game's own
    position: str  # what the seat may know, with the rest filled in at random: never the true position
    seat: int
    level: str
    seed: int
    seconds: float = SEARCH_SECONDS  # a search ends after this time at the latest


@dataclass(frozen=True, slots=True)
class BotReply:
    token: str
    fault: str = ""  # what went wrong, if the level itself did not give this answer
    compiled: bool = False  # the worker's rules are compiled


def answer(request: BotRequest) -> BotReply:
    """Let the bot choose. Runs in a worker."""
    game = registry.game(request.game)
    view = Match.from_position(request.position, 0, request.box, game).view(request.seat)
    player = seat_bot(request.level, game, request.seat).within(request.seconds)
    action = player.choose(view, Dice(request.seed))
    return BotReply(view.box.notation.token(action), "; ".join(player.faults), compiled())


def first_option(request: BotRequest) -> str:
    """The first legal action: the game goes on even if no bot can answer."""
    game = registry.game(request.game)
    return Match.from_position(request.position, 0, request.box, game).options(request.seat)[0]


class WorkerGroup:
    """At most ``size`` workers, started when they are needed, with one thread each that waits for it."""

    def __init__(self, size: int) -> None:
        self._threads: Final = ThreadPoolExecutor(size, thread_name_prefix="samovar-worker")
        self._lock: Final = threading.Lock()
        self._idle: list[Worker] = []
        self._all: Final[set[Worker]] = set()
        self._generation = 0  # of the workers that may be used again
        self._closed = False

    async def run(
        self, label: str, function: Callable[..., Any], arguments: tuple[Any, ...], seconds: float
    ) -> Any:
        """The result of a function. ``seconds`` is the longest wait, for a free worker included.

        If the caller is cancelled, a job that waits is dropped. One that runs goes on: to end it and to
        start another process would take longer than most jobs.
        """
        if self._closed:
            raise WorkerFailed(f"{label} was not started: the workers are shut down")
        deadline = time.monotonic() + seconds
        job = (label, function, arguments, deadline)
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.get_running_loop().run_in_executor(self._threads, self._serve, *job)
        except TimeoutError as error:
            raise TooSlow(f"{label} took longer than {seconds:g} s") from error

    def _serve(
        self, label: str, function: Callable[..., Any], arguments: tuple[Any, ...], deadline: float
    ) -> Any:
        """Run a job in a worker. Runs in a thread of its own."""
        if time.monotonic() >= deadline:
            raise TimeoutError  # it waited too long, which is not the fault of a worker
        worker = self._take(label)
        try:
            succeeded, value = worker.run(label, function, arguments, deadline - time.monotonic())
        except BaseException:
            self._end(worker)
            raise
        self._give_back(worker)
        if not succeeded:
            raise value
        return value

    def _take(self, label: str) -> Worker:
        """A worker that waits for a job, or a new one."""
        while True:
            with self._lock:
                worker = self._idle.pop() if self._idle else None
                generation = self._generation
            if worker is None:
                break
            if worker.process.is_alive():
                return worker
            self._end(worker)
        try:
            worker = Worker(generation)
        except (OSError, RuntimeError) as error:  # no memory, too many processes
            raise WorkerFailed(f"{label} could not be started ({error})") from error
        with self._lock:
            self._all.add(worker)
            closed = self._closed
        if closed:  # while it was starting
            worker.process.kill()
        return worker

    def _give_back(self, worker: Worker) -> None:
        with self._lock:
            usable = worker.generation == self._generation and not self._closed
            if usable:
                self._idle.append(worker)
        if not usable:
            self._end(worker)

    def _end(self, worker: Worker) -> None:
        with self._lock:
            self._all.discard(worker)
        worker.end()

    def replace_all(self) -> None:
        """Do every later job in a new process. Busy workers finish their job first."""
        with self._lock:
            self._generation += 1
            idle, self._idle = self._idle, []
        for worker in idle:
            self._end(worker)

    def close(self) -> None:
        """End all workers and threads."""
        with self._lock:
            self._closed = True
            for worker in self._all:
                worker.process.kill()  # its thread wakes up and ends
        self._threads.shutdown(cancel_futures=True)
        self._idle.clear()
        for worker in list(self._all):
            self._end(worker)


class WorkerPool:
    """The workers of a server: ``bots`` for searches, ``jobs`` for everything else."""

    def __init__(self, bots: int = 1, jobs: int = 1) -> None:
        self.size: Final = bots  # searches at the same time
        self._bots: Final = WorkerGroup(bots)
        self._jobs: Final = WorkerGroup(jobs)
        self.asked = 0  # decisions of bots
        self.faults = 0  # of these, the ones with a fault
        self.compiled = 0  # of these, the ones from workers with compiled rules
        self.warming_up = False  # faster workers are being prepared: see warm_up.py

    async def choose(self, request: BotRequest, seconds: float = 0.0) -> BotReply:
        """The decision of a bot.

        If it is later than ``seconds`` (0: a deadline that suits the request) or fails, FALLBACK_LEVEL
        answers in a new process. If that fails, too, the first legal action is the answer.
        """
        self.asked += 1
        try:
            reply = await self._ask(request, seconds or _deadline(request))
            self.faults += bool(reply.fault)
        except SamovarError as fault:
            self.faults += 1
            reply = await self._fall_back(request, str(fault))
        self.compiled += reply.compiled
        return reply

    async def _fall_back(self, request: BotRequest, fault: str) -> BotReply:
        try:
            reply = await self._ask(replace(request, level=FALLBACK_LEVEL), _deadline(request))
        except SamovarError as second:
            return BotReply(first_option(request), f"{fault}; {second}; the first option was taken")
        return replace(reply, fault=f"{fault}; {FALLBACK_LEVEL} answered")

    async def _ask(self, request: BotRequest, seconds: float) -> BotReply:
        reply: BotReply = await self._bots.run(request.level, answer, (request,), seconds)
        return reply

    async def run(self, function: Callable[[*Ts], T], *arguments: *Ts, seconds: float) -> T:
        """The result of an importable function; a SamovarError that it raises is raised here, too.

        TooSlow after ``seconds``, waiting for a free worker and starting one included: give at least 3.
        A long job, such as a review, is best split: it would hold up an import for as long as it takes.
        """
        result: T = await self._jobs.run(function.__name__, function, arguments, seconds)
        return result

    def replace_all(self) -> None:
        """Do every later job in a new process. Busy workers finish their job first."""
        self._bots.replace_all()
        self._jobs.replace_all()

    def close(self) -> None:
        self._bots.close()
        self._jobs.close()


def _deadline(request: BotRequest) -> float:
    return DEADLINE_MARGIN + 2.0 * request.seconds
