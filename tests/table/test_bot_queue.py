"""The bot queue: its order, the time of each search, and cancelled requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from samovar.kernel.rng import Rng
from samovar.match.match import Match
from samovar.table import bot_queue
from samovar.table.bot_queue import MIN_SECONDS, ROUND_SECONDS, BotQueue
from samovar.table.bot_worker import BotReply, BotRequest
from samovar.table.worker_pool import WorkerPool

Reply = asyncio.Future[BotReply]


class FakeWorkers(WorkerPool):
    """Workers that reply when the test calls ``finish``. The position of a request is its name."""

    def __init__(self, bots: int = 1) -> None:
        super().__init__(bots)
        self.started: list[str] = []
        self.seconds: dict[str, float] = {}
        self.busy: list[tuple[str, Reply]] = []

    async def choose(self, request: BotRequest, seconds: float = 0.0) -> BotReply:
        assert len(self.busy) < self.size
        self.started.append(request.position)
        self.seconds[request.position] = request.seconds
        reply: Reply = asyncio.get_running_loop().create_future()
        entry = (request.position, reply)
        self.busy.append(entry)
        try:
            return await reply
        finally:
            self.busy.remove(entry)

    async def finish(self, error: Exception | None = None) -> str:
        """Reply to the request that was taken first. Returns its name."""
        await settle()
        name, reply = self.busy[0]
        if error is None:
            reply.set_result(BotReply(f"answer to {name}"))
        else:
            reply.set_exception(error)
        await settle()
        return name


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def request(name: str, level: str = "expert", seconds: float = 1.0) -> BotRequest:
    return BotRequest("tundra", None, name, 0, level, 1, seconds)


def use(work: Callable[[FakeWorkers, BotQueue], Coroutine[Any, Any, None]], bots: int = 1) -> None:
    async def run() -> None:
        workers = FakeWorkers(bots)
        pool = BotQueue(workers)
        try:
            await work(workers, pool)
        finally:
            await pool.close()
            workers.close()

    asyncio.run(run())


async def ask(
    pool: BotQueue, name: str, address: str, has_people: bool = False, room: str = "", seconds: float = 1.0
) -> asyncio.Task[BotReply]:
    """Request a decision in the room of this name."""
    choice = pool.choose(request(name, seconds=seconds), room or name, address, has_people)
    task = asyncio.ensure_future(choice)
    await asyncio.sleep(0)
    return task


# ---- order ----


@pytest.mark.parametrize("people_at_the_crowd", [False, True])
@pytest.mark.parametrize("bots", [1, 3])
def test_twenty_expert_rooms_of_one_address_do_not_delay_another_address(
    people_at_the_crowd: bool, bots: int
) -> None:
    async def work(workers: FakeWorkers, pool: BotQueue) -> None:
        crowd = [await ask(pool, f"crowd {n}", "a", people_at_the_crowd) for n in range(20)]
        await settle()
        assert (pool.running, pool.waiting) == (bots, 20 - bots)
        easy = await ask(pool, "easy", "b", has_people=True)
        await workers.finish()
        assert workers.started[-1] == "easy"
        for _ in range(bots):
            await workers.finish()
        assert easy.done()
        assert easy.result().token == "answer to easy"
        for _ in range(20 - bots):
            await workers.finish()
        assert all(task.done() for task in crowd)
        assert sorted(workers.started) == sorted(["easy", *(f"crowd {n}" for n in range(20))])

    use(work, bots)


def test_rooms_with_bots_only_are_served_after_rooms_with_people() -> None:
    async def work(workers: FakeWorkers, pool: BotQueue) -> None:
        await ask(pool, "first", "x")
        for n in range(3):
            await ask(pool, f"bots {n}", f"address {n}")
        for n in range(3):
            await ask(pool, f"people {n}", "one address", has_people=True)
        await workers.finish()
        await ask(pool, "late people", "x", has_people=True)
        while pool.running:
            await workers.finish()
        assert workers.started == [
            "first", "people 0", "late people", "people 1", "people 2", "bots 0", "bots 1", "bots 2",
        ]  # fmt: skip

    use(work)


def test_rooms_of_an_address_take_turns_even_if_one_requests_again_immediately() -> None:
    async def work(workers: FakeWorkers, pool: BotQueue) -> None:
        for room in ("x", "y", "z"):
            await ask(pool, room, "a")
        for _ in range(9):
            await ask(pool, await workers.finish(), "a")
        assert "".join(workers.started) == "xyzxyzxyzx"

    use(work)


def test_a_room_with_several_requests_takes_turns_with_other_rooms() -> None:
    async def work(workers: FakeWorkers, pool: BotQueue) -> None:
        for seat in range(3):
            await ask(pool, f"seat {seat}", "a", room="room")
        await ask(pool, "other", "a")
        for _ in range(4):
            await workers.finish()
        assert workers.started == ["seat 0", "other", "seat 1", "seat 2"]

    use(work)


def test_addresses_take_turns_regardless_of_their_number_of_rooms() -> None:
    async def work(workers: FakeWorkers, pool: BotQueue) -> None:
        owner = {"p": "a", "q": "a", "r": "a", "s": "b", "t": "c"}
        for room, address in owner.items():
            await ask(pool, room, address)
        for _ in range(12):
            room = await workers.finish()
            await ask(pool, room, owner[room])
        assert "".join(workers.started[1:]).startswith("stqstrstpst")

    use(work)


def test_a_room_has_one_request_in_a_worker() -> None:
    async def work(workers: FakeWorkers, pool: BotQueue) -> None:
        await ask(pool, "seat 0", "a", room="room")
        await ask(pool, "seat 1", "a", room="room")
        await settle()
        assert workers.started == ["seat 0"]
        await ask(pool, "other", "a")
        await settle()
        assert workers.started == ["seat 0", "other"]
        await workers.finish()
        assert workers.started == ["seat 0", "other", "seat 1"]

    use(work, 2)


def test_the_oldest_turns_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_queue, "MAX_REMEMBERED", 3)
    turns = bot_queue.LastServed()
    for turn, key in enumerate("abcabd", 1):
        turns.record(key, turn)
    assert [turns.last(key) for key in "abcd"] == [4, 5, 0, 6]


# ---- time ----


def test_a_single_request_gets_its_full_time() -> None:
    async def work(workers: FakeWorkers, pool: BotQueue) -> None:
        await ask(pool, "alone", "a", seconds=1.0)
        await workers.finish()
        await ask(pool, "hint", "a", seconds=100.0)
        await settle()
        assert workers.seconds == {"alone": 1.0, "hint": ROUND_SECONDS}

    use(work)


@pytest.mark.parametrize("bots", [1, 2])
def test_searches_get_shorter_the_more_requests_of_an_address_wait(bots: int) -> None:
    async def work(workers: FakeWorkers, pool: BotQueue) -> None:
        for n in range(bots):
            await ask(pool, f"first {n}", "a")
        for n in range(10):
            await ask(pool, f"{n}", "a")
        for _ in range(10):
            await workers.finish()
        expected = [min(1.0, ROUND_SECONDS * bots / (10 - n)) for n in range(10)]
        assert [workers.seconds[f"{n}"] for n in range(10)] == pytest.approx(expected)
        round_of_ten = 10 * expected[0] / bots
        assert round_of_ten == pytest.approx(ROUND_SECONDS)  # independent of the number of requests

    use(work, bots)


def test_searches_never_get_shorter_than_the_minimum() -> None:
    async def work(workers: FakeWorkers, pool: BotQueue) -> None:
        for n in range(202):
            await ask(pool, f"{n}", "a")
        await ask(pool, "quick", "b", has_people=True, seconds=0.01)
        await workers.finish()
        await workers.finish()
        assert workers.seconds["quick"] == 0.01  # unless the limit of the request is lower
        assert workers.seconds["1"] == MIN_SECONDS

    use(work)


def test_an_address_with_many_rooms_shortens_only_its_own_searches() -> None:
    async def work(workers: FakeWorkers, pool: BotQueue) -> None:
        await ask(pool, "first", "a", has_people=True)
        for n in range(10):
            await ask(pool, f"{n}", "a", has_people=True)
        await ask(pool, "other", "b", has_people=True)
        await workers.finish()
        await ask(pool, "another", "c", has_people=True)
        await workers.finish()
        await workers.finish()
        assert workers.started == ["first", "other", "another", "0"]
        assert workers.seconds["other"] == min(1.0, ROUND_SECONDS / 2)
        assert workers.seconds["another"] == min(1.0, ROUND_SECONDS / 2)
        assert workers.seconds["0"] == pytest.approx(ROUND_SECONDS / 10)

    use(work)


def test_rooms_with_bots_only_do_not_shorten_searches_for_people() -> None:
    async def work(workers: FakeWorkers, pool: BotQueue) -> None:
        for n in range(21):
            await ask(pool, f"{n}", f"address {n}")
        await ask(pool, "people", "a", has_people=True)
        await ask(pool, "people too", "b", has_people=True)
        for _ in range(3):
            await workers.finish()
        assert workers.seconds["people"] == min(1.0, ROUND_SECONDS / 2)
        assert workers.seconds["people too"] == 1.0
        assert workers.seconds["1"] == pytest.approx(ROUND_SECONDS / 20)

    use(work)


# ---- cancelled and failed requests ----


def test_a_cancelled_waiting_request_is_never_started() -> None:
    async def work(workers: FakeWorkers, pool: BotQueue) -> None:
        await ask(pool, "first", "a")
        waiting = await ask(pool, "waiting", "a")
        last = await ask(pool, "last", "a")
        waiting.cancel()
        await workers.finish()
        await workers.finish()
        assert workers.started == ["first", "last"]
        assert last.done()
        assert (pool.running, pool.waiting) == (0, 0)

    use(work)


def test_a_request_that_is_cancelled_while_a_worker_becomes_free_is_never_started() -> None:
    async def work(workers: FakeWorkers, pool: BotQueue) -> None:
        await ask(pool, "first", "a")
        waiting = await ask(pool, "waiting", "a")
        await settle()
        workers.busy[0][1].set_result(BotReply("done"))
        await asyncio.sleep(0)  # the worker is done, and the queue dispatches after this step
        waiting.cancel()
        await settle()
        assert workers.started == ["first"]

    use(work)


def test_a_cancelled_request_in_a_worker_keeps_the_worker_until_it_is_done() -> None:
    async def work(workers: FakeWorkers, pool: BotQueue) -> None:
        first = await ask(pool, "first", "a", room="room")
        again = await ask(pool, "again", "a", room="room")
        await settle()
        first.cancel()
        await settle()
        assert first.cancelled()
        assert (workers.started, pool.running, pool.waiting) == (["first"], 1, 1)
        await workers.finish()
        await workers.finish()
        assert again.result().token == "answer to again"

    use(work)


def test_a_failure_reaches_the_caller_and_frees_the_worker() -> None:
    async def work(workers: FakeWorkers, pool: BotQueue) -> None:
        first = await ask(pool, "first", "a")
        cancelled = await ask(pool, "cancelled", "a")
        last = await ask(pool, "last", "a")
        await settle()
        await workers.finish(ValueError("no such position"))
        assert str(first.exception()) == "no such position"
        cancelled.cancel()
        await settle()
        await workers.finish(ValueError("the caller was cancelled"))
        await workers.finish()
        assert last.result().token == "answer to last"

    use(work)


def test_close_cancels_all_requests() -> None:
    async def work(workers: FakeWorkers, pool: BotQueue) -> None:
        tasks = [await ask(pool, f"{n}", "a") for n in range(3)]
        await pool.close()  # before the first search has started
        await asyncio.gather(*tasks, return_exceptions=True)
        assert all(task.cancelled() for task in tasks)
        assert (pool.running, pool.waiting) == (0, 0)

    use(work)


# ---- with processes ----


def test_an_easy_bot_is_served_next_while_twenty_experts_search() -> None:
    def position_request(match: Match, level: str) -> BotRequest:
        seat = match.actors()[0]
        known = match.game.write(match.game.determinize(match.view(seat), Rng(1)))
        return BotRequest(match.game.name, None, known, seat, level, 1)

    async def run() -> None:
        workers = WorkerPool(1)
        pool = BotQueue(workers)
        match = Match("stroganov", 2, 1)
        options = match.options(match.actors()[0])
        expert, easy = position_request(match, "expert"), position_request(match, "easy")
        answered: list[str] = []

        async def play(room: str, address: str, asked: BotRequest, has_people: bool) -> None:
            found = await pool.choose(asked, room, address, has_people)
            assert found.token in options
            answered.append(room)

        crowd = [asyncio.ensure_future(play(f"{n}", "a", expert, False)) for n in range(20)]
        while not answered:  # the worker has started
            await asyncio.sleep(0.01)
        before = len(answered)
        await play("easy", "b", easy, True)
        assert answered.index("easy") <= before + 1  # the easy bot decides directly after the running search
        await asyncio.gather(*crowd)
        assert len(answered) == 21
        assert workers.bot_decisions == 21
        await pool.close()
        workers.close()

    asyncio.run(run())
