"""Shared fixtures of the table tests: an empty database of each kind, a running server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from samovar.table.store import Store
from tests.table import postgres as own

if TYPE_CHECKING:
    from tests.table.server import Browser, Server


@pytest.fixture(scope="session")
def postgres() -> Iterator[own.Server]:
    server = own.Server()
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/games.db"
    server: own.Server = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server, shared by all tests that need no special settings."""
    from tests.table.server import Server

    server = Server(f"sqlite:///{tmp_path_factory.mktemp('table')}/games.db")
    yield server
    server.stop()


@pytest.fixture
def eva(server: Server) -> Iterator[Browser]:
    with server.browser() as browser:
        yield browser


@pytest.fixture
def bob(server: Server) -> Iterator[Browser]:
    with server.browser() as browser:
        yield browser
