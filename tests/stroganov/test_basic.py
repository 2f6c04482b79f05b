"""Section 6: the basic actions coin, horses and move. Hunt and trade have files of their own."""

from __future__ import annotations

import pytest

import samovar
from tests.stroganov.scene import main, play, scene, table


def acting(space: int, gaps: tuple[int, ...] = (), wishes: str = "", horses: int = 0) -> samovar.Match:
    holes = "".join(f'[[tile]]\nspace = {gap}\nid = "gap"\n' for gap in gaps)
    return scene(f"""
todo = ["Basic(0)", "Main(0,0)", "Calendar()"]
acted = [0]
trade_fur = 7
[[player]]
space = {space}
horses = {horses}
coins = 0
furs = [7]
wishes = [{wishes}]
{holes}
[[region]]
fur = 2
[[region]]
fur = 3
[[region]]
fur = 4
[[region]]
fur = 5
[[region]]
fur = 6
""")


def moves(m: samovar.Match) -> dict[str, int]:
    found = {}
    for token in main(m, 0):
        if token.startswith(("left", "right")):
            play(m, 0, token)
            found[token] = int(table(m).space[0])
            m.undo(0)
    return found


@pytest.mark.rule("S-BASIC-01")
def test_there_are_five_basic_actions_and_no_advanced_one_among_them() -> None:
    kinds = {token.split(".")[0] for token in main(acting(4), 0)}
    assert kinds == {"coin", "horses", "left", "right", "hunt", "trade", "pass"}


@pytest.mark.rule("S-BASIC-02")
def test_coin_take_1_coin() -> None:
    m = acting(4, horses=2)
    play(m, 0, "coin")
    assert (table(m).coins[0], table(m).horses[0]) == (1, 2)


@pytest.mark.rule("S-BASIC-03")
def test_horses_take_4_horses() -> None:
    m = acting(4, horses=0)
    play(m, 0, "horses")
    assert (table(m).coins[0], table(m).horses[0]) == (0, 4)


@pytest.mark.rule("S-BASIC-04")
def test_move_1_or_2_steps_in_either_direction_and_horses_buy_no_more() -> None:
    for horses in (0, 4):
        m = acting(6, horses=horses)
        assert moves(m) == {"left.1": 5, "left.2": 4, "right.1": 7, "right.2": 8}
        play(m, 0, "right.2")
        assert table(m).horses[0] == horses


@pytest.mark.rule("S-BASIC-05", "S-RULING-13")
def test_to_the_left_it_ends_at_the_leftmost_tile() -> None:
    """The starting tile cannot be entered again."""
    assert moves(acting(2)) == {"left.1": 1, "right.1": 3, "right.2": 4}
    assert moves(acting(1)) == {"right.1": 2, "right.2": 3}
    assert moves(acting(3, gaps=(1, 2))) == {"right.1": 4, "right.2": 5}


@pytest.mark.rule("S-BASIC-05", "S-MOVE-03", "S-MOVE-04")
def test_to_the_right_it_ends_at_the_rightmost_tile_and_gaps_do_not_count() -> None:
    assert moves(acting(11)) == {"left.1": 10, "left.2": 9, "right.1": 12}
    assert moves(acting(12)) == {"left.1": 11, "left.2": 10}
    assert moves(acting(6, gaps=(5, 7, 8))) == {"left.1": 4, "left.2": 3, "right.1": 9, "right.2": 10}


@pytest.mark.rule("S-BASIC-05", "S-MOVE-07")
def test_out_of_a_gap_the_nearest_tile_is_one_step_in_both_directions() -> None:
    assert moves(acting(6, gaps=(6, 7))) == {"left.1": 5, "left.2": 4, "right.1": 8, "right.2": 9}


@pytest.mark.rule("S-RULING-15")
def test_s1_and_a1_add_up_in_the_move_action_in_the_direction_of_the_move() -> None:
    assert moves(acting(6, wishes="'S1'")) == {
        "left.1": 5,
        "left.2": 4,
        "left.3": 3,
        "right.1": 7,
        "right.2": 8,
        "right.3": 9,
    }
    assert list(moves(acting(6, wishes="'S1', 'A1'"))) == [
        f"{way}.{n}" for way in ("left", "right") for n in range(1, 5)
    ]


@pytest.mark.rule("S-RULING-16")
def test_a_move_goes_in_one_direction_and_is_over() -> None:
    """One move action is one move. The remaining steps lapse and step 3 is next."""
    m = acting(6)
    play(m, 0, "right.1")
    assert "village.3" in main(m, 0)
    assert table(m).space[0] == 7
