"""Section 11: the final scoring."""

from __future__ import annotations

from samovar.games.catherine.components import GOODS
from samovar.games.catherine.state import Catherine
from samovar.kernel import cards, counts
from samovar.kernel.game import Score
from samovar.kernel.ints import i64


def scores(s: Catherine) -> list[Score]:
    """The scores of all players by category. The most VP win. Tied players share a rank: 1, 1, 3 …
    (C-FINAL-05, C-RULING-32).
    """
    result = [Score(p, breakdown(s, p)) for p in range(s.seats)]
    for score in result:
        score.rank = 1 + sum(1 for other in result if other.total > score.total)
    return result


def breakdown(s: Catherine, p: int) -> dict[str, int]:
    """The points of one player by category (C-FINAL-01 to -04)."""
    return {
        "in_game": int(s.vp[p]),
        "hand_cards": int(s.held[p] * s.stock.leftover_vp),
        "order": int(s.stock.order_vp[matched_order_tiles(s, p)]),
        "largest_group": int(largest_group(s, p) * s.stock.multiplier[s.favor[p]]),
    }


def total(s: Catherine, p: i64) -> i64:
    """The sum of the breakdown, without building a dict."""
    return (
        s.vp[p]
        + s.held[p] * s.stock.leftover_vp
        + s.stock.order_vp[matched_order_tiles(s, p)]
        + largest_group(s, p) * s.stock.multiplier[s.favor[p]]
    )


def matched_order_tiles(s: Catherine, p: i64) -> i64:
    """The number of tiles of the own order that p has. Each joker replaces a missing tile. Goods on cards do
    not count (C-FINAL-02, C-RULING-29).
    """
    order = s.stock.order_goods[s.order[p]]
    found: i64 = 0
    pictured: i64 = 0
    for kind in range(GOODS):
        wanted = counts.get(order, kind)
        owned = counts.get(s.tiles[p], kind)
        found += owned if owned < wanted else wanted
        pictured += wanted
    found += s.jokers[p]
    return found if found < pictured else pictured


def largest_group(s: Catherine, p: i64) -> i64:
    """The size of the largest group of own residences connected by roads (C-FINAL-04, C-RULING-30)."""
    return cards.largest_group(s.residences[p], s.stock.roads)
