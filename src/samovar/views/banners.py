"""A strip of each game's own landscape for the first page, out of the pictures of its table."""

from __future__ import annotations

from typing import Final

from samovar.views.art import drawing, group, path, rect, use

WIDTH: Final = 336.0
HEIGHT: Final = 92.0

SCENES: Final = ["forest", "mountain", "swamp", "steppe", "forest"]
CITIES: Final = [
    ("l-kiev", 22.0, 34.0),
    ("l-novgorod", 84.0, 20.0),
    ("l-moscow", 146.0, 36.0),
    ("l-kazan", 214.0, 22.0),
]
TREES: Final = [
    (2.0, 6.0),
    (14.0, 12.0),
    (60.0, 4.0),
    (122.0, 50.0),
    (134.0, 6.0),
    (146.0, 12.0),
    (190.0, 8.0),
    (252.0, 8.0),
]
RIVER: Final = "M-4 60C40 50 60 84 104 84S160 96 200 82S258 80 280 66"
ROAD: Final = "M40 74C70 74 74 60 104 60S150 78 170 76S210 62 234 62"
GLADES: Final = ["g-firewood", "g-none", "g-stone", "g-peat", "g-firewood"]


def banner(game: str) -> str:
    """The strip with the symbols it is drawn of; nothing for those who hear the page."""
    body, refs = _drawn(game)
    return (
        f'<svg class="banner banner--{game}" viewBox="0 0 {int(WIDTH)} {int(HEIGHT)}" aria-hidden="true" '
        f'preserveAspectRatio="xMidYMid slice"><defs>{_symbols(game, refs)}</defs>{body}</svg>'
    )


def _drawn(game: str) -> tuple[str, list[str]]:
    if game == "stroganov":
        return _siberia()
    if game == "catherine":
        return _empire()
    return _tundra()


def _siberia() -> tuple[str, list[str]]:
    """Landscapes side by side, and a Cossack who rides through them."""
    wide = WIDTH / len(SCENES)
    body = "".join(use(scene, k * wide, 0, wide, 118) for k, scene in enumerate(SCENES))
    body += "".join(path(f"M{k * wide:.1f} 0V{HEIGHT}", "banner__seam") for k in range(1, len(SCENES)))
    body += group(use("cossack", 82, 40, 34, 44), "p-blue") + group(use("cossack", 222, 42, 32, 42), "p-red")
    return body, [*sorted(set(SCENES)), "cossack"]


def _empire() -> tuple[str, list[str]]:
    """A coast with a ship, cities along a road, residences beside them."""
    body = rect(0, 0, WIDTH, HEIGHT, 0, "banner__land")
    body += path("M336 0V92H268C280 74 266 62 284 48S276 16 292 0Z", "banner__sea")
    body += path(RIVER, "banner__river") + path(ROAD, "banner__road") + use("ship", 300, 40, 26, 22)
    body += "".join(use("wood", x, y, 22, 22) for x, y in TREES)
    body += "".join(use(city, x, y, 36, 45) for city, x, y in CITIES)
    homes = [("p-red", 186.0, 62.0), ("p-yellow", 62.0, 62.0), ("p-blue", 252.0, 50.0)]
    body += "".join(group(use("home", x, y, 15), colour) for colour, x, y in homes)
    return body, [*(city for city, _, _ in CITIES), "wood", "ship", "home"]


def _tundra() -> tuple[str, list[str]]:
    """Glades from edge to edge; somebody has built here already."""
    wide, high = 86.0, 98.0
    body = rect(0, 0, WIDTH, HEIGHT, 0, "banner__frost")
    for k, glade in enumerate(GLADES):
        body += use(glade, k * wide - 47, -52, wide, high)
        body += use(GLADES[(k + 2) % 5], k * wide - 4, 21.5, wide, high)
    body += group(use("tower", 26, 40, 26, 38), "p-red") + group(use("worker", 110, 46, 25, 31), "p-yellow")
    body += group(use("worker", 198, 46, 25, 31), "p-green") + group(use("tower", 282, 40, 26, 38), "p-blue")
    return body, [*sorted(set(GLADES)), "tower", "worker"]


def _symbols(game: str, refs: list[str]) -> str:
    """These pictures out of the sprite of a game, and the shape that cuts the glades."""
    sprite = drawing(f"{game}/sprite.svg")
    found = ""
    for opening in ['<clipPath id="hexclip"', *(f'<symbol id="a-{ref}"' for ref in refs)]:
        start = sprite.find(opening)
        if start >= 0:
            closing = f"</{opening[1:].split(' ')[0]}>"
            found += sprite[start : sprite.index(closing, start) + len(closing)]
    return found
