"""Section 9: the price of a second main action, and the meaning of "free"."""

from __future__ import annotations

import pytest

import samovar
from tests.stroganov.scene import bag, furs, leave_in_bag, main, play, regions, scene, table, tigers


def second(
    held: list[int],
    coins: int = 0,
    tiger: int = 0,
    posts: str = "",
    wishes: str = "",
    space: int = 4,
    more: str = "",
) -> samovar.Match:
    """The second main action of a Cossack in R2 with region fur 3. The trade fur is 7 and the market is
    empty.
    """
    return scene(f"""
todo = ["Main(0,1)", "Calendar()"]
acted = [0]
trade_fur = 7
market = []
[[player]]
space = {space}
furs = {held}
coins = {coins}
tigers = {tiger}
horses = 0
wishes = [{wishes}]
{more}
{regions(2, 3, 4, 5, 6)}{posts}""")


def verbs(m: samovar.Match) -> set[str]:
    return {token.split(".")[0] for token in main(m, 0)}


@pytest.mark.rule("S-MAIN-01", "S-RULING-17", "S-PAY-04")
@pytest.mark.parametrize("kind", [2, 3, 4, 5, 6, 7, 8])
def test_a_second_basic_action_costs_one_fur_of_any_value(kind: int) -> None:
    m = second([kind])
    assert {"coin", "horses", "left", "right", "hunt"} <= verbs(m)
    play(m, 0, "horses")  # only one way to pay, so it is not asked
    assert furs(m, 0) == []
    assert table(m).horses[0] == 4
    assert table(m).coins[0] == 0


@pytest.mark.rule("S-MAIN-01", "S-RULING-17", "S-PAY-04")
def test_a_tiger_pays_for_a_second_basic_action_and_no_coin_is_needed() -> None:
    m = second([], tiger=1)
    play(m, 0, "horses")
    assert tigers(m, 0) == 0
    m = second([5], tiger=1, coins=1)
    play(m, 0, "horses")
    assert m.options(0) == ["pay.5", "pay.tiger"]
    play(m, 0, "pay.5")
    assert table(m).coins[0] == 1


@pytest.mark.rule("S-MAIN-01", "S-PAY-02")
def test_a_coin_alone_pays_no_price() -> None:
    m = second([], coins=5)
    assert main(m, 0) == []
    assert m.actors() == [1]  # there was no option, so the turn is over


@pytest.mark.rule("S-MAIN-02")
def test_a_second_advanced_action_costs_the_region_fur() -> None:
    m = second([3, 5])
    before = bag(m)
    play(m, 0, "wish.2")
    assert furs(m, 0) == [5]
    assert bag(m) == sorted([*before, 3])


@pytest.mark.rule("S-MAIN-02", "S-PAY-01")
def test_another_fur_does_not_pay_for_a_second_advanced_action() -> None:
    assert not verbs(second([2, 4, 5, 6, 7, 8])) & {"village", "yurt", "wish", "outpost", "claim"}
    with pytest.raises(samovar.IllegalAction, match="S-MAIN-02"):
        play(second([2, 4]), 0, "wish.2")


@pytest.mark.rule("S-MAIN-02", "S-RULING-26")
def test_the_price_is_that_of_the_region_of_the_action_not_of_the_cossack() -> None:
    """The Cossack is in R2 (fur 3). There are own outposts in R1 (fur 2) and R5 (fur 6)."""
    text = """
todo = ["Main(0,1)", "Calendar()"]
acted = [0]
trade_fur = 7
[[player]]
space = 4
furs = {}
coins = 0
horses = 0
[[region]]
fur = 2
posts = ["0", "", ""]
[[region]]
fur = 3
[[region]]
fur = 4
[[region]]
fur = 5
[[region]]
fur = 6
posts = ["0", "", ""]
"""

    def where(held: str) -> list[str]:
        return [token for token in main(scene(text.format(held)), 0) if token.startswith("wish")]

    assert where("[6]") == ["wish.5"]
    assert where("[2]") == ["wish.1"]
    assert where("[3]") == ["wish.2"]
    assert where("[5]") == []
    assert where("[2, 3, 6]") == ["wish.1", "wish.2", "wish.5"]  # the cheapest may be chosen
    m = scene(text.format("[2, 3, 6]"))
    play(m, 0, "wish.5")
    assert furs(m, 0) == [2, 3]


BARE = '[[tile]]\nspace = 4\nid = "L03"\nfurs = []'


@pytest.mark.rule("S-MAIN-03")
def test_the_price_comes_in_addition_to_the_cost_in_the_action() -> None:
    """Claiming a bare tile costs two 3s, as second action three."""
    assert "claim.4" not in main(second([3, 3], more=BARE), 0)
    m = second([3, 3, 3, 5], more=BARE)
    play(m, 0, "claim.4")
    assert furs(m, 0) == [5]


@pytest.mark.rule("S-MAIN-03", "S-PAY-05", "S-RULING-29")
def test_the_price_is_paid_before_the_action() -> None:
    """Hunted furs cannot pay for the hunt. The paid fur is in the bag before the action draws."""
    m = second([], more="[[tile]]\nspace = 4\nfurs = [2]")
    assert m.actors() == [1]
    m = second([5], more="[[tile]]\nspace = 4\nfurs = [2]")
    play(m, 0, "hunt.2")
    assert furs(m, 0) == [2]  # only the 5 could pay; the 2 was hunted after that
    m = scene(f"""
todo = ["Main(0,1)", "EndTurn(0)", "Calendar()"]
acted = [0]
trade_fur = 7
market = []
[[player]]
space = 4
furs = [3]
coins = 0
horses = 0
[[region]]
fur = 2
[[region]]
fur = 3
yurt = "YA1"
{regions(4, 5, 6)}""")
    leave_in_bag(m)
    play(m, 0, "yurt.2")
    assert furs(m, 0) == [3]  # the paid fur was the only one in the bag and was drawn again


@pytest.mark.rule("S-MAIN-04")
@pytest.mark.parametrize("first", ["horses", "wish.2"])
def test_the_kind_of_the_first_main_action_does_not_matter(first: str) -> None:
    for furs_held, action, rest in (([3, 5], "village.2", [5]), ([5], "horses", [])):
        m = scene(f"""
todo = ["Main(0,0)", "Calendar()"]
acted = [0]
trade_fur = 7
[[player]]
space = 4
furs = {furs_held}
coins = 0
horses = 0
{regions(2, 3, 4, 5, 6)}""")
        play(m, 0, first, action)
        assert furs(m, 0) == rest


@pytest.mark.rule("S-RULING-28")
def test_free_waives_the_price_never_the_cost_in_the_action() -> None:
    """An advanced action from a song still costs claim furs and outpost horses, but no region fur."""
    text = """
todo = ["Advanced(0,1,1)", "EndTurn(0)", "Calendar()"]
acted = [0]
trade_fur = 7
market = []
[[player]]
space = 0
furs = {}
coins = 0
horses = {}
[[tile]]
space = 4
id = "L03"
furs = []
[[region]]
fur = 2
[[region]]
fur = 3
posts = ["1", "neutral", ""]
[[region]]
fur = 4
[[region]]
fur = 5
[[region]]
fur = 6
"""
    m = scene(text.format("[]", 1))
    assert "wish.2" in main(m, 0)
    assert "claim.4" not in main(m, 0)
    assert "outpost.2" not in main(m, 0)  # the third space costs 2 horses
    assert "outpost.1" in main(m, 0)
    m = scene(text.format("[3, 3, 3]", 2))
    play(m, 0, "claim.4")
    assert furs(m, 0) == [3]
    m = scene(text.format("[3, 3, 3]", 2))
    play(m, 0, "outpost.2")
    assert table(m).horses[0] == 0
    assert furs(m, 0) == [3, 3, 3]


@pytest.mark.rule("S-RULING-28")
def test_a_trophy_won_for_free_still_costs_its_fur() -> None:
    m = scene("""
        todo = ["Trophy(0)", "EndTurn(0)", "Calendar()"]
        acted = [0]
        market = []
        [[player]]
        furs = [3, 4]
        coins = 0
        horses = 0
    """)
    assert "advance" not in main(m, 0)
    m = scene("""
        todo = ["Trophy(0)", "EndTurn(0)", "Calendar()"]
        acted = [0]
        market = []
        [[player]]
        furs = [2, 4]
        coins = 0
        horses = 0
    """)
    play(m, 0, "advance")
    assert furs(m, 0) == [4]
    assert table(m).trophy[0] == 1


@pytest.mark.rule("S-RULING-29")
def test_furs_on_the_tile_cannot_pay_for_its_claim_but_furs_of_earlier_actions_can() -> None:
    lying = '[[tile]]\nspace = 4\nid = "L03"\nfurs = [3]'
    text = """
todo = ["Main(0,0)", "Calendar()"]
acted = [0]
trade_fur = 7
market = []
[[player]]
space = 4
furs = [3, 3]
coins = 0
horses = 0
{}
{}"""
    m = scene(text.format(lying, regions(2, 3, 4, 5, 6)))
    assert "claim.4" not in main(m, 0)  # two and one more for the 3 on it
    play(m, 0, "hunt.3")
    assert "claim.4" in main(m, 0)  # price one, cost two: the hunted 3 helps
    play(m, 0, "claim.4")
    assert furs(m, 0) == []


@pytest.mark.rule("S-RULING-25", "S-ADV-02")
@pytest.mark.parametrize(("space", "post"), [(5, ""), (0, "0")])
def test_any_tile_of_the_region_may_be_claimed_by_cossack_or_outpost(space: int, post: str) -> None:
    m = scene(f"""
todo = ["Main(0,0)", "Calendar()"]
acted = [0]
trade_fur = 7
market = []
[[player]]
space = {space}
furs = [3, 3, 3]
coins = 0
[[tile]]
space = 2
furs = []
[[tile]]
space = 3
furs = []
[[tile]]
space = 4
furs = [4]
[[tile]]
space = 5
furs = [4, 4]
[[tile]]
space = 6
furs = []
[[region]]
fur = 2
[[region]]
fur = 3
posts = ["{post}", "", "neutral"]
[[region]]
fur = 4
[[region]]
fur = 5
[[region]]
fur = 6
""")
    assert [token for token in main(m, 0) if token.startswith("claim")] == ["claim.3", "claim.4"]
