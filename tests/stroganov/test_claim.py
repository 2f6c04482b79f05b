"""Section 10: claiming landscape tiles."""

from __future__ import annotations

import pytest

from tests.stroganov.actions import TILES, check_reward, logged, owned, region, row, scene_of, settle
from tests.stroganov.scene import bag, furs, leave_in_bag, main, on_tile, play, table, tigers


@pytest.mark.rule("S-CLAIM-01")
@pytest.mark.parametrize(
    ("lying", "cost"), [([], 2), ([3], 3), ([2, 2], 4), ([9], 3), ([2, 8, 9], 5), ([2, 2, 3, 8], 6)]
)
def test_two_furs_and_one_more_for_each_fur_or_tiger(lying: list[int], cost: int) -> None:
    """All have the value of the region fur. Furs of other values do not help."""
    text = "[[player]]\nspace = 8\ncoins = 0\nfurs = "
    few = [4, *[6] * (cost - 1), 7, 7]
    assert "claim.9" not in main(scene_of(text + str(few), tiles={9: lying}), 0)
    m = scene_of(text + str([4, *[6] * cost, 7, 7]), tiles={9: lying})
    before = bag(m).count(6)
    play(m, 0, "claim.9")
    paid = [(a, b) for _, _, a, b in logged(m, "paid_fur")]
    assert paid == [(6, 0)] * cost
    assert before + cost - bag(m).count(6) <= 1  # the tile's reward may draw one of the paid furs again


@pytest.mark.rule("S-CLAIM-01")
def test_any_tile_in_the_region_of_the_action() -> None:
    """The Cossack or an outpost allows each tile of its region, for furs of that region, and no other."""
    m = scene_of(
        region(5, 'posts = ["0", "", "neutral"]')
        + "[[player]]\nspace = 3\ncoins = 0\nfurs = [4, 4, 4, 7, 7, 7]",
        tiles={5: None, 4: [2], 12: [2, 2]},
    )
    assert [token for token in main(m, 0) if token.startswith("claim")] == ["claim.3", "claim.4", "claim.11"]


@pytest.mark.rule("S-CLAIM-01")
def test_the_cost_may_be_met_with_coins_and_tigers() -> None:
    text = "[[player]]\nspace = 8\ncoins = {}\ntigers = {}\nfurs = {}"
    assert "claim.9" in main(scene_of(text.format(1, 1, [2])), 0)
    assert "claim.9" not in main(scene_of(text.format(2, 1, [])), 0)
    assert "claim.9" not in main(scene_of(text.format(1, 0, [2, 2])), 0)


@pytest.mark.rule("S-CLAIM-02")
def test_the_tile_and_all_furs_and_tigers_on_it_are_taken() -> None:
    """Each bear among them gives 2 story."""
    text = "[[player]]\nspace = 8\ncoins = 0\nstory = 3\nfurs = [6, 6, 6, 6, 6, 6, 6, 6]"
    m = scene_of(text, tiles={8: [2, 5, 8, 8, 9, 9]})
    leave_in_bag(m)
    play(m, 0, "claim.8", "take.3", "take.3")  # L14 gives two furs of the market
    assert (furs(m, 0), tigers(m, 0), table(m).story[0]) == ([2, 3, 3, 5, 8, 8], 2, 7)
    assert on_tile(m, 8) == []


@pytest.mark.rule("S-CLAIM-03", "S-RULING-73")
@pytest.mark.parametrize("tile", TILES)
def test_each_tile_gives_its_reward_at_once(tile: str) -> None:
    """Tiles give VP, coins, horses, bag furs and market furs as shown, but never story."""
    assert set(TILES[tile]["reward"]) <= {"vp", "coin", "horse", "bag_fur", "market_fur"}
    m = scene_of("[[player]]\nspace = 8\ncoins = 0\nhorses = 0\nfurs = [2, 6, 6]", laid={8: tile})
    leave_in_bag(m, 2, 2, 3, 3, 4, 4, 5, 5)  # no bear
    play(m, 0, "claim.8")
    check_reward(m, 0, TILES[tile]["reward"], 0)
    assert owned(m, 0) == [tile]


@pytest.mark.rule("S-CLAIM-04")
def test_the_tile_is_kept_and_counts_for_sets_and_cards() -> None:
    """A third kind makes a set. S6 and B12 count the tile."""
    text = '[[player]]\nspace = 8\ncoins = 0\nfurs = [6, 6]\ntiles = ["L01", "L04"]\nwishes = ["B12"]'
    m = scene_of(text)
    before = m.scores()[0].breakdown
    assert (before["landscape_sets"], before["wishes"]) == (0, 2)
    play(m, 0, "claim.10")  # a steppe
    settle(m, 0)
    assert owned(m, 0) == ["L01", "L04", "L11"]
    after = m.scores()[0].breakdown
    assert (after["landscape_sets"], after["wishes"]) == (3, 3)


@pytest.mark.rule("S-CLAIM-05", "S-RULING-71")
def test_the_space_becomes_a_gap_and_cossacks_stay_there_in_their_order() -> None:
    """No Cossack can enter the gap any more. Those in it keep their place in the order."""
    m = scene_of(
        """
        seats = 3
        order = [1, 0, 2]
        acted = [0]
        [[player]]
        space = 8
        coins = 0
        horses = 0
        furs = [6, 6]
        [[player]]
        space = 8
        horses = 0
        [[player]]
        space = 7
        horses = 0
        """,
        "Main(0,0)",
    )
    leave_in_bag(m)
    play(m, 0, "claim.8", "take.3", "take.3", "pass")
    s = table(m)
    assert row(m)[7] == ""
    assert ([s.space[p] for p in range(3)], [s.order[i] for i in range(3)]) == ([8, 8, 7], [1, 0, 2])
    assert m.actors() == [1]  # still ahead of seat 0
    play(m, 1, "move.1", "pass", "pass")
    assert s.space[1] == 9
    assert m.actors() == [2]
    play(m, 2, "move.1")
    assert table(m).space[2] == 9


@pytest.mark.rule("S-RULING-42")
def test_the_order_of_a_claim() -> None:
    """Payment, tile and furs, story for bears, VP, horses, coins, bag furs, market furs."""
    text = "[[player]]\nspace = 8\ncoins = 0\nfurs = [6, 6, 6, 6]"
    m = scene_of(text, tiles={8: [8, 8]}, laid={8: "L09"})
    leave_in_bag(m, 2, 3)
    play(m, 0, "claim.8")
    settle(m, 0)
    assert [name for name, *_ in logged(m) if name not in {"refilled_market", "drew"}] == [
        *["paid_fur"] * 4,
        "claimed",
        *["gained_story"] * 2,
        *("gained_vp", "gained_coins", "kept", "took_from_market"),
    ]


@pytest.mark.rule("S-RULING-42", "S-RULING-22")
def test_the_option_at_12_comes_between_the_bears_and_before_the_vp() -> None:
    text = 'songs = ["SA01", "SA03"]\n[[player]]\nspace = 8\nstory = 10\ncoins = 0\nfurs = [6, 6, 6, 6]'
    m = scene_of(text, tiles={8: [8, 8]})
    play(m, 0, "claim.8")
    s = table(m)
    assert m.options(0) == ["song.sa01", "song.sa03", "pass"]
    assert (s.vp[0], s.story[0], owned(m, 0), furs(m, 0)) == (0, 12, ["L14"], [8, 8])
    play(m, 0, "song.sa01")
    assert (s.vp[0], s.story[0], s.coins[0]) == (2, 10, 4)  # the second bear, then the reward of the tile


@pytest.mark.rule("S-EX-04")
def test_feodor_claims_as_second_action() -> None:
    """The price of one 6 and the cost of 2 + 2 sixes are five furs: four 6s and the 2 with a coin."""
    m = scene_of(
        region(4, 'posts = ["0", "", "neutral"]')
        + "[[player]]\nspace = 2\ncoins = 1\nfurs = [2, 6, 6, 6, 6]",
        "Main(0,1)",
        {10: [3, 8]},
    )
    leave_in_bag(m, 4, 5)
    play(m, 0, "claim.10", "go")
    drawn = [token for token in m.options(0) if token.startswith("keep.")]
    assert len(drawn) == 2
    play(m, 0, drawn[0])
    s = table(m)
    kept = int(drawn[0][-1])
    assert furs(m, 0) == sorted([3, 8, kept])
    assert (s.coins[0], s.story[0], s.vp[0]) == (1, 2, 3)
    assert (owned(m, 0), row(m)[9]) == (["L11"], "")
