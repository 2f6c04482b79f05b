"""Invariants after every action of random games, Nature's draws included, on all maps with all modules.

``SAMOVAR_EXAMPLES=50 pytest tests/tundra/test_invariants.py`` plays more games.
"""

from __future__ import annotations

import os
from functools import cache
from typing import cast

import pytest

from samovar.games import registry
from samovar.games.tundra import frames, tokens
from samovar.games.tundra.components import BERRY, BOARDS, GOODS, MARKET_PLACES, WORKERS
from samovar.games.tundra.state import Tundra
from samovar.kernel import cards, counts
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, Event
from samovar.kernel.step import Options
from tests.tundra.scene import CITY, GLADES, STARTERS

GAME = registry.game("tundra")
GAMES = int(os.environ.get("SAMOVAR_EXAMPLES", "1"))
TABLES = [
    (seats, number, seed)
    for seats in (2, 3, 4)
    for number in range(len(GAME.option_sets(seats)))
    for seed in range(GAMES)
]
every_table = pytest.mark.parametrize(("seats", "number", "seed"), TABLES)


class Moment:
    """The state after an action, the action and its events."""

    def __init__(self, s: Tundra, seat: int, action: int, events: list[Event]) -> None:
        self.s = s
        self.seat = seat
        self.verb = action >> 8
        self.events = events


@cache
def history(seats: int, number: int, seed: int) -> list[Moment]:
    """All moments of a random game with one of the option sets."""
    rng, out = Rng(seed), Options()
    s = cast(Tundra, GAME.start(GAME.standard_box(), seats, GAME.option_sets(seats)[number], out))
    found = [Moment(s.clone(), NATURE, 0, [])]
    while not s.over:
        actors = GAME.actors(s)
        seat = actors[rng.below(len(actors))]
        GAME.legal_into(s, seat, out)
        action = GAME.chance(s, out, rng) if seat == NATURE else out.items[rng.below(out.n)]
        events: list[Event] = []
        s.journal = events
        GAME.play(s, seat, action, out)
        found.append(Moment(s.clone(), seat, action, events))
    return found


def tables(seats: int, number: int, seed: int) -> list[Tundra]:
    return [moment.s for moment in history(seats, number, seed)]


def waiting(s: Tundra, *steps: int) -> list[int]:
    return [f for f in s.stack() if f & 255 in steps]


def pieces(s: Tundra, p: int) -> list[int]:
    return [int(space) for space in s.workers[p * WORKERS : p * WORKERS + WORKERS] if space]


@pytest.mark.rule("T-SETUP-15", "T-CITY-02")
@every_table
@pytest.mark.no_cover
def test_every_city_card_occurs_once(seats: int, number: int, seed: int) -> None:
    for s in tables(seats, number, seed):
        found = cards.members(s.deck) + cards.members(s.market) + cards.members(s.discard)
        for p in range(seats):
            found += cards.members(s.ready[p]) + cards.members(s.exhausted[p])
        found += [card for card in s.enhancement if card]
        found += [f >> 12 & 255 for f in waiting(s, frames.UNDER, frames.REPLACE)]
        assert sorted(s.stock.city_ids[card] for card in found) == sorted(CITY)


@pytest.mark.rule("T-SETUP-05", "T-GLADE-06")
@every_table
def test_every_glade_in_use_occurs_once(seats: int, number: int, seed: int) -> None:
    in_use = sorted(id for id, glade in GLADES.items() if glade["dots"] <= seats)
    assert len(in_use) == 6 * seats
    opened: dict[int, int] = {}
    for s in tables(seats, number, seed):
        lying = {space: int(s.tile[space]) for space in range(1, s.layout.glades + 1) if s.tile[space]}
        found = cards.members(s.closed) + list(lying.values())
        assert sorted(s.stock.glade_ids[tile] for tile in found) == in_use
        assert lying.items() >= opened.items()  # an open glade never changes
        opened = lying
        assert not any(s.tile[space] for space in range(s.layout.glades + 1, s.layout.spaces + 1))


@pytest.mark.rule("T-SETUP-12", "T-SETUP-13")
@every_table
def test_no_starter_card_occurs_twice_and_each_player_keeps_two(seats: int, number: int, seed: int) -> None:
    in_use = {id for id, card in STARTERS.items() if card["dots"] <= seats}
    for s in tables(seats, number, seed):
        found = [card for p in range(seats) for card in cards.members(s.dealt[p])]
        found += [card for card in s.starter if card]
        ids = [s.stock.starter_ids[card] for card in found]
        assert len(set(ids)) == len(ids)
        assert set(ids) <= in_use
        for p in range(seats):
            kept = [card for card in s.starter[p * BOARDS : p * BOARDS + BOARDS] if card]
            assert len(kept) == (2 if s.round else len(kept))
            assert len(kept) in (0, 2)


@pytest.mark.rule("T-RES-01", "T-RES-02")
@every_table
def test_goods_stay_within_their_tracks(seats: int, number: int, seed: int) -> None:
    for s in tables(seats, number, seed):
        for p in range(seats):
            for item in range(GOODS):
                assert 0 <= s.have[p * GOODS + item] <= (20 if item == BERRY else 10)


@pytest.mark.rule("T-VP-01")
@every_table
def test_vp_never_fall_and_equal_those_of_the_events(seats: int, number: int, seed: int) -> None:
    scored = [0] * seats
    before = [0] * seats
    for moment in history(seats, number, seed):
        for what, p, a, b in moment.events:
            if what == tokens.BOARD_VP:
                scored[p] += a
            elif what == tokens.SCORED_GOAL or (what == tokens.GAINED and a == 4):
                scored[p] += b
        now = [int(moment.s.vp[p]) for p in range(seats)]
        assert all(new >= old for new, old in zip(now, before, strict=True))
        assert now == scored
        before = now


@pytest.mark.rule("T-GLADE-05", "T-GEN-02")
@every_table
def test_one_tower_a_glade_four_a_player_and_none_is_ever_lost(seats: int, number: int, seed: int) -> None:
    before = [0] * seats
    for s in tables(seats, number, seed):
        standing = [space for p in range(seats) for space in cards.members(s.towers[p])]
        assert len(set(standing)) == len(standing)
        for p in range(seats):
            assert cards.count(s.towers[p]) + s.towers_in_supply(p) == 4
            assert s.towers_in_supply(p) >= 0
            assert s.towers[p] & before[p] == before[p]
            assert all(s.is_glade(space) and s.tile[space] for space in cards.members(s.towers[p]))
        before = [int(s.towers[p]) for p in range(seats)]


@pytest.mark.rule("T-GEN-02", "T-RULING-MOVE-05")
@every_table
def test_six_workers_each_all_on_open_tiles(seats: int, number: int, seed: int) -> None:
    for s in tables(seats, number, seed):
        opening = {f >> 12 & 255 for f in waiting(s, frames.OPEN_GLADE)}
        for p in range(seats):
            assert len(pieces(s, p)) + s.workers_in_supply(p) == 6
            for space in pieces(s, p):
                assert 1 <= space <= s.layout.spaces
                assert not s.is_glade(space) or s.tile[space] or space in opening
            if not any(s.visited):
                assert pieces(s, p) == sorted(pieces(s, p))


@pytest.mark.rule("T-RULING-DICE-08", "T-TITLE-04")
@every_table
def test_seven_dice_each_and_eight_with_wisdom(seats: int, number: int, seed: int) -> None:
    """The state counts dice on player board, slots and supply. Dice on goals and set aside follow from
    actions.
    """
    elsewhere = [0] * seats
    round = 0
    eight = 0
    for moment in history(seats, number, seed):
        s = moment.s
        if moment.verb in (tokens.GOAL, tokens.ASIDE):
            elsewhere[moment.seat] += 1
        if s.round != round:
            round, elsewhere = int(s.round), [0] * seats
        for p in range(seats):
            if s.title[p] == 0:
                continue
            dice = sum(int(counts.get(s.dice[p], value)) for value in range(7))
            most = 8 if s.title_of(p).id == "wisdom" else 7
            eight += most == 8
            assert dice + cards.count(s.slots[p]) + s.spare[p] + elsewhere[p] == most
            assert s.spare[p] >= 0
    assert eight == 0 or GAME.option_sets(seats)[number]["titles"] == "on"


@pytest.mark.rule("T-ROUND-08", "T-FREE-07", "T-ROUND-02")
@every_table
def test_every_die_is_used_and_a_bought_one_means_one_more_turn(seats: int, number: int, seed: int) -> None:
    events = [event for moment in history(seats, number, seed) for event in moment.events]
    end = history(seats, number, seed)[-1].s
    rounds: list[list[Event]] = []
    for event in events:
        if event[0] == tokens.ROUND_BEGINS:
            rounds.append([])
        elif rounds:
            rounds[-1].append(event)
    assert len(rounds) == 4
    for n, events in enumerate(rounds):
        for p in range(seats):
            mine = [what for what, seat, _, _ in events if seat == p]
            used = [mine.count(what) for what in (tokens.PLACED, tokens.SCORED_GOAL, tokens.SET_ASIDE)]
            dice = (4, 4, 5, 5)[n] + (end.title_of(p).id == "determined")
            assert sum(used) == mine.count(tokens.TURN_BEGINS) == dice + mine.count(tokens.BOUGHT)


@pytest.mark.rule("T-CITY-04", "T-CITY-05")
@every_table
def test_no_more_advisors_and_enhancements_than_the_title_allows(seats: int, number: int, seed: int) -> None:
    for s in tables(seats, number, seed):
        for p in range(seats):
            held = cards.count(s.ready[p] | s.exhausted[p])
            one_more = any(f >> 8 & 15 == p for f in waiting(s, frames.DISMISS))
            assert held <= s.title_of(p).advisors + one_more
            for board in range(BOARDS):
                at = (p * BOARDS + board) * MARKET_PLACES
                under = [card for card in s.enhancement[at : at + MARKET_PLACES] if card]
                assert len(under) <= s.title_of(p).market_places or not under


@pytest.mark.rule("T-GEN-01", "T-ROUND-15")
@every_table
def test_four_rounds_and_the_token_goes_round(seats: int, number: int, seed: int) -> None:
    events = [event for moment in history(seats, number, seed) for event in moment.events]
    began = [(int(a), int(p)) for what, p, a, _ in events if what == tokens.ROUND_BEGINS]
    first = began[0][1]
    assert began == [(n + 1, (first + n) % seats) for n in range(4)]


@every_table
@pytest.mark.no_cover
def test_no_state_of_a_game_has_a_fault(seats: int, number: int, seed: int) -> None:
    for s in tables(seats, number, seed):
        assert GAME.faults(s) == []
        assert GAME.stack_faults(s) == []


@every_table
def test_the_market_is_never_larger_than_the_board(seats: int, number: int, seed: int) -> None:
    for s in tables(seats, number, seed):
        assert cards.count(s.market) <= seats + 2
        assert s.blocked & ~s.goals == 0
        if s.round:
            assert cards.count(s.goals) == seats
