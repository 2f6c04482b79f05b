"""Positions: defaults of a fresh set-up, canonical writing, and all faults in the error."""

from __future__ import annotations

import textwrap
from typing import cast

import pytest

import samovar
from samovar.kernel.rng import Rng
from tests.kernel import tiny_box
from tests.kernel.tiny import GAME, Tiny


def position(toml: str = "") -> samovar.Match:
    return samovar.Match.from_position('game = "tiny"\n' + textwrap.dedent(toml), game=GAME)


def faults(toml: str) -> list[str]:
    with pytest.raises(samovar.BadInput) as error:
        position(toml)
    assert error.value.what == "position"
    return error.value.faults


def table(m: samovar.Match) -> Tiny:
    return cast(Tiny, m.state)


def test_missing_keys_are_as_in_a_fresh_set_up() -> None:
    m = position()
    assert m.seats == 2
    assert m.actors() == [0, 1]
    assert table(m).round == 1
    assert [len(hand) for hand in table(m).hand] == [2, 2]
    assert m.position() == position().position()


def test_keys_replace_the_values_of_the_set_up() -> None:
    m = position("""
        seats = 3
        round = 2
        to_move = 2
        [options]
        coins = "4"
        [[player]]
        hand = ["elk", "fox"]
        stones = [3, 1, 1]
        [[player]]
        coins = 0
        [[player]]
        lamps = 2
        points = 3
    """)
    s = table(m)
    assert m.actors() == [2]
    assert s.round == 2
    assert s.hand[0] == [1, 3]
    assert s.stones[0] == [0, 2, 0, 1]
    assert s.coins == [4, 0, 4]
    assert s.lamps == [0, 0, 2]
    assert s.points == [0, 0, 3]
    assert s.bag == [0, 4, 5, 3], "the bag holds all stones that are nowhere else"


@pytest.mark.no_cover
def test_writing_is_canonical() -> None:
    """Every position of whole games has the same text after writing, reading and writing again."""
    for seed in range(12):
        m, rng = samovar.Match(GAME, 2 + seed % 3, seed), Rng(seed)
        while True:
            text = m.position()
            again = samovar.Match.from_position(text, game=GAME)
            assert again.position() == text
            if m.over:
                break
            assert [again.options(seat) for seat in range(m.seats)] == [
                m.options(seat) for seat in range(m.seats)
            ]
            seat = m.actors()[0]
            m.play(seat, m.options(seat)[rng.below(len(m.options(seat)))])


def test_the_stack_may_contain_any_step() -> None:
    m = position('todo = ["Boon(1)", "Turn(0)", "Round()"]')
    assert m.actors() == [1]
    assert m.options(1) == ["coin", "stone", "pass", "trade"]
    m.play(1, "coin")
    assert m.actors() == [0]


@pytest.mark.parametrize(
    ("toml", "fault"),
    [
        ("format = 2", "format: must be from 1 to 1, not 2"),
        ("seats = 5", "seats: must be from 2 to 4, not 5"),
        ("colour = 3", "colour: is unknown here"),
        ("[[player]]\nhat = 1", "player[0].hat: is unknown here"),
        ("[options]\nhands = 'up'", "options: hands must be one of hidden, open, not 'up'"),
        ("[options]\nhands = 1", "options.hands: must be a text, not 1"),
        ("components = 'abc'", "components: the position was made with box abc"),
        ("[[player]]\n[[player]]\n[[player]]", "player: 3 players for 2 seats"),
        ("[[player]]\nhand = ['bee']", "player[0].hand: unknown value 'bee'"),
        ("[[player]]\nhand = ['?']", "player[0].hand: unknown value '?'"),
        ("discard = ['owl', 'owl', 'owl', 'owl', 'owl']", "owl: "),
        ("[[player]]\nstones = [3, 3, 3, 3, 3]", "stones of value 3: 5 held, but there are 4"),
        ("[[player]]\nlamps = 3\n[[player]]\nlamps = 2", "lamps: there are only 4"),
        ("[[player]]\nhand = ['fox']\nlaid = 'elk'", "player[0].laid: is not in the hand"),
        ("todo = []", "todo: nothing is left to do, but the game is not over"),
        ("todo = ['Turn(0)']", "todo: Round() must be the last step and occur once"),
        ("todo = ['Round()', 'Round()']", "todo: Round() must be the last step and occur once"),
        ("todo = ['Turn(2)', 'Round()']", "todo: Turn(2) names seat 2, but there are only 2 seats"),
        ("todo = ['Draw(3)', 'Round()']", "todo: Draw(3): there is no such seat"),
        ("todo = ['Pay(0,1,1)', 'Round()']", "todo: Pay(0,1,1): there are too few stones to pay with"),
        (
            "todo = ['Turn(0)', 'Pay(0,1,1)', 'Round()']\n[[player]]\nstones = [1]",
            "todo: Pay(0,1,1) must be the next step, not come after Turn",
        ),
        (
            "todo = ['Turn(0)', 'GetLamp(0)', 'Round()']",
            "todo: GetLamp(0) must be the next step or come right after Pay, not come after Turn",
        ),
        (
            "todo = ['Commit()', 'NextTurn()', 'Round()']\n[[player]]\nhand = ['fox']\nlaid = 'fox'\n"
            "side = 'low'\n[[player]]\nhand = ['elk']\nlaid = 'elk'\nside = 'low'",
            "todo: Commit(): no seat is left to decide",
        ),
        (
            "todo = ['Feast()', 'Round()']\nasked = ['Gift(0)']",
            "todo: right after Feast() must come NextTurn()",
        ),
        ("todo = [" + "'Turn(0)', " * 1001 + "]", "todo: must have at most 1000 steps, not 1001"),
        ("to_move = 2", "to_move: must be from 0 to 1, not 2"),
    ],
)
def test_every_fault_is_named(toml: str, fault: str) -> None:
    found = faults(toml)
    assert any(text.startswith(fault) for text in found), found


FEAST = "todo = ['Feast()', 'NextTurn()', 'Round()']\n"


@pytest.mark.parametrize(
    ("toml", "fault"),
    [
        (FEAST + "asked = ['Gift(0)', '', '']", "asked: 3 questions for 2 seats"),
        (FEAST + "asked = 'Gift(0)'", "asked: must be a list of texts, not 'Gift(0)'"),
        (FEAST + "asked = ['Dance(0)']", "asked: there is no step 'Dance(0)'"),
        (FEAST + "asked = ['Gift(2)']", "asked: Gift(2) names seat 2, but there are only 2 seats"),
        (FEAST + "asked = ['Give(0)']", "asked: Give(0) needs 2 numbers (seat, coins)"),
        (FEAST + "asked = ['Give(0,2)']", "asked: Give(0,2): coins must be from 0 to 1, not 2"),
        (
            FEAST + "asked = ['Gift(1)']",
            "asked: Gift(1) is in the place of seat 0, but not a question of that seat",
        ),
        (
            FEAST + "asked = ['', 'Draw(1)']",
            "asked: Draw(1) is in the place of seat 1, but not a question of that seat",
        ),
        (FEAST + "asked = ['Turn(0)']", "asked: Turn(0) is not a question of the waiting step"),
        (FEAST + "asked = ['Lay(0)']", "asked: Lay(0) is not a question of the waiting step"),
        (FEAST + "asked = ['', '']", "todo: Feast(): no seat is left to decide"),
        (FEAST, "todo: Feast(): no seat is left to decide"),
        ("to_move = 0\nasked = ['Gift(0)']", "asked: Gift(0) is not a question of the waiting step"),
        (
            "todo = ['Turn(0)', 'Round()']\nasked = ['Gift(0)']",
            "asked: Gift(0) is not a question of the waiting step",
        ),
        (
            "todo = ['Gift(0)', 'Round()']",
            "todo: Gift(0) is a question of a simultaneous step: move it to asked",
        ),
        (
            "asked = ['Side(0)', 'Lay(1)']",
            "asked: Side(0): no card is laid, or its side is known",
        ),
        (
            "asked = ['Lay(0)', 'Lay(1)']\n[[player]]\nhand = ['fox']\nlaid = 'fox'\nside = 'low'",
            "asked: Lay(0): there is no card to lay, or one is laid already",
        ),
        (
            "asked = ['', 'Lay(1)']\n[[player]]\nhand = ['fox']\nlaid = 'fox'",
            "todo: Commit(): seat 0 has laid a card and is not asked for its side",
        ),
        ("[[player]]\nside = 'low'", "player[0].side: no card is laid"),
    ],
)
def test_every_fault_of_asked_is_named(toml: str, fault: str) -> None:
    assert faults(toml) == [fault]


def test_asked_is_written_and_read() -> None:
    m = position(FEAST + "asked = ['', 'Give(1,1)']\n[[player]]\n[[player]]\nstones = [1, 3]")
    assert m.actors() == [1]
    assert m.options(1) == ["give.1", "give.3"]
    assert 'asked = ["", "Give(1,1)"]' in m.position()
    assert position(FEAST + "asked = ['Gift(0)']").actors() == [0], "a seat that is left out has no question"


def test_questions_may_wait_below_another_step() -> None:
    m = position("todo = ['Boon(0)', 'Feast()', 'NextTurn()', 'Round()']\nasked = ['', 'Gift(1)']")
    assert m.actors() == [0]
    m.play(0, "coin")
    assert m.actors() == [1]


def test_asked_without_todo() -> None:
    """The stack is as in a fresh set-up."""
    m = position("asked = ['Side(0)', 'Lay(1)']\n[[player]]\nhand = ['fox', 'elk']\nlaid = 'elk'")
    assert m.options(0) == ["side.high", "side.low"]
    assert position().actors() == [0, 1]


def test_todo_without_asked_means_no_questions() -> None:
    """Seats missing in ``asked`` have no question, unlike in a fresh set-up."""
    m = position("todo = ['Turn(1)', 'Round()']")
    assert 'asked = ["", ""]' in m.position()


def test_a_game_without_simultaneous_steps_has_no_key_asked() -> None:
    with pytest.raises(samovar.BadInput, match="asked: is unknown here"):
        samovar.Match.from_position('game = "stroganov"\nasked = []')
    assert "asked" not in samovar.Match("stroganov", 2).position()


def test_all_faults_are_named_at_once() -> None:
    assert faults("""
        colour = 3
        round = 99
        [[player]]
        coins = -1
        hand = ["bee", "wasp"]
    """) == [
        "round: must be from 0 to 3, not 99",
        "player[0].hand: unknown value 'bee'",
        "player[0].hand: unknown value 'wasp'",
        "player[0].coins: must be from 0 to 999, not -1",
        "colour: is unknown here",
    ]


def test_a_position_of_another_game() -> None:
    with pytest.raises(samovar.BadInput, match="game: must be one of tiny, not 'chess'"):
        samovar.Match.from_position('game = "chess"', game=GAME)
    with pytest.raises(samovar.BadInput, match="game: must be one of"):
        samovar.Match.from_position('game = "tiny"')
    with pytest.raises(samovar.BadInput, match="game: is missing"):
        samovar.Match.from_position("seats = 2")


def test_the_digest_of_another_box_is_written() -> None:
    box = tiny_box.BOX.replace("fox", "hare")
    m = samovar.Match(GAME, 2, components=box)
    text = m.position()
    assert f'components = "{m.state.box.digest}"' in text
    assert samovar.Match.from_position(text, components=box, game=GAME).position() == text
    with pytest.raises(samovar.BadInput, match="the position was made with box"):
        samovar.Match.from_position(text, game=GAME)
