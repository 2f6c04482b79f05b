"""The page cache of one open room: one rendering per version, seat, language and address."""

from __future__ import annotations

from typing import Final

from samovar.room.page_updates import PageContext, RegionHashes, Rendering, render, update
from samovar.room.room import Room
from samovar.table.sse import event_message

MAX_VERSIONS: Final = 40  # from which a page can be brought up to date by its changes alone

Key = tuple[int, PageContext]  # seat, and what else the page depends on


class RenderCache:
    """Renderings of the newest version, and hashes of earlier ones."""

    def __init__(self) -> None:
        self._renderings: Final[dict[Key, Rendering]] = {}
        self._earlier: Final[dict[Key, dict[int, RegionHashes]]] = {}
        self._messages: Final[dict[tuple[Key, int], tuple[int, bytes | None]]] = {}

    def rendering(self, room: Room, seat: int, context: PageContext) -> Rendering:
        """The page as it is now."""
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
        """The message for a page that showed version ``since``; None if nothing has changed.

        Streams that showed the same and see the same share it.
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
