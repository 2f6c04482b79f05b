"""Changes of the data stored beside the log: chat, tokens, holders. ``Room.apply_change`` folds them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a room beside its log."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One stored chat line."""

    number: int  # the id from the database
    at: int  # milliseconds since 1970
    seat: int  # -1: a spectator
    name: str  # empty for a spectator
    text: str


@dataclass(frozen=True, slots=True)
class AddChat(Change):
    """A new chat line. The store assigns its number."""

    at: int
    seat: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class RemoveChat(Change):
    number: int


@dataclass(frozen=True, slots=True)
class SetToken(Change):
    """A seat gets a new token. Its earlier tokens and holders are removed."""

    seat: int
    hash: str


@dataclass(frozen=True, slots=True)
class DropSeat(Change):
    """All tokens and holders of a seat are removed."""

    seat: int


@dataclass(frozen=True, slots=True)
class HoldSeat(Change):
    """A browser becomes holder of a seat. ``token`` is the hash of the link that it used up."""

    session: str
    seat: int
    token: str = ""


@dataclass(frozen=True, slots=True)
class DropSession(Change):
    """A browser loses all rights in the room. The chat of its seats is removed."""

    session: str
    seats: frozenset[int]


@dataclass(frozen=True, slots=True)
class Delete(Change):
    """The room is deleted."""
