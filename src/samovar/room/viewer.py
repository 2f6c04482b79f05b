"""Resolving the identity of a client to a viewer of a room: its seat and its roles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from samovar.match.redaction import SPECTATOR, has_secrets
from samovar.room.errors import Forbidden
from samovar.room.permissions import Role

if TYPE_CHECKING:
    from samovar.room.room import Room


@dataclass(frozen=True, slots=True)
class Identity:
    """The authenticated client of a request: digest of a session cookie or token, or the server itself."""

    session: str = ""
    token: str = ""
    server: bool = False
    address: str = ""  # IP address of the client, for the fair bot queue


SERVER: Final = Identity(server=True)
SERVER_ROLES: Final = frozenset({Role.SERVER})
TOKEN_ROLES: Final = frozenset({Role.TOKEN})


@dataclass(frozen=True, slots=True)
class Viewer:
    """An identity in one room. ``seat`` is the seat for which it sees and acts, or SPECTATOR."""

    seat: int
    seats: frozenset[int]  # all seats that it holds
    roles: frozenset[Role]
    needs_handover: bool = False  # players share the device, and it must be handed over first
    session: str = ""


def resolve(room: Room, identity: Identity, as_seat: int | None = None) -> Viewer:
    """The viewer of an identity. Forbidden for another player's seat or a token of another room."""
    if identity.server:
        return Viewer(SPECTATOR, frozenset(), SERVER_ROLES)
    if identity.token:
        seat = room.access.tokens.get(identity.token)
        if seat is None:
            raise Forbidden("the token does not belong to this room")
        return Viewer(seat, frozenset({seat}), TOKEN_ROLES)
    seats = room.access.seats_of(identity.session)
    if as_seat is not None and as_seat not in seats:
        raise Forbidden(f"seat {as_seat} belongs to another player")
    roles = {Role.SEAT if seats else Role.SPECTATOR}
    if identity.session in room.access.hosts:
        roles.add(Role.HOST)
    seat = _seat(room, seats, as_seat)
    needs_handover = bool(seats) and seat == SPECTATOR
    return Viewer(seat, seats, frozenset(roles), needs_handover, identity.session)


def _seat(room: Room, seats: frozenset[int], asked: int | None) -> int:
    """The seat for which a browser sees and acts. SPECTATOR if it has none, or a handover is needed."""
    if not seats:
        return SPECTATOR
    first = min(seats)
    if len(seats) == 1 or room.match is None:
        return first if asked is None else asked
    deciding = sorted(seats & set(room.actors))
    if room.created.private or not has_secrets(room.match):
        return asked if asked is not None else deciding[0] if deciding else first
    if asked is None or (deciding and asked not in deciding):
        return SPECTATOR
    return asked
