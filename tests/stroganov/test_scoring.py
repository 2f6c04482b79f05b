"""Section 16: the end of the game and its scoring."""

from __future__ import annotations

import itertools

import pytest

import samovar
from samovar.games.stroganov.scoring import total
from tests.stroganov.actions import BOX, TILES, scene_of
from tests.stroganov.scene import main, play, table

NOTHING = "horses = 0\ncoins = 0\noutposts = 0\n"
KINDS_OF_TILES = {
    kind: [id for id, tile in TILES.items() if tile["kind"] == kind] for kind in BOX["landscapes"]["kinds"]
}


def position(player: str, extra: str = "", more: str = "") -> samovar.Match:
    return scene_of(f"year = 4\n{extra}[[player]]\nspace = 8\n{player}\n{more}")


def points(category: str, player: str, extra: str = "") -> int:
    """The points of one category. All other categories must be 0."""
    m = position(NOTHING + player, extra)
    breakdown = m.scores()[0].breakdown
    assert {name for name, n in breakdown.items() if n} <= {category}
    return breakdown[category]


@pytest.mark.rule("S-SCORE-01")
def test_after_the_fourth_winter_points_are_added_to_the_in_game_vp_in_order() -> None:
    """Nothing is scored before the end: the VP on the track do not change."""
    text = (
        f'year = 4\nseason = "winter"\n[[player]]\nspace = 8\nvp = 20\n{NOTHING}tigers = 1\nwishes = ["B3"]\n'
    )
    m = scene_of(text + f"[[player]]\nspace = 5\n{NOTHING}", "")
    while not m.over:
        seat = m.actors()[0]
        play(m, seat, main(m, seat)[-1])
    first = m.scores()[0]
    assert list(first.breakdown) == ["in_game", *BOX["scoring"]["order"]]
    assert list(first.breakdown) == [
        *("in_game", "wishes", "landscape_sets", "tigers", "trophy"),
        *("built_outposts", "unbuilt_outposts", "coins", "horses_and_furs", "story"),
    ]
    assert (first.breakdown["in_game"], table(m).vp[0]) == (20, 20)
    assert first.total == 20 + 4 + 2  # B3 and the tiger; 2 horses and 2 story are too few for a point
    assert sum(first.breakdown.values()) == first.total == total(table(m), 0)


@pytest.mark.rule("S-SCORE-02", "S-RULING-50")
def test_b6_counts_the_vp_on_the_track_before_any_end_scoring() -> None:
    """Other wishes and later categories do not raise it."""
    player = 'vp = 39\ntigers = 4\ncoins = 9\nwishes = ["B1", "B3", "B6", "B7"]\n'
    assert position(player).scores()[0].breakdown["wishes"] == 2 + 4 + 39 // 4 + 9


@pytest.mark.rule("S-SCORE-02")
def test_only_fulfilled_b_wishes_score() -> None:
    assert points("wishes", 'wishes = ["S1", "S2", "S6", "A3", "A9"]\nhand = ["B3"]') == 0
    assert points("wishes", 'wishes = ["S1", "A3", "B1", "B2"]') == 5


@pytest.mark.rule("S-SCORE-03", "S-RULING-49")
@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((0, 0, 0, 0), 0),
        ((3, 0, 0, 0), 0),
        ((2, 2, 0, 0), 0),
        ((1, 1, 1, 0), 3),
        ((0, 1, 1, 1), 3),
        ((1, 1, 1, 1), 6),
        ((2, 2, 2, 1), 9),
        ((2, 2, 2, 2), 12),
        ((3, 2, 2, 1), 9),
        ((2, 2, 1, 1), 6),
        ((3, 3, 3, 0), 9),
        ((4, 3, 2, 1), 9),
    ],
)
def test_sets_of_3_and_of_4_kinds_of_landscape(counts: tuple[int, ...], expected: int) -> None:
    """Each tile belongs to one set only, for all combinations of kinds."""
    for order in set(itertools.permutations(counts)):
        tiles = [
            tile for kind, n in zip(KINDS_OF_TILES, order, strict=True) for tile in KINDS_OF_TILES[kind][:n]
        ]
        assert points("landscape_sets", f"tiles = {tiles}") == expected
    assert best_split(counts) == expected


def best_split(counts: tuple[int, ...]) -> int:
    """The points of the best split into sets, found by trying every split."""
    best = 0
    for size, vp in ((4, 6), (3, 3)):
        for kinds in itertools.combinations(range(4), size):
            if all(counts[kind] for kind in kinds):
                left = tuple(n - (kind in kinds) for kind, n in enumerate(counts))
                best = max(best, vp + best_split(left))
    return best


@pytest.mark.rule("S-RULING-49")
@pytest.mark.parametrize("counts", list(itertools.product(range(3), repeat=4)))
@pytest.mark.no_cover
def test_the_split_that_scores_most(counts: tuple[int, ...]) -> None:
    tiles = [
        tile for kind, n in zip(KINDS_OF_TILES, counts, strict=True) for tile in KINDS_OF_TILES[kind][:n]
    ]
    assert points("landscape_sets", f"tiles = {tiles}") == best_split(counts)


@pytest.mark.rule("S-SCORE-04")
@pytest.mark.parametrize("tigers", [0, 1, 5])
def test_2_vp_per_unused_tiger(tigers: int) -> None:
    assert points("tigers", f"tigers = {tigers}") == 2 * tigers


@pytest.mark.rule("S-SCORE-05")
@pytest.mark.parametrize(
    ("colour", "side", "shields"),
    [
        ("blue", "a", [0, 0, 1, 1, 3, 3, 6, 6, 10]),
        ("yellow", "a", [0, 0, 1, 1, 3, 3, 6, 6, 10]),
        ("blue", "b", [0, 0, 1, 3, 3, 6, 10]),
        ("green", "b", [0, 0, 1, 1, 3, 3, 6, 6, 10]),
        ("red", "b", [0, 0, 1, 1, 3, 3, 6, 6, 10]),
        ("yellow", "b", [0, 0, 2, 2, 5, 5, 9, 9, 14]),
    ],
)
def test_the_value_of_the_last_shield_reached_or_passed(colour: str, side: str, shields: list[int]) -> None:
    """Only that shield counts, not the sum."""
    other = "green" if colour != "green" else "blue"
    options = f'[options]\nboards = "{side}a"\ncolours = "{colour},{other}"\n'
    found = [points("trophy", f"trophy = {space}", options) for space in range(len(shields))]
    assert found == shields


@pytest.mark.rule("S-SCORE-06")
@pytest.mark.parametrize(("built", "expected"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15)])
def test_1_3_6_10_15_vp_for_built_outposts(built: int, expected: int) -> None:
    """Neutral outposts and those of other players do not count."""
    extra = "".join(
        f'[[region]]\nposts = ["{0 if r < built else "neutral"}", "1", "neutral"]\n' for r in range(5)
    )
    m = position(NOTHING, extra, "[[player]]\noutposts = 0")
    assert m.scores()[0].breakdown["built_outposts"] == expected


@pytest.mark.rule("S-SCORE-07")
@pytest.mark.parametrize("outposts", [0, 1, 4])
def test_1_vp_per_outpost_in_the_personal_supply(outposts: int) -> None:
    m = position(f"horses = 0\ncoins = 0\noutposts = {outposts}")
    assert m.scores()[0].breakdown["unbuilt_outposts"] == outposts


@pytest.mark.rule("S-SCORE-08", "S-RULING-51")
@pytest.mark.parametrize(("coins", "expected"), [(0, 0), (1, 0), (2, 1), (7, 3)])
def test_1_vp_per_2_coins_rounded_down(coins: int, expected: int) -> None:
    m = position(f"horses = 0\noutposts = 0\ncoins = {coins}")
    assert m.scores()[0].breakdown["coins"] == m.scores()[0].total == expected


@pytest.mark.rule("S-SCORE-09", "S-RULING-51")
@pytest.mark.parametrize(
    ("horses", "furs", "expected"),
    [
        (4, [], 0),
        (5, [], 0),
        (5, [2], 1),
        (9, [8], 1),
        (10, [], 1),
        (10, [2], 1),
        (0, [2, 8, 8], 1),
        (14, [2, 2], 2),
        (15, [3], 2),
    ],
)
def test_5_horses_become_a_fur_then_1_vp_per_2_furs(horses: int, furs: list[int], expected: int) -> None:
    """Both are rounded down: horses short of 5 and a single fur lapse. The value of a fur does not matter."""
    m = position(f"coins = 0\noutposts = 0\nhorses = {horses}\nfurs = {furs}")
    assert m.scores()[0].breakdown["horses_and_furs"] == m.scores()[0].total == expected


@pytest.mark.rule("S-SCORE-10")
@pytest.mark.parametrize(("story", "expected"), [(0, 0), (3, 0), (4, 1), (7, 1), (11, 2), (12, 3)])
def test_1_vp_per_4_story_left(story: int, expected: int) -> None:
    assert points("story", f"story = {story}") == expected


@pytest.mark.rule("S-RULING-51")
def test_tigers_and_coins_count_for_themselves_and_with_their_cards() -> None:
    """B4 counts tigers and B7 coins again. Tigers are no furs. Banners count only with B14."""
    m = position(NOTHING + "tigers = 3\nbanners = 4\nfurs = [2]")
    assert {name: n for name, n in m.scores()[0].breakdown.items() if n} == {"tigers": 6}
    m = position(
        "horses = 0\noutposts = 0\ntigers = 3\ncoins = 4\nbanners = 4\nfurs = [2]\n"
        'wishes = ["B4", "B7", "B14"]'
    )
    breakdown = {name: n for name, n in m.scores()[0].breakdown.items() if n}
    assert breakdown == {"wishes": 3 + 4 + 4, "tigers": 6, "coins": 2}


@pytest.mark.rule("S-SCORE-11")
def test_most_vp_wins_and_a_tie_goes_to_the_cossack_furthest_ahead() -> None:
    text = "seats = 3\nyear = 4\n" + "".join(
        f"[[player]]\nspace = {space}\nvp = {vp}\n{NOTHING}" for space, vp in ((3, 30), (9, 30), (12, 29))
    )
    scores = scene_of(text).scores()
    assert [score.total for score in scores] == [30, 30, 29]
    assert [score.rank for score in scores] == [2, 1, 3]


@pytest.mark.rule("S-SCORE-11", "S-RULING-52", "S-RULING-71")
def test_a_tie_is_broken_by_the_order_within_a_space_also_in_a_gap() -> None:
    """The positions at the end of autumn count: no Cossack returns in year 4."""
    players = "".join(f"[[player]]\nspace = 6\n{NOTHING}" for _ in range(3))
    text = f'seats = 3\nyear = 4\nseason = "winter"\norder = [1, 2, 0]\nsongs = ["", "", ""]\n{players}'
    m = scene_of(text, "", {6: None})
    while not m.over:
        seat = m.actors()[0]
        play(m, seat, main(m, seat)[-1])
    s = table(m)
    assert [s.space[p] for p in range(3)] == [6, 6, 6]
    assert [score.total for score in m.scores()] == [0, 0, 0]  # two horses, two story: no points
    assert [score.rank for score in m.scores()] == [3, 1, 2]
