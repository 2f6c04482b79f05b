"""Section 7: furs from the bag and the market, the story for bears, exchanging down."""

from __future__ import annotations

import pytest

import samovar
from samovar.games.stroganov import tokens
from tests.stroganov.scene import (
    bag,
    events,
    furs,
    leave_in_bag,
    main,
    market,
    on_tile,
    play,
    regions,
    scene,
    table,
    tigers,
)
from tests.stroganov.test_payment import paying


def buying(more: str = "market = [2, 3, 4, 5, 6, 7]", seed: int = 0) -> samovar.Match:
    text = f"""
todo = ["Basic(0)", "Main(0,0)", "Calendar()"]
acted = [0]
{more}
[[player]]
space = 4
horses = 5
coins = 0
"""
    return scene(text, seed)


@pytest.mark.rule("S-BAG-01")
def test_a_fur_from_the_bag_draw_2_keep_1_put_the_other_back() -> None:
    m = buying()
    leave_in_bag(m, 4, 6)
    play(m, 0, "buy_bag")
    assert m.options(0) == ["keep.4", "keep.6"]
    play(m, 0, "keep.4")
    assert furs(m, 0) == [4]
    assert bag(m) == [6]


@pytest.mark.rule("S-BAG-01")
def test_two_equal_furs_leave_no_choice() -> None:
    m = buying()
    leave_in_bag(m, 4, 4)
    play(m, 0, "buy_bag")
    assert furs(m, 0) == [4]
    assert bag(m) == [4]


@pytest.mark.rule("S-BAG-01")
def test_both_furs_are_drawn_before_one_is_kept_and_every_pair_is_possible() -> None:
    """From a bag of 4, 5 and 6 Nature's two draws yield each pair."""
    pairs = set()
    for seed in range(30):
        m = buying(seed=seed)
        leave_in_bag(m, 4, 5, 6)
        play(m, 0, "buy_bag")
        pairs.add(tuple(m.options(0)))
    assert pairs == {("keep.4", "keep.5"), ("keep.4", "keep.6"), ("keep.5", "keep.6")}


YURT = """
todo = ["Main(0,0)", "Calendar()"]
acted = [0]
market = {}
[[player]]
space = 4
horses = 0
coins = 0
[[region]]
[[region]]
yurt = "{}"
"""


@pytest.mark.rule("S-BAG-02")
def test_several_furs_from_the_bag_each_with_its_own_pair() -> None:
    """The yurt gives two furs from a bag of 4 and 6: first the pair, then the fur that was put back."""
    m = scene(YURT.format([], "YA1"))
    leave_in_bag(m, 4, 6)
    play(m, 0, "yurt.2")
    assert m.options(0) == ["keep.4", "keep.6"]
    play(m, 0, "keep.6")
    assert furs(m, 0) == [4, 6]
    assert events(m, tokens.DREW)[1] == (0, 4, 0)
    assert bag(m) == []


@pytest.mark.rule("S-BAG-02")
def test_the_second_pair_is_drawn_after_the_first_choice() -> None:
    m = scene(YURT.format([], "YA1"))
    leave_in_bag(m, 4, 5, 6)
    play(m, 0, "yurt.2")
    assert len(events(m, tokens.DREW)) == 1
    first, second = (int(token[5:]) for token in m.options(0))
    play(m, 0, f"keep.{first}")
    third = ({4, 5, 6} - {first, second}).pop()
    assert m.options(0) == [f"keep.{kind}" for kind in sorted([second, third])]
    play(m, 0, f"keep.{third}")
    assert furs(m, 0) == sorted([first, third])
    assert bag(m) == [second]


@pytest.mark.rule("S-MARKET-01")
def test_a_fur_taken_from_the_market_is_replaced_before_the_next_is_taken() -> None:
    m = scene(YURT.format([2, 3, 3, 4, 4, 5], "YA2"))
    leave_in_bag(m, 7, 7)
    play(m, 0, "yurt.2")
    assert main(m, 0) == ["take.2", "take.3", "take.4", "take.5"]
    play(m, 0, "take.2")
    assert market(m) == [3, 3, 4, 4, 5, 7]
    assert main(m, 0) == ["take.3", "take.4", "take.5", "take.7"]
    play(m, 0, "take.7")
    assert market(m) == [3, 3, 4, 4, 5, 7]
    assert furs(m, 0) == [2, 7]
    assert bag(m) == []


@pytest.mark.rule("S-BEAR-01")
def test_a_hunted_bear_gives_2_story_at_once() -> None:
    """The story comes before the second fur of the hunt."""
    m = scene("""
        todo = ["Basic(0)", "Main(0,0)", "Calendar()"]
        acted = [0]
        [[player]]
        space = 6
        horses = 4
        coins = 1
        [[tile]]
        space = 6
        furs = [2, 8]
    """)
    play(m, 0, "hunt.8")
    assert main(m, 0) == ["hunt.2", "pass"]
    assert table(m).story[0] == 2
    play(m, 0, "hunt.2")
    assert table(m).story[0] == 2


@pytest.mark.rule("S-BEAR-01")
def test_a_bear_from_the_market_gives_2_story() -> None:
    m = buying("market = [2, 8]")
    play(m, 0, "buy_market", "take.8")
    assert (furs(m, 0), table(m).story[0]) == ([8], 2)
    m = buying("market = [2, 8]")
    play(m, 0, "buy_market", "take.2")
    assert table(m).story[0] == 0


@pytest.mark.rule("S-BEAR-01", "S-BEAR-02", "S-RULING-18")
@pytest.mark.parametrize(("kept", "story"), [(8, 2), (4, 0)])
def test_a_bear_from_the_bag_gives_2_story_but_none_if_it_is_put_back(kept: int, story: int) -> None:
    m = buying("market = [2]")
    leave_in_bag(m, 4, 8)
    play(m, 0, "buy_bag", f"keep.{kept}")
    assert (furs(m, 0), table(m).story[0]) == ([kept], story)


@pytest.mark.rule("S-BEAR-01")
def test_each_bear_of_a_claimed_tile_gives_2_story() -> None:
    m = scene(f"""
todo = ["Main(0,0)", "Calendar()"]
acted = [0]
trade_fur = 7
market = []
[[player]]
space = 4
coins = 0
furs = [3, 3, 3, 3, 3]
[[tile]]
space = 3
furs = []
[[tile]]
space = 4
id = "L03"
furs = [2, 8, 8]
{regions(2, 3, 4, 5, 6)}""")
    play(m, 0, "claim.4")
    assert furs(m, 0) == [2, 8, 8]
    assert table(m).story[0] == 4
    assert [points for _, points, _ in events(m, tokens.GAINED_STORY)] == [2, 2]


@pytest.mark.rule("S-BEAR-02", "S-RULING-18")
def test_a_fur_that_a_coin_makes_an_8_gives_no_story() -> None:
    m = paying("Pay(0,8,1,0,0,0)", [3], coins=1)
    assert (furs(m, 0), table(m).coins[0], table(m).story[0]) == ([], 0, 0)


@pytest.mark.rule("S-BEAR-02")
def test_paying_a_bear_gives_no_story() -> None:
    m = paying("Pay(0,8,1,0,0,0)", [8])
    assert (furs(m, 0), table(m).story[0]) == ([], 0)


@pytest.mark.rule("S-RULING-22")
def test_bears_are_credited_one_after_the_other_with_the_option_in_between() -> None:
    m = scene(f"""
todo = ["Main(0,0)", "Calendar()"]
acted = [0]
trade_fur = 7
market = []
songs = ["SA06", "SA01"]
[[player]]
space = 4
coins = 0
story = 10
furs = [3, 3, 3, 3]
[[tile]]
space = 3
furs = []
[[tile]]
space = 4
id = "L03"
furs = [8, 8]
{regions(2, 3, 4, 5, 6)}""")
    play(m, 0, "claim.4")
    assert m.options(0) == ["song.sa06", "song.sa01", "pass"]  # after the first bear
    assert table(m).story[0] == 12
    assert on_tile(m, 4) == []
    assert furs(m, 0) == [8, 8]
    assert table(m).vp[0] == 0  # the reward of the tile comes after the bears
    play(m, 0, "song.sa06")
    assert table(m).story[0] == 12 - 6 + 2
    assert table(m).vp[0] == 3 + 3


def down(held: list[int], coins: int = 0, tiger: int = 0, shown: str = "[2, 4, 6, 7, 8]") -> samovar.Match:
    return scene(f"""
todo = ["Basic(0)", "Main(0,0)", "Calendar()"]
acted = [0]
market = {shown}
[[player]]
space = 4
horses = 1
furs = {held}
coins = {coins}
tigers = {tiger}
""")


def downs(m: samovar.Match) -> list[str]:
    return [token for token in m.options(0) if token.startswith("down")]


@pytest.mark.rule("S-RULING-19")
def test_the_taken_fur_must_be_strictly_lower_than_the_paid_one() -> None:
    m = down([6])
    play(m, 0, "down.6")
    assert m.options(0) == ["take.2", "take.4"]
    assert downs(down([2])) == []


@pytest.mark.rule("S-RULING-19")
def test_a_coin_may_raise_the_paid_fur_to_8_so_furs_up_to_7_can_be_fetched() -> None:
    m = down([2], coins=1)
    play(m, 0, "down.2")
    assert m.options(0) == ["take.2", "take.4", "take.6", "take.7"]
    play(m, 0, "take.7")
    assert (furs(m, 0), table(m).coins[0], table(m).horses[0]) == ([7], 0, 0)


@pytest.mark.rule("S-RULING-19")
def test_no_coin_is_spent_on_a_fur_that_is_lower_anyway() -> None:
    m = down([6], coins=1)
    play(m, 0, "down.6", "take.4")
    assert (furs(m, 0), table(m).coins[0]) == ([4], 1)
    m = down([6], coins=1)
    play(m, 0, "down.6", "take.6")
    assert (furs(m, 0), table(m).coins[0]) == ([6], 0)


@pytest.mark.rule("S-RULING-19")
def test_a_bear_fetches_up_to_7_even_with_coins_and_a_tiger_fetches_anything() -> None:
    m = down([8], coins=3)
    play(m, 0, "down.8")
    assert m.options(0) == ["take.2", "take.4", "take.6", "take.7"]
    m = down([], tiger=1)
    assert downs(m) == ["down.tiger"]
    play(m, 0, "down.tiger")
    assert m.options(0) == ["take.2", "take.4", "take.6", "take.7", "take.8"]
    play(m, 0, "take.8")
    assert (furs(m, 0), tigers(m, 0), table(m).story[0]) == ([8], 0, 2)
