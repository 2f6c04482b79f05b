"""Section 18: Ivan in winter and at the end of the story track, and the end of the solo game."""

from __future__ import annotations

import pytest

import samovar
from tests.stroganov.actions import SONGS, logged, songs
from tests.stroganov.automa import CLAIM, IVAN, TWO_HIGHEST, WISH, ivan_does, land, steps
from tests.stroganov.scene import furs, market, on_tile, play, scene, table


def winter(human: str, ivan: str, extra: str = "", year: int = 1) -> samovar.Match:
    """The beginning of a winter. The human has 9 horses, so that there is a decision."""
    return scene(
        f"seats = 1\nseason = 'winter'\nyear = {year}\nautoma_card = {WISH}\n{extra}"
        f"[[player]]\nhorses = 9\n{human}\n[[player]]\n{ivan}\n"
    )


def singing(story: int, shown: list[str], extra: str = "", todo: str = "IvanSong()") -> samovar.Match:
    """A match in which Ivan has chosen a song. The human's last window is next."""
    top = f'season = "winter"\nsongs = {shown}\n{extra}'.replace("'", '"')
    return ivan_does(f"{todo} LastWindow(0)", ivan=f"space = 4\nstory = {story}\nhorses = 0", top=top)


# ---- income and story ----


@pytest.mark.rule("S-RULING-61", "S-SOLO-08", "S-WINTER-03")
def test_income_is_horses_which_are_converted() -> None:
    m = winter("space = 8", "space = 5\nhorses = 4\nbanners = 3\nvp = 0")
    play(m, 0, "income.horses", "end")
    assert (table(m).horses[IVAN], table(m).vp[IVAN]) == (4, 1)  # 4 + 2 + 3 are 9
    assert steps(m, "income") == [("income", 0, "S-RULING-61", 0)]


@pytest.mark.rule("S-RULING-72", "S-WINTER-04")
@pytest.mark.parametrize(("mine", "his", "story"), [(8, 5, [2, 1]), (5, 8, [1, 2])])
def test_one_of_the_two_gets_2_story_the_other_1(mine: int, his: int, story: list[int]) -> None:
    m = winter(f"space = {mine}", f"space = {his}")
    while "song" not in m.options(0)[0] and "pass" not in m.options(0):
        play(m, 0, m.options(0)[0] if m.options(0)[0] != "buy_market" else "end")
    assert [int(n) for n in table(m).story] == story


@pytest.mark.rule("S-RULING-61")
def test_no_auxiliary_actions_and_no_window_for_him() -> None:
    """He has horses, furs and a full market, but in winter he only takes the income."""
    m = winter("space = 8", "space = 5\nhorses = 1\nfurs = [2, 2, 7, 7]\nstory = 0")
    before = market(m)
    while table(m).season == 3 and "end" not in m.options(0)[:1]:
        play(m, 0, next(token for token in ("income.horses", "end", "go", "pass") if token in m.options(0)))
    assert (furs(m, IVAN), market(m)) == ([2, 2, 7, 7], before)


# ---- songs in winter ----


@pytest.mark.rule("S-SOLO-27")
@pytest.mark.parametrize(
    ("shown", "story", "taken"),
    [
        (["SA06", "SA01"], 6, 0),  # 6 and 4
        (["SA01", "SA06"], 6, 1),
        (["SA06", "SA01"], 5, 1),  # he cannot pay the first
        (["SA01", "SA01"[:0]], 4, 0),
    ],
)
def test_ivan_takes_the_most_expensive_song_he_can_pay(shown: list[str], story: int, taken: int) -> None:
    m = singing(story, shown)
    song = shown[taken]
    assert table(m).story[IVAN] == story - SONGS[song]["cost"]
    left = ["" if place == taken else name for place, name in enumerate(shown)]
    assert songs(m) == left
    assert steps(m, "song") == [("song", table(m).stock.song_ids.index(song), "S-SOLO-27", 0)]


@pytest.mark.rule("S-SOLO-27", "S-RULING-82")
def test_of_equal_ones_the_rightmost() -> None:
    m = singing(12, ["SA06", "SA05"])  # 6 each
    assert songs(m) == ["SA06", ""]
    m = singing(12, ["SA05", "SA06"])
    assert (songs(m), table(m).vp[IVAN]) == (["SA05", ""], 3)


@pytest.mark.rule("S-RULING-84")
@pytest.mark.parametrize(("shown", "story"), [(["SA06", "SA01"], 3), (["", ""], 12)])
def test_ivan_takes_none_if_he_can_pay_none(shown: list[str], story: int) -> None:
    m = singing(story, shown)
    assert (songs(m), table(m).story[IVAN]) == (shown, story)
    assert steps(m) == [("no_song", 0, "S-RULING-84", 0)]


@pytest.mark.rule("S-SOLO-27")
@pytest.mark.parametrize(("mine", "his", "left"), [(8, 5, ["", "SA01"]), (5, 8, ["SA06", "SA01"])])
def test_the_order_of_choice_follows_the_cossacks(mine: int, his: int, left: list[str]) -> None:
    """Both want the same song. The human chooses before or after Ivan takes it."""
    m = winter(f"space = {mine}\nstory = 6", f"space = {his}\nstory = 6", 'songs = ["SA06", "SA01"]\n')
    play(m, 0, "income.horses", "end", "go")
    if mine > his:
        assert {"song.sa06", "song.sa01"} <= set(m.options(0))
        play(m, 0, "song.sa06")
        assert songs(m) == ["", ""]  # Ivan had to take the other one
    else:
        assert songs(m) == ["", "SA01"]
        assert "song.sa06" not in m.options(0)


@pytest.mark.rule("S-RULING-70", "S-SOLO-28")
def test_the_song_being_resolved_cannot_be_used_again_at_12() -> None:
    """A market fur of the song is a bear and brings him to 12 again. Only the other song is left."""
    extra = "market = [2, 2, 2, 2, 2, 8]\n"
    top = f'season = "winter"\nsongs = ["SA08", "SA01"]\n{extra}'
    m = ivan_does(
        "IvanSong() LastWindow(0)", TWO_HIGHEST, "space = 4\nstory = 12\nhorses = 0\ncoins = 0", top=top
    )
    assert table(m).story[IVAN] == 12 - 7 + 2
    assert songs(m) == ["", "SA01"]


# ---- at 12 ----


@pytest.mark.rule("S-SOLO-28")
def test_on_reaching_12_ivan_must_use_the_most_expensive_song_which_stays() -> None:
    m = singing(11, ["SA06", "SA01"], todo="Story(1,2)")
    assert (table(m).story[IVAN], table(m).vp[IVAN], songs(m)) == (6, 3, ["SA06", "SA01"])
    assert steps(m, "song") == [("song", table(m).stock.song_ids.index("SA06"), "S-SOLO-28", 0)]


@pytest.mark.rule("S-SOLO-28", "S-RULING-84")
def test_at_12_too_the_rightmost_of_equal_ones() -> None:
    m = singing(11, ["SA05", "SA06"], todo="Story(1,1)")  # 6 each; SA06 gives 3 VP, SA05 a trophy
    assert table(m).vp[IVAN] == 3


@pytest.mark.rule("S-RULING-84", "S-RULING-20")
def test_with_no_song_on_display_nothing_happens_and_further_points_are_lost() -> None:
    m = singing(11, ["", ""], todo="Story(1,1) Story(1,2)")
    assert table(m).story[IVAN] == 12
    assert steps(m) == [("no_song", 0, "S-RULING-84", 0)]  # only once: he has not been below 12 again


@pytest.mark.rule("S-RULING-84", "S-RULING-68")
def test_katyusha_never_uses_the_trophy_step_of_side_b() -> None:
    top = 'season = "winter"\nsongs = ["SA01", ""]\n'
    for shown, story in ((top, 8), (top.replace("SA01", ""), 12)):
        m = ivan_does(
            "Story(1,1) LastWindow(0)", ivan="space = 4\nstory = 11\nhorses = 0", top=shown, automa="katyusha"
        )
        assert (table(m).trophy[IVAN], table(m).story[IVAN]) == (0, story)


@pytest.mark.rule("S-SOLO-28", "S-RULING-21")
def test_the_song_interrupts_the_current_resolution() -> None:
    """He hunts two bears. After the first he sings, then the hunt continues."""
    m = ivan_does(
        "IvanHunt(0)",
        TWO_HIGHEST,
        "space = 4\nstory = 10\nhorses = 0",
        {4: [8, 8]},
        top='songs = ["SA06", "SA01"]\n',
    )
    order = [name for name, *_ in logged(m, "hunted", "gained_story", "sang")]
    assert order == ["hunted", "gained_story", "sang", "hunted", "gained_story"]
    assert (table(m).story[IVAN], on_tile(m, 4)) == (8, [])


@pytest.mark.rule("S-RULING-83")
@pytest.mark.parametrize(("card", "kind"), [(WISH, 2), (CLAIM, 7)])
def test_in_winter_his_autumn_card_decides_between_lowest_and_highest(card: int, kind: int) -> None:
    top = 'season = "winter"\nsongs = ["SA08", ""]\nmarket = [2, 4, 4, 4, 4, 7]\n'
    m = ivan_does("IvanSong() LastWindow(0)", card, "space = 4\nstory = 7\nfurs = []\nhorses = 0", top=top)
    assert (furs(m, IVAN), table(m).fur(IVAN, 9)) == ([kind], 1)


# ---- the end ----


@pytest.mark.rule("S-SOLO-29")
def test_ivan_is_scored_like_a_player() -> None:
    """The same possessions score the same for both, except for the shields of his own board."""
    things = (
        "space = 4\nvp = 20\nhorses = 4\ncoins = 5\nstory = 9\ntrophy = 6\nbanners = 2\noutposts = 2\n"
        "furs = {furs}\ntigers = 2\nwishes = {wishes}\ntiles = {tiles}\n"
    )
    human = things.format(furs=[2, 2, 3], wishes=["B3"], tiles=["L01", "L03", "L04", "L05"])
    ivan = things.format(furs=[2, 2, 3], wishes=["B2"], tiles=["L02", "L11", "L17", "L22"])
    posts = {f"r{n}": 'posts = ["0", "1", "neutral"]' for n in (3, 4, 5)}
    m = scene(
        "seats = 1\nyear = 4\nseason = 'winter'\ntrade_fur = 7\ntodo = ['LastWindow(0)', 'Calendar()']\n"
        f"[[player]]\n{human}[[player]]\n{ivan}{land(**posts)}"
    )
    mine, his = m.scores()
    assert (mine.seat, his.seat) == (0, IVAN)
    expected = dict(mine.breakdown, wishes=3)
    assert his.breakdown == expected
    assert mine.breakdown["wishes"] == 4
    assert his.breakdown == {
        "in_game": 20,
        "wishes": 3,
        "landscape_sets": 6,
        "tigers": 4,
        "trophy": 6,
        "built_outposts": 6,
        "unbuilt_outposts": 2,
        "coins": 2,
        "horses_and_furs": 1,
        "story": 2,
    }


@pytest.mark.rule("S-SOLO-31")
@pytest.mark.parametrize(
    ("mine", "his", "winner"),
    [((8, 30), (5, 29), 0), ((8, 29), (5, 30), IVAN), ((8, 30), (5, 30), 0), ((5, 30), (8, 30), IVAN)],
)
def test_more_vp_win_and_a_tie_goes_to_the_cossack_furthest_ahead(
    mine: tuple[int, int], his: tuple[int, int], winner: int
) -> None:
    players = [f"[[player]]\nspace = {space}\nvp = {vp}\nhorses = 0\n" for space, vp in (mine, his)]
    m = scene("seats = 1\nyear = 4\nseason = 'winter'\ntodo = []\n" + "".join(players))
    assert m.over
    assert [score.rank for score in m.scores()] == [1 if winner == 0 else 2, 1 if winner == IVAN else 2]
