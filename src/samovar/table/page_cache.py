"""The page cache of one open room: one rendering per room version, seat, language and base URL."""

from __future__ import annotations

from typing import Final

from samovar.room.page_updates import PageContext, RegionHashes, Rendering, render, update
from samovar.room.room import Room
from samovar.table.sse import event_message

MAX_VERSIONS: Final = 40  # cached versions per key; a page that shows an older one receives all regions

Key = tuple[int, PageContext]  # the seat, and the language, base URL and other inputs of a rendering


class PageCache:
    """Renderings of the newest version, and region hashes of earlier versions."""

    def __init__(self) -> None:
        self._renderings: Final[dict[Key, Rendering]] = {}
        self._earlier: Final[dict[Key, dict[int, RegionHashes]]] = {}
        self._messages: Final[dict[tuple[Key, int], tuple[int, bytes | None]]] = {}

    def rendering(self, room: Room, seat: int, context: PageContext) -> Rendering:
        """The page at the room's newest version, rendered once per key."""
        key = (seat, context)
        found = self._renderings.get(key)
        if found is None or found.version != room.version:
            found = self._renderings[key] = render(room, seat, context)
            earlier = self._earlier.setdefault(key, {})
            earlier[room.version] = RegionHashes(found.hashes, found.model.entries)
            while len(earlier) > MAX_VERSIONS:
                del earlier[next(iter(earlier))]
        return found

    def message(self, room: Room, seat: int, context: PageContext, since: int, id: str) -> bytes | None:
        """The update message for a page that shows version ``since``. None if no region has changed.

        It is cached, so that streams with the same seat, context and ``since`` share it.
        """
        key = ((seat, context), since)
        cached = self._messages.get(key)
        if cached is None or cached[0] != room.version:
            now = self.rendering(room, seat, context)
            change = update(self._earlier[seat, context].get(since), now)
            message = None if change is None else event_message("regions", id, change.json())
            for old in [one for one, (version, _) in self._messages.items() if version != room.version]:
                del self._messages[old]
            cached = self._messages[key] = (room.version, message)
        return cached[1]
