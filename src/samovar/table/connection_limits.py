"""Limits on connections: the size and duration of a request on the wire, and the number of connections.

uvicorn's httptools protocol has no such limits. ``LimitedProtocol`` overrides some of its methods, so
``pyproject.toml`` pins the minor version of uvicorn.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from math import inf
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from samovar.table.proxies import in_networks
from samovar.table.rate_limits import client_network
from samovar.table.settings import (
    MAX_HEADER_BYTES,
    MAX_HEADERS,
    MAX_PIPELINED,
    MAX_REQUEST_BYTES,
    Settings,
)

RESERVED_FILES: Final = 100  # for the database, bots and static files
DEFAULT_FILES: Final = 1024  # where the system does not tell its limit


class ConnectionLimits:
    """The open connections of all clients.

    If there are too many, the one whose client keeps the server waiting is closed for a new one, so half-sent
    requests and idle connections cannot lock others out. A connection with a request under way stays.
    """

    def __init__(self, settings: Settings) -> None:
        self.header_timeout: Final = settings.header_timeout
        self.body_timeout: Final = settings.body_timeout
        self.write_timeout: Final = settings.write_timeout
        self._max: Final = settings.max_connections or default_max_connections()
        self._max_per_client: Final = settings.max_connections_per_client if settings.limits else inf
        self._proxies: Final = tuple(settings.trusted_proxies)
        self._open: Final[set[LimitedProtocol]] = set()
        self._clients: Final[Counter[str]] = Counter()  # open connections

    def key(self, address: str) -> str:
        """The client that a connection counts for; "" if it counts for none, as those of a trusted proxy."""
        return "" if in_networks(address, self._proxies) else client_network(address)

    def admit(self, connection: LimitedProtocol) -> bool:
        """Count a new connection, if there is room for it or another can be closed."""
        key = connection.key
        if key and self._clients[key] >= self._max_per_client:
            rivals = [one for one in self._open if one.key == key]
        elif len(self._open) >= self._max:
            rivals = [*self._open]
        else:
            rivals = []
        if rivals:
            oldest = min(rivals, key=lambda one: one.deadline)
            if oldest.deadline == inf:
                return False
            self.release(oldest)
            oldest.transport.close()
        self._open.add(connection)
        self._clients[key] += 1
        return True

    def release(self, connection: LimitedProtocol) -> None:
        """Forget a connection, the first time that this is called for it."""
        if connection in self._open:
            self._open.remove(connection)
            self._clients[connection.key] -= 1
            if not self._clients[connection.key]:
                del self._clients[connection.key]


def default_max_connections() -> int:
    """As many as the limit of open files of this process allows."""
    try:
        import resource
    except ImportError:  # Windows
        return DEFAULT_FILES - RESERVED_FILES
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        files = DEFAULT_FILES
    return max(files - RESERVED_FILES, files // 2)


class LimitedProtocol(HttpToolsProtocol):
    """A connection whose requests are bounded in size and must be complete in time.

    ``deadline`` is when the client must have sent what the server waits for: a request, the rest of its
    headers, the rest of its body. It is infinite while the server works on a complete request. One timer per
    connection checks it, instead of one per request.
    """

    def __init__(self, *args: Any, limits: ConnectionLimits, **named: Any) -> None:
        super().__init__(*args, **named)
        self.key = ""
        self.deadline = inf
        self._write_deadline = inf  # for a client that does not read
        self._limits: Final = limits
        self._timer: asyncio.TimerHandle | None = None
        self._running: RequestResponseCycle | None = None  # uvicorn remembers only the last one received
        self._in_headers = False
        self._in_request = False
        self._received = 0  # bytes of the current request, without the first read
        self._refused = False

    # ---- the connection ----

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.key = self._limits.key(self.client[0]) if self.client else ""
        self._wait(self._limits.header_timeout)
        self._check_deadline()
        if not self._limits.admit(self):
            self.refuse(503, "The server has too many connections. Retry later.")

    def connection_lost(self, exc: Exception | None) -> None:
        self._limits.release(self)
        if self._timer is not None:
            self._timer.cancel()
        if self._running is not None and not self._running.response_complete:
            self._running.disconnected = True  # uvicorn tells only the last request of a pipeline
            self._running.message_event.set()
        super().connection_lost(exc)

    def _wait(self, seconds: float) -> None:
        self.deadline = self.loop.time() + seconds

    def pause_writing(self) -> None:
        super().pause_writing()
        self._write_deadline = self.loop.time() + self._limits.write_timeout

    def resume_writing(self) -> None:
        super().resume_writing()
        self._write_deadline = inf

    def _check_deadline(self) -> None:
        now = self.loop.time()
        if now > self._write_deadline:
            self.transport.abort()
        elif now >= self.deadline and not self.flow.read_paused:
            self.deadline = inf
            if self._in_request:
                self.refuse(408, "The request was not complete in time.")
            else:
                self.transport.close()
        if not self.transport.is_closing():
            left, timeout = self.deadline - now, self._limits.header_timeout  # no later deadline is nearer
            pause = min(left, timeout) if left > 0 else timeout
            self._timer = self.loop.call_later(pause, self._check_deadline)

    # ---- a request ----

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        request = self.headers  # uvicorn makes a new list for each request
        super().data_received(data)
        if self.headers is not request or self._refused:
            return
        self._received += len(data)  # a header or trailer without end reaches no callback of the parser
        if self._in_headers and self._received > MAX_HEADER_BYTES:
            self._refuse_headers()
        elif self._received > MAX_REQUEST_BYTES:
            self.refuse(413, f"The request is larger than {MAX_REQUEST_BYTES} bytes.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_request = self._in_headers = True
        self._received = 0
        self._wait(self._limits.header_timeout)

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._in_headers:  # not a trailer: those would be added to headers that have been checked
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > MAX_HEADER_BYTES or len(self.headers) > MAX_HEADERS:
            self._refuse_headers()
            raise ValueError("stops the parser")
        if len(self.pipeline) >= MAX_PIPELINED:
            self._refused = True
            self.transport.close()
            raise ValueError("stops the parser")
        self._in_headers = False
        self._wait(self._limits.body_timeout)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_request = False
        if self.cycle is not None and self.cycle.response_complete:  # refused before its body was complete
            self._wait(self.timeout_keep_alive)
        else:
            self.deadline = inf

    # ---- a response ----

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        is_idle = self._running is None or self._running.response_complete  # else the next one has started
        if is_idle and not self._in_request:
            self._wait(self.timeout_keep_alive)

    def _refuse_headers(self) -> None:
        text = f"The headers of a request must have at most {MAX_HEADER_BYTES} bytes and {MAX_HEADERS} lines."
        self.refuse(431, text)

    def send_400_response(self, msg: str) -> None:
        self.refuse(400, msg)

    def refuse(self, status: int, text: str) -> None:
        """Answer a request that is not passed on, after all complete ones before it, and close."""
        if self._refused:
            return
        self._refused = True
        running, last = self._running, self.cycle
        if running is not None and not running.response_complete:
            if not last.more_body:
                last.keep_alive = False  # the connection closes after its response
                return
            if running is not last or running.response_started:
                self.transport.close()
                return
        headers = [
            *self.server_state.default_headers,
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", b"%d" % (len(text) + 1)),
            (b"connection", b"close"),
        ]
        lines = [STATUS_LINE[status], *(b"%s: %s\r\n" % header for header in headers)]
        self.transport.write(b"".join([*lines, b"\r\n", text.encode(), b"\n"]))
        self.transport.close()
