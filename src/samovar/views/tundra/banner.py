"""The banner of Tundra in the lobby, drawn with the symbols of its board."""

from __future__ import annotations

from typing import Final

from samovar.views.game_view import BANNER_HEIGHT, BANNER_WIDTH
from samovar.views.svg import group, rect, use

GLADES: Final = ["g-firewood", "g-none", "g-stone", "g-peat", "g-firewood"]


def banner() -> tuple[str, list[str]]:
    """The SVG body of the banner and the symbols that it uses: two rows of glades with some pieces."""
    wide, high = 86.0, 98.0
    body = rect(0, 0, BANNER_WIDTH, BANNER_HEIGHT, 0, "banner__frost")
    for k, glade in enumerate(GLADES):
        body += use(glade, k * wide - 47, -52, wide, high)
        body += use(GLADES[(k + 2) % 5], k * wide - 4, 21.5, wide, high)
    body += group(use("tower", 26, 40, 26, 38), "p-red") + group(use("worker", 110, 46, 25, 31), "p-yellow")
    body += group(use("worker", 198, 46, 25, 31), "p-green") + group(use("tower", 282, 40, 26, 38), "p-blue")
    return body, [*sorted(set(GLADES)), "tower", "worker"]
