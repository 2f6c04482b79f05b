"""Frames, the stack of a state, its journal, its fields, and the buffer of options."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import samovar
from samovar.kernel.cards import of as cards_of
from samovar.kernel.components import array
from samovar.kernel.fields import field_names, field_texts
from samovar.kernel.state import (
    EVERYONE,
    NATURE,
    NOBODY,
    arg,
    arg2,
    arg3,
    arg4,
    arg5,
    frame,
    seat_of,
    zeros,
)
from samovar.kernel.step import Options, read_takes
from tests.kernel import tiny
from tests.kernel.tiny import GAME, Tiny


def table() -> Tiny:
    return GAME.new(GAME.standard_box(), 2, GAME.canonical(2, {}))


@pytest.mark.parametrize("seat", [0, 3, 11, NATURE, EVERYONE, NOBODY])
@pytest.mark.parametrize(
    "numbers", [(0, 0, 0, 0, 0), (1, 2, 3, 4, 5), (255, 254, 253, 252, 251), (0, 255, 0, 255, 0)]
)
def test_a_frame_keeps_its_step_its_seat_and_five_numbers(
    seat: int, numbers: tuple[int, int, int, int, int]
) -> None:
    f = frame(200, seat, *numbers)
    assert f & 255 == 200
    assert seat_of(f) == seat
    assert (arg(f), arg2(f), arg3(f), arg4(f), arg5(f)) == numbers


def test_frames_run_in_the_order_given_to_do() -> None:
    s = table()
    s.depth = 0
    s.push(1)
    s.do(2, 3, 4, 5, 6, 7)
    assert s.stack() == [1, 7, 6, 5, 4, 3, 2]
    s.do(8)
    s.do(9, 10)
    assert s.stack()[-3:] == [8, 10, 9]


def test_the_stack_grows_and_shrinks() -> None:
    s = table()
    s.depth = 0
    assert s.over
    for f in range(100):
        s.push(f)
    assert s.stack() == list(range(100))
    s.depth = 3
    s.push(77)
    assert s.stack() == [0, 1, 2, 77]
    assert not s.over


def test_a_clone_has_its_own_stack_and_no_journal() -> None:
    s = table()
    s.journal = []
    clone = s.clone()
    clone.do(5, 6)
    clone.emit(1, 0)
    assert s.stack() == [int(tiny.round_frame())]
    assert clone.journal is None
    assert s.journal == []


def test_events_are_written_only_into_a_journal() -> None:
    s = table()
    s.emit(1, 0, 5)
    s.journal = []
    s.emit(2, 1, 7, 8)
    s.emit(3, 0)
    assert s.journal == [(2, 1, 7, 8), (3, 0, 0, 0)]


@pytest.mark.parametrize("text", ["Round()", "Deal(1)", "Commit()", "Turn(0)", "Pay(1,2,3)"])
def test_frames_have_a_text(text: str) -> None:
    faults: list[str] = []
    assert GAME.frame_text(GAME.frame_parse(text, 2, faults)) == text
    assert faults == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Dance()", "todo: there is no step 'Dance()'"),
        ("turn(0)", "todo: there is no step 'turn(0)'"),
        ("Turn(0", "todo: there is no step 'Turn(0'"),
        ("Turn(-1)", "todo: there is no step 'Turn(-1)'"),
        ("Turn(1000)", "todo: there is no step 'Turn(1000)'"),
        ("Turn(٣)", "todo: there is no step 'Turn(٣)'"),
        ("Turn()", "todo: Turn() needs 1 numbers (seat)"),
        ("Pay(0,1)", "todo: Pay(0,1) needs 3 numbers (seat, stones, floor)"),
        ("Commit(0)", "todo: Commit(0) needs 0 numbers ()"),
        ("Turn(2)", "todo: Turn(2) names seat 2, but there are only 2 seats"),
        ("Pay(0,1,10)", "todo: Pay(0,1,10): floor must be from 1 to 9, not 10"),
        ("Pay(0,0,1)", "todo: Pay(0,0,1): stones must be from 1 to 9, not 0"),
    ],
)
def test_a_text_that_is_not_a_frame(text: str, fault: str) -> None:
    faults: list[str] = []
    assert GAME.frame_parse(text, 2, faults) == 0
    assert faults == [fault]


def test_the_actor_and_arguments_of_takes_are_read() -> None:
    who, numbers = read_takes("seat space=1..12 fur=2..9")
    assert who == "seat"
    assert [(n.name, n.low, n.high) for n in numbers] == [("space", 1, 12), ("fur", 2, 9)]
    assert read_takes("nobody") == ("nobody", [])


def test_arrays() -> None:
    assert list(zeros(3)) == [0, 0, 0]
    assert list(array([3, 1, 2])) == [3, 1, 2]


def test_options_are_filled_again_and_again() -> None:
    out = Options()
    for argument in range(200):
        out.offer(1, argument)
    assert out.n == 200
    assert out.list() == [1 << 8 | argument for argument in range(200)]
    assert out.has(1 << 8 | 199)
    assert not out.has(1 << 8 | 200)
    out.clear()
    assert out.list() == []
    assert not out.has(1 << 8)
    out.weigh(2, 7, 3)
    assert out.list() == [2 << 8 | 7]
    assert out.total > 0
    assert out.weights[0] == 3
    out.clear()
    assert out.total == 0


@pytest.mark.parametrize("base", [0, 64, 128])
def test_an_action_for_each_card_of_a_set(base: int) -> None:
    """Both methods append the actions in ascending order. Arguments count from the base."""
    cards = [0, 7, 31, 32, 60, 62]
    for offer in (Options.offer_cards, Options.offer_few):
        out = Options()
        out.offer(1)
        offer(out, 5, cards_of(cards), base)
        offer(out, 6, 0, base)
        out.offer(2)
        assert out.list() == [1 << 8, *(5 << 8 | base + card for card in cards), 2 << 8]


def test_without_a_base_cards_are_numbered_from_0() -> None:
    out = Options()
    out.offer_cards(5, cards_of([3, 4]))
    out.offer_few(6, cards_of([3, 4]))
    assert out.list() == [5 << 8 | 3, 5 << 8 | 4, 6 << 8 | 3, 6 << 8 | 4]


# ---- fields ----


def slots(node: ast.ClassDef | None) -> list[str]:
    """The names in ``__slots__``. Empty without it."""
    for statement in node.body if node else []:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "__slots__":
            return list(ast.literal_eval(statement.value))
    return []


def fields(node: ast.ClassDef) -> set[str]:
    """The attributes of ``self`` that ``__init__`` assigns."""
    init = next(part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__init__")
    return {
        target.attr
        for target in ast.walk(init)
        if isinstance(target, ast.Attribute)
        and isinstance(target.ctx, ast.Store)
        and ast.unparse(target.value) == "self"
    }


CLASSES = {
    node.name: node
    for folder in ("kernel", "games")
    for path in sorted(Path(samovar.__file__).parent.joinpath(folder).glob("**/*.py"))
    for node in ast.parse(path.read_text()).body
    if isinstance(node, ast.ClassDef)
}
SLOTTED = [name for name, node in CLASSES.items() if slots(node)]


@pytest.mark.parametrize("name", SLOTTED)
def test_slots_are_the_fields_that_init_assigns(name: str) -> None:
    """A missing slot raises AttributeError, but only on interpreted rules."""
    node = CLASSES[name]
    inherited = [slot for base in node.bases for slot in slots(CLASSES.get(ast.unparse(base)))]
    assert sorted(slots(node)) == sorted(fields(node) - set(inherited))


def test_the_states_of_all_games_have_slots() -> None:
    states = {type(game.start(game.standard_box(), 2, {}, Options())) for game in samovar.games().values()}
    assert {state.__name__ for state in states} | {"State"} <= set(SLOTTED)


@pytest.mark.parametrize("game", samovar.games())
def test_field_names_are_the_slots_of_a_state_and_of_its_base(game: str) -> None:
    """Compiled states have no ``__slots__``: the sources are read."""
    rules = samovar.games()[game]
    s = rules.start(rules.standard_box(), 2, {}, Options())
    assert field_names(s) == [*slots(CLASSES[type(s).__name__]), *slots(CLASSES["State"])]
    assert set(type(s).not_in_positions) <= set(field_names(s))


def test_field_names_of_a_state_without_slots() -> None:
    s = GAME.start(GAME.standard_box(), 2, {}, Options())
    assert field_names(s) == [*vars(s), *slots(CLASSES["State"])]
    assert {"coins", "stones", "todo"} <= set(field_names(s))


def test_texts_of_fields_show_a_change_in_an_array() -> None:
    s = GAME.start(GAME.standard_box(), 2, {}, Options())
    before = field_texts(s, {"journal"})
    assert list(before) == [name for name in field_names(s) if name != "journal"]
    s.stones[1][1] += 1
    after = field_texts(s, {"journal"})
    assert [name for name in after if after[name] != before[name]] == ["stones"]
