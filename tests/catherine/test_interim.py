"""Section 10: the interim scoring."""

from __future__ import annotations

from dataclasses import replace

import pytest

import samovar
from samovar.games.catherine import tokens
from samovar.games.catherine.components import BOOKS_BUILD, BOOKS_JOKER, BOOKS_NOTHING
from tests.catherine.phase_scenes import (
    ALL_CITIES,
    builders,
    decline,
    drawn,
    events_of,
    held,
    joker_tiles,
    score,
    seat,
    spaces,
    vps,
    with_pile_of,
)
from tests.catherine.scene import (
    Player,
    discard,
    hand,
    pile,
    play,
    residences,
    row,
    scene,
    table,
    tiles,
    under,
)

STEPS = (tokens.CANNONS, tokens.BOOKS, tokens.BUILT, tokens.RESIDENCE_VP, tokens.FAVOR_VP, tokens.CLEARED)
ENDS = (tokens.DREW, tokens.OVER_LIMIT, tokens.ROUND_BEGINS, tokens.GAME_OVER)


def round_four(books: int, *players: Player, hand: int = 0, decade: int = 1) -> samovar.Match:
    """A match after the last decision of a decade: the first player has forfeited, and the scoring begins."""
    first = seat("nw01", row=" ".join(["nw14", "nw18", "so14"][:books]), hand=hand)
    m = scene("actions", first, *players, decade=decade, round=4)
    play(m, 0, "forfeit")
    return m


# ---- the order of the steps ----


@pytest.mark.rule("C-INTERIM-01")
@pytest.mark.parametrize("decade", [1, 2])
def test_the_scoring_has_its_six_steps_in_order(decade: int) -> None:
    m = round_four(1, seat(), decade=decade)
    play(m, 0, "build.riga")
    happened = [event[0] for event in events_of(m, *STEPS, tokens.DREW, tokens.ROUND_BEGINS)]
    happened = happened[happened.index(tokens.CANNONS) :]
    assert happened[:16] == [
        *(tokens.CANNONS, tokens.CANNONS),
        *(tokens.BOOKS, tokens.BOOKS, tokens.BUILT),
        *(tokens.RESIDENCE_VP, tokens.RESIDENCE_VP),
        *(tokens.FAVOR_VP, tokens.FAVOR_VP),
        *(tokens.CLEARED, tokens.CLEARED),
        *[tokens.DREW] * 4,
        tokens.ROUND_BEGINS,
    ]
    assert (table(m).decade, table(m).round) == (decade + 1, 1)


@pytest.mark.rule("C-INTERIM-01", "C-INTERIM-41")
def test_after_the_third_decade_the_final_scoring_follows_and_no_player_draws() -> None:
    m = round_four(0, seat(hand=2), hand=2, decade=3)
    before = held(m)
    decline(m)
    assert m.over
    happened = [event[0] for event in events_of(m, *STEPS, *ENDS)]
    assert happened[happened.index(tokens.RESIDENCE_VP) :] == [
        *(tokens.RESIDENCE_VP, tokens.RESIDENCE_VP),
        *(tokens.FAVOR_VP, tokens.FAVOR_VP),
        *(tokens.CLEARED, tokens.CLEARED),
        tokens.GAME_OVER,
    ]
    assert held(m) == before == [3, 2]
    assert sum(m.scores()[0].breakdown.values()) > vps(m)[0]


@pytest.mark.rule("C-INTERIM-02")
def test_cannons_and_books_are_counted_on_the_action_rows_only() -> None:
    """Cards of the activation row, hand cards and goods tiles do not count."""
    mine = seat(hand="so33 so22", residences="vyborg riga")
    m = score(replace(mine, under="-, -, -, nw33, nw22"), seat(cannons=1, books=1))
    assert under(m, 0)[3:5] == ["nw33", "nw22"]
    assert vps(m) == [0, 4]
    assert builders(m) == [1]


# ---- cannons ----


@pytest.mark.rule("C-CANNON-01")
@pytest.mark.parametrize(
    ("cannons", "points"),
    [
        ([3, 1, 0, 2], [8, 4, 0, 4]),  # more than both neighbors, one of them, none of them
        ([1, 1, 1, 0], [6, 4, 6, 0]),
        ([2, 2, 2, 2], [4, 4, 4, 4]),
        ([1, 0, 1, 0], [8, 0, 8, 0]),
        ([3, 1, 1], [8, 2, 2]),
        ([2, 1, 0], [8, 4, 0]),
    ],
)
def test_each_neighbor_is_compared_separately(cannons: list[int], points: list[int]) -> None:
    m = score(*(seat(cannons=n) for n in cannons))
    assert vps(m) == points


@pytest.mark.rule("C-CANNON-02", "C-RULING-02")
@pytest.mark.parametrize("opposite", [0, 1, 2, 3])
def test_with_four_the_player_opposite_is_not_compared(opposite: int) -> None:
    """The result does not depend on the cannons of the player opposite."""
    m = score(seat(cannons=2), seat(cannons=1), seat(cannons=opposite), seat(cannons=1))
    assert vps(m)[0] == 8


@pytest.mark.rule("C-CANNON-02", "C-RULING-24")
@pytest.mark.parametrize(
    ("cannons", "points"), [([2, 2, 0], [6, 6, 0]), ([0, 2, 2], [0, 6, 6]), ([2, 0, 1], [8, 0, 4])]
)
def test_with_three_all_players_are_compared_with_each_other(cannons: list[int], points: list[int]) -> None:
    assert vps(score(*(seat(cannons=n) for n in cannons))) == points


@pytest.mark.rule("C-CANNON-03")
@pytest.mark.parametrize(
    ("cannons", "points"), [([3, 1], [4, 0]), ([1, 3], [0, 4]), ([2, 2], [2, 2]), ([1, 0], [4, 0])]
)
def test_with_two_there_is_one_comparison_only(cannons: list[int], points: list[int]) -> None:
    assert vps(score(*(seat(cannons=n) for n in cannons))) == points


@pytest.mark.rule("C-RULING-24")
@pytest.mark.parametrize(("seats", "points"), [(2, 2), (3, 4), (4, 4)])
def test_no_cannons_against_no_cannons_is_a_tie(seats: int, points: int) -> None:
    assert vps(score(seats=seats)) == [points] * seats


# ---- books ----


@pytest.mark.rule("C-BOOK-01", "C-BOOK-02", "C-BOOK-04")
@pytest.mark.parametrize(
    ("books", "build", "joker"),
    [
        ([4, 2, 2, 1], [0], [0, 1, 1, 0]),
        ([0, 3, 3, 1], [1, 2], [0, 0, 0, 1]),
        ([0, 0, 1, 1], [2, 3], [0, 0, 0, 0]),
        ([3, 2, 2, 2], [0], [0, 0, 0, 0]),
        ([1, 2, 3], [2], [0, 1, 0]),
        ([0, 1, 1], [1, 2], [0, 0, 0]),
        ([1, 0, 0], [0], [0, 0, 0]),
    ],
)
def test_the_most_books_build_the_fewest_get_nothing_those_between_a_joker(
    books: list[int], build: list[int], joker: list[int]
) -> None:
    m = score(*(seat(books=n) for n in books))
    assert m.actors() == builders(m) == build
    assert joker_tiles(m) == joker
    assert table(m).jokers_left() == 6 - sum(joker)
    for p in range(len(books)):
        assert m.options(p) == ([f"build.{id}" for id in ALL_CITIES] + ["decline"] if p in build else [])


@pytest.mark.rule("C-BOOK-01", "C-BOOK-02", "C-BOOK-04")
def test_the_journal_contains_the_reward_for_books() -> None:
    m = round_four(3, seat(books=1), seat())
    assert [event[1:] for event in events_of(m, tokens.BOOKS)] == [
        (0, BOOKS_BUILD, 3),
        (1, BOOKS_JOKER, 1),
        (2, BOOKS_NOTHING, 0),
    ]
    assert events_of(m, tokens.JOKER) == [(tokens.JOKER, 1, 1, 5)]


@pytest.mark.rule("C-BOOK-03")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_with_equal_books_all_build_and_no_player_gets_a_joker(seats: int) -> None:
    m = score(*(seat(books=1) for _ in range(seats)))
    assert builders(m) == list(range(seats))
    assert joker_tiles(m) == [0] * seats


@pytest.mark.rule("C-BOOK-03", "C-RULING-23")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_with_no_books_at_all_every_player_builds(seats: int) -> None:
    m = score(seats=seats)
    assert builders(m) == list(range(seats))
    assert joker_tiles(m) == [0] * seats


@pytest.mark.rule("C-BOOK-05")
@pytest.mark.parametrize(("books", "build"), [([2, 1], [0]), ([0, 1], [1]), ([1, 1], [0, 1])])
def test_with_two_players_there_are_no_jokers(books: list[int], build: list[int]) -> None:
    m = score(*(seat(books=n) for n in books))
    assert (builders(m), joker_tiles(m), table(m).jokers_left()) == (build, [0, 0], 0)
    decline(m)
    assert joker_tiles(m) == [0, 0]


@pytest.mark.rule("C-BOOK-05")
def test_a_position_of_two_players_with_a_joker_is_refused() -> None:
    with pytest.raises(samovar.BadInput, match="jokers: there are only 0"):
        score(seat(jokers=1), seat())


@pytest.mark.rule("C-BOOK-06")
def test_a_joker_does_not_count_as_a_good_during_the_game() -> None:
    """It counts for neither a set nor a market nor the condition of a bonus."""
    seats = [seat(card, row="nw24 nw26", jokers=2) for card in ("nw25",)]
    m = scene("actions", *seats, seats=3)
    play(m, 0, "perform")
    assert vps(m)[0] == 4  # one set of iron, food, caviar and fur, with or without jokers
    m = scene("actions", seat("nw10", jokers=2, hand=0), seats=3)
    play(m, 0, "perform")
    before_the_round = events_of(m, tokens.DREW, tokens.ROUND_BEGINS)[:2]
    assert [event[0] for event in before_the_round] == [tokens.DREW, tokens.ROUND_BEGINS]  # for one fur
    m = scene("actions", seat("nw27", jokers=2, row="nw19", hand="nw01 nw02"), seats=3)
    play(m, 0, "perform", "build.smolensk")
    assert spaces(m)[0] == 0  # one food, two are needed


@pytest.mark.rule("C-RULING-22")
def test_a_residence_for_books_is_a_full_one_in_any_city_without_an_own_one() -> None:
    m = score(seat(books=1, residences="kazan riga"), seat())
    assert m.options(0) == [*(f"build.{id}" for id in ALL_CITIES if id not in ("kazan", "riga")), "decline"]
    with pytest.raises(samovar.IllegalAction) as refused:
        play(m, 0, "build.kazan")
    assert (refused.value.reason, refused.value.rule) == ("already_a_residence_there", "C-RES-03")
    play(m, 0, "build.vyborg")
    assert residences(m, 0) == ["vyborg", "riga", "kazan"]
    assert tiles(m, 0) == {"iron": 1, "food": 1}


@pytest.mark.rule("C-RULING-22")
def test_a_one_or_crown_of_a_book_residence_counts_in_the_same_scoring() -> None:
    m = score(seat(books=1), seat())
    play(m, 0, "build.siberia")
    assert [event[1:3] for event in events_of(m, tokens.RESIDENCE_VP)] == [(0, 2), (1, 0)]
    m = score(seat(books=1), seat())
    play(m, 0, "build.moscow")
    assert [event[1:] for event in events_of(m, tokens.FAVOR_VP)] == [(0, 1, 1), (1, 0, 0)]


@pytest.mark.rule("C-RULING-22", "C-BOOK-01")
def test_a_residence_for_books_may_be_declined_without_compensation() -> None:
    m = score(seat(books=1), seat())
    before = vps(m)
    play(m, 0, "decline")
    assert events_of(m, tokens.DECLINED) == [(tokens.DECLINED, 0, 1, 0)]  # 1: not a bonus
    assert (residences(m, 0), vps(m), spaces(m)) == ([], before, [0, 0])
    assert drawn(m)[:4] == [0, 0, 1, 1]  # only the draw of the scoring


@pytest.mark.rule("C-RULING-22")
def test_all_who_may_build_choose_in_any_order() -> None:
    one, two = score(seats=3), score(seats=3)
    for m, order in ((one, [0, 1, 2]), (two, [2, 0, 1])):
        for p in order:
            play(m, p, "build.kazan")
    assert [residences(one, p) for p in range(3)] == [residences(two, p) for p in range(3)] == [["kazan"]] * 3
    assert (vps(one), spaces(one)) == (vps(two), spaces(two))


@pytest.mark.rule("C-RULING-22")
def test_a_free_city_always_exists() -> None:
    eleven = " ".join(ALL_CITIES[:11])
    assert len(score(seat(books=1, residences=eleven), seat()).options(0)) == 18 - 11 + 1


@pytest.mark.rule("C-RULING-26")
def test_jokers_never_run_out() -> None:
    """Two middle players in each of three decades take all six."""
    m = score(seat(books=2), seat(books=1, jokers=2), seat(books=1, jokers=2), seat(), decade=3)
    assert (joker_tiles(m), table(m).jokers_left()) == ([0, 3, 3, 0], 0)
    with pytest.raises(samovar.BadInput, match="jokers: there are only 6"):
        score(seat(jokers=3), seat(jokers=4), seat())


# ---- residences and favor track ----


@pytest.mark.rule("C-INTERIM-10", "C-RULING-21")
@pytest.mark.parametrize("built", range(13))
def test_one_point_for_each_residence(built: int) -> None:
    """None of these twelve cities shows the "1", which would count more."""
    plain = [id for id in ALL_CITIES if id not in ("smolensk", "kiev", "siberia")]
    m = score(seat(residences=" ".join(plain[:built])), seat(books=1))
    decline(m)
    assert events_of(m, tokens.RESIDENCE_VP)[0] == (tokens.RESIDENCE_VP, 0, built, built)
    assert vps(m)[0] == 2 + built + sum(event[2] for event in events_of(m, tokens.FAVOR_VP) if event[1] == 0)


@pytest.mark.rule("C-INTERIM-11")
@pytest.mark.parametrize(
    ("names", "points"), [("siberia", 2), ("siberia kiev", 4), ("siberia kiev smolensk riga", 7)]
)
def test_one_more_for_every_residence_in_a_city_with_the_one(names: str, points: int) -> None:
    m = score(seat(residences=names), seat())
    decline(m)
    assert events_of(m, tokens.RESIDENCE_VP)[0] == (tokens.RESIDENCE_VP, 0, points, len(names.split()))
    assert vps(m)[0] == 2 + points


@pytest.mark.rule("C-INTERIM-20")
def test_each_player_scores_the_middle_column_of_the_own_favor_space() -> None:
    m = score(seat(favor=5), seat(favor=14), seat(favor=0))
    decline(m)
    assert [event[1:] for event in events_of(m, tokens.FAVOR_VP)] == [(0, 3, 5), (1, 10, 14), (2, 0, 0)]
    assert vps(m) == [4 + 3, 4 + 10, 4]


# ---- clearing and drawing ----

DISPLAY = """
row = ["nw01", "nw02", "nw03", "nw04", "nw05", "nw06", "nw07"]
under = ["", "so01", "", "so02", "so03", "", "so04"]
hand = []
"""
OTHER = """
row = ["ea01", "ea02", "ea03", "ea04", "ea05", "ea06", "ea07"]
under = ["so05", "so06", "so07", "so08", "", "", ""]
hand = []
"""


def displays(decade: int = 1) -> samovar.Match:
    head = f'game = "catherine"\nphase = "scoring"\ndecade = {decade}\nround = 4\n'
    m = samovar.Match.from_position(f"{head}[[player]]{DISPLAY}[[player]]{OTHER}")
    decline(m)
    return m


@pytest.mark.rule("C-INTERIM-30", "C-RULING-27")
@pytest.mark.parametrize("decade", [1, 2, 3])
def test_activation_cards_and_the_action_cards_above_them_are_discarded(decade: int) -> None:
    """They are discarded in the third decade too, and if their actions were not performed."""
    m = displays(decade)
    assert discard(m) == sorted(
        [f"nw{n:02}" for n in (2, 4, 5, 7)]
        + [f"so{n:02}" for n in range(1, 9)]
        + [f"ea{n:02}" for n in range(1, 5)],
        key=lambda id: ["nw", "so", "ea"].index(id[:2]),
    )
    assert [event[1:3] for event in events_of(m, tokens.CLEARED)] == [(0, 8), (1, 8)]


@pytest.mark.rule("C-INTERIM-31")
def test_the_three_others_slide_to_the_left_in_their_order_and_start_the_next_decade() -> None:
    m = displays()
    assert (row(m, 0), row(m, 1)) == (["nw01", "nw03", "nw06"], ["ea05", "ea06", "ea07"])
    assert (under(m, 0), under(m, 1)) == (["", "", ""], ["", "", ""])


@pytest.mark.rule("C-INTERIM-31")
def test_symbols_of_the_remaining_cards_keep_counting() -> None:
    m = score(seat(row="so33 so22 so25"), seat())
    decline(m)
    assert row(m, 0) == ["so33", "so22", "so25"]
    owned = [int(table(m).owned(0, kind)) for kind in range(6)]
    assert owned == [1, 0, 0, 1, 2, 2]


@pytest.mark.rule("C-INTERIM-40")
@pytest.mark.parametrize("decade", [1, 2])
def test_each_player_draws_two_cards_seat_by_seat(decade: int) -> None:
    m = score(seat(), seat(), seat(), decade=decade)
    decline(m)
    assert drawn(m) == [0, 0, 1, 1, 2, 2] * 2  # the scoring, then phase A of the next round
    assert held(m) == [4, 4, 4]


@pytest.mark.rule("C-INTERIM-40", "C-RULING-28")
def test_the_interim_draw_obeys_the_hand_limit_reached_in_this_scoring() -> None:
    """The crown of a residence for books has raised the limit from three to four."""
    m = score(seat(books=1, hand=3, favor=1), seat(hand=3, favor=1))
    play(m, 0, "build.moscow")
    assert events_of(m, tokens.OVER_LIMIT) == [(tokens.OVER_LIMIT, 0, 1, 1), (tokens.OVER_LIMIT, 1, 2, 2)]


@pytest.mark.rule("C-RULING-28")
def test_cards_just_discarded_may_come_back_by_a_reshuffle() -> None:
    """The draw pile is empty, so the cards just cleared are drawn."""
    m = with_pile_of(score(seat(books=1), seat()), 0)
    old = {*discard(m), *row(m, 0), *under(m, 0), *row(m, 1), *under(m, 1)} - {""}
    before = len(discard(m))
    play(m, 0, "decline")
    assert events_of(m, tokens.SHUFFLED) == [(tokens.SHUFFLED, 0, before + 16, 0)]
    assert {*hand(m, 0), *hand(m, 1)} <= old


@pytest.mark.rule("C-INTERIM-41")
def test_after_the_third_interim_scoring_no_player_draws() -> None:
    m = score(seat(hand=1), seat(hand=3), decade=3)
    decline(m)
    assert m.over
    assert drawn(m) == []
    assert events_of(m, tokens.OVER_LIMIT) == []
    assert held(m) == [1, 3]


# ---- two players, the last round ----


@pytest.mark.rule("C-RULING-41")
def test_for_two_the_deck_the_map_and_the_orders_are_the_same() -> None:
    m = samovar.Match("catherine", 2)
    s = table(m)
    assert s.pile_left + sum(s.held) == len(pile(m)) + len(hand(m, 0)) + len(hand(m, 1)) == 102
    assert [int(s.tiles_left(c)) for c in range(1, 19)].count(2) == 12
    assert len(m.state.box.notation.actions) == len(samovar.Match("catherine", 4).state.box.notation.actions)


@pytest.mark.rule("C-RULING-31")
def test_phase_d_of_round_twelve_is_like_any_other() -> None:
    """Compensation and bonus draws still happen, and the cards in hand are points in the final scoring."""
    m = scene("actions", seat("nw01"), seat("nw02", row="so33"), decade=3, round=4)
    play(m, 0, "forfeit")
    play(m, 1, "perform", "build.smolensk")
    assert drawn(m) == [0, 1]
    decline(m)
    assert m.over
    assert [score.breakdown["hand_cards"] for score in m.scores()] == [1, 1]
