"""The banner of Stroganov in the lobby: a strip of landscape, drawn with the symbols of its board."""

from __future__ import annotations

from typing import Final

from samovar.views.game_view import BANNER_HEIGHT, BANNER_WIDTH
from samovar.views.svg import group, path, use

SCENES: Final = ["forest", "mountain", "swamp", "steppe", "forest"]


def banner() -> tuple[str, list[str]]:
    """Landscapes side by side with two Cossacks, and the symbols that the drawing uses."""
    wide = BANNER_WIDTH / len(SCENES)
    body = "".join(use(scene, k * wide, 0, wide, 118) for k, scene in enumerate(SCENES))
    body += "".join(path(f"M{k * wide:.1f} 0V{BANNER_HEIGHT}", "banner__seam") for k in range(1, len(SCENES)))
    body += group(use("cossack", 82, 40, 34, 44), "p-blue") + group(use("cossack", 222, 42, 32, 42), "p-red")
    return body, [*sorted(set(SCENES)), "cossack"]
