"""Section 11: the final scoring, and the ranks."""

from __future__ import annotations

import pytest

import samovar
from samovar.games.catherine.scoring import largest_group, matched_order_tiles, total
from tests.catherine.phase_scenes import ALL_CITIES, decline, score, seat, vps
from tests.catherine.scene import BOX, Player, table, tiles

BY_GOOD = {
    "iron": ["vyborg", "voronezh", "orenburg"],
    "food": ["riga", "novorossiya", "archangelsk"],
    "caviar": ["reval", "nizhny_novgorod", "astrakhan"],
    "fur": ["novgorod", "kharkov", "irkutsk"],
}


def end(*players: Player, seats: int = 0) -> samovar.Match:
    """The match after its last interim scoring, without residences for books."""
    m = score(*players, *(seat() for _ in range(max(2, seats) - len(players))), decade=3)
    decline(m)
    assert m.over
    return m


def part(m: samovar.Match, category: str) -> list[int]:
    return [score.breakdown[category] for score in m.scores()]


def where(iron: int = 0, food: int = 0, caviar: int = 0, fur: int = 0) -> str:
    """Cities that bring these numbers of tiles of each good."""
    wanted = {"iron": iron, "food": food, "caviar": caviar, "fur": fur}
    return " ".join(id for good, n in wanted.items() for id in BY_GOOD[good][:n])


@pytest.mark.rule("C-FINAL-01")
def test_one_point_for_every_card_left_in_hand() -> None:
    m = end(seat(hand=3), seat(hand=0), seat(hand=5, favor=6))
    assert part(m, "hand_cards") == [3, 0, 5]


@pytest.mark.rule("C-FINAL-02", "C-RULING-29")
@pytest.mark.parametrize(
    ("owned", "jokers", "found"),
    [
        ("iron=1 food=2 caviar=2 fur=2", 0, 7),
        ("iron=1 food=2 caviar=2 fur=1", 0, 6),
        ("iron=3 food=3", 0, 3),  # order1 shows one iron and two food: surplus tiles do not count
        ("iron=3 food=3", 2, 5),
        ("iron=3", 6, 7),
        ("food=2 caviar=2 fur=2", 3, 7),  # at most seven
        ("", 0, 0),
        ("", 4, 4),
    ],
)
def test_tiles_match_the_order_and_each_joker_replaces_a_missing_one(
    owned: str, jokers: int, found: int
) -> None:
    goods = {good: int(n) for good, n in (word.split("=") for word in owned.split())}
    m = end(seat(order="order1", jokers=jokers, residences=where(**goods)), seats=3)
    assert tiles(m, 0) == {good: n for good, n in goods.items() if n}
    assert matched_order_tiles(table(m), 0) == found


@pytest.mark.rule("C-FINAL-02", "C-BOOK-06")
def test_goods_on_cards_do_not_count() -> None:
    """A row full of the missing goods does not help."""
    row = "nw25 nw34 ea19"  # caviar and fur, three of each
    m = end(seat(row=row, order="order1", residences=where(iron=1, food=2)))
    assert table(m).owned(0, 2) == 3
    assert matched_order_tiles(table(m), 0) == 3
    assert part(m, "order") == [0, 0]


@pytest.mark.rule("C-FINAL-03")
@pytest.mark.parametrize(
    ("found", "points"), [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 5), (6, 8), (7, 12)]
)
def test_five_six_or_seven_matches_score_five_eight_or_twelve(found: int, points: int) -> None:
    goods = ["fur", "fur", "caviar", "caviar", "food", "food", "iron"][:found]
    owned = {good: goods.count(good) for good in set(goods)}
    m = end(seat(order="order1", residences=where(**owned)))
    assert part(m, "order") == [points, 0]


@pytest.mark.rule("C-FINAL-04", "C-RULING-30")
@pytest.mark.parametrize(
    ("names", "size"),
    [
        ("", 0),  # none is zero
        ("irkutsk", 1),  # a single residence is a group of one
        ("riga irkutsk", 1),  # no road between them
        ("riga smolensk", 2),
        ("riga smolensk irkutsk orenburg kazan", 3),  # only the largest group counts
        ("vyborg st_petersburg novgorod moscow voronezh astrakhan orenburg irkutsk", 8),  # a chain
        ("riga novgorod smolensk moscow kiev kharkov voronezh vyborg", 7),  # the eighth is not connected
        ("archangelsk kazan", 1),
        ("archangelsk kazan siberia", 3),
    ],
)
def test_the_largest_group_connected_by_roads_scores(names: str, size: int) -> None:
    for favor, multiplier in ((0, 1), (9, 3), (14, 4)):
        m = end(seat(residences=names, favor=favor))
        assert part(m, "largest_group")[0] == size * multiplier


@pytest.mark.rule("C-FINAL-04")
def test_residences_of_others_connect_nothing() -> None:
    m = end(seat(residences="riga moscow"), seat(residences="smolensk novgorod"))
    assert part(m, "largest_group") == [1, 2]


@pytest.mark.rule("C-FINAL-04")
def test_every_road_of_the_box_connects_its_two_cities_and_nothing_else_does() -> None:
    m = end(seat(), seat())
    s = table(m)
    roads = {tuple(sorted((road["a"], road["b"]))) for road in BOX["road"]}
    for a in range(1, 19):
        for b in range(a + 1, 19):
            s.residences[0] = 1 << a | 1 << b
            ids = tuple(sorted((ALL_CITIES[a - 1], ALL_CITIES[b - 1])))
            assert largest_group(s, 0) == (2 if ids in roads else 1), ids
    assert len(roads) == 29


@pytest.mark.rule("C-FINAL-05")
def test_the_total_is_the_sum_and_most_points_win() -> None:
    m = end(
        seat(vp=40, hand=3, favor=14, order="order1", residences="riga smolensk"),
        seat(vp=61, hand=0, order="order2"),
    )
    first, second = m.scores()
    assert first.breakdown == {"in_game": vps(m)[0], "hand_cards": 3, "order": 0, "largest_group": 8}
    assert (first.total, second.total) == (40 + 2 + 3 + 10 + 11, 61 + 2)
    assert [int(total(table(m), p)) for p in range(2)] == [first.total, second.total]
    assert (first.rank, second.rank) == (1, 2)
    m = end(seat(vp=3), seat(vp=9), seat(vp=1), seat(vp=5))
    assert [score.rank for score in m.scores()] == [3, 1, 4, 2]


@pytest.mark.rule("C-RULING-32")
@pytest.mark.parametrize(
    ("points", "ranks"),
    [
        ([5, 5, 1], [1, 1, 3]),
        ([1, 5, 5], [3, 1, 1]),
        ([7, 5, 5], [1, 2, 2]),
        ([5, 5, 5], [1, 1, 1]),
        ([9, 5, 5, 2], [1, 2, 2, 4]),
        ([4, 4], [1, 1]),
    ],
)
def test_tied_leaders_share_the_victory(points: list[int], ranks: list[int]) -> None:
    """Favor, residences and cards in hand do not break a tie."""
    m = end(*(seat(vp=n) for n in points))
    assert [score.rank for score in m.scores()] == ranks
    tie = end(seat(vp=1, hand=2), seat(vp=3))
    assert [score.rank for score in tie.scores()] == [1, 1]


@pytest.mark.rule("C-FINAL-01", "C-FINAL-05")
def test_before_the_end_the_score_is_as_if_the_game_ended_now() -> None:
    m = score(seat(vp=4, hand=2), seat(vp=9))
    assert [score.total for score in m.scores()] == [4 + 2 + 2, 9 + 2]


@pytest.mark.rule("C-RULING-35")
def test_the_names_of_the_cities_are_an_option_and_their_ids_are_fixed() -> None:
    printed = samovar.Match("catherine", 2, seed=5)
    modern = samovar.Match("catherine", 2, seed=5, options={"names": "modern"})
    assert (table(printed).setting.modern_names, table(modern).setting.modern_names) == (False, True)
    stock = table(modern).stock
    names = dict(zip(ALL_CITIES, zip(stock.city_names[1:], stock.city_modern[1:], strict=True), strict=True))
    assert names["kiev"] == ("Kiev", "Kyiv")
    assert names["kharkov"] == ("Kharkov", "Kharkiv")
    assert names["novorossiya"] == ("Novorossiya", "Kremenchuk")
    assert names["moscow"] == ("Moscow", "Moscow")
    assert printed.position() == modern.position().replace('"modern"', '"printed"')
    assert samovar.Match.from_position(modern.position()).position() == modern.position()
    with pytest.raises(samovar.BadInput, match="names must be one of printed, modern"):
        samovar.Match("catherine", 2, options={"names": "old"})
