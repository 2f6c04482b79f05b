"""Connection limits: size and duration of a request on the wire, and the number of connections.

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
from samovar.table.settings import Settings

RESERVED_FILES: Final = 100  # file descriptors for the database, bots and static files
DEFAULT_FILES: Final = 1024  # assumed if the system has no limit or does not report it


class ConnectionLimits:
    """The open connections of all clients.

    At the limit, a new connection replaces the waiting one with the nearest deadline. So half-sent requests
    and idle connections cannot lock out other clients. A connection with a running request is never closed.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings: Final = settings
        self.refused: Final[Counter[str]] = Counter()  # refused or closed, by the name of the limit
        self.header_timeout: Final = settings.header_timeout
        self.body_timeout: Final = settings.body_timeout
        self.write_timeout: Final = settings.write_timeout
        self._max: Final = settings.max_connections or default_max_connections()
        self._max_per_client: Final = settings.max_connections_per_client if settings.client_limits else inf
        self._proxies: Final = tuple(settings.trusted_proxies)
        self._open: Final[set[LimitedProtocol]] = set()
        self._clients: Final[Counter[str]] = Counter()  # open connections

    def key(self, address: str) -> str:
        """The client that a connection counts for. "" for a trusted proxy, which has no limit."""
        return "" if in_networks(address, self._proxies) else client_network(address)

    def admit(self, connection: LimitedProtocol) -> bool:
        """Count a new connection, closing another one at the limit. False if none can be closed."""
        key = connection.key
        if key and self._clients[key] >= self._max_per_client:
            closable = [one for one in self._open if one.key == key]
        elif len(self._open) >= self._max:
            closable = [*self._open]
        else:
            closable = []
        if closable:
            per_client = bool(key) and self._clients[key] >= self._max_per_client
            self.refused["max_connections_per_client" if per_client else "max_connections"] += 1
            nearest = min(closable, key=lambda one: one.deadline)
            if nearest.deadline == inf:
                return False
            self.release(nearest)
            nearest.transport.close()
        self._open.add(connection)
        self._clients[key] += 1
        return True

    def release(self, connection: LimitedProtocol) -> None:
        """Stop counting a connection. A second call does nothing."""
        if connection in self._open:
            self._open.remove(connection)
            self._clients[connection.key] -= 1
            if not self._clients[connection.key]:
                del self._clients[connection.key]


def default_max_connections() -> int:
    """The number of connections that the process's limit of open files allows."""
    try:
        import resource
    except ImportError:  # Windows
        return DEFAULT_FILES - RESERVED_FILES
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        files = DEFAULT_FILES
    return max(files - RESERVED_FILES, files // 2)


class LimitedProtocol(HttpToolsProtocol):
    """A connection whose requests are limited in size and must be complete before a deadline.

    ``deadline`` is the time when the client must have sent the next request, or the rest of its headers or
    body. It is infinite while the server works on a complete request. One timer per connection checks it,
    instead of one per request.
    """

    def __init__(self, *args: Any, limits: ConnectionLimits, **named: Any) -> None:
        super().__init__(*args, **named)
        self.key = ""
        self.deadline = inf
        self._write_deadline = inf  # finite while the client does not read the response
        self._limits: Final = limits
        self._timer: asyncio.TimerHandle | None = None
        self._running: RequestResponseCycle | None = None  # uvicorn tracks only the newest request
        self._in_headers = False
        self._in_request = False
        self._received = 0  # bytes of the current request after its first read
        self._refused = False

    # ---- the connection ----

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.key = self._limits.key(self.client[0]) if self.client else ""
        self._set_deadline(self._limits.header_timeout)
        self._check_deadline()
        if not self._limits.admit(self):
            self.refuse(503, "The server has too many connections. Retry later.")

    def connection_lost(self, exc: Exception | None) -> None:
        self._limits.release(self)
        if self._timer is not None:
            self._timer.cancel()
        if self._running is not None and not self._running.response_complete:
            self._running.disconnected = True  # uvicorn notifies only the last request of a pipeline
            self._running.message_event.set()
        super().connection_lost(exc)

    def _set_deadline(self, seconds: float) -> None:
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
            self._limits.refused["write_timeout"] += 1
            self.transport.abort()
        elif now >= self.deadline and not self.flow.read_paused:
            self.deadline = inf
            if self._in_request:
                self._limits.refused["header_timeout" if self._in_headers else "body_timeout"] += 1
                self.refuse(408, "The request was not complete in time.")
            else:
                self.transport.close()
        if not self.transport.is_closing():
            # No deadline that is set until the next check is nearer than header_timeout.
            left, timeout = self.deadline - now, self._limits.header_timeout
            pause = min(left, timeout) if left > 0 else timeout
            self._timer = self.loop.call_later(pause, self._check_deadline)

    # ---- a request ----

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        request = self.headers  # uvicorn creates a new list for each request
        super().data_received(data)
        if self.headers is not request or self._refused:
            return
        self._received += len(data)  # the parser has no callback for an endless header or trailer
        most = self._limits.settings.max_request_bytes
        if self._in_headers and self._received > self._limits.settings.max_header_bytes:
            self._refuse_headers()
        elif self._received > most:
            self._limits.refused["max_request_bytes"] += 1
            self.refuse(413, f"The request is larger than {most} bytes.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_request = self._in_headers = True
        self._received = 0
        self._set_deadline(self._limits.header_timeout)

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._in_headers:  # ignore trailers: uvicorn would add them to the checked headers
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        settings = self._limits.settings
        if size > settings.max_header_bytes or len(self.headers) > settings.max_headers:
            self._refuse_headers()
            raise ValueError("stops the parser")
        if len(self.pipeline) >= settings.max_pipelined:
            self._limits.refused["max_pipelined"] += 1
            self._refused = True
            self.transport.close()
            raise ValueError("stops the parser")
        self._in_headers = False
        self._set_deadline(self._limits.body_timeout)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_request = False
        if self.cycle is not None and self.cycle.response_complete:  # responded before the body was complete
            self._set_deadline(self.timeout_keep_alive)
        else:
            self.deadline = inf

    # ---- a response ----

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        has_next = self._running is not None and not self._running.response_complete  # a pipelined request
        if not has_next and not self._in_request:
            self._set_deadline(self.timeout_keep_alive)

    def _refuse_headers(self) -> None:
        most = self._limits.settings
        self._limits.refused["max_header_bytes"] += 1
        text = f"at most {most.max_header_bytes} bytes and {most.max_headers} lines"
        self.refuse(431, f"The headers of a request must have {text}.")

    def send_400_response(self, msg: str) -> None:
        self.refuse(400, msg)

    def refuse(self, status: int, text: str) -> None:
        """Send an error response to a request, after the responses to earlier ones, and close."""
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
