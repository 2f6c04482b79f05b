"""Rulings on where and when actions may be performed, and on the tiger in winter."""

from __future__ import annotations

import pytest

import samovar
from samovar.games.stroganov.components import KINDS, TIGER
from tests.stroganov.scene import furs, main, on_tile, play, regions, scene, table

VERBS = ("village", "yurt", "wish", "outpost", "claim")


def advanced(m: samovar.Match, seat: int = 0) -> list[str]:
    return [token for token in main(m, seat) if token.split(".")[0] in VERBS]


def acting(
    space: int,
    todo: str = "Main(0,0)",
    wishes: str = "",
    season: str = "spring",
    gaps: tuple[int, ...] = (),
    posts: dict[int, str] | None = None,
    held: str = "[]",
    horses: int = 0,
) -> samovar.Match:
    """A scene with the region furs 2 to 6, the trade fur 7 and an empty market."""
    holes = "".join(f'[[tile]]\nspace = {gap}\nid = "gap"\n' for gap in gaps)
    board = "".join(
        f"[[region]]\nfur = {region + 1}\n"
        + (f"posts = {posts[region]}\n" if posts and region in posts else "")
        for region in range(1, 6)
    )
    return scene(f"""
todo = ["{todo}", "EndTurn(0)", "Calendar()"]
acted = [0]
season = "{season}"
trade_fur = 7
market = []
[[player]]
space = {space}
coins = 0
horses = {horses}
furs = {held}
wishes = [{wishes}]
{holes}{board}""")


OWN = '["0", "", "neutral"]'


@pytest.mark.rule("S-RULING-14")
@pytest.mark.parametrize(
    ("space", "region"),
    [(1, 1), (2, 1), (3, 2), (5, 2), (6, 3), (7, 3), (8, 4), (10, 4), (11, 5), (12, 5)],
)
@pytest.mark.parametrize("gap", [False, True])
def test_the_region_of_a_cossack_is_that_of_its_space_tile_or_gap(space: int, region: int, gap: bool) -> None:
    m = acting(space, gaps=(space,) if gap else ())
    assert advanced(m) == [f"{verb}.{region}" for verb in ("village", "yurt", "wish", "outpost")]


@pytest.mark.rule("S-RULING-14")
def test_on_the_starting_tile_a_cossack_is_in_no_region() -> None:
    assert advanced(acting(0)) == []
    assert advanced(acting(0, posts={4: OWN})) == ["village.4", "yurt.4", "wish.4"]


@pytest.mark.rule("S-RULING-14", "S-RULING-27")
def test_before_step_1_on_the_starting_tile_only_outposts_allow_an_extra_action() -> None:
    m = acting(0, "Move(0)", wishes="'A11'")
    assert "extra.a11" not in m.options(0)
    m = acting(0, "Move(0)", wishes="'A11'", posts={4: OWN})
    play(m, 0, "extra.a11")
    assert m.options(0) == ["village.4", "yurt.4", "wish.4"]
    play(m, 0, "wish.4")
    assert main(m, 0) == ["move.1", "move.2"]  # the open question again


@pytest.mark.rule("S-RULING-27")
@pytest.mark.parametrize(("card", "season"), [("A11", "spring"), ("A12", "summer"), ("A13", "autumn")])
@pytest.mark.parametrize("now", ["spring", "summer", "autumn"])
def test_an_extra_action_in_turns_of_its_season_only(card: str, season: str, now: str) -> None:
    m = acting(4, wishes=f"'{card}'", season=now)
    assert (f"extra.{card.lower()}" in m.options(0)) == (season == now)


@pytest.mark.rule("S-RULING-27")
def test_an_extra_action_is_once_per_turn_without_price_and_no_main_action() -> None:
    m = acting(4, "Move(0)", wishes="'A11'", posts={1: OWN})
    play(m, 0, "extra.a11", "wish.2")
    assert "extra.a11" not in m.options(0)
    assert furs(m, 0) == []
    m = scene(f"""
todo = ["Main(0,0)", "Calendar()"]
acted = [0]
trade_fur = 7
market = []
[[player]]
space = 4
coins = 0
furs = [3]
wishes = ["A11"]
{regions(2, 3, 4, 5, 6)}""")
    play(m, 0, "extra.a11", "wish.2")  # then both main actions are still there, the second for its price
    play(m, 0, "village.2" if table(m).village[2] != 5 else "yurt.2")
    while "outpost.2" not in m.options(0):
        play(m, 0, m.options(0)[0])
    play(m, 0, "outpost.2")
    assert furs(m, 0) == []


@pytest.mark.rule("S-RULING-27")
def test_the_extra_action_can_be_used_again_in_each_turn() -> None:
    m = scene("""
        season = "spring"
        acted = [1]
        used = ["A11"]
        [[player]]
        space = 4
        horses = 0
        wishes = ["A11"]
    """)
    assert m.actors() == [0]
    assert "extra.a11" in m.options(0)


@pytest.mark.rule("S-RULING-27", "S-RULING-30")
def test_an_extra_action_between_two_bonuses_of_a_trade() -> None:
    """It is taken once, and the second bonus is still open afterwards."""
    m = acting(4, "TradeBonus(0,2)", wishes="'A11'")
    play(m, 0, "bonus.coin")
    assert "extra.a11" in m.options(0)
    play(m, 0, "extra.a11", "wish.2")
    assert "extra.a11" not in m.options(0)
    assert "bonus.coin" in m.options(0)


@pytest.mark.rule("S-RULING-27", "S-RULING-28")
def test_an_extra_action_is_bound_to_cossack_and_outposts_and_pays_its_costs() -> None:
    m = acting(4, "Basic(0)", wishes="'A11'", posts={1: OWN, 2: '["1", "neutral", ""]'}, horses=1)
    play(m, 0, "extra.a11")
    assert m.options(0) == ["village.1", "yurt.1", "wish.1", "village.2", "yurt.2", "wish.2"]
    m = acting(4, "Basic(0)", wishes="'A11'", posts={1: OWN, 2: '["1", "neutral", ""]'}, horses=2)
    play(m, 0, "extra.a11", "outpost.2")
    assert table(m).horses[0] == 0


@pytest.mark.rule("S-RULING-32")
def test_a_normal_build_is_possible_only_where_the_cossack_is() -> None:
    def builds(space: int) -> list[str]:
        return [token for token in advanced(acting(space, posts={1: OWN}, horses=4)) if "outpost" in token]

    assert builds(6) == ["outpost.3"]
    assert builds(1) == []  # an own outpost is there already


@pytest.mark.rule("S-RULING-32")
def test_anywhere_allows_every_region_but_one_outpost_per_region() -> None:
    m = acting(0, "Advanced(0,1,1)", posts={3: OWN}, horses=4)
    builds = [token for token in advanced(m) if token.startswith("outpost")]
    assert builds == ["outpost.1", "outpost.2", "outpost.4", "outpost.5"]


@pytest.mark.rule("S-RULING-32")
def test_every_outpost_goes_on_the_leftmost_free_space() -> None:
    m = acting(0, "Advanced(0,1,1)", posts={5: '["1", "", ""]'}, horses=9)
    play(m, 0, "outpost.5")
    assert table(m).horses[0] == 8
    assert 'posts = ["1", "0", ""]' in m.position()


@pytest.mark.rule("S-RULING-33", "S-RULING-32")
def test_a6_acts_as_if_one_or_two_tiles_further_left() -> None:
    """From 8 (R4) the next tiles are 7 and 6 (R3): wishes, yurts, villages and outposts of both regions."""
    assert advanced(acting(8, wishes="'A6'")) == [
        f"{verb}.{region}" for region in (3, 4) for verb in ("village", "yurt", "wish", "outpost")
    ]
    assert {token[-1] for token in advanced(acting(7, wishes="'A6'"))} == {"2", "3"}  # 6 and 5
    assert {token[-1] for token in advanced(acting(10, wishes="'A6'"))} == {"4"}  # 9 and 8: not three tiles
    assert {token[-1] for token in advanced(acting(8))} == {"4"}


@pytest.mark.rule("S-RULING-33")
def test_a6_ignores_gaps_and_ends_at_the_leftmost_tile() -> None:
    assert {token[-1] for token in advanced(acting(10, wishes="'A6'", gaps=(9, 8)))} == {"3", "4"}
    assert {token[-1] for token in advanced(acting(10, wishes="'A6'", gaps=(9, 8, 7)))} == {"2", "3", "4"}
    assert {token[-1] for token in advanced(acting(3, wishes="'A6'", gaps=(1, 2)))} == {"2"}
    assert {token[-1] for token in advanced(acting(1, wishes="'A6'"))} == {"1"}


@pytest.mark.rule("S-RULING-33", "S-RULING-26")
def test_with_a6_the_price_follows_the_shifted_place() -> None:
    m = acting(8, "Main(0,1)", wishes="'A6'", held="[4]")  # R3 asks for a 4, R4 for a 5
    assert {token[-1] for token in advanced(m)} == {"3"}
    m = acting(8, "Main(0,1)", wishes="'A6'", held="[5]")
    assert {token[-1] for token in advanced(m)} == {"4"}
    play(m, 0, "wish.4")
    assert furs(m, 0) == []


@pytest.mark.rule("S-RULING-33")
def test_a6_is_not_for_outposts_and_not_for_hunts() -> None:
    """An outpost in R5 is not shifted to R4, and the Cossack hunts where it stands."""
    m = acting(1, wishes="'A6'", posts={5: OWN})
    assert {token[-1] for token in advanced(m)} == {"1", "5"}
    m = acting(8, wishes="'A6'", gaps=(8,))
    assert not any(token.startswith("hunt") for token in main(m, 0))


@pytest.mark.rule("S-RULING-33")
def test_a6_does_not_work_from_the_starting_tile() -> None:
    assert advanced(acting(0, wishes="'A6'")) == []


# ---- the tiger in winter ----


def winter_over(tiles: str, top: str = "") -> samovar.Match:
    m = scene(f"""
season = "winter"
{top}
[[player]]
horses = 0
[[player]]
horses = 0
{tiles}""")
    while table(m).season == 3:
        seat = m.actors()[0]
        play(
            m,
            seat,
            next(token for token in ("income.horses", "go", "end", "pass") if token in m.options(seat)),
        )
    return m


def tigers_by_space(m: samovar.Match) -> list[int]:
    return [space for space in range(1, 13) for _ in range(table(m).row_furs[space * KINDS + TIGER])]


@pytest.mark.rule("S-RULING-08")
def test_a_new_rightmost_tile_gets_a_tiger_and_an_old_one_moves_left_with_its_tile() -> None:
    m = winter_over('[[tile]]\nspace = 5\nid = "gap"\n')
    assert tigers_by_space(m) == [11, 12]
    assert len(on_tile(m, 12)) > 1


@pytest.mark.rule("S-RULING-08")
def test_if_nothing_was_claimed_no_tiger_is_placed() -> None:
    assert tigers_by_space(winter_over("")) == [12]
    assert tigers_by_space(winter_over("[[tile]]\nspace = 12\ntigers = 0\n")) == []


@pytest.mark.rule("S-RULING-08")
def test_if_the_pile_is_empty_no_tiger_is_placed() -> None:
    m = winter_over('[[tile]]\nspace = 12\nid = "gap"\n', "tile_pile = []")
    assert table(m).row[12] == 0
    assert tigers_by_space(m) == []
