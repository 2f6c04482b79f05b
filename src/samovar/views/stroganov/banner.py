"""The strip of landscape that stands for Stroganov on the first page, drawn from the symbols of its table."""

from __future__ import annotations

from typing import Final

from samovar.views.art import group, path, use
from samovar.views.game_view import HEIGHT, WIDTH

SCENES: Final = ["forest", "mountain", "swamp", "steppe", "forest"]


def banner() -> tuple[str, list[str]]:
    """Landscapes side by side, and a Cossack who rides through them."""
    wide = WIDTH / len(SCENES)
    body = "".join(use(scene, k * wide, 0, wide, 118) for k, scene in enumerate(SCENES))
    body += "".join(path(f"M{k * wide:.1f} 0V{HEIGHT}", "banner__seam") for k in range(1, len(SCENES)))
    body += group(use("cossack", 82, 40, 34, 44), "p-blue") + group(use("cossack", 222, 42, 32, 42), "p-red")
    return body, [*sorted(set(SCENES)), "cossack"]
