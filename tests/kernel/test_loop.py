"""The loop of the kernel: automatic steps, forced answers, anchors, chance, simultaneous steps, refusals."""

from __future__ import annotations

import pytest

from samovar.kernel.errors import BadInput, Stuck
from samovar.kernel.ints import i64
from samovar.kernel.notation import action
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, NOBODY
from samovar.kernel.step import ALL_SEATS, Options
from tests.kernel import tiny, tiny_box
from tests.kernel.tiny import GAME, Tiny, TinyGame


def begin(seats: int = 2, game: TinyGame = GAME, **options: str) -> tuple[Tiny, Options]:
    """A game up to Nature's first draw."""
    out = Options()
    return game.start(game.standard_box(), seats, options, out), out


def dealt(seats: int = 2, game: TinyGame = GAME, **options: str) -> Tiny:
    """A game in which every seat has a hand and must lay a card."""
    s, out = begin(seats, game, **options)
    rng = Rng(3)
    while game.actor(s) == NATURE:
        game.play(s, NATURE, game.chance(s, out, rng), out)
    return s


def at_turn(s: Tiny, p: int = 0, game: TinyGame = GAME) -> Options:
    """Put p at the beginning of a turn. Below it, only the next round is on the stack."""
    out = Options()
    s.depth = 0
    s.do(tiny.turn(p), tiny.round_frame())
    game.advance(s, out)
    return out


def lay(s: Tiny, p: int, game: TinyGame = GAME) -> None:
    """Let a seat lay its first card, high, while others still decide."""
    out = Options()
    game.play(s, p, game.legal(s, p)[0], out)
    game.play(s, p, action(tiny_box.SIDE, tiny_box.HIGH), out)


def texts(s: Tiny) -> list[str]:
    return [GAME.frame_text(f) for f in reversed(s.stack())]


def test_automatic_steps_run_until_a_seat_must_decide() -> None:
    s, out = begin()
    assert texts(s) == ["Deal(0)", "Deal(1)", "Commit()", "NextTurn()", "Round()"]
    assert GAME.actor(s) == NATURE
    assert GAME.actors(s) == [NATURE]
    assert out.list() == [action(tiny_box.DEAL, card) for card in (1, 2, 3)]


def test_a_question_with_one_option_is_answered_automatically() -> None:
    s = dealt(coins="0")
    out = at_turn(s)  # no stones, no coins: a seat can only pass
    assert s.round == 2
    assert GAME.actors(s) == [0, 1], "the hands are full: there was nothing to deal either"
    assert out.list() == GAME.legal(s, 0)


def test_an_auxiliary_action_keeps_a_question_with_one_option_open() -> None:
    s = dealt()
    assert at_turn(s).list() == [action(tiny_box.PASS), action(tiny_box.TRADE)]


def test_an_auxiliary_action_leaves_the_open_question_on_the_stack() -> None:
    s = dealt()
    out = at_turn(s)
    GAME.play(s, 0, action(tiny_box.TRADE), out)
    assert texts(s) == ["Draw(0)", "Turn(0)", "Round()"]
    GAME.play(s, NATURE, action(tiny_box.DRAW, 1), out)
    assert texts(s) == ["Turn(0)", "Round()"]
    assert s.coins[0] == 1
    assert s.stones[0][1] == 1


def test_auxiliary_actions_are_offered_only_at_anchors() -> None:
    s = dealt()
    assert all(a >> 8 < tiny_box.TRADE for a in GAME.legal(s, 0))
    s.stones[0] = [0, 2, 2, 0]
    s.bag = [0, 4, 3, 4]
    out = at_turn(s)
    GAME.play(s, 0, action(tiny_box.LAMP), out)
    assert out.list() == [action(tiny_box.PAY, 1), action(tiny_box.PAY, 2)]


def test_a_payment_is_asked_in_ascending_order_and_not_if_there_is_only_one_way() -> None:
    s = dealt()
    s.stones[0] = [0, 1, 2, 0]
    s.bag = [0, 5, 3, 4]
    out = at_turn(s)
    GAME.play(s, 0, action(tiny_box.LAMP), out)
    assert out.list() == [action(tiny_box.PAY, 1), action(tiny_box.PAY, 2)]
    GAME.play(s, 0, action(tiny_box.PAY, 1), out)  # the second stone can only be a 2 and is not asked for
    assert s.stones[0] == [0, 0, 1, 0]
    assert s.lamps[0] == 1
    assert texts(s) == ["Turn(0)", "Round()"]


def test_a_nested_interrupt_runs_before_the_interrupted_step() -> None:
    s = dealt()
    out = at_turn(s)
    GAME.play(s, 0, action(tiny_box.TRADE), out)
    GAME.play(s, NATURE, action(tiny_box.DRAW, 3), out)
    assert texts(s) == ["Boon(0)", "Turn(0)", "Round()"]
    GAME.play(s, 0, action(tiny_box.STONE), out)
    GAME.play(s, NATURE, action(tiny_box.DRAW, 3), out)
    assert texts(s) == ["Boon(0)", "Turn(0)", "Round()"]
    GAME.play(s, 0, action(tiny_box.TRADE), out)
    assert texts(s) == ["Draw(0)", "Boon(0)", "Turn(0)", "Round()"]


def test_everyone_decides_at_the_same_time() -> None:
    s, out = dealt(3), Options()
    assert GAME.actors(s) == [0, 1, 2]
    assert GAME.actor(s) == 0
    lay(s, 1)
    assert GAME.actors(s) == [0, 2]
    assert GAME.legal(s, 1), "it may still be changed"
    GAME.advance(s, out)
    assert out.list() == GAME.legal(s, 0)
    lay(s, 0)
    assert GAME.actor(s) == 2
    before = s.reveals
    lay(s, 2)
    assert s.reveals > before
    assert s.laid == s.side == [0, 0, 0]
    assert all(s.shown)


def test_only_seats_of_the_game_decide_in_a_step_of_everyone() -> None:
    s = dealt()
    assert GAME.legal(s, NATURE) == []
    assert GAME.legal(s, 2) == []


def test_only_actors_have_options() -> None:
    s = dealt()
    at_turn(s, 1)
    assert GAME.legal(s, 1) != []
    assert GAME.legal(s, 0) == []
    assert GAME.legal(s, NATURE) == []


def test_nature_draws_by_weight() -> None:
    s, out = begin()
    s.bag = [0, 1, 0, 3]
    s.depth = 0
    s.do(tiny.draw(0), tiny.round_frame())
    GAME.advance(s, out)
    rng = Rng(1)
    drawn = [int(GAME.chance(s, out, rng)) for _ in range(4000)]
    assert set(drawn) == {action(tiny_box.DRAW, 1), action(tiny_box.DRAW, 3)}
    assert 2800 < drawn.count(action(tiny_box.DRAW, 3)) < 3200


def test_without_weights_all_outcomes_are_equally_likely() -> None:
    s, _ = begin()
    out = Options()
    for argument in range(4):
        out.offer(1, argument)
    rng = Rng(2)
    drawn = [int(GAME.chance(s, out, rng)) for _ in range(4000)]
    assert all(900 < drawn.count(a) < 1100 for a in out.list())


def test_every_draw_is_a_reveal_even_a_forced_one() -> None:
    s = dealt()
    out = at_turn(s)
    before = s.reveals
    GAME.play(s, 0, action(tiny_box.TRADE), out)
    assert s.reveals == before
    GAME.play(s, NATURE, action(tiny_box.DRAW, 2), out)
    assert s.reveals == before + 1
    s.bag = [0, 0, 5, 0]
    GAME.play(s, 0, action(tiny_box.TRADE), out)  # only twos are left, so the draw is forced
    assert s.stones[0][2] == 2
    assert s.reveals == before + 2


def test_a_random_game_to_its_end() -> None:
    s, out = begin(4)
    decisions = GAME.playout(s, Rng(1), out)
    assert decisions > 24
    assert s.over
    assert s.round == 3
    assert GAME.actor(s) == NOBODY
    assert GAME.actors(s) == []
    assert GAME.legal(s, 0) == []
    assert GAME.refusals(s, 0) == []
    assert GAME.faults(s) == []


def test_equal_totals_share_a_rank() -> None:
    s = dealt(4)
    s.points = [1, 2, 2, 0]
    assert [score.rank for score in GAME.score(s)] == [3, 1, 1, 4]
    assert [score.total for score in GAME.score(s)] == [2, 4, 4, 0]
    assert repr(GAME.score(s)[0]) == (
        "Score(seat=0, total=2, rank=3, breakdown={'shows': 2, 'lamps': 0, 'stones': 0})"
    )


def test_a_question_without_options_raises_stuck() -> None:
    class Turn(tiny.Turn):
        def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
            pass

    game = TinyGame(Turn())
    with pytest.raises(Stuck, match=r"there is no option at Turn\(0\)"):
        at_turn(dealt(game=game, coins="0"), 0, game)


def test_an_endless_automatic_step_raises_stuck() -> None:
    class Commit(tiny.Commit):
        def run(self, s: Tiny, f: i64) -> None:
            s.do(f)

    game = TinyGame(Commit())
    s = dealt(game=game)
    lay(s, 0, game)
    with pytest.raises(Stuck, match=r"100000 steps without a decision, then Commit\(\)"):
        lay(s, 1, game)


def test_a_step_of_everyone_without_open_questions_runs_automatically() -> None:
    s, out = dealt(), Options()
    s.depth = 0
    s.do(tiny.feast(), tiny.turn(1), tiny.round_frame())
    assert list(s.asked) == [tiny.lay(0), tiny.lay(1)]
    s.asked[0] = s.asked[1] = 0
    with pytest.raises(Stuck, match=r"no seat is left to decide at Feast\(\)"):
        GAME.actor(s)
    GAME.advance(s, out)
    assert texts(s) == ["Turn(1)", "Round()"]


# ---- refusals ----


def reasons(s: Tiny, seat: int) -> dict[str, tuple[str, str]]:
    return {s.box.notation.token(r.action): (r.reason, r.rule) for r in GAME.refusals(s, seat)}


def test_refusals_name_reason_and_rule() -> None:
    s = dealt(coins="1")
    at_turn(s)
    assert reasons(s, 0) == {"lamp": ("too_few_stones", "T-LAMP-01")}
    s.lamps = [2, 2]
    assert reasons(s, 0) == {"lamp": ("no_lamp_is_left", "T-LAMP-02")}, "the first reason counts"
    s.coins[0] = 0
    assert reasons(s, 0)["trade"] == ("too_few_coins", "T-TRADE-01")
    assert reasons(s, 1) == {}, "seat 1 does not decide"


def test_no_legal_action_is_refused() -> None:
    s = dealt()
    for seat in range(2):
        assert not set(GAME.legal(s, seat)) & {r.action for r in GAME.refusals(s, seat)}


# ---- witnesses ----


def test_the_witnesses_of_an_action() -> None:
    s, _ = begin()
    assert GAME.witnesses(s, NATURE, action(tiny_box.DEAL, 1)) == 1 << 0
    assert GAME.witnesses(begin(hands="open")[0], NATURE, action(tiny_box.DEAL, 1)) == ALL_SEATS
    s = dealt()
    assert GAME.witnesses(s, 1, action(tiny_box.LAY, 1)) == 1 << 1
    at_turn(s)
    assert GAME.witnesses(s, 0, action(tiny_box.PASS)) == ALL_SEATS
    assert GAME.witnesses(s, 0, action(tiny_box.TRADE)) == ALL_SEATS


# ---- options of a game ----


def test_options_in_canonical_form() -> None:
    assert GAME.canonical(2, {}) == {"hands": "hidden", "coins": "2"}
    assert GAME.canonical(2, {"coins": "07"}) == {"hands": "hidden", "coins": "7"}


def test_all_wrong_options_are_named() -> None:
    with pytest.raises(BadInput) as error:
        GAME.canonical(2, {"hands": "up", "coins": "many", "music": "loud"})
    assert error.value.faults == [
        "Tiny has no option 'music'; its options: hands (whether the others see a hand), "
        "coins (coins at the beginning, 0 to 9)",
        "hands must be one of hidden, open, not 'up'",
        "coins must be a number from 0 to 9, not 'many'",
    ]


@pytest.mark.parametrize("seats", [-1, 0, 1, 5])
def test_a_wrong_number_of_seats_is_refused(seats: int) -> None:
    with pytest.raises(BadInput, match=f"Tiny is for 2 to 4 seats, not {seats}"):
        GAME.canonical(seats, {})
