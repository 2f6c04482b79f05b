"""Bots in rooms: when they decide, what their workers get to know, and that they play for absent players.

``test_worker_pool.py`` and ``test_bot_pool.py`` test the workers and the queue alone.
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

from samovar.match.match import Match
from samovar.room.commands import MarkAbsent
from samovar.room.events import BotTookOver, Played, PlayerReturned
from samovar.room.log import LogHead
from samovar.room.outcome import Outcome
from samovar.room.viewer import SERVER, Identity
from samovar.table import bot_driver
from samovar.table.absence import absent_seats, watch_absence
from samovar.table.store import Committed
from samovar.table.worker_pool import BotReply, BotRequest, WorkerPool
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
    """Answers with the first option, but only while ``gate`` is set. Keeps all requests."""

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


# ---- what a worker gets to know ----


@pytest.mark.parametrize("game", ["catherine", "tundra"])
def test_a_worker_gets_the_view_of_its_seat_and_nothing_else(tmp_path: Path, game: str) -> None:
    async def play() -> None:
        workers = ScriptedWorkers()
        workers.gate.clear()
        async with running_service(f"sqlite:///{tmp_path}/games.db", workers) as service:
            session = await new_room(service, game, "A", "bot.random", "B")
            if not session.room.seats[playing(session).actors()[0]].bot:
                while session.room.deciding_bot() < 0:
                    seat = playing(session).actors()[0]
                    await act(service, session, seat, playing(session).options(seat)[0])
            await until(lambda: bool(workers.requests))
            request, match = workers.requests[0], playing(session)
            told = Match.from_position(request.position, 0)
            assert request.seat == 1
            assert told.game.write(told.view(1)) == match.game.write(match.view(1))
            assert request.position != match.position()  # the truth is hidden

    asyncio.run(play())


# ---- when bots decide ----


def test_a_decision_for_a_question_that_has_changed_is_dropped(tmp_path: Path) -> None:
    """A bot thinks for an absent player, who returns and decides first."""

    async def play() -> None:
        workers = ScriptedWorkers()
        workers.gate.clear()
        async with running_service(f"sqlite:///{tmp_path}/games.db", workers) as service:
            session = await new_room(service, "stroganov", "A", limit=60)
            await service.execute(session.room.id, SERVER, MarkAbsent(seat=0))
            await until(lambda: bool(workers.requests))
            async with open_stream(service, session, player(session, 0)):
                await until(lambda: not session.room.seats[0].away)
                chosen = playing(session).options(0)[-1]
                await act(service, session, 0, chosen)
                workers.gate.set()
                await asyncio.sleep(0.1)
            events = [e for e in stored_events(service.store, session.room.id) if isinstance(e, Played)]
            assert [(event.token, event.by) for event in events] == [(chosen, "")]

    asyncio.run(play())


def test_a_room_with_bots_only_is_paused_while_nobody_watches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_driver, "WATCHED_SECONDS", 0.3)

    async def play() -> None:
        workers = ScriptedWorkers()
        async with running_service(f"sqlite:///{tmp_path}/games.db", workers, pause=0.01) as service:
            session = await new_room(service, "stroganov", "bot.random", "bot.random")

            def entries() -> int:
                return session.room.head.length

            await until(lambda: not session.driving)
            paused = entries()
            assert paused > 3
            await asyncio.sleep(0.1)
            assert entries() == paused
            await service.open(session.room.id, Identity(session="eva"))  # somebody looks
            await until(lambda: entries() > paused)
            async with open_stream(service, session, Identity(session="eva")):
                await asyncio.sleep(0.5)  # longer than without a stream
                assert session.driving
            await until(lambda: not session.driving)

    asyncio.run(play())


def test_bots_go_on_for_people_who_are_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_driver, "WATCHED_SECONDS", 0.0)

    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db", ScriptedWorkers()) as service:
            session = await new_room(service, "stroganov", "A", "bot.random", "bot.random")
            while playing(session).actors() == [0]:
                await act(service, session, 0, playing(session).options(0)[0])
            await until(lambda: playing(session).actors() == [0])

    asyncio.run(play())


# ---- absent players ----


def test_a_bot_plays_for_an_absent_player_until_the_player_returns(tmp_path: Path) -> None:
    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            session = await new_room(service, "stroganov", "A", "B", limit=60)
            seat = playing(session).actors()[0]
            async with open_stream(service, session, player(session, seat)):
                session.last_seen[seat] -= 100  # long ago, but the page is open
                assert absent_seats(session) == []
            assert (
                session.last_seen[seat] > time.monotonic() - 10
            )  # the absence begins when the page is closed
            assert absent_seats(session) == []
            session.last_seen[seat] -= 100
            session.last_seen[1 - seat] -= 100  # absent as well, but does not have to decide
            assert absent_seats(session) == [seat]
            watching = asyncio.ensure_future(watch_absence(service, 0.01))
            await until(lambda: playing(session).actors() != [seat])
            assert session.room.seats[seat].away
            async with open_stream(service, session, player(session, seat)):
                await until(lambda: not session.room.seats[seat].away)
                watching.cancel()
            events = stored_events(service.store, session.room.id)
            took = events.index(BotTookOver(seat=seat, level="medium"))
            played = [n for n, event in enumerate(events) if isinstance(event, Played) and event.seat == seat]
            returned = events.index(PlayerReturned(seat=seat))
            assert took < played[0] < returned
            assert {event.by for event in events if isinstance(event, Played)} <= {"away:medium"}

    asyncio.run(play())


@pytest.mark.parametrize("limit", [0, 60])
def test_without_a_limit_everyone_waits_for_an_absent_player(tmp_path: Path, limit: int) -> None:
    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db", SilentWorkers()) as service:
            session = await new_room(service, "stroganov", "A", limit=limit)
            session.last_seen[0] -= 10_000
            assert absent_seats(session) == ([0] if limit else [])

    asyncio.run(play())


def test_a_player_who_acts_without_a_stream_is_not_absent(tmp_path: Path) -> None:
    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db", SilentWorkers()) as service:
            session = await new_room(service, "stroganov", "A", limit=60)
            session.last_seen[0] -= 100
            await act(service, session, 0, playing(session).options(0)[0])
            assert absent_seats(session) == []

    asyncio.run(play())


def test_a_player_who_returns_while_the_absence_is_being_stored_decides_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db", SilentWorkers()) as service:
            session = await new_room(service, "stroganov", "A", limit=60)
            session.last_seen[0] -= 100
            commit, storing, go_on = service.store.commit, asyncio.Event(), asyncio.Event()

            async def slowly(room_id: str, head: LogHead, outcome: Outcome) -> Committed | None:
                storing.set()
                await go_on.wait()
                return await commit(room_id, head, outcome)

            vars(service.store)["commit"] = slowly
            watching = asyncio.ensure_future(watch_absence(service, 0.01))
            await storing.wait()
            async with open_stream(service, session, player(session, 0)):
                assert session.room.present == {0}
                go_on.set()
                await until(lambda: session.room.head.length > 3 and not session.room.seats[0].away)
                watching.cancel()
            kinds = [type(event) for event in stored_events(service.store, session.room.id)]
            assert kinds.index(BotTookOver) < kinds.index(PlayerReturned)

    asyncio.run(play())


# ---- fair shares, through the whole server ----


@contextmanager
def client_at(server: Server, address: str) -> Iterator[httpx.Client]:
    """A program at an address of the loopback interface."""
    transport = httpx.HTTPTransport(local_address=address)
    headers = {"origin": server.address}
    with httpx.Client(base_url=server.address, headers=headers, transport=transport, timeout=30) as client:
        yield client


def order_room(client: httpx.Client, *levels: str) -> dict[str, Any]:
    """A game of Catherine, in which all seats decide at the same time: a person and bots."""
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
            assert decisions() - before <= 3  # in order of arrival it would be 9 at least
            waiting = re.search(r"^samovar_bots_waiting (\S+)$", one.get("/metrics").text, re.MULTILINE)
            assert waiting is not None
            assert float(waiting[1]) >= 5
    finally:
        server.stop()


def test_a_level_with_a_budget_of_its_own_is_refused(eva: Browser) -> None:
    for level in ("search@9999s", "search@200", "search"):
        form = {"game": "stroganov", "name": "Eva", "seat.1": "me", "seat.2": f"bot.{level}"}
        assert eva.post("/tables", data=form).status_code == 422
        seats = [{"kind": "person", "name": "A"}, {"kind": "bot", "level": level}]
        answer = eva.post("/api/tables", json={"game": "stroganov", "seats": seats})
        assert answer.status_code == 422
        assert "level" in answer.json()["error"]
