"""The laws hold for the tiny game, and each law finds the faults that it is meant to find."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
from typing import Self, cast

import pytest

from samovar.kernel.errors import BadInput
from samovar.kernel.game import Score
from samovar.kernel.ints import i64
from samovar.kernel.notation import action
from samovar.kernel.rng import Rng
from samovar.kernel.state import Event
from samovar.kernel.step import ALL_SEATS, Options, Refusal, Step
from samovar.match.laws import check
from tests.kernel import tiny, tiny_box
from tests.kernel.tiny import Tiny, TinyGame
from tests.kernel.tiny_box import TinyBox

pytestmark = pytest.mark.laws


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"hands": "open", "coins": "5"}, {"coins": "0"}])
@pytest.mark.no_cover
def test_the_tiny_game_keeps_all_laws(seats: int, options: dict[str, str]) -> None:
    report = check(tiny.GAME, seats, options, 40, 1)
    assert report.failures == []
    assert report.ok
    assert report.games == 40
    assert report.decisions > 40 * seats * 3
    hidden = options.get("hands") != "open"
    assert report.pairs > (seats * 5 if hidden else 0)


@pytest.mark.no_cover
def test_no_pairs_are_compared_in_a_game_without_hidden_information() -> None:
    class Game(TinyGame):
        def hide(self, s: Tiny, seat: int) -> None:
            pass

    class Lay(tiny.Lay):
        def witnesses(self, s: Tiny, f: i64, seat: i64) -> i64:
            return ALL_SEATS

    class Side(tiny.Side):
        def witnesses(self, s: Tiny, f: i64, seat: i64) -> i64:
            return ALL_SEATS

    report = check(Game(Lay(), Side()), 3, {"hands": "open"}, 10, 1)
    assert report.failures == []
    assert report.pairs == 0


@pytest.mark.no_cover
def test_both_kinds_of_pairs_are_counted() -> None:
    """Pairs come from another determinization of a view, and from another action that a seat did not see."""

    class Knowing(TinyGame):
        """A game whose ``deal_unknown`` always gives the true state."""

        def hide(self, s: Tiny, seat: int) -> None:
            self.truth = s.clone()
            super().hide(s, seat)

        def deal_unknown(self, s: Tiny, rng: Rng) -> None:
            truth = self.truth.clone()
            s.hand, s.laid, s.side, s.deck = truth.hand, truth.laid, truth.side, truth.deck

    class Lay(tiny.Lay):
        def witnesses(self, s: Tiny, f: i64, seat: i64) -> i64:
            return ALL_SEATS

    class Side(tiny.Side):
        def witnesses(self, s: Tiny, f: i64, seat: i64) -> i64:
            return ALL_SEATS

    class Deal(tiny.Deal):
        def witnesses(self, s: Tiny, f: i64, seat: i64) -> i64:
            return ALL_SEATS

    assert check(Knowing(), 3, {}, 10, 1).pairs > 0
    assert check(TinyGame(Lay(), Side(), Deal()), 3, {}, 10, 1).pairs > 0
    assert check(Knowing(Lay(), Side(), Deal()), 3, {}, 10, 1).pairs == 0


def test_progress_is_reported_after_each_game() -> None:
    seen: list[int] = []
    check(tiny.GAME, 2, {}, 4, 1, seen.append)
    assert seen == [1, 2, 3, 4]


def test_wrong_options_are_an_error_and_not_a_failure() -> None:
    with pytest.raises(BadInput, match="hands must be one of hidden, open"):
        check(tiny.GAME, 2, {"hands": "up"}, 1, 1)


def breaks(game: TinyGame, law: str, seats: int = 3, games: int = 400) -> None:
    """Check that a random game of this faulty game breaks the law, and that its report reproduces it."""
    others: list[str] = []
    for seed in range(1, games + 1):
        failures = check(game, seats, {}, 1, seed).failures
        if failures and failures[0].startswith(law):
            break
        others += failures
    else:
        raise AssertionError([text.splitlines()[:2] for text in others])
    found = re.search(r"seed (\d+), after (\d+) decisions: ", failures[0])
    assert found is not None
    assert found.group(1) == str(seed)
    assert f"in tiny with {seats} seats, hands=hidden coins=2" in failures[0]
    assert '  | game = "tiny"' in failures[0] or found.group(2) == "0"
    assert check(game, seats, {}, 1, seed).failures == failures


# ---- faulty games: each test changes the tiny game so that it breaks one law ----


def test_a_shallow_clone() -> None:
    class Shallow(Tiny):
        def clone(self) -> Self:
            copy = super().clone()
            copy.stones = self.stones
            return copy

    class Game(TinyGame):
        table = Shallow

    breaks(Game(), "clone is independent")


def test_a_clone_that_shares_an_array_missing_in_positions() -> None:
    class Shared(Tiny):
        def __init__(
            self, box: TinyBox, options: dict[str, str], seats: i64, old: Shared | None = None
        ) -> None:
            super().__init__(box, options, seats, old)
            self.turns: list[int] = old.turns if old else [0] * seats

    class Turn(tiny.Turn):
        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            cast(Shared, s).turns[seat] += 1
            super().apply(s, f, seat, a)

    class Game(TinyGame):
        table = Shared

    breaks(Game(Turn()), "clone is independent: the original has changed: field turns")


def test_a_clone_that_forgets() -> None:
    class Forgetful(Tiny):
        def clone(self) -> Self:
            copy = super().clone()
            copy.points = [0] * self.seats
            return copy

    class Game(TinyGame):
        table = Forgetful

    breaks(Game(), "clone is independent: a fresh clone")


def test_a_clone_that_forgets_a_field_missing_in_positions() -> None:
    class Forgetful(Tiny):
        def clone(self) -> Self:
            copy = super().clone()
            copy.reveals = 0
            return copy

    class Game(TinyGame):
        table = Forgetful

    breaks(Game(), "clone is independent: a fresh clone: field reveals")


@pytest.mark.no_cover
def test_a_hide_that_shows_the_hands() -> None:
    class Game(TinyGame):
        def hide(self, s: Tiny, seat: int) -> None:
            hands = [hand[:] for hand in s.hand]
            super().hide(s, seat)
            s.hand = hands

    breaks(Game(), "hidden information stays hidden")


@pytest.mark.no_cover
def test_a_hide_that_shows_what_was_laid() -> None:
    class Game(TinyGame):
        def hide(self, s: Tiny, seat: int) -> None:
            laid = s.laid[:]
            super().hide(s, seat)
            s.laid = laid

        def deal_unknown(self, s: Tiny, rng: Rng) -> None:
            super().deal_unknown(s, rng)
            for p in range(s.seats):
                if s.laid[p] not in s.hand[p]:
                    s.laid[p] = 0

    report = check(Game(), 3, {}, 60, 1)
    laws = {text.partition(":")[0] for text in report.failures}
    assert "hidden information stays hidden" in laws


def test_a_deal_that_deals_cards_twice() -> None:
    class Game(TinyGame):
        def deal_unknown(self, s: Tiny, rng: Rng) -> None:
            super().deal_unknown(s, rng)
            s.deck[1] += 1

    breaks(Game(), "determinize gives a possible state")


def test_a_deal_that_leaves_something_unknown() -> None:
    class Game(TinyGame):
        def deal_unknown(self, s: Tiny, rng: Rng) -> None:
            side = s.side[:]
            super().deal_unknown(s, rng)
            s.side = side

    breaks(Game(), "determinize gives a possible state: the written position cannot be read")


def test_a_hide_that_writes_into_the_truth() -> None:
    class Shared(Tiny):
        def __init__(
            self, box: TinyBox, options: dict[str, str], seats: i64, old: Shared | None = None
        ) -> None:
            super().__init__(box, options, seats, old)
            self.notes: list[int] = old.notes if old else [0] * seats

    class Game(TinyGame):
        table = Shared

        def hide(self, s: Tiny, seat: int) -> None:
            super().hide(s, seat)
            cast(Shared, s).notes[0] += 1

    breaks(Game(), "redact and determinize do not change the state: the state: field notes")


def test_a_deal_that_changes_what_is_seen() -> None:
    class Game(TinyGame):
        def deal_unknown(self, s: Tiny, rng: Rng) -> None:
            super().deal_unknown(s, rng)
            s.coins[0] += 1

    breaks(Game(), "determinize keeps the view")


def test_options_that_depend_on_hidden_cards() -> None:
    class Lay(tiny.Lay):
        def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
            others = [card for p in range(s.seats) if p != seat for card in s.hand[p]]
            for card in sorted(set(s.hand[seat])):
                if card == s.hand[seat][0] or card not in others:
                    out.offer(tiny_box.LAY, card)

    breaks(TinyGame(Lay()), "a seat's options depend only on its view")


def test_refusals_that_depend_on_hidden_cards() -> None:
    class Lay(tiny.Lay):
        def refusals(self, s: Tiny, f: i64, seat: i64, out: list[Refusal]) -> None:
            for card in s.hand[(seat + 1) % s.seats]:
                if card > 0:
                    out.append(Refusal(action(tiny_box.LAY, card), "somebody_else_has_it", "T-LAY-01"))

    breaks(TinyGame(Lay()), "a seat's options depend only on its view")


def test_an_option_that_is_offered_twice() -> None:
    class Turn(tiny.Turn):
        def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
            super().options(s, f, seat, out)
            if s.coins[seat] == 0:
                out.offer(tiny_box.PASS)

    breaks(TinyGame(Turn()), "options are distinct")


def test_an_action_without_a_token() -> None:
    class Boon(tiny.Boon):
        def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
            super().options(s, f, seat, out)
            out.offer(99)

    breaks(TinyGame(Boon()), "every action has a token")


def test_options_that_change_when_they_are_listed() -> None:
    class Turn(tiny.Turn):
        def __init__(self) -> None:
            self.asked = itertools.count()

        def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
            if next(self.asked) % 2:
                out.offer(tiny_box.GO)
            out.offer(tiny_box.PASS)
            out.offer(tiny_box.COIN)

    report = check(TinyGame(Turn()), 2, {}, 20, 1)
    assert any(text.startswith("options have a fixed order") for text in report.failures)


def test_a_question_without_an_answer() -> None:
    class Turn(tiny.Turn):
        def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
            if s.points[seat] < 2:
                super().options(s, f, seat, out)

    class Game(TinyGame):
        def auxiliary(self, s: Tiny, seat: i64, out: Options) -> None:
            pass

    breaks(Game(Turn()), "the rules raise no exception: Stuck: there is no option at Turn(")


def test_a_simultaneous_question_without_an_answer() -> None:
    """The check does not depend on whether other seats wait."""

    class Gift(tiny.Gift):
        def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
            if s.points[seat] < 1:
                super().options(s, f, seat, out)

    breaks(TinyGame(Gift()), "the rules raise no exception: Stuck: there is no option at Feast()")
    breaks(TinyGame(Gift()), "never stuck: seat")


def test_simultaneous_questions_that_are_answered_automatically_for_ever() -> None:
    class Give(tiny.Give):
        def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
            out.offer(tiny_box.GO)

        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            s.asked[seat] = f

    breaks(
        TinyGame(Give()),
        "the rules raise no exception: Stuck: seat 0 gets more than 1000 questions",
    )


def test_a_step_that_runs_on_for_ever() -> None:
    class GetLamp(tiny.GetLamp):
        def run(self, s: Tiny, f: i64) -> None:
            s.do(f)

    breaks(
        TinyGame(GetLamp()),
        "the rules raise no exception: Stuck: 100000 steps without a decision, then GetLamp(",
    )


@pytest.mark.no_cover
def test_a_game_that_never_ends() -> None:
    class Boon(tiny.Boon):
        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            s.do(tiny.draw(seat), f)

    report = check(TinyGame(Boon()), 2, {}, 1, 1)
    assert report.failures[0].startswith("random games end: not after 5000 decisions")


def test_a_rule_that_crashes() -> None:
    class Pay(tiny.Pay):
        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            s.stones[seat][7] -= 1

    breaks(TinyGame(Pay()), "the rules raise no exception: IndexError")


def test_an_option_that_cannot_be_finished() -> None:
    class Turn(tiny.Turn):
        def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
            out.offer(tiny_box.LAMP)
            out.offer(tiny_box.PASS)

    breaks(TinyGame(Turn()), "the rules raise no exception: Stuck: there is no option at Pay(")


def test_a_lost_component() -> None:
    class Pay(tiny.Pay):
        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            super().apply(s, f, seat, a)
            s.bag[1] -= 1

    breaks(TinyGame(Pay()), "components are conserved: stones of value 1")


def test_a_rule_that_is_not_deterministic() -> None:
    class Turn(tiny.Turn):
        def __init__(self) -> None:
            self.calls = itertools.count()

        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            super().apply(s, f, seat, a)
            s.coins[seat] += next(self.calls) % 3

    report = check(TinyGame(Turn()), 2, {}, 20, 1)
    assert any(text.startswith("replay gives the same state") for text in report.failures)


def test_a_refusal_that_changes_the_table() -> None:
    class Turn(tiny.Turn):
        def refusals(self, s: Tiny, f: i64, seat: i64, out: list[Refusal]) -> None:
            s.points[seat] += 1

    report = check(TinyGame(Turn()), 2, {}, 40, 1)
    assert any(text.startswith("an illegal action changes nothing") for text in report.failures)


def test_a_refusal_without_a_reason() -> None:
    class Turn(tiny.Turn):
        def refusals(self, s: Tiny, f: i64, seat: i64, out: list[Refusal]) -> None:
            out.append(Refusal(action(tiny_box.LAMP), "too few stones", ""))

    breaks(TinyGame(Turn()), "refusals have a reason: lamp")


def test_a_position_that_forgets() -> None:
    class Game(TinyGame):
        def write_body(self, s: Tiny, top: list[str], tables: list[str]) -> None:
            super().write_body(s, top, tables)
            top[:] = [line for line in top if not line.startswith("acted")]

    breaks(Game(), "positions round-trip")


def test_a_field_that_is_missing_in_positions() -> None:
    class Counting(Tiny):
        def __init__(
            self, box: TinyBox, options: dict[str, str], seats: i64, old: Counting | None = None
        ) -> None:
            super().__init__(box, options, seats, old)
            self.turns: list[int] = old.turns[:] if old else [0] * seats

    class Turn(tiny.Turn):
        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            cast(Counting, s).turns[seat] += 1
            super().apply(s, f, seat, a)

    class Game(TinyGame):
        table = Counting

    breaks(Game(Turn()), "positions round-trip: read: field turns")
    Counting.not_in_positions = Tiny.not_in_positions | {"turns"}
    assert check(Game(Turn()), 3, {}, 20, 1).failures == []


def test_a_position_that_cannot_be_read() -> None:
    class Game(TinyGame):
        def write_body(self, s: Tiny, top: list[str], tables: list[str]) -> None:
            super().write_body(s, top, tables)
            top.append("weather = 1")

    breaks(Game(), "positions round-trip: the written position cannot be read")


# ---- simultaneous decisions ----


def test_simultaneous_decisions_whose_order_matters() -> None:
    class Lay(tiny.Lay):
        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            if not any(s.laid):
                s.coins[seat] += 1
            super().apply(s, f, seat, a)

    breaks(TinyGame(Lay()), "simultaneous decisions agree in any order: the position")


def test_a_changed_decision_that_leaves_a_trace() -> None:
    class Lay(tiny.Lay):
        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            if s.laid[seat]:
                s.coins[seat] += 1
            super().apply(s, f, seat, a)

    breaks(TinyGame(Lay()), "simultaneous decisions agree in any order: the position")


def test_a_restart_with_other_options_than_at_first() -> None:
    """A seat that restarts its decision must have the options that it had at first."""

    class Lay(tiny.Lay):
        def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
            for card in sorted(set(s.hand[seat])):
                if card >= s.laid[seat]:
                    out.offer(tiny_box.LAY, card)

    breaks(TinyGame(Lay()), "simultaneous decisions agree in any order: lay.")


def test_options_that_depend_on_a_simultaneous_choice_of_another_seat() -> None:
    class Gift(tiny.Gift):
        def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
            super().options(s, f, seat, out)
            if sum(s.coins) % 2:
                out.n -= 1

    breaks(TinyGame(Gift()), "simultaneous decisions agree in any order: pass is not legal any more for seat")


@pytest.mark.no_cover
def test_a_choice_that_removes_the_question_of_another_seat() -> None:
    class Gift(tiny.Gift):
        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            super().apply(s, f, seat, a)
            if a == action(tiny_box.PASS):
                s.asked[(seat + 1) % s.seats] = 0

    breaks(TinyGame(Gift()), "simultaneous decisions agree in any order: other seats must decide after seat")


def test_a_choice_that_ends_the_step_for_seats_that_have_not_decided() -> None:
    """In seat order the fault has no effect, because the seats before have already decided."""

    class Gift(tiny.Gift):
        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            super().apply(s, f, seat, a)
            for p in range(seat):
                s.asked[p] = 0

    breaks(TinyGame(Gift()), "simultaneous decisions agree in any order: seat")


def test_a_draw_that_only_the_first_seat_to_decide_gets() -> None:
    class Gift(tiny.Gift):
        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            super().apply(s, f, seat, a)
            if a == action(tiny_box.COIN) and all(s.asked[p] == 0 for p in range(s.seats) if p < seat):
                s.do(tiny.draw(seat))

    breaks(TinyGame(Gift()), "simultaneous decisions agree in any order: a consequence is missing")


def test_a_draw_that_only_early_decisions_get() -> None:
    class Gift(tiny.Gift):
        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            super().apply(s, f, seat, a)
            if a == action(tiny_box.COIN) and any(s.asked[p] for p in range(seat)):
                s.do(tiny.draw(seat))

    breaks(TinyGame(Gift()), "simultaneous decisions agree in any order: a new consequence")


def test_a_draw_that_depends_on_the_draws_of_others() -> None:
    """The draws are repeated, so any difference comes from the rules."""

    class Give(tiny.Give):
        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            super().apply(s, f, seat, a)
            s.coins[seat] += sum(s.bag) % 2

    breaks(TinyGame(Give()), "simultaneous decisions agree in any order: the position")


def test_an_endless_series_of_questions() -> None:
    class Give(tiny.Give):
        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            if any(s.asked[p] for p in range(s.seats)):
                s.asked[seat] = f

        def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
            out.offer(tiny_box.GO)
            out.offer(tiny_box.PASS)

    breaks(TinyGame(Give()), "random games end: not while seat")


def test_options_for_a_seat_that_has_decided() -> None:
    class Feast(tiny.Feast):
        def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
            super().options(s, f, seat, out)
            if out.n == 0:
                out.offer(tiny_box.PASS)

    breaks(TinyGame(Feast()), "only actors have options")


def test_auxiliary_actions_of_seats_that_have_decided() -> None:
    """A seat that has decided must not trade while other seats decide."""

    class Feast(tiny.Feast):
        anchor = True

    breaks(TinyGame(Feast()), "only actors have options")


# ---- undo ----


def test_a_reveal_that_is_not_counted() -> None:
    class Commit(tiny.Commit):
        def run(self, s: Tiny, f: i64) -> None:
            super().run(s, f)
            s.reveals -= 1

    breaks(TinyGame(Commit()), "every reveal is counted")


def test_a_decision_that_counts_what_others_decided_before() -> None:
    """After undo, the repeated decision comes after those of the others."""

    class Side(tiny.Side):
        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            super().apply(s, f, seat, a)
            s.coins[seat] = sum(1 for side in s.side if side)

    breaks(TinyGame(Side()), "undo keeps simultaneous decisions of others: played again")


def test_a_decision_that_is_legal_only_after_one_of_another_seat() -> None:
    class Lay(tiny.Lay):
        def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
            super().options(s, f, seat, out)
            if not any(s.side):
                out.n = 1

    breaks(TinyGame(Lay()), "undo keeps simultaneous decisions of others: without it lay.")


@pytest.mark.parametrize(
    ("fault", "law"),
    [
        ("undoes_two", "undo keeps simultaneous decisions of others: more than this decision"),
        ("forgets_others", "undo keeps simultaneous decisions of others: the position"),
        ("crosses", "undo never crosses another seat's decision"),
        ("never_continues", "undo restores exactly: seat"),
        ("restarts_halfway", "a turn can be restarted: some of its decisions were not undone"),
    ],
)
def test_a_faulty_undo(fault: str, law: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.kernel.faulty", fault, law],
        env=os.environ | {"SAMOVAR_PURE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


# ---- events ----


@pytest.mark.no_cover
def test_an_event_that_reveals_the_laid_card() -> None:
    class Game(TinyGame):
        def seen(self, event: Event, seat: int) -> Event:
            return event if event[0] == tiny.LAID else super().seen(event, seat)

    breaks(Game(), "hidden information stays hidden: seat")


def test_an_event_that_reveals_the_dealt_card() -> None:
    class Game(TinyGame):
        def seen(self, event: Event, seat: int) -> Event:
            return event if event[0] == tiny.DEALT else super().seen(event, seat)

    breaks(Game(), "hidden information stays hidden: seat")


def test_a_second_question_that_only_some_cards_bring() -> None:
    """Other seats see who is asked, so they learn which kind of card was laid."""

    class Lay(tiny.Lay):
        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            super().apply(s, f, seat, a)
            if s.laid[seat] == 3:
                s.side[seat] = tiny_box.HIGH
                s.asked[seat] = 0

    breaks(TinyGame(Lay()), "hidden information stays hidden: seat")


def test_an_own_choice_that_reveals_the_hand_of_another_seat() -> None:
    class Side(tiny.Side):
        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            super().apply(s, f, seat, a)
            s.emit(tiny.SHOWN, seat, s.hand[(seat + 1) % s.seats][0])

    breaks(TinyGame(Side()), "every reveal is counted: no reveal is counted, but seat")


def test_an_open_choice_that_reveals_the_hand_of_its_seat() -> None:
    class Turn(tiny.Turn):
        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            super().apply(s, f, seat, a)
            if s.hand[seat]:
                s.emit(tiny.SHOWN, seat, s.hand[seat][0])

    breaks(TinyGame(Turn()), "every reveal is counted: no reveal is counted, but seat")


# ---- transitions ----


def test_points_that_fall() -> None:
    """Each state is possible, but one cannot follow the other."""

    class Turn(tiny.Turn):
        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            super().apply(s, f, seat, a)
            s.points[seat] = max(0, s.points[seat] - 1)

    breaks(TinyGame(Turn()), "an action makes no impossible change: player[")


# ---- the end ----


def test_ranks_that_do_not_fit_the_totals() -> None:
    class Game(TinyGame):
        def score(self, s: Tiny) -> list[Score]:
            scores = super().score(s)
            for score in scores:
                score.rank = 1
            return scores

    breaks(Game(), "scores: ")


def test_all_steps_are_used() -> None:
    """Tests with the tiny game then cover every feature of the kernel."""
    used: set[str] = set()

    def watched(kind: type[Step[Tiny]]) -> Step[Tiny]:
        def options(self: Step[Tiny], s: Tiny, f: i64, seat: i64, out: Options) -> None:
            used.add(kind.__name__)
            kind.options(self, s, f, seat, out)

        def run(self: Step[Tiny], s: Tiny, f: i64) -> None:
            used.add(kind.__name__)
            kind.run(self, s, f)

        return cast(Step[Tiny], type(kind.__name__, (kind,), {"options": options, "run": run})())

    check(TinyGame(*(watched(kind) for kind in tiny.STEPS)), 3, {}, 10, 1)
    assert used == {kind.__name__ for kind in tiny.STEPS}
