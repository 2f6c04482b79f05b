"""The room cache: one OpenRoom per room, none for missing rooms, and no lost notification."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from samovar.room.commands import Say
from samovar.room.errors import NotFound
from samovar.room.log import LogHead
from samovar.room.outcome import NewRoom, Outcome
from samovar.room.restore import StoredRoom
from samovar.table.room_cache import OpenRoom
from samovar.table.store import Committed, StoreFailed
from tests.table.rooms import act, execute, new_room, open_stream, player, playing, running_service


def test_requests_for_missing_rooms_use_no_memory(tmp_path: Path) -> None:
    async def ask() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            for n in range(5):
                with pytest.raises(NotFound):
                    await service.open(f"none{n}")
            sizes = [len(kept) for kept in vars(service.rooms).values() if isinstance(kept, dict | set)]
            assert sizes == [0] * len(sizes)

    asyncio.run(ask())


def test_concurrent_callers_open_a_room_once(tmp_path: Path) -> None:
    """This holds even if the first attempt fails and other callers arrive meanwhile."""

    async def ask() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            open_room = await new_room(service, "stroganov", "A")
            service.rooms.drop(open_room)
            load, calls = service.store.reader.load, 0

            def load_later(room_id: str) -> StoredRoom | None:
                nonlocal calls
                calls += 1
                if calls == 1:
                    raise StoreFailed("the database failed")
                return load(room_id)

            vars(service.store.reader)["load"] = load_later

            async def open_after(turns: int) -> OpenRoom:
                for _ in range(turns):
                    await asyncio.sleep(0)
                return await service.open(open_room.room.id)

            opening = [open_after(turns) for turns in range(300)]
            opened = await asyncio.gather(*opening, return_exceptions=True)
            open_rooms = {id(one) for one in opened if isinstance(one, OpenRoom)}
            assert len(open_rooms) == 1
            assert sum(isinstance(one, StoreFailed) for one in opened) == 1

    asyncio.run(ask())


def test_a_room_opened_during_its_creation_is_opened_once(tmp_path: Path) -> None:
    async def ask() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            create, opened = service.store.create, []

            async def create_and_open(new: NewRoom) -> None:
                await create(new)
                opened.append(await service.open(new.id))

            vars(service.store)["create"] = create_and_open
            open_room = await new_room(service, "stroganov", "A")
            assert opened == [open_room]
            assert open_room.links[0]  # the creator still gets the token
            assert service.rooms.open_rooms == {open_room.room.id: open_room}

    asyncio.run(ask())


def test_rooms_in_use_are_not_evicted_and_evicted_rooms_are_restored(tmp_path: Path) -> None:
    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            service.rooms.max_open_rooms = 3
            watched = await new_room(service, "stroganov", "A")
            unused = await new_room(service, "stroganov", "A")
            await act(service, unused, 0, playing(unused).options(0)[0])
            async with open_stream(service, watched, player(watched, 0)):
                others = [await new_room(service, "stroganov", "A") for _ in range(3)]
                service.rooms.drop(others[-1])
                await service.open(others[-1].room.id)
                assert watched.room.id in service.rooms.open_rooms
                assert unused.room.id not in service.rooms.open_rooms
            again = await service.open(unused.room.id)
            assert again is not unused
            assert playing(again).record() == playing(unused).record()
            stored = service.store.reader.load(unused.room.id)
            assert stored is not None
            assert stored.snapshot is not None
            assert stored.snapshot.seq == unused.room.head.length  # eviction stores a snapshot

    asyncio.run(play())


def test_new_rooms_also_evict_idle_ones(tmp_path: Path) -> None:
    """The soak test found that a server on which rooms were only created kept all of them in memory."""

    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            service.rooms.max_open_rooms = 3
            rooms = [await new_room(service, "stroganov", "A") for _ in range(8)]
            async with asyncio.timeout(10):
                while len(service.rooms.open_rooms) > 3:
                    await asyncio.sleep(0.01)
            assert rooms[-1].room.id in service.rooms.open_rooms
            assert (await service.open(rooms[0].room.id)).room.actors == rooms[0].room.actors

    asyncio.run(play())


def test_concurrent_evictions_do_not_disturb_each_other(tmp_path: Path) -> None:
    """The soak test found a KeyError, which would have been an error of the page that opened a room."""

    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            rooms = [await new_room(service, "stroganov", "A") for _ in range(6)]
            for one in rooms:
                await act(service, one, 0, playing(one).options(0)[0])  # to be written by its eviction
            service.rooms.max_open_rooms = 2
            await asyncio.gather(*(service.rooms.make_space() for _ in range(4)))
            assert len(service.rooms.open_rooms) < 2
            again = await service.open(rooms[0].room.id)
            assert playing(again).record() == playing(rooms[0]).record()

    asyncio.run(play())


def test_a_stream_that_begins_with_an_evicted_room_is_updated_or_ends(tmp_path: Path) -> None:
    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            open_room, other = [await new_room(service, "stroganov", "A") for _ in range(2)]
            service.rooms.max_open_rooms = 1
            await service.rooms.make_space()
            assert not service.rooms.open_rooms
            async with open_stream(service, open_room, player(open_room, 0)):
                before = open_room.room.head.length
                await act(service, open_room, 0, playing(open_room).options(0)[0])
                assert await service.open(open_room.room.id) is open_room
                assert open_room.room.head.length > before
            again = await service.open(other.room.id)
            assert again is not other
            async with open_stream(service, other, player(other, 0)) as stream:
                assert await asyncio.wait_for(stream, 5) == 0

    asyncio.run(play())


# ---- notifications from another process ----


@pytest.mark.parametrize("opened", [True, False], ids=["open before", "being opened"])
def test_a_notification_during_a_load_is_not_lost(tmp_path: Path, opened: bool) -> None:
    async def play() -> None:
        url = f"sqlite:///{tmp_path}/games.db"
        async with running_service(url) as here, running_service(url, lock=False) as there:
            open_room = await new_room(here, "stroganov", "A")
            other = await there.open(open_room.room.id)
            other.links.update(open_room.links)
            load, reading, go_on = here.store.reader.load, threading.Event(), threading.Event()

            def load_slowly(room_id: str) -> StoredRoom | None:
                found = load(room_id)
                reading.set()
                assert go_on.wait(20)
                return found

            vars(here.store.reader)["load"] = load_slowly
            await act(there, other, 0, playing(other).options(0)[0])
            if not opened:
                here.rooms.drop(open_room)
            first = here.changed_elsewhere(open_room.room.id) if opened else here.open(open_room.room.id)
            notices: list[asyncio.Future[Any]] = [asyncio.ensure_future(first)]
            await asyncio.to_thread(reading.wait)
            await act(there, other, 0, playing(other).options(0)[0])
            notices.append(asyncio.ensure_future(here.changed_elsewhere(open_room.room.id)))
            await asyncio.sleep(0)
            go_on.set()
            await asyncio.gather(*notices)
            assert (await here.open(open_room.room.id)).room.head == other.room.head

    asyncio.run(play())


def test_a_notification_during_a_commit_is_not_lost(tmp_path: Path) -> None:
    """Chat lines are not log entries, so they do not conflict with each other."""

    async def play() -> None:
        url = f"sqlite:///{tmp_path}/games.db"
        async with running_service(url) as here, running_service(url, lock=False) as there:
            open_room = await new_room(here, "stroganov", "A")
            other = await there.open(open_room.room.id)
            other.links.update(open_room.links)
            commit, notices = here.store.commit, []

            async def commit_second(room_id: str, head: LogHead, outcome: Outcome) -> Committed | None:
                await execute(there, other, 0, Say(text="first"))
                notices.append(asyncio.ensure_future(here.changed_elsewhere(room_id)))
                await asyncio.sleep(0)
                return await commit(room_id, head, outcome)

            vars(here.store)["commit"] = commit_second
            await execute(here, open_room, 0, Say(text="second"))
            await asyncio.gather(*notices)
            assert [line.text for line in open_room.room.chat] == ["first", "second"]

    asyncio.run(play())


def test_a_reloaded_room_keeps_the_state_of_this_process(tmp_path: Path) -> None:
    """Bots wait for the confirmation of players at the page, also after the room was read again."""

    async def run() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            open_room = await new_room(service, "stroganov", "A", "B")
            async with open_stream(service, open_room, player(open_room, 0)):
                seat = playing(open_room).actors()[0]
                await act(service, open_room, seat, playing(open_room).options(seat)[0])
                room = open_room.room
                room.at_page, room.confirmed = {0}, 5
                open_room.stale = True
                await service.rooms.catch_up(open_room)
                assert open_room.room is not room
                assert (open_room.room.at_page, open_room.room.confirmed) == ({0}, 5)
                assert open_room.room.acted == seat

    asyncio.run(run())
