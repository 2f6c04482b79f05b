"""Section 10: taking wishes. Section 12: fulfilling them."""

from __future__ import annotations

import pytest

import samovar
from tests.stroganov.actions import WISHES, fulfilled, hand, logged, region, scene_of, wishes
from tests.stroganov.scene import bag, furs, leave_in_bag, main, play, table, tigers


def holder(card: str, player: str, year: int = 1) -> samovar.Match:
    """A match in which seat 0 is at its main action, with this wish in the hand and no horses."""
    return scene_of(f'year = {year}\n[[player]]\nspace = 8\nhorses = 0\nhand = ["{card}"]\n{player}')


@pytest.mark.rule("S-WISH-01")
def test_the_regions_wish_goes_into_the_hand_without_limit() -> None:
    cards = ["S1", "S2", "S3", "S4", "S5", "A1", "A4", "A5"]
    m = scene_of(f"[[player]]\nspace = 8\nfurs = [6]\ncoins = 0\nhand = {cards}")
    card = wishes(m)[3]
    play(m, 0, "wish.4")
    assert card in hand(m, 0)
    assert len(hand(m, 0)) == 9
    assert wishes(m)[3] == ""
    assert (fulfilled(m, 0), table(m).vp[0]) == ([], 0)


@pytest.mark.rule("S-WISH-02")
def test_without_a_wish_in_the_region_the_action_is_not_possible_there() -> None:
    m = scene_of(region(4, 'wish = ""') + "[[player]]\nspace = 8")
    assert "village.4" in main(m, 0)
    assert "wish.4" not in main(m, 0)
    m = scene_of("[[player]]\nspace = 8\nfurs = [6]\ncoins = 0")
    play(m, 0, "wish.4")
    assert "yurt.4" in main(m, 0)
    assert "wish.4" not in main(m, 0)


@pytest.mark.rule("S-WISH-03", "S-WISH-06")
@pytest.mark.parametrize("card", WISHES)
@pytest.mark.no_cover
def test_each_wish_possess_pay_and_score(card: str) -> None:
    """The furs shown must be possessed. Exactly the red-framed ones are paid into the bag."""
    wish = WISHES[card]
    value, possess, pay = wish["value"], wish["possess"], wish["pay"]
    other = 2 if value != 2 else 3
    year = 3 if wish["deck"] == "B" else 1
    token = f"fulfil.{card.lower()}"
    few = holder(card, f"coins = 0\nfurs = {[value] * (possess - 1) + [other] * 3}", year)
    assert token not in few.options(0)
    m = holder(card, f"coins = 0\nfurs = {[value] * possess}", year)
    before = bag(m).count(value)
    play(m, 0, token)
    assert (furs(m, 0), bag(m).count(value)) == ([value] * (possess - pay), before + pay)
    assert table(m).vp[0] == wish["vp"]
    assert (hand(m, 0), fulfilled(m, 0)) == ([], [card])


@pytest.mark.rule("S-WISH-03")
def test_neither_a_sum_of_furs_nor_a_higher_fur_fulfils_a_wish() -> None:
    assert "fulfil.s7" not in holder("S7", "coins = 0\nfurs = [6, 7, 8, 3, 3]").options(0)
    assert "fulfil.s7" in holder("S7", "coins = 0\nfurs = [6, 6]").options(0)


@pytest.mark.rule("S-EX-05", "S-WISH-03")
def test_a_wish_with_three_sixes() -> None:
    m = holder("A3", "coins = 0\nfurs = [6, 6, 6]")
    play(m, 0, "fulfil.a3")
    assert (furs(m, 0), table(m).vp[0]) == ([6, 6], 3)


@pytest.mark.rule("S-EX-05", "S-WISH-04")
def test_a_coin_changes_a_fur_whether_it_is_paid_or_only_possessed() -> None:
    """Paying a 6 leaves 6 and 4, the 4 still a 4. Paying the 4 leaves 6 and 6. Both ways cost the coin."""
    for payment, left in (("pay.6", [4, 6]), ("pay.4", [6, 6])):
        m = holder("A3", "coins = 1\nfurs = [4, 6, 6]")
        play(m, 0, "fulfil.a3")
        assert m.options(0) == ["pay.6", "pay.4"]
        play(m, 0, payment)
        assert (furs(m, 0), table(m).coins[0], fulfilled(m, 0)) == (left, 0, ["A3"])


@pytest.mark.rule("S-WISH-04")
def test_each_changed_fur_needs_a_coin_of_its_own_and_a_fur() -> None:
    assert "fulfil.a3" not in holder("A3", "coins = 1\nfurs = [4, 4, 6]").options(0)
    assert "fulfil.a3" not in holder("A3", "coins = 9\nfurs = [6, 6]").options(0)
    m = holder("A3", "coins = 2\nfurs = [4, 5, 6]")
    play(m, 0, "fulfil.a3", "pay.5")
    assert (furs(m, 0), table(m).coins[0]) == ([4, 6], 0)
    m = holder("A3", "coins = 3\nfurs = [2, 4, 5]")
    play(m, 0, "fulfil.a3", "pay.4")
    assert (furs(m, 0), table(m).coins[0]) == ([2, 5], 0)


@pytest.mark.rule("S-EX-05", "S-WISH-05")
def test_a_tiger_stands_for_any_of_the_furs_and_is_spent_in_every_case() -> None:
    """It is spent even with a coin at hand: without another fur the coin has nothing to change."""
    for coins in (0, 1):
        for payment, left in (("pay.tiger", [6, 6]), ("pay.6", [6])):
            m = holder("A3", f"coins = {coins}\ntigers = 1\nfurs = [6, 6]")
            play(m, 0, "fulfil.a3")
            assert m.options(0) == ["pay.6", "pay.tiger"]
            play(m, 0, payment)
            assert (furs(m, 0), tigers(m, 0), table(m).coins[0]) == (left, 0, coins)
            assert fulfilled(m, 0) == ["A3"]


@pytest.mark.rule("S-WISH-04", "S-WISH-05")
def test_a_coin_or_a_tiger_may_stand_for_a_fur_that_stays() -> None:
    """Each other fur can be changed only once, so one coin and one other fur cover one fur."""
    for cover, coins, cats in (("cover.coin", 1, 1), ("cover.tiger", 2, 0)):
        m = holder("A3", "coins = 2\ntigers = 1\nfurs = [4, 6, 6]")
        play(m, 0, "fulfil.a3", "pay.6")
        assert m.options(0) == ["cover.coin", "cover.tiger"]
        play(m, 0, cover)
        assert (furs(m, 0), tigers(m, 0), table(m).coins[0]) == ([4, 6], cats, coins)


@pytest.mark.rule("S-WISH-06")
def test_vp_are_scored_at_once_and_the_effect_lasts() -> None:
    """S1 gives two VP, and one more step from then on, even in the same turn."""
    m = scene_of(
        '[[player]]\nspace = 1\nhorses = 0\ncoins = 0\nvp = 7\nfurs = [5, 5, 5]\nhand = ["S1"]',
        "Move(0) Basic(0) Main(0,0)",
    )
    assert main(m, 0) == ["move.1", "move.2"]
    play(m, 0, "fulfil.s1")
    assert table(m).vp[0] == 8
    assert main(m, 0) == ["move.1", "move.2", "move.3"]


@pytest.mark.rule("S-WISH-07", "S-CARD-A10")
def test_a_one_time_effect_is_resolved_at_once_and_the_card_still_counts() -> None:
    m = holder("A10", 'coins = 0\nfurs = [3, 3, 3, 3, 3]\nwishes = ["B13"]')
    play(m, 0, "fulfil.a10")
    assert (tigers(m, 0), table(m).vp[0], furs(m, 0)) == (1, 3, [3, 3, 3])
    assert fulfilled(m, 0) == ["A10", "B13"]
    assert m.scores()[0].breakdown["wishes"] == 2
    names = [name for name, *_ in logged(m, "fulfilled", "gained_tigers")]
    assert names == ["fulfilled", "gained_tigers"]


@pytest.mark.rule("S-WISH-08", "S-CARD-A11", "S-CARD-A12", "S-CARD-A13")
@pytest.mark.parametrize("season", ["spring", "summer", "autumn"])
@pytest.mark.parametrize("card", ["A11", "A12", "A13"])
def test_cards_with_a_season_sign_work_in_that_season_also_when_just_fulfilled(
    card: str, season: str
) -> None:
    wish = WISHES[card]
    held = [wish["value"]] * wish["possess"]
    text = (
        f'season = "{season}"\n[[player]]\nspace = 8\nhorses = 0\ncoins = 0\nhand = ["{card}"]\nfurs = {held}'
    )
    m = scene_of(text, "EndTurn(0)")
    play(m, 0, f"fulfil.{card.lower()}")
    fits = {"A11": "spring", "A12": "summer", "A13": "autumn"}[card] == season
    assert (f"extra.{card.lower()}" in m.options(0)) == fits


@pytest.mark.rule("S-WISH-09", "S-RULING-45")
def test_wishes_left_in_the_hand_cost_nothing_score_nothing_and_are_open() -> None:
    text = 'year = 4\nseason = "winter"\n[[player]]\nspace = 8\nhand = ["B1", "B12", "A3"]\nwishes = ["B2"]'
    m = scene_of(text, "LastWindow(0)")
    without = scene_of(text.replace('hand = ["B1", "B12", "A3"]', "hand = []"), "LastWindow(0)")
    assert m.scores()[0].breakdown == without.scores()[0].breakdown
    assert m.scores()[0].breakdown["wishes"] == 3
    assert 'hand = ["A3", "B1", "B12"]' in m.position(1)  # hands are open to all players


@pytest.mark.rule("S-RULING-40", "S-CARD-A3", "S-EX-05")
def test_a3_one_fur_fewer_need_be_possessed() -> None:
    """A3 is fulfilled already. So two 5s fulfil the wish of three 5s."""
    m = holder("S1", 'coins = 0\nfurs = [5, 5]\nwishes = ["A3"]')
    play(m, 0, "fulfil.s1")
    assert (furs(m, 0), fulfilled(m, 0)) == ([5], ["S1", "A3"])
    assert "fulfil.s1" not in holder("S1", 'coins = 0\nfurs = [5]\nwishes = ["A3"]').options(0)
    assert "fulfil.s1" not in holder("S1", "coins = 0\nfurs = [5, 5]").options(0)


@pytest.mark.rule("S-RULING-40", "S-CARD-A3")
def test_a3_never_fewer_than_the_number_to_return_and_not_for_itself() -> None:
    """A9 wants two 8s and returns both. A3 itself still wants three furs."""
    assert "fulfil.a9" not in holder("A9", 'coins = 0\nfurs = [8]\nwishes = ["A3"]').options(0)
    assert "fulfil.a9" in holder("A9", 'coins = 0\nfurs = [8, 8]\nwishes = ["A3"]').options(0)
    assert "fulfil.s9" not in holder("S9", 'coins = 0\nfurs = []\nwishes = ["A3"]').options(0)
    assert "fulfil.a3" not in holder("A3", "coins = 0\nfurs = [6, 6]").options(0)


@pytest.mark.rule("S-RULING-40")
def test_a3_counts_from_the_moment_it_is_fulfilled() -> None:
    m = scene_of('[[player]]\nspace = 8\nhorses = 0\ncoins = 0\nhand = ["A3", "S1"]\nfurs = [5, 5, 6, 6, 6]')
    assert "fulfil.s1" not in m.options(0)
    play(m, 0, "fulfil.a3")
    assert "fulfil.s1" in m.options(0)


@pytest.mark.rule("S-RULING-39", "S-SONG-02")
def test_the_wish_song_wants_only_the_red_framed_furs() -> None:
    """Furs, coins or tigers pay them as usual. The others need not be possessed."""
    text = 'songs = ["SA02", "SA01"]\n[[player]]\nspace = 8\nstory = 12\nhorses = 0\nhand = ["A8", "A9"]\n'
    m = scene_of(text + "coins = 0\nfurs = [4]", "Twelve(0) Main(0,0)")
    play(m, 0, "song.sa02")
    assert main(m, 0) == ["pay_only.a8", "pass"]
    play(m, 0, "pay_only.a8")
    assert (furs(m, 0), fulfilled(m, 0), hand(m, 0), table(m).vp[0]) == ([], ["A8"], ["A9"], 3)
    m = scene_of(text + "coins = 1\ntigers = 1\nfurs = [2]", "Twelve(0) Main(0,0)")
    play(m, 0, "song.sa02")
    assert main(m, 0) == ["pay_only.a8", "pay_only.a9", "pass"]
    play(m, 0, "pay_only.a9")  # both red-framed 8s: the 2 with the coin, and the tiger
    assert (furs(m, 0), tigers(m, 0), table(m).coins[0], fulfilled(m, 0)) == ([], 0, 0, ["A9"])


@pytest.mark.rule("S-RULING-39")
def test_the_wish_song_lapses_without_a_wish_or_without_the_furs() -> None:
    """Nothing is asked, but the story is spent."""
    text = 'songs = ["SA02", "SA01"]\n[[player]]\nspace = 8\nstory = 12\nhorses = 0\ncoins = 0\n'
    for player in ("furs = [4]\nhand = []", 'furs = [3]\nhand = ["A8"]'):
        m = scene_of(text + player, "Twelve(0) Main(0,0)")
        leave_in_bag(m)
        play(m, 0, "song.sa02")
        assert "coin" in main(m, 0)
        assert (table(m).story[0], fulfilled(m, 0)) == (7, [])
