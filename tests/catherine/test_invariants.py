"""Section 14: the invariants, checked after every action of random games, including Nature's draws.

``SAMOVAR_EXAMPLES=500 pytest tests/catherine/test_invariants.py`` plays more games.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from typing import cast

import pytest

import samovar
from samovar.games import registry
from samovar.games.catherine import frames, tokens
from samovar.games.catherine.components import COLOURS, GOODS, ROW
from samovar.games.catherine.state import DISCARD, HANDS, PILE, Catherine
from samovar.kernel import cards, counts
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, Event, replaced
from samovar.kernel.step import Options
from samovar.match.laws import random_match
from tests.catherine.scene import CARDS, CITIES, table

GAME = registry.game("catherine")
GAMES = int(os.environ.get("SAMOVAR_EXAMPLES", "4"))
TABLES = [(seats, seed) for seats in (2, 3, 4) for seed in range(GAMES)]
every_table = pytest.mark.parametrize(("seats", "seed"), TABLES)


def walk(seats: int, seed: int) -> Iterator[tuple[Catherine, Catherine]]:
    """The states before and after each action of a random game."""
    rng, out = Rng(seed), Options()
    s = cast(Catherine, GAME.start(GAME.standard_box(), seats, {}, out))
    before = s.clone()
    while not s.over:
        actors = GAME.actors(s)
        seat = actors[rng.below(len(actors))]
        legal = GAME.legal(s, seat)
        GAME.play(s, seat, legal[rng.below(len(legal))], out)
        yield before, s
        before = s.clone()


@cache
def finished(seats: int, seed: int) -> samovar.Match:
    return random_match(GAME, seats, {}, seed)


def journal(seats: int, seed: int) -> list[Event]:
    """All events of a random game."""
    m = finished(seats, seed)
    return [*m.setup_events, *(event for entry in m.log for event in entry.events)]


def by_decade(seats: int, seed: int, wanted: int) -> list[list[Event]]:
    """The events of one kind in each interim scoring."""
    found: list[list[Event]] = []
    for event in journal(seats, seed):
        if event[0] == tokens.DECADE_ENDS:
            found.append([])
        elif event[0] == wanted:
            found[-1].append(event)
    return found


def waiting(s: Catherine) -> set[int]:
    return {f & 255 for f in s.stack()}


def rows(s: Catherine, p: int) -> tuple[list[int], list[int]]:
    return list(s.row[p * ROW : p * ROW + ROW]), list(s.under[p * ROW : p * ROW + ROW])


@pytest.mark.rule("C-INV-01")
@every_table
@pytest.mark.no_cover
def test_every_card_is_in_exactly_one_place(seats: int, seed: int) -> None:
    for _, s in walk(seats, seed):
        found = cards.members_of_sets(s.sets, PILE, COLOURS)
        assert len(found) == s.pile_left
        found += cards.members_of_sets(s.sets, DISCARD, COLOURS)
        for p in range(seats):
            hand = cards.members_of_sets(s.sets, HANDS + p * COLOURS, COLOURS)
            assert len(hand) == s.held[p]
            found += hand
            found += [card for cards_of in rows(s, p) for card in cards_of if card]
        ids = [s.stock.card_ids[card] for card in found]
        assert len(ids) == 102
        assert set(ids) == set(CARDS)


@pytest.mark.rule("C-INV-02")
@every_table
@pytest.mark.no_cover
def test_outside_set_up_and_phases_a_and_b_no_hand_is_over_its_limit(seats: int, seed: int) -> None:
    looked = 0
    for _, s in walk(seats, seed):
        if not waiting(s) & {frames.CHOOSE_START, frames.PLAY_CARDS}:
            looked += 1
            for p in range(seats):
                assert s.held[p] <= s.hand_limit(p)
    assert looked > 0


@pytest.mark.rule("C-INV-03")
@every_table
@pytest.mark.no_cover
def test_rows_grow_by_one_a_round(seats: int, seed: int) -> None:
    """They grow with the reveal of a round, and are cleared after the fourth."""
    seen: set[tuple[int, int]] = set()
    for _, s in walk(seats, seed):
        if frames.CHOOSE_START in waiting(s):
            continue
        shown = int(s.round) - (frames.PLAY_CARDS in waiting(s))
        if s.over:
            shown = 0
        seen.add((int(s.decade), shown))
        for p in range(seats):
            row, under = rows(s, p)
            assert [place for place in range(ROW) if row[place]] == list(range(3 + shown))
            assert len([card for card in under if card]) == shown
            assert not any(under[3 + shown :])
    assert seen == {(decade, shown) for decade in (1, 2, 3) for shown in range(5)}


@pytest.mark.rule("C-INV-04")
@every_table
@pytest.mark.no_cover
def test_tiles_are_at_their_city_or_with_those_who_have_a_residence_there(seats: int, seed: int) -> None:
    for _, s in walk(seats, seed):
        for kind in range(GOODS):
            good = s.stock.symbol_ids[kind]
            places = [s.stock.city_ids.index(id) for id, city in CITIES.items() if city["good"] == good]
            for p in range(seats):
                own = [c for c in places if s.residences[p] >> c & 1]
                assert counts.get(s.tiles[p], kind) == len(own)
            for c in places:
                owners = sum(1 for p in range(seats) if s.residences[p] >> c & 1)
                assert s.tiles_left(c) + owners == seats
        assert all(s.tiles[p] >> 8 * GOODS == 0 for p in range(seats))


@pytest.mark.rule("C-INV-05")
@every_table
@pytest.mark.no_cover
def test_each_player_has_twelve_residences_and_at_most_one_per_city(seats: int, seed: int) -> None:
    built = [0] * seats
    for before, s in walk(seats, seed):
        for p in range(seats):
            new = s.residences[p] & ~before.residences[p]
            assert before.residences[p] & ~s.residences[p] == 0
            built[p] += bin(new).count("1")
            assert s.supply(p) == 12 - built[p] >= 0
            assert s.residences[p] & ~s.stock.cities == 0
    told = [(p, place) for what, p, place, _ in journal(seats, seed) if what == tokens.BUILT]
    assert len(set(told)) == len(told)
    s = table(finished(seats, seed))
    assert [12 - int(s.supply(p)) for p in range(seats)] == [
        [q for q, _ in told].count(p) for p in range(seats)
    ]


@pytest.mark.rule("C-INV-06")
@every_table
def test_favor_and_points_never_fall(seats: int, seed: int) -> None:
    for before, s in walk(seats, seed):
        for p in range(seats):
            assert s.favor[p] >= before.favor[p]
            assert s.vp[p] >= before.vp[p]


@pytest.mark.rule("C-INV-06")
@every_table
def test_transitions_have_faults_only_in_reverse(seats: int, seed: int) -> None:
    """In reverse VP fall, pieces are given back, and rounds go back."""
    back: set[str] = set()
    for before, s in walk(seats, seed):
        assert GAME.transition_faults(before, s) == []
        back |= {fault.rstrip("0123456789 ") for fault in GAME.transition_faults(s, before)}
    assert {fault.partition(":")[2] for fault in back} >= {
        " goes back to round 4 of decade",
        " a joker or a residence is given back",
    }
    for p in range(seats):
        assert [fault for fault in back if fault.startswith(f"player[{p}].vp: falls from")]


@pytest.mark.rule("C-INV-06")
def test_transition_faults_name_every_impossible_change() -> None:
    m = finished(3, 0)
    before, after = table(m).clone(), table(m).clone()
    before.favor[1] = 9
    before.vp[2] = 400
    before.jokers = replaced(before.jokers, 0, 5)
    before.residences[1] = before.stock.cities
    after.favor[1] = 8
    after.vp[2] = 399
    after.round = 3
    assert GAME.transition_faults(before, after) == [
        "player[0]: a joker or a residence is given back",
        "player[1].favor: falls from 9 to 8",
        "player[1]: a joker or a residence is given back",
        "player[2].vp: falls from 400 to 399",
        "round: goes back to round 3 of decade 3",
    ]


@pytest.mark.rule("C-INV-07")
@every_table
def test_no_more_jokers_are_handed_out_than_allowed(seats: int, seed: int) -> None:
    decades = by_decade(seats, seed, tokens.JOKER)
    assert len(decades) == 3
    assert all(len(given) <= {2: 0, 3: 1, 4: 2}[seats] for given in decades)
    s = table(finished(seats, seed))
    assert sum(s.jokers) == sum(len(given) for given in decades)


@pytest.mark.rule("C-INV-08")
@every_table
def test_points_for_cannons_are_four_times_the_compared_pairs(seats: int, seed: int) -> None:
    for told in by_decade(seats, seed, tokens.CANNONS):
        assert [p for _, p, _, _ in told] == list(range(seats))
        assert sum(points for _, _, points, _ in told) == {2: 4, 3: 12, 4: 16}[seats]


@pytest.mark.rule("C-INV-09")
@every_table
def test_twelve_rounds_three_scorings_twelve_activation_cards(seats: int, seed: int) -> None:
    told = journal(seats, seed)
    began = [(decade, number) for what, _, number, decade in told if what == tokens.ROUND_BEGINS]
    assert began == [(decade, number) for decade in (1, 2, 3) for number in (1, 2, 3, 4)]
    assert [a for what, _, a, _ in told if what == tokens.DECADE_ENDS] == [1, 2, 3]
    for p in range(seats):
        mine = [what for what, seat, _, _ in told if seat == p]
        assert mine.count(tokens.SHOWED_ACTIVATION) == 12
        assert mine.count(tokens.SHOWED_ACTION) == 12
        performed = mine.count(tokens.PERFORMED)
        assert performed + mine.count(tokens.FORFEITED) + mine.count(tokens.COLOURS_DIFFER) == 12


@pytest.mark.rule("C-INV-10")
@every_table
def test_the_same_seed_and_the_same_decisions_give_the_same_end(seats: int, seed: int) -> None:
    m = finished(seats, seed)
    again = samovar.Match(GAME, seats, seed)
    for entry in m.log:
        if entry.seat != NATURE:
            again.play(entry.seat, m.state.box.notation.token(entry.action))
    assert again.position() == m.position()
    assert again.record() == m.record()
