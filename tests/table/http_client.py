"""A raw HTTP client: requests as bytes on a socket, for tests of unusual requests."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.table.server import Browser, Server


class Response(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    body: bytes


class Connection:
    """One connection to a server."""

    def __init__(self, server: Server, address: str = "127.0.0.1") -> None:
        """``address`` is the source IP address, any one of the loopback interface."""
        port = int(server.address.rpartition(":")[2])
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(address, 0))
        self.file = self.socket.makefile("rb")

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def read_response(self) -> Response:
        """Read the next response, which must have a Content-Length."""
        status = int(self.file.readline().split()[1])
        headers = http.client.parse_headers(self.file)
        return Response(status, headers, self.file.read(int(headers["content-length"])))

    def ask(self, data: bytes) -> tuple[int, Any]:
        """Send a request. Returns status and JSON body of its response."""
        self.send(data)
        answer = self.read_response()
        return answer.status, json.loads(answer.body)

    def is_closed(self) -> bool:
        """True if the server closes the connection without sending more data."""
        return self.file.read(1) == b""

    def close(self) -> None:
        self.file.close()
        self.socket.close()


class Seat(Connection):
    """An API client for the seat that must decide at a table of two, with its own connection."""

    def __init__(self, server: Server, browser: Browser) -> None:
        seats = [{"kind": "person", "name": "A"}, {"kind": "person", "name": "B"}]
        made = browser.post("/api/tables", json={"game": "stroganov", "seats": seats}).json()
        super().__init__(server)  # last, because header_timeout runs from here
        self.id = made["id"]
        self.path = f"/api/tables/{self.id}"
        self.token = made["tokens"][made["state"]["actors"][0]]
        self.browser = browser

    def state(self) -> dict[str, Any]:
        answer = self.browser.get(self.path, headers={"authorization": f"Bearer {self.token}"})
        found: dict[str, Any] = answer.json()
        return found

    def act(self) -> dict[str, Any]:
        """The body of a legal action."""
        state = self.state()
        return {"token": state["options"][0], "seq": state["seq"]}

    def request(self, call: str, body: dict[str, Any], *headers: str, version: str = "1.1") -> bytes:
        text = json.dumps(body)
        head = [
            f"POST {self.path}/{call} HTTP/{version}",
            "host: 127.0.0.1",
            f"authorization: Bearer {self.token}",
            f"content-length: {len(text)}",
            *headers,
        ]
        return ("\r\n".join(head) + "\r\n\r\n" + text).encode()

    def chunked(self, call: str, body: dict[str, Any]) -> bytes:
        """The same request with a chunked body."""
        plain = self.request(call, body).replace(b"content-length", b"transfer-encoding: chunked\r\nx")
        head, _, text = plain.partition(b"\r\n\r\n")
        return head + b"\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(text), text)


def wait_until(is_so: Callable[[], bool], seconds: float = 10) -> None:
    """Wait until a condition is true. AssertionError after ``seconds``."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if is_so():
            return
        time.sleep(0.02)
    raise AssertionError("the condition never became true")
