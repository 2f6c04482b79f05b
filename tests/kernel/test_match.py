"""Matches: options, refused actions, undo, and the views of seats."""

from __future__ import annotations

from typing import cast

import pytest

import samovar
from samovar.kernel.ints import i64
from samovar.kernel.state import NATURE, UNKNOWN
from samovar.match.match import Decision
from tests.kernel import tiny, tiny_box
from tests.kernel.tiny import GAME, Tiny, TinyGame
from tests.kernel.tiny_box import LAMP, PASS

TURN = """
game = "tiny"
to_move = 0
[[player]]
coins = 3
stones = [1, 1, 2, 2]
[[player]]
"""


def turn() -> samovar.Match:
    """A match in which seat 0 is at the beginning of a turn."""
    return samovar.Match.from_position(TURN, game=GAME)


def lay(m: samovar.Match, seat: int, side: str = "high") -> None:
    """Let a seat lay its first card while others still decide."""
    m.play(seat, m.options(seat)[0])
    m.play(seat, "side." + side)


def table(m: samovar.Match) -> Tiny:
    return cast(Tiny, m.state)


def test_a_match_takes_the_name_of_a_game_or_the_game() -> None:
    assert samovar.Match("stroganov", 2).game is samovar.games()["stroganov"]
    assert samovar.Match(GAME, 2).game is GAME
    with pytest.raises(samovar.BadInput, match="there is no game 'tiny'"):
        samovar.Match("tiny", 2)


def test_a_match_begins_at_the_first_decision_of_a_seat() -> None:
    m = samovar.Match(GAME, 3, seed=5)
    assert m.actors() == [0, 1, 2]
    assert m.seats == 3
    assert not m.over
    assert {entry.seat for entry in m.log} == {NATURE}
    assert len(m.log) == 6


def test_the_seed_determines_the_draws() -> None:
    positions = {samovar.Match(GAME, 2, seed=seed).position() for seed in range(10)}
    assert len(positions) > 4
    assert samovar.Match(GAME, 2, seed=4).position() == samovar.Match(GAME, 2, seed=4).position()


def test_playing_tokens() -> None:
    m = turn()
    assert m.options(0) == ["lamp", "pass", "trade"]
    assert m.options(1) == []
    assert [m.state.box.notation.token(a) for a in m.legal(0)] == m.options(0)
    m.play(0, "lamp")
    assert m.options(0) == ["pay.1", "pay.2"]


def test_the_log_contains_events() -> None:
    m = turn()
    m.play(0, "lamp")
    m.play(0, "pay.1")
    m.play(0, "pay.1")
    assert (tiny.BOUGHT, 0, 0, 0) in m.log[-1].events
    assert [m.state.box.notation.token(entry.action) for entry in m.log] == ["lamp", "pay.1", "pay.1"]


# ---- refused actions ----


@pytest.mark.parametrize(
    ("seat", "token", "reason", "rule"),
    [
        (0, "dance", "unknown_token", ""),
        (0, "", "unknown_token", ""),
        (0, "coin", "not_an_option_now", ""),
        (1, "pass", "another_seat_decides", ""),
    ],
)
def test_an_illegal_action_changes_nothing(seat: int, token: str, reason: str, rule: str) -> None:
    m = turn()
    before = m.position(), m.record()
    with pytest.raises(samovar.IllegalAction) as error:
        m.play(seat, token)
    assert (error.value.reason, error.value.rule, error.value.action) == (reason, rule, token)
    assert (m.position(), m.record()) == before
    assert not m.can_undo(seat)


def test_an_illegal_action_says_which_rule_forbids_it() -> None:
    m = samovar.Match.from_position('game = "tiny"\nto_move = 1', game=GAME)
    with pytest.raises(samovar.IllegalAction) as error:
        m.play(1, "lamp")
    assert str(error.value) == "lamp is not allowed: too few stones (T-LAMP-01)"
    assert [(r.reason, r.rule) for r in m.refusals(1)] == [("too_few_stones", "T-LAMP-01")]


@pytest.mark.parametrize("seat", [-1, 2, NATURE])
def test_an_unknown_seat_is_refused(seat: int) -> None:
    m = turn()
    for ask in (m.options, m.legal, m.refusals, m.view, m.position, m.undo, m.restart_turn):
        with pytest.raises(samovar.BadInput, match=f"seat: must be from 0 to 1, not {seat}"):
            ask(seat)
    with pytest.raises(samovar.BadInput):
        m.play(seat, "pass")


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    m = samovar.Match.from_position('game = "tiny"\nround = 3\ntodo = []', game=GAME)
    assert m.over
    assert m.actors() == []
    assert m.options(0) == []
    with pytest.raises(samovar.IllegalAction, match="the game is over"):
        m.play(0, "pass")


@pytest.mark.parametrize(
    "names", [["Ada"], ["Ada", "Bo", "Cy"], ["A, B", "C"], ["A\nB", "C"], ["", "B"], [" A", "B"]]
)
def test_names_that_a_record_cannot_contain_are_refused(names: list[str]) -> None:
    with pytest.raises(samovar.BadInput, match="names"):
        samovar.Match(GAME, 2, names=names)


def test_a_seed_that_a_record_cannot_contain_is_refused() -> None:
    samovar.Match(GAME, 2, seed=-(10**399))
    with pytest.raises(samovar.BadInput, match="at most 400 digits"):
        samovar.Match(GAME, 2, seed=10**400)


def test_another_box_of_components() -> None:
    m = samovar.Match(GAME, 2, components=tiny_box.BOX.replace("fox", "hare"))
    assert "hare" in "".join(m.options(0) + m.options(1)) + m.position()
    with pytest.raises(samovar.BadInput) as error:
        samovar.Match(
            GAME,
            2,
            components=tiny_box.BOX.replace("rounds = 3", "rounds = 30").replace("count = 4", "count = 40"),
        )
    assert error.value.faults == [
        "game.rounds: must be from 1 to 9, not 30",
        "card[1].count: must be from 1 to 20, not 40",
        "lamps.count: must be from 0 to 20, not 40",
    ]
    with pytest.raises(samovar.BadInput, match=r"game\.id must be 'tiny', not 'chess'"):
        samovar.Match(GAME, 2, components=tiny_box.BOX.replace('"tiny"', '"chess"'))


# ---- automatic answers ----

TURNS = """
game = "tiny"
seats = 3
todo = ["Turn(0)", "Turn(1)", "Turn(2)", "Round()"]
[[player]]
stones = [1, 1, 2, 2]
"""


class PassingGame(TinyGame):
    """The tiny game, in which to pass is the obvious answer of a seat that can buy no lamp."""

    def obvious(self, s: Tiny, seat: int) -> int:
        options = self.legal(s, seat)
        return PASSING if PASSING in options and LAMP << 8 not in options else -1


PASSING = PASS << 8


def passing(text: str = TURNS) -> samovar.Match:
    """A match of ``PassingGame`` that begins in this position."""
    return samovar.Match.from_position(text, game=PassingGame())


def act(m: samovar.Match, seat: int, token: str) -> None:
    """Play an action and the obvious answers after it."""
    m.play(seat, token, answer_for=range(3))


def test_obvious_answers_follow_an_action() -> None:
    m = passing()
    act(m, 0, "pass")
    assert [(entry.seat, entry.automatic) for entry in m.log] == [(0, False), (1, True)]
    assert m.actors() == [2], "the pass of seat 2 would begin a round, with draws: it is not given"


def test_a_seat_that_wants_to_be_asked_is_asked() -> None:
    m = passing()
    m.play(0, "pass", answer_for=[0, 2])
    assert m.actors() == [1]


def test_an_answer_that_reveals_is_left_to_the_seat_while_undo_is_possible() -> None:
    m = passing()
    answers = {
        keep: [seat for seat, _ in m.decide(0, ["pass"], None, [0, 1, 2], keep).answers]
        for keep in (True, False)
    }
    assert answers == {True: [1], False: [1, 2]}


def test_automatic_answers_of_others_do_not_stop_an_undo() -> None:
    m = passing()
    before = m.position()
    act(m, 0, "pass")
    assert m.can_undo(0)
    assert not m.can_undo(1)
    m.undo(0)
    assert m.position() == before
    assert m.log == []


def bought_two_lamps() -> samovar.Match:
    """A match in which seat 0 has bought the second lamp and passed, and seat 1 has passed, automatically."""
    m = passing()
    for token in ("lamp", "pay.1", "pay.1", "lamp"):
        act(m, 0, token)
    assert decisions(m)[-2:] == [(0, "pass"), (1, "pass")]
    return m


def test_undo_takes_back_the_automatic_answers_of_the_seat_too() -> None:
    m = bought_two_lamps()
    m.undo(0)
    assert decisions(m) == [(0, "lamp"), (0, "pay.1"), (0, "pay.1")]
    assert m.options(0) == ["lamp", "pass", "trade"]


def test_a_passed_window_can_be_reopened_until_another_seat_decides() -> None:
    m = bought_two_lamps()
    assert [m.can_reopen(seat) for seat in range(3)] == [True, True, False]
    m.rewind(m.plan_reopening(0))
    assert decisions(m)[-1] == (0, "lamp")
    assert m.options(0) == ["pass", "trade"]
    assert not m.can_reopen(0)
    m.play(0, "pass")
    m.apply_decision(1, Decision("pass", []), automatic=True)
    m.play(2, "pass")
    assert not m.can_reopen(1)
    with pytest.raises(samovar.CannotUndo):
        m.plan_reopening(1)


# ---- undo ----


def test_undo_restores_exactly() -> None:
    m = turn()
    before = m.position(), m.record()
    m.play(0, "lamp")
    m.play(0, "pay.1")
    m.undo(0)
    assert m.options(0) == ["pay.1", "pay.2"]
    m.undo(0)
    assert (m.position(), m.record()) == before
    with pytest.raises(samovar.CannotUndo) as error:
        m.undo(0)
    assert error.value.reason == "nothing_to_undo"


def test_undo_does_not_go_back_past_a_draw() -> None:
    m = turn()
    m.play(0, "trade")
    assert not m.can_undo(0)
    with pytest.raises(samovar.CannotUndo) as error:
        m.undo(0)
    assert error.value.reason == "something_was_revealed"
    assert str(error.value) == "cannot undo: something was revealed"


def test_undo_does_not_go_back_past_the_end_of_the_game() -> None:
    """At the end everything is revealed, at a table also the seed of the shuffle."""
    m = samovar.Match(GAME, 2, 1)
    while not m.over:
        seat = m.actors()[0]
        m.play(seat, m.options(seat)[0])
    assert not m.can_undo(seat)
    with pytest.raises(samovar.CannotUndo) as error:
        m.undo(seat)
    assert error.value.reason == "something_was_revealed"


def test_undo_does_not_go_back_past_another_seat() -> None:
    m = samovar.Match.from_position(
        'game = "tiny"\ntodo = ["Turn(0)", "Turn(1)", "Turn(2)", "Round()"]\nseats = 3', game=GAME
    )
    m.play(0, "pass")
    m.play(1, "pass")
    for seat, reason in ((0, "another_seat_has_decided"), (2, "nothing_to_undo")):
        with pytest.raises(samovar.CannotUndo) as error:
            m.undo(seat)
        assert error.value.reason == reason
    m.undo(1)
    assert m.actors() == [1]
    with pytest.raises(samovar.CannotUndo) as error:
        m.undo(0)
    assert error.value.reason == "another_seat_has_decided"


def decisions(m: samovar.Match) -> list[tuple[int, str]]:
    """The decisions in the log, without Nature's draws."""
    return [(e.seat, m.state.box.notation.token(e.action)) for e in m.log if e.seat != NATURE]


def test_undo_keeps_simultaneous_decisions_of_others() -> None:
    m, without = samovar.Match(GAME, 3, seed=1), samovar.Match(GAME, 3, seed=1)
    lay(m, 0)
    m.play(1, m.options(1)[0])
    lay(m, 2, "low")
    all_three = m.position()
    m.undo(0)
    without.play(0, without.options(0)[0])
    without.play(1, without.options(1)[0])
    lay(without, 2, "low")
    assert m.position() == without.position()
    assert decisions(m) == decisions(without)
    assert m.options(0) == ["side.high", "side.low"]
    assert m.actors() == [0, 1]
    m.play(0, "side.high")
    assert m.position() == all_three
    assert decisions(m)[-1] == (0, "side.high"), "it now comes after theirs"
    m.undo(2)
    m.undo(1)
    m.undo(0)
    m.undo(0)
    m.undo(2)
    assert decisions(m) == []
    assert m.position() == samovar.Match(GAME, 3, seed=1).position()


def test_events_of_kept_simultaneous_decisions_stay_with_them() -> None:
    m = samovar.Match(GAME, 2, seed=1)
    m.play(0, m.options(0)[0])
    lay(m, 1)
    told = [entry.events for entry in m.log if entry.seat == 1]
    m.undo(0)
    assert [entry.events for entry in m.log if entry.seat == 1] == told
    assert told[-1][0][:2] == (tiny.LAID, 1)
    assert m.log[-1].witnesses == 1 << 1


GIFTS = """
game = "tiny"
seats = 3
todo = ["Feast()", "NextTurn()", "Round()"]
asked = ["Gift(0)", "Gift(1)", "Gift(2)"]
"""


def feast() -> samovar.Match:
    """A match in which three seats choose a gift at the same time."""
    return samovar.Match.from_position(GIFTS + "[[player]]\nstones = [1, 2]", game=GAME)


def test_once_all_have_decided_only_the_last_simultaneous_decision_can_be_undone() -> None:
    """Nothing was revealed, but the step is over for the seats that decided earlier."""
    m = feast()
    for seat in range(3):
        m.play(seat, "coin")
    assert m.actors() == [0]
    assert [m.can_undo(seat) for seat in range(3)] == [False, False, True]
    m.undo(2)
    assert m.actors() == [2]
    with pytest.raises(samovar.CannotUndo) as error:
        m.undo(0)
    assert error.value.reason == "another_seat_has_decided"


def test_undo_of_the_last_decision_reopens_the_simultaneous_step() -> None:
    """After the last seat undoes its decision, another seat may restart, and both can undo again."""

    class Feast(tiny.Feast):
        def first_question(self, s: Tiny, seat: i64) -> i64:
            return tiny.gift(seat)

    text = GIFTS.replace("seats = 3", "seats = 2").replace(', "Gift(2)"', "")
    stones = "[[player]]\nstones = [1, 2]\n"
    m = samovar.Match.from_position(text + stones + stones, game=TinyGame(Feast()))
    m.play(0, "coin")
    m.play(1, "sell")
    m.play(1, "give.1")
    assert m.actors() == [0]
    m.undo(1)
    assert m.actors() == [1]
    m.play(0, "sell")
    assert [m.can_undo(seat) for seat in range(2)] == [True, True]
    m.undo(1)
    assert [m.options(seat)[0] for seat in range(2)] == ["give.1", "coin"]


def test_undo_of_a_simultaneous_decision_does_not_cross_a_draw() -> None:
    """This includes draws for another seat, because all seats have seen them."""
    m = feast()
    m.play(0, "sell")
    m.play(2, "stone")
    assert not any(m.can_undo(seat) for seat in range(3))
    with pytest.raises(samovar.CannotUndo) as error:
        m.undo(0)
    assert error.value.reason == "something_was_revealed"
    m.play(0, "give.1")
    assert m.can_undo(0)


def test_decisions_before_a_simultaneous_step_stay_once_another_seat_has_decided() -> None:
    """A seat decides alone, then all seats decide. Undo then reaches only the simultaneous decisions."""
    boon = GIFTS.replace('"Feast()"', '"Boon(0)", "Feast()"')
    m = samovar.Match.from_position(boon + "[[player]]\nstones = [1, 2]", game=GAME)
    m.play(0, "pass")
    m.play(0, "sell")
    m.undo(0)
    m.undo(0)
    m.play(0, "pass")
    m.play(0, "sell")
    m.play(1, "coin")
    m.undo(0)
    assert m.options(0) == ["coin", "stone", "sell", "pass"]
    assert m.log[-1].seat == 1
    with pytest.raises(samovar.CannotUndo) as error:
        m.undo(0)
    assert error.value.reason == "another_seat_has_decided"
    m.undo(1)
    assert m.actors() == [0, 1, 2]


def test_undo_does_not_reach_an_earlier_run_of_the_same_simultaneous_step() -> None:
    """There are two feasts in a row without a reveal between them."""

    class Feast(tiny.Feast):
        def run(self, s: Tiny, f: i64) -> None:
            if s.round < 2:
                s.round += 1
                s.asked[0], s.asked[1] = tiny.gift(0), tiny.gift(1)
                s.do(f)

    m = samovar.Match.from_position(GIFTS.replace(', "Gift(2)"', "") + "round = 1", game=TinyGame(Feast()))
    m.play(0, "coin")
    m.play(1, "coin")
    assert m.actors() == [0, 1]
    assert [m.can_undo(seat) for seat in range(2)] == [False, True]
    m.play(0, "coin")
    assert [m.can_undo(seat) for seat in range(2)] == [True, False]
    m.undo(0)
    assert table(m).coins[:2] == [3, 3]


def test_a_turn_of_simultaneous_decisions_is_restarted() -> None:
    m = samovar.Match(GAME, 2, seed=1)
    fresh = samovar.Match(GAME, 2, seed=1)
    lay(m, 0)
    m.play(1, m.options(1)[0])
    m.play(0, m.options(0)[1])  # restarts its decision
    m.restart_turn(0)
    fresh.play(1, fresh.options(1)[0])
    assert m.position() == fresh.position()
    assert decisions(m) == decisions(fresh)
    with pytest.raises(samovar.CannotUndo) as error:
        m.restart_turn(0)
    assert error.value.reason == "nothing_to_undo"


def test_undo_does_not_cross_revealed_cards() -> None:
    m = samovar.Match(GAME, 2)
    for seat in range(2):
        lay(m, seat)
    for seat in range(2):
        with pytest.raises(samovar.CannotUndo) as error:
            m.undo(seat)
        assert error.value.reason == "something_was_revealed"


def test_a_turn_is_restarted_as_far_as_undo_reaches() -> None:
    m = turn()
    before = m.position()
    m.play(0, "lamp")
    m.play(0, "pay.1")
    m.play(0, "pay.1")
    m.restart_turn(0)
    assert m.position() == before
    m.play(0, "trade")
    if m.options(0)[0] == "coin":
        m.play(0, "pass")
    drawn = m.position()
    m.play(0, "lamp")
    m.restart_turn(0)
    assert m.position() == drawn, "not past the draw"
    with pytest.raises(samovar.CannotUndo):
        m.restart_turn(1)


def test_playing_on_after_undo_gives_the_same_draws() -> None:
    one, two = turn(), turn()
    one.play(0, "lamp")
    one.undo(0)
    for m in (one, two):
        m.play(0, "trade")
    assert one.position() == two.position()


# ---- views ----


def test_a_view_hides_the_deck_and_the_cards_of_other_seats() -> None:
    m = samovar.Match(GAME, 3, seed=1)
    m.play(1, m.options(1)[0])
    view = cast(Tiny, m.view(0))
    truth = table(m)
    assert view.hand[0] == truth.hand[0]
    assert view.hand[1] == view.hand[2] == [UNKNOWN, UNKNOWN]
    assert view.laid == [0, UNKNOWN, 0]
    assert view.deck == [0, UNKNOWN, UNKNOWN, UNKNOWN]
    assert cast(Tiny, m.view(1)).laid[1] == truth.laid[1] > 0
    assert 'hand = ["?", "?"]\nlaid = "?"' in m.position(0)
    assert "?" not in m.position()


def test_the_log_says_who_saw_an_action() -> None:
    m = samovar.Match(GAME, 2)
    m.play(0, m.options(0)[0])
    assert [entry.witnesses for entry in m.log] == [1, 1, 2, 2, 1]


def test_events_are_redacted_for_each_seat() -> None:
    m = samovar.Match(GAME, 2, seed=1)
    dealt = m.log[0]
    card = table(m).hand[0].index(dealt.events[0][2])
    assert m.events(dealt, 0) == dealt.events == [(tiny.DEALT, 0, table(m).hand[0][card], 0)]
    assert m.events(dealt, 1) == [(tiny.DEALT, 0, UNKNOWN, 0)]
    m.play(1, "lay." + tiny_box.load_box(tiny_box.BOX).ids[table(m).hand[1][0]])
    m.play(1, "side.low")
    assert m.events(m.log[-1], 1) == [(tiny.LAID, 1, table(m).hand[1][0], tiny_box.LOW)]
    assert m.events(m.log[-1], 0) == [(tiny.LAID, 1, UNKNOWN, UNKNOWN)]
    lay(m, 0)
    shown = [event for event in m.log[-1].events if event[0] == tiny.SHOWN]
    assert len(shown) == 2
    assert [event for event in m.events(m.log[-1], 1) if event[0] == tiny.SHOWN] == shown


def test_with_open_hands_all_seats_see_dealt_cards() -> None:
    m = samovar.Match(GAME, 2, seed=1, options={"hands": "open"})
    assert m.events(m.log[0], 1) == m.events(m.log[0], 0) == m.log[0].events


def test_scores_before_the_end_are_as_if_the_game_ended_now() -> None:
    assert [(score.total, score.rank) for score in turn().scores()] == [(2, 1), (0, 2)]
