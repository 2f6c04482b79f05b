"""Positions and records of the solo game: writing, reading and faults."""

from __future__ import annotations

import pytest

import samovar
from samovar.kernel import cards
from samovar.kernel.errors import BadInput
from samovar.match.laws import random_match
from tests.stroganov.actions import logged
from tests.stroganov.automa import IVAN
from tests.stroganov.scene import furs, play, scene, table


def faults(text: str, options: str = "") -> list[str]:
    with pytest.raises(BadInput) as error:
        scene(f"seats = 1\n{text}" if not options else f"seats = 1\n{text}\n[options]\n{options}")
    return error.value.faults


def test_a_position_without_seats_is_one_for_two() -> None:
    assert scene("to_move = 0").seats == 2


def test_the_cards_are_written_and_read() -> None:
    m = samovar.Match("stroganov", 1, 3, {"focus": "d"})
    play(m, 0, m.options(0)[0])
    s = table(m)
    text = m.position()
    assert f"automa_top = {s.automa_top}\nautoma_card = {s.automa_card}\n" in text
    assert f"automa_pile = {cards.members(s.automa_pile)}\n" in text
    assert 'focus = "d"' in text
    assert samovar.Match.from_position(text).position() == text


def test_positions_for_several_seats_have_no_automa_keys() -> None:
    text = samovar.Match("stroganov", 2, 3).position()
    assert "automa" not in text
    with pytest.raises(BadInput, match="automa_top: is unknown here"):
        scene("seats = 2\nautoma_top = 3")


def test_missing_values_are_as_in_a_fresh_set_up() -> None:
    """There are two players. Before his first turn Ivan has no card face up, later he has one."""
    m = scene("seats = 1\nto_move = 0")
    s = table(m)
    assert (s.automa_card, s.automa_top > 0, cards.count(s.automa_pile)) == (0, True, 17)
    s = table(scene("seats = 1\nto_move = 0\nseason = 'summer'"))
    assert s.automa_card > 0
    assert len({s.automa_card, s.automa_top, *cards.members(s.automa_pile)}) == 18


def test_to_move_may_be_the_automa() -> None:
    m = scene("seats = 1\nto_move = 1\nautoma_top = 9\n[[player]]\n[[player]]\nspace = 0")
    assert m.actors() == [0]
    assert table(m).automa_card == 9
    assert table(m).space[IVAN] > 0


def test_the_second_player_table_describes_the_automa() -> None:
    m = scene("seats = 1\nto_move = 0\n[[player]]\nfurs = [2]\n[[player]]\nfurs = [3, 3]\nvp = 7")
    assert (furs(m, 0), furs(m, IVAN), table(m).vp[IVAN]) == ([2], [3, 3], 7)


@pytest.mark.rule("S-SOLO-22", "S-SOLO-08", "S-SOLO-05", "S-SOLO-06", "S-RULING-54")
@pytest.mark.parametrize(
    ("text", "options", "fault"),
    [
        ("[[player]]\n[[player]]\nhand = ['A1']", "", "player[1].hand: the automa has none"),
        (
            "[[player]]\n[[player]]\nwishes = ['A1']",
            "",
            "player[1].wishes: the automa keeps only those of deck B",
        ),
        ("[[player]]\n[[player]]\nhorses = 5", "", "player[1].horses: the automa turns every 5 into VP"),
        ("[[player]]\n[[player]]\n[[player]]", "", "player: must be at most 2 players, not 3"),
        ("automa_card = 3\nautoma_top = 3", "", "automa card 3 occurs twice"),
        ("automa_top = 3\nautoma_pile = [3, 4]", "", "automa card 3 occurs twice"),
        ("automa_pile = [4, 4]", "", "automa_pile: a card occurs twice"),
        ("automa_card = 19", "", "automa_card: must be from 0 to 18, not 19"),
        ("automa_card = 3", "focus = 'c'", "automa card 3 is not in this deck"),
        ("automa_pile = [1, 2]", "", "automa_pile: 2 cards, but 12 are still to come"),
        ("automa_top = 0", "", "automa_top: there must be one"),
        ("todo = ['Move(1)', 'Calendar()']", "", "todo: Move(1) names seat 1, but there are only 1 seats"),
        ("todo = ['DealAutoma()', 'Calendar()']", "", "todo: DealAutoma(): there is a card on top already"),
        ("todo = ['IvanAction()', 'Calendar()']", "", "automa_card: there must be one"),
        ("todo = ['DrawSecond(1,2)', 'Calendar()']", "", "todo: DrawSecond(1,2): there is no such seat"),
        ("todo = ['HuntFur(1,1,2,0)', 'Calendar()']", "", "todo: HuntFur(1,1,2,0): there is nothing to hunt"),
        ("todo = ['IvanStart()', 'Calendar()']", "", "todo: 1 start wishes to choose, but 0 on offer"),
        (
            "todo = ['Benefit(2,1,0)', 'Calendar()']",
            "",
            "todo: Benefit(2,1,0): there is no such player or reward",
        ),
        ("order = [0]", "", "order: must name each of the 2 players once"),
    ],
)
def test_every_fault_is_named(text: str, options: str, fault: str) -> None:
    assert fault in faults(text, options)


def test_steps_of_the_automa_need_a_solo_game() -> None:
    with pytest.raises(BadInput, match=r"todo: IvanFlip\(\): only the solo game has an automa"):
        scene("seats = 2\ntodo = ['IvanFlip()', 'Calendar()']")
    with pytest.raises(BadInput, match=r"todo: DealAutoma\(\): the deck is empty"):
        scene("seats = 3\ntodo = ['DealAutoma()', 'Calendar()']")


def test_a_record_has_a_line_for_the_automas_draws_and_both_totals() -> None:
    m = random_match(samovar.games()["stroganov"], 1, {"focus": "f"}, 3)
    text = m.record()
    lines = text.splitlines()
    assert "focus=f coin_when_fur_missing=off coin_for_trade_fur=off" in lines[3]
    assert any(line.startswith("~automa.") for line in lines)
    assert lines[-1] == "result: " + " ".join(str(score.total) for score in m.scores())
    assert len(m.scores()) == 2
    again = samovar.verify(text)
    assert again.record() == text
    assert logged(again) == logged(m)


def test_undo_stops_at_a_draw_of_the_automa() -> None:
    m = samovar.Match("stroganov", 1, 3)
    play(m, 0, m.options(0)[0])
    assert not m.can_undo(0)
    play(m, 0, m.options(0)[0])
    assert m.can_undo(0)
