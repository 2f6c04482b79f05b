"""Section 4: the three steps of a turn, and the actions possible in between."""

from __future__ import annotations

import pytest

import samovar
from tests.stroganov.scene import furs, main, play, regions, scene, table

BASIC = {"coin", "horses", "left", "right", "hunt", "trade"}
ADVANCED = {"village", "yurt", "wish", "outpost", "claim"}


def verbs(m: samovar.Match, seat: int = 0) -> set[str]:
    return {token.split(".")[0] for token in main(m, seat)}


def turn(held: str = "[2, 2, 3, 7]", more: str = "", top: str = "to_move = 0") -> samovar.Match:
    """Player 0 before the move, on space 4 (R2, region fur 3). The trade fur is 7."""
    return scene(f"""
{top}
trade_fur = 7
[[player]]
space = 4
furs = {held}
horses = 4
coins = 1
{more}
{regions(2, 3, 4, 5, 6)}""")


@pytest.mark.rule("S-TURN-01")
def test_move_then_up_to_one_basic_action_then_up_to_two_main_actions() -> None:
    m = turn(top="acted = [1]")
    assert m.actors() == [0]
    assert verbs(m) == {"move"}
    play(m, 0, "move.1")
    assert verbs(m) == BASIC | {"pass"}
    play(m, 0, "coin")
    assert verbs(m) == BASIC | {"village", "yurt", "wish", "outpost", "pass"}
    play(m, 0, "horses")
    assert "village" in verbs(m)
    play(m, 0, "horses", "pay.2")
    assert main(m, 0) == ["end"]
    play(m, 0, "end")
    assert table(m).season == 1  # all players have had a turn
    assert verbs(m) == {"move"}


@pytest.mark.rule("S-TURN-02", "S-RULING-16")
def test_step_1_is_mandatory() -> None:
    m = turn()
    assert "pass" not in m.options(0)


@pytest.mark.rule("S-TURN-02")
def test_steps_2_and_3_are_optional_in_whole_or_part() -> None:
    m = turn()
    play(m, 0, "move.1", "pass", "pass")
    assert m.actors() == [1]
    m = turn()
    play(m, 0, "move.1", "pass", "coin", "pass")
    assert m.actors() == [1]
    assert table(m).coins[0] == 2
    m = turn()
    play(m, 0, "move.1", "coin", "pass")
    assert m.actors() == [1]


@pytest.mark.rule("S-TURN-03", "S-MAIN-01")
def test_the_first_main_action_is_free_and_the_second_has_a_price() -> None:
    m = turn()
    play(m, 0, "move.1", "pass", "coin")
    assert furs(m, 0) == [2, 2, 3, 7]
    play(m, 0, "coin")
    assert m.options(0) == ["pay.2", "pay.3", "pay.7"]
    play(m, 0, "pay.7")
    assert furs(m, 0) == [2, 2, 3]
    assert table(m).coins[0] == 3


@pytest.mark.rule("S-TURN-03")
def test_there_is_no_third_main_action() -> None:
    m = turn()
    play(m, 0, "move.1", "pass", "coin", "coin", "pay.2")
    assert main(m, 0) == ["end"]
    for token in ("coin", "village.2", "hunt.2"):
        with pytest.raises(samovar.IllegalAction, match="S-TURN-03"):
            play(m, 0, token)


@pytest.mark.rule("S-TURN-03", "S-MAIN-01", "S-MAIN-02")
def test_without_a_fur_there_is_no_second_main_action() -> None:
    m = turn(held="[]")
    play(m, 0, "move.1", "pass", "horses")
    assert main(m, 0) == ["pass"]


@pytest.mark.rule("S-TURN-04", "S-MAIN-04")
@pytest.mark.parametrize(
    ("first", "second"),
    [("coin", "left.1"), ("coin", "wish.2"), ("wish.2", "coin"), ("wish.2", "outpost.2")],
)
def test_each_main_action_is_basic_or_advanced_in_any_combination(first: str, second: str) -> None:
    m = turn(held="[3]")
    play(m, 0, "move.1", "pass", first, second)
    assert furs(m, 0) == []
    assert m.actors() == [1]  # without furs and with few horses there is no option left


@pytest.mark.rule("S-TURN-04", "S-RULING-24")
def test_three_hunts_in_a_turn() -> None:
    m = turn(held="[3]", more="[[tile]]\nspace = 5\nfurs = [2, 2, 2, 2]")
    play(m, 0, "move.1", "hunt.2", "pass", "hunt.2", "pass", "hunt.2", "pay.2", "pass")
    assert furs(m, 0) == [2, 2, 3]


@pytest.mark.rule("S-TURN-04", "S-RULING-24")
def test_the_same_village_twice() -> None:
    m = scene("""
        todo = ["Main(0,0)", "Calendar()"]
        acted = [0]
        trade_fur = 7
        [[player]]
        space = 4
        furs = [3]
        coins = 0
        horses = 0
        [[region]]
        fur = 2
        [[region]]
        fur = 3
        village = "V1"
        [[region]]
        fur = 4
        [[region]]
        fur = 5
        [[region]]
        fur = 6
    """)
    play(m, 0, "village.2", "village.2")
    assert table(m).horses[0] == 8
    assert table(m).banners[0] == 2
    assert furs(m, 0) == []


EVERY_STEP = """
market = [2, 3, 4]
season = "spring"
[[player]]
space = 4
furs = [3, 5]
horses = 9
coins = 1
hand = ["S9"]
wishes = ["A11"]
"""


@pytest.mark.rule("S-TURN-05", "S-RULING-30")
@pytest.mark.parametrize("todo", ["Move(0)", "Basic(0)", "Main(0,0)", "Main(0,1)", "EndTurn(0)"])
def test_auxiliary_and_extra_actions_at_any_point_of_the_turn(todo: str) -> None:
    """They are also possible before step 1 and after step 3. The open question stays."""
    m = scene(f'todo = ["{todo}", "Calendar()"]\nacted = [0]\n{EVERY_STEP}')
    auxiliary = {"buy_market", "buy_bag", "down.3", "down.5", "swap", "fulfil.s9"}
    assert auxiliary <= set(m.options(0))
    assert "extra.a11" in m.options(0)
    question = main(m, 0)
    play(m, 0, "down.3", "take.2")
    assert main(m, 0) == [token for token in question if token in main(m, 0)]
    assert m.game.frame_text(m.state.stack()[-1]) == todo


@pytest.mark.rule("S-TURN-05")
def test_no_other_player_may_take_auxiliary_actions_in_the_turn() -> None:
    m = scene(f"to_move = 0\n{EVERY_STEP}[[player]]\nfurs = [5, 5]\nhorses = 20\n")
    assert m.options(1) == []
    with pytest.raises(samovar.IllegalAction):
        play(m, 1, "buy_market")


@pytest.mark.rule("S-RULING-27", "S-RULING-30", "S-TURN-05")
@pytest.mark.parametrize(
    "todo",
    [
        "HuntAgain(0)",
        "TradeBonus(0,2)",
        "TradeBonus(0,1)",
        "Pause(0)",
        "Trophy(0)",
        "TrophyReward(0,0)",
        "Advanced(0,1,1)",
        "VillageAnywhere(0,0)",
        "YurtAnywhere(0)",
        "TwoRewards(0,0)",
    ],
)
def test_auxiliary_and_extra_actions_at_every_safe_point_inside_an_action(todo: str) -> None:
    m = scene(f'todo = ["{todo}", "EndTurn(0)", "Calendar()"]\nacted = [0]\n{EVERY_STEP}')
    assert {"buy_market", "buy_bag", "down.3", "down.5", "swap", "fulfil.s9"} <= set(m.options(0))
    assert "extra.a11" in m.options(0)


@pytest.mark.rule("S-RULING-30")
@pytest.mark.parametrize("todo", ["Pay(0,0,1,1,0,0)", "Keep(0,2,3)", "Take(0)", "TakeLower(0,5)"])
def test_no_auxiliary_action_inside_a_payment_a_draw_or_a_taking(todo: str) -> None:
    m = scene(f'todo = ["{todo}", "EndTurn(0)", "Calendar()"]\nacted = [0]\n{EVERY_STEP}')
    assert len(m.options(0)) > 1
    assert main(m, 0) == m.options(0)


@pytest.mark.rule("S-RULING-30")
def test_between_the_parts_of_a_benefit() -> None:
    """A yurt of 1 story and two bag furs has a safe point before each draw, not before the first part."""
    m = scene("""
        todo = ["Main(0,0)", "Calendar()"]
        acted = [0]
        [[player]]
        space = 4
        horses = 20
        [[region]]
        [[region]]
        yurt = "YA1"
    """)
    play(m, 0, "yurt.2")
    assert table(m).story[0] >= 1
    asked = []
    while not any(token.startswith("village") for token in m.options(0)):
        options = m.options(0)
        asked.append("go" if "go" in options else "keep")
        assert ("buy_market" in options) == ("go" in options)
        play(m, 0, options[0])
    assert asked[0] == "go"
    assert asked.count("go") == 2
