"""Section 10: trophies, and the rewards of all trophy tracks, side b included."""

from __future__ import annotations

import pytest

import samovar
from tests.stroganov.actions import TRACKS, check_reward, logged, region, scene_of, villages, yurts
from tests.stroganov.scene import bag, furs, leave_in_bag, main, play, table, tigers

TROPHY = "Trophy(0) Main(0,0)"


@pytest.mark.rule("S-TROPHY-01")
def test_advance_for_the_fur_of_the_space_entered_then_take_a_reward() -> None:
    """(a) comes before (b), both are optional, the fur of the space entered is paid."""
    m = scene_of("[[player]]\nspace = 2\ncoins = 0\nhorses = 0\ntrophy = 2\nfurs = [2, 3, 4]")
    play(m, 0, "village.1")
    assert main(m, 0) == ["advance", "pass"]
    before = bag(m).count(3)
    play(m, 0, "advance")
    assert (table(m).trophy[0], furs(m, 0), bag(m).count(3)) == (3, [2, 4], before + 1)
    assert main(m, 0) == ["reward.1", "reward.2", "reward.3", "pass"]
    play(m, 0, "reward.2")
    assert table(m).story[0] == 2
    assert "coin" in m.options(0)  # one reward only


@pytest.mark.rule("S-TROPHY-01")
def test_without_the_fur_there_is_no_advance() -> None:
    """Other furs without a coin do not help. A coin or a tiger does."""
    text = "[[player]]\nspace = 2\nhorses = 0\ntrophy = 2\n"
    assert "advance" not in scene_of(text + "coins = 0\nfurs = [2, 2, 8]", TROPHY).options(0)
    assert "advance" in scene_of(text + "coins = 1\nfurs = [8]", TROPHY).options(0)
    m = scene_of(text + "coins = 0\ntigers = 1", TROPHY)
    play(m, 0, "advance")
    assert (table(m).trophy[0], tigers(m, 0)) == (3, 0)


@pytest.mark.rule("S-TROPHY-01")
def test_advance_and_take_no_reward() -> None:
    m = scene_of("[[player]]\nspace = 2\ncoins = 0\nhorses = 0\nfurs = [2]", TROPHY)
    play(m, 0, "advance", "pass")
    assert (table(m).trophy[0], table(m).horses[0]) == (1, 0)
    assert "coin" in m.options(0)


@pytest.mark.rule("S-TROPHY-02")
def test_the_reward_is_open_even_if_the_token_did_not_advance() -> None:
    m = scene_of("[[player]]\nspace = 2\nhorses = 0\ntrophy = 4\nfurs = [5]", TROPHY)
    play(m, 0, "pass")
    assert main(m, 0) == ["reward.1", "reward.2", "reward.3", "reward.4", "pass"]
    play(m, 0, "reward.4")
    assert (table(m).trophy[0], table(m).vp[0], furs(m, 0)) == (4, 1, [5])


@pytest.mark.rule("S-TROPHY-03")
def test_three_horses_are_open_before_the_first_advance() -> None:
    """No other reward is open then."""
    m = scene_of("[[player]]\nspace = 2\nhorses = 0\nfurs = [2]", TROPHY)
    play(m, 0, "pass")
    assert main(m, 0) == ["reward.0", "pass"]
    play(m, 0, "reward.0")
    assert (table(m).horses[0], table(m).trophy[0]) == (3, 0)


@pytest.mark.rule("S-TROPHY-03")
@pytest.mark.parametrize("space", range(1, 9))
def test_three_horses_are_open_on_every_space(space: int) -> None:
    m = scene_of(f"[[player]]\nspace = 2\nhorses = 0\ncoins = 0\ntrophy = {space}", TROPHY)
    assert main(m, 0)[0] == "reward.1"
    assert "reward.0" not in main(m, 0)  # it is the same reward
    play(m, 0, "reward.1")
    assert table(m).horses[0] == 3


@pytest.mark.rule("S-TROPHY-04")
def test_the_eight_rewards_of_side_a() -> None:
    assert TRACKS["a"]["rewards"] == [
        {"horse": 3},
        {"story": 2},
        {"village_any_not_trophy": 1},
        {"vp": 1},
        {"bag_fur": 1, "horse": 2},
        {"market_fur": 1, "story": 2},
        {"yurt_any_not_trophy": 1},
        {"rewards_two_different": 1},
    ]


def spaces_of_all_tracks() -> list[tuple[str, int]]:
    return [(track, space) for track in TRACKS for space in range(len(TRACKS[track]["rewards"]) + 1)]


def at_the_trophy(
    track: str, space: int, player: str = "", todo: str = "TrophyReward(0,0) Main(0,0)"
) -> samovar.Match:
    """Seat 0 with this track and its token on this space. The yurt of R4 shows a trophy."""
    colour, side = TRACKS[track]["colours"][0], TRACKS[track]["side"]
    other = "green" if colour == "blue" else "blue"
    options = f'[options]\nboards = "{side}a"\ncolours = "{colour},{other}"\n'
    text = f"[[player]]\nspace = 2\nhorses = 0\ncoins = 0\ntrophy = {space}\n{player}"
    return scene_of(options + region(4, 'yurt = "YA3"') + text, todo)


@pytest.mark.rule("S-TROPHY-04", "S-SIDEB-02")
@pytest.mark.parametrize(("track", "space"), spaces_of_all_tracks())
@pytest.mark.no_cover
def test_each_reward_of_each_track(track: str, space: int) -> None:
    """This covers side a and the four sides b, from the place above the track to the last space."""
    listed = [TRACKS[track]["start_reward"], *TRACKS[track]["rewards"]]
    m = at_the_trophy(track, space)
    leave_in_bag(m, 2, 2, 3, 3)
    highest = [f"reward.{n}" for n in range(1, space + 1)] or ["reward.0"]
    assert main(m, 0) == [*highest, "pass"]
    play(m, 0, highest[-1])
    reward = dict(listed[space])
    if reward.pop("village_any_not_trophy", 0):
        assert main(m, 0) == ["village.2", "village.3", "village.4", "village.5", "pass"]
    if reward.pop("yurt_any_not_trophy", 0):
        assert main(m, 0) == ["yurt.1", "yurt.2", "yurt.3", "yurt.5", "pass"]
    if reward.pop("rewards_two_different", 0):
        assert main(m, 0) == [*highest[:-1], "pass"]
        play(m, 0, "pass")
    check_reward(m, 0, reward, 0)


@pytest.mark.rule("S-TROPHY-05", "S-TROPHY-04")
def test_a_village_as_a_reward_lies_anywhere_and_has_no_price() -> None:
    """It is never the trophy village."""
    m = scene_of("[[player]]\nspace = 2\nhorses = 0\ncoins = 0\ntrophy = 3", TROPHY)
    play(m, 0, "reward.3")
    assert villages(m)[0] == "V5"
    assert main(m, 0) == ["village.2", "village.3", "village.4", "village.5", "pass"]
    play(m, 0, "village.3")
    assert (table(m).banners[0], table(m).horses[0]) == (1, 4)
    assert logged(m, "paid_fur") == []


@pytest.mark.rule("S-TROPHY-05", "S-TROPHY-04")
def test_a_yurt_as_a_reward_lies_anywhere_has_no_price_and_is_discarded() -> None:
    """It never shows a trophy."""
    text = region(4, 'yurt = "YA3"') + '[[region]]\nyurt = "YA5"\n'
    m = scene_of(text + "[[player]]\nspace = 2\nhorses = 0\ncoins = 0\ntrophy = 7", TROPHY)
    play(m, 0, "reward.7")
    assert main(m, 0) == ["yurt.1", "yurt.2", "yurt.3", "yurt.5", "pass"]
    play(m, 0, "yurt.5")
    assert (table(m).coins[0], table(m).horses[0], yurts(m)[3:]) == (2, 3, ["YA3", ""])
    assert logged(m, "paid_fur") == []


@pytest.mark.rule("S-TROPHY-06", "S-RULING-34")
@pytest.mark.parametrize("track", TRACKS)
def test_on_the_last_space_no_advance_but_still_a_reward(track: str) -> None:
    """Shorter tracks have an earlier last space."""
    last = len(TRACKS[track]["fur"])
    m = at_the_trophy(track, last, "furs = [2, 3, 4, 5, 6, 7, 8]\ntigers = 1", TROPHY)
    assert main(m, 0) == ["pass"]
    play(m, 0, "pass")
    assert main(m, 0) == [*[f"reward.{n}" for n in range(1, last + 1)], "pass"]
    play(m, 0, "reward.1")
    assert (table(m).trophy[0], table(m).horses[0], len(furs(m, 0))) == (last, 3, 7)


@pytest.mark.rule("S-RULING-35", "S-TROPHY-04", "S-RULING-74")
def test_the_last_space_gives_two_different_rewards_of_the_spaces_above() -> None:
    """The same reward cannot be taken twice, nor the double reward itself. They are resolved in the chosen
    order.
    """
    m = scene_of("[[player]]\nspace = 2\nhorses = 0\ncoins = 0\ntrophy = 8", TROPHY)
    play(m, 0, "reward.8")
    above = [f"reward.{n}" for n in range(1, 8)]
    assert main(m, 0) == [*above, "pass"]
    play(m, 0, "reward.4")
    assert table(m).vp[0] == 1
    assert main(m, 0) == [*[reward for reward in above if reward != "reward.4"], "pass"]
    play(m, 0, "reward.1")
    assert (table(m).vp[0], table(m).horses[0]) == (1, 3)
    assert "coin" in m.options(0)


@pytest.mark.rule("S-RULING-36")
def test_a_reward_that_cannot_be_carried_out_at_all_cannot_be_chosen() -> None:
    """If only a trophy yurt is left, there is no yurt reward. With an empty bag, a fur with horses is still
    open.
    """
    text = region(1, 'yurt = "YA3"') + '[[region]]\nyurt = ""\n' * 4
    m = scene_of(text + "[[player]]\nspace = 2\nhorses = 0\ncoins = 0\ntrophy = 7", TROPHY)
    leave_in_bag(m)
    assert main(m, 0) == [*[f"reward.{n}" for n in range(1, 7)], "pass"]
    play(m, 0, "reward.5")
    assert (table(m).horses[0], furs(m, 0)) == (2, [])


@pytest.mark.rule("S-EX-08", "S-RULING-34", "S-CARD-S7", "S-CARD-A4")
@pytest.mark.parametrize("card", ["S7", "A4", 'S7", "A4'])
def test_s7_on_side_a(card: str) -> None:
    """After an advance one space further down is open: from 7 the double reward of 8. It is never two."""
    text = f'[[player]]\nspace = 2\ncoins = 0\nhorses = 0\nwishes = ["{card}"]\nfurs = [7]\ntrophy = '
    m = scene_of(text + "6", TROPHY)
    play(m, 0, "advance")
    assert table(m).trophy[0] == 7
    assert main(m, 0) == [*[f"reward.{n}" for n in range(1, 9)], "pass"]
    m = scene_of(text + "6", TROPHY)
    play(m, 0, "pass")
    assert main(m, 0) == [*[f"reward.{n}" for n in range(1, 7)], "pass"]
    m = scene_of(text.replace("[7]", "[3]") + "2", TROPHY)
    play(m, 0, "advance")
    assert main(m, 0) == [*[f"reward.{n}" for n in range(1, 5)], "pass"]


@pytest.mark.rule("S-CARD-S7", "S-CARD-A4", "S-RULING-34")
@pytest.mark.parametrize("card", ["S7", "A4"])
def test_s7_does_not_reach_beyond_the_last_space(card: str) -> None:
    m = scene_of(f'[[player]]\nspace = 2\nhorses = 0\nwishes = ["{card}"]\nfurs = [8]\ntrophy = 7', TROPHY)
    play(m, 0, "advance")
    assert main(m, 0) == [*[f"reward.{n}" for n in range(1, 9)], "pass"]


@pytest.mark.rule("S-CARD-S7", "S-RULING-34")
def test_s7_on_a_shorter_track() -> None:
    """On blue's side b "7 and 8" mean the last but one and the last space."""
    options = '[options]\nboards = "ba"\ncolours = "blue,green"\n'
    text = '[[player]]\nspace = 2\nhorses = 0\nwishes = ["S7"]\nfurs = [6]\ntrophy = 4'
    m = scene_of(options + text, TROPHY)
    play(m, 0, "advance")
    assert main(m, 0) == [*[f"reward.{n}" for n in range(1, 7)], "pass"]
    play(m, 0, "reward.6")
    assert main(m, 0) == [*[f"reward.{n}" for n in range(1, 6)], "pass"]


@pytest.mark.rule("S-EX-07", "S-SIDEB-03")
def test_side_b_at_12_story() -> None:
    """The next space shows a 5: the token advances for 5 story, no fur is paid, and a reward is gained."""
    options = 'songs = ["SA01", "SA03"]\n[options]\nboards = "ba"\ncolours = "yellow,green"\n'
    text = "[[player]]\nspace = 2\nhorses = 0\nstory = 12\nfurs = [5]\ntrophy = 4"
    m = scene_of(options + text, "Twelve(0) Main(0,0)")
    assert m.options(0) == ["song.sa01", "song.sa03", "trophy_step", "pass"]
    play(m, 0, "trophy_step")
    assert (table(m).story[0], table(m).trophy[0], furs(m, 0)) == (7, 5, [5])
    assert main(m, 0) == [*[f"reward.{n}" for n in range(1, 6)], "pass"]
    play(m, 0, "reward.4")
    assert table(m).vp[0] == 1
    assert "coin" in m.options(0)


@pytest.mark.rule("S-SIDEB-03", "S-RULING-68")
def test_only_side_b_offers_the_trophy_step() -> None:
    options = 'songs = ["SA01", "SA03"]\n[options]\nboards = "ba"\ncolours = "yellow,green"\n'
    text = "[[player]]\nspace = 2\n[[player]]\nspace = 1\nstory = 12\nfurs = [5]\ntrophy = 4"
    m = scene_of(options + text, "Twelve(1)")
    assert m.options(1) == ["song.sa01", "song.sa03", "pass"]


@pytest.mark.rule("S-RULING-69")
def test_a_trophy_step_counts_as_an_advance_and_ends_at_the_last_space() -> None:
    """S7 applies to it. On the last space it is not possible."""
    options = 'songs = ["SA01", "SA03"]\n[options]\nboards = "ba"\ncolours = "yellow,green"\n'
    text = '[[player]]\nspace = 2\nhorses = 0\nstory = 12\nwishes = ["S7"]\ntrophy = '
    m = scene_of(options + text + "4", "Twelve(0) Main(0,0)")
    play(m, 0, "trophy_step")
    assert main(m, 0) == [*[f"reward.{n}" for n in range(1, 7)], "pass"]
    m = scene_of(options + text + "8", "Twelve(0) Main(0,0)")
    assert m.options(0) == ["song.sa01", "song.sa03", "pass"]


@pytest.mark.rule("S-SIDEB-02", "S-RULING-67")
def test_reds_even_spaces_are_free() -> None:
    """They cost no fur in a trophy and no story in a trophy step. The odd ones cost their fur."""
    options = 'songs = ["SA01", "SA03"]\n[options]\nboards = "ba"\ncolours = "red,green"\n'
    text = "[[player]]\nspace = 2\nhorses = 0\ncoins = 0\nstory = 12\ntrophy = "
    m = scene_of(options + text + "1", TROPHY)
    play(m, 0, "advance")
    assert (table(m).trophy[0], logged(m, "paid_fur")) == (2, [])
    assert "advance" not in scene_of(options + text + "2", TROPHY).options(0)
    m = scene_of(options + text + "1", "Twelve(0) Main(0,0)")
    play(m, 0, "trophy_step")
    assert (table(m).trophy[0], table(m).story[0]) == (2, 12)
