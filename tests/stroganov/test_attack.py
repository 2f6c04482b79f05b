"""What an adversary of the rules found, each kept from coming back."""

from __future__ import annotations

import pytest

import samovar
from samovar.match.laws import random_match
from tests.stroganov.scene import scene

# ---- undo after a saved game was loaded ----


def undo_all(m: samovar.Match) -> tuple[list[str], list[str]]:
    """Take back as far as it goes: the positions on the way, and why it goes no further."""
    positions: list[str] = []
    while any(m.can_undo(p) for p in range(m.seats)):
        m.undo(next(p for p in range(m.seats) if m.can_undo(p)))
        positions.append(m.position())
    reasons: list[str] = []
    for p in range(m.seats):
        with pytest.raises(samovar.CannotUndo) as refused:
            m.undo(p)
        reasons.append(refused.value.reason)
    return positions, reasons


def test_a_loaded_game_takes_back_as_far_as_the_one_that_was_saved() -> None:
    game = samovar.games()["stroganov"]
    taken_back = 0
    for seed in range(8):
        whole = random_match(game, 2, {}, seed)
        tokens = [(entry.seat, whole.state.box.notation.token(entry.action)) for entry in whole.log]
        m = samovar.Match("stroganov", 2, seed)
        decisions = [(seat, token) for seat, token in tokens if seat < 2]
        for seat, token in decisions[: 40 + 11 * seed]:
            m.play(seat, token)
        loaded = samovar.Match.from_record(m.record())
        positions, reasons = undo_all(m)
        assert undo_all(loaded) == (positions, reasons)
        taken_back += len(positions)
    assert taken_back > 0


def test_a_record_cut_before_a_draw_never_takes_back_past_it() -> None:
    m = scene("to_move = 0\n[[player]]\nspace = 3\nhorses = 9")
    m.play(0, "buy_bag")
    record = m.record()
    assert "buy_bag ~draw" in record
    cut = samovar.Match.from_record(record[: record.index(" ~draw")] + "\n")
    assert not cut.can_undo(0)


# ---- why not? ----


@pytest.mark.rule("S-MAIN-01")
@pytest.mark.parametrize("token", ["coin", "horses", "left.1", "right.2", "hunt.3"])
def test_without_a_fur_the_price_is_what_stands_in_the_way_of_a_second_basic_action(token: str) -> None:
    m = scene("""
        todo = ["Main(0,1)", "Calendar()"]
        acted = [0]
        [[player]]
        space = 4
        furs = []
        horses = 9
        [[tile]]
        space = 4
        furs = [3, 5]
    """)
    with pytest.raises(samovar.IllegalAction) as refused:
        m.play(0, token)
    assert (refused.value.reason, refused.value.rule) == ("no_fur_for_the_second_action", "S-MAIN-01")
