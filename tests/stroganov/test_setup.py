"""Section 2: set-up for two to four players."""

from __future__ import annotations

import pytest

import samovar
from samovar.games.stroganov import tokens
from samovar.games.stroganov.components import KINDS, TIGER
from samovar.games.stroganov.state import NEUTRAL
from samovar.kernel import cards
from samovar.kernel.state import NATURE
from tests.stroganov.scene import bag, events, furs, main, market, on_tile, play, scene, table, tigers

SEATS = [2, 3, 4]


def begun(seats: int, seed: int = 0, **options: str) -> samovar.Match:
    """A match after all dealing: the last player in order chooses a start wish."""
    return samovar.Match("stroganov", seats, seed=seed, options=options)


def ready(seats: int, seed: int = 0) -> samovar.Match:
    """A match in which all players have a start wish: the first move is next."""
    m = begun(seats, seed)
    while m.options(m.actors()[0])[0].startswith("start."):
        play(m, m.actors()[0], m.options(m.actors()[0])[0])
    return m


def posts(m: samovar.Match, region: int) -> list[int]:
    s = table(m)
    return [int(s.posts[region * s.stock.post_spaces + i]) for i in range(s.stock.post_spaces)]


def ids(found: int, names: list[str]) -> set[str]:
    return {names[card] for card in cards.members(found)}


@pytest.mark.rule("S-SETUP-01")
@pytest.mark.parametrize("seats", SEATS)
def test_all_cossacks_begin_on_the_starting_tile_left_of_space_1(seats: int) -> None:
    m = ready(seats)
    assert list(table(m).space) == [0] * seats
    first = m.actors()[0]
    play(m, first, "move.1")
    assert table(m).space[first] == 1


@pytest.mark.rule("S-SETUP-02")
@pytest.mark.parametrize("seats", SEATS)
def test_five_start_tiles_then_seven_others_and_a_pile_of_fourteen(seats: int) -> None:
    orders = set()
    for seed in range(8):
        s = table(begun(seats, seed))
        row = [s.stock.tile_ids[s.row[space]] for space in range(1, 13)]
        assert set(row[:5]) == {"L01", "L02", "L03", "L04", "L05"}
        assert len(set(row)) == 12
        pile = ids(s.tile_pile, s.stock.tile_ids)
        assert len(pile) == 14
        assert pile | set(row) == set(s.stock.tile_ids[1:])
        orders.add(tuple(row[:5]))
    assert len(orders) > 1  # shuffled


@pytest.mark.rule("S-SETUP-03")
def test_one_setup_fur_on_the_trade_space_the_others_ascend_from_r1_to_r5() -> None:
    on_trade = set()
    for seed in range(40):
        s = table(begun(2, seed))
        region_furs = list(s.region_fur)[1:]
        assert region_furs == sorted({2, 3, 4, 5, 6, 7} - {s.trade_fur})
        on_trade.add(int(s.trade_fur))
    assert on_trade == {2, 3, 4, 5, 6, 7}


@pytest.mark.rule("S-SETUP-04")
def test_variant_the_region_furs_are_dealt_at_random() -> None:
    first_regions = set()
    for seed in range(40):
        s = table(begun(2, seed, region_furs="random"))
        region_furs = list(s.region_fur)[1:]
        assert sorted([*region_furs, s.trade_fur]) == [2, 3, 4, 5, 6, 7]
        first_regions.add(int(region_furs[0]))
    assert first_regions == {2, 3, 4, 5, 6, 7}  # ascending, R1 could only hold a 2 or a 3


@pytest.mark.rule("S-SETUP-05")
@pytest.mark.parametrize("seats", SEATS)
def test_a_fur_for_every_spot_and_spots_marked_4_only_with_four_players(seats: int) -> None:
    m = begun(seats, seed=3)
    s = table(m)
    for space in range(1, 13):
        tile = s.row[space]
        spots = s.stock.tile_spots[tile] + (s.stock.tile_spots4[tile] if seats == 4 else 0)
        assert len([kind for kind in on_tile(m, space) if kind != TIGER]) == spots
    assert any(s.stock.tile_spots4[s.row[space]] for space in range(1, 13))


@pytest.mark.rule("S-SETUP-06")
def test_the_lowest_fur_of_a_tile_lies_on_top() -> None:
    """Only the lowest fur is free, in every order of drawing."""
    m = scene("""
        todo = ["Basic(0)", "Calendar()"]
        acted = [0]
        [[player]]
        space = 3
        horses = 0
        [[tile]]
        space = 3
        furs = [8, 2, 5]
    """)
    assert [token for token in main(m, 0) if token.startswith("hunt")] == ["hunt.2"]
    assert "furs = [2, 5, 8]" in m.position()


@pytest.mark.rule("S-SETUP-07")
@pytest.mark.parametrize("seats", SEATS)
def test_one_tiger_on_space_12(seats: int) -> None:
    s = table(begun(seats))
    assert [s.row_furs[space * KINDS + TIGER] for space in range(13)] == [0] * 12 + [1]


@pytest.mark.rule("S-SETUP-08", "S-RULING-07")
@pytest.mark.parametrize("seats", SEATS)
def test_six_furs_in_the_market(seats: int) -> None:
    assert len(market(begun(seats, seed=1))) == 6


@pytest.mark.rule("S-SETUP-09")
def test_one_village_in_each_region_shuffled() -> None:
    dealt = {tuple(int(v) for v in table(begun(2, seed)).village) for seed in range(8)}
    assert all(sorted(villages) == [0, 1, 2, 3, 4, 5] for villages in dealt)
    assert len(dealt) > 1


@pytest.mark.rule("S-SETUP-10")
def test_an_a_yurt_in_each_region_and_the_other_a_yurts_before_all_b_yurts() -> None:
    s = table(begun(3))
    shown = {s.stock.yurt_ids[s.yurt[region]] for region in range(1, 6)}
    assert len(shown) == 5
    assert all(yurt.startswith("YA") for yurt in shown)
    pile = ids(s.yurt_pile, s.stock.yurt_ids)
    assert pile == set(s.stock.yurt_ids[1:]) - shown
    assert len([yurt for yurt in pile if yurt.startswith("YA")]) == 3


@pytest.mark.rule("S-SETUP-11")
@pytest.mark.parametrize("seats", SEATS)
def test_player_order_is_random_and_stands_in_a_row_on_the_starting_tile(seats: int) -> None:
    orders = set()
    for seed in range(24):
        m = ready(seats, seed)
        order = tuple(int(p) for p in table(m).order)
        assert sorted(order) == list(range(seats))
        assert m.actors() == [order[0]]  # the first player's Cossack stands rightmost
        orders.add(order[0])
    assert orders == set(range(seats))


@pytest.mark.rule("S-SETUP-12")
@pytest.mark.parametrize("seats", SEATS)
def test_vp_and_story_start_at_0(seats: int) -> None:
    s = table(begun(seats))
    assert list(s.vp) == [0] * seats
    assert list(s.story) == [0] * seats


@pytest.mark.rule("S-SETUP-13")
@pytest.mark.parametrize("seats", SEATS)
def test_as_many_a_songs_as_players_the_rest_in_the_stack(seats: int) -> None:
    s = table(begun(seats))
    shown = {s.stock.song_ids[song] for song in s.song}
    assert len(shown) == len(s.song) == seats
    assert all(song.startswith("SA") for song in shown)
    assert ids(s.song_pile, s.stock.song_ids) == set(s.stock.song_ids[1:]) - shown


@pytest.mark.rule("S-SETUP-14")
def test_player_boards_show_side_a_unless_side_b_was_agreed() -> None:
    s = table(begun(4))
    assert [s.track(p).side for p in range(4)] == ["a"] * 4
    assert list(s.trophy) == [0] * 4  # above space 1
    s = table(begun(4, boards="b"))
    assert [s.track(p).id for p in range(4)] == ["blue_b", "green_b", "red_b", "yellow_b"]
    assert list(s.trophy) == [0] * 4


@pytest.mark.rule("S-SETUP-15")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_horses_by_player_order(seats: int, seed: int) -> None:
    s = table(begun(seats, seed))
    assert [s.horses[p] for p in s.order] == [3, 4, 5, 6][:seats]


@pytest.mark.rule("S-SETUP-16", "S-SETUP-23")
@pytest.mark.parametrize("seats", SEATS)
def test_one_outpost_and_one_coin_each_four_outposts_in_the_general_supply(seats: int) -> None:
    s = table(begun(seats))
    assert list(s.outposts) == [1] * seats
    assert list(s.coins) == [1] * seats
    assert [s.outposts_left(p) for p in range(seats)] == [4] * seats
    assert [s.built(p) for p in range(seats)] == [0] * seats


@pytest.mark.rule("S-SETUP-17")
def test_an_a_wish_in_each_region_the_other_a_wishes_before_the_b_wishes() -> None:
    s = table(begun(3))
    shown = {s.stock.wish_ids[s.wish[region]] for region in range(1, 6)}
    assert len(shown) == 5
    assert all(wish.startswith("A") for wish in shown)
    pile = ids(s.wish_pile, s.stock.wish_ids)
    assert pile >= {wish for wish in s.stock.wish_ids if wish.startswith(("A", "B"))} - shown
    assert not pile & shown


@pytest.mark.rule("S-SETUP-18")
@pytest.mark.parametrize("seats", SEATS)
def test_players_and_one_more_start_wishes_with_a_fur_each_chosen_in_reverse_order(seats: int) -> None:
    m = begun(seats, seed=2)
    s = table(m)
    offered = {s.stock.wish_ids[card & 255].lower(): int(card >> 8) for card in s.offer}
    assert len(offered) == len(s.offer) == seats + 1
    assert all(wish.startswith("s") for wish in offered)
    assert all(2 <= fur <= 8 for fur in offered.values())
    left = list(offered)
    for p in [int(p) for p in list(s.order)[::-1]]:
        assert m.actors() == [p]
        assert m.options(p) == [f"start.{wish}" for wish in left]
        taken = left.pop()
        play(m, p, f"start.{taken}")
        assert ids(table(m).hand[p], s.stock.wish_ids) == {taken.upper()}
        assert furs(m, p) == [offered[taken]]
    assert len(left) == 1


@pytest.mark.rule("S-SETUP-19", "S-RULING-04")
@pytest.mark.parametrize("seats", SEATS)
def test_the_fur_left_over_goes_into_the_bag_and_unused_start_wishes_leave_the_game(seats: int) -> None:
    m = begun(seats, seed=2)
    before = bag(m)
    left_over = int(table(m).offer[seats] >> 8)
    while len(table(m).offer):
        play(m, m.actors()[0], m.options(m.actors()[0])[0])
    assert bag(m) == sorted([*before, left_over])
    s = table(m)
    held = {wish for p in range(seats) for wish in ids(s.hand[p], s.stock.wish_ids)}
    assert len(held) == seats
    assert not s.wish_pile & s.stock.wishes_s
    assert not any(s.stock.wish_ids[wish].startswith("S") for wish in s.wish)


START = """
todo = ["ChooseStart(1)", "ChooseStart(0)", "ClearStart()", "Calendar()"]
order = [0, 1]
[[offer]]
wish = "S1"
fur = 8
[[offer]]
wish = "S2"
fur = 7
[[offer]]
wish = "S3"
fur = 2
"""


@pytest.mark.rule("S-SETUP-20")
def test_a_bear_as_starting_fur_gives_2_story_at_once() -> None:
    m = scene(START)
    play(m, 1, "start.s1")
    assert list(table(m).story) == [0, 2]
    play(m, 0, "start.s2")
    assert list(table(m).story) == [0, 2]


@pytest.mark.rule("S-SETUP-20", "S-BEAR-02")
def test_a_bear_that_is_left_over_gives_nothing() -> None:
    m = scene(START)
    play(m, 1, "start.s2")
    play(m, 0, "start.s3")
    assert list(table(m).story) == [0, 0]
    assert 8 in bag(m)


@pytest.mark.rule("S-SETUP-21")
def test_the_season_marker_starts_on_spring_of_year_1() -> None:
    m = ready(2)
    assert 'year = 1\nseason = "spring"\n' in m.position()


@pytest.mark.rule("S-SETUP-22")
@pytest.mark.parametrize(("seats", "banners"), [(2, 12), (3, 17), (4, 20)])
def test_the_banner_supply(seats: int, banners: int) -> None:
    s = table(begun(seats))
    assert s.banners_left == banners
    assert list(s.banners) == [0] * seats


@pytest.mark.rule("S-SETUP-23")
def test_all_other_tigers_are_the_general_supply() -> None:
    m = begun(3)
    assert table(m).bag[TIGER] == 15
    assert [tigers(m, p) for p in range(3)] == [0, 0, 0]


@pytest.mark.rule("S-SETUP-24")
def test_three_players_one_neutral_outpost_in_every_region() -> None:
    m = begun(3)
    assert [posts(m, region) for region in range(1, 6)] == [[0, 0, NEUTRAL]] * 5


@pytest.mark.rule("S-SETUP-24", "S-SETUP-25")
def test_four_players_no_neutral_outposts() -> None:
    m = begun(4)
    assert [posts(m, region) for region in range(1, 6)] == [[0, 0, 0]] * 5


@pytest.mark.rule("S-SETUP-25", "S-RULING-06", "S-RULING-73")
def test_two_players_seven_neutral_outposts() -> None:
    """Neutral outposts are not optional, and the two leftmost regions have one more."""
    m = begun(2)
    assert [posts(m, region) for region in (1, 2)] == [[0, NEUTRAL, NEUTRAL]] * 2
    assert [posts(m, region) for region in (3, 4, 5)] == [[0, 0, NEUTRAL]] * 3


@pytest.mark.rule("S-SETUP-26", "S-RULING-64")
def test_a_neutral_outpost_gives_no_player_presence_and_fills_its_space() -> None:
    m = scene("""
        todo = ["Main(0,0)", "Calendar()"]
        acted = [0]
        [[player]]
        space = 12
        outposts = 1
        [[region]]
        [[region]]
        [[region]]
        [[region]]
        [[region]]
        posts = ["1", "neutral", "neutral"]
    """)
    advanced = [
        token for token in main(m, 0) if token.split(".")[0] in {"village", "yurt", "wish", "outpost"}
    ]
    assert advanced == ["village.5", "yurt.5", "wish.5"]


@pytest.mark.rule("S-SETUP-26", "S-RULING-64")
def test_the_leftmost_free_space_skips_neutral_outposts() -> None:
    m = scene("""
        todo = ["Main(0,0)", "Calendar()"]
        acted = [0]
        [[player]]
        space = 12
        horses = 5
        [[region]]
        [[region]]
        [[region]]
        [[region]]
        [[region]]
        posts = ["neutral", "neutral", ""]
    """)
    play(m, 0, "outpost.5")
    assert posts(m, 5) == [NEUTRAL, NEUTRAL, 1]
    assert table(m).horses[0] == 3


@pytest.mark.rule("S-SETUP-26", "S-RULING-64")
def test_neutral_outposts_never_move_and_are_never_scored() -> None:
    m = scene("""
        season = "winter"
        [[player]]
        outposts = 0
        [[player]]
        outposts = 0
    """)
    before = [posts(m, region) for region in range(1, 6)]
    assert [score.breakdown["built_outposts"] for score in m.scores()] == [0, 0]
    while table(m).season == 3:
        seat = m.actors()[0]
        play(m, seat, m.options(seat)[0])
    assert [posts(m, region) for region in range(1, 6)] == before


@pytest.mark.rule("S-RULING-65")
@pytest.mark.parametrize("seats", SEATS)
def test_tiles_are_filled_before_the_market_and_the_market_before_the_start_wishes(seats: int) -> None:
    m = begun(seats)
    verb = tokens.DRAW << 8
    drawn = [entry for entry in m.log if entry.seat == NATURE and entry.action & ~255 == verb]
    order = []
    for entry in drawn:
        for event, _, _, _ in entry.events:
            if event in {tokens.DEALT_FUR, tokens.REFILLED_MARKET, tokens.OFFERED_START}:
                order.append(event)
    assert order == sorted(order, key=[tokens.DEALT_FUR, tokens.REFILLED_MARKET, tokens.OFFERED_START].index)
    assert order.count(tokens.REFILLED_MARKET) == 6
    assert order.count(tokens.OFFERED_START) == seats + 1
    spaces = [space for _, _, space in events(m, tokens.DEALT_FUR)]
    assert list(dict.fromkeys(spaces)) == list(range(1, 13))
