"""Open rooms: one session for each, nothing kept for rooms that do not exist, no notice lost."""

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
from samovar.table import room_cache
from samovar.table.room_cache import OpenRoom
from samovar.table.store import Committed, StoreFailed
from tests.table.rooms import act, execute, new_room, open_stream, player, playing, running_service


def test_asking_for_rooms_that_do_not_exist_costs_no_memory(tmp_path: Path) -> None:
    async def ask() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            for n in range(5):
                with pytest.raises(NotFound):
                    await service.open(f"none{n}")
            sizes = [len(kept) for kept in vars(service.rooms).values() if isinstance(kept, dict | set)]
            assert sizes == [0] * len(sizes)

    asyncio.run(ask())


def test_a_room_is_opened_once_for_all_who_ask_at_the_same_time(tmp_path: Path) -> None:
    """Even if the first attempt fails and others arrive meanwhile."""

    async def ask() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            session = await new_room(service, "stroganov", "A")
            service.rooms.drop(session)
            load, calls = service.store.reader.load, 0

            def load_later(room_id: str) -> StoredRoom | None:
                nonlocal calls
                calls += 1
                if calls == 1:
                    raise StoreFailed("the database is away")
                return load(room_id)

            vars(service.store.reader)["load"] = load_later

            async def open_after(turns: int) -> OpenRoom:
                for _ in range(turns):
                    await asyncio.sleep(0)
                return await service.open(session.room.id)

            opening = [open_after(turns) for turns in range(300)]
            opened = await asyncio.gather(*opening, return_exceptions=True)
            sessions = {id(one) for one in opened if isinstance(one, OpenRoom)}
            assert len(sessions) == 1
            assert sum(isinstance(one, StoreFailed) for one in opened) == 1

    asyncio.run(ask())


def test_a_room_that_is_opened_while_it_is_created_has_one_session(tmp_path: Path) -> None:
    async def ask() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
            create, opened = service.store.create, []

            async def create_and_open(new: NewRoom) -> None:
                await create(new)
                opened.append(await service.open(new.id))

            vars(service.store)["create"] = create_and_open
            session = await new_room(service, "stroganov", "A")
            assert opened == [session]
            assert session.links[0]  # the creator gets the token all the same
            assert service.rooms.open_rooms == {session.room.id: session}

    asyncio.run(ask())


def test_rooms_that_are_in_use_are_not_closed_and_others_go_on_from_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_cache, "MAX_OPEN_ROOMS", 3)

    async def play() -> None:
        async with running_service(f"sqlite:///{tmp_path}/games.db") as service:
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
            assert stored.snapshot.seq == unused.room.head.length  # closing a room stores a snapshot

    asyncio.run(play())


# ---- notices from another process ----


@pytest.mark.parametrize("opened", [True, False], ids=["open before", "being opened"])
def test_a_notice_that_arrives_while_the_room_is_read_is_not_lost(tmp_path: Path, opened: bool) -> None:
    async def play() -> None:
        url = f"sqlite:///{tmp_path}/games.db"
        async with running_service(url) as here, running_service(url, lock=False) as there:
            session = await new_room(here, "stroganov", "A")
            other = await there.open(session.room.id)
            other.links.update(session.links)
            load, reading, go_on = here.store.reader.load, threading.Event(), threading.Event()

            def load_slowly(room_id: str) -> StoredRoom | None:
                found = load(room_id)
                reading.set()
                assert go_on.wait(20)
                return found

            vars(here.store.reader)["load"] = load_slowly
            await act(there, other, 0, playing(other).options(0)[0])
            if not opened:
                here.rooms.drop(session)
            first = here.changed_elsewhere(session.room.id) if opened else here.open(session.room.id)
            notices: list[asyncio.Future[Any]] = [asyncio.ensure_future(first)]
            await asyncio.to_thread(reading.wait)
            await act(there, other, 0, playing(other).options(0)[0])
            notices.append(asyncio.ensure_future(here.changed_elsewhere(session.room.id)))
            await asyncio.sleep(0)
            go_on.set()
            await asyncio.gather(*notices)
            assert (await here.open(session.room.id)).room.head == other.room.head

    asyncio.run(play())


def test_a_notice_that_arrives_during_a_commit_is_not_lost(tmp_path: Path) -> None:
    """Lines of chat are no entries of the log, so they do not conflict with each other."""

    async def play() -> None:
        url = f"sqlite:///{tmp_path}/games.db"
        async with running_service(url) as here, running_service(url, lock=False) as there:
            session = await new_room(here, "stroganov", "A")
            other = await there.open(session.room.id)
            other.links.update(session.links)
            commit, notices = here.store.commit, []

            async def commit_second(room_id: str, head: LogHead, outcome: Outcome) -> Committed | None:
                await execute(there, other, 0, Say(text="first"))
                notices.append(asyncio.ensure_future(here.changed_elsewhere(room_id)))
                await asyncio.sleep(0)
                return await commit(room_id, head, outcome)

            vars(here.store)["commit"] = commit_second
            await execute(here, session, 0, Say(text="second"))
            await asyncio.gather(*notices)
            assert [line.text for line in session.room.chat] == ["first", "second"]

    asyncio.run(play())
