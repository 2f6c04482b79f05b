"""Section 3: years and seasons, and the order of turns."""

from __future__ import annotations

import random

import pytest

import samovar
from samovar.games.stroganov import tokens
from tests.stroganov.scene import events, play, scene, table

IDLE = ("pass", "end", "go", "income.horses")


def pass_turn(m: samovar.Match, seat: int, move: str = "move.1") -> None:
    """Play a turn with a move and nothing else."""
    assert m.actors() == [seat]
    turn = m.game.turn(m.state)
    if move in m.options(seat):
        play(m, seat, move)
    while m.actors() == [seat] and m.game.turn(m.state) == turn:
        play(m, seat, next(token for token in IDLE if token in m.options(seat)))


def order(m: samovar.Match) -> list[int]:
    return [int(p) for p in table(m).order]


@pytest.mark.rule("S-ORDER-01", "S-ORDER-05")
@pytest.mark.parametrize("seats", [2, 3])
def test_four_years_of_four_seasons_with_one_turn_each_in_the_first_three(seats: int) -> None:
    m = samovar.Match("stroganov", seats, seed=11)
    rng = random.Random(4)
    calendar: dict[tuple[int, int], list[int]] = {}
    last = None
    while not m.over:
        seat = m.actors()[0]
        before = len(m.log)
        play(m, seat, rng.choice(m.options(seat)))
        told = [event for entry in m.log[before:] for event in entry.events]
        for event, who, a, b in told:
            if event == tokens.SEASON_BEGINS:
                last = (b, a)
                calendar[last] = []
            elif event == tokens.TURN_BEGINS:
                assert last is not None
                calendar[last].append(who)
    assert list(calendar) == [(year, season) for year in range(1, 5) for season in range(4)]
    for (_, season), turns in calendar.items():
        assert sorted(turns) == ([] if season == 3 else list(range(seats)))
    assert sum(turns.count(0) for turns in calendar.values()) == 12


THREE = """
seats = 3
order = [1, 2, 0]
season = "summer"
[[player]]
space = 3
[[player]]
space = 7
[[player]]
space = 5
"""


@pytest.mark.rule("S-ORDER-02")
def test_the_rightmost_cossack_that_has_not_acted_is_next() -> None:
    m = scene(THREE)
    assert m.actors() == [1]
    pass_turn(m, 1)
    assert m.actors() == [2]
    pass_turn(m, 2, "move.2")  # the only player who has not acted is behind
    assert m.actors() == [0]
    assert m.options(1) == m.options(2) == []


@pytest.mark.rule("S-ORDER-02")
def test_a_player_who_has_acted_waits_although_ahead() -> None:
    m = scene("season = 'summer'\nacted = [0]\n[[player]]\nspace = 9\n[[player]]\nspace = 1\n")
    assert m.actors() == [1]


@pytest.mark.rule("S-ORDER-02", "S-ORDER-05")
def test_the_next_season_uses_the_order_at_its_beginning() -> None:
    m = scene(THREE)
    pass_turn(m, 1, "move.1")  # to space 8
    pass_turn(m, 2, "move.1")  # to space 6
    pass_turn(m, 0, "move.4")  # to space 7, ahead of player 2
    assert table(m).season == 2
    assert order(m) == [1, 0, 2]
    for seat in (1, 0, 2):
        pass_turn(m, seat)


@pytest.mark.rule("S-ORDER-03")
def test_of_several_cossacks_on_a_space_the_one_further_right_is_ahead() -> None:
    text = """
        order = [{}]
        season = "summer"
        [[player]]
        space = 6
        [[player]]
        space = 6
    """
    assert scene(text.format("1, 0")).actors() == [1]
    assert scene(text.format("0, 1")).actors() == [0]


@pytest.mark.rule("S-ORDER-04", "S-RULING-12")
def test_a_cossack_arriving_from_the_left_stands_last() -> None:
    m = scene("""
        seats = 3
        to_move = 2
        order = [1, 0, 2]
        [[player]]
        space = 6
        [[player]]
        space = 6
        [[player]]
        space = 5
    """)
    play(m, 2, "move.1")
    assert order(m) == [1, 0, 2]
    play(m, 2, "right.1")
    assert order(m) == [2, 1, 0]


@pytest.mark.rule("S-ORDER-04", "S-RULING-12")
def test_a_cossack_arriving_from_the_right_stands_last_too() -> None:
    m = scene("""
        seats = 3
        todo = ["Basic(2)", "Calendar()"]
        acted = [2]
        order = [2, 1, 0]
        [[player]]
        space = 6
        [[player]]
        space = 6
        [[player]]
        space = 7
    """)
    play(m, 2, "left.1")
    assert order(m) == [1, 0, 2]


@pytest.mark.rule("S-RULING-12")
def test_a_cossack_that_returns_in_the_same_turn_has_lost_its_place() -> None:
    m = scene("""
        todo = ["Basic(0)", "Main(0,0)", "Calendar()"]
        acted = [0]
        order = [0, 1]
        [[player]]
        space = 6
        [[player]]
        space = 6
    """)
    play(m, 0, "left.1", "right.1")
    assert list(table(m).space) == [6, 6]
    assert order(m) == [1, 0]


@pytest.mark.rule("S-ORDER-05")
@pytest.mark.parametrize(("season", "after"), [("spring", 1), ("summer", 2), ("autumn", 3)])
def test_when_everyone_has_had_a_turn_the_season_advances(season: str, after: int) -> None:
    m = scene(f"season = '{season}'\nacted = [0]\n[[player]]\nspace = 2\n[[player]]\nspace = 1\n")
    pass_turn(m, 1)
    assert table(m).season == after
    assert table(m).year == 1


@pytest.mark.rule("S-ORDER-06")
def test_player_order_is_the_order_of_cossacks_at_that_moment() -> None:
    """In winter the player furthest ahead at that moment takes income first. The order of spring does not
    matter.
    """
    m = scene("""
        season = "autumn"
        acted = [0]
        order = [0, 1]
        [[player]]
        space = 6
        horses = 9
        [[player]]
        space = 5
        horses = 9
    """)
    pass_turn(m, 1, "move.2")
    assert table(m).season == 3
    assert m.actors() == [1]
    while table(m).season == 3:
        seat = m.actors()[0]
        play(m, seat, next(token for token in IDLE if token in m.options(seat)))
    income = [seat for seat, number, _ in events(m, tokens.GAINED_HORSES) if number == 2]
    assert income == [1, 0]


@pytest.mark.rule("S-ORDER-07")
def test_positions_show_which_players_have_acted_until_the_season_ends() -> None:
    m = scene(THREE)
    assert "acted = [1]" in m.position(0)
    pass_turn(m, 1)
    assert "acted = [1, 2]" in m.position(0)
    pass_turn(m, 2)
    pass_turn(m, 0)
    assert 'season = "autumn"\nacted = [1]\n' in m.position(0)  # all Cossacks stand again, and 1 begins


@pytest.mark.rule("S-RULING-72")
def test_with_two_players_one_gets_2_story_the_other_1() -> None:
    m = scene("""
        season = "winter"
        order = [1, 0]
        [[player]]
        space = 6
        horses = 9
        [[player]]
        space = 8
        horses = 9
    """)
    while table(m).season == 3:
        seat = m.actors()[0]
        play(m, seat, next(token for token in IDLE if token in m.options(seat)))
    assert list(table(m).story) == [1, 2]
    assert [(seat, points) for seat, points, _ in events(m, tokens.GAINED_STORY)] == [(1, 2), (0, 1)]


@pytest.mark.rule("S-EX-12", "S-ORDER-04")
def test_example_turn_order_on_one_space() -> None:
    """Red is 0, blue 1, yellow 2. Blue arrives on 4 and stands left of red. Yellow comes from the right and
    stands left of blue.
    """
    m = scene("""
        seats = 3
        season = "spring"
        acted = [0, 2]
        order = [2, 0, 1]
        [[player]]
        space = 4
        [[player]]
        space = 2
        [[player]]
        space = 5
    """)
    pass_turn(m, 1, "move.2")
    assert order(m) == [2, 0, 1]
    play(m, 2, "move.1")
    play(m, 2, "left.2")
    assert [int(space) for space in table(m).space] == [4, 4, 4]
    assert order(m) == [0, 1, 2]
    while m.actors() == [2]:
        play(m, 2, "pass" if "pass" in m.options(2) else "end")
    assert m.actors() == [0]  # red acts before blue
    pass_turn(m, 0)
    assert m.actors() == [1]
