"""The pool of worker processes, for jobs that would block the event loop: bots, imports, proofs.

Bots and other jobs have separate groups of processes, so that an import never waits for a search. The group
for other jobs has one process by default. Every worker is started with its first job.

A job has a deadline. A worker that misses it or dies is replaced by a new process for the next job.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, Final, TypeVar, TypeVarTuple

from samovar.kernel.errors import SamovarError
from samovar.table.bot_worker import BotReply, BotRequest, choose_action, first_option
from samovar.table.worker import TooSlow, Worker, WorkerFailed

DEADLINE_MARGIN: Final = 10.0  # seconds in addition to a search, to start a process on a busy machine
FALLBACK_LEVEL: Final = "greedy"

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class WorkerGroup:
    """At most ``size`` workers, started when needed. One thread per worker waits for its result."""

    def __init__(self, size: int) -> None:
        self._threads: Final = ThreadPoolExecutor(size, thread_name_prefix="samovar-worker")
        self._lock: Final = threading.Lock()
        self._idle: list[Worker] = []
        self._all: Final[set[Worker]] = set()
        self._generation = 0  # workers of older generations are not reused
        self._closed = False

    async def run(
        self, label: str, function: Callable[..., Any], arguments: tuple[Any, ...], seconds: float
    ) -> Any:
        """The result of a function. TooSlow after ``seconds``, which include the wait for a free worker.

        If the caller is cancelled, a waiting job is dropped. A running job continues, because ending it and
        starting another process takes longer than most jobs.
        """
        if self._closed:
            raise WorkerFailed(f"{label} was not started: the worker pool is closed")
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
        """Run a job in a worker. Blocks, so it runs in a thread of the group."""
        if time.monotonic() >= deadline:
            raise TimeoutError  # the job waited too long; no worker has to be replaced
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
        """An idle worker, or a new one."""
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
        except (OSError, RuntimeError) as error:  # out of memory, or too many processes
            raise WorkerFailed(f"{label} could not be started ({error})") from error
        with self._lock:
            self._all.add(worker)
            closed = self._closed
        if closed:  # the group was closed while the worker was starting
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
        """Run later jobs in new processes. Busy workers finish their current job."""
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
                worker.process.kill()  # unblocks the thread that waits for it
        self._threads.shutdown(cancel_futures=True)
        self._idle.clear()
        for worker in list(self._all):
            self._end(worker)


class WorkerPool:
    """The workers of a server: ``bots`` for searches, ``jobs`` for everything else."""

    def __init__(self, bots: int = 1, jobs: int = 1) -> None:
        self.size: Final = bots  # number of concurrent searches
        self._bots: Final = WorkerGroup(bots)
        self._jobs: Final = WorkerGroup(jobs)
        self.bot_decisions = 0  # number of bot decisions
        self.faults = 0  # number of these with a fault
        self.compiled = 0  # number of these by workers with compiled rules
        self.warming_up = False  # True while the warm-up command runs, see warm_up.py

    async def choose(self, request: BotRequest, seconds: float = 0.0) -> BotReply:
        """The decision of a bot.

        If the bot fails or takes longer than ``seconds``, FALLBACK_LEVEL decides in a new process. If that
        fails, too, the first legal action is chosen. With 0 the deadline depends on the request.
        """
        self.bot_decisions += 1
        try:
            reply = await self._run_bot(request, seconds or _deadline(request))
            self.faults += bool(reply.fault)
        except SamovarError as fault:
            self.faults += 1
            reply = await self._fall_back(request, str(fault))
        self.compiled += reply.compiled
        return reply

    async def _fall_back(self, request: BotRequest, fault: str) -> BotReply:
        try:
            reply = await self._run_bot(replace(request, level=FALLBACK_LEVEL), _deadline(request))
        except SamovarError as second:
            return BotReply(first_option(request), f"{fault}; {second}; the first legal action was chosen")
        return replace(reply, fault=f"{fault}; {FALLBACK_LEVEL} decided instead")

    async def _run_bot(self, request: BotRequest, seconds: float) -> BotReply:
        reply: BotReply = await self._bots.run(request.level, choose_action, (request,), seconds)
        return reply

    async def run(self, function: Callable[[*Ts], T], *arguments: *Ts, seconds: float) -> T:
        """The result of an importable function. A SamovarError that it raises is raised here, too.

        TooSlow after ``seconds``, which include the wait for a free worker and its start: use at least 3.
        Split a long job, because imports wait for it.
        """
        result: T = await self._jobs.run(function.__name__, function, arguments, seconds)
        return result

    def replace_all(self) -> None:
        """Run later jobs in new processes. Busy workers finish their current job."""
        self._bots.replace_all()
        self._jobs.replace_all()

    def close(self) -> None:
        self._bots.close()
        self._jobs.close()


def _deadline(request: BotRequest) -> float:
    return DEADLINE_MARGIN + 2.0 * request.seconds
