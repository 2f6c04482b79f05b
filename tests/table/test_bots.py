"""Bots at the table: they answer in time or somebody else does, and they sit in for those who have left."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

import samovar
from samovar.bots.player import Player
from samovar.bots.registry import seat_bot
from samovar.kernel.state import View
from samovar.match.match import Match
from samovar.table import thinkers as module
from samovar.table.house import House, Order, Wanted
from samovar.table.ledger import Away, Back, Played, read
from samovar.table.store import Store
from samovar.table.thinkers import Thinkers


def test_a_bot_that_is_late_is_killed_and_greedy_answers() -> None:
    async def choose() -> None:
        thinkers = Thinkers()
        match = Match("stroganov", 2, 1)
        seat = match.actors()[0]
        start = time.monotonic()
        found = await thinkers.choose("stroganov", None, match.position(), seat, "search@600s", 0.5)
        assert found.token in match.options(seat)
        assert found.fault == "search@600s took longer than 0.5 s; greedy answered"
        assert time.monotonic() - start < 30
        assert thinkers.faults == 1
        again = await thinkers.choose("stroganov", None, match.position(), seat, "random")
        assert (again.token in match.options(seat), again.fault) == (True, "")
        thinkers.close()

    asyncio.run(choose())


def test_if_no_process_answers_the_first_option_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    class Dead(module.Thinker):
        def __init__(self, generation: int) -> None:
            pass

        def ask(self, question: module.Question, seconds: float) -> str:
            return f"{question.level} ended without an answer"

        def end(self) -> None:
            pass

    monkeypatch.setattr(module, "Thinker", Dead)

    async def choose() -> None:
        match = Match("tundra", 2, 1)
        seat = match.actors()[0]
        found = await Thinkers().choose("tundra", None, match.position(), seat, "medium")
        assert found.token == match.options(seat)[0]
        assert found.fault.startswith("medium ended without an answer; greedy ended")

    asyncio.run(choose())


def test_if_no_process_can_be_started_the_first_option_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(generation: int) -> module.Thinker:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(module, "Thinker", none)

    async def choose() -> None:
        match = Match("catherine", 2, 1)
        seat = match.actors()[0]
        found = await Thinkers().choose("catherine", None, match.position(), seat, "hard")
        assert found.token == match.options(seat)[0]
        assert found.fault.startswith("hard could not be started (no more processes); greedy could not")

    asyncio.run(choose())


def test_a_busy_process_finishes_its_question_before_it_is_replaced() -> None:
    async def choose() -> None:
        thinkers = Thinkers(2)
        match = Match("stroganov", 2, 1)
        seat = match.actors()[0]
        await thinkers.choose("stroganov", None, match.position(), seat, "random")
        (idle,) = thinkers._idle
        busy = asyncio.ensure_future(
            thinkers.choose("stroganov", None, match.position(), seat, "search@1s", 60.0)
        )
        while thinkers._idle:
            await asyncio.sleep(0.01)
        thinkers.replace_all()
        found = await busy
        assert (found.token in match.options(seat), found.fault) == (True, "")
        assert not idle.process.is_alive()
        await thinkers.choose("stroganov", None, match.position(), seat, "random")
        (new,) = thinkers._idle
        assert new is not idle
        thinkers.replace_all()
        assert not thinkers._idle
        assert not new.process.is_alive()
        thinkers.close()

    asyncio.run(choose())


def test_a_worker_limits_the_time_that_a_person_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("tundra", 2, 1)
    seat = match.actors()[0]
    budgets: list[tuple[int, float]] = []

    class Recorded:
        def __init__(self, player: Player) -> None:
            self.faults: list[str] = []
            budgets.append((player.budget.simulations, player.budget.seconds))

        def choose(self, view: View, rng: object) -> int:
            return match.legal(seat)[0]

    monkeypatch.setattr("samovar.bots.registry.person_waits", lambda: 1.5)
    monkeypatch.setattr("samovar.bots.registry.seat_bot", lambda *given: Recorded(seat_bot(*given)))
    found = module.answer(module.Question("tundra", None, match.position(), seat, "hard", 1))
    assert found.compiled is samovar.compiled()
    assert budgets == [(200, 1.5)]


def test_a_bot_sees_only_what_its_seat_may_see(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("catherine", 3, 5)
    question = module.Question("catherine", None, match.position(), 1, "random", 7)
    seen: list[str] = []

    class Spy:
        def __init__(self) -> None:
            self.faults: list[str] = []

        def choose(self, view: View, rng: object) -> int:
            seen.append(match.game.write(view))
            return match.legal(1)[0]

    monkeypatch.setattr("samovar.bots.registry.seat_bot", lambda *_: Spy())
    module.answer(question)
    assert seen == [match.position(1)]
    assert seen[0] != match.position()


def test_somebody_who_left_is_played_for_and_gets_the_seat_back(tmp_path: Path) -> None:
    async def live() -> None:
        store = Store(f"sqlite:///{tmp_path}/games.db")
        house = House(store, Thinkers(), pause=0.0)
        order = Order(game="stroganov", seats=[Wanted("me", "A"), Wanted("me", "B")], limit=60)
        table = await house.make(order, "")
        seat = table.playing().actors()[0]
        here = house.arrive(table, seat)
        assert house.absent(table) == []
        table.last_seen[seat] -= 100  # long ago, but the page is open
        assert house.absent(table) == []
        house.depart(table, seat, here)
        table.last_seen[seat] -= 100
        assert house.absent(table) == [seat]
        watch = asyncio.ensure_future(house.watch_absent(0.01))
        deadline = time.monotonic() + 60
        while table.playing().actors() == [seat] and time.monotonic() < deadline:
            await asyncio.sleep(0.02)
        assert table.chairs[seat].away
        back = house.arrive(table, seat)
        while table.chairs[seat].away:
            await asyncio.sleep(0.01)
        async with table.lock:  # written, too
            watch.cancel()
        house.depart(table, seat, back)
        told = [read(row.body) for row in store.rows(table.id)]
        kinds = [type(one) for one in told]
        assert kinds.index(Away) < kinds.index(Back)
        assert any(isinstance(one, Played) and one.by == "away:medium" for one in told)
        await house.close()
        store.close()

    asyncio.run(live())
