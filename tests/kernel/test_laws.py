"""The laws hold for the tiny game, and each of them catches what it is there for."""

from __future__ import annotations

import itertools
import re
from typing import cast

import pytest

from samovar.kernel.dice import Dice
from samovar.kernel.errors import BadInput
from samovar.kernel.game import Score
from samovar.kernel.ints import i64
from samovar.kernel.notation import action
from samovar.kernel.state import State, View
from samovar.kernel.step import Options, Refusal, Step
from samovar.match.laws import Report, check
from tests.kernel import tiny
from tests.kernel.tiny import Tiny, TinyGame

pytestmark = pytest.mark.laws


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"hands": "open", "coins": "5"}, {"coins": "0"}])
def test_the_tiny_game_keeps_all_laws(seats: int, options: dict[str, str]) -> None:
    report = check(tiny.GAME, seats, options, 40, 1)
    assert report.failures == []
    assert report.ok
    assert report.games == 40
    assert report.decisions > 40 * seats * 3


def test_progress_is_told_after_each_game() -> None:
    seen: list[int] = []
    check(tiny.GAME, 2, {}, 4, 1, seen.append)
    assert seen == [1, 2, 3, 4]


def test_wrong_options_are_an_error_and_not_a_failure() -> None:
    with pytest.raises(BadInput, match="hands must be one of hidden, open"):
        check(tiny.GAME, 2, {"hands": "up"}, 1, 1)


def breach(game: TinyGame, law: str, seats: int = 3, games: int = 60) -> Report:
    """The report of a game that breaks a law: it names the law, and its text is enough to find it again."""
    report = check(game, seats, {}, games, 1)
    found = [text for text in report.failures if text.startswith(law)]
    assert found, [text.splitlines()[:2] for text in report.failures]
    seed = re.search(r"seed (\d+), after (\d+) decisions: ", found[0])
    assert seed is not None
    assert f"in tiny for {seats}, hands=hidden coins=2" in found[0]
    assert '  | game = "tiny"' in found[0] or seed.group(2) == "0"
    assert check(game, seats, {}, 1, int(seed.group(1))).failures == [found[0]]
    return report


def test_a_shallow_clone() -> None:
    class Shallow(Tiny):
        def clone(self) -> Tiny:
            copy = super().clone()
            copy.stones = self.stones
            return copy

    class Game(TinyGame):
        table = Shallow

    breach(Game(), "clone is independent")


def test_a_clone_that_forgets() -> None:
    class Forgetful(Tiny):
        def clone(self) -> Tiny:
            copy = super().clone()
            copy.points = [0] * self.seats
            return copy

    class Game(TinyGame):
        table = Forgetful

    breach(Game(), "clone is independent: a fresh clone")


def test_a_redact_that_shows_the_hands() -> None:
    class Game(TinyGame):
        def redact(self, s: State, seat: int) -> View:
            view = cast(Tiny, super().redact(s, seat))
            view.hand = [hand[:] for hand in cast(Tiny, s).hand]
            return View(view)

    breach(Game(), "what is hidden cannot be seen")


def test_a_redact_that_shows_what_was_laid() -> None:
    class Game(TinyGame):
        def redact(self, s: State, seat: int) -> View:
            view = cast(Tiny, super().redact(s, seat))
            view.laid = cast(Tiny, s).laid[:]
            return View(view)

        def fill(self, view: View, dice: Dice) -> State:
            s = cast(Tiny, super().fill(view, dice))
            for p in range(s.seats):
                if s.laid[p] not in s.hand[p]:
                    s.laid[p] = 0
            return s

    report = check(Game(), 3, {}, 60, 1)
    laws = {text.partition(":")[0] for text in report.failures}
    assert "what is hidden cannot be seen" in laws


def test_a_fill_that_deals_cards_twice() -> None:
    class Game(TinyGame):
        def fill(self, view: View, dice: Dice) -> State:
            s = cast(Tiny, super().fill(view, dice))
            s.deck[1] += 1
            return s

    breach(Game(), "fill deals a possible state")


def test_a_fill_that_changes_what_is_seen() -> None:
    class Game(TinyGame):
        def fill(self, view: View, dice: Dice) -> State:
            s = cast(Tiny, super().fill(view, dice))
            s.coins[0] += 1
            return s

    breach(Game(), "fill keeps what is seen")


def test_options_that_depend_on_hidden_cards() -> None:
    class Commit(tiny.Commit):
        def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
            others = [card for p in range(s.seats) if p != seat for card in s.hand[p]]
            for card in sorted(set(s.hand[seat])):
                if card == s.hand[seat][0] or card not in others:
                    out.offer(tiny.LAY, card)

    breach(TinyGame(Commit()), "a seat's options depend on what it knows")


def test_refusals_that_depend_on_hidden_cards() -> None:
    class Commit(tiny.Commit):
        def refusals(self, s: Tiny, f: i64, seat: i64, out: list[Refusal]) -> None:
            for card in s.hand[(seat + 1) % s.seats]:
                if card > 0:
                    out.append(Refusal(action(tiny.LAY, card), "somebody_else_has_it", "T-LAY-01"))

    breach(TinyGame(Commit()), "a seat's options depend on what it knows")


def test_an_option_that_is_offered_twice() -> None:
    class Turn(tiny.Turn):
        def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
            super().options(s, f, seat, out)
            if s.coins[seat] == 0:
                out.offer(tiny.PASS)

    breach(TinyGame(Turn()), "options are distinct")


def test_an_action_without_a_token() -> None:
    class Boon(tiny.Boon):
        def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
            super().options(s, f, seat, out)
            out.offer(99)

    breach(TinyGame(Boon()), "every action has a token")


def test_options_that_change_by_being_asked_for() -> None:
    class Turn(tiny.Turn):
        def __init__(self) -> None:
            self.asked = itertools.count()

        def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
            if next(self.asked) % 2:
                out.offer(tiny.GO)
            out.offer(tiny.PASS)
            out.offer(tiny.COIN)

    report = check(TinyGame(Turn()), 2, {}, 20, 1)
    assert any(text.startswith("options have a fixed order") for text in report.failures)


def test_a_question_without_an_answer() -> None:
    class Boon(tiny.Boon):
        def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
            if s.points[seat] < 2:
                super().options(s, f, seat, out)

    class Game(TinyGame):
        def auxiliary(self, s: State, seat: i64, out: Options) -> None:
            pass

    breach(Game(Boon()), "no error but a clear one: Stuck: nothing can be chosen at Boon(")


def test_commits_that_nobody_has_to_make() -> None:
    class Commit(tiny.Commit):
        def pending(self, s: Tiny, f: i64) -> i64:
            return 0

    breach(TinyGame(Commit()), "no error but a clear one: Stuck: nobody is left to decide at Commit()")


def test_a_step_that_runs_on_for_ever() -> None:
    class GetLamp(tiny.GetLamp):
        def run(self, s: Tiny, f: i64) -> None:
            s.do(f)

    breach(TinyGame(GetLamp()), "no error but a clear one: Stuck: no decision comes after GetLamp(", games=20)


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

    breach(TinyGame(Pay()), "no error but a clear one: IndexError")


def test_an_option_that_cannot_be_finished() -> None:
    class Turn(tiny.Turn):
        def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
            out.offer(tiny.LAMP)
            out.offer(tiny.PASS)

    breach(TinyGame(Turn()), "no error but a clear one: Stuck: nothing can be chosen at Pay(")


def test_a_lost_component() -> None:
    class Pay(tiny.Pay):
        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            super().apply(s, f, seat, a)
            s.bag[1] -= 1

    breach(TinyGame(Pay()), "components are conserved: stones of value 1")


def test_a_rule_that_is_not_determined() -> None:
    class NextTurn(tiny.NextTurn):
        def __init__(self) -> None:
            self.calls = itertools.count()

        def run(self, s: Tiny, f: i64) -> None:
            super().run(s, f)
            s.points[0] += next(self.calls) % 3

    report = check(TinyGame(NextTurn()), 2, {}, 20, 1)
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
            out.append(Refusal(action(tiny.LAMP), "too few stones", ""))

    breach(TinyGame(Turn()), "refusals say why: lamp")


def test_a_position_that_forgets() -> None:
    class Game(TinyGame):
        def write_body(self, s: State, top: list[str], tables: list[str]) -> None:
            super().write_body(s, top, tables)
            top[:] = [line for line in top if not line.startswith("acted")]

    breach(Game(), "positions round-trip")


def test_a_position_that_cannot_be_read() -> None:
    class Game(TinyGame):
        def write_body(self, s: State, top: list[str], tables: list[str]) -> None:
            super().write_body(s, top, tables)
            top.append("weather = 1")

    breach(Game(), "positions round-trip: what was written cannot be read")


def test_commits_whose_order_counts() -> None:
    class Commit(tiny.Commit):
        def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
            if not any(s.laid):
                s.coins[seat] += 1
            super().apply(s, f, seat, a)

    breach(TinyGame(Commit()), "commits in any order agree")


def test_commits_that_cannot_be_changed() -> None:
    class Commit(tiny.Commit):
        def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
            if s.laid[seat] == 0:
                super().options(s, f, seat, out)

    breach(TinyGame(Commit()), "commits in any order agree: seat")


def test_a_reveal_that_is_not_counted() -> None:
    class Reveal(tiny.Reveal):
        def run(self, s: Tiny, f: i64) -> None:
            super().run(s, f)
            s.reveals -= 1

    breach(TinyGame(Reveal()), "undo never reveals")


def test_ranks_that_do_not_fit_the_totals() -> None:
    class Game(TinyGame):
        def score(self, s: State) -> list[Score]:
            scores = super().score(s)
            for score in scores:
                score.rank = 1
            return scores

    breach(Game(), "scores: ")


def test_all_steps_are_used() -> None:
    """So that what holds for the tiny game holds for every feature of the kernel."""
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
