"""Connection limits on real sockets: endless headers, half-sent requests, too many connections."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from samovar.table.settings import MAX_HEADER_BYTES, MAX_HEADERS, MAX_REQUEST_BYTES
from tests.table.http_client import Connection, Response, wait_until
from tests.table.server import Server, load_page

HALF = b"GET /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\n"
POST = b"POST /api/pledges HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer x\r\n"
WHOLE = HALF + b"\r\n"
FOREIGN = b"POST /tables HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"  # gets 403 before the rate limits count it
TIMEOUT = 0.5  # seconds


@contextmanager
def running(tmp_path: Path, **settings: Any) -> Iterator[Server]:
    server = Server(f"sqlite:///{tmp_path}/games.db", **settings)
    try:
        yield server
    finally:
        server.stop()


def refusal_of_endless(server: Server, start: bytes, piece: bytes, most: int) -> Response:
    """Send ``piece`` repeatedly until the server closes the connection. Returns its last response."""
    with closing(Connection(server)) as connection:
        connection.send(start)
        sent = 0
        with suppress(ConnectionError):
            while sent < most:
                connection.send(piece)
                sent += len(piece)
        assert sent < most, "the server read endless data"
        return connection.read_response()


@pytest.mark.parametrize(
    ("start", "piece"),
    [(HALF, b"x: y\r\n" * 1000), (HALF + b"x: ", b"y" * 5000), (b"GET /", b"y" * 5000), (HALF, b"y" * 5000)],
    ids=["headers", "value", "url", "name"],
)
def test_endless_headers_get_431(server: Server, start: bytes, piece: bytes) -> None:
    answer = refusal_of_endless(server, start, piece, 20_000_000)
    assert answer.status == 431
    assert str(MAX_HEADER_BYTES) in answer.body.decode()


@pytest.mark.parametrize(
    "start", [b"0\r\nx: ", b"5;", b"0\r\n"], ids=["trailer value", "chunk extension", "trailers"]
)
def test_an_endless_chunked_body_is_refused(server: Server, start: bytes) -> None:
    head = POST + b"transfer-encoding: chunked\r\n"
    piece = b"x: y\r\n" * 1000 if start == b"0\r\n" else b"y" * 5000
    answer = refusal_of_endless(server, head + b"\r\n" + start, piece, 10 * MAX_REQUEST_BYTES)
    assert answer.status == 413


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (b"x: y\r\n" * (MAX_HEADERS - 1), 200),
        (b"x: y\r\n" * MAX_HEADERS, 431),
        (b"x: " + b"y" * (MAX_HEADER_BYTES - 200) + b"\r\n", 200),
        (b"x: " + b"y" * MAX_HEADER_BYTES + b"\r\n", 431),
    ],
    ids=["many", "too many", "large", "too large"],
)
def test_headers_in_one_piece_have_the_same_limits(server: Server, headers: bytes, status: int) -> None:
    with closing(Connection(server)) as connection:
        connection.send(HALF + headers + b"\r\n")
        assert connection.read_response().status == status


def test_half_sent_headers_get_408(tmp_path: Path) -> None:
    with running(tmp_path, header_timeout=TIMEOUT) as server, closing(Connection(server)) as connection:
        connection.send(WHOLE)
        assert connection.read_response().status == 200
        time.sleep(1.5 * TIMEOUT)  # an idle connection may wait longer
        connection.send(WHOLE + HALF)
        assert connection.read_response().status == 200
        start = time.monotonic()
        assert connection.read_response().status == 408
        assert connection.is_closed()
        assert 0.5 * TIMEOUT < time.monotonic() - start < 10 * TIMEOUT


def test_slow_headers_get_408(tmp_path: Path) -> None:
    with running(tmp_path, header_timeout=TIMEOUT) as server, closing(Connection(server)) as connection:
        connection.send(HALF)
        start = time.monotonic()
        with suppress(ConnectionError):
            while time.monotonic() - start < 20 * TIMEOUT:
                connection.send(b"x: y\r\n")
                time.sleep(TIMEOUT / 10)
        assert time.monotonic() - start < 20 * TIMEOUT
        assert connection.read_response().status == 408


def test_a_half_sent_body_gets_408(tmp_path: Path) -> None:
    with (
        running(tmp_path, header_timeout=TIMEOUT, body_timeout=TIMEOUT) as server,
        closing(Connection(server)) as connection,
    ):
        connection.send(POST + b"content-length: 2\r\n\r\n{")
        assert connection.read_response().status == 408
        assert connection.is_closed()


def test_a_client_that_does_not_read_is_disconnected(tmp_path: Path) -> None:
    settings = {"header_timeout": TIMEOUT, "write_timeout": TIMEOUT}
    with running(tmp_path, **settings) as server, closing(Connection(server)) as connection:
        connection.send(b"GET /rules/stroganov HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n" * 100)
        assert connection.file.readline() == b"HTTP/1.1 200 OK\r\n"
        wait_until(lambda: not server.server.server_state.connections)


@pytest.mark.parametrize(
    ("before", "after"),
    [(b"", b""), (WHOLE, b""), (WHOLE, HALF), (2 * WHOLE, WHOLE)],
    ids=["alone", "second", "before half a request", "before a request"],
)
def test_a_stream_is_not_ended_by_timeouts(tmp_path: Path, before: bytes, after: bytes) -> None:
    with (
        running(tmp_path, header_timeout=TIMEOUT, body_timeout=TIMEOUT) as server,
        server.browser() as eva,
    ):
        server.server.config.timeout_keep_alive = 1
        connection = Connection(server)
        table = eva.make("stroganov", "me", "friend")
        connection.send(before + f"GET {table}/events HTTP/1.1\r\nhost: x\r\n\r\n".encode() + after)
        time.sleep(1.5)
        form = {"do": "bot", "seat": "1", "level": "random"}
        assert eva.post(f"{table}/seat", data=form).is_success
        while b"data: " not in (line := connection.file.readline()):
            assert line, "the stream ended"
        connection.close()


@pytest.fixture
def open_files() -> Iterator[None]:
    """Raise the limit of open files: clients and server are in one process."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4096 if hard == resource.RLIM_INFINITY else min(hard, 4096)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("open_files")
@pytest.mark.parametrize("request_", [HALF, b"", FOREIGN], ids=["half sent", "silent", "idle"])
@pytest.mark.parametrize(
    "settings",
    [{"max_connections": 200}, {"client_limits": True, "max_connections_per_client": 200}],
    ids=["of all", "of one client"],
)
def test_a_thousand_waiting_connections_do_not_lock_out_others(
    tmp_path: Path, settings: dict[str, Any], request_: bytes
) -> None:
    with running(tmp_path, **settings) as server, server.browser() as eva, ExitStack() as stack:
        table = eva.make()
        stream = stack.enter_context(closing(Connection(server)))
        stream.send(f"GET {table}/events HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        assert b" 200 " in stream.file.readline()
        for _ in range(1050):
            attacker = stack.enter_context(closing(Connection(server)))
            if request_:
                attacker.send(request_)
        late = stack.enter_context(closing(Connection(server)))
        late.send(WHOLE)
        assert late.read_response().status == 200
        wait_until(lambda: len(server.server.server_state.connections) <= 200)
        page = load_page(eva, table)
        assert eva.act(table, page.tokens[0], page.seq).status_code == 200
        while b"event: regions" not in stream.file.readline():  # a running request is not closed
            pass


def test_one_client_cannot_take_the_connections_of_another(tmp_path: Path) -> None:
    """A client at its limit of streams is refused, another client is not."""
    with (
        running(tmp_path, client_limits=True, max_connections_per_client=3) as server,
        server.browser() as eva,
        ExitStack() as stack,
    ):
        table = eva.make()
        get = f"GET {table}/events HTTP/1.1\r\nhost: x\r\n\r\n".encode()
        for _ in range(3):
            stream = stack.enter_context(closing(Connection(server, "127.0.0.2")))
            stream.send(get)
            assert b" 200 " in stream.file.readline()
        refused = stack.enter_context(closing(Connection(server, "127.0.0.2")))
        assert refused.read_response().status == 503
        assert refused.is_closed()
        other = stack.enter_context(closing(Connection(server, "127.0.0.3")))
        other.send(WHOLE)
        assert other.read_response().status == 200
        stream.close()
        wait_until(lambda: answers(server, "127.0.0.2"))


def test_the_connections_of_a_trusted_proxy_are_not_counted_as_one_client(tmp_path: Path) -> None:
    settings = {"client_limits": True, "max_connections_per_client": 3, "trusted_proxies": ["127.0.0.0/30"]}
    with running(tmp_path, **settings) as server, ExitStack() as stack:
        connections = [stack.enter_context(closing(Connection(server, "127.0.0.2"))) for _ in range(10)]
        for connection in connections:
            connection.send(WHOLE)
            assert connection.read_response().status == 200


def answers(server: Server, address: str) -> bool:
    with closing(Connection(server, address)) as connection, suppress(ConnectionError, IndexError):
        connection.send(WHOLE)
        return connection.read_response().status == 200
    return False
