"""Section 6: residences."""

from __future__ import annotations

from samovar.games.catherine import tokens
from samovar.games.catherine.components import GOODS
from samovar.games.catherine.favor import gain_favor
from samovar.games.catherine.state import Catherine
from samovar.kernel import cards, counts
from samovar.kernel.ints import i64
from samovar.kernel.notation import action
from samovar.kernel.step import Refusal


def free_cities(s: Catherine, p: i64, cities: i64) -> i64:
    """The cities among these where p can build: those without an own residence, or none if the supply is
    empty. Residences of other players do not matter (C-RES-01, C-RES-03, C-RES-07).
    """
    if s.supply(p) == 0:
        return 0
    return cities & ~s.residences[p]


def build(s: Catherine, p: i64, city: i64) -> None:
    """Build a residence of p in a city. Take a goods tile if the city shows a good, make a favor step if it
    shows the crown. The "1" counts only in interim scorings (C-RES-01 to -06).

    There are as many tiles as players, so there is one for each builder (C-RULING-09).
    """
    s.residences[p] = cards.plus(s.residences[p], city)
    s.emit(tokens.BUILT, p, city)
    tile = s.stock.city_tile[city]
    if tile:
        s.tiles[p] += tile
        s.emit(tokens.TOOK_TILE, p, good_of(tile))
    if cards.has(s.stock.crowns, city):
        gain_favor(s, p, 1)


def good_of(tile: i64) -> i64:
    kind: i64 = 0
    while kind < GOODS and counts.get(tile, kind) == 0:
        kind += 1
    return kind


def refuse_cities(s: Catherine, p: i64, cities: i64, wrong: str, rule: str, out: list[Refusal]) -> None:
    """Append a refusal for each city where p may not build: an own residence is there, or it is not among
    these cities. A player without a residence in the supply is never asked where to build.
    """
    for city in cards.members(s.stock.cities):
        if cards.has(s.residences[p], city):
            out.append(Refusal(action(tokens.BUILD, city), "already_a_residence_there", "C-RES-03"))
        elif not cards.has(cities, city):
            out.append(Refusal(action(tokens.BUILD, city), wrong, rule))
