"""Section 14: songs."""

from __future__ import annotations

import pytest

import samovar
from tests.stroganov.actions import SONGS, check_reward, fulfilled, posts, region, scene_of, songs
from tests.stroganov.scene import leave_in_bag, main, play, table


def at_twelve(
    song: str, player: str = "", extra: str = "", tiles: dict[int, list[int] | None] | None = None
) -> samovar.Match:
    """A match in which seat 0 has just reached 12, with this song and SA01 (or SA03) face up."""
    other = "SA01" if song != "SA01" else "SA03"
    text = f'songs = ["{song}", "{other}"]\n{extra}[[player]]\nspace = 8\nstory = 12\nhorses = 0\ncoins = 0\n'
    return scene_of(text + player, "Twelve(0) Main(0,0)", tiles)


@pytest.mark.rule("S-SONG-01", "S-RULING-37")
@pytest.mark.parametrize("song", SONGS)
def test_each_song_costs_its_story_and_gives_its_reward(song: str) -> None:
    """A song used on reaching 12 stays on the board."""
    m = at_twelve(song, 'furs = [2]\nhand = ["S2"]')
    leave_in_bag(m, 2, 2, 3, 3)
    play(m, 0, f"song.{song.lower()}")
    assert table(m).story[0] == 12 - SONGS[song]["cost"]
    check_reward(m, 0, SONGS[song]["reward"], 0)
    assert songs(m)[0] == song


@pytest.mark.rule("S-SONG-01", "S-WINTER-06")
@pytest.mark.parametrize("song", SONGS)
def test_each_song_can_be_chosen_in_winter_by_a_player_who_has_its_story(song: str) -> None:
    cost = SONGS[song]["cost"]
    other = "SA01" if song != "SA01" else "SA03"
    text = f'season = "winter"\nsongs = ["{other}", "{song}"]\n[[player]]\nspace = 8\nhorses = 9\nstory = '
    few = scene_of(f"{text}{cost - 1}\n", "ChooseSong(0)")
    assert f"song.{song.lower()}" not in few.options(0)
    m = scene_of(f"{text}{cost}\n", "ChooseSong(0) LastWindow(0)")
    play(m, 0, f"song.{song.lower()}")
    assert (table(m).story[0], songs(m)) == (0, [other, ""])


@pytest.mark.rule("S-SONG-02")
def test_the_songs_that_the_rulebook_explains() -> None:
    explained = [
        {"advanced_anywhere": 1},
        {"vp": 2, "village_any": 1},
        {"vp": 1, "advanced_anywhere": 1},
        {"build_outpost_anywhere": 1},
        {"fulfil_wish_pay_only": 1},
    ]
    for deck in ("SA", "SB"):
        rewards = [song["reward"] for id, song in SONGS.items() if id.startswith(deck)]
        assert all(reward in rewards for reward in explained)


@pytest.mark.rule("S-SONG-02", "S-RULING-28")
def test_an_advanced_action_anywhere_has_no_price_but_its_costs_are_paid() -> None:
    """One VP comes first. The outpost costs horses, the claim furs of its region."""
    full = '[[region]]\nposts = ["1", "neutral", "neutral"]\n'
    m = at_twelve("SA09", "furs = [7, 7]", full + '[[region]]\n[[region]]\nposts = ["1", "", "neutral"]\n')
    play(m, 0, "song.sa09")
    assert table(m).vp[0] == 1
    offered = main(m, 0)
    assert [token for token in offered if token.startswith("outpost")] == [
        "outpost.2",
        "outpost.4",
        "outpost.5",
    ]
    assert [token for token in offered if token.startswith("claim")] == ["claim.11", "claim.12"]
    assert [token for token in offered if token.startswith("village")] == [
        f"village.{r}" for r in range(1, 6)
    ]


@pytest.mark.rule("S-SONG-02")
def test_a_visit_to_any_village_without_price_the_trophy_village_included() -> None:
    m = at_twelve("SA07")
    play(m, 0, "song.sa07")
    assert table(m).vp[0] == 2
    assert main(m, 0) == [*[f"village.{r}" for r in range(1, 6)], "pass"]
    play(m, 0, "village.1")
    assert main(m, 0) == ["reward.0", "pass"]


@pytest.mark.rule("S-SONG-02", "S-RULING-38")
def test_an_outpost_anywhere_from_the_general_supply_without_horses() -> None:
    """The personal supply is not used. Regions with an own outpost and full regions are excluded."""
    extra = (
        '[[region]]\nposts = ["1", "neutral", "neutral"]\n[[region]]\nposts = ["0", "neutral", "neutral"]\n'
        '[[region]]\nposts = ["1", "", "neutral"]\n'
    )
    m = at_twelve("SA10", "outposts = 0", extra)
    play(m, 0, "song.sa10")
    assert main(m, 0) == ["outpost.3", "outpost.4", "outpost.5", "pass"]
    play(m, 0, "outpost.3")
    s = table(m)
    assert posts(m, 3) == ["1", "0", "neutral"]
    assert (s.outposts[0], s.outposts_left(0), s.built(0), s.horses[0]) == (0, 3, 2, 0)


@pytest.mark.rule("S-RULING-38")
def test_without_an_outpost_in_the_general_supply_the_outpost_song_lapses() -> None:
    """Five outposts in the personal supply do not help. Nothing is asked."""
    m = at_twelve("SA10", "outposts = 5")
    play(m, 0, "song.sa10")
    assert "coin" in m.options(0)
    assert (table(m).outposts[0], table(m).built(0), table(m).story[0]) == (5, 0, 3)


@pytest.mark.rule("S-RULING-38")
def test_without_a_region_that_is_free_the_outpost_song_lapses() -> None:
    extra = '[[region]]\nposts = ["0", "neutral", "neutral"]\n' * 4
    extra += '[[region]]\nposts = ["neutral", "neutral", "neutral"]\n'
    m = at_twelve("SA10", "outposts = 0", extra)
    play(m, 0, "song.sa10")
    assert "coin" in m.options(0)
    assert table(m).built(0) == 4


@pytest.mark.rule("S-SONG-02", "S-RULING-39")
def test_fulfil_a_wish_by_paying_only_its_red_framed_furs() -> None:
    m = at_twelve("SA02", 'furs = [2]\nhand = ["A4"]')  # six 2s, of which one is returned
    assert "fulfil.a4" not in m.options(0)
    play(m, 0, "song.sa02", "pay_only.a4")
    assert (fulfilled(m, 0), table(m).vp[0]) == (["A4"], 4)


@pytest.mark.rule("S-SONG-03")
def test_songs_are_gained_in_winter_or_on_reaching_12_and_at_no_other_time() -> None:
    """A player who already has 12 story at the start of an action has no option. Arriving on 12 opens it."""
    for todo in ("Move(0)", "Basic(0)", "Main(0,0)", "EndTurn(0)"):
        m = scene_of("[[player]]\nspace = 8\nstory = 12\nhorses = 9", todo)
        assert not [token for token in m.options(0) if token.startswith("song")]
    m = scene_of("[[player]]\nspace = 8\nstory = 10\nfurs = [3]\ncoins = 0")
    play(m, 0, "trade", "bonus.story")
    assert m.options(0) == ["song.sa03", "song.sa01", "pass"]
    m = scene_of('season = "winter"\n[[player]]\nspace = 8\nstory = 4\nhorses = 9', "ChooseSong(0)")
    assert main(m, 0) == ["song.sa01", "pass"]


@pytest.mark.rule("S-RULING-70")
def test_a_song_chosen_in_winter_is_taken_from_the_moment_of_choice() -> None:
    """Three bears lead back to 12 during its resolution. The nested option offers only the other song."""
    text = 'season = "winter"\nsongs = ["SA04", "SA01"]\n[[player]]\nspace = 8\nhorses = 9\nstory = 12\n'
    m = scene_of(text + "coins = 0\nfurs = [6, 6, 6, 6, 6]", "ChooseSong(0) LastWindow(0)", {8: [8, 8, 8]})
    play(m, 0, "song.sa04", "claim.8")
    assert table(m).story[0] == 12
    assert m.options(0) == ["song.sa01", "pass"]
    play(m, 0, "song.sa01")
    assert (songs(m), table(m).coins[0]) == (["", "SA01"], 4)  # three of the song, one of the tile


@pytest.mark.rule("S-RULING-70")
def test_a_song_used_through_12_stays_and_may_be_used_again() -> None:
    m = at_twelve("SA04", "furs = [6, 6, 6, 6, 6]", tiles={8: [8, 8, 8]})
    play(m, 0, "song.sa04", "claim.8")
    assert m.options(0) == ["song.sa04", "song.sa01", "pass"]


@pytest.mark.rule("S-ADV-02")
def test_the_outpost_of_a_song_gives_presence_at_once() -> None:
    m = at_twelve("SA10", "outposts = 0", region(1, 'posts = ["1", "neutral", "neutral"]'))
    play(m, 0, "song.sa10", "outpost.2")
    assert [token for token in main(m, 0) if token.startswith("village")] == ["village.2", "village.4"]
