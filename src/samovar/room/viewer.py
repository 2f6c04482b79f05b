"""Identity of a caller → viewer of a room: which seat, which roles."""

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
    """What a request proves: the digest of a session cookie or of a token, or that the server itself asks."""

    session: str = ""
    token: str = ""
    server: bool = False
    address: str = ""  # of the client, for fair shares of the bots


SERVER: Final = Identity(server=True)
SERVER_ROLES: Final = frozenset({Role.SERVER})
TOKEN_ROLES: Final = frozenset({Role.TOKEN})


@dataclass(frozen=True, slots=True)
class Viewer:
    """An identity in one room. ``seat`` is the seat through which it sees and acts, or SPECTATOR."""

    seat: int
    seats: frozenset[int]  # all that it holds
    roles: frozenset[Role]
    handover: bool = False  # several players share the device: one must say first that it is their turn
    session: str = ""


def resolve(room: Room, who: Identity, as_seat: int | None = None) -> Viewer:
    """The viewer of an identity. Forbidden if it asks for a seat of another, or its token is not for here."""
    if who.server:
        return Viewer(SPECTATOR, frozenset(), SERVER_ROLES)
    if who.token:
        seat = room.access.tokens.get(who.token)
        if seat is None:
            raise Forbidden("this token is not for this room")
        return Viewer(seat, frozenset({seat}), TOKEN_ROLES)
    seats = room.access.seats_of(who.session)
    if as_seat is not None and as_seat not in seats:
        raise Forbidden("that seat belongs to another player")
    roles = {Role.SEAT if seats else Role.SPECTATOR}
    if who.session in room.access.hosts:
        roles.add(Role.HOST)
    seat = _seat(room, seats, as_seat)
    handover = bool(seats) and seat == SPECTATOR
    return Viewer(seat, seats, frozenset(roles), handover, who.session)


def _seat(room: Room, seats: frozenset[int], asked: int | None) -> int:
    """The seat that a browser looks through. SPECTATOR if it has none, or a handover is needed."""
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
