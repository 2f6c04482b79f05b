"""Changes of what is stored beside the log: chat, tokens, holders. ``Room.apply_change`` folds them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a room beside its log."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One line of chat as stored."""

    number: int
    at: int  # milliseconds since 1970
    seat: int  # -1: a spectator
    name: str  # empty for a spectator
    text: str


@dataclass(frozen=True, slots=True)
class AddChat(Change):
    """A new line of chat. The store gives it its number."""

    at: int
    seat: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class RemoveChat(Change):
    number: int


@dataclass(frozen=True, slots=True)
class SetToken(Change):
    """A new token for a seat. All earlier tokens and holders of the seat lose it."""

    seat: int
    hash: str


@dataclass(frozen=True, slots=True)
class DropSeat(Change):
    """All tokens and holders of a seat lose it."""

    seat: int


@dataclass(frozen=True, slots=True)
class HoldSeat(Change):
    """A browser holds a seat from now on. ``token``: the hash of the link that is used up by that."""

    session: str
    seat: int
    token: str = ""


@dataclass(frozen=True, slots=True)
class DropSession(Change):
    """A browser loses all rights in the room, and the chat of its seats is removed."""

    session: str
    seats: frozenset[int]


@dataclass(frozen=True, slots=True)
class Delete(Change):
    """The room is deleted."""
