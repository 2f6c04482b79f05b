"""Section 11: auxiliary actions, with bag and market during them."""

from __future__ import annotations

import pytest

import samovar
from tests.stroganov.actions import logged, region, scene_of
from tests.stroganov.scene import bag, furs, leave_in_bag, main, market, play, table, tigers


def auxiliary(m: samovar.Match, seat: int = 0) -> list[str]:
    own = main(m, seat)
    return [token for token in m.options(seat) if token not in own]


@pytest.mark.rule("S-AUX-01")
@pytest.mark.parametrize(
    ("todo", "question"),
    [
        ("Move(0)", "move.1"),
        ("Basic(0)", "coin"),
        ("Main(0,0)", "village.4"),
        ("Main(0,1)", "coin"),
        ("EndTurn(0)", "end"),
        ("HuntAgain(0)", "hunt.2"),
        ("TradeBonus(0,1)", "bonus.coin"),
    ],
)
def test_any_number_of_auxiliary_actions_at_any_point_of_the_own_turn(todo: str, question: str) -> None:
    """The open question stays as it was after each of them."""
    m = scene_of("[[player]]\nspace = 8\nhorses = 15\nfurs = [7]\ncoins = 1", todo, {8: [2]})
    for horses in (10, 5, 0):
        assert question in main(m, 0)
        assert auxiliary(m)[0] == "buy_market"
        play(m, 0, "buy_market", f"take.{market(m)[0]}")
        assert table(m).horses[0] == horses
    assert question in main(m, 0)
    assert "buy_market" not in m.options(0)


@pytest.mark.rule("S-AUX-01")
def test_only_the_active_player_has_auxiliary_actions() -> None:
    m = scene_of("[[player]]\nspace = 8\nhorses = 9\n[[player]]\nspace = 7\nhorses = 9")
    assert "buy_market" in m.options(0)
    assert m.options(1) == []
    with pytest.raises(samovar.IllegalAction):
        m.play(1, "buy_market")


@pytest.mark.rule("S-AUX-01", "S-WINTER-02")
def test_in_winter_all_players_have_auxiliary_actions() -> None:
    text = 'season = "winter"\n[[player]]\nspace = 8\nhorses = 9\n[[player]]\nspace = 7\nhorses = 9'
    m = scene_of(text, todo="")
    seen: list[int] = []
    while table(m).season == 3:
        seat = m.actors()[0]
        assert "buy_bag" in m.options(seat)
        seen.append(seat)
        play(m, seat, main(m, seat)[-1])
    # income, end of income, story by rank, songs and last window, each for both players
    assert seen == [0, 0, 1, 1, 0, 1, 0, 1, 0, 1]


@pytest.mark.rule("S-AUX-02", "S-AUX-06")
def test_buy_a_fur_from_the_market_for_5_horses() -> None:
    assert auxiliary(scene_of("[[player]]\nspace = 8\nhorses = 4")) == []
    m = scene_of("market = [2, 3, 8]\n[[player]]\nspace = 8\nhorses = 5")
    leave_in_bag(m, 4)
    assert auxiliary(m) == ["buy_market", "buy_bag"]
    play(m, 0, "buy_market")
    assert m.options(0) == ["take.2", "take.3", "take.8"]
    play(m, 0, "take.3")
    assert (furs(m, 0), table(m).horses[0]) == ([3], 0)
    assert (market(m), bag(m)) == ([2, 4, 8], [])


@pytest.mark.rule("S-AUX-02")
def test_buy_a_fur_from_the_bag_for_5_horses() -> None:
    """Two furs are drawn and one is kept."""
    m = scene_of("[[player]]\nspace = 8\nhorses = 6")
    leave_in_bag(m, 4, 7)
    play(m, 0, "buy_bag")
    assert m.options(0) == ["keep.4", "keep.7"]
    play(m, 0, "keep.4")
    assert (furs(m, 0), table(m).horses[0], bag(m)) == ([4], 1, [7])
    assert market(m) == [3, 3, 4, 6, 6, 7]


@pytest.mark.rule("S-AUX-03", "S-AUX-06")
def test_exchange_down() -> None:
    """1 horse and 1 fur buy a fur of lower value from the market."""
    m = scene_of(
        "market = [2, 4, 4, 6, 7]\n[[player]]\nspace = 8\nhorses = 1\ncoins = 0\nfurs = [2, 3, 4, 7]"
    )
    leave_in_bag(m, 8, 8)
    assert [token for token in auxiliary(m) if token != "swap"] == ["down.3", "down.4", "down.7"]
    play(m, 0, "down.7")
    assert m.options(0) == ["take.2", "take.4", "take.6"]
    play(m, 0, "take.6")
    assert (furs(m, 0), table(m).horses[0]) == ([2, 3, 4, 6], 0)
    assert len(market(m)) == 6  # refilled from the bag, which has the paid 7
    assert not [token for token in auxiliary(m) if token.startswith("down")]  # no horse is left


@pytest.mark.rule("S-AUX-03", "S-RULING-79")
def test_exchange_down_needs_something_lower_in_the_market() -> None:
    m = scene_of("market = [5, 5]\n[[player]]\nspace = 8\nhorses = 1\ncoins = 0\nfurs = [2, 5, 6]")
    assert [token for token in auxiliary(m) if token != "swap"] == ["down.6"]


@pytest.mark.rule("S-RULING-19", "S-AUX-03")
def test_exchange_down_with_a_coin_or_a_tiger() -> None:
    """A coin makes any fur an 8, so it can fetch a 7. A tiger ranks above 8 and fetches any fur."""
    text = "market = [4, 7, 8]\n[[player]]\nspace = 8\nhorses = 2\ntigers = 1\nfurs = [5]\ncoins = "
    m = scene_of(text + "1")
    play(m, 0, "down.5")
    assert m.options(0) == ["take.4", "take.7"]
    play(m, 0, "take.7")
    assert (furs(m, 0), table(m).coins[0]) == ([7], 0)
    m = scene_of(text + "1")
    play(m, 0, "down.5", "take.4")
    assert (furs(m, 0), table(m).coins[0]) == ([4], 1)  # no coin was needed
    m = scene_of(text + "0")
    play(m, 0, "down.tiger")
    assert m.options(0) == ["take.4", "take.7", "take.8"]
    play(m, 0, "take.8")
    assert (furs(m, 0), tigers(m, 0), table(m).story[0]) == ([5, 8], 0, 2)


@pytest.mark.rule("S-AUX-04", "S-AUX-06")
def test_exchange_two_furs_for_any_one() -> None:
    m = scene_of("market = [2, 8]\n[[player]]\nspace = 8\nhorses = 0\ncoins = 0\nfurs = [2, 3, 3]")
    leave_in_bag(m, 5)
    assert auxiliary(m) == ["swap"]
    play(m, 0, "swap")
    assert m.options(0) == ["pay.2", "pay.3"]
    play(m, 0, "pay.3")
    assert m.options(0) == [
        "take.2",
        "take.8",
    ]  # the second 3 was paid automatically: there was only one way left
    play(m, 0, "take.8")
    assert (furs(m, 0), table(m).coins[0], table(m).story[0]) == ([2, 8], 0, 2)
    assert sorted(market(m) + bag(m)) == [2, 3, 3, 5]


@pytest.mark.rule("S-AUX-04")
def test_exchange_two_needs_two_furs_and_a_market() -> None:
    text = "[[player]]\nspace = 8\nhorses = 0\ncoins = 3\nfurs = "
    assert "swap" not in scene_of(text + "[2]").options(0)
    assert "swap" not in scene_of("market = []\n" + text + "[2, 2]").options(0)
    assert "swap" in scene_of(text + "[2]\ntigers = 1").options(0)  # a tiger is a fur of any value


@pytest.mark.rule("S-AUX-05")
def test_fulfil_a_wish_from_the_hand() -> None:
    """Only wishes in the own hand can be fulfilled, and only if their furs are possessed."""
    m = scene_of("""
        [[player]]
        space = 8
        horses = 0
        coins = 0
        furs = [2, 2, 2, 2, 6, 6]
        hand = ["S2", "S5"]
        [[player]]
        hand = ["S7"]
    """)
    assert [token for token in auxiliary(m) if token.startswith("fulfil")] == ["fulfil.s2"]


@pytest.mark.rule("S-AUX-06", "S-RULING-43")
def test_every_refill_fills_all_empty_spaces_as_far_as_the_bag_allows() -> None:
    """A space that could not be refilled stays empty until a later refill fills it."""
    m = scene_of("market = [2, 3, 4, 5, 6, 7]\n[[player]]\nspace = 8\nhorses = 15\nfurs = [3]\ncoins = 0")
    leave_in_bag(m)
    play(m, 0, "buy_market", "take.2", "buy_market", "take.4")
    assert market(m) == [3, 5, 6, 7]
    play(m, 0, "swap", "pay.2", "pay.3", "take.5")  # two furs go into the bag first
    assert (market(m), bag(m)) == ([2, 3, 3, 6, 7], [])
    assert furs(m, 0) == [4, 5]


@pytest.mark.rule("S-RULING-43", "S-RULING-79")
def test_with_one_fur_in_the_bag_a_draw_takes_that_one() -> None:
    m = scene_of("market = []\n[[player]]\nspace = 8\nhorses = 10\ncoins = 0")
    leave_in_bag(m, 6)
    play(m, 0, "buy_bag")
    assert (furs(m, 0), bag(m), table(m).horses[0]) == ([6], [], 5)
    assert "buy_bag" not in m.options(0)  # nothing could be fetched
    assert "buy_market" not in m.options(0)


@pytest.mark.rule("S-RULING-43")
def test_an_empty_bag_and_an_empty_market_yield_nothing() -> None:
    text = "market = []\n" + region(4, 'yurt = "YA1"\nvillage = "V4"') + "[[player]]\nspace = 8\nfurs = [6]\n"
    m = scene_of(text + "horses = 0\ncoins = 0")
    leave_in_bag(m)
    play(m, 0, "yurt.4")
    assert (furs(m, 0), table(m).story[0]) == ([6], 1)
    play(m, 0, "village.4")  # its price goes into the bag and is no market fur
    assert (furs(m, 0), market(m), bag(m)) == ([], [], [6])


@pytest.mark.rule("S-RULING-76")
def test_market_the_refill_comes_before_the_story_of_a_bear() -> None:
    """At the option of 12 the market is full again and the bear is in the supply."""
    m = scene_of("market = [2, 2, 2, 2, 2, 8]\n[[player]]\nspace = 8\nhorses = 5\nstory = 10")
    leave_in_bag(m, 7)
    play(m, 0, "buy_market", "take.8")
    assert m.options(0)[-1] == "pass"
    assert m.options(0)[0].startswith("song.")
    assert (furs(m, 0), market(m)) == ([8], [2, 2, 2, 2, 2, 7])
    assert [name for name, *_ in logged(m)][-3:] == ["refilled_market", "gained_story", "reached_twelve"]


@pytest.mark.rule("S-RULING-76")
def test_bag_the_other_fur_is_back_before_the_story_of_a_bear() -> None:
    m = scene_of("[[player]]\nspace = 8\nhorses = 5\nstory = 10")
    leave_in_bag(m, 5, 8)
    play(m, 0, "buy_bag", "keep.8")
    assert m.options(0)[0].startswith("song.")
    assert (furs(m, 0), bag(m), table(m).story[0]) == ([8], [5], 12)


@pytest.mark.rule("S-RULING-76", "S-RULING-80")
def test_coins_and_tigers_go_in_the_same_moment_as_the_furs() -> None:
    """At the option at 12 during a claim, the furs, the coin and the tiger of its payment are all gone."""
    m = scene_of(
        "[[player]]\nspace = 8\nstory = 10\ncoins = 1\ntigers = 1\nfurs = [2]\n", "Main(0,0)", {9: []}
    )
    left = table(m).bag[9]
    play(m, 0, "claim.9")
    assert logged(m, "paid_fur") == [("paid_fur", 0, 2, 1), ("paid_fur", 0, 9, 0)]
    assert [name for name, *_ in logged(m)][:3] == ["paid_fur", "paid_fur", "claimed"]
    assert (table(m).coins[0], tigers(m, 0), table(m).bag[9]) == (0, 0, left + 1)
