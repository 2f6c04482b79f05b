"""The banner of Catherine in the lobby, drawn with the symbols of its board."""

from __future__ import annotations

from typing import Final

from samovar.views.game_view import BANNER_HEIGHT, BANNER_WIDTH
from samovar.views.svg import group, path, rect, use

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


def banner() -> tuple[str, list[str]]:
    """The banner as SVG, and the ids of the symbols it uses: a coast, cities along a road, residences."""
    body = rect(0, 0, BANNER_WIDTH, BANNER_HEIGHT, 0, "banner__land")
    body += path("M336 0V92H268C280 74 266 62 284 48S276 16 292 0Z", "banner__sea")
    body += path(RIVER, "banner__river") + path(ROAD, "banner__road") + use("ship", 300, 40, 26, 22)
    body += "".join(use("wood", x, y, 22, 22) for x, y in TREES)
    body += "".join(use(city, x, y, 36, 45) for city, x, y in CITIES)
    homes = [("p-red", 186.0, 62.0), ("p-yellow", 62.0, 62.0), ("p-blue", 252.0, 50.0)]
    body += "".join(group(use("home", x, y, 15), colour) for colour, x, y in homes)
    return body, [*(city for city, _, _ in CITIES), "wood", "ship", "home"]
