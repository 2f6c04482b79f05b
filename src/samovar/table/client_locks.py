"""One lock per client, so that one client cannot use all worker processes at the same time."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final


class ClientLocks:
    """The locks of the clients that use one now. Others use no memory."""

    def __init__(self) -> None:
        self._locks: Final[dict[str, asyncio.Lock]] = {}
        self._users: Final[Counter[str]] = Counter()  # holders and waiting tasks

    @asynccontextmanager
    async def hold(self, client: str) -> AsyncIterator[None]:
        """Wait until no other task holds the lock of this client, then hold it."""
        lock = self._locks.setdefault(client, asyncio.Lock())
        self._users[client] += 1
        try:
            async with lock:
                yield
        finally:
            self._users[client] -= 1
            if not self._users[client]:
                del self._users[client], self._locks[client]

    def __len__(self) -> int:
        return len(self._locks)
