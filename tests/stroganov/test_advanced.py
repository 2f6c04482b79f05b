"""Section 10: the regions of advanced actions, and rulings on all actions."""

from __future__ import annotations

import pytest

import samovar
from samovar.games.stroganov.components import TIGER
from tests.stroganov.actions import BOX, hand, logged, owned, region, scene_of, songs, villages, yurts
from tests.stroganov.scene import furs, leave_in_bag, main, play, scene, table, tigers

VERBS = ("village", "yurt", "wish", "outpost", "claim")


def advanced(m: samovar.Match, seat: int = 0) -> list[str]:
    return [token for token in main(m, seat) if token.partition(".")[0] in VERBS]


@pytest.mark.rule("S-ADV-01")
def test_the_five_advanced_actions() -> None:
    """Village, yurt, wish, outpost, claim, and nothing else."""
    m = scene_of("[[player]]\nspace = 8\nfurs = [6, 6, 6, 6]\ncoins = 0", tiles={8: [2, 9]})
    assert main(m, 0)[-8:] == [
        *("village.4", "yurt.4", "wish.4", "outpost.4"),
        *("claim.8", "claim.9", "claim.10"),
        "pass",
    ]
    assert list(VERBS) == BOX["actions"]["advanced"]


@pytest.mark.rule("S-ADV-02")
def test_performed_where_the_cossack_is_or_an_own_outpost_stands() -> None:
    """Outposts of others, neutral ones and outposts in the supply give no presence."""
    m = scene_of(
        region(3, 'posts = ["0", "", "neutral"]')
        + '[[region]]\n[[region]]\nposts = ["1", "", "neutral"]\n'
        + "[[player]]\nspace = 8\nfurs = [2, 2, 4, 4, 5, 5, 6, 7, 7]\ncoins = 0\noutposts = 2"
    )
    assert advanced(m) == [
        *("village.3", "yurt.3", "wish.3"),
        *("village.4", "yurt.4", "wish.4", "outpost.4"),
        *("claim.6", "claim.7"),
    ]
    with pytest.raises(samovar.IllegalAction) as refused:
        play(m, 0, "village.5")
    assert refused.value.rule == "S-ADV-02"


@pytest.mark.rule("S-ADV-03")
def test_some_tiles_lift_the_limit() -> None:
    """A song with an advanced action anywhere reaches every region. Afterwards the limit is back."""
    text = """
        songs = ["SA04", "SA01"]
        [[player]]
        space = 8
        story = 12
        horses = 0
        coins = 0
        furs = [2, 2]
    """
    m = scene_of(text, "Twelve(0) Main(0,0)")
    play(m, 0, "song.sa04")
    everywhere = [f"{verb}.{r}" for r in range(1, 6) for verb in ("village", "yurt", "wish", "outpost")]
    assert advanced(m) == [*everywhere, "claim.1", "claim.2"]
    play(m, 0, "outpost.5")
    assert advanced(m) == [
        *("village.4", "yurt.4", "wish.4"),
        *("village.5", "yurt.5", "wish.5"),
    ]


@pytest.mark.rule("S-ADV-04")
def test_a_cossack_in_a_gap_is_in_the_region_of_that_space() -> None:
    m = scene_of("[[player]]\nspace = 7", tiles={7: None})
    assert advanced(m) == ["village.3", "yurt.3", "wish.3", "outpost.3"]


@pytest.mark.rule("S-ADV-04")
def test_a_cossack_on_the_starting_tile_is_in_no_region() -> None:
    assert advanced(scene_of("[[player]]\nspace = 0\nfurs = [2, 2, 2, 2, 2]")) == []


# ---- rulings on all actions ----


@pytest.mark.rule("S-RULING-77")
def test_before_step_1_the_space_before_the_move_counts() -> None:
    """An extra action before the move is done from the space that the Cossack stands on then."""
    m = scene('to_move = 0\n[[player]]\nspace = 5\nwishes = ["A11"]\noutposts = 0')
    play(m, 0, "extra.a11")
    assert advanced(m) == ["village.2", "yurt.2", "wish.2"]
    play(m, 0, "wish.2")
    assert hand(m, 0) == ["A7"]
    assert main(m, 0)[0] == "move.1"


@pytest.mark.rule("S-RULING-77")
def test_before_step_1_on_the_starting_tile_only_outposts_count() -> None:
    m = scene('to_move = 0\n[[player]]\nspace = 0\nwishes = ["A11"]\nhorses = 5')
    assert "extra.a11" not in m.options(0)
    assert "buy_market" in m.options(0)  # auxiliary actions need no region
    m = scene(
        "to_move = 0\n"
        + region(4, 'posts = ["0", "", "neutral"]')
        + '[[player]]\nspace = 0\nwishes = ["A11"]\noutposts = 1'
    )
    play(m, 0, "extra.a11")
    assert advanced(m) == ["village.4", "yurt.4", "wish.4"]


@pytest.mark.rule("S-RULING-78")
@pytest.mark.parametrize("todo", ["Move(0)", "Basic(0)", "Main(0,0)", "Main(0,1)", "EndTurn(0)"])
def test_no_option_has_a_cost_without_an_effect(todo: str) -> None:
    """Without horses, with a market of bears and an unreachable wish, no option costs anything in vain."""
    text = """
        market = [8, 8, 8, 8, 8, 8]
        [[player]]
        space = 7
        horses = 0
        coins = 3
        hand = ["S1"]
        tiles = ["L20"]
        banners = 1
        [[player]]
        space = 12
    """
    options = scene_of(text, todo + " Pause(0)").options(0)
    for token in options:
        m = scene_of(text, todo + " Pause(0)")
        play(m, 0, token)
        s = table(m)
        assert (s.coins[0] >= 3, s.banners[0] >= 1, s.outposts[0] >= (not token.startswith("outpost"))) == (
            True,
            True,
            True,
        ), token
        assert "S1" in hand(m, 0)
        assert owned(m, 0) == ["L20"]
    verbs = {token.partition(".")[0] for token in options}
    assert verbs <= {"move", "coin", "horses", "left", "right", *VERBS, "pass"}


@pytest.mark.rule("S-RULING-79")
def test_price_and_cost_must_be_met_together() -> None:
    """A claim for 4 furs needs a fifth one as price if it is the second action."""
    text = "[[player]]\nspace = 8\ncoins = 0\nfurs = "
    assert "claim.8" not in scene_of(text + "[6, 6, 6, 6]", "Main(0,1)", {8: [2, 2]}).options(0)
    m = scene_of(text + "[6, 6, 6, 6, 6]", "Main(0,1)", {8: [2, 2]})
    play(m, 0, "claim.8")
    assert owned(m, 0) == ["L14"]
    assert len(logged(m, "paid_fur")) == 5


@pytest.mark.rule("S-RULING-79")
def test_price_and_cost_are_one_payment() -> None:
    """Five furs in all, one of them changed by a coin. There is only one way to pay, so nothing is asked."""
    m = scene_of("[[player]]\nspace = 10\ncoins = 1\nfurs = [2, 6, 6, 6, 6]", "Main(0,1)", {10: [3, 3]})
    leave_in_bag(m)
    play(m, 0, "claim.10")
    assert logged(m, "paid_fur") == [("paid_fur", 0, 6, 0)] * 4 + [("paid_fur", 0, 2, 1)]
    assert table(m).coins[0] == 1  # one paid, one of the reward


@pytest.mark.rule("S-RULING-79")
def test_a_second_action_without_its_price_is_not_offered() -> None:
    m = scene_of("[[player]]\nspace = 8\ncoins = 0\nfurs = [5, 7, 8]", "Main(0,1)")
    assert advanced(m) == []
    m = scene_of("[[player]]\nspace = 8\ncoins = 1\nfurs = [5]", "Main(0,1)")
    assert advanced(m) == ["village.4", "yurt.4", "wish.4", "outpost.4"]


@pytest.mark.rule("S-RULING-79", "S-RULING-37")
def test_a_village_may_always_be_visited_and_a_yurt_always_used() -> None:
    """Both are legal even if they bring nothing."""
    m = scene_of(
        "market = []\n"
        + region(4, 'village = "V4"\nyurt = "YB8"')
        + "[[player]]\nspace = 8\nhorses = 0\ncoins = 0\noutposts = 5\ntigers = 1"
    )
    leave_in_bag(m)
    play(m, 0, "village.4", "yurt.4")  # the price is the tiger
    assert (furs(m, 0), tigers(m, 0), table(m).outposts[0], table(m).vp[0]) == ([], 0, 5, 1)
    assert yurts(m)[3] == ""


@pytest.mark.rule("S-RULING-80")
def test_a_yurt_leaves_the_board_before_its_benefit() -> None:
    """Five story lead to 12, and the song allows a yurt anywhere. The yurt in use is not offered."""
    m = scene_of(
        'songs = ["SA04", "SA01"]\n' + region(4, 'yurt = "YA4"') + "[[player]]\nspace = 8\nstory = 7\n"
    )
    play(m, 0, "yurt.4")
    assert yurts(m)[3] == ""
    play(m, 0, "song.sa04")
    assert "yurt.3" in main(m, 0)
    assert "yurt.4" not in main(m, 0)


@pytest.mark.rule("S-RULING-80", "S-RULING-42")
def test_a_tile_is_a_gap_before_its_benefit() -> None:
    """A bear on the tile leads to 12, and the song allows a claim. The claimed tile is not offered."""
    text = """
        songs = ["SA04", "SA01"]
        [[player]]
        space = 8
        story = 10
        coins = 0
        furs = [6, 6, 6, 6, 6]
    """
    m = scene_of(text, tiles={8: [8], 10: [2]})
    play(m, 0, "claim.8")
    assert owned(m, 0) == ["L14"]
    assert table(m).vp[0] == 0
    play(m, 0, "song.sa04")
    assert [token for token in main(m, 0) if token.startswith("claim")] == ["claim.9"]


@pytest.mark.rule("S-RULING-80")
def test_a_wish_leaves_the_hand_before_it_is_paid() -> None:
    """During its payment no other action is possible. Afterwards it cannot be fulfilled again."""
    m = scene_of('[[player]]\nspace = 8\ncoins = 2\nhand = ["A9"]\nfurs = [4, 8, 8, 8]')
    play(m, 0, "fulfil.a9")
    assert m.options(0) == ["pay.8", "pay.4"]
    play(m, 0, "pay.8")
    assert hand(m, 0) == []
    assert "fulfil.a9" not in m.options(0)


@pytest.mark.rule("S-RULING-81")
@pytest.mark.parametrize("song", ["SA02", "SA04", "SA05", "SA07", "SA09", "SA10"])
def test_an_action_granted_by_a_song_may_be_declined(song: str) -> None:
    m = scene(f"""
        todo = ["Twelve(0)", "Main(0,0)", "Calendar()"]
        songs = ["{song}", "SA01"]
        [[player]]
        space = 8
        story = 12
        furs = [2]
        hand = ["S2"]
    """)
    play(m, 0, f"song.{song.lower()}")
    before = m.position().partition("[[player]]")[2]
    assert len(main(m, 0)) > 1
    while "coin" not in m.options(0):
        play(m, 0, "pass")
    assert m.position().partition("[[player]]")[2] == before


@pytest.mark.rule("S-RULING-81")
def test_both_parts_of_a_trophy_and_its_village_and_yurt_may_be_declined() -> None:
    text = """
        todo = ["Trophy(0)", "Main(0,0)", "Calendar()"]
        [[player]]
        space = 8
        trophy = 7
        furs = [8]
    """
    m = scene(text)
    play(m, 0, "pass", "pass")
    assert (table(m).trophy[0], furs(m, 0), "coin" in m.options(0)) == (7, [8], True)
    for reward in ("reward.3", "reward.7"):
        m = scene(text)
        play(m, 0, "pass", reward, "pass")
        assert "coin" in m.options(0)
        assert "" not in yurts(m)


@pytest.mark.rule("S-RULING-81")
def test_both_bonuses_of_a_trade_may_be_declined() -> None:
    m = scene_of("acted = [0]\n[[player]]\nspace = 8\nfurs = [3]\ncoins = 0\nhorses = 0")
    play(m, 0, "trade", "pass")
    assert m.actors() == [1]  # without a fur there is no second action, and the turn is over
    assert (furs(m, 0), table(m).coins[0], table(m).horses[0]) == ([], 0, 0)


@pytest.mark.rule("S-RULING-81")
def test_furs_of_a_benefit_are_always_taken() -> None:
    """The player only chooses which fur to take from the market or the bag."""
    m = scene_of(region(4, 'village = "V4"\nyurt = "YA1"') + "[[player]]\nspace = 8\nhorses = 0")
    play(m, 0, "village.4")
    assert m.options(0) == ["take.3", "take.4", "take.6", "take.7"]
    m = scene_of("market = []\n" + region(4, 'yurt = "YA1"') + "[[player]]\nspace = 8\nhorses = 0\ncoins = 0")
    leave_in_bag(m, 4, 7)
    play(m, 0, "yurt.4")
    assert m.options(0) == ["keep.4", "keep.7"]


@pytest.mark.rule("S-RULING-81")
def test_winter_income_is_taken_but_a5_and_a9_may_be_declined() -> None:
    m = scene("""
        season = "winter"
        [[player]]
        space = 2
        horses = 0
        coins = 0
        wishes = ["S2", "S3", "S4", "S5", "A5", "A9"]
        [[player]]
        space = 1
    """)
    assert "end" not in m.options(0)
    play(m, 0, "income.horses", "income.s2", "income.s3", "income.s4")
    assert "end" not in m.options(0)
    play(m, 0, "income.s5")
    assert main(m, 0) == ["income.a5", "end"]
    assert "extra.a9" in m.options(0)
    play(m, 0, "end")
    assert furs(m, 0) == []
    assert "extra.a9" not in m.options(0)


@pytest.mark.rule("S-RULING-62")
def test_limited_pieces_run_out_and_tigers_come_back_when_spent() -> None:
    """An empty supply of banners, own outposts or tigers gives nothing. A spent tiger can be gained again."""
    m = scene(
        'todo = ["Main(0,0)", "Calendar()"]\nyear = 3\n'
        + region(3, 'village = "V2"\nyurt = "YB5"')
        + "[[player]]\nspace = 6\noutposts = 5\nfurs = []\ncoins = 0\nhorses = 0\nbanners = 0\ntigers = 1\n"
        + "[[player]]\nbanners = 12\ntigers = 14"
    )
    s = table(m)
    assert (s.banners_left, s.bag[TIGER]) == (0, 0)  # the sixteenth lies on space 12
    play(m, 0, "village.3")
    assert (s.banners[0], s.outposts[0]) == (0, 5)
    play(m, 0, "yurt.3")  # the price is paid with the only tiger, which is then there to be gained
    assert (tigers(m, 0), s.horses[0]) == (1, 2)


@pytest.mark.rule("S-RULING-62")
def test_no_tiger_left_gives_none() -> None:
    m = scene(
        'todo = ["Main(0,0)", "Calendar()"]\nyear = 3\n'
        + region(3, 'yurt = "YB5"')
        + "[[player]]\nspace = 6\nhorses = 0\n[[player]]\ntigers = 15"
    )
    play(m, 0, "yurt.3")
    assert (tigers(m, 0), table(m).horses[0]) == (0, 2)


@pytest.mark.rule("S-RULING-62")
def test_used_yurts_and_songs_never_come_back() -> None:
    """A used piece is in no stack, even after the yurts have been filled up."""
    m = scene("""
        todo = ["NextYear()", "Calendar()"]
        season = "winter"
        yurt_pile = []
        song_pile = ["SA05"]
        wish_pile = []
        songs = ["", "SA01"]
        [[region]]
        yurt = ""
        wish = ""
        [[region]]
        yurt = "YA2"
        wish = "A2"
        [[region]]
        yurt = ""
        wish = ""
        [[region]]
        yurt = "YA3"
        wish = "A3"
        [[region]]
        yurt = ""
        wish = ""
    """)
    assert yurts(m) == ["YA2", "YA3", "", "", ""]
    assert songs(m) == ["SA05", ""]
    assert villages(m) == ["V5", "V2", "V1", "V4", "V3"]


@pytest.mark.rule("S-RULING-73", "S-STORY-03")
def test_a_song_on_reaching_12_is_not_limited_to_once_per_turn() -> None:
    """Two arrivals on 12 in one turn allow two songs, against the summary. Bears are no actions."""
    text = 'songs = ["SA04", "SA01"]\n[[player]]\nspace = 8\nstory = 10\ncoins = 0'
    m = scene_of(text, tiles={8: [8, 8, 8, 8]})
    play(m, 0, "hunt.8", "song.sa01")
    assert (table(m).story[0], table(m).coins[0]) == (8, 3)
    play(m, 0, "hunt.8", "hunt.8", "song.sa01", "pass")
    assert (table(m).story[0], table(m).coins[0]) == (8, 5)  # one coin for the second fur
