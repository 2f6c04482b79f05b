"""The tree search, apart from any game: what it finds, how it budgets, what it carries on."""

from __future__ import annotations

import time
from itertools import count

import pytest

import samovar
from samovar.bots import prune
from samovar.bots.bot import Budget
from samovar.bots.search import Search
from samovar.kernel.dice import Dice
from samovar.kernel.ints import i64, vec
from samovar.kernel.state import zeros
from samovar.match.match import Match
from tests.bots.table import halfway
from tests.kernel.tiny import ANY as TINY

GAMES = samovar.games()


def searching(name: str, seats: int = 2, seed: int = 1, plays: int = 20) -> tuple[Match, int, Search]:
    """A match in the middle of a game where somebody has a real choice, and a search in that seat."""
    match = halfway(GAMES[name], seats, seed, plays)
    seat = match.actors()[0]
    return match, seat, Search(match.game, seat)


def weights(*numbers: int) -> vec[i64]:
    found = zeros(len(numbers))
    for i, number in enumerate(numbers):
        found[i] = number
    return found


def test_an_option_of_weight_0_is_not_looked_at_unless_all_are() -> None:
    some = weights(0, 3, 0, 1)
    assert prune.sensible(some, 4) == 2
    assert list(some) == [0, 3, 0, 1]
    none = weights(0, 0, 0)
    assert prune.sensible(none, 3) == 3
    assert list(none) == [1, 1, 1]


def test_the_likeliest_options_are_kept_and_of_equal_ones_the_first() -> None:
    found = weights(5, 1, 9, 1, 7, 1)
    prune.keep_best(found, 6, 4)
    assert list(found) == [5, 1, 9, 0, 7, 0]


def test_more_options_are_looked_at_the_more_often_a_place_is_visited() -> None:
    looked: list[int] = []
    for visits in (0, 25, 36, 37, 100, 10_000):
        found = weights(*range(1, 21))
        prune.widen(found, 20, visits)
        looked.append(int(prune.sensible(found, 20)))
    assert looked == [5, 5, 6, 7, 10, 20]


@pytest.mark.parametrize("name", GAMES)
def test_a_budget_of_simulations_is_kept(name: str) -> None:
    match, seat, search = searching(name)
    search.choose(match.view(seat), Dice(1), Budget(simulations=64))
    assert 0 < search.simulations <= 64
    visits = [visits for _, visits, _ in search.thoughts()]
    assert sum(visits) == search.simulations
    assert visits == sorted(visits, reverse=True)


@pytest.mark.parametrize("name", GAMES)
def test_a_budget_of_seconds_is_kept(name: str) -> None:
    match, seat, search = searching(name)
    start = time.process_time()  # of this process alone: the machine may be busy
    search.choose(match.view(seat), Dice(1), Budget(seconds=0.05))
    assert time.process_time() - start < 2.0
    assert search.simulations > 0


@pytest.mark.parametrize("name", GAMES)
def test_of_simulations_and_seconds_the_first_to_run_out_ends_the_search(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = count()
    monkeypatch.setattr(
        time, "perf_counter", lambda: next(ticks) * 0.25
    )  # a quarter second each time it is read
    match, seat, search = searching(name)
    search.choose(match.view(seat), Dice(1), Budget(simulations=200, seconds=1.5))
    assert search.simulations == 6
    match, seat, search = searching(name)
    search.choose(match.view(seat), Dice(1), Budget(simulations=5, seconds=1.5))
    assert search.simulations == 5


@pytest.mark.parametrize("name", GAMES)
def test_the_clock_changes_nothing_as_long_as_it_does_not_end_the_search(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "perf_counter", lambda: 0.0)
    found: list[list[tuple[int, int, float]]] = []
    for seconds in (0.0, 1.0):
        match, seat, search = searching(name)
        search.choose(match.view(seat), Dice(1), Budget(simulations=64, seconds=seconds))
        found.append(search.thoughts())
    assert found[0] == found[1]


@pytest.mark.parametrize("name", GAMES)
def test_the_most_visited_option_is_chosen(name: str) -> None:
    match, seat, search = searching(name)
    action = search.choose(match.view(seat), Dice(3), Budget(simulations=80))
    assert search.thoughts()[0][0] == action
    assert {thought for thought, _, _ in search.thoughts()} <= set(match.legal(seat))


@pytest.mark.compiled
def test_thinking_ends_when_no_other_option_can_catch_up() -> None:
    spared = 0
    for seed in range(6):
        match, seat, search = searching("stroganov", seed=seed)
        search.choose(match.view(seat), Dice(seed), Budget(simulations=200))
        spared += search.simulations < 200
    assert spared > 0


@pytest.mark.compiled
def test_the_tree_is_carried_on_from_one_decision_of_a_turn_to_the_next() -> None:
    carried = 0
    for seed in range(20):
        match, seat, search = searching("stroganov", seed=seed)
        reveals = match.state.reveals
        action = search.choose(match.view(seat), Dice(seed), Budget(simulations=100))
        kept = search.thoughts()[0][1]
        match.play(seat, match.state.box.notation.token(action))
        if match.over or match.actors() != [seat] or match.state.reveals != reveals:
            continue
        search.choose(match.view(seat), Dice(seed), Budget(simulations=100))
        if search.simulations:
            assert search.simulations <= 100 - kept + 1  # what is known already is not simulated again
            carried += 1
    assert carried > 2


def test_nothing_is_carried_on_to_another_question() -> None:
    match, seat, search = searching("stroganov", seed=3)
    search.choose(match.view(seat), Dice(1), Budget(simulations=60))
    other, other_seat, _ = searching("stroganov", seed=4, plays=50)
    fresh = Search(match.game, other_seat)
    used = search if other_seat == seat else fresh
    assert used.choose(other.view(other_seat), Dice(2), Budget(simulations=60)) == fresh.choose(
        other.view(other_seat), Dice(2), Budget(simulations=60)
    )


def test_in_the_tree_nobody_answers_what_lies_face_down() -> None:
    """While all lay cards those of the others are chance: after this seat's first choice comes its next."""
    for seat in (0, 1, 2):
        match = Match(TINY, 3, seed=2)
        assert match.actors() == [0, 1, 2]
        search = Search(TINY, seat)
        card = search.choose(match.view(seat), Dice(5), Budget(simulations=200))
        followed = actions_after(search, actions_after(search, {search.last_root})[card])
        match.play(seat, match.state.box.notation.token(card))
        assert len(followed) > 1
        assert set(followed) == set(match.legal(seat))


def actions_after(search: Search, parents: set[int]) -> dict[int, set[int]]:
    """The actions that the tree has tried after these nodes, each with its nodes."""
    found: dict[int, set[int]] = {}
    for parent in parents:
        node = search.tree.child[parent]
        while node:
            found.setdefault(int(search.tree.action[node]), set()).add(int(node))
            node = search.tree.sister[node]
    return found
