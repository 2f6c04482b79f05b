"""The worker pool: results, faults and deadlines of jobs, and the end of workers with their server."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import samovar
from samovar.bots.guarded_bot import GuardedBot
from samovar.bots.registry import seat_bot
from samovar.kernel.errors import BadInput, CannotUndo, IllegalAction
from samovar.kernel.rng import Rng
from samovar.kernel.state import View
from samovar.match.match import Match
from samovar.table import bot_worker, worker_pool
from samovar.table.bot_worker import BotRequest, choose_action
from samovar.table.worker import TooSlow, Worker, WorkerFailed
from samovar.table.worker_pool import WorkerPool
from tests.table import worker_jobs

LOWEST_PRIORITY = 19  # the highest nice value
LONG = 60.0  # seconds; a deadline that no machine misses


def use(work: Callable[[WorkerPool], Coroutine[Any, Any, None]], bots: int = 1, jobs: int = 1) -> None:
    """Run a test with a pool and close the pool after it."""

    async def run() -> None:
        pool = WorkerPool(bots, jobs)
        try:
            await work(pool)
        finally:
            pool.close()

    asyncio.run(run())


def bot_request(match: Match, level: str, seconds: float = 1.0) -> BotRequest:
    seat = match.actors()[0]
    known = match.game.write(match.game.determinize(match.view(seat), Rng(3)))
    return BotRequest(match.game.name, None, known, seat, level, 7, seconds)


def processes_end(pids: list[int], seconds: float = 10.0) -> bool:
    """True if all these processes end in time. A zombie has ended."""

    def runs(pid: int) -> bool:
        try:
            return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        except OSError:
            return False

    deadline = time.monotonic() + seconds
    while any(map(runs, pids)):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


# ---- jobs ----


def test_run_returns_the_result_of_the_function() -> None:
    async def work(pool: WorkerPool) -> None:
        assert await pool.run(worker_jobs.add, 2, 3, seconds=LONG) == 5
        pid = await pool.run(worker_jobs.worker_pid, seconds=LONG)
        assert pid != os.getpid()
        assert await pool.run(worker_jobs.worker_pid, seconds=LONG) == pid  # the same process again
        assert await pool.run(worker_jobs.nice_value, seconds=LONG) == min(os.nice(0) + 5, LOWEST_PRIORITY)
        assert await pool.run(worker_jobs.ignores_ctrl_c, seconds=LONG)

    use(work)


def test_a_samovar_error_is_raised_unchanged_in_the_caller() -> None:
    async def work(pool: WorkerPool) -> None:
        faults = ["seats: must be 2 to 4, not 7", "names: too long"]
        with pytest.raises(BadInput) as bad:
            await pool.run(worker_jobs.raise_bad_input, faults, seconds=LONG)
        assert (bad.value.what, bad.value.faults) == ("import", faults)
        assert str(bad.value) == str(BadInput("import", faults))
        with pytest.raises(IllegalAction) as illegal:
            await pool.run(worker_jobs.raise_illegal_action, seconds=LONG)
        assert (illegal.value.reason, illegal.value.rule) == ("no_horses", "T-4.2")
        with pytest.raises(CannotUndo) as undo:
            await pool.run(worker_jobs.raise_cannot_undo, seconds=LONG)
        assert undo.value.reason == "new_information"

    use(work)


@pytest.mark.parametrize(
    "error",
    [BadInput("a", ["b", "c"]), IllegalAction("x_y", "R-1", "go"), CannotUndo("no_way"), TooSlow("late")],
    ids=lambda error: type(error).__name__,
)
def test_exceptions_survive_pickling(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    names = [name for name in ("what", "faults", "reason", "rule", "action") if hasattr(error, name)]
    assert [str(again), *(getattr(again, name) for name in names)] == [
        str(error),
        *(getattr(error, name) for name in names),
    ]


def test_an_unexpected_exception_and_a_dead_worker_are_reported_and_the_next_job_works() -> None:
    async def work(pool: WorkerPool) -> None:
        with pytest.raises(WorkerFailed, match="divide_by_zero failed: ZeroDivisionError") as failed:
            await pool.run(worker_jobs.divide_by_zero, seconds=LONG)
        assert "in divide_by_zero" in "".join(failed.value.__notes__)
        with pytest.raises(WorkerFailed, match="die: the worker process died"):
            await pool.run(worker_jobs.die, seconds=LONG)
        pid = await pool.run(worker_jobs.worker_pid, seconds=LONG)
        os.kill(pid, signal.SIGKILL)
        assert processes_end([pid])
        assert await pool.run(worker_jobs.add, 1, 1, seconds=LONG) == 2  # runs in a new process

    use(work)


def test_a_job_that_misses_its_deadline_is_killed() -> None:
    async def work(pool: WorkerPool) -> None:
        pid = await pool.run(worker_jobs.worker_pid, seconds=LONG)
        with pytest.raises(TooSlow, match=r"sleep took longer than 0\.3 s"):
            await pool.run(worker_jobs.sleep, 600.0, seconds=0.3)
        assert processes_end([pid])
        assert await pool.run(worker_jobs.add, 1, 1, seconds=LONG) == 2

    use(work)


def test_the_deadline_includes_the_wait_for_a_worker() -> None:
    async def work(pool: WorkerPool) -> None:
        await pool.run(worker_jobs.worker_pid, seconds=LONG)
        first = asyncio.ensure_future(pool.run(worker_jobs.sleep, 1.0, seconds=LONG))
        await asyncio.sleep(0)
        start = time.monotonic()
        with pytest.raises(TooSlow, match=r"add took longer than 0\.2 s"):
            await pool.run(worker_jobs.add, 1, 1, seconds=0.2)
        assert time.monotonic() - start < 0.9
        await first

    use(work)


def test_a_job_that_waited_too_long_does_not_kill_a_worker() -> None:
    async def work(pool: WorkerPool) -> None:
        pid = await pool.run(worker_jobs.worker_pid, seconds=LONG)
        first = asyncio.ensure_future(pool.run(worker_jobs.sleep, 0.3, seconds=LONG))
        second = asyncio.ensure_future(pool.run(worker_jobs.add, 1, 1, seconds=0.2))
        await asyncio.sleep(0)
        time.sleep(0.6)  # blocks the event loop, so the second job starts after its deadline
        with pytest.raises(TooSlow):
            await second
        assert await first == pid
        assert await pool.run(worker_jobs.worker_pid, seconds=LONG) == pid

    use(work)


def test_jobs_do_not_wait_for_bots_or_use_the_default_executor() -> None:
    async def work(pool: WorkerPool) -> None:
        slow = bot_request(Match("stroganov", 2, 1), "search@600s", 600.0)
        searches = [asyncio.ensure_future(pool.choose(slow)) for _ in range(3)]
        await asyncio.sleep(0)
        assert await pool.run(worker_jobs.add, 2, 2, seconds=LONG) == 4
        assert not any(search.done() for search in searches)
        assert not [one.name for one in threading.enumerate() if one.name.startswith("asyncio_")]
        for search in searches:
            search.cancel()
        await asyncio.gather(*searches, return_exceptions=True)

    use(work)


def test_a_cancelled_waiting_job_is_dropped_and_a_running_one_keeps_its_worker() -> None:
    async def work(pool: WorkerPool) -> None:
        pid = await pool.run(worker_jobs.worker_pid, seconds=LONG)
        first = asyncio.ensure_future(pool.run(worker_jobs.sleep, 0.5, seconds=LONG))
        await asyncio.sleep(0.1)
        second = asyncio.ensure_future(pool.run(worker_jobs.die, seconds=LONG))
        await asyncio.sleep(0)
        first.cancel()
        second.cancel()
        await asyncio.gather(first, second, return_exceptions=True)
        assert await pool.run(worker_jobs.worker_pid, seconds=LONG) == pid

    use(work)


# ---- bots ----


def test_a_late_bot_is_killed_and_greedy_decides() -> None:
    async def work(pool: WorkerPool) -> None:
        match = Match("stroganov", 2, 1)
        request = bot_request(match, "search@600s", 600.0)
        late = await pool.choose(request, 0.5)
        assert late.token in match.options(request.seat)
        assert late.fault == "search@600s took longer than 0.5 s; greedy decided instead"
        again = await pool.choose(bot_request(match, "random"))
        assert (again.token in match.options(request.seat), again.fault) == (True, "")
        assert (pool.bot_decisions, pool.faults) == (2, 1)
        assert pool.compiled == 2 * samovar.compiled()

    use(work)


def test_the_limit_of_the_request_ends_any_search() -> None:
    async def work(pool: WorkerPool) -> None:
        match = Match("stroganov", 2, 1)
        await pool.choose(bot_request(match, "easy"))
        found = await pool.choose(bot_request(match, "search@600s", 1.0))
        assert found.token in match.options(match.actors()[0])
        assert found.fault == ""  # the search stopped itself, the worker was not killed

    use(work)


def test_an_unknown_level_is_a_fault() -> None:
    async def work(pool: WorkerPool) -> None:
        match = Match("tundra", 2, 1)
        found = await pool.choose(bot_request(match, "genius"))
        assert found.token in match.options(match.actors()[0])
        assert found.fault.startswith("bots: there is no bot 'genius'")
        assert found.fault.endswith("; greedy decided instead")

    use(work)


def test_if_every_worker_fails_the_first_legal_action_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(self: Worker, label: str, *job: object) -> None:
        raise WorkerFailed(f"{label}: the worker process died")

    monkeypatch.setattr(Worker, "run", lost)

    async def work(pool: WorkerPool) -> None:
        match = Match("tundra", 2, 1)
        found = await pool.choose(bot_request(match, "medium"))
        assert found.token == match.options(match.actors()[0])[0]
        assert found.fault == (
            "medium: the worker process died; greedy: the worker process died; "
            "the first legal action was chosen"
        )

    use(work)


def test_if_no_process_can_be_started_the_first_legal_action_is_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def none(generation: int) -> Worker:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(worker_pool, "Worker", none)

    async def work(pool: WorkerPool) -> None:
        match = Match("catherine", 2, 1)
        found = await pool.choose(bot_request(match, "hard"))
        assert found.token == match.options(match.actors()[0])[0]
        assert found.fault.startswith("hard could not be started (no more processes); greedy could not")
        with pytest.raises(WorkerFailed, match="add could not be started"):
            await pool.run(worker_jobs.add, 1, 1, seconds=LONG)

    use(work)


def test_choose_action_gives_the_bot_its_budget_and_only_its_seats_view(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Match("catherine", 3, 5)
    seen: list[tuple[str, int, float]] = []

    class Spy:
        def __init__(self, player: GuardedBot) -> None:
            self.player = player
            self.faults: list[str] = []

        def within(self, seconds: float) -> Spy:
            return Spy(self.player.within(seconds))

        def choose(self, view: View, rng: Rng) -> int:
            budget = self.player.budget
            seen.append((match.game.write(view), budget.simulations, budget.seconds))
            return match.game.legal(view, self.player.seat)[0]

    monkeypatch.setattr(bot_worker, "seat_bot", lambda *given: Spy(seat_bot(*given)))
    request = replace(bot_request(match, "hard"), seat=1, seconds=0.25)
    position = match.game.write(match.game.determinize(match.view(1), Rng(3)))
    found = choose_action(replace(request, position=position))
    assert seen == [(match.position(1), 200, 0.25)]
    assert found.token in match.options(1)
    assert found.compiled is samovar.compiled()


# ---- start and end of workers ----


def test_replace_all_ends_idle_workers_immediately_and_busy_ones_after_their_job() -> None:
    async def work(pool: WorkerPool) -> None:
        idle = await pool.run(worker_jobs.sleep, 0.0, seconds=LONG)
        busy = asyncio.ensure_future(pool.run(worker_jobs.sleep, 1.0, seconds=LONG))
        await asyncio.sleep(0.2)
        pool.replace_all()
        assert await busy == idle  # finished by the old process
        new = await pool.run(worker_jobs.worker_pid, seconds=LONG)
        assert new != idle
        assert processes_end([idle])
        pool.replace_all()
        assert processes_end([new])
        await pool.choose(bot_request(Match("tundra", 2, 1), "easy"))
        assert await pool.run(worker_jobs.worker_pid, seconds=LONG) != new

    use(work)


def test_close_ends_busy_and_idle_workers_and_later_jobs_are_refused() -> None:
    async def work(pool: WorkerPool) -> None:
        pids = [await pool.run(worker_jobs.worker_pid, seconds=LONG)]
        search = asyncio.ensure_future(
            pool.choose(bot_request(Match("stroganov", 2, 1), "search@600s", 600.0))
        )
        await asyncio.sleep(0.3)
        pids += [worker.process.pid or 0 for worker in pool._bots._all]
        assert len(pids) == 2
        search.cancel()
        start = time.monotonic()
        pool.close()
        assert time.monotonic() - start < 10
        assert processes_end(pids)
        with pytest.raises(WorkerFailed, match="worker pool is closed"):
            await pool.run(worker_jobs.add, 1, 1, seconds=LONG)
        await asyncio.gather(search, return_exceptions=True)

    use(work)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a worker ends after its present job")
def test_workers_end_when_the_server_is_killed_during_a_search(tmp_path: Path) -> None:
    started = tmp_path / "started"
    command = [sys.executable, "-m", "tests.table.worker_jobs", str(started)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        idle = int(server.stdout.readline())
        deadline = time.monotonic() + LONG
        while not (started.exists() and started.read_text()) and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.2)  # the search is running
        busy = int(started.read_text())
        assert not processes_end([idle], 0.0)
        assert not processes_end([busy], 0.0)
        server.kill()
        assert processes_end([idle, busy])


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="needs POSIX signals")
def test_a_worker_ignores_ctrl_c_from_its_start() -> None:
    async def work(pool: WorkerPool) -> None:
        job = asyncio.ensure_future(pool.run(worker_jobs.add, 2, 2, seconds=LONG))
        while not pool._jobs._all:
            await asyncio.sleep(0.001)
        (worker,) = pool._jobs._all
        os.kill(worker.process.pid or 0, signal.SIGINT)  # while it still imports
        assert await job == 4
        os.kill(worker.process.pid or 0, signal.SIGINT)
        assert await pool.run(worker_jobs.add, 1, 1, seconds=LONG) == 2
        assert worker.process.is_alive()

    use(work)
