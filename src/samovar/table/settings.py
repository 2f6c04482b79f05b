"""All limits and flags of the server: ``Settings`` that are chosen at startup, with their defaults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import Field, dataclass, field, fields
from math import inf
from typing import Any, Final, NamedTuple

from samovar.kernel.errors import BadInput
from samovar.room.validation import MAX_FAULTS, MAX_LINE, MAX_LOG, MAX_TOML_DEPTH, TextLimits

# ---- requests ----

MAX_HEADER_BYTES: Final = 32 * 1024  # URL, names and values; browsers also send the cookies of other ports
MAX_HEADERS: Final = 100
MAX_BODY: Final = 64 * 1024
MAX_COMPONENTS_BODY: Final = (
    128 * 1024
)  # body of an API request for a new table, which may have its own component file
MAX_IMPORT_BODY: Final = 1024 * 1024
MAX_REQUEST_BYTES: Final = 4 * 1024 * 1024  # bytes on the wire, chunk sizes and trailers included
MAX_PIPELINED: Final = 100  # requests of one connection that wait for an earlier response
KEEP_ALIVE: Final = 30  # seconds until an idle connection is closed
SHUTDOWN_TIMEOUT: Final = 2  # seconds for running requests at shutdown

# ---- responses ----

GZIP_MIN_BYTES: Final = 1000
GZIP_LEVEL: Final = 5
GZIP_EXCLUDED: Final = (
    "text/event-stream",
)  # sse.py compresses streams itself; all other responses are text

# ---- requests per client ----

MAX_BUCKETS: Final = 10_000
MIN_LIMIT: Final = 0.001  # the smallest value of a limit other than 0


class Rate(NamedTuple):
    """A token bucket: ``burst`` requests at once, then ``per_minute``."""

    burst: float
    per_minute: float

    def __str__(self) -> str:
        return f"{self.burst:g}/{self.per_minute:g}"


# ---- health ----

DATABASE_TIMEOUT: Final = 5.0  # seconds
MIN_FREE_DISK: Final = 16 * 1024 * 1024  # bytes


def limit(default: Any, help: str) -> Any:
    """A field of ``Limits``. ``help`` is shown by ``samovar serve --help``."""
    return field(default=default, metadata={"help": help})


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Every limit that an operator may change. Each is an option of ``samovar serve`` and in ``/metrics``."""

    # requests
    max_header_bytes: int = limit(MAX_HEADER_BYTES, "bytes of a request's URL and headers")
    max_headers: int = limit(MAX_HEADERS, "headers of a request")
    max_body: int = limit(MAX_BODY, "bytes of a request's body")
    max_components_body: int = limit(
        MAX_COMPONENTS_BODY, "bytes of an API request for a new table, which may have its own component file"
    )
    max_import_body: int = limit(MAX_IMPORT_BODY, "bytes of an imported record or position")
    max_request_bytes: int = limit(MAX_REQUEST_BYTES, "bytes of a request on the wire, chunk sizes included")
    max_pipelined: int = limit(MAX_PIPELINED, "requests of a connection that wait for an earlier response")
    header_timeout: float = limit(10.0, "seconds until the headers of a request are complete")
    body_timeout: float = limit(60.0, "seconds from the end of the headers until the body is complete")
    write_timeout: float = limit(60.0, "seconds that a response waits for a client that does not read")
    keep_alive: int = limit(KEEP_ALIVE, "seconds until an idle connection is closed")
    # imported texts
    max_line: int = limit(MAX_LINE, "characters in a line of an imported text")
    max_key_parts: int = limit(MAX_TOML_DEPTH, "parts of a dotted key in an imported text")
    max_faults: int = limit(MAX_FAULTS, "faults that a response lists")
    import_timeout: float = limit(20.0, "seconds to read an imported text or a component file")
    proof_timeout: float = limit(30.0, "seconds to check the proof of a shuffle")
    # clients
    max_connections: int = limit(0, "open connections; 0: as many as the limit of open files allows")
    max_connections_per_client: int = limit(500, "open connections of one address")
    max_streams_per_client: int = limit(100, "open streams of one address")
    rate_make: Rate = field(
        default=Rate(10, 1),
        metadata={"help": "new tables of one address: at once, and per minute after that"},
    )
    rate_pledge: Rate = field(
        default=Rate(30, 12), metadata={"help": "pledges; a page requests one for each new table"}
    )
    rate_act: Rate = field(default=Rate(60, 1200), metadata={"help": "actions and other commands"})
    rate_chat: Rate = field(default=Rate(5, 30), metadata={"help": "chat lines"})
    rate_token: Rate = field(default=Rate(10, 10), metadata={"help": "uses of seat links, valid or not"})
    rate_read: Rate = field(default=Rate(200, 3000), metadata={"help": "pages and other reading requests"})
    rate_data: Rate = field(
        default=Rate(10, 6), metadata={"help": "pages and exports of one's own data, which open all rooms"}
    )
    # the server
    max_log: int = limit(MAX_LOG, "log entries of a table; later ones must bring the game nearer to its end")
    max_open_rooms: int = limit(300, "rooms in memory; idle ones are loaded again when needed")
    bot_round: float = limit(2.0, "seconds in which each waiting bot decides once; searches get shorter")
    min_bot_time: float = limit(0.05, "seconds of the shortest search of a bot")
    database_timeout: float = limit(DATABASE_TIMEOUT, "seconds after which /healthz gives up on the database")
    min_free_disk: int = limit(MIN_FREE_DISK, "free bytes below which /healthz calls the disk full")

    @property
    def text_limits(self) -> TextLimits:
        """The limits of imported texts."""
        return TextLimits(line=self.max_line, key_parts=self.max_key_parts, faults=self.max_faults)


DEFAULT_LIMITS: Final = Limits()


@dataclass(frozen=True)
class Settings(Limits):
    """The settings of one server. Limits on the size and duration of a request always apply."""

    database: str
    client_limits: bool = True  # False disables the limits per client
    pause: float = 0.35  # seconds between two decisions of bots
    bot_workers: int = 1  # number of worker processes for bots
    warm_up: Sequence[str] = ()  # a command, see warm_up.py
    root_path: str = ""  # the prefix of all URL paths: "" or "/samovar"
    trusted_proxies: Sequence[str] = ()  # IP networks
    allowed_hosts: Sequence[str] = ()  # values of the Host header; empty allows any


def limit_fields() -> list[Field[Any]]:
    """The fields of ``Limits``, in the order of ``samovar serve --help``."""
    return list(fields(Limits))


def parse_limit(name: str, text: str) -> int | float | Rate:
    """The value of a limit from the command line. BadInput if it is not a positive number or rate."""
    default = next(one.default for one in limit_fields() if one.name == name)
    option = name.replace("_", "-")
    try:
        if isinstance(default, Rate):
            burst, _, per_minute = text.partition("/")
            rate = Rate(float(burst), float(per_minute))
            if 1 <= rate.burst < inf and 0 < rate.per_minute < inf:
                return rate
            raise ValueError
        value = int(text) if isinstance(default, int) else float(text)
        if (0 if default == 0 else MIN_LIMIT) <= value < inf:
            return value
        raise ValueError
    except ValueError:
        wanted = "BURST/PER_MINUTE, such as 60/1200" if isinstance(default, Rate) else "a positive number"
        raise BadInput(option, [f"must be {wanted}, not {text[:40]!r}"]) from None
