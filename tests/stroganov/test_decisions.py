"""Rulings of our own, made where the rulebooks are silent (src/samovar/rules, "Decided while building")."""

from __future__ import annotations

import pytest

import samovar
from samovar.games.stroganov import tokens
from tests.stroganov.scene import furs, main, play, scene, table, tigers

STABLE_FIRST = """
    [[region]]
    village = "V1"
    [[region]]
    village = "V3"
    [[region]]
    village = "V5"
"""


@pytest.mark.rule("S-RULING-85")
def test_parts_that_ask_nothing_are_gained_at_once_and_story_waits_for_a_window() -> None:
    m = scene(
        """
        todo = ["Main(0,0)", "Calendar()"]
        market = [2, 3, 4, 5, 6, 7]
        [[player]]
        space = 1
        horses = 9
        coins = 0
        """
        + STABLE_FIRST
    )
    play(m, 0, "village.1")  # 1 banner and 4 horses: no question in between
    assert (table(m).banners[0], table(m).horses[0]) == (1, 13)
    assert "go" not in m.options(0)

    m = scene(
        """
        todo = ["Main(0,0)", "Calendar()"]
        market = [2, 3, 4, 5, 6, 7]
        [[player]]
        space = 3
        horses = 9
        coins = 0
        story = 0
        """
        + STABLE_FIRST
    )
    play(m, 0, "village.2")  # 1 coin, then 1 story
    assert (table(m).coins[0], table(m).story[0]) == (1, 0)
    assert main(m, 0) == ["go"]
    assert "buy_market" in m.options(0)
    play(m, 0, "go")
    assert table(m).story[0] == 1


@pytest.mark.rule("S-RULING-86")
def test_no_auxiliary_action_between_arriving_on_12_and_choosing() -> None:
    m = scene(
        """
        todo = ["TradeBonus(0,2)", "Calendar()"]
        songs = ["SA01", "SA06"]
        market = [2, 3, 4, 5, 6, 7]
        [[player]]
        space = 3
        horses = 9
        story = 10
        """
    )
    assert "buy_market" in m.options(0)
    play(m, 0, "bonus.story")
    assert m.options(0) == ["song.sa01", "song.sa06", "pass"]


@pytest.mark.rule("S-RULING-87")
def test_the_price_may_be_any_fur_so_a_four_and_a_six_pay_price_and_cost_of_a_trade() -> None:
    m = scene(
        """
        todo = ["Main(0,1)", "Calendar()"]
        trade_fur = 4
        [[player]]
        space = 3
        horses = 0
        coins = 1
        furs = [4, 6]
        [[region]]
        fur = 2
        [[region]]
        fur = 3
        [[region]]
        fur = 5
        [[region]]
        fur = 6
        [[region]]
        fur = 7
        """
    )
    play(m, 0, "trade")  # only one way, so it is not asked
    assert furs(m, 0) == []
    assert table(m).coins[0] == 1
    assert "bonus.story" in m.options(0)


@pytest.mark.rule("S-RULING-87")
def test_paying_with_a_tiger_costs_no_coin() -> None:
    m = scene(
        """
        todo = ["Pay(0,4,2,1,0,0)", "TradeBonus(0,2)", "Calendar()"]
        [[player]]
        space = 3
        coins = 1
        furs = [6]
        tigers = 1
        """
    )
    assert furs(m, 0) == []  # the 6 for any value, the tiger for the 4
    assert tigers(m, 0) == 0
    assert table(m).coins[0] == 1


@pytest.mark.rule("S-RULING-88")
def test_before_the_first_advance_the_reward_above_the_track_is_open_and_later_those_of_the_spaces() -> None:
    position = """
        todo = ["TrophyReward(0,0)", "Calendar()"]
        [[player]]
        space = 3
        horses = 0
        trophy = {}
    """
    m = scene(position.format(0))
    assert main(m, 0) == ["reward.0", "pass"]
    play(m, 0, "reward.0")
    assert table(m).horses[0] == 3
    assert main(scene(position.format(1)), 0) == ["reward.1", "pass"]
    assert main(scene(position.format(2)), 0) == ["reward.1", "reward.2", "pass"]


@pytest.mark.rule("S-RULING-89")
def test_a_player_who_uses_an_extra_action_must_choose_an_action() -> None:
    m = scene(
        """
        todo = ["Main(0,0)", "Calendar()"]
        [[player]]
        space = 1
        wishes = ["A11"]
        """
    )
    assert "pass" in m.options(0)
    play(m, 0, "extra.a11")
    assert "village.1" in m.options(0)
    assert "pass" not in m.options(0)


@pytest.mark.rule("S-RULING-90")
def test_an_exchange_down_costs_a_coin_only_for_a_fur_that_is_not_lower() -> None:
    position = """
        todo = ["Main(0,0)", "Calendar()"]
        market = [3, 6, 7, 8]
        [[player]]
        space = 1
        horses = 1
        coins = 1
        furs = [6]
    """
    m = scene(position)
    play(m, 0, "down.6")
    assert m.options(0) == ["take.3", "take.6", "take.7"]
    play(m, 0, "take.3")
    assert (table(m).coins[0], table(m).horses[0]) == (1, 0)
    m = scene(position)
    play(m, 0, "down.6", "take.7")
    assert (table(m).coins[0], furs(m, 0)) == (0, [7])


@pytest.mark.rule("S-RULING-91")
def test_the_furs_of_the_set_up_are_dealt_in_rounds_from_left_to_right() -> None:
    m = samovar.Match("stroganov", 4, seed=5)
    spaces = [space for entry in m.log for event, _, _, space in entry.events if event == tokens.DEALT_FUR]
    box = table(m).stock
    spots = {s: box.tile_spots[table(m).row[s]] + box.tile_spots4[table(m).row[s]] for s in range(1, 13)}
    rounds = [[s for s in range(1, 13) if spots[s] > dealt] for dealt in range(max(spots.values()))]
    assert spaces == [s for one_round in rounds for s in one_round]
    assert spaces[:12] == list(range(1, 13))
