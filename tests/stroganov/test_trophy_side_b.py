"""Section 17: side b of the player boards, and the rulings on trophies."""

from __future__ import annotations

import pytest

import samovar
from samovar.games.stroganov.components import COIN, MAX_PARTS, Box, Track
from samovar.games.stroganov.game import GAME
from samovar.games.stroganov.loading import load_box
from tests.stroganov.scene import furs, leave_in_bag, main, play, scene, table

COLOURS = {"blue": "blue,red", "green": "green,red", "red": "red,blue", "yellow": "yellow,red"}


@pytest.fixture(scope="module")
def box() -> Box:
    return load_box(GAME.standard_text())


def track(box: Box, colour: str, side: str) -> Track:
    return box.tracks[box.track_of(colour, side)]


def trophy(
    token: int,
    todo: str = '"Trophy(0)", "EndTurn(0)"',
    colour: str = "yellow",
    boards: str = "a",
    held: str = "[]",
    story: int = 0,
    wishes: str = "",
    more: str = "",
) -> samovar.Match:
    return scene(f"""
todo = [{todo}, "Calendar()"]
acted = [0]
market = []
songs = ["SA06", "SA10"]
[options]
boards = "{boards}"
colours = "{COLOURS[colour]}"
[[player]]
space = 4
horses = 0
coins = 0
furs = {held}
story = {story}
trophy = {token}
wishes = [{wishes}]
{more}""")


def rewards(m: samovar.Match) -> list[int]:
    return [int(token[7:]) for token in main(m, 0) if token.startswith("reward.")]


# ---- the boards ----


@pytest.mark.rule("S-SIDEB-01", "S-RULING-68")
def test_side_b_is_optional_and_may_be_mixed() -> None:
    sides = {
        "": ["a", "a", "a"],
        "a": ["a", "a", "a"],
        "b": ["b", "b", "b"],
        "aba": ["a", "b", "a"],
    }
    for boards, expected in sides.items():
        m = samovar.Match("stroganov", 3, options={"boards": boards} if boards else {})
        assert [table(m).track(p).side for p in range(3)] == expected
    for wrong in ("c", "ab", "abab"):
        with pytest.raises(samovar.BadInput, match="boards"):
            samovar.Match("stroganov", 3, options={"boards": wrong})


@pytest.mark.rule("S-SIDEB-02")
def test_blue_has_a_shorter_track(box: Box) -> None:
    assert track(box, "blue", "a").length == 8
    assert track(box, "blue", "b").length < 8
    assert all(track(box, colour, "b").length == 8 for colour in ("green", "red", "yellow"))


@pytest.mark.rule("S-SIDEB-02")
def test_green_has_more_coins_in_the_rewards(box: Box) -> None:
    def coins(one: Track) -> int:
        return sum(
            box.rewards[reward * MAX_PARTS + i] >> 8
            for reward in one.reward
            for i in range(MAX_PARTS)
            if box.rewards[reward * MAX_PARTS + i] & 255 == COIN
        )

    assert coins(track(box, "green", "a")) == 0
    assert coins(track(box, "green", "b")) > 0
    assert all(coins(track(box, colour, "b")) == 0 for colour in ("blue", "red", "yellow"))


@pytest.mark.rule("S-SIDEB-02")
def test_red_pays_a_fur_on_odd_spaces_only(box: Box) -> None:
    furs_shown = list(track(box, "red", "b").fur)
    assert all((furs_shown[space] == 0) == (space % 2 == 0) for space in range(1, 9))


@pytest.mark.rule("S-SIDEB-02", "S-RULING-67")
def test_red_advances_without_a_fur_onto_even_spaces() -> None:
    m = trophy(1, colour="red", boards="b", held="[2, 3]")
    play(m, 0, "advance")
    assert table(m).trophy[0] == 2
    assert furs(m, 0) == [2, 3]
    play(m, 0, "reward.1")
    assert table(m).horses[0] == 3
    m = trophy(2, colour="red", boards="b", held="[2]")
    assert "advance" not in main(m, 0)  # space 3 shows a 3


@pytest.mark.rule("S-SIDEB-02", "S-RULING-05")
def test_the_shields_of_yellow_are_worth_2_5_9_14() -> None:
    points = []
    for token in range(9):
        m = trophy(token, todo='"Main(0,0)"', boards="b")
        points.append(m.scores()[0].breakdown["trophy"])
    assert points[0] == 0
    assert list(dict.fromkeys(points[1:])) in ([2, 5, 9, 14], [0, 2, 5, 9, 14])
    assert points[8] == 14


# ---- the step through story ----

TWELVE = '"Twelve(0)", "EndTurn(0)"'


@pytest.mark.rule("S-SIDEB-03")
@pytest.mark.parametrize(("token", "cost"), [(0, 2), (1, 2), (2, 3), (3, 4), (5, 6), (7, 8)])
def test_at_12_story_the_token_advances_for_the_fur_value_in_story(token: int, cost: int) -> None:
    m = trophy(token, TWELVE, boards="b", story=12, held="[8]")
    assert m.options(0) == ["song.sa06", "song.sa10", "trophy_step", "pass"]
    play(m, 0, "trophy_step")
    assert table(m).trophy[0] == token + 1
    assert table(m).story[0] == 12 - cost
    assert furs(m, 0) == [8]  # no fur is paid
    play(m, 0, "reward.1")
    assert table(m).horses[0] == 3


@pytest.mark.rule("S-RULING-68", "S-SIDEB-03")
def test_only_players_on_side_b_have_the_step() -> None:
    assert trophy(4, TWELVE, boards="a", story=12).options(0) == ["song.sa06", "song.sa10", "pass"]
    assert trophy(4, TWELVE, boards="ab", story=12).options(0) == ["song.sa06", "song.sa10", "pass"]
    assert "trophy_step" in trophy(4, TWELVE, boards="ba", story=12).options(0)


@pytest.mark.rule("S-RULING-69")
def test_not_on_the_last_space() -> None:
    m = trophy(8, TWELVE, boards="b", story=12)
    assert m.options(0) == ["song.sa06", "song.sa10", "pass"]
    m = trophy(6, TWELVE, colour="blue", boards="b", story=12)
    assert m.options(0) == ["song.sa06", "song.sa10", "pass"]


@pytest.mark.rule("S-RULING-69", "S-RULING-20")
def test_it_replaces_the_song() -> None:
    m = trophy(4, TWELVE, boards="b", story=12)
    play(m, 0, "trophy_step", "pass")
    assert table(m).story[0] == 7
    assert m.actors() == [1]  # neither a song nor another step


@pytest.mark.rule("S-RULING-69")
@pytest.mark.parametrize("card", ["S7", "A4"])
def test_it_counts_as_an_advance_for_s7_and_a4(card: str) -> None:
    m = trophy(3, TWELVE, boards="b", story=12, wishes=f"'{card}'")
    play(m, 0, "trophy_step")
    assert rewards(m) == [1, 2, 3, 4, 5]
    m = trophy(3, TWELVE, boards="b", story=12)
    play(m, 0, "trophy_step")
    assert rewards(m) == [1, 2, 3, 4]


@pytest.mark.rule("S-RULING-67", "S-RULING-20")
def test_a_free_step_of_red_costs_no_story_and_cannot_be_repeated() -> None:
    m = trophy(1, TWELVE, colour="red", boards="b", story=12)
    play(m, 0, "trophy_step")
    assert (table(m).trophy[0], table(m).story[0]) == (2, 12)
    play(m, 0, "reward.2")  # 2 story: lost, and no new option
    assert table(m).story[0] == 12
    assert m.actors() == [1]


@pytest.mark.rule("S-RULING-21")
def test_a_step_whose_reward_wins_back_its_cost_opens_the_option_again() -> None:
    m = trophy(1, TWELVE, boards="b", story=12)
    play(m, 0, "trophy_step", "reward.2")
    assert (table(m).trophy[0], table(m).story[0]) == (2, 12)
    assert m.options(0) == ["song.sa06", "song.sa10", "trophy_step", "pass"]
    play(m, 0, "trophy_step")
    assert (table(m).trophy[0], table(m).story[0]) == (3, 9)


@pytest.mark.rule("S-EX-07", "S-SIDEB-03")
def test_example_side_b_at_12_story() -> None:
    """The next space shows a 5. Story becomes 7, the token advances without a fur, a reward up to that space
    is open.
    """
    m = trophy(4, '"Story(0,2)", "EndTurn(0)"', boards="b", story=10, held="[5]")
    play(m, 0, "trophy_step")
    assert (table(m).story[0], table(m).trophy[0]) == (7, 5)
    assert furs(m, 0) == [5]
    assert rewards(m) == [1, 2, 3, 4, 5]


# ---- trophies ----


@pytest.mark.rule("S-RULING-34")
def test_on_the_last_space_the_token_stays_and_the_reward_is_open() -> None:
    m = trophy(8, held="[8]")
    assert rewards(m) == [1, 2, 3, 4, 5, 6, 7, 8]  # no advance is possible, so it is not asked
    play(m, 0, "reward.4")
    assert (table(m).trophy[0], table(m).vp[0]) == (8, 1)
    assert furs(m, 0) == [8]


@pytest.mark.rule("S-RULING-34", "S-EX-08")
@pytest.mark.parametrize("card", ["S7", "A4"])
def test_example_card_s7_on_side_a(card: str) -> None:
    """The token is on 6, and the player has a 7. After the advance the reward of 8 is open, without it only 1
    to 6.
    """
    m = trophy(6, held="[7]", wishes=f"'{card}'")
    play(m, 0, "advance")
    assert table(m).trophy[0] == 7
    assert furs(m, 0) == []
    assert rewards(m) == [1, 2, 3, 4, 5, 6, 7, 8]
    m = trophy(6, held="[7]", wishes=f"'{card}'")
    play(m, 0, "pass")
    assert rewards(m) == [1, 2, 3, 4, 5, 6]
    m = trophy(6, held="[7]")
    play(m, 0, "advance")
    assert rewards(m) == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.rule("S-RULING-34")
def test_s7_and_a4_do_not_add_up_and_reach_not_beyond_the_last_space() -> None:
    m = trophy(2, held="[3]", wishes="'S7', 'A4'")
    play(m, 0, "advance")
    assert rewards(m) == [1, 2, 3, 4]
    m = trophy(7, held="[8]", wishes="'S7'")
    play(m, 0, "advance")
    assert rewards(m) == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.rule("S-RULING-34")
def test_on_a_shorter_track_s7_reaches_the_double_reward_from_the_last_but_one() -> None:
    m = trophy(4, colour="blue", boards="b", held="[6]", wishes="'S7'")
    play(m, 0, "advance")
    assert table(m).trophy[0] == 5
    assert rewards(m) == [1, 2, 3, 4, 5, 6]
    play(m, 0, "reward.6")
    assert rewards(m) == [1, 2, 3, 4, 5]


@pytest.mark.rule("S-RULING-35")
def test_two_different_rewards_in_the_chosen_order() -> None:
    m = trophy(8)
    play(m, 0, "reward.8")
    assert rewards(m) == [1, 2, 3, 4, 5, 6, 7]  # the double reward cannot choose itself
    play(m, 0, "reward.4")
    assert table(m).vp[0] == 1  # resolved before the second is chosen
    assert rewards(m) == [1, 2, 3, 5, 6, 7]
    play(m, 0, "reward.1")
    assert table(m).horses[0] == 3
    assert m.actors() == [1]


@pytest.mark.rule("S-RULING-35", "S-RULING-81")
def test_the_double_reward_may_be_declined_in_part() -> None:
    m = trophy(8)
    play(m, 0, "reward.8", "reward.4", "pass")
    assert (table(m).vp[0], table(m).horses[0]) == (1, 0)
    m = trophy(8)
    play(m, 0, "reward.8", "pass")
    assert m.actors() == [1]


@pytest.mark.rule("S-RULING-35")
def test_a_village_and_a_yurt_reward_count_as_one_each() -> None:
    m = trophy(8, more='[[region]]\nvillage = "V1"\nyurt = "YA5"\n')
    play(m, 0, "reward.8", "reward.3", "village.1")
    assert table(m).horses[0] == 4
    assert 3 not in rewards(m)
    play(m, 0, "reward.7", "yurt.1")
    assert (table(m).horses[0], table(m).coins[0]) == (7, 2)
    assert table(m).yurt[1] == 0


YURTS = '[[region]]\nyurt = "{}"\n' + '[[region]]\nyurt = ""\n' * 4


@pytest.mark.rule("S-RULING-36")
@pytest.mark.parametrize(("yurt", "open_"), [("YA5", True), ("YA3", False), ("", False)])
def test_the_yurt_reward_needs_a_yurt_without_trophy(yurt: str, open_: bool) -> None:
    """YA3 is the one A yurt with a trophy."""
    m = trophy(7, todo='"TrophyReward(0,0)", "EndTurn(0)"', more=YURTS.format(yurt))
    assert rewards(m) == ([1, 2, 3, 4, 5, 6, 7] if open_ else [1, 2, 3, 4, 5, 6])


@pytest.mark.rule("S-RULING-36")
def test_a_reward_that_can_be_carried_out_in_part_can_be_chosen() -> None:
    """Space 5 gives a bag fur and 2 horses. With an empty bag it still gives the horses."""
    m = trophy(5, todo='"TrophyReward(0,0)", "EndTurn(0)"')
    leave_in_bag(m)
    assert rewards(m) == [1, 2, 3, 4, 5]
    play(m, 0, "reward.5")
    assert (table(m).horses[0], furs(m, 0)) == (2, [])
