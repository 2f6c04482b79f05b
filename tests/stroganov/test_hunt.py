"""Section 6: hunting."""

from __future__ import annotations

import pytest

import samovar
from tests.stroganov.scene import furs, main, on_tile, play, scene, table, tigers


def hunting(
    lying: list[int], tiger: int = 0, horses: int = 0, coins: int = 0, wishes: str = "", extra: str = ""
) -> samovar.Match:
    """A Cossack in step 2 of its turn on space 6, where these furs and tigers lie. The market is empty."""
    return scene(f"""
todo = ["Basic(0)", "Main(0,0)", "Calendar()"]
acted = [0]
market = []
[[player]]
space = 6
horses = {horses}
coins = {coins}
wishes = [{wishes}]
[[tile]]
space = 1
furs = []
[[tile]]
space = 2
furs = []
[[tile]]
space = 3
furs = []
[[tile]]
space = 6
furs = {lying}
tigers = {tiger}
{extra}""")


def hunts(m: samovar.Match) -> list[str]:
    return [token for token in main(m, 0) if token.startswith("hunt")]


@pytest.mark.rule("S-HUNT-01")
def test_take_one_fur_from_the_own_tile() -> None:
    m = hunting([3, 5], horses=1)
    assert hunts(m) == ["hunt.3", "hunt.5"]
    play(m, 0, "hunt.3")
    assert furs(m, 0) == [3]
    assert on_tile(m, 6) == [5]


@pytest.mark.rule("S-HUNT-02")
@pytest.mark.parametrize(("kind", "price"), [(2, 0), (4, 1), (5, 2), (7, 3)])
def test_a_higher_fur_costs_a_horse_for_every_lower_one(kind: int, price: int) -> None:
    m = hunting([2, 4, 5, 7], horses=4)
    play(m, 0, f"hunt.{kind}")
    assert table(m).horses[0] == 4 - price
    assert furs(m, 0) == [kind]


@pytest.mark.rule("S-HUNT-02")
@pytest.mark.parametrize("horses", range(5))
def test_a_fur_that_costs_too_many_horses_is_not_offered(horses: int) -> None:
    reachable = [f"hunt.{kind}" for kind in [2, 4, 5, 7][: horses + 1]]
    assert hunts(hunting([2, 4, 5, 7], horses=horses)) == reachable


@pytest.mark.rule("S-RULING-09", "S-HUNT-02")
def test_only_furs_of_strictly_lower_value_are_skipped() -> None:
    """Equal furs are interchangeable. They are one option and cost each other nothing."""
    m = hunting([2, 2, 5, 5, 5, 7], horses=4)
    assert hunts(m) == ["hunt.2", "hunt.5"]  # the 7 would cost 5
    play(m, 0, "hunt.5")
    assert table(m).horses[0] == 2
    m = hunting([5, 5, 5], horses=0)
    assert hunts(m) == ["hunt.5"]


@pytest.mark.rule("S-RULING-09", "S-HUNT-05")
def test_a_tiger_costs_a_horse_for_every_fur_of_the_tile() -> None:
    assert hunts(hunting([2, 8, 8], tiger=1, horses=2)) == ["hunt.2", "hunt.8"]
    m = hunting([2, 8, 8], tiger=1, horses=3)
    assert hunts(m) == ["hunt.2", "hunt.8", "hunt.tiger"]
    play(m, 0, "hunt.tiger")
    assert tigers(m, 0) == 1
    assert table(m).horses[0] == 0
    assert on_tile(m, 6) == [2, 8, 8]


@pytest.mark.rule("S-HUNT-05")
def test_a_tiger_alone_is_the_lowest_and_free() -> None:
    m = hunting([], tiger=1)
    assert hunts(m) == ["hunt.tiger"]
    play(m, 0, "hunt.tiger")
    assert tigers(m, 0) == 1
    assert on_tile(m, 6) == []


@pytest.mark.rule("S-HUNT-05")
def test_skipping_a_tiger_is_never_needed() -> None:
    m = hunting([7], tiger=1, horses=0)
    assert hunts(m) == ["hunt.7"]


@pytest.mark.rule("S-HUNT-03")
def test_for_a_coin_a_second_fur_counted_on_what_is_left() -> None:
    m = hunting([2, 4, 6], horses=3, coins=1)
    play(m, 0, "hunt.4")  # 1 horse
    assert hunts(m) == ["hunt.2", "hunt.6"]
    play(m, 0, "hunt.6")  # skips the 2 only, the 4 is gone
    assert table(m).horses[0] == 1
    assert table(m).coins[0] == 0
    assert furs(m, 0) == [4, 6]
    assert on_tile(m, 6) == [2]


@pytest.mark.rule("S-HUNT-03")
def test_without_a_coin_there_is_no_second_fur() -> None:
    m = hunting([2, 4, 6], horses=3, coins=0)
    play(m, 0, "hunt.2")
    assert "village.3" in main(m, 0)
    assert furs(m, 0) == [2]


@pytest.mark.rule("S-HUNT-03")
def test_the_second_fur_may_be_declined_and_costs_nothing_then() -> None:
    m = hunting([2, 4, 6], coins=1)
    play(m, 0, "hunt.2")
    assert main(m, 0) == ["hunt.4", "pass"]
    play(m, 0, "pass")
    assert table(m).coins[0] == 1
    assert furs(m, 0) == [2]


@pytest.mark.rule("S-RULING-10", "S-HUNT-03")
def test_the_coin_is_paid_only_if_a_fur_is_taken() -> None:
    m = hunting([4], coins=3)
    play(m, 0, "hunt.4")
    assert "village.3" in main(m, 0)  # nothing is left: no question, no coin
    assert table(m).coins[0] == 3


@pytest.mark.rule("S-HUNT-04")
def test_one_hunt_never_yields_more_than_two_furs() -> None:
    m = hunting([2, 2, 2, 2], coins=5)
    play(m, 0, "hunt.2", "hunt.2")
    assert furs(m, 0) == [2, 2]
    assert "village.3" in main(m, 0)  # the next action
    assert table(m).coins[0] == 4


@pytest.mark.rule("S-HUNT-06")
def test_hunting_needs_a_fur_or_tiger() -> None:
    m = hunting([], horses=4, coins=2)
    assert hunts(m) == []
    with pytest.raises(samovar.IllegalAction, match="S-HUNT-06"):
        play(m, 0, "hunt.2")


GAP = '[[tile]]\nspace = 7\nid = "gap"\n'


@pytest.mark.rule("S-HUNT-06", "S-RULING-10")
def test_in_a_gap_there_is_nothing_to_hunt() -> None:
    m = scene("""
        todo = ["Basic(0)", "Calendar()"]
        acted = [0]
        [[player]]
        space = 6
        horses = 4
        [[tile]]
        space = 6
        id = "gap"
    """)
    assert hunts(m) == []


@pytest.mark.rule("S-RULING-10")
def test_with_s8_a_hunt_from_a_gap_reaches_the_nearest_tiles() -> None:
    m = scene("""
        todo = ["Basic(0)", "Calendar()"]
        acted = [0]
        market = []
        [[player]]
        space = 6
        horses = 1
        coins = 1
        wishes = ["S8"]
        [[tile]]
        space = 4
        furs = [2, 3]
        [[tile]]
        space = 5
        id = "gap"
        [[tile]]
        space = 6
        id = "gap"
        [[tile]]
        space = 7
        furs = [5]
    """)
    assert hunts(m) == ["hunt_left.2", "hunt_left.3", "hunt_right.5"]
    play(m, 0, "hunt_left.3")
    assert table(m).horses[0] == 0
    # each fur is a hunt of its own: the tile is chosen anew
    assert hunts(m) == ["hunt_left.2", "hunt_right.5"]
    play(m, 0, "hunt_right.5")
    assert furs(m, 0) == [3, 5]
    assert (on_tile(m, 4), on_tile(m, 7)) == ([2], [])
    assert table(m).coins[0] == 0


@pytest.mark.rule("S-RULING-10")
def test_with_s8_the_second_fur_may_come_from_another_tile() -> None:
    m = hunting(
        [2, 4],
        horses=1,
        coins=1,
        wishes="'S8'",
        extra="[[tile]]\nspace = 5\nfurs = [3, 3, 7]\n[[tile]]\nspace = 7\nfurs = []\n",
    )
    assert hunts(m) == ["hunt.2", "hunt.4", "hunt_left.3"]
    play(m, 0, "hunt.4", "hunt_left.3")
    assert furs(m, 0) == [3, 4]
    assert (on_tile(m, 5), on_tile(m, 6)) == ([3, 7], [2])


@pytest.mark.rule("S-EX-02", "S-HUNT-02", "S-HUNT-03", "S-BEAR-01")
def test_example_two_hunts() -> None:
    m = hunting([2, 2, 3, 8], horses=4, coins=1)
    play(m, 0, "hunt.3")
    assert table(m).horses[0] == 2
    play(m, 0, "hunt.8")
    assert table(m).horses[0] == 0
    assert table(m).coins[0] == 0
    assert furs(m, 0) == [3, 8]
    assert table(m).story[0] == 2
    assert on_tile(m, 6) == [2, 2]
