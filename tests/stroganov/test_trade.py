"""Section 6: trading."""

from __future__ import annotations

import pytest

import samovar
from tests.stroganov.scene import bag, furs, main, play, regions, scene, table, tigers


def trading(
    held: list[int],
    coins: int = 0,
    tiger: int = 0,
    space: int = 6,
    wishes: str = "",
    todo: str = "Basic(0)",
    story: int = 0,
) -> samovar.Match:
    """A trade with the trade fur 7. The market is empty, so that there are no auxiliary actions."""
    return scene(f"""
todo = ["{todo}", "Calendar()"]
acted = [0]
trade_fur = 7
market = []
[[player]]
space = {space}
horses = 0
coins = {coins}
furs = {held}
tigers = {tiger}
story = {story}
wishes = [{wishes}]
{regions(2, 3, 4, 5, 6)}""")


BONUSES = ["bonus.coin", "bonus.story", "bonus.horses", "left.1", "left.2", "right.1", "right.2", "pass"]


@pytest.mark.rule("S-TRADE-01")
def test_pay_one_fur_of_the_value_of_the_trade_fur() -> None:
    m = trading([6, 7])
    sevens = table(m).bag[7]
    play(m, 0, "trade")
    assert furs(m, 0) == [6]
    assert table(m).bag[7] == sevens + 1
    assert main(m, 0) == BONUSES


@pytest.mark.rule("S-TRADE-01", "S-PAY-01")
def test_no_trade_without_a_fur_of_that_value() -> None:
    assert "trade" not in main(trading([2, 3, 4, 5, 6, 8]), 0)
    assert "trade" not in main(trading([], coins=3), 0)


@pytest.mark.rule("S-TRADE-01")
@pytest.mark.parametrize(
    ("bonus", "coins", "story", "space", "horses"),
    [
        ("bonus.coin", 1, 0, 6, 0),
        ("bonus.story", 0, 2, 6, 0),
        ("bonus.horses", 0, 0, 6, 3),
        ("left.1", 0, 0, 5, 0),
        ("left.2", 0, 0, 4, 0),
        ("right.1", 0, 0, 7, 0),
        ("right.2", 0, 0, 8, 0),
    ],
)
def test_the_bonuses(bonus: str, coins: int, story: int, space: int, horses: int) -> None:
    m = trading([7])
    play(m, 0, "trade", bonus)
    s = table(m)
    assert (s.coins[0], s.story[0], s.space[0], s.horses[0]) == (coins, story, space, horses)


@pytest.mark.rule("S-TRADE-01", "S-RULING-31")
def test_up_to_two_bonuses_not_three() -> None:
    m = trading([7])
    play(m, 0, "trade", "bonus.coin", "bonus.horses")
    assert table(m).coins[0] == 1
    assert table(m).horses[0] == 3
    assert m.actors() == [1]  # the turn is over


@pytest.mark.rule("S-TRADE-02")
@pytest.mark.parametrize("bonus", ["bonus.coin", "bonus.story", "bonus.horses", "right.2"])
def test_the_same_bonus_may_be_taken_twice(bonus: str) -> None:
    m = trading([7])
    play(m, 0, "trade", bonus, bonus)
    s = table(m)
    gained = {
        "bonus.coin": s.coins[0],
        "bonus.story": s.story[0],
        "bonus.horses": s.horses[0],
        "right.2": s.space[0],
    }
    assert gained[bonus] == {"bonus.coin": 2, "bonus.story": 4, "bonus.horses": 6, "right.2": 10}[bonus]


@pytest.mark.rule("S-TRADE-03")
def test_no_horses_buy_further_steps() -> None:
    m = trading([7])
    play(m, 0, "trade", "bonus.horses")
    assert table(m).horses[0] == 3
    assert main(m, 0) == BONUSES
    play(m, 0, "right.2")
    assert table(m).horses[0] == 3


@pytest.mark.rule("S-RULING-31")
def test_the_second_bonus_may_depend_on_the_first() -> None:
    """Bonuses are taken one after the other. The steps on offer start where the first bonus led."""
    m = trading([7], space=11)
    play(m, 0, "trade")
    assert "right.2" not in main(m, 0)
    play(m, 0, "right.1")
    assert main(m, 0) == ["bonus.coin", "bonus.story", "bonus.horses", "left.1", "left.2", "pass"]


@pytest.mark.rule("S-RULING-31")
@pytest.mark.parametrize("taken", [[], ["bonus.coin"]])
def test_one_or_both_bonuses_may_be_declined(taken: list[str]) -> None:
    m = trading([7])
    play(m, 0, "trade", *taken, "pass")
    assert table(m).coins[0] == len(taken)
    assert m.actors() == [1]


@pytest.mark.rule("S-RULING-31", "S-PAY-02")
def test_the_fur_may_be_paid_with_a_coin() -> None:
    m = trading([3, 5], coins=1)
    play(m, 0, "trade")
    assert m.options(0) == ["pay.3", "pay.5"]
    play(m, 0, "pay.5")
    assert furs(m, 0) == [3]
    assert table(m).coins[0] == 0


@pytest.mark.rule("S-RULING-31", "S-PAY-03")
def test_the_fur_may_be_paid_with_a_tiger() -> None:
    m = trading([3], tiger=1)
    play(m, 0, "trade")
    assert tigers(m, 0) == 0
    assert furs(m, 0) == [3]
    assert main(m, 0) == BONUSES


@pytest.mark.rule("S-RULING-15")
def test_s1_and_a1_reach_each_movement_bonus() -> None:
    m = trading([7], wishes="'S1', 'A1'", space=7)
    play(m, 0, "trade")
    steps = [f"{way}.{n}" for way in ("left", "right") for n in range(1, 5)]
    assert main(m, 0) == ["bonus.coin", "bonus.story", "bonus.horses", *steps, "pass"]
    play(m, 0, "left.4")
    assert table(m).space[0] == 3
    assert "right.4" in main(m, 0)


@pytest.mark.rule("S-PAY-05", "S-RULING-29", "S-MAIN-03")
def test_a_coin_won_in_the_trade_cannot_pay_for_it() -> None:
    assert "trade" not in main(trading([5], coins=0), 0)


@pytest.mark.rule("S-MAIN-01", "S-MAIN-03", "S-RULING-79")
def test_as_second_main_action_price_and_trade_fur_are_one_payment() -> None:
    """The payment is a 7 and any fur. With 7 and 3 there is only one way, so nothing is asked."""
    m = trading([3, 7], todo="Main(0,1)")
    before = bag(m)
    play(m, 0, "trade")
    assert furs(m, 0) == []
    assert bag(m) == sorted([*before, 3, 7])
    assert main(m, 0) == BONUSES
    assert "trade" not in main(trading([7], todo="Main(0,1)"), 0)
    assert "trade" not in main(trading([3, 4], todo="Main(0,1)"), 0)
