"""The tree search: pruning, budgets, early stop and reuse of the tree."""

from __future__ import annotations

import time
from itertools import count

import pytest

import samovar
from samovar.bots import prune
from samovar.bots.bot import Budget
from samovar.bots.ismcts import ISMCTSBot
from samovar.kernel.ints import i64, vec
from samovar.kernel.rng import Rng
from samovar.kernel.state import zeros
from samovar.kernel.step import Options
from samovar.match.match import Match
from tests.bots.table import halfway
from tests.kernel.tiny import ANY as TINY

GAMES = samovar.games()


def searching(name: str, seats: int = 2, seed: int = 1, plays: int = 20) -> tuple[Match, int, ISMCTSBot]:
    """Return a match in mid-game, a seat that has a choice, and a search for that seat."""
    match = halfway(GAMES[name], seats, seed, plays)
    seat = match.actors()[0]
    return match, seat, ISMCTSBot(match.game, seat)


def priors(*numbers: int) -> vec[i64]:
    found = zeros(len(numbers))
    for i, number in enumerate(numbers):
        found[i] = number
    return found


def test_options_with_prior_0_are_pruned_unless_all_are_0() -> None:
    some = priors(0, 3, 0, 1)
    assert prune.count_candidates(some, 4) == 2
    assert list(some) == [0, 3, 0, 1]
    none = priors(0, 0, 0)
    assert prune.count_candidates(none, 3) == 3
    assert list(none) == [1, 1, 1]


def test_the_highest_priors_are_kept_and_the_first_of_equal_ones() -> None:
    found = priors(5, 1, 9, 1, 7, 1)
    prune.keep_best(found, 6, 4)
    assert list(found) == [5, 1, 9, 0, 7, 0]


def test_progressive_widening_adds_options_with_the_visit_count() -> None:
    widths: list[int] = []
    for visits in (0, 25, 36, 37, 100, 10_000):
        found = priors(*range(1, 21))
        prune.widen(found, 20, visits)
        widths.append(int(prune.count_candidates(found, 20)))
    assert widths == [5, 5, 6, 7, 10, 20]


@pytest.mark.parametrize("name", GAMES)
def test_a_budget_of_simulations_is_kept(name: str) -> None:
    match, seat, search = searching(name)
    search.choose(match.view(seat), Rng(1), Budget(simulations=64))
    assert 0 < search.simulations <= 64
    visits = [visits for _, visits, _ in search.root_statistics()]
    assert sum(visits) == search.simulations
    assert visits == sorted(visits, reverse=True)


@pytest.mark.parametrize("name", GAMES)
def test_a_budget_of_seconds_is_kept(name: str) -> None:
    match, seat, search = searching(name)
    start = time.process_time()  # processor time, because the machine may be busy
    search.choose(match.view(seat), Rng(1), Budget(seconds=0.05))
    assert time.process_time() - start < 2.0
    assert search.simulations > 0


@pytest.mark.parametrize("name", GAMES)
def test_the_search_ends_when_simulations_or_seconds_run_out(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = count()
    monkeypatch.setattr(
        time, "perf_counter", lambda: next(ticks) * 0.25
    )  # each reading advances the clock by 0.25 s
    match, seat, search = searching(name)
    search.choose(match.view(seat), Rng(1), Budget(simulations=200, seconds=1.5))
    assert search.simulations == 6
    match, seat, search = searching(name)
    search.choose(match.view(seat), Rng(1), Budget(simulations=5, seconds=1.5))
    assert search.simulations == 5


@pytest.mark.parametrize("name", GAMES)
def test_a_time_limit_that_is_not_reached_changes_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "perf_counter", lambda: 0.0)
    found: list[list[tuple[int, int, float]]] = []
    for seconds in (0.0, 1.0):
        match, seat, search = searching(name)
        search.choose(match.view(seat), Rng(1), Budget(simulations=64, seconds=seconds))
        found.append(search.root_statistics())
    assert found[0] == found[1]


@pytest.mark.parametrize("name", GAMES)
def test_the_most_visited_option_is_chosen(name: str) -> None:
    match, seat, search = searching(name)
    action = search.choose(match.view(seat), Rng(3), Budget(simulations=80))
    assert search.root_statistics()[0][0] == action
    assert {action for action, _, _ in search.root_statistics()} <= set(match.legal(seat))


@pytest.mark.compiled
def test_the_search_stops_early_when_no_other_option_can_catch_up() -> None:
    spared = 0
    for seed in range(6):
        match, seat, search = searching("stroganov", seed=seed)
        search.choose(match.view(seat), Rng(seed), Budget(simulations=200))
        spared += search.simulations < 200
    assert spared > 0


@pytest.mark.compiled
def test_the_tree_is_reused_for_the_next_decision_of_a_turn() -> None:
    reused = 0
    for seed in range(20):
        match, seat, search = searching("stroganov", seed=seed)
        reveals = match.state.reveals
        action = search.choose(match.view(seat), Rng(seed), Budget(simulations=100))
        kept = search.root_statistics()[0][1]
        match.play(seat, match.state.box.notation.token(action))
        if match.over or match.actors() != [seat] or match.state.reveals != reveals:
            continue
        search.choose(match.view(seat), Rng(seed), Budget(simulations=100))
        if search.simulations:
            assert search.simulations <= 100 - kept + 1  # the visits of the kept subtree count
            reused += 1
    assert reused > 2


def test_the_tree_is_not_reused_for_another_position() -> None:
    match, seat, search = searching("stroganov", seed=3)
    search.choose(match.view(seat), Rng(1), Budget(simulations=60))
    other, other_seat, _ = searching("stroganov", seed=4, plays=50)
    fresh = ISMCTSBot(match.game, other_seat)
    used = search if other_seat == seat else fresh
    assert used.choose(other.view(other_seat), Rng(2), Budget(simulations=60)) == fresh.choose(
        other.view(other_seat), Rng(2), Budget(simulations=60)
    )


@pytest.mark.parametrize("name", GAMES)
def test_the_tree_is_not_reused_if_another_player_decided_for_the_seat(name: str) -> None:
    """A person takes the seat for one decision. The same question follows, in another position."""
    found = 0
    for seed in range(30):
        match, seat, search = searching(name, seed=seed, plays=30)
        search.choose(match.view(seat), Rng(seed), Budget(simulations=16))
        expected, root = search.expected, search.root
        if expected is None:
            continue
        for action in match.legal(seat):
            s = match.state.clone()
            match.game.play(s, seat, action, Options())
            view = match.game.redact(s, seat)
            if seat not in match.game.actors(s) or view.reveals != expected.reveals:
                continue
            if view.stack() != expected.stack() or match.game.write(view) == match.game.write(expected):
                continue
            found += 1
            search.expected, search.root = expected, root
            fresh = ISMCTSBot(match.game, seat)
            chosen = search.choose(view, Rng(5), Budget(simulations=16))
            assert chosen == fresh.choose(view, Rng(5), Budget(simulations=16))
            assert search.root_statistics() == fresh.root_statistics()
            break
        if found == 3:
            break
    assert found == 3


def test_simultaneous_choices_of_others_are_not_in_the_tree() -> None:
    """Choices of the others are treated like chance, so this seat's next choice follows its first."""
    for seat in (0, 1, 2):
        match = Match(TINY, 3, seed=2)
        assert match.actors() == [0, 1, 2]
        search = ISMCTSBot(TINY, seat)
        card = search.choose(match.view(seat), Rng(5), Budget(simulations=200))
        followed = actions_after(search, actions_after(search, {search.last_root})[card])
        match.play(seat, match.state.box.notation.token(card))
        assert len(followed) > 1
        assert set(followed) == set(match.legal(seat))


def actions_after(search: ISMCTSBot, parents: set[int]) -> dict[int, set[int]]:
    """Return the actions of the children of these nodes, each with its nodes."""
    found: dict[int, set[int]] = {}
    for parent in parents:
        node = search.tree.first_child[parent]
        while node:
            found.setdefault(int(search.tree.action[node]), set()).add(int(node))
            node = search.tree.next_sibling[node]
    return found
