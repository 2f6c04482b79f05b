"""A server for the tests, in a thread of this process, and its clients."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections.abc import Coroutine, Generator
from typing import Any

import httpx

from samovar.table.app import make_app
from samovar.table.server import Server as TableServer
from samovar.table.settings import Settings


class Server:
    """Runs until it is stopped."""

    def __init__(
        self, database: str, client_limits: bool = False, pause: float = 0.0, **settings: Any
    ) -> None:
        self.app = make_app(Settings(database, client_limits, pause, **settings))
        self.server = TableServer(self.app)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        port = self.server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"

    def run(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run a coroutine in the event loop of the server and wait for it."""
        loop = self.server.servers[0].get_loop()
        asyncio.run_coroutine_threadsafe(work, loop).result(20)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join()

    def browser(self, lang: str = "en") -> Browser:
        return Browser(self.address, lang)


class Browser(httpx.Client):
    """An HTTP client with cookies that sends requests like a page of the server."""

    def __init__(self, address: str, lang: str = "en") -> None:
        headers = {"origin": address, "accept-language": lang, "sec-fetch-mode": "navigate"}
        super().__init__(base_url=address, headers=headers, follow_redirects=True, timeout=30)

    def make(self, game: str = "stroganov", *seats: str, **fields: str) -> str:
        """Create a table by the form of the lobby. Returns its URL path."""
        form = {"game": game, "name": "Eva", **fields}
        form |= {f"seat.{n}": kind for n, kind in enumerate(seats or ["me"], 1)}
        answer = self.post("/tables", data=form, follow_redirects=False)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    def link(self, table: str) -> str:
        """The seat link for a friend on the host's page."""
        found = re.search(r"/t/\w+/join/[\w-]+", self.get(table).text)
        assert found is not None
        return found[0]

    def act(self, table: str, token: str, seq: int, action_id: str = "") -> httpx.Response:
        """Post an action like the script of the page."""
        return self.post(f"{table}/act", json={"token": token, "seq": seq, "action_id": action_id})

    def events(self, table: str, last: str = "") -> Generator[tuple[str, dict[str, Any]], None, None]:
        """The messages of the stream as (id, data)."""
        headers = {"last-event-id": last} if last else {}
        with self.stream("GET", f"{table}/events", headers=headers) as answer:
            assert answer.status_code == 200
            id = ""
            for line in answer.iter_lines():
                if line.startswith("id: "):
                    id = line[4:]
                elif line.startswith("data: "):
                    yield id, json.loads(line[6:])


class Page:
    """The parsed page of a table."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.tokens = re.findall(r'name="token" value="([^"]+)"', html)
        seq = re.search(r'name="seq" value="(\d+)"', html)
        self.seq = int(seq[1]) if seq else -1
        last = re.search(r'data-last="([^"]+)"', html)
        self.last = last[1] if last else ""


def load_page(browser: Browser, table: str) -> Page:
    answer = browser.get(table)
    assert answer.status_code == 200, answer.text
    return Page(answer.text)


def my_turn(browser: Browser, table: str) -> Page:
    """Wait until bots have decided and it is this browser's turn. Returns the page."""
    for _ in range(600):
        page = load_page(browser, table)
        if page.tokens:
            return page
        time.sleep(0.05)
    raise AssertionError("it never became this browser's turn")
