"""Actions and their tokens."""

from __future__ import annotations

import pytest

from samovar.kernel.notation import TOKEN, Notation, action, argument_of, verb_of
from tests.kernel import tiny_box


@pytest.fixture
def notation() -> Notation:
    notation = Notation()
    notation.add_plain(1, "pass")
    notation.add_numbered(2, "move", 1, 3)
    notation.add_named(3, "pay", {0: "coin", 7: "tiger"})
    return notation


def test_an_action_is_a_verb_and_an_argument() -> None:
    a = action(6, 4)
    assert a == 6 << 8 | 4
    assert (verb_of(a), argument_of(a)) == (6, 4)
    assert action(6) == 6 << 8


def test_every_action_has_one_token_and_back(notation: Notation) -> None:
    tokens = ["pass", "move.1", "move.2", "move.3", "pay.coin", "pay.tiger"]
    assert list(notation.actions) == tokens
    for token in tokens:
        assert notation.token(notation.parse(token)) == token
    assert notation.parse("move.2") == action(2, 2)
    assert notation.parse("pay.tiger") == action(3, 7)
    assert notation.verbs == {1: "pass", 2: "move", 3: "pay"}


@pytest.mark.parametrize("token", ["", "move", "move.4", "MOVE.1", "move.1 ", "pay.0", "pass."])
def test_an_unknown_token_has_no_action(notation: Notation, token: str) -> None:
    assert notation.parse(token) == -1


@pytest.mark.parametrize("name", ["Pass", "1pass", "", "pa ss", "pass.x.y", "påss"])
def test_a_token_is_lower_case_ascii(notation: Notation, name: str) -> None:
    with pytest.raises(AssertionError):
        notation.add_plain(9, name)


def test_no_token_has_two_meanings(notation: Notation) -> None:
    with pytest.raises(AssertionError):
        notation.add_plain(9, "pass")
    with pytest.raises(AssertionError):
        notation.add_plain(1, "again")


def test_the_tokens_of_a_game_follow_from_its_box() -> None:
    box = tiny_box.load_box(tiny_box.BOX.replace("fox", "hare"))
    assert box.notation.parse("lay.hare") == action(tiny_box.LAY, 1)
    assert box.notation.parse("lay.fox") == -1
    assert all(TOKEN.fullmatch(token) for token in box.notation.actions)
