"""Fixtures that install the two games of this folder. All tests here use them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fourth.installing import installed
from tests.table.server import Server


@pytest.fixture(autouse=True, scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("installed")):
        yield


@pytest.fixture(scope="module")
def server(games: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(f"sqlite:///{tmp_path_factory.mktemp('table')}/games.db")
    yield server
    server.stop()
