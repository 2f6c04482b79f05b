"""What can happen at a table, as it is written down: the log is the game, all else follows from it.

Each entry is one line of JSON. Its hash covers the hash of the entry before it, so that nothing in the middle
can be changed, left out or put in without every later hash telling.
"""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec

from samovar.kernel.errors import BadInput

RULES: Final = 1  # of the entries below; grows when old ones must be read in another way


class Made(msgspec.Struct, tag="made", kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table is set up. ``commit`` binds the server to its secret seed before anybody sits down."""

    game: str
    seats: int
    options: dict[str, str] = {}
    components: str = ""  # the text of another component file
    commit: str = ""  # see ``shuffle``; empty with a chosen seed
    seed: str = ""  # a chosen one, in decimal figures, for all to see
    start: str = ""  # a position to begin from
    record: str = ""  # a game to go on with
    origin: str = ""  # the table that this one came from, by a rematch or a fork
    private: bool = False  # for analysis: whoever made it has all seats and sees all
    limit: int = 0  # seconds until a bot plays for somebody who left; 0: it waits
    rules: int = RULES


class Sat(msgspec.Struct, tag="sat", kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody takes a seat: a person, who may add randomness of their own (``salt``), or a bot."""

    seat: int
    name: str
    level: str = ""  # of a bot; empty: a person
    salt: str = ""


class Began(msgspec.Struct, tag="began", kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """All seats are taken, the game begins. ``draws``: what Nature dealt before the first decision."""

    draws: list[str] = []


class Played(msgspec.Struct, tag="played", kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A decision, and Nature's draws after it. ``by``: the bot that made it, if no person did."""

    seat: int
    token: str
    draws: list[str] = []
    by: str = ""
    fault: str = ""  # why another bot answered than the one that sits there


class TookBack(msgspec.Struct, tag="took_back", kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat takes back what it decided: the first ``to`` moves stay, and what others decided beside it."""

    seat: int
    to: int
    kept: list[tuple[int, str]] = []


class Away(msgspec.Struct, tag="away", kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody has been away for longer than the limit: from now on a bot plays for that seat."""

    seat: int
    level: str


class Back(msgspec.Struct, tag="back", kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody is back and has the seat again."""

    seat: int


class Limited(msgspec.Struct, tag="limited", kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The limit of the table is another one now."""

    limit: int


class Hushed(msgspec.Struct, tag="hushed", kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The host lets a seat say nothing more, or again; -1: all who watch."""

    seat: int
    silent: bool = True


class Ended(msgspec.Struct, tag="ended", kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The game is over: the secret seed can be shown, and everybody can derive every draw again."""

    seed: str = ""
    result: list[int] = []


class Followed(msgspec.Struct, tag="followed", kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Another game with the same players: where it is."""

    table: str


Happening = Made | Sat | Began | Played | TookBack | Away | Back | Limited | Hushed | Ended | Followed
_encoder: Final = msgspec.json.Encoder(order="deterministic")
_decoder: Final[msgspec.json.Decoder[Happening]] = msgspec.json.Decoder(Happening)


def write(happening: Happening) -> str:
    return _encoder.encode(happening).decode()


def read(text: str) -> Happening:
    try:
        return _decoder.decode(text)
    except msgspec.MsgspecError as error:
        raise BadInput("log", [str(error)]) from None


def first_hash(table: str) -> str:
    """What the first entry of a table follows on."""
    return hashlib.sha256(f"samovar table {table}".encode()).hexdigest()


def next_hash(before: str, seq: int, at: int, body: str) -> str:
    """The hash of an entry: it stands for all entries up to this one."""
    return hashlib.sha256(f"{before}\n{seq}\n{at}\n{body}".encode()).hexdigest()


class Row(msgspec.Struct, frozen=True):
    """One entry as the store keeps it."""

    seq: int  # 1 is the first
    at: int  # milliseconds since 1970
    body: str
    hash: str
    action_id: str | None = None  # what the client called it, so that it can ask again


def chain_faults(table: str, rows: list[Row]) -> list[str]:
    """What is wrong with the log of a table: a gap, or an entry that does not follow on the one before."""
    before = first_hash(table)
    for n, row in enumerate(rows, 1):
        if row.seq != n:
            return [f"entry {n} is missing"]
        if next_hash(before, row.seq, row.at, row.body) != row.hash:
            return [f"entry {n} was changed"]
        before = row.hash
    return []
