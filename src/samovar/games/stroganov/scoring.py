"""Section 16: end and scoring, in the order of the rulebook."""

from __future__ import annotations

from samovar.games.stroganov import components
from samovar.games.stroganov.components import KINDS, TIGER
from samovar.games.stroganov.state import Stroganov
from samovar.kernel import cards
from samovar.kernel.game import Score
from samovar.kernel.ints import i64


def scores(s: Stroganov) -> list[Score]:
    """The points of all players by category, with their ranks (S-SCORE-11, S-RULING-52).

    A tie goes to the Cossack furthest ahead.
    """
    result = [Score(p, breakdown(s, p)) for p in range(s.players)]
    place = {int(s.order[i]): i for i in range(s.players)}
    ranking = sorted(result, key=lambda score: (-score.total, place[score.seat]))
    for rank, score in enumerate(ranking, 1):
        score.rank = rank
    return result


def breakdown(s: Stroganov, p: int) -> dict[str, int]:
    """The points of one player by category (S-SCORE-01 to -10)."""
    stock = s.stock
    return {
        "in_game": int(s.vp[p]),
        "wishes": wish_points(s, p),
        "landscape_sets": set_points(s, p),
        "tigers": int(s.fur(p, TIGER) * stock.tiger_vp),
        "trophy": int(s.track(p).shield[s.trophy[p]]),
        "built_outposts": int(stock.built_vp[s.built(p)]),
        "unbuilt_outposts": int(s.outposts[p] * stock.unbuilt_vp),
        "coins": int(s.coins[p] // stock.coins_per_vp),
        "horses_and_furs": int((s.horses[p] // stock.horses_per_fur + s.fur_count(p)) // stock.furs_per_vp),
        "story": int(s.story[p] // stock.story_per_vp),
    }


def total(s: Stroganov, p: i64) -> i64:
    """The sum of the breakdown, computed without a dict because bots call it often."""
    stock = s.stock
    return (
        s.vp[p]
        + wish_points(s, p)
        + set_points(s, p)
        + s.furs[p * KINDS + TIGER] * stock.tiger_vp
        + s.track(p).shield[s.trophy[p]]
        + stock.built_vp[s.built(p)]
        + s.outposts[p] * stock.unbuilt_vp
        + s.coins[p] // stock.coins_per_vp
        + (s.horses[p] // stock.horses_per_fur + s.fur_count(p)) // stock.furs_per_vp
        + s.story[p] // stock.story_per_vp
    )


def wish_points(s: Stroganov, p: i64) -> i64:
    """The points of fulfilled B wishes (S-SCORE-02).

    B6 counts the VP on the track before any end scoring (S-RULING-50).
    """
    points: i64 = 0
    found = s.wishes[p] & s.stock.end_cards
    while found:
        wish = cards.first(found)
        found &= found - 1
        number = s.stock.wish_number[wish]
        if cards.has(s.stock.end_vp_fraction, wish):
            points += s.vp[p] // number
        elif s.stock.wish_per[wish] == components.PER_NOTHING:
            points += number
        else:
            points += number * count_per(s, p, s.stock.wish_per[wish])
    return points


def count_per(s: Stroganov, p: i64, per: i64) -> i64:
    """The number of things of p that a card counts (S-CARD-B4 to -B14)."""
    if per == components.PER_BUILT_OUTPOST:
        return s.built(p)
    if per == components.PER_TILE:
        return cards.count(s.tiles[p])
    if per == components.PER_TIGER:
        return s.furs[p * KINDS + TIGER]
    if per == components.PER_COIN:
        return s.coins[p]
    if per == components.PER_BANNER:
        return s.banners[p]
    if per == components.PER_WISH:
        return cards.count(s.wishes[p])
    return tiles_of_kind(s, p, per - components.PER_KIND)


def tiles_of_kind(s: Stroganov, p: i64, kind: i64) -> i64:
    n: i64 = 0
    tiles = s.tiles[p]
    while tiles:
        if s.stock.tile_kind[cards.first(tiles)] == kind:
            n += 1
        tiles &= tiles - 1
    return n


def set_points(s: Stroganov, p: i64) -> i64:
    """The points of landscape sets (S-SCORE-03).

    Sets of 4 kinds first, then sets of 3: that is always the best split (S-RULING-49).
    """
    a = tiles_of_kind(s, p, 0)
    b = tiles_of_kind(s, p, 1)
    c = tiles_of_kind(s, p, 2)
    d = tiles_of_kind(s, p, 3)
    points: i64 = 0
    while True:
        kinds: i64 = 0  # number of kinds with a tile left; the next set takes one tile of each
        if a:
            kinds += 1
            a -= 1
        if b:
            kinds += 1
            b -= 1
        if c:
            kinds += 1
            c -= 1
        if d:
            kinds += 1
            d -= 1
        if kinds == 4:
            points += s.stock.set_of_4
        elif kinds == 3:
            points += s.stock.set_of_3
        else:
            return points
