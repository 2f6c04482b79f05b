"""Hidden information (C-RULING-34) never shows in views, texts, options, refusals or logs.

The tests compare pairs of states that differ only in what a seat cannot know: other hands, another draw pile,
other secret choices. They build these states without the code of the rules. ``SAMOVAR_EXAMPLES=10000 pytest
tests/catherine/test_hidden.py`` compares that many pairs.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import cast

import pytest

import samovar
from samovar.games import registry
from samovar.games.catherine import frames, tokens
from samovar.games.catherine.components import COLOURS, ROW
from samovar.games.catherine.state import DISCARD, HANDS, PILE, Catherine
from samovar.kernel import cards
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, UNKNOWN, Event
from samovar.kernel.step import Options
from samovar.match.laws import random_match
from tests.catherine.phase_scenes import STOCK, act, score, seat
from tests.catherine.scene import CARDS, Player, hand, play, scene, table
from tests.hidden import acting_tells_nothing

GAME = registry.game("catherine")
PAIRS = int(os.environ.get("SAMOVAR_EXAMPLES", "400"))
CHOOSING = {frames.CHOOSE_START, frames.PLAY_CARDS}
# By event: which of its numbers are cards.
CARD_EVENTS = {
    tokens.DREW: (2,),
    tokens.LAID: (2,),
    tokens.SHOWED_ACTION: (2,),
    tokens.SHOWED_ACTIVATION: (2,),
    tokens.COLOURS_DIFFER: (2, 3),
    tokens.PERFORMED: (2,),
    tokens.FORFEITED: (2,),
    tokens.PAID: (2,),
    tokens.USED_BONUS: (2,),
}


def decisions(seats: int, seed: int) -> Iterator[Catherine]:
    """The state at every decision of a random game, including Nature's."""
    rng, out = Rng(seed), Options()
    s = cast(Catherine, GAME.start(GAME.standard_box(), seats, {}, out))
    while not s.over:
        yield s
        actors = GAME.actors(s)
        p = actors[rng.below(len(actors))]
        legal = GAME.legal(s, p)
        GAME.play(s, p, legal[rng.below(len(legal))], out)


def in_hand(s: Catherine, p: int) -> list[int]:
    return cards.members_of_sets(s.sets, HANDS + p * COLOURS, COLOURS)


def waiting(s: Catherine) -> set[int]:
    return {f & 255 for f in s.stack()}


def public(s: Catherine) -> set[int]:
    """The open cards: displays and discard pile."""
    return {*s.row, *s.under, *cards.members_of_sets(s.sets, DISCARD, COLOURS)} - {0}


def indistinguishable_state(s: Catherine, observer: int, chance: random.Random) -> Catherine:
    """A state that looks the same to this seat. Everything that it cannot know is different."""
    t = s.clone()
    others = [p for p in range(s.seats) if p != observer]
    unknown = cards.members_of_sets(s.sets, PILE, COLOURS) + [card for p in others for card in in_hand(s, p)]
    chance.shuffle(unknown)
    for colour in range(COLOURS):
        t.sets[PILE + colour] = 0
        for p in others:
            t.sets[HANDS + p * COLOURS + colour] = 0
    for p in others:
        for _ in range(s.held[p]):
            cards.put(t.sets, HANDS + p * COLOURS, unknown.pop())
    for card in unknown:
        cards.put(t.sets, PILE, card)
    if not CHOOSING & waiting(s) or GAME.actors(s) == [NATURE]:
        return t
    for p in others:
        made = other_choice(t, p, chance)
        complete = chance.randrange(len(made)) if s.asked[p] else len(made)
        t.plan[p] = sum(choice << 8 * n for n, choice in enumerate(made[:complete]))
        t.asked[p] = question(t, p, complete) if complete < len(made) else 0
    return t


def other_choice(t: Catherine, p: int, chance: random.Random) -> list[int]:
    """A complete choice: a starting row, or an action card, an activation card and its place."""
    mine = in_hand(t, p)
    if frames.CHOOSE_START in waiting(t):
        return chance.sample(mine, 3)
    free = [place + 1 for place in range(t.row_length(p) + 1) if not t.under[p * ROW + place]]
    return [*chance.sample(mine, 2), chance.choice(free)]


def question(t: Catherine, p: int, made: int) -> int:
    if frames.CHOOSE_START in waiting(t):
        return int(frames.lay(p, made))
    return int([frames.action_card(p), frames.activation_card(p), frames.place(p)][made])


def seen(s: Catherine, observer: int) -> str:
    return GAME.write(GAME.redact(s, observer))


def refused(s: Catherine, observer: int) -> list[tuple[int, str, str]]:
    return [(r.action, r.reason, r.rule) for r in GAME.refusals(s, observer)]


def pairs(n: int) -> Iterator[tuple[Catherine, Catherine, int]]:
    """``n`` states with a seat, and another state that looks the same to this seat."""
    chance = random.Random(2022)
    made = 0
    for seed in range(n):
        for s in decisions(2 + seed % 3, seed):
            if chance.random() < 0.2:
                observer = chance.randrange(s.seats)
                yield s, indistinguishable_state(s, observer, chance), observer
                made += 1
                if made == n:
                    return


@pytest.mark.rule("C-RULING-34", "C-RULING-03")
@pytest.mark.no_cover
def test_states_with_only_hidden_differences_look_the_same() -> None:
    """Views, position texts, options, refusals, actors and scores are the same."""
    kinds: set[frozenset[int]] = set()
    different = 0
    for s, t, observer in pairs(PAIRS):
        assert GAME.faults(t) == []
        assert seen(t, observer) == seen(s, observer)
        one, two = GAME.redact(s, observer), GAME.redact(t, observer)
        for field in ("sets", "held", "plan", "asked", "row", "under", "active", "pile_left", "reveals"):
            assert getattr(one, field) == getattr(two, field), field
        assert GAME.actors(t) == GAME.actors(s)
        assert GAME.legal(t, observer) == GAME.legal(s, observer) == GAME.legal(one, observer)
        assert refused(t, observer) == refused(s, observer) == refused(cast(Catherine, one), observer)
        assert repr(GAME.score(t)) == repr(GAME.score(s)) == repr(GAME.score(one))
        different += GAME.write(s) != GAME.write(t)
        kinds.add(frozenset(waiting(s) & (CHOOSING | {frames.ACTIONS, frames.BOOK_RESIDENCES, frames.DRAW})))
    assert different > PAIRS * 0.9
    assert len(kinds) >= 5


@pytest.mark.rule("C-RULING-34")
@pytest.mark.no_cover
def test_the_result_of_an_action_reveals_nothing_hidden() -> None:
    assert acting_tells_nothing(GAME, pairs(PAIRS // 2), seen) > PAIRS / 4


@pytest.mark.rule("C-RULING-34")
def test_a_view_contains_no_hidden_card() -> None:
    looked = 0
    for s, _, observer in pairs(PAIRS // 2):
        view = cast(Catherine, GAME.redact(s, observer))
        known = {STOCK.card_ids[card] for card in public(s) | set(in_hand(s, observer))}
        named = set(re.findall(r"\b(?:nw|so|ea)\d\d\b", seen(s, observer)))
        assert named <= known
        assert cards.members_of_sets(view.sets, PILE, COLOURS) == []
        for p in range(s.seats):
            if p != observer:
                assert in_hand(view, p) == []
                assert view.plan[p] in (0, UNKNOWN)
        looked += len(CARDS) - len(known) > 30
    assert looked > PAIRS / 4


@pytest.mark.rule("C-RULING-34")
def test_everything_else_is_open() -> None:
    """Displays, tiles, jokers, orders, residences, favor, VP, card counts and the discard pile are open."""
    for s, _, observer in pairs(PAIRS // 4):
        view = cast(Catherine, GAME.redact(s, observer))
        for field in ("row", "under", "tiles", "jokers", "order", "residences", "favor", "vp", "held"):
            assert getattr(view, field) == getattr(s, field), field
        assert view.pile_left == s.pile_left
        assert cards.members_of_sets(view.sets, DISCARD, COLOURS) == cards.members_of_sets(
            s.sets, DISCARD, COLOURS
        )
        assert in_hand(view, observer) == in_hand(s, observer)
        assert view.plan[observer] == s.plan[observer]
        assert view.asked[observer] == s.asked[observer]


@pytest.mark.rule("C-RULING-34", "C-RULING-03")
def test_a_view_does_not_show_how_far_a_choice_got() -> None:
    m = scene("play")
    mine = hand(m, 1)
    before = m.position(0)
    play(m, 1, f"action.{mine[0]}")
    assert m.position(0) == before
    play(m, 1, f"activate.{mine[1]}")
    assert m.position(0) == before
    assert f'plan = ["action.{mine[0]}", "activate.{mine[1]}"]' in m.position(1)
    play(m, 1, "under.4")
    first, _, last = before.rpartition("plan = []")
    done = first.replace('"ActionCard(1)"', '""') + 'plan = ["?"]' + last
    assert m.position(0) == done  # the view shows only that it is made
    assert m.actors() == [0]


def test_a_view_does_not_show_how_far_a_starting_row_got() -> None:
    m = samovar.Match("catherine", 3, seed=4)
    mine = hand(m, 2)
    before = m.position(0)
    play(m, 2, f"lay.{mine[3]}", f"lay.{mine[5]}")
    assert m.position(0) == before
    assert f'plan = ["lay.{mine[3]}", "lay.{mine[5]}"]' in m.position(2)
    play(m, 2, f"lay.{mine[1]}")
    assert m.position(0).count('plan = ["?"]') == 1
    assert m.actors() == [0, 1]


# ---- determinize ----


@pytest.mark.rule("C-RULING-34")
def test_determinize_deals_a_possible_state_and_keeps_what_is_seen() -> None:
    rng = Rng(7)
    for s, _, observer in pairs(PAIRS // 2):
        truth = GAME.write(s)
        guess = cast(Catherine, GAME.determinize(GAME.redact(s, observer), rng))
        assert GAME.faults(guess) == []
        assert seen(guess, observer) == seen(s, observer)
        assert GAME.write(s) == truth
        for p in range(s.seats):
            assert len(in_hand(guess, p)) == s.held[p]
            if p != observer and s.plan[p] and not s.asked[p]:
                chosen = [guess.plan[p] >> 8 * n & 255 for n in range(3)]
                shown = chosen if frames.CHOOSE_START in waiting(s) else chosen[:2]
                assert set(shown) <= set(in_hand(guess, p))
                assert len(set(shown)) == len(shown)


def test_determinize_can_deal_every_unseen_card() -> None:
    """Any unseen card may be in the other hand or chosen by the other, for any free place."""
    m = scene("play")
    mine = hand(m, 1)
    play(m, 1, f"action.{mine[0]}", f"activate.{mine[1]}", "under.4")
    s, rng = table(m), Rng(3)
    unseen = set(STOCK.all_cards()) - public(s) - set(in_hand(s, 0))
    found: list[set[int]] = [set(), set(), set(), set()]
    for _ in range(1500):
        guess = cast(Catherine, GAME.determinize(m.view(0), rng))
        found[0].update(in_hand(guess, 1))
        for n in range(3):
            found[n + 1].add(guess.plan[1] >> 8 * n & 255)
    assert found == [unseen, unseen, unseen, {1, 2, 3, 4}]


@pytest.mark.rule("C-RULING-13", "C-RULING-34")
@pytest.mark.parametrize("observer", [-1, 0])
def test_a_player_who_is_paying_is_dealt_cards_to_pay_with(observer: int) -> None:
    """Cards are paid in ascending order. Dealt at random, a hand may have no higher card.

    The position for a bot that acts at the same time, or for a fork, could then not be read.
    """
    rows = ["nw27", "nw28", "nw29"]
    hands = ["nw01, nw02, nw03", "ea28, ea29, ea30", "ea31, ea32, ea33"]
    m = scene("actions", *(Player(row=row, active=1, hand=own) for row, own in zip(rows, hands, strict=True)))
    for p in (1, 2):
        play(m, p, "perform")
        play(m, p, m.options(p)[0])
    assert [f"Pay({p}" in m.position() for p in range(3)] == [False, True, True]
    rng, dealt = Rng(5), set[str]()
    for _ in range(300):
        guess = GAME.write(GAME.determinize(GAME.redact(m.state, observer), rng))
        read = samovar.Match.from_position(guess)
        assert read.actors() == m.actors()
        dealt.add(str(hand(read, 1)))
    assert len(dealt) > 50


def test_a_determinized_state_plays_to_the_end() -> None:
    for s, _, observer in pairs(PAIRS // 20):
        guess = GAME.determinize(GAME.redact(s, observer), Rng(1))
        GAME.playout(guess, Rng(2), Options())
        assert guess.over
        assert GAME.faults(guess) == []


# ---- the log ----


@cache
def finished(seats: int, seed: int) -> samovar.Match:
    return random_match(GAME, seats, {}, seed)


def cards_in(event: Event) -> set[int]:
    return {event[at] for at in CARD_EVENTS.get(event[0], ())}


@pytest.mark.rule("C-RULING-34")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.no_cover
def test_the_log_of_a_seat_names_no_card_before_it_can_be_seen(seats: int) -> None:
    """The tokens and events a seat sees name only open cards and cards in its own hand."""
    for seed in range(max(2, PAIRS // 500)):
        m = finished(seats, seed)
        s = cast(Catherine, GAME.start(GAME.standard_box(), seats, {}, Options()))
        secret = 0
        for entry in m.log:
            known = [public(s) | set(in_hand(s, p)) for p in range(seats)]
            GAME.play(s, entry.seat, entry.action, Options())
            paid = {event[2] for event in entry.events if event[0] == tokens.PAID}  # seen by all
            for p in range(seats):
                known[p] |= public(s) | set(in_hand(s, p)) | paid
                named: set[int] = set()
                for event in m.events(entry, p):
                    named |= cards_in(event)
                token = m.state.box.notation.token(entry.action)
                if entry.witnesses >> p & 1 and token.partition(".")[2] in CARDS:
                    named.add(entry.action & 255)
                assert named - {UNKNOWN} <= known[p], token
                secret += not entry.witnesses >> p & 1
        assert secret > 12 * 3 * seats * (seats - 1)  # at least the pairs of cards of all rounds


@pytest.mark.rule("C-RULING-34")
def test_only_the_owner_sees_a_drawn_card() -> None:
    m = act(seat("nw22", hand=1))
    play(m, 0, "perform")
    dealt = [entry for entry in m.log if entry.seat == NATURE][:2]
    for entry in dealt:
        (event,) = [event for event in entry.events if event[0] == tokens.DREW]
        assert entry.witnesses == 1
        assert m.events(entry, 0)[0] == event
        assert m.events(entry, 1)[0] == (tokens.DREW, 0, UNKNOWN, event[3])


@pytest.mark.rule("C-RULING-03", "C-RULING-34")
def test_only_the_owner_sees_a_secret_choice_and_all_see_an_open_one() -> None:
    m = scene("play")
    mine = hand(m, 1)
    play(m, 1, f"action.{mine[0]}", f"activate.{mine[1]}", "under.4")
    assert [entry.witnesses & 3 for entry in m.log] == [2, 2, 2]
    m = samovar.Match("catherine", 2)
    play(m, 0, f"lay.{hand(m, 0)[0]}")
    assert m.log[-1].witnesses & 3 == 1
    m = score(seat(books=1), seat())
    play(m, 0, "build.riga")
    assert m.log[0].witnesses & 3 == 3
    m = act(seat("nw17", hand="ea01 ea02 ea03"))
    play(m, 0, "perform", "pay.ea01", "decline")
    assert [entry.witnesses & 3 for entry in m.log if entry.seat == 0] == [3, 3, 3]


@pytest.mark.rule("C-RULING-34")
def test_a_dealt_order_is_open() -> None:
    m = samovar.Match("catherine", 3)
    dealt = [entry for entry in m.log if STOCK.notation.token(entry.action).startswith("order.")]
    assert len(dealt) == 3
    assert all(entry.witnesses & 7 == 7 for entry in dealt)
    assert all(f'order = "order{int(order)}"' in m.position(0) for order in table(m).order)
