"""Section 5: step 1 of a turn, moving."""

from __future__ import annotations

import pytest

import samovar
from tests.stroganov.scene import main, play, scene, table


def moving(space: int, horses: int = 0, gaps: tuple[int, ...] = (), wishes: str = "") -> samovar.Match:
    holes = "".join(f'[[tile]]\nspace = {gap}\nid = "gap"\n' for gap in gaps)
    return scene(f"""
to_move = 0
[[player]]
space = {space}
horses = {horses}
furs = []
wishes = [{wishes}]
{holes}""")


def steps(m: samovar.Match) -> dict[str, tuple[int, int]]:
    """The offered moves, each with its destination and its price in horses."""
    found = {}
    for token in main(m, 0):
        before = int(table(m).horses[0])
        play(m, 0, token)
        found[token] = (int(table(m).space[0]), before - int(table(m).horses[0]))
        m.undo(0)
    return found


@pytest.mark.rule("S-MOVE-01")
def test_one_or_two_steps_to_the_right_are_free() -> None:
    assert steps(moving(4)) == {"move.1": (5, 0), "move.2": (6, 0)}


@pytest.mark.rule("S-MOVE-02")
@pytest.mark.parametrize(
    ("horses", "most"), [(0, 2), (1, 3), (2, 3), (3, 4), (4, 4), (5, 4), (6, 5), (99, 5)]
)
def test_1_3_or_6_horses_for_1_2_or_3_further_steps(horses: int, most: int) -> None:
    prices = {1: 0, 2: 0, 3: 1, 4: 3, 5: 6}
    assert steps(moving(1, horses)) == {f"move.{n}": (1 + n, prices[n]) for n in range(1, most + 1)}


@pytest.mark.rule("S-MOVE-02")
def test_three_further_steps_cost_six_horses() -> None:
    m = moving(1, 7)
    play(m, 0, "move.5")
    assert table(m).space[0] == 6
    assert table(m).horses[0] == 1


@pytest.mark.rule("S-MOVE-03")
def test_gaps_are_skipped_and_not_counted() -> None:
    assert steps(moving(4, gaps=(5, 7))) == {"move.1": (6, 0), "move.2": (8, 0)}
    assert steps(moving(4, horses=1, gaps=(5, 6, 9))) == {
        "move.1": (7, 0),
        "move.2": (8, 0),
        "move.3": (10, 1),
    }


@pytest.mark.rule("S-MOVE-04", "S-RULING-16")
def test_no_cossack_moves_beyond_the_rightmost_tile() -> None:
    """If there are fewer tiles to the right, only shorter moves are legal."""
    assert steps(moving(11, horses=9)) == {"move.1": (12, 0)}
    assert steps(moving(9, horses=9)) == {"move.1": (10, 0), "move.2": (11, 0), "move.3": (12, 1)}
    assert steps(moving(9, horses=9, gaps=(11, 12))) == {"move.1": (10, 0)}


@pytest.mark.rule("S-MOVE-05")
@pytest.mark.parametrize(("space", "gaps"), [(12, ()), (10, (11, 12)), (11, (11, 12))])
def test_with_no_tile_to_the_right_step_1_is_skipped(space: int, gaps: tuple[int, ...]) -> None:
    m = moving(space, horses=4, gaps=gaps)
    assert table(m).space[0] == space
    assert "coin" in main(m, 0)  # step 1 was skipped
    assert not any(token.startswith("move") for token in main(m, 0))


@pytest.mark.rule("S-MOVE-06")
def test_from_the_starting_tile_the_first_step_leads_to_the_leftmost_tile() -> None:
    assert steps(moving(0)) == {"move.1": (1, 0), "move.2": (2, 0)}
    assert steps(moving(0, gaps=(1, 2, 4))) == {"move.1": (3, 0), "move.2": (5, 0)}


@pytest.mark.rule("S-MOVE-07", "S-RULING-11")
def test_out_of_a_gap_the_next_tile_is_the_first_step() -> None:
    assert steps(moving(4, gaps=(4,))) == {"move.1": (5, 0), "move.2": (6, 0)}
    assert steps(moving(4, gaps=(4, 5))) == {"move.1": (6, 0), "move.2": (7, 0)}


@pytest.mark.rule("S-RULING-16", "S-TURN-02")
def test_the_move_cannot_be_declined_while_a_tile_lies_to_the_right() -> None:
    m = moving(11)
    assert table(m).space[0] == 12  # it was the only legal move
    m = moving(4)
    with pytest.raises(samovar.IllegalAction, match="S-TURN-02"):
        play(m, 0, "pass")
    assert table(m).space[0] == 4


@pytest.mark.rule("S-RULING-15")
def test_s1_and_a1_add_up_in_step_1() -> None:
    free = {"move.1": (2, 0), "move.2": (3, 0), "move.3": (4, 0), "move.4": (5, 0)}
    assert steps(moving(1, wishes="'S1', 'A1'")) == free
    assert steps(moving(1, horses=3, wishes="'S1', 'A1'")) == {**free, "move.5": (6, 1), "move.6": (7, 3)}


@pytest.mark.rule("S-EX-20", "S-MOVE-02", "S-RULING-15")
def test_example_price_of_steps() -> None:
    """From space 1 the moves to 2 and 3 are free, to 4, 5 and 6 they cost 1, 3 and 6 horses. S1 adds one
    step.
    """
    for wishes, prices in (("", [0, 0, 1, 3, 6]), ("'S1'", [0, 0, 0, 1, 3, 6])):
        m = moving(1, 20, wishes=wishes)
        assert main(m, 0) == [f"move.{n}" for n in range(1, len(prices) + 1)]
        for n, price in enumerate(prices, 1):
            m = moving(1, 20, wishes=wishes)
            play(m, 0, f"move.{n}")
            assert (table(m).space[0], table(m).horses[0]) == (1 + n, 20 - price)


@pytest.mark.rule("S-EX-21", "S-MOVE-03", "S-MOVE-07", "S-RULING-11")
def test_example_gaps() -> None:
    """With tiles on 1, 2, 5, 6, two steps lead from 2 to 6. One step leads from gap 3 to 5 or 2."""
    gaps = (3, 4, 7, 8, 9, 10, 11, 12)
    assert steps(moving(2, horses=4, gaps=gaps)) == {"move.1": (5, 0), "move.2": (6, 0)}
    assert steps(moving(3, horses=4, gaps=gaps)) == {"move.1": (5, 0), "move.2": (6, 0)}
    holes = "".join(f'[[tile]]\nspace = {gap}\nid = "gap"\n' for gap in gaps)
    m = scene(f'todo = ["Basic(0)", "Calendar()"]\nacted = [0]\n[[player]]\nspace = 3\nhorses = 0\n{holes}')
    moves = {}
    for token in ("left.1", "left.2", "right.1", "right.2"):
        assert token in main(m, 0)
        play(m, 0, token)
        moves[token] = int(table(m).space[0])
        m.undo(0)
    assert moves == {"left.1": 2, "left.2": 1, "right.1": 5, "right.2": 6}


@pytest.mark.rule("S-EX-22", "S-MOVE-05")
def test_example_end_of_the_row() -> None:
    """On the rightmost tile step 1 is skipped. The basic action and the main actions remain."""
    m = moving(12)
    play(m, 0, "coin")
    assert table(m).coins[0] == 2
    assert table(m).acted == 1
    play(m, 0, "village.5")
    assert table(m).space[0] == 12


@pytest.mark.rule("S-RULING-71")
def test_cossacks_on_a_claimed_tile_keep_space_and_order_and_no_other_can_enter() -> None:
    m = scene("""
        seats = 3
        todo = ["Main(0,0)", "Calendar()"]
        season = "autumn"
        year = 1
        acted = [0, 1]
        order = [0, 1, 2]
        trade_fur = 2
        [[player]]
        space = 4
        furs = [4, 4]
        coins = 0
        [[player]]
        space = 4
        [[player]]
        space = 3
        horses = 0
        [[tile]]
        space = 4
        id = "L03"
        furs = []
        [[region]]
        fur = 3
        [[region]]
        fur = 4
        [[region]]
        fur = 5
        [[region]]
        fur = 6
        [[region]]
        fur = 7
    """)
    play(m, 0, "claim.4")
    assert table(m).row[4] == 0
    assert [int(p) for p in table(m).order] == [0, 1, 2]
    assert [int(space) for space in table(m).space] == [4, 4, 3]
    play(m, 0, "pass")
    assert steps_of(m, 2) == {"move.1": 5, "move.2": 6}
    play(m, 2, "move.1")
    while table(m).season == 2:
        play(m, 2, "pass" if "pass" in m.options(2) else "end")
    # 2 is furthest ahead in winter, then 0, although in a gap
    assert [int(p) for p in table(m).order] == [2, 0, 1]
    before = [int(points) for points in table(m).story]
    while table(m).season == 3:
        seat = m.actors()[0]
        play(m, seat, next(t for t in ("go", "income.horses", "end", "pass") if t in m.options(seat)))
    assert [int(points) for points in table(m).story] == [before[0] + 1, before[1], before[2] + 2]


@pytest.mark.rule("S-RULING-71")
@pytest.mark.parametrize("order", [[0, 1], [1, 0]])
def test_the_order_in_a_gap_breaks_ties(order: list[int]) -> None:
    m = scene(f"""
        to_move = 0
        order = {order}
        [[player]]
        space = 4
        horses = 0
        [[player]]
        space = 4
        horses = 0
        [[tile]]
        space = 4
        id = "gap"
    """)
    assert m.scores()[0].total == m.scores()[1].total
    assert m.scores()[order[0]].rank == 1


def steps_of(m: samovar.Match, seat: int) -> dict[str, int]:
    found = {}
    for token in main(m, seat):
        play(m, seat, token)
        found[token] = int(table(m).space[seat])
        m.undo(seat)
    return found
