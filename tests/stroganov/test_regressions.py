"""Regression tests for faults that adversarial testing found."""

from __future__ import annotations

import pytest

import samovar
from samovar.games.stroganov.game import GAME
from samovar.match.laws import random_match
from tests.stroganov.scene import leave_in_bag, play, scene, table

# ---- undo after a saved game was loaded ----


def undo_all(m: samovar.Match) -> tuple[list[str], list[str]]:
    """Undo as often as possible. Return the positions on the way and the reasons of the final refusals."""
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


@pytest.mark.no_cover
def test_a_loaded_game_can_be_undone_as_far_as_the_saved_one() -> None:
    game = samovar.games()["stroganov"]
    undone = 0
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
        undone += len(positions)
    assert undone > 0


def test_a_record_cut_before_a_draw_cannot_be_undone_past_it() -> None:
    m = scene("to_move = 0\n[[player]]\nspace = 3\nhorses = 9")
    m.play(0, "buy_bag")
    record = m.record()
    assert "buy_bag ~draw" in record
    cut = samovar.Match.from_record(record[: record.index(" ~draw")] + "\n")
    assert not cut.can_undo(0)


# ---- refusals ----


@pytest.mark.rule("S-MAIN-01")
@pytest.mark.parametrize("token", ["coin", "horses", "left.1", "right.2", "hunt.3"])
def test_without_a_fur_the_refusal_of_a_second_basic_action_names_the_price(token: str) -> None:
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


# ---- other boxes ----


@pytest.mark.rule("S-CARD-S5")
@pytest.mark.parametrize(("per", "horses"), [("coin", 6), ("banner", 4), ("tiger", 2), ("fulfilled_wish", 2)])
def test_a_winter_income_of_another_box_counts_the_things_that_it_names(per: str, horses: int) -> None:
    winter = '"winter_income_per", per = '
    box = GAME.standard_text().replace(f'{winter}"built_outpost"', f'{winter}"{per}"')
    m = samovar.Match.from_position(
        """
        game = "stroganov"
        todo = ["Income(0,1)", "Calendar()"]
        season = "winter"
        [[player]]
        horses = 0
        coins = 3
        banners = 2
        tigers = 1
        furs = []
        wishes = ["S5"]
        """,
        components=box,
    )
    if "income.s5" in m.options(0):
        m.play(0, "income.s5")
    assert table(m).horses[0] == horses


@pytest.mark.rule("S-CARD-S7")
def test_a_box_cannot_allow_rewards_more_than_one_space_further_down() -> None:
    box = GAME.standard_text().replace('"trophy_reward_depth", steps = 1', '"trophy_reward_depth", steps = 2')
    with pytest.raises(samovar.BadInput, match="steps: must be from 1 to 1, not 2"):
        samovar.Match("stroganov", 2, components=box)


# ---- names from records ----


@pytest.mark.parametrize("name", ["\x1b[31mAnna", "An\tna", "An\x07na", "An\u202ena"])
def test_a_name_has_only_printable_characters(name: str) -> None:
    """A record from a stranger cannot send control sequences to the terminal that shows it."""
    with pytest.raises(samovar.BadInput, match="names"):
        samovar.Match("stroganov", 2, names=[name, "Mavra"])
    record = samovar.Match("stroganov", 2, names=["Anna", "Mavra"]).record()
    with pytest.raises(samovar.BadInput, match="names"):
        samovar.Match.from_record(record.replace("Anna", name))


# ---- impossible positions ----


@pytest.mark.rule("S-SETUP-03", "S-SETUP-09")
def test_after_the_set_up_no_region_is_without_its_fur_and_its_village() -> None:
    with pytest.raises(samovar.BadInput) as refused:
        scene("to_move = 0\ntrade_fur = 0\n[[region]]\nfur = 0\n[[region]]\nvillage = ''")
    assert refused.value.faults == [
        "trade_fur: there must be one",
        "region[0].fur: there must be one",
        "region[1].village: there must be one",
    ]


@pytest.mark.rule("S-RULING-43")
def test_an_empty_bag_reveals_nothing_so_the_action_can_be_undone() -> None:
    m = scene(
        """
        season = "winter"
        todo = ["Income(0,1)", "Calendar()"]
        [[player]]
        wishes = ["A5"]
        horses = 0
        """
    )
    leave_in_bag(m)
    play(m, 0, "income.a5")
    m.undo(0)
    assert "income.a5" in m.options(0)


def test_a_box_whose_sets_or_steps_would_need_another_rule_is_refused() -> None:
    text = GAME.standard_text()
    odd = text.replace("landscape_set_of_4 = 6", "landscape_set_of_4 = 5").replace(
        "extra_step_horses = [1, 3, 6]", "extra_step_horses = [9, 3, 6]"
    )
    with pytest.raises(samovar.BadInput) as error:
        samovar.Match("stroganov", 2, components=odd)
    assert len(error.value.faults) == 2
