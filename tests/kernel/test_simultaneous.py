"""Simultaneous steps: each seat answers its own questions, then the step runs."""

from __future__ import annotations

import pytest

from samovar.kernel.ints import i64
from samovar.kernel.notation import action
from samovar.kernel.simultaneous import SimultaneousStep
from samovar.kernel.state import NATURE, State
from samovar.kernel.step import ALL_SEATS, Options, Refusal
from tests.kernel import tiny, tiny_box
from tests.kernel.tiny import GAME, Tiny, TinyGame


def feast(*guests: int, seats: int = 3, game: TinyGame = GAME) -> Tiny:
    """A state in which these seats choose a gift at the same time. Afterwards it is the turn of seat 0."""
    out = Options()
    s = game.new(game.standard_box(), seats, game.canonical(seats, {}))
    s.depth = 0
    s.do(tiny.feast(), tiny.turn(0), tiny.round_frame())
    for p in guests:
        s.asked[p] = tiny.gift(p)
    game.advance(s, out)
    return s


def commit(seats: int = 2, game: TinyGame = GAME) -> Tiny:
    """A state in which every seat has a fox and an elk and must lay one of them."""
    s = feast(seats=seats, game=game)
    s.depth = 0
    s.do(tiny.commit(), tiny.next_turn(), tiny.round_frame())
    for p in range(seats):
        s.hand[p] = [1, 3]
        s.asked[p] = tiny.lay(p)
    return s


def has_stones(s: Tiny, p: int, values: list[int]) -> None:
    for value in values:
        s.bag[value] -= 1
        s.stones[p][value] += 1


def play(s: Tiny, seat: int, *tokens: str, game: TinyGame = GAME) -> Options:
    out = Options()
    for token in tokens:
        a = s.box.notation.parse(token)
        assert a in game.legal(s, seat), token
        game.play(s, seat, a, out)
    return out


def options(s: Tiny, seat: int) -> list[str]:
    return [s.box.notation.token(a) for a in GAME.legal(s, seat)]


def asked(s: Tiny) -> list[str]:
    return [GAME.frame_text(f) if f else "" for f in s.asked]


def top(s: Tiny) -> str:
    return GAME.frame_text(s.stack()[-1])


def test_seats_with_a_question_are_the_actors() -> None:
    s = feast(0, 2)
    assert GAME.actors(s) == [0, 2]
    assert options(s, 0) == options(s, 2) == ["coin", "stone", "pass"]
    assert options(s, 1) == []
    assert options(s, NATURE) == []


def test_an_answer_may_set_the_next_question_independently_of_other_seats() -> None:
    s = feast(0, 2)
    has_stones(s, 2, [1, 3])
    play(s, 2, "sell")
    assert asked(s) == ["Gift(0)", "", "Give(2,1)"]
    assert options(s, 2) == ["give.1", "give.3"]
    assert options(s, 0) == ["coin", "stone", "pass"]
    play(s, 0, "coin")
    assert GAME.actors(s) == [2]
    assert top(s) == "Feast()"
    play(s, 2, "give.3")
    assert (s.coins[2], s.stones[2]) == (3, [0, 1, 0, 0])
    assert top(s) == "Turn(0)"


def test_a_further_question_with_one_option_is_answered_automatically() -> None:
    s = feast(0, 2)
    has_stones(s, 2, [3, 3])
    play(s, 2, "sell")
    assert asked(s) == ["Gift(0)", "", ""]
    assert (s.coins[2], s.stones[2]) == (3, [0, 0, 0, 1])


def test_the_first_question_is_asked_even_if_it_has_one_answer() -> None:
    """An automatic answer would reveal that the hand has only foxes."""
    s = commit()
    s.hand[0] = [1, 1]
    out = Options()
    GAME.advance(s, out)
    assert GAME.actors(s) == [0, 1]
    assert out.list() == [action(tiny_box.LAY, 1)]


def test_after_a_draw_the_next_question_follows() -> None:
    s = feast(0, 2)
    has_stones(s, 0, [2])
    play(s, 0, "stone")
    assert GAME.actors(s) == [NATURE]
    assert options(s, 2) == [], "the other seats wait meanwhile"
    play(s, NATURE, "draw.1")
    assert GAME.actors(s) == [0, 2]
    assert options(s, 0) == ["give.1", "give.2"]


def test_steps_pushed_by_a_draw_come_before_decisions_of_others() -> None:
    s = feast(0, 2)
    play(s, 0, "stone")
    play(s, NATURE, "draw.3")
    assert [GAME.frame_text(f) for f in s.stack()[-2:]] == ["Feast()", "Boon(0)"]
    assert GAME.actors(s) == [0]
    play(s, 0, "coin")
    assert GAME.actors(s) == [0, 2]
    assert asked(s) == ["Give(0,0)", "", "Gift(2)"]


def test_the_step_runs_after_the_last_answer() -> None:
    s = commit()
    play(s, 1, "lay.elk", "side.high")
    assert s.shown == [0, 0]
    before = s.reveals
    play(s, 0, "lay.fox", "side.low")
    assert s.reveals == before + 1
    assert s.shown == [1, 3]
    assert (s.points, s.coins) == ([0, 1], [3, 2])


def test_the_step_runs_after_a_draw_that_follows_the_last_answer() -> None:
    class Feast(tiny.Feast):
        def run(self, s: Tiny, f: i64) -> None:
            s.emit(99, 0)

    class Gift(tiny.Gift):
        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            s.do(tiny.draw(seat))

    game = TinyGame(Feast(), Gift())
    s = feast(1, game=game)
    s.journal = []
    play(s, 1, "stone", game=game)
    assert s.journal == []
    play(s, NATURE, "draw.1", game=game)
    assert s.journal == [(tiny.DREW, 1, 1, 0), (99, 0, 0, 0)]


# ---- restart ----


def test_a_seat_may_restart_until_the_last_seat_has_decided() -> None:
    s = commit()
    play(s, 0, "lay.elk")
    assert options(s, 0) == ["side.high", "side.low"], "not in the middle of it"
    play(s, 0, "side.high")
    assert GAME.actors(s) == [1]
    assert options(s, 0) == ["lay.fox", "lay.elk"]
    play(s, 0, "lay.fox")
    assert GAME.actors(s) == [0, 1], "the decision must be completed again"
    assert (s.laid[0], s.side[0]) == (1, 0)
    play(s, 1, "lay.fox", "side.low")
    assert GAME.actors(s) == [0]
    play(s, 0, "side.low")
    assert s.shown == [1, 1]


def test_without_restart_a_decision_is_final() -> None:
    s = feast(0, 2)
    play(s, 0, "pass")
    assert options(s, 0) == []
    assert GAME.refusals(s, 0) == []


def test_by_default_a_step_allows_no_restart() -> None:
    s = feast(0, 2)
    step = SimultaneousStep[State]()
    assert [step.first_question(s, p) for p in range(3)] == [0, 0, 0]
    assert [step.question(s, p) for p in range(3)] == [tiny.gift(0), 0, tiny.gift(2)]


# ---- witnesses and refusals ----


def test_each_question_has_its_own_witnesses() -> None:
    s = commit(3)
    assert GAME.witnesses(s, 1, action(tiny_box.LAY, 1)) == 1 << 1
    play(s, 1, "lay.fox")
    assert GAME.witnesses(s, 1, action(tiny_box.SIDE, tiny_box.LOW)) == 1 << 1
    play(s, 1, "side.low")
    assert GAME.witnesses(s, 1, action(tiny_box.LAY, 3)) == 1 << 1, "nor where it restarts"
    s = feast(1, 2)
    assert GAME.witnesses(s, 1, action(tiny_box.COIN)) == ALL_SEATS


def test_refusals_are_those_of_the_question() -> None:
    s = commit()

    def refused(seat: int) -> list[tuple[str, str]]:
        return [(s.box.notation.token(r.action), r.rule) for r in GAME.refusals(s, seat)]

    assert refused(0) == [("lay.owl", "T-LAY-01")]
    play(s, 0, "lay.fox")
    assert refused(0) == []
    play(s, 0, "side.low")
    assert refused(0) == [("lay.owl", "T-LAY-01")]
    assert refused(1) == [("lay.owl", "T-LAY-01")]
    out: list[Refusal] = []
    feasting = feast(1)
    GAME.steps[tiny.feast() & 255].refusals(feasting, tiny.feast(), 0, out)
    assert out == []


# ---- numbers of steps ----


@pytest.mark.parametrize("questions", ["Round", "Gift Dance"])
def test_a_question_is_a_step_of_the_game_but_not_its_first(questions: str) -> None:
    """A frame of the first step for seat 0 would be the number 0, which means no question."""
    kind = type("Feast", (tiny.Feast,), {"questions": questions})
    with pytest.raises(AssertionError):
        TinyGame(kind())


def test_a_clone_has_its_own_questions() -> None:
    s = feast(0, 2)
    clone = s.clone()
    play(clone, 0, "pass")
    assert asked(s) == ["Gift(0)", "", "Gift(2)"]
    assert asked(clone) == ["", "", "Gift(2)"]
