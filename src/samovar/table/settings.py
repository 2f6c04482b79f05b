"""Every limit and flag of the server: constants that never change, and ``Settings`` chosen at the start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

# ---- requests ----

MAX_HEADER_BYTES: Final = 32 * 1024  # URL, names and values; browsers share cookies between ports of a host
MAX_HEADERS: Final = 100
MAX_BODY: Final = 64 * 1024
MAX_IMPORT_BODY: Final = 1024 * 1024
MAX_REQUEST_BYTES: Final = 4 * 1024 * 1024  # on the wire, chunk sizes and trailers included
MAX_PIPELINED: Final = 100  # requests of one connection that wait behind an unanswered one
KEEP_ALIVE: Final = 30  # seconds until an idle connection is closed
SHUTDOWN_TIMEOUT: Final = 2  # seconds for requests under way when the server ends

# ---- responses ----

GZIP_MIN_BYTES: Final = 1000
GZIP_LEVEL: Final = 5
GZIP_EXCLUDED: Final = ("text/event-stream",)  # sse.py compresses it, and all else that we send is text

# ---- requests per client ----

RATES: Final = {  # kind: requests at once, further requests per second
    "make": (10.0, 10 / 600),
    "pledge": (30.0, 0.2),  # a script asks for one before each table
    "act": (60.0, 20.0),
    "chat": (5.0, 0.5),
    "token": (10.0, 10 / 60),  # guesses of a token
    "read": (200.0, 50.0),
}
MAX_BUCKETS: Final = 10_000

# ---- health ----

DATABASE_TIMEOUT: Final = 5.0  # seconds
MIN_FREE_DISK: Final = 16 * 1024 * 1024  # bytes


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices of one server. ``limits=False`` turns off all limits that count requests or connections of
    one client; limits on the size and duration of one request always hold.
    """

    database: str
    limits: bool = True
    pause: float = 0.35  # seconds between two decisions of bots
    bot_workers: int = 1  # processes for bots
    warm_up: Sequence[str] = ()  # a command, see warm_up.py
    root_path: str = ""  # the prefix of all paths: "" or "/samovar"
    trusted_proxies: Sequence[str] = ()  # addresses and networks
    allowed_hosts: Sequence[str] = ()  # values of the Host header; empty: any
    header_timeout: float = 10.0  # seconds until the headers of a request are complete
    body_timeout: float = 60.0  # seconds from there until its body is complete; not less than header_timeout
    write_timeout: float = 60.0  # seconds that a response may wait for a client that does not read
    max_connections: int = 0  # 0: as many as the limit of open files allows
    max_connections_per_client: int = 500
    max_streams_per_client: int = 100
