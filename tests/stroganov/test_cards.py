"""Section 13: the effect of every wish card."""

from __future__ import annotations

import pytest

import samovar
from tests.stroganov.actions import WISHES, fulfilled, hand, logged, owned, posts, region, scene_of
from tests.stroganov.scene import furs, leave_in_bag, main, play, table, tigers


def effect(card: str) -> dict[str, object]:
    return dict(WISHES[card]["effect"])


@pytest.mark.rule("S-CARD-S1", "S-CARD-A1")
@pytest.mark.parametrize("card", ["S1", "A1"])
def test_one_more_free_step_with_every_move(card: str) -> None:
    """It works in step 1, with the move action in either direction, and with a movement bonus of a trade."""
    text = f'[[player]]\nspace = 5\nhorses = 0\ncoins = 0\nfurs = [3]\nwishes = ["{card}"]'
    m = scene_of(text, "Move(0) Main(0,0)")
    assert main(m, 0) == ["move.1", "move.2", "move.3"]
    steps = ["left.1", "left.2", "left.3", "right.1", "right.2", "right.3"]
    m = scene_of(text)
    assert [token for token in main(m, 0) if token.startswith(("left", "right"))] == steps
    play(m, 0, "trade")
    assert main(m, 0)[3:] == [*steps, "pass"]
    play(m, 0, "left.3")
    assert table(m).space[0] == 2
    assert effect(card) == {"kind": "extra_step", "steps": 1}


@pytest.mark.rule("S-CARD-S1", "S-CARD-A1", "S-RULING-15")
def test_s1_and_a1_add_up_and_horses_count_from_there() -> None:
    text = '[[player]]\nspace = 1\nhorses = {}\ncoins = 0\nwishes = ["S1", "A1"]'
    m = scene_of(text.format(0), "Move(0) Main(0,0)")
    assert main(m, 0) == ["move.1", "move.2", "move.3", "move.4"]
    m = scene_of(text.format(3), "Move(0) Main(0,0)")
    assert main(m, 0)[-1] == "move.6"
    play(m, 0, "move.6")
    assert (table(m).horses[0], table(m).space[0]) == (0, 7)


# ---- winter ----


def winter(player: str, extra: str = "") -> samovar.Match:
    """The beginning of a winter with seat 0 ahead. Five horses allow a purchase, so that no question answers
    itself.
    """
    return scene_of(
        f'season = "winter"\n{extra}[[player]]\nspace = 8\nhorses = 5\ncoins = 0\n{player}', todo=""
    )


@pytest.mark.rule("S-CARD-S2", "S-CARD-A2")
@pytest.mark.parametrize("card", ["S2", "A2"])
def test_winter_three_horses(card: str) -> None:
    m = winter(f'wishes = ["{card}"]')
    play(m, 0, f"income.{card.lower()}")
    assert table(m).horses[0] == 8
    assert main(m, 0) == ["income.horses"]  # once


@pytest.mark.rule("S-CARD-S3")
def test_winter_a_coin() -> None:
    m = winter('wishes = ["S3"]')
    play(m, 0, "income.s3")
    assert (table(m).coins[0], table(m).horses[0]) == (1, 5)
    assert main(m, 0) == ["income.horses"]


@pytest.mark.rule("S-CARD-S4", "S-CARD-A7")
@pytest.mark.parametrize("card", ["S4", "A7"])
def test_winter_two_story(card: str) -> None:
    """They may lead to 12, which opens the option at once."""
    m = winter(f'wishes = ["{card}"]\nstory = 3')
    play(m, 0, f"income.{card.lower()}")
    assert table(m).story[0] == 5
    m = winter(f'wishes = ["{card}"]\nstory = 10')
    play(m, 0, f"income.{card.lower()}")
    assert m.options(0) == ["song.sa03", "song.sa01", "pass"]


@pytest.mark.rule("S-CARD-S5")
@pytest.mark.parametrize("built", [0, 1, 3])
def test_winter_two_horses_per_built_outpost(built: int) -> None:
    """Outposts in the supply, of other players and neutral ones do not count."""
    extra = "".join(
        f'[[region]]\nposts = ["{0 if r < built else 1}", "neutral", "neutral"]\n' for r in range(5)
    )
    m = winter('wishes = ["S5"]\noutposts = 2\n[[player]]\noutposts = 0', extra)
    play(m, 0, "income.s5")
    assert table(m).horses[0] == 5 + 2 * built


@pytest.mark.rule("S-CARD-S6")
@pytest.mark.parametrize("tiles", [[], ["L01"], ["L01", "L02", "L26"]])
def test_winter_two_horses_per_own_landscape_tile(tiles: list[str]) -> None:
    m = winter(f'wishes = ["S6"]\ntiles = {tiles}\n[[player]]\ntiles = ["L20", "L21"]')
    play(m, 0, "income.s6")
    assert table(m).horses[0] == 5 + 2 * len(tiles)


@pytest.mark.rule("S-CARD-A5")
def test_winter_a_fur_from_the_bag_if_wanted() -> None:
    """Draw 2, keep 1, once per winter. It may be declined."""
    m = winter('wishes = ["A5"]')
    leave_in_bag(m, 4, 7)
    play(m, 0, "income.horses")
    assert main(m, 0) == ["income.a5", "end"]
    play(m, 0, "income.a5")
    assert m.options(0) == ["keep.4", "keep.7"]
    play(m, 0, "keep.7")
    assert furs(m, 0) == [7]
    assert "income.a5" not in m.options(0)


@pytest.mark.rule("S-CARD-A9")
def test_winter_an_advanced_action_without_price_in_any_region() -> None:
    """Costs in the action are still paid. It is used once and only in winter."""
    m = winter('wishes = ["A9"]\nfurs = [4, 4]\noutposts = 1', region(2, 'posts = ["1", "", "neutral"]'))
    play(m, 0, "extra.a9")
    everywhere = [f"{verb}.{r}" for r in range(1, 6) for verb in ("village", "yurt", "wish", "outpost")]
    assert main(m, 0) == [*everywhere, "claim.3", "claim.4", "claim.5"]
    play(m, 0, "outpost.2")
    assert (posts(m, 2), table(m).horses[0], furs(m, 0)) == (["1", "0", "neutral"], 4, [4, 4])
    assert "extra.a9" not in m.options(0)
    for season in ("spring", "summer", "autumn"):
        m = scene_of(f'season = "{season}"\n[[player]]\nspace = 8\nwishes = ["A9"]')
        assert "extra.a9" not in m.options(0)


# ---- hunting ----


@pytest.mark.rule("S-CARD-S8")
def test_hunt_on_the_next_tile_to_the_right_or_left() -> None:
    """Gaps are ignored. Skipping costs by the furs on that tile. No tile further away can be hunted on."""
    text = "[[player]]\nspace = 6\nhorses = 1\ncoins = 0\nfurs = []\nwishes = {}"
    tiles: dict[int, list[int] | None] = {3: [2], 4: [3, 5], 5: None, 6: [7], 7: None, 8: [4, 4, 6], 9: [8]}
    m = scene_of(text.format('["S8"]'), tiles=tiles)
    hunts = [token for token in main(m, 0) if token.startswith("hunt")]
    assert hunts == ["hunt.7", "hunt_left.3", "hunt_left.5", "hunt_right.4"]
    play(m, 0, "hunt_left.5")
    assert (furs(m, 0), table(m).horses[0], table(m).space[0]) == ([5], 0, 6)
    m = scene_of(text.format("[]"), tiles=tiles)
    assert [token for token in main(m, 0) if token.startswith("hunt")] == ["hunt.7"]


@pytest.mark.rule("S-CARD-S8", "S-RULING-10")
def test_s8_the_second_fur_may_come_from_another_tile_beyond_a_gap() -> None:
    m = scene_of(
        '[[player]]\nspace = 6\nhorses = 0\ncoins = 1\nwishes = ["S8"]',
        tiles={5: [3], 6: None, 7: [4]},
    )
    assert [token for token in main(m, 0) if token.startswith("hunt")] == ["hunt_left.3", "hunt_right.4"]
    play(m, 0, "hunt_left.3")
    assert main(m, 0) == ["hunt_right.4", "pass"]
    play(m, 0, "hunt_right.4")
    assert (furs(m, 0), table(m).coins[0]) == ([3, 4], 0)


@pytest.mark.rule("S-CARD-A8")
def test_skipping_lower_furs_costs_no_horses() -> None:
    text = "[[player]]\nspace = 6\nhorses = 0\ncoins = 0\nwishes = {}"
    tiles: dict[int, list[int] | None] = {6: [2, 2, 3, 8, 9]}
    m = scene_of(text.format('["A8"]'), tiles=tiles)
    hunts = [token for token in main(m, 0) if token.startswith("hunt")]
    assert hunts == ["hunt.2", "hunt.3", "hunt.8", "hunt.tiger"]
    play(m, 0, "hunt.tiger")
    assert (tigers(m, 0), table(m).horses[0]) == (1, 0)
    m = scene_of(text.format("[]"), tiles=tiles)
    assert [token for token in main(m, 0) if token.startswith("hunt")] == ["hunt.2"]


@pytest.mark.rule("S-CARD-A14")
def test_the_second_fur_of_a_hunt_costs_no_coin() -> None:
    """There is still no third fur, and skipping still costs horses."""
    m = scene_of('[[player]]\nspace = 6\nhorses = 0\ncoins = 0\nwishes = ["A14"]', tiles={6: [2, 2, 3, 3]})
    play(m, 0, "hunt.2")
    assert main(m, 0) == ["hunt.2", "pass"]
    play(m, 0, "hunt.2")
    assert furs(m, 0) == [2, 2]
    assert "coin" in main(m, 0)
    m = scene_of('[[player]]\nspace = 6\nhorses = 0\ncoins = 4\nwishes = ["A14"]', tiles={6: [2, 2]})
    play(m, 0, "hunt.2", "hunt.2")
    assert table(m).coins[0] == 4


# ---- advanced actions ----


@pytest.mark.rule("S-CARD-S9", "S-RULING-41")
def test_the_price_of_a_second_advanced_action_may_be_any_fur() -> None:
    """Any fur or a tiger pays without a coin. Without the card the region fur or a coin is needed."""
    text = "[[player]]\nspace = 8\nhorses = 0\ncoins = 0\n{}\nwishes = {}"
    m = scene_of(text.format("furs = [2, 8]", '["S9"]'), "Main(0,1)")
    assert {"village.4", "yurt.4", "wish.4", "outpost.4"} <= set(main(m, 0))
    play(m, 0, "wish.4")
    assert m.options(0) == ["pay.2", "pay.8"]
    play(m, 0, "pay.8")
    assert (furs(m, 0), hand(m, 0)) == ([2], ["A2"])
    assert "village.4" not in scene_of(text.format("furs = [2, 8]", "[]"), "Main(0,1)").options(0)
    m = scene_of(text.format("tigers = 1", '["S9"]'), "Main(0,1)")
    play(m, 0, "wish.4")
    assert (tigers(m, 0), hand(m, 0)) == (0, ["A2"])


@pytest.mark.rule("S-RULING-41", "S-CARD-S9")
def test_s9_the_costs_in_the_action_are_unchanged() -> None:
    """A claim of two 6s costs three furs with the price, of which only one may have any value."""
    text = '[[player]]\nspace = 8\nhorses = 0\ncoins = 0\nwishes = ["S9"]\nfurs = '
    assert "claim.8" not in scene_of(text + "[2, 2, 6]", "Main(0,1)").options(0)
    assert "claim.8" not in scene_of(text + "[2, 6]", "Main(0,1)").options(0)
    m = scene_of(text + "[2, 6, 6]", "Main(0,1)")
    play(m, 0, "claim.8")
    assert owned(m, 0) == ["L14"]
    assert [(a, b) for _, _, a, b in logged(m, "paid_fur")] == [(6, 0), (6, 0), (2, 0)]


@pytest.mark.rule("S-CARD-S9", "S-RULING-74")
def test_s9_makes_no_difference_for_a_second_basic_action() -> None:
    """Its price is any fur without S9, too, and the trade fur is still a cost."""
    for wishes in ("[]", '["S9"]'):
        text = f"[[player]]\nspace = 8\nhorses = 0\ncoins = 0\nwishes = {wishes}\nfurs = "
        assert {"coin", "horses"} <= set(main(scene_of(text + "[8]", "Main(0,1)"), 0))
        assert "trade" not in main(scene_of(text + "[3]", "Main(0,1)"), 0)
        assert "trade" in main(scene_of(text + "[3, 8]", "Main(0,1)"), 0)


@pytest.mark.rule("S-CARD-A6", "S-RULING-33")
def test_an_advanced_action_as_if_one_or_two_tiles_further_left() -> None:
    """Gaps are ignored. Region, price and outposts follow that place. It works neither to the right nor for
    hunts.
    """
    text = '[[player]]\nspace = 8\nhorses = 0\ncoins = 0\nfurs = {}\nwishes = ["A6"]'
    tiles: dict[int, list[int] | None] = {4: [2], 5: [2], 6: None, 7: None}
    m = scene_of(text.format("[]"), tiles=tiles)
    assert [token for token in main(m, 0) if "." in token and not token.startswith(("left", "right"))] == [
        *("village.2", "yurt.2", "wish.2", "outpost.2"),
        *("village.4", "yurt.4", "wish.4", "outpost.4"),
    ]
    m = scene_of(text.format("[4, 4, 5, 7]"), "Main(0,1)", tiles)  # as second action for the price of R2
    advanced = [token for token in main(m, 0) if token.startswith(("village", "claim"))]
    assert advanced == ["village.2"]  # the furs for a claim besides the price are missing
    play(m, 0, "outpost.2")
    assert (posts(m, 2)[0], furs(m, 0)) == ("0", [4, 5, 7])


@pytest.mark.rule("S-CARD-A6", "S-RULING-33")
def test_a6_reaches_two_tiles_and_not_beyond_the_leftmost() -> None:
    text = '[[player]]\nspace = {}\nhorses = 0\nwishes = ["A6"]'
    reach = {
        10: ["village.4"],
        9: ["village.3", "village.4"],
        8: ["village.3", "village.4"],
        5: ["village.2"],
        4: ["village.1", "village.2"],
        1: ["village.1"],
        0: [],
    }
    for space, expected in reach.items():
        m = scene_of(text.format(space))
        assert [token for token in main(m, 0) if token.startswith("village")] == expected


@pytest.mark.rule("S-RULING-33")
def test_a6_does_not_work_from_an_outpost() -> None:
    m = scene_of(region(4, 'posts = ["0", "", "neutral"]') + '[[player]]\nspace = 1\nwishes = ["A6"]')
    assert [token for token in main(m, 0) if token.startswith("village")] == ["village.1", "village.4"]


@pytest.mark.rule("S-CARD-A10")
def test_a10_no_tiger_left() -> None:
    """The tiger lapses, but the wish is fulfilled."""
    text = '[[player]]\nspace = 8\ncoins = 0\nhand = ["A10"]\nfurs = [3, 3, 3, 3, 3]\n[[player]]\ntigers = 16'
    m = scene_of(text)
    play(m, 0, "fulfil.a10")
    assert (tigers(m, 0), fulfilled(m, 0), table(m).vp[0]) == (0, ["A10"], 3)


EXTRA = [("A11", "spring"), ("A12", "summer"), ("A13", "autumn")]


@pytest.mark.rule("S-CARD-A11", "S-CARD-A12", "S-CARD-A13", "S-RULING-27")
@pytest.mark.parametrize(("card", "season"), EXTRA)
def test_one_more_advanced_action_without_price(card: str, season: str) -> None:
    """It is possible where the Cossack or an own outpost is, once per turn, besides both main actions."""
    token = f"extra.{card.lower()}"
    m = scene_of(
        f'season = "{season}"\nacted = [0]\n'
        + region(2, 'posts = ["0", "neutral", "neutral"]')
        + f'[[player]]\nspace = 8\nhorses = 0\ncoins = 0\nfurs = [2]\nwishes = ["{card}"]\n'
        + "[[player]]\nspace = 1",
        "Move(0) Basic(0) Main(0,0)",
    )
    assert token in m.options(0)
    play(m, 0, "move.1", "coin", "horses", "coin", token)
    assert furs(m, 0) == []  # the price of the second main action
    assert main(m, 0) == [
        *("village.2", "yurt.2", "wish.2"),
        *("village.4", "yurt.4", "wish.4", "outpost.4"),
    ]
    play(m, 0, "wish.2")
    assert hand(m, 0) == ["A7"]
    assert token not in m.options(0)
    assert logged(m, "paid_fur") == [("paid_fur", 0, 2, 0)]


@pytest.mark.rule("S-CARD-A11", "S-CARD-A12", "S-CARD-A13")
@pytest.mark.parametrize(("card", "season"), EXTRA)
def test_the_extra_action_is_there_again_next_year_but_in_no_other_season(card: str, season: str) -> None:
    for year in (1, 2):
        for now in ("spring", "summer", "autumn"):
            m = scene_of(
                f'year = {year}\nseason = "{now}"\nto_move = 0\n[[player]]\nspace = 8\nwishes = ["{card}"]',
                "",
            )
            assert (f"extra.{card.lower()}" in m.options(0)) == (now == season)


@pytest.mark.rule("S-RULING-27", "S-RULING-28")
def test_an_extra_action_fits_inside_another_and_costs_in_it_stand() -> None:
    """It is possible between two bonuses of a trade and two furs of a hunt. A claim costs its furs."""
    text = '[[player]]\nspace = 8\nhorses = 0\ncoins = 1\nfurs = {}\nwishes = ["A11"]'
    m = scene_of(text.format("[3]"), tiles={8: [2, 2]})
    play(m, 0, "trade", "bonus.coin")
    assert {"bonus.coin", "extra.a11"} <= set(m.options(0))
    m = scene_of(text.format("[]"), tiles={8: [2, 2]})
    play(m, 0, "hunt.2")
    assert m.options(0) == ["hunt.2", "pass", "extra.a11"]
    m = scene_of(text.format("[6, 6]"), tiles={8: [2]})
    play(m, 0, "extra.a11")
    assert [token for token in main(m, 0) if token.startswith("claim")] == ["claim.9", "claim.10"]
    play(m, 0, "claim.10")
    assert furs(m, 0) == []


# ---- points at the end ----


def end_points(card: str, player: str, extra: str = "") -> int:
    m = scene_of(f'year = 4\n{extra}[[player]]\nspace = 8\nwishes = ["{card}"]\n{player}')
    return m.scores()[0].breakdown["wishes"]


@pytest.mark.rule("S-CARD-B1", "S-CARD-B2", "S-CARD-B3")
@pytest.mark.parametrize(("card", "points"), [("B1", 2), ("B2", 3), ("B3", 4)])
def test_end_fixed_vp(card: str, points: int) -> None:
    assert end_points(card, "") == points


@pytest.mark.rule("S-CARD-B4")
@pytest.mark.parametrize("number", [0, 1, 4])
def test_end_one_vp_per_unused_tiger(number: int) -> None:
    assert end_points("B4", f"tigers = {number}") == number


@pytest.mark.rule("S-CARD-B5")
@pytest.mark.parametrize("built", [0, 2, 5])
def test_end_one_vp_per_built_outpost(built: int) -> None:
    extra = "".join(
        f'[[region]]\nposts = ["{0 if r < built else ""}", "neutral", "neutral"]\n' for r in range(5)
    )
    assert end_points("B5", f"outposts = {5 - built}", extra) == built


@pytest.mark.rule("S-CARD-B6")
@pytest.mark.parametrize(("vp", "points"), [(0, 0), (3, 0), (4, 1), (31, 7), (40, 10)])
def test_end_a_quarter_of_the_vp_rounded_down(vp: int, points: int) -> None:
    assert end_points("B6", f"vp = {vp}") == points


@pytest.mark.rule("S-CARD-B7")
@pytest.mark.parametrize("coins", [0, 1, 7])
def test_end_one_vp_per_coin(coins: int) -> None:
    assert end_points("B7", f"coins = {coins}") == coins


@pytest.mark.rule("S-CARD-B8", "S-CARD-B9", "S-CARD-B10", "S-CARD-B11")
@pytest.mark.parametrize(
    ("card", "kind"), [("B8", "mountain"), ("B9", "swamp"), ("B10", "steppe"), ("B11", "forest")]
)
def test_end_three_vp_per_tile_of_a_kind(card: str, kind: str) -> None:
    tiles = {"mountain": ["L05"], "swamp": ["L17", "L18"], "steppe": ["L12", "L13", "L15"], "forest": []}
    mine = [tile for found in tiles.values() for tile in found]
    assert end_points(card, f"tiles = {mine}") == 3 * len(tiles[kind])
    assert end_points("B11", 'tiles = ["L01", "L02", "L06", "L07"]') == 12


@pytest.mark.rule("S-CARD-B12")
@pytest.mark.parametrize("tiles", [[], ["L01"], ["L01", "L02", "L03", "L20"]])
def test_end_one_vp_per_landscape_tile(tiles: list[str]) -> None:
    assert end_points("B12", f"tiles = {tiles}") == len(tiles)


@pytest.mark.rule("S-CARD-B13")
def test_end_one_vp_per_fulfilled_wish_this_one_included() -> None:
    assert end_points("B13", "") == 1
    assert end_points('S1", "A3", "A10", "B13', 'hand = ["A4"]') == 4


@pytest.mark.rule("S-CARD-B14")
@pytest.mark.parametrize("banners", [0, 1, 6])
def test_end_one_vp_per_banner(banners: int) -> None:
    assert end_points("B14", f"banners = {banners}") == banners
