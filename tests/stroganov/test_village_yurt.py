"""Section 10: villages and yurts."""

from __future__ import annotations

import pytest

from tests.stroganov.actions import (
    VILLAGES,
    YURTS,
    check_reward,
    logged,
    region,
    scene_of,
    villages,
    yurts,
)
from tests.stroganov.scene import bag, furs, leave_in_bag, main, market, play, table, tigers


@pytest.mark.rule("S-VILL-01")
def test_the_benefit_is_gained_and_the_tile_stays() -> None:
    """Any player may visit a village again, even in the same turn."""
    m = scene_of("[[player]]\nspace = 6\nhorses = 0\nfurs = [5]\ncoins = 0")
    before = villages(m)
    play(m, 0, "village.3")
    assert (table(m).banners[0], table(m).horses[0]) == (1, 4)
    assert villages(m) == before
    play(m, 0, "village.3")  # for its price
    assert (table(m).banners[0], table(m).horses[0], furs(m, 0)) == (2, 8, [])


@pytest.mark.rule("S-VILL-02")
def test_the_five_villages_of_the_rulebook() -> None:
    assert list(VILLAGES.values()) == [
        {"banner": 1, "horse": 4},
        {"banner": 1, "outpost": 1},
        {"story": 1, "coin": 1},
        {"market_fur": 1},
        {"trophy": 1},
    ]


@pytest.mark.rule("S-VILL-02", "S-RULING-37")
@pytest.mark.parametrize("village", VILLAGES)
def test_each_village_gives_its_benefit(village: str) -> None:
    m = scene_of(region(4, f'village = "{village}"') + "[[player]]\nspace = 8\nfurs = [2]")
    play(m, 0, "village.4")
    check_reward(m, 0, VILLAGES[village], 0)


@pytest.mark.rule("S-VILL-02", "S-POST-06")
def test_the_outpost_of_a_village_goes_to_the_supply_unbuilt() -> None:
    m = scene_of(region(4, 'village = "V2"') + "[[player]]\nspace = 8\noutposts = 1")
    play(m, 0, "village.4")
    s = table(m)
    assert (s.outposts[0], s.built(0), s.outposts_left(0)) == (2, 0, 3)


@pytest.mark.rule("S-VILL-03")
@pytest.mark.parametrize("banners", [0, 1, 5])
def test_each_banner_raises_the_horses_of_every_later_winter(banners: int) -> None:
    text = f'season = "winter"\n[[player]]\nspace = 3\nhorses = 5\nbanners = {banners}'
    m = scene_of(text, todo="")
    play(m, 0, "income.horses")
    assert table(m).horses[0] == 5 + 2 + banners


@pytest.mark.rule("S-YURT-01", "S-YURT-03", "S-RULING-37")
@pytest.mark.parametrize("yurt", YURTS)
def test_each_yurt_gives_its_benefit_and_is_discarded(yurt: str) -> None:
    year = 1 if yurt.startswith("YA") else 3
    m = scene_of(f"year = {year}\n" + region(4, f'yurt = "{yurt}"') + "[[player]]\nspace = 8\nfurs = [2]")
    others = yurts(m)[:3] + yurts(m)[4:]
    pile = table(m).yurt_pile
    play(m, 0, "yurt.4")
    check_reward(m, 0, YURTS[yurt], 0)
    assert yurts(m) == [*others[:3], "", others[3]]
    assert table(m).yurt_pile == pile


@pytest.mark.rule("S-YURT-02")
def test_without_a_yurt_in_the_region_the_action_is_not_possible_there() -> None:
    m = scene_of(region(4, 'yurt = ""') + "[[player]]\nspace = 8")
    assert "village.4" in main(m, 0)
    assert "yurt.4" not in main(m, 0)
    m = scene_of("[[player]]\nspace = 8\nfurs = [6]\ncoins = 0")
    play(m, 0, "yurt.4", "take.3", "take.4")
    assert "wish.4" in main(m, 0)
    assert "yurt.4" not in main(m, 0)  # it was used up


@pytest.mark.rule("S-YURT-03", "S-BAG-02")
def test_the_yurt_of_a_story_and_two_furs_from_the_bag() -> None:
    """It gives 1 story, then twice: draw 2, keep 1. The fur put back may be drawn again."""
    m = scene_of("market = []\n" + region(4, 'yurt = "YA1"') + "[[player]]\nspace = 8\nhorses = 0\ncoins = 0")
    leave_in_bag(m, 4, 7)
    play(m, 0, "yurt.4")
    assert table(m).story[0] == 1
    assert m.options(0) == ["keep.4", "keep.7"]
    play(m, 0, "keep.7")
    assert furs(m, 0) == [4, 7]
    assert [sorted(pair) for _, _, *pair in logged(m, "drew")] == [
        [4, 7],
        [0, 4],
    ]  # the second draw finds only a 4
    assert bag(m) == []


@pytest.mark.rule("S-YURT-03")
def test_the_yurt_of_a_story_and_two_furs_from_the_market() -> None:
    """The market is refilled between the two."""
    m = scene_of(
        "market = [2, 3]\n" + region(4, 'yurt = "YA2"') + "[[player]]\nspace = 8\nhorses = 0\ncoins = 0"
    )
    leave_in_bag(m, 7)
    play(m, 0, "yurt.4")
    assert table(m).story[0] == 1
    assert main(m, 0) == ["take.2", "take.3"]
    play(m, 0, "take.2")
    assert market(m) == [3, 7]
    assert main(m, 0) == ["take.3", "take.7"]
    play(m, 0, "take.7")
    assert (furs(m, 0), market(m)) == ([2, 7], [3])


@pytest.mark.rule("S-RULING-37")
def test_parts_come_in_the_order_of_the_list_not_in_that_of_the_entry() -> None:
    """V3 is written as story, then coin. The coin comes first, so the player has it when 12 is reached."""
    m = scene_of(region(4, 'village = "V3"') + "[[player]]\nspace = 8\nstory = 11\ncoins = 0")
    assert list(VILLAGES["V3"]) == ["story", "coin"]
    play(m, 0, "village.4")
    assert m.options(0) == ["song.sa03", "song.sa01", "pass"]
    assert table(m).coins[0] == 1


@pytest.mark.rule("S-RULING-37")
def test_horses_come_before_the_trophy_of_the_same_yurt() -> None:
    m = scene_of(region(4, 'yurt = "YA3"') + "[[player]]\nspace = 8\nhorses = 0")
    play(m, 0, "yurt.4")
    assert main(m, 0) == ["reward.0", "pass"]
    assert table(m).horses[0] == 3


@pytest.mark.rule("S-RULING-37")
def test_missing_parts_lapse_and_the_others_are_gained() -> None:
    """Without banners and outposts in the supply a yurt still gives its horses. A last banner is gained."""
    text = (
        region(4, 'yurt = "YA6"')
        + "[[player]]\nspace = 8\nhorses = 0\noutposts = 5\n[[player]]\nbanners = 12"
    )
    m = scene_of(text)
    play(m, 0, "yurt.4")
    s = table(m)
    assert (s.banners[0], s.outposts[0], s.horses[0], s.banners_left) == (0, 5, 2, 0)
    text = 'songs = ["SA03", "SA01"]\n[[player]]\nspace = 8\nstory = 12\ncoins = 0\n[[player]]\nbanners = 11'
    m = scene_of(text, "Twelve(0) Main(0,0)")
    play(m, 0, "song.sa03")  # two banners and a coin, but only one banner is left
    assert (table(m).banners[0], table(m).coins[0], tigers(m, 0)) == (1, 1, 0)
    assert logged(m, "gained_banners") == [("gained_banners", 0, 1, 0)]
