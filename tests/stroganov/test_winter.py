"""Section 15: winter."""

from __future__ import annotations

import pytest

import samovar
from samovar.games.stroganov.components import SPRING, WINTER
from tests.stroganov.actions import (
    TILES,
    all_furs_on_tiles,
    fulfilled,
    hand,
    logged,
    names,
    region,
    row,
    scene_of,
    songs,
    villages,
    wishes,
    yurts,
)
from tests.stroganov.scene import bag, furs, leave_in_bag, main, market, on_tile, play, scene, table

TWO = "[[player]]\nspace = 8\nhorses = 9\n[[player]]\nspace = 5\nhorses = 9\n"


def winter(text: str = TWO, year: int = 1, extra: str = "") -> samovar.Match:
    return scene_of(f'season = "winter"\nyear = {year}\n{extra}{text}', todo="")


def to_spring(m: samovar.Match) -> None:
    """Play to spring with all players declining everything."""
    while table(m).season == WINTER and not m.over:
        seat = m.actors()[0]
        play(m, seat, main(m, seat)[-1])


def administration(
    text: str = "", year: int = 1, tiles: dict[int, list[int] | None] | None = None, seats: int = 2
) -> samovar.Match:
    """A match just before the third step of winter. ``play(m, 0, "end")`` runs it."""
    player = "[[player]]\nspace = 8\nhorses = 5\n"
    return scene_of(
        f'seats = {seats}\nseason = "winter"\nyear = {year}\n{text}{player}',
        "LastWindow(0) NextYear()",
        tiles,
    )


def at_once(year: int = 1, text: str = "", tiles: dict[int, list[int] | None] | None = None) -> samovar.Match:
    m = administration(text, year, tiles)
    play(m, 0, "end")
    return m


# ---- the steps of winter ----


@pytest.mark.rule("S-WINTER-01")
def test_income_then_storytelling_then_administration() -> None:
    m = winter()
    to_spring(m)
    happened = [name for name, *_ in logged(m, "gained_horses", "gained_story", "came_home", "year_begins")]
    assert happened == [
        *("gained_horses", "gained_horses"),
        *("gained_story", "gained_story"),
        *("came_home", "year_begins"),
    ]


@pytest.mark.rule("S-WINTER-01", "S-SCORE-01")
def test_in_year_4_the_game_ends_after_storytelling() -> None:
    m = winter(year=4)
    before = row(m)
    to_spring(m)
    assert m.over
    assert (m.actors(), table(m).year, row(m)) == ([], 4, before)
    assert [name for name, *_ in logged(m, "gained_story", "came_home", "game_over")] == [
        *("gained_story", "gained_story"),
        "game_over",
    ]


@pytest.mark.rule("S-WINTER-02", "S-RULING-47")
def test_player_order_decides_throughout() -> None:
    """Income, story, songs and the last window go from the rightmost Cossack to the leftmost."""
    text = "".join(f"[[player]]\nspace = {space}\nhorses = 9\n" for space in (3, 8, 8))
    m = winter(text, extra="seats = 3\norder = [2, 1, 0]\n")
    asked: list[tuple[int, str]] = []
    while table(m).season == WINTER:
        seat = m.actors()[0]
        asked.append((seat, main(m, seat)[-1]))
        play(m, seat, main(m, seat)[-1])
    assert asked == [
        *[(p, token) for p in (2, 1, 0) for token in ("income.horses", "end")],
        *((2, "go"), (1, "go")),
        *[(p, "pass") for p in (2, 1, 0)],
        *[(p, "end") for p in (2, 1, 0)],
    ]


@pytest.mark.rule("S-RULING-47")
def test_each_player_has_a_last_window_also_in_year_4() -> None:
    """After the last song each player gets one more chance, and a wish fulfilled then still counts."""
    text = '[[player]]\nspace = 8\nhorses = 0\ncoins = 0\nfurs = [8, 8]\nhand = ["B4"]\n'
    text += "[[player]]\nspace = 5\nhorses = 0"
    m = scene_of(
        'season = "winter"\nyear = 4\nmarket = []\n' + text, "ChooseSong(1) LastWindow(0) LastWindow(1)"
    )
    leave_in_bag(m)
    assert m.actors() == [0]
    assert m.options(0) == ["end", "fulfil.b4"]
    play(m, 0, "fulfil.b4")
    assert m.over
    assert fulfilled(m, 0) == ["B4"]


# ---- income ----


@pytest.mark.rule("S-WINTER-03", "S-RULING-47")
def test_income_in_any_order_two_horses_a_horse_per_banner_and_cards() -> None:
    """Each income is taken once. Auxiliary actions are possible in between."""
    text = '[[player]]\nspace = 8\nhorses = 4\ncoins = 0\nbanners = 3\nwishes = ["S2", "S3", "A7", "A9"]\n'
    m = winter(text + "[[player]]\nspace = 5\nhorses = 0\nbanners = 1")
    assert main(m, 0) == ["income.horses", "income.s2", "income.s3", "income.a7"]
    assert "buy_market" not in m.options(0)
    play(m, 0, "income.s2")
    assert table(m).horses[0] == 7
    play(m, 0, "buy_market", "take.3", "income.horses")
    assert table(m).horses[0] == 2 + 2 + 3
    assert main(m, 0) == ["income.s3", "income.a7"]
    play(m, 0, "income.a7", "income.s3")
    assert (table(m).coins[0], table(m).story[0], furs(m, 0)) == (1, 2, [3])
    assert "extra.a9" in m.options(0)
    play(m, 0, "end")
    assert table(m).horses[1] == 3  # there was no choice, so it was taken automatically


@pytest.mark.rule("S-RULING-48")
def test_a_winter_card_pays_if_fulfilled_before_the_end_of_the_owners_step_1() -> None:
    player = '[[player]]\nspace = 8\nhorses = 5\ncoins = 0\nfurs = [7, 7]\nhand = ["S4"]\n'
    player += "[[player]]\nspace = 5\nhorses = 0\n"
    m = winter(player)
    play(m, 0, "income.horses", "fulfil.s4")
    assert main(m, 0) == ["income.s4"]
    play(m, 0, "income.s4")
    assert table(m).story[0] == 2
    m = winter(player)
    play(m, 0, "income.horses", "end")
    assert main(m, 0) == ["go"]
    play(m, 0, "fulfil.s4")
    assert main(m, 0) == ["go"]  # too late for this winter
    play(m, 0, "go")
    assert table(m).story[0] == 2  # only for being furthest ahead


# ---- storytelling ----


@pytest.mark.rule("S-WINTER-04")
def test_the_player_furthest_ahead_gains_2_story_then_the_second_1() -> None:
    """The order within a space counts."""
    text = "[[player]]\nspace = 8\n[[player]]\nspace = 8\n[[player]]\nspace = 4\n"
    m = winter(text, extra="seats = 3\norder = [1, 0, 2]\n")
    to_spring(m)
    assert [table(m).story[p] for p in range(3)] == [1, 2, 0]
    assert [(seat, n) for _, seat, n, _ in logged(m, "gained_story")] == [(1, 2), (0, 1)]


@pytest.mark.rule("S-RULING-72")
def test_with_two_players_one_gets_2_the_other_1() -> None:
    m = winter()
    to_spring(m)
    assert [table(m).story[p] for p in range(2)] == [2, 1]


@pytest.mark.rule("S-WINTER-05")
def test_a_player_who_reaches_12_by_this_may_use_a_song_before_storytelling_goes_on() -> None:
    text = "[[player]]\nspace = 8\nhorses = 9\nstory = 10\n[[player]]\nspace = 5\nhorses = 9\nstory = 11\n"
    m = winter(text, extra='songs = ["SA06", "SA01"]\n')
    play(m, 0, "income.horses", "end")
    play(m, 1, "income.horses", "end")
    play(m, 0, "go")
    assert m.options(0) == ["song.sa06", "song.sa01", "pass"]
    assert table(m).story[1] == 11
    play(m, 0, "song.sa06")
    assert (table(m).story[0], table(m).vp[0], songs(m)) == (6, 3, ["SA06", "SA01"])
    play(m, 1, "go")
    assert m.options(1) == ["song.sa06", "song.sa01", "pass"]


@pytest.mark.rule("S-WINTER-06", "S-RULING-82")
def test_in_player_order_each_may_choose_a_song_which_leaves_its_place_empty() -> None:
    """The story is spent and the reward gained. The other songs do not move. A taken song is not offered
    again.
    """
    text = "".join(f"[[player]]\nspace = {space}\nhorses = 9\nstory = 6\n" for space in (3, 8, 5))
    m = winter(text, extra='seats = 3\nsongs = ["SA06", "SA01", "SA05"]\n')
    for seat in (1, 2, 0):
        play(m, seat, "income.horses", "end")
    play(m, 1, "go")
    play(m, 2, "go")
    assert m.actors() == [1]
    assert main(m, 1) == ["song.sa06", "song.sa01", "song.sa05", "pass"]
    play(m, 1, "song.sa01")
    assert (table(m).story[1], table(m).coins[1], songs(m)) == (4, 4, ["SA06", "", "SA05"])
    assert main(m, 2) == ["song.sa06", "song.sa05", "pass"]
    play(m, 2, "pass")
    assert table(m).story[2] == 7
    play(m, 0, "song.sa06")
    assert (table(m).vp[0], table(m).story[0], songs(m)) == (3, 0, ["", "", "SA05"])


@pytest.mark.rule("S-WINTER-06", "S-RULING-23")
def test_only_songs_that_can_be_paid_and_none_when_all_are_gone() -> None:
    text = 'season = "winter"\nsongs = {}\n[[player]]\nspace = 8\nhorses = 9\nstory = 5\n'
    m = scene_of(text.format('["SA06", "SA01"]'), "ChooseSong(0)")
    assert main(m, 0) == ["song.sa01", "pass"]
    m = scene_of(text.format('["", ""]'), "ChooseSong(0)")
    assert main(m, 0) == ["pass"]


# ---- administration ----


@pytest.mark.rule("S-WINTER-07")
def test_the_order_of_the_administration() -> None:
    """Cossacks, tiles, furs, tiger, market, songs, yurts, wishes, spring."""
    text = region(2, 'yurt = ""\nwish = ""')
    m = at_once(text=text, tiles={5: None})
    order: list[str] = []
    for name, *_ in logged(m):
        if name.startswith(("came", "dealt", "refilled", "year")) and name not in order[-1:]:
            order.append(name)
    assert order == [
        *("came_home", "dealt_tile", "dealt_fur", "dealt_tiger", "refilled_market"),
        *("dealt_song", "dealt_yurt", "dealt_wish", "year_begins"),
    ]


@pytest.mark.rule("S-WINTER-08")
def test_all_cossacks_return_to_the_starting_tile_in_their_current_order() -> None:
    text = "".join(f"[[player]]\nspace = {space}\n" for space in (4, 9, 9, 2))
    m = winter(text, extra="seats = 4\norder = [2, 1, 0, 3]\n")
    to_spring(m)
    s = table(m)
    assert [s.space[p] for p in range(4)] == [0, 0, 0, 0]
    assert [s.order[i] for i in range(4)] == [2, 1, 0, 3]
    assert m.actors() == [2]


@pytest.mark.rule("S-WINTER-09")
def test_tiles_move_left_and_new_ones_fill_the_row_from_the_left() -> None:
    """The furs on tiles and the order of tiles stay."""
    tiles: dict[int, list[int] | None] = {1: None, 2: [3, 5], 5: None, 6: [2], 12: [7, 9]}
    m = administration(tiles=tiles)
    before = row(m)
    pile = names(table(m).tile_pile, table(m).stock.tile_ids)
    play(m, 0, "end")
    kept = [tile for tile in before if tile]
    assert row(m)[:10] == kept
    assert (on_tile(m, 1), on_tile(m, 4), on_tile(m, 10)) == ([3, 5], [2], [7, 9])
    new = row(m)[10:]
    assert all(tile in pile for tile in new)
    assert [(tile, space) for _, _, tile, space in logged(m, "dealt_tile")] == [
        (table(m).stock.tile_ids.index(tile), space) for tile, space in zip(new, (11, 12), strict=True)
    ]


@pytest.mark.rule("S-WINTER-10")
@pytest.mark.parametrize("seats", [2, 4])
def test_new_tiles_get_furs_as_in_the_setup_old_ones_are_not_refilled(seats: int) -> None:
    m = administration(tiles={2: None, 3: None, 6: [4]}, seats=seats)
    play(m, 0, "end")
    lying = all_furs_on_tiles(m)
    assert lying[:10] == [[], [], [], [4], *[[]] * 6]
    for tile, found in zip(row(m)[10:], lying[10:], strict=True):
        spots = TILES[tile]["spots"] + (TILES[tile]["spots4"] if seats == 4 else 0)
        assert len([fur for fur in found if fur < 9]) == spots


@pytest.mark.rule("S-WINTER-11", "S-RULING-44")
@pytest.mark.parametrize(
    ("furs_left", "expected"), [(5, [2, 2, 1]), (3, [1, 1, 1]), (2, [1, 1, 0]), (0, [0, 0, 0])]
)
def test_too_few_furs_are_spread_evenly_over_the_new_tiles(furs_left: int, expected: list[int]) -> None:
    """Furs are dealt one per round from left to right. The market is emptied only after that, so its furs are
    not used. The tiger is placed even if the tile got no fur.
    """
    m = administration("market = [7, 7, 7]\n", tiles={2: None, 3: None, 4: None})
    leave_in_bag(m, *[2] * furs_left)
    play(m, 0, "end")
    lying = all_furs_on_tiles(m)[9:]
    assert [found.count(2) for found in lying] == expected
    assert [fur for found in lying for fur in found if fur != 2] == [9]
    assert lying[2][-1] == 9
    assert market(m) == [7, 7, 7]


@pytest.mark.rule("S-RULING-44")
def test_full_tiles_are_skipped() -> None:
    """With enough furs in the bag every new tile is full. With one fur too few, one spot stays empty."""
    m = administration(tiles={2: None, 3: None, 4: None})
    leave_in_bag(m, *[2] * 14)
    table(m).tile_pile = sum(1 << table(m).stock.tile_ids.index(tile) for tile in ("L07", "L12", "L20"))
    play(m, 0, "end")
    spots = [TILES[tile]["spots"] for tile in row(m)[9:]]
    assert sorted(spots) == [2, 3, 4]
    assert [found.count(2) for found in all_furs_on_tiles(m)[9:]] == spots


@pytest.mark.rule("S-WINTER-12", "S-RULING-08")
def test_a_new_rightmost_tile_gets_a_tiger() -> None:
    m = at_once(tiles={3: None, 12: [2, 9]})
    assert [found.count(9) for found in all_furs_on_tiles(m)] == [0] * 10 + [1, 1]


@pytest.mark.rule("S-WINTER-12", "S-RULING-08")
def test_no_new_tile_no_tiger() -> None:
    m = at_once(tiles={12: [2]})
    assert [found.count(9) for found in all_furs_on_tiles(m)] == [0] * 12
    assert logged(m, "dealt_tiger") == []


@pytest.mark.rule("S-RULING-63", "S-WINTER-12")
def test_a_pile_that_is_used_up_leaves_the_row_shorter() -> None:
    """The rightmost tile ends the row. If it is old, no tiger is placed."""
    m = administration("tile_pile = []\n", tiles={3: None, 7: None})
    play(m, 0, "end")
    assert row(m)[10:] == ["", ""]
    assert all(row(m)[:10])
    assert logged(m, "dealt_tiger") == []
    table(m).put_cossack(0, 9)
    m = samovar.Match.from_position(m.position().replace('"Move(1)"', '"Move(0)"'))
    assert main(m, 0) == ["move.1"]


@pytest.mark.rule("S-RULING-63")
def test_a_pile_that_does_not_suffice_is_used_up() -> None:
    m = administration('tile_pile = ["L20"]\n', tiles={3: None, 7: None})
    play(m, 0, "end")
    assert row(m)[10:] == ["L20", ""]
    assert 9 in on_tile(m, 11)  # the rightmost tile is new


@pytest.mark.rule("S-WINTER-13")
def test_all_market_furs_go_into_the_bag_then_6_new_ones_are_drawn() -> None:
    """The old furs may be drawn again. With all tiles in place nothing else is drawn."""
    m = administration("market = [2, 2, 2, 3, 3, 3]\n")
    leave_in_bag(m, 7, 7, 7)
    play(m, 0, "end")
    assert len(market(m)) == 6
    assert sorted(market(m) + bag(m)) == [2, 2, 2, 3, 3, 3, 7, 7, 7]
    assert len(logged(m, "refilled_market")) == 6


@pytest.mark.rule("S-WINTER-14", "S-RULING-74")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_remaining_songs_are_discarded_and_as_many_new_ones_revealed_as_players(seats: int) -> None:
    """Story tokens stay."""
    m = administration(seats=seats)
    old = songs(m)
    table(m).story[0] = 7
    play(m, 0, "end")
    assert len(songs(m)) == seats
    assert all(songs(m))
    assert not set(songs(m)) & set(old)
    assert not set(names(table(m).song_pile, table(m).stock.song_ids)) & {*old, *songs(m)}
    assert table(m).story[0] == 7


@pytest.mark.rule("S-RULING-82")
def test_songs_lie_from_left_to_right_in_the_order_of_revealing() -> None:
    m = administration(seats=4)
    play(m, 0, "end")
    ids = table(m).stock.song_ids
    assert [(ids[song], place) for _, _, song, place in logged(m, "dealt_song")] == [
        (song, place) for place, song in enumerate(songs(m))
    ]


@pytest.mark.rule("S-WINTER-15")
def test_yurts_and_wishes_move_left_and_are_filled_up_villages_stay() -> None:
    text = """
[[region]]
yurt = ""
wish = "A3"
[[region]]
yurt = "YA2"
wish = ""
[[region]]
yurt = ""
wish = ""
[[region]]
yurt = "YA3"
wish = "A5"
[[region]]
yurt = "YA4"
wish = "A6"
"""
    m = administration(text)
    before = villages(m)
    play(m, 0, "end")
    assert (yurts(m)[:3], wishes(m)[:3]) == (["YA2", "YA3", "YA4"], ["A3", "A5", "A6"])
    assert all(yurt.startswith("YA") for yurt in yurts(m)[3:])
    assert all(wish.startswith("A") for wish in wishes(m)[3:])
    assert [place for _, _, _, place in logged(m, "dealt_yurt")] == [4, 5]
    assert [place for _, _, _, place in logged(m, "dealt_wish")] == [4, 5]
    assert villages(m) == before


@pytest.mark.rule("S-WINTER-15")
def test_if_too_few_yurts_are_left_the_rightmost_regions_stay_empty() -> None:
    text = 'yurt_pile = ["YA8", "YB1"]\n' + '[[region]]\nyurt = ""\n' * 2 + '[[region]]\nyurt = "YA1"\n'
    text += '[[region]]\nyurt = ""\n' * 2
    assert yurts(at_once(text=text)) == ["YA1", "YA8", "", "", ""]


@pytest.mark.rule("S-WINTER-16", "S-RULING-46")
def test_after_year_2_the_b_material_replaces_all_a_material() -> None:
    """Wishes in hands and fulfilled ones stay."""
    player = '[[player]]\nspace = 8\nhorses = 5\nhand = ["A4", "S1"]\nwishes = ["A10", "A11"]\n'
    m = scene_of(f'season = "winter"\nyear = 2\n{player}', "LastWindow(0) NextYear()")
    play(m, 0, "end")
    assert all(yurt.startswith("YB") for yurt in yurts(m))
    assert all(wish.startswith("B") for wish in wishes(m))
    assert all(song.startswith("SB") for song in songs(m))
    s = table(m)
    piles = [
        *names(s.yurt_pile, s.stock.yurt_ids),
        *names(s.song_pile, s.stock.song_ids),
        *names(s.wish_pile, s.stock.wish_ids),
    ]
    assert not [id for id in piles if id.startswith(("YA", "SA", "A"))]
    assert (hand(m, 0), fulfilled(m, 0)) == (["S1", "A4"], ["A10", "A11"])


@pytest.mark.rule("S-WINTER-16")
def test_the_a_material_serves_years_1_and_2_the_b_material_3_and_4() -> None:
    for year, deck in ((1, "A"), (3, "B")):
        m = at_once(year, '[[region]]\nyurt = ""\nwish = ""\n' * 5)
        assert all(yurt.startswith(f"Y{deck}") for yurt in yurts(m) if yurt)
        assert all(wish.startswith(deck) for wish in wishes(m))
        assert all(song.startswith(f"S{deck}") for song in songs(m))
    m = administration(year=3)
    kept = (yurts(m), wishes(m))
    play(m, 0, "end")
    assert (yurts(m), wishes(m)) == kept  # only the end of year 2 removes anything


@pytest.mark.rule("S-RULING-46")
def test_in_the_winter_of_the_change_nothing_is_shifted() -> None:
    """All five regions are filled anew, and so are the songs."""
    m = at_once(2, region(3, 'yurt = ""\nwish = ""'))
    assert len(logged(m, "dealt_yurt")) == 5
    assert len(logged(m, "dealt_wish")) == 5
    assert len(logged(m, "dealt_song")) == 2


@pytest.mark.rule("S-WINTER-17")
def test_the_season_marker_advances_to_spring_of_the_next_year() -> None:
    for year in (1, 2, 3):
        m = at_once(year)
        assert (table(m).year, table(m).season, table(m).acted) == (year + 1, SPRING, 1 << m.actors()[0])
        assert main(m, m.actors()[0])[0] == "move.1"


@pytest.mark.rule("S-WINTER-16")
@pytest.mark.parametrize(("year", "deck"), [(1, "A"), (2, "A"), (3, "B"), (4, "B")])
def test_a_position_of_a_later_year_has_the_material_of_that_year(year: int, deck: str) -> None:
    m = scene(f"year = {year}\nto_move = 0\n")
    box = table(m).stock
    regions = range(1, box.regions + 1)
    shown = [box.wish_ids[table(m).wish[r]] for r in regions] + [
        box.yurt_ids[table(m).yurt[r]] for r in regions
    ]
    songs = [box.song_ids[song] for song in table(m).song]
    assert all(id.startswith(deck) for id in shown[:5])
    assert all(id.startswith("Y" + deck) for id in shown[5:])
    assert all(id.startswith("S" + deck) for id in songs)
