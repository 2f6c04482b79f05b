"""Section 8: the story track and the option on reaching 12."""

from __future__ import annotations

import pytest

import samovar
from samovar.games.stroganov import tokens
from samovar.games.stroganov.game import GAME
from samovar.games.stroganov.loading import load_box
from tests.stroganov.scene import events, furs, leave_in_bag, main, play, regions, scene, table


def telling(
    todo: str, story: int, songs: str = '["SA06", "SA10"]', season: str = "spring", more: str = ""
) -> samovar.Match:
    """Player 0 with some story. SA06 costs 6 and gives 3 VP, SA10 costs 9 and builds an outpost anywhere."""
    return scene(f"""
todo = [{todo}, "Calendar()"]
acted = [0]
season = "{season}"
trade_fur = 7
market = []
songs = {songs}
[[player]]
space = 4
horses = 0
coins = 0
story = {story}
furs = [7]
{more}
[[tile]]
space = 3
furs = []
{regions(2, 3, 4, 5, 6)}""")


@pytest.mark.rule("S-STORY-01")
def test_each_story_point_is_one_step_from_0_to_12() -> None:
    m = telling('"Basic(0)"', 0)
    play(m, 0, "trade", "bonus.story", "bonus.story")
    assert table(m).story[0] == 4
    with pytest.raises(samovar.BadInput, match="story"):
        telling('"Basic(0)"', 13)
    for story in range(12):
        m = telling('"Story(0,1)", "Main(0,0)"', story, songs='["", ""]')
        assert table(m).story[0] == story + 1


@pytest.mark.rule("S-STORY-02")
@pytest.mark.parametrize(("story", "gain"), [(11, 2), (11, 5), (12, 2), (10, 3)])
def test_points_beyond_12_are_lost(story: int, gain: int) -> None:
    m = telling(f'"Story(0,{gain})", "Main(0,0)"', story, songs='["", ""]')
    assert table(m).story[0] == 12
    play(m, 0, "coin")
    assert table(m).story[0] == 12


@pytest.mark.rule("S-STORY-03")
def test_a_player_who_reaches_12_may_at_once_use_a_song_which_stays() -> None:
    m = telling('"Basic(0)"', 10)
    play(m, 0, "trade", "bonus.story")
    assert m.options(0) == ["song.sa06", "song.sa10", "pass"]
    play(m, 0, "song.sa06")
    assert table(m).story[0] == 6
    assert table(m).vp[0] == 3
    assert 'songs = ["SA06", "SA10"]' in m.position()


@pytest.mark.rule("S-STORY-03")
def test_below_12_there_is_no_option() -> None:
    m = telling('"Story(0,2)", "Main(0,0)"', 9)
    assert table(m).story[0] == 11
    assert "coin" in main(m, 0)


@pytest.mark.rule("S-STORY-04", "S-RULING-20")
def test_a_player_who_declines_stays_on_12() -> None:
    m = telling('"Basic(0)"', 10)
    play(m, 0, "trade", "bonus.story", "pass")
    assert table(m).story[0] == 12
    assert table(m).vp[0] == 0
    assert "bonus.story" in main(m, 0)  # the trade goes on


@pytest.mark.rule("S-RULING-20", "S-STORY-02")
def test_a_player_who_stays_on_12_gets_no_new_option_until_the_token_was_below() -> None:
    m = telling('"Story(0,2)", "Story(0,2)", "Main(0,0)"', 12)
    assert m.log == []
    assert "coin" in main(m, 0)
    assert table(m).story[0] == 12
    m = telling('"Twelve(0)", "Story(0,6)", "Main(0,0)"', 12)
    play(m, 0, "song.sa06")
    assert m.options(0) == ["song.sa06", "song.sa10", "pass"]  # 6 and 6: reached again


@pytest.mark.rule("S-RULING-20", "S-RULING-73", "S-RULING-70")
def test_no_limit_per_turn_and_a_song_used_through_12_may_be_used_again() -> None:
    m = telling('"Story(0,6)", "Story(0,6)", "Story(0,6)", "Main(0,0)"', 6)
    play(m, 0, "song.sa06", "song.sa06", "song.sa06")
    assert table(m).vp[0] == 9
    assert table(m).story[0] == 6


@pytest.mark.rule("S-STORY-05")
def test_a_song_that_costs_more_than_the_player_has_cannot_be_chosen() -> None:
    m = telling('"ChooseSong(0)"', 8, season="winter")
    assert m.options(0) == ["song.sa06", "pass"]
    with pytest.raises(samovar.IllegalAction, match="S-STORY-05"):
        play(m, 0, "song.sa10")


@pytest.mark.rule("S-STORY-05")
def test_spending_moves_the_token_back_to_0_at_the_lowest() -> None:
    m = telling('"ChooseSong(0)", "LastWindow(1)"', 6, season="winter")
    play(m, 0, "song.sa06")
    assert table(m).story[0] == 0


@pytest.mark.rule("S-STORY-06", "S-RULING-21")
def test_the_option_interrupts_what_is_being_resolved() -> None:
    """With a yurt of 1 story and two bag furs, the song comes before any fur is drawn."""
    m = scene("""
        todo = ["Main(0,0)", "Calendar()"]
        acted = [0]
        songs = ["SA06", "SA10"]
        market = []
        [[player]]
        space = 4
        horses = 0
        story = 11
        [[region]]
        [[region]]
        yurt = "YA1"
    """)
    leave_in_bag(m, 4, 5)
    play(m, 0, "yurt.2")
    assert m.options(0) == ["song.sa06", "song.sa10", "pass"]
    assert events(m, tokens.DREW) == []
    play(m, 0, "song.sa06")
    assert table(m).vp[0] == 3
    assert m.options(0) == ["keep.4", "keep.5"]


@pytest.mark.rule("S-STORY-06", "S-RULING-21")
def test_the_option_interrupts_a_hunt() -> None:
    m = telling('"Basic(0)"', 10, more="[[tile]]\nspace = 4\nfurs = [8, 8]")
    table(m).coins[0] = 1
    play(m, 0, "hunt.8")
    assert m.options(0) == ["song.sa06", "song.sa10", "pass"]
    play(m, 0, "song.sa06")
    assert main(m, 0) == ["hunt.8", "pass"]


@pytest.mark.rule("S-STORY-06")
def test_the_option_at_12_works_in_winter() -> None:
    """The story for the player furthest ahead opens the option before the second one gains story."""
    m = scene("""
        season = "winter"
        songs = ["SA06", "SA10"]
        order = [0, 1]
        [[player]]
        space = 9
        story = 10
        horses = 0
        [[player]]
        space = 3
        story = 0
        horses = 0
    """)
    assert m.actors() == [0]
    assert m.options(0) == ["song.sa06", "song.sa10", "pass"]
    assert list(table(m).story) == [12, 0]
    play(m, 0, "song.sa06")
    assert list(table(m).story) == [6, 1]
    assert 'songs = ["SA06", "SA10"]' in m.position()


BEARS = """
[[player]]
space = 4
horses = 0
coins = 0
story = 12
furs = [3, 3, 3, 3, 3]
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
space = 4
id = "L03"
furs = [8, 8, 8]
"""


@pytest.mark.rule("S-RULING-21")
def test_a_song_reward_that_brings_the_token_to_12_opens_the_option_again() -> None:
    """SA04 is an advanced action. A claim of three bears brings back the 6 story it cost, before the VP of
    the tile.
    """
    m = scene(f"""
todo = ["Twelve(0)", "EndTurn(0)", "Calendar()"]
acted = [0]
trade_fur = 7
market = []
songs = ["SA04", "SA06"]
{BEARS}{regions(2, 3, 4, 5, 6)}""")
    play(m, 0, "song.sa04", "claim.4")
    assert table(m).story[0] == 12
    assert table(m).vp[0] == 0
    assert m.options(0) == ["song.sa04", "song.sa06", "pass"]
    play(m, 0, "song.sa06")
    assert table(m).story[0] == 6
    assert table(m).vp[0] == 3 + 3
    assert furs(m, 0) == [8, 8, 8]


@pytest.mark.rule("S-RULING-70")
def test_a_song_chosen_in_winter_is_taken_from_the_moment_of_choice() -> None:
    m = scene(f"""
todo = ["ChooseSong(0)", "LastWindow(0)", "LastWindow(1)", "NextYear()", "Calendar()"]
season = "winter"
trade_fur = 7
market = []
songs = ["SA04", "SA06"]
{BEARS}{regions(2, 3, 4, 5, 6)}""")
    play(m, 0, "song.sa04", "claim.4")
    assert m.options(0) == ["song.sa06", "pass"]  # reached 12 through SA04: it cannot be used again
    assert 'songs = ["", "SA06"]' in m.position()


@pytest.mark.rule("S-RULING-23")
def test_without_a_song_on_display_nothing_happens() -> None:
    m = telling('"Story(0,3)", "Main(0,0)"', 10, songs='["", ""]')
    assert m.log == []
    assert table(m).story[0] == 12
    assert "coin" in main(m, 0)


@pytest.mark.rule("S-RULING-23")
def test_every_song_can_be_paid_from_12() -> None:
    box = load_box(GAME.standard_text())
    for song in range(1, len(box.song_ids)):
        assert 1 <= box.song_cost[song] <= 12
        other = "SB01" if box.song_ids[song] != "SB01" else "SB02"
        m = telling('"Twelve(0)", "Main(0,0)"', 12, songs=f'["{box.song_ids[song]}", "{other}"]')
        assert f"song.{box.song_ids[song].lower()}" in m.options(0)


@pytest.mark.rule("S-EX-23", "S-RULING-20")
def test_example_overflow() -> None:
    """Story 11 plus 3 is 12, and 2 are lost. After a song of 9 the token is on 3 and the song stays."""
    m = telling('"Story(0,3)", "Main(0,0)"', 11)
    assert table(m).story[0] == 12
    assert m.options(0) == ["song.sa06", "song.sa10", "pass"]
    play(m, 0, "song.sa10")
    assert table(m).story[0] == 3
    assert 'songs = ["SA06", "SA10"]' in m.position()
