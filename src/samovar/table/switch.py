"""The way from an address to what answers it, without trying one pattern after the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Scope

ID: Final = "{id}"
MOST: Final = 2000  # addresses that are kept in mind,
LONGEST: Final = 100  # as long as they are of a usual length


class Switch:
    """Addresses whose only variable part is the id of a table are found at once, by what is left when it is
    taken out; for whatever else is asked there is the router.
    """

    def __init__(self, routes: Sequence[BaseRoute]) -> None:
        self._ways: Final[dict[tuple[str, str, str, int], Route]] = {}
        for route in routes:
            if isinstance(route, Route) and route.path.count("{") == route.path.count(ID) == 1:
                for method in route.methods or ():
                    self._ways[method, *self._parts(route.path)[1:]] = route
        self._found: Final = lru_cache(MOST)(self._find)  # what is asked once is asked again soon

    @staticmethod
    def _parts(path: str) -> tuple[str, str, str, int]:
        """The id, what is before it, what is after it, and how many parts there are."""
        parts = path.split("/")
        at = 3 if parts[1] == "api" else 2
        if len(parts) <= at:
            return "", path, "", len(parts)
        return parts[at], "/".join(parts[:at]), "/".join(parts[at + 1 :]), len(parts)

    def find(self, method: str, path: str) -> tuple[str, Route | None]:
        """The id in this address, and where it leads, if that is known here."""
        return self._found(method, path) if len(path) <= LONGEST else self._find(method, path)

    def _find(self, method: str, path: str) -> tuple[str, Route | None]:
        id, before, after, parts = self._parts(path)
        return id, self._ways.get((method, before, after, parts)) if id else None

    def way(self, scope: Scope, path: str) -> ASGIApp | None:
        """The handler of this request; None if only the router knows it. ``path``: below the root path."""
        id, route = self.find(scope["method"], path)
        if route is None:
            return None
        scope["path_params"] = {"id": id}
        scope["route"] = route
        scope["endpoint"] = route.endpoint
        return route.app
