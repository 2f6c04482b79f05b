"""A connection to the server: uvicorn's, with a short cut for what programs do all the time."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Coroutine
from functools import cached_property
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from samovar.table.api import Caller, Operation
from samovar.table.app import Application
from samovar.table.reply import JSON, LEAST, WRITTEN, pack
from samovar.table.security import SHORT
from samovar.table.wire import Header, whole

PLAIN: Final = re.compile(rb"/api/[a-z0-9/]+")  # an address in which nothing has to be decoded
NOT_PLAIN: Final = {
    b"expect",
    b"transfer-encoding",
    b"upgrade",
    b"x-forwarded-for",
    b"x-forwarded-host",
    b"x-forwarded-proto",
}
LENGTH: Final = b"content-length"
FAILED: Final = b'{"error":"Internal Server Error","faults":[]}'
MOST_WAITING: Final = 100  # requests behind one that is not answered yet
NOBODY: Final = asyncio.Event()  # waits for the body of an errand: it begins when all of it is there


class Errand(RequestResponseCycle):
    """A call of the API, run without a task of its own: it goes on in the very moment in which what it has
    waited for is there. Who asks the same again is known already. (Of a cycle it has only what a connection
    looks at.)
    """

    def __init__(
        self, connection: Connection, app: Application, operation: Operation, caller: Caller
    ) -> None:
        self._connection: Final = connection
        self._app: Final = app
        self._operation: Final = operation
        self.caller: Final = caller
        self.path: Final = connection.url.decode()
        self._url: Final = connection.url
        self._headers: Final = connection.headers
        names = [name for name, _ in connection.headers]
        self._length_at: Final = names.index(LENGTH) if LENGTH in names else -1  # none: looked at anew
        self.message_event = NOBODY
        self._run: Coroutine[Any, Any, tuple[int, bytes]]

    def is_asked_again(self, url: bytes, headers: list[Header]) -> bool:
        """Whether this is the same call of the same caller; only what is sent may be longer or shorter."""
        mine, at = self._headers, self._length_at
        if at < 0 or url != self._url or len(headers) != len(mine):
            return False
        name, value = length = headers[at]
        if name != LENGTH or len(value) > SHORT:
            return False
        mine[at] = length  # the rest decides
        return headers == mine

    def come_in(self) -> None:
        self._began = time.perf_counter()
        self.keep_alive = True
        self.disconnected = False
        self.response_complete = False

    def begin(self) -> None:
        self._run = self._operation.answer(self.caller)
        self._go_on(None)

    def _go_on(self, _: asyncio.Future[Any] | None) -> None:
        try:
            waits_for = self._run.send(None)
        except StopIteration as done:
            self._answer(*done.value)
        except asyncio.CancelledError:  # the server ends before it is done
            self.response_complete = True
            self._app.outbox.empty()
            self._connection.transport.close()
        except Exception as error:
            self._connection.logger.error("a call has failed", exc_info=error)
            self.keep_alive = False
            self._answer(500, FAILED)
        else:
            if waits_for is None:  # only for others to have their turn
                self._connection.loop.call_soon(self._go_on, None)
                return
            waits_for._asyncio_future_blocking = False  # as a task says that it has seen it
            waits_for.add_done_callback(self._go_on)

    def _answer(self, status: int, body: bytes) -> None:
        operation, app, connection = self._operation, self._app, self._connection
        app.metrics.took(operation.method, operation.path, status, time.perf_counter() - self._began)
        self.response_complete = True
        self.caller.sent = b""  # it may be long, and the connection stays
        if self.disconnected:
            return
        usual = connection.server_state.default_headers
        if len(body) < LEAST and self.keep_alive:
            app.outbox.put(connection.transport, app.heads.short(status, usual, body))
            connection.on_response_complete()
            return
        asked = self.caller.headers.items()
        headers, body = pack(asked, [JSON, (b"content-length", b"%d" % len(body))], body)
        more = WRITTEN if self.keep_alive else WRITTEN + b"connection: close\r\n"
        app.outbox.put(connection.transport, whole(status, [*usual, *headers], more, body))
        if not self.keep_alive:
            app.outbox.empty()
            connection.transport.close()
        connection.on_response_complete()


class Connection(HttpToolsProtocol):
    """uvicorn's, but what is asked of the API in plain words goes straight to what answers it, and one timer
    serves for as long as it is open.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        door = getattr(self.app, "app", None)
        self._app: Final = door if isinstance(door, Application) else None
        self._known: Errand | None = None  # the last one: most who ask do so again
        self._coming: Errand | None = None  # until all of it is there
        self._answering: RequestResponseCycle | None = None  # others may wait behind it
        self._resting = False  # whether it waits for the next request,
        self._rests_since = 0.0

    # ---- the short cut ----

    def on_message_begin(self) -> None:
        self.url = b""
        self.headers = []
        self.expect_100_continue = False

    def on_headers_complete(self) -> None:
        if self.transport.is_closing():  # whoever asks was told so: nothing more is done that nobody hears of
            return
        self._coming = self._errand()
        if self._coming is not None:
            self.cycle = self._answering = self._coming
            return
        waiting = len(self.pipeline)
        if waiting == MOST_WAITING:
            self._empty_outbox()
            self.transport.close()
            return
        url, headers, expects = self.url, self.headers, self.expect_100_continue
        super().on_message_begin()
        self.url, self.expect_100_continue = url, expects
        self.headers += headers
        super().on_headers_complete()
        if len(self.pipeline) == waiting:
            self._answering = self.cycle

    def _errand(self) -> Errand | None:
        """What is asked, if it is plain and may come in; None if the whole way has to be gone."""
        app, parser = self._app, self.parser
        if app is None or parser.get_method() != b"POST" or parser.get_http_version() != "1.1":
            return None
        if self.cycle is not None and not self.cycle.response_complete:
            return None
        if self.flow.write_paused or not parser.should_keep_alive():
            return None
        errand = self._known
        if errand is None or not errand.is_asked_again(self.url, self.headers):
            errand = self._known = self._plain(app)
        if errand is None or app.door.patience("POST", errand.path, self._who) is not None:
            return None
        errand.come_in()
        return errand

    def _plain(self, app: Application) -> Errand | None:
        """A plain call that nothing speaks against."""
        if not PLAIN.fullmatch(self.url):
            return None
        path = self.url.decode()
        id, route = app.door.switch.find("POST", path)
        operation = None if route is None else route.app
        headers = dict(reversed(self.headers))  # of two the first counts
        if not isinstance(operation, Operation) or not headers.keys().isdisjoint(NOT_PLAIN):
            return None
        if app.door.refusal("POST", path, headers) is not None:
            return None
        return Errand(self, app, operation, Caller(app.house, id, headers, b""))

    @cached_property
    def _who(self) -> str:
        return self.client[0] if self.client else ""

    def on_body(self, body: bytes) -> None:
        if self._coming is not None:
            self._coming.caller.sent += body
        else:
            super().on_body(body)

    def on_message_complete(self) -> None:
        errand, self._coming = self._coming, None
        if errand is not None:
            errand.begin()
        else:
            super().on_message_complete()

    # ---- the end ----

    def _unset_keepalive_if_required(self) -> None:
        self._resting = False

    def on_response_complete(self) -> None:
        """As uvicorn has it, but for the timer."""
        if self.pipeline or self.transport.is_closing():
            self._answering = self.pipeline[-1][0] if self.pipeline else None
            super().on_response_complete()
            return
        self.server_state.total_requests += 1
        self.flow.resume_reading()
        self._resting = True
        self._rests_since = self.loop.time()
        if self.timeout_keep_alive_task is None:
            self._rest(self.timeout_keep_alive)

    def _rest(self, seconds: float) -> None:
        self.timeout_keep_alive_task = self.loop.call_later(seconds, self.timeout_keep_alive_handler)

    def timeout_keep_alive_handler(self) -> None:
        self.timeout_keep_alive_task = None
        left = self._rests_since + self.timeout_keep_alive - self.loop.time()
        if not self._resting:
            return
        if left > 0:
            self._rest(left)
        else:
            super().timeout_keep_alive_handler()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.timeout_keep_alive_task is not None:
            self.timeout_keep_alive_task.cancel()
            self.timeout_keep_alive_task = None
        if self._answering is not None and not self._answering.response_complete:
            self._answering.disconnected = True  # uvicorn tells only the last one
            self._answering.message_event.set()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        self._empty_outbox()
        super().shutdown()

    def send_400_response(self, msg: str) -> None:
        self._empty_outbox()
        super().send_400_response(msg)

    def _empty_outbox(self) -> None:
        if self._app is not None:
            self._app.outbox.empty()
