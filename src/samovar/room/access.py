"""Access rights in a room: seat tokens, browsers that hold seats, hosts. Only hashes are stored."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field


def digest(secret: str) -> str:
    """The SHA-256 of a token or session. Only this hash is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(slots=True)
class Access:
    """The tokens, holders and hosts of one room."""

    tokens: dict[str, int] = field(default_factory=dict)  # seat by the hash of a link or API token
    holders: dict[str, frozenset[int]] = field(default_factory=dict)  # seats by the hash of a session cookie
    hosts: frozenset[str] = frozenset()  # hashes of session cookies

    def seats_of(self, session: str) -> frozenset[int]:
        """The seats that a browser holds."""
        return self.holders.get(session, frozenset())

    def holders_of(self, seats: Iterable[int]) -> set[str]:
        """The sessions that hold one of these seats."""
        wanted = set(seats)
        return {session for session, held in self.holders.items() if held & wanted}

    def is_claimed(self, seat: int) -> bool:
        """True if a link or token was issued for this seat, or a browser holds it."""
        return seat in self.tokens.values() or any(seat in held for held in self.holders.values())

    def hold(self, session: str, seat: int) -> None:
        self.holders[session] = self.seats_of(session) | {seat}

    def drop_seat(self, seat: int) -> None:
        """Remove all tokens and holders of the seat."""
        self.tokens = {hash: owner for hash, owner in self.tokens.items() if owner != seat}
        kept = {session: held - {seat} for session, held in self.holders.items()}
        self.holders = {session: held for session, held in kept.items() if held}

    def drop_session(self, session: str) -> None:
        """Remove all seats and the host right of a browser."""
        self.holders.pop(session, None)
        self.hosts = self.hosts - {session}
