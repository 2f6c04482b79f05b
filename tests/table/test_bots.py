"""Bots in rooms: when they decide, the information that their workers get, and play for absent players.

``test_worker_pool.py`` and ``test_bot_queue.py`` test the workers and the queue alone.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from samovar.kernel.errors import BadInput
from samovar.match.match import Match
from samovar.room.commands import MarkAbsent, MarkReturned
from samovar.room.events import BotTookOver, Played, PlayerReturned
from samovar.room.log import LogHead
from samovar.room.outcome import Outcome
from samovar.room.viewer import SERVER, Identity
from samovar.table import bot_driver
from samovar.table.absence import absent_seats, watch_absence
from samovar.table.bot_worker import BotReply, BotRequest
from samovar.table.settings import Limits
from samovar.table.store import Committed
from samovar.table.worker_pool import WorkerPool
from tests.table.rooms import (
    SilentWorkers,
    act,
    new_room,
    open_stream,
    player,
    playing,
    running_service,
    stored_events,
)
from tests.table.server import Browser, Server


class ScriptedWorkers(WorkerPool):
    """Replies with the first option while ``gate`` is set. Records all requests."""

    def __init__(self) -> None:
        super().__init__()
        self.requests: list[BotRequest] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def choose(self, request: BotRequest, seconds: float = 0.0) -> BotReply:
        self.requests.append(request)
        await self.gate.wait()
        match = Match.from_position(request.position, 0)
        return BotReply(match.options(request.seat)[0])


async def until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "the condition never became true"
        await asyncio.sleep(0.01)


# ---- information of a worker ----


@pytest.mark.parametrize("game", ["catherine", "tundra"])
def test_a_worker_gets_the_view_of_its_seat_and_nothing_else(tmp_path: Path, game: str) -> None:
    async def play() -> None:
        workers = ScriptedWorkers()
        workers.gate.clear()
        async with running_service(f"sqlite:///{tmp_path}/games.db", workers) as service:
            open_room = await new_room(service, game, "A", "bot.random", "B")
            if not open_room.room.seats[playing(open_room).actors()[0]].bot:
                while open_room.room.deciding_bot() < 0:
                    seat = playing(open_room).actors()[0]
                    await act(service, open_room, seat, playing(open_room).options(seat)[0])
            await until(lambda: bool(workers.requests))
            request, match = workers.requests[0], playing(open_room)
            told = Match.from_position(request.position, 0)
            assert request.seat == 1
            assert told.game.write(told.view(1)) == match.game.write(match.view(1))
            assert request.position != match.position()  # the worker does not get the true position

    asyncio.run(play())


# ---- when bots decide ----


def test_an_outdated_bot_decision_is_dropped(tmp_path: Path) -> None:
    """A bot searches for an absent player, who returns and decides first."""

    async def play() -> None:
        workers = ScriptedWorkers()
        workers.gate.clear()
        async with running_service(f"sqlite:///{tmp_path}/games.db", workers) as service:
            open_room = await new_room(service, "stroganov", "A", limit=60)
            await service.execute(open_room.room.id, SERVER, MarkAbsent(seat=0))
            await until(lambda: bool(workers.requests))
            async with open_stream(service, open_room, player(open_room, 0)):
                await until(lambda: not open_room.room.seats[0].away)
                chosen = playing(open_room).options(0)[-1]
                await act(service, open_room, 0, chosen)
                workers.gate.set()
                await asyncio.sleep(0.1)
            events = [e for e in stored_events(service.store, open_room.room.id) if isinstance(e, Played)]
            assert [(event.token, event.by) for event in events] == [(chosen, "")]

    asyncio.run(play())


def test_a_room_with_bots_only_is_paused_without_viewers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_driver, "WATCHED_SECONDS", 0.3)

    async def play() -> None:
        workers = ScriptedWorkers()
        async with running_service(f"sqlite:///{tmp_path}/games.db", workers, pause=0.01) as service:
            open_room = await new_room(service, "stroganov", "bot.random", "bot.random")

            def entries() -> int:
                return open_room.room.head.length

            await until(lambda: not open_room.driving)
            paused = entries()
            assert paused > 3
            await asyncio.sleep(0.1)
            assert entries() == paused
            await service.open(open_room.room.id, Identity(session="eva"))  # a client opens the room
            await until(lambda: entries() > paused)
            async with open_stream(service, open_room, Identity(session="eva")):
                await asyncio.sleep(0.5)  # longer than WATCHED_SECONDS
                assert open_room.driving
            await until(lambda: not open_room.driving)

    asyncio.run(play())


def test_bots_continue_while_people_are_absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_driver, "WATCHED_SECONDS", 0.0)

    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db", ScriptedWorkers()) as service:
            open_room = await new_room(service, "stroganov", "A", "bot.random", "bot.random")
            while playing(open_room).actors() == [0]:
                await act(service, open_room, 0, playing(open_room).options(0)[0])
            await until(lambda: playing(open_room).actors() == [0])

    asyncio.run(play())


def test_a_room_whose_players_are_all_absent_is_paused_without_viewers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise abandoned tables with a short absence limit would use the workers without end."""
    monkeypatch.setattr(bot_driver, "WATCHED_SECONDS", 0.0)

    async def play() -> None:
        workers = ScriptedWorkers()
        async with running_service(f"sqlite:///{tmp_path}/games.db", workers, pause=0.01) as service:
            open_room = await new_room(service, "stroganov", "A", "bot.random")
            assert bot_driver.has_people(open_room)
            await service.execute(open_room.room.id, SERVER, MarkAbsent(seat=0))
            assert not bot_driver.has_people(open_room)
            await until(lambda: not open_room.driving)
            paused = open_room.room.head.length
            await asyncio.sleep(0.1)
            assert open_room.room.head.length == paused
            async with open_stream(service, open_room, Identity(session="spectator")):
                await service.open(open_room.room.id)
                await until(lambda: open_room.room.head.length > paused)

    asyncio.run(play())


# ---- absent players ----


def test_a_bot_plays_for_an_absent_player_until_the_player_returns(tmp_path: Path) -> None:
    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            open_room = await new_room(service, "stroganov", "A", "B", limit=60)
            seat = playing(open_room).actors()[0]
            async with open_stream(service, open_room, player(open_room, seat)):
                open_room.last_seen[seat] -= 100  # the last action was long ago, but the page is open
                assert absent_seats(open_room) == []
            assert (
                open_room.last_seen[seat] > time.monotonic() - 10
            )  # the absence starts when the page is closed
            assert absent_seats(open_room) == []
            open_room.last_seen[seat] -= 100
            open_room.last_seen[1 - seat] -= (
                100  # the other player is absent, too, but does not have to decide
            )
            assert absent_seats(open_room) == [seat]
            watching = asyncio.ensure_future(watch_absence(service, 0.01))
            await until(lambda: playing(open_room).actors() != [seat])
            assert open_room.room.seats[seat].away
            async with open_stream(service, open_room, player(open_room, seat)):
                await until(lambda: not open_room.room.seats[seat].away)
                watching.cancel()
            events = stored_events(service.store, open_room.room.id)
            took = events.index(BotTookOver(seat=seat, level="medium"))
            played = [n for n, event in enumerate(events) if isinstance(event, Played) and event.seat == seat]
            returned = events.index(PlayerReturned(seat=seat))
            assert took < played[0] < returned
            assert {event.by for event in events if isinstance(event, Played)} <= {"away:medium"}

    asyncio.run(play())


@pytest.mark.parametrize("limit", [0, 60])
def test_without_a_limit_the_room_waits_for_an_absent_player(tmp_path: Path, limit: int) -> None:
    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db", SilentWorkers()) as service:
            open_room = await new_room(service, "stroganov", "A", limit=limit)
            open_room.last_seen[0] -= 10_000
            assert absent_seats(open_room) == ([0] if limit else [])

    asyncio.run(play())


def test_a_player_who_acts_without_a_stream_is_not_absent(tmp_path: Path) -> None:
    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db", SilentWorkers()) as service:
            open_room = await new_room(service, "stroganov", "A", limit=60)
            open_room.last_seen[0] -= 100
            await act(service, open_room, 0, playing(open_room).options(0)[0])
            assert absent_seats(open_room) == []

    asyncio.run(play())


def test_a_player_who_returns_during_the_commit_of_the_absence_decides_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db", SilentWorkers()) as service:
            open_room = await new_room(service, "stroganov", "A", limit=60)
            open_room.last_seen[0] -= 100
            commit, storing, go_on = service.store.commit, asyncio.Event(), asyncio.Event()

            async def slowly(room_id: str, head: LogHead, outcome: Outcome) -> Committed | None:
                storing.set()
                await go_on.wait()
                return await commit(room_id, head, outcome)

            vars(service.store)["commit"] = slowly
            watching = asyncio.ensure_future(watch_absence(service, 0.01))
            await storing.wait()
            async with open_stream(service, open_room, player(open_room, 0)):
                assert open_room.room.present == {0}
                go_on.set()
                await until(lambda: open_room.room.head.length > 3 and not open_room.room.seats[0].away)
                watching.cancel()
            kinds = [type(event) for event in stored_events(service.store, open_room.room.id)]
            assert kinds.index(BotTookOver) < kinds.index(PlayerReturned)

    asyncio.run(play())


# ---- the fair queue, through the whole server ----


@contextmanager
def client_at(server: Server, address: str) -> Iterator[httpx.Client]:
    """An HTTP client with this IP address of the loopback interface."""
    transport = httpx.HTTPTransport(local_address=address)
    headers = {"origin": server.address}
    with httpx.Client(base_url=server.address, headers=headers, transport=transport, timeout=30) as client:
        yield client


def order_room(client: httpx.Client, *levels: str) -> dict[str, Any]:
    """Create a room of Catherine for a person and bots. All seats decide at the same time."""
    seats = [{"kind": "person", "name": "A"}, *({"kind": "bot", "level": level} for level in levels)]
    made = client.post("/api/tables", json={"game": "catherine", "seats": seats})
    assert made.status_code == 200, made.text
    found: dict[str, Any] = made.json()
    return found


def test_many_rooms_of_one_address_do_not_delay_the_bots_of_another(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path}/games.db", bot_workers=1)
    try:
        with client_at(server, "127.0.0.2") as many, client_at(server, "127.0.0.3") as one:
            busy = [order_room(many, "expert", "expert", "expert")["id"] for _ in range(10)]

            def decisions() -> int:
                return sum(int(one.get(f"/api/tables/{id}").json()["seq"]) for id in busy)

            before = decisions()
            made = order_room(one, "easy")
            path, seq = f"/api/tables/{made['id']}", made["state"]["seq"]
            while one.get(path).json()["seq"] == seq:
                time.sleep(0.01)
            assert decisions() - before <= 3  # a queue in order of arrival would give at least 9
            waiting = re.search(r"^samovar_bots_waiting (\S+)$", one.get("/metrics").text, re.MULTILINE)
            assert waiting is not None
            assert float(waiting[1]) >= 5
    finally:
        server.stop()


def test_a_level_with_a_custom_budget_is_refused(eva: Browser) -> None:
    for level in ("search@9999s", "search@200", "search"):
        form = {"game": "stroganov", "name": "Eva", "seat.1": "me", "seat.2": f"bot.{level}"}
        assert eva.post("/tables", data=form).status_code == 422
        seats = [{"kind": "person", "name": "A"}, {"kind": "bot", "level": level}]
        answer = eva.post("/api/tables", json={"game": "stroganov", "seats": seats})
        assert answer.status_code == 422
        assert "level" in answer.json()["error"]


def test_a_defect_in_one_room_does_not_end_the_timer_of_absence_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        workers = ScriptedWorkers()
        async with running_service(f"sqlite:///{tmp_path}/games.db", workers) as service:
            rooms = [await new_room(service, "stroganov", "A", limit=1) for _ in range(2)]
            for open_room in rooms:
                open_room.last_seen[0] = -1e9
            execute = service.execute

            async def fail_once(room_id: str, *rest: Any) -> Any:
                if room_id == rooms[0].room.id:
                    raise ZeroDivisionError
                return await execute(room_id, *rest)

            monkeypatch.setattr(service, "execute", fail_once)
            service.tasks.start(watch_absence(service, 0.01))
            await until(lambda: bool(rooms[1].room.seats[0].away))
            assert not rooms[0].room.seats[0].away

    asyncio.run(play())
    assert "ZeroDivisionError" in caplog.text


def test_nobody_is_marked_absent_in_a_room_whose_log_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db", ScriptedWorkers()) as service:
            full, other = [await new_room(service, "stroganov", "A", limit=1) for _ in range(2)]
            monkeypatch.setattr(service, "limits", Limits(max_log=full.room.head.length + 1))
            await service.execute(full.room.id, SERVER, MarkAbsent(seat=0))
            await service.execute(full.room.id, SERVER, MarkReturned(seat=0))
            for open_room in (full, other):
                open_room.last_seen[0] = -1e9
            service.tasks.start(watch_absence(service, 0.01))
            await until(lambda: bool(other.room.seats[0].away))
            assert not full.room.seats[0].away

    asyncio.run(play())


class BlindWorkers(WorkerPool):
    """Workers that cannot read the position, because the rules have a defect."""

    async def choose(self, *_: object, **__: object) -> BotReply:
        raise BadInput("position", ["too few cards"])


def test_a_position_that_no_worker_can_read_does_not_stop_the_game(tmp_path: Path) -> None:
    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db", BlindWorkers()) as service:
            open_room = await new_room(service, "stroganov", "A", "bot.easy")
            while playing(open_room).actors() == [0]:
                await act(service, open_room, 0, playing(open_room).options(0)[0])
            expected = playing(open_room).options(1)[0]
            service.driver.wake(open_room)
            await until(lambda: playing(open_room).actors() == [0])
            played = [e for e in stored_events(service.store, open_room.room.id) if isinstance(e, Played)]
            first = next(event for event in played if event.seat == 1)
            assert first.token == expected
            assert "too few cards" in first.fault

    asyncio.run(play())
