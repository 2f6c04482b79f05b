"""Worked examples of the rulebook that involve several chapters. The others are in the files of their
chapters.
"""

from __future__ import annotations

import pytest

import samovar
from samovar.kernel import cards
from tests.stroganov.scene import bag, furs, leave_in_bag, main, play, scene, table


@pytest.mark.rule("S-EX-01", "S-SETUP-18", "S-SETUP-19", "S-RULING-04")
def test_start_cards() -> None:
    """Three players, four start wishes: the third in order chooses first, then the second, then the first."""
    m = samovar.Match("stroganov", 3, seed=9)
    s = table(m)
    offer = [(s.stock.wish_ids[card & 255], int(card >> 8)) for card in s.offer]
    assert len(offer) == 4
    before = bag(m)
    for place, (wish, fur) in zip((2, 1, 0), offer[1:], strict=True):
        p = int(s.order[place])
        assert m.actors() == [p]
        play(m, p, f"start.{wish.lower()}")
        assert furs(m, p) == [fur]
        assert [table(m).stock.wish_ids[card] for card in cards.members(table(m).hand[p])] == [wish]
    assert bag(m) == sorted([*before, offer[0][1]])
    assert offer[0][0] not in m.position()  # the fourth card has left the game


@pytest.mark.rule("S-EX-03")
def test_outpost_in_third_place() -> None:
    """Mavra is seat 0. Two opponents have built in R4, so the third space costs 2 horses."""
    m = scene("""
        seats = 4
        todo = ["Main(0,0)", "Main(0,0)", "Main(0,0)", "Calendar()"]
        acted = [0]
        trade_fur = 7
        [[player]]
        space = 9
        horses = 2
        outposts = 1
        [[region]]
        fur = 2
        [[region]]
        fur = 3
        [[region]]
        fur = 4
        [[region]]
        fur = 5
        posts = ["1", "2", ""]
        [[region]]
        fur = 6
    """)
    play(m, 0, "outpost.4")
    assert (table(m).horses[0], table(m).outposts[0]) == (0, 0)
    assert 'posts = ["1", "2", "0"]' in m.position()
    play(m, 0, "left.2")  # to R3
    assert {"village.4", "yurt.4", "wish.4"} <= set(main(m, 0))
    assert "outpost.4" not in main(m, 0)


@pytest.mark.rule("S-EX-04", "S-MAIN-03", "S-PAY-02", "S-RULING-29")
def test_claim_as_second_action() -> None:
    """Feodor claims a steppe tile where the region fur is 6. Four 6s and a 2 with a coin pay price 1 and cost
    2 + 2.
    """
    m = scene("""
        todo = ["Main(0,0)", "Calendar()"]
        acted = [0]
        trade_fur = 7
        market = []
        [[player]]
        space = 1
        horses = 0
        coins = 1
        furs = [2, 6, 6, 6, 6]
        [[tile]]
        space = 3
        furs = []
        [[tile]]
        space = 11
        id = "L11"
        furs = [4, 8]
        [[region]]
        fur = 2
        yurt = "YA5"
        [[region]]
        fur = 3
        [[region]]
        fur = 4
        [[region]]
        fur = 5
        [[region]]
        fur = 6
        posts = ["0", "", "neutral"]
    """)
    play(m, 0, "yurt.1")  # the first main action: 2 coins and 3 horses
    assert table(m).coins[0] == 3
    leave_in_bag(m, 5, 7)
    play(m, 0, "claim.11")
    assert (furs(m, 0), table(m).coins[0]) == ([4, 8], 3 - 1 + 1)  # only one way to pay, so nothing was asked
    assert (table(m).story[0], table(m).vp[0]) == (2, 3)
    assert table(m).row[11] == 0
    assert [table(m).stock.tile_ids[tile] for tile in cards.members(table(m).tiles[0])] == ["L11"]
    if main(m, 0) == ["go"]:
        play(m, 0, "go")
    offered = m.options(0)
    assert len(offered) == 2
    assert all(token.startswith("keep.") for token in offered)
    kept = int(offered[0][5:])
    play(m, 0, offered[0])
    assert furs(m, 0) == sorted([4, 8, kept])
    assert len(bag(m)) == 2 + 5 - 1


@pytest.mark.rule("S-EX-04")
def test_claim_as_second_action_needs_all_five_furs() -> None:
    text = """
        todo = ["Main(0,1)", "Calendar()"]
        acted = [0]
        trade_fur = 7
        market = []
        [[player]]
        space = 1
        coins = {}
        furs = {}
        [[tile]]
        space = 11
        id = "L11"
        furs = [4, 8]
        [[region]]
        fur = 2
        [[region]]
        fur = 3
        [[region]]
        fur = 4
        [[region]]
        fur = 5
        [[region]]
        fur = 6
        posts = ["0", "", "neutral"]
    """
    assert "claim.11" in main(scene(text.format(1, [2, 6, 6, 6, 6])), 0)
    assert "claim.11" not in main(scene(text.format(0, [2, 6, 6, 6, 6])), 0)
    assert "claim.11" not in main(scene(text.format(9, [6, 6, 6, 6])), 0)
