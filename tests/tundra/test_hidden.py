"""Hidden information (T-RULING-SETUP-06): a seat learns nothing beyond its view.

The tests compare pairs of states that differ only in what a seat cannot know: starter cards and secret
choices of others, and their personal goals. The pairs are made here, not by the rules.
``SAMOVAR_EXAMPLES=10000 pytest tests/tundra/test_hidden.py`` compares that many pairs.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from typing import cast

import pytest

import samovar
from samovar.games import registry
from samovar.games.tundra import frames, tokens
from samovar.games.tundra.components import BOARDS
from samovar.games.tundra.state import Tundra
from samovar.kernel import cards
from samovar.kernel.fields import field_names
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, UNKNOWN, View, replaced
from samovar.kernel.step import Options
from samovar.match.laws import random_match
from tests.hidden import acting_tells_nothing
from tests.tundra.scene import (
    PERSONAL,
    Player,
    begun,
    dealt,
    personal,
    play,
    play_at_random,
    scene,
    starters,
    table,
    tiles,
)

GAME = registry.game("tundra")
PAIRS = int(os.environ.get("SAMOVAR_EXAMPLES", "300"))
MODULES = {"titles": "on", "personal_goals": "on"}
LATER = {**MODULES, "starters_after_goals": "on"}


def decisions(seats: int, options: dict[str, str], seed: int) -> Iterator[Tundra]:
    """The state at every decision of a random game, Nature's included."""
    rng, out = Rng(seed), Options()
    s = cast(Tundra, GAME.start(GAME.standard_box(), seats, options, out))
    while not s.over:
        yield s
        actors = GAME.actors(s)
        p = actors[rng.below(len(actors))]
        legal = GAME.legal(s, p)
        GAME.play(s, p, legal[rng.below(len(legal))], out)


def choosing(s: Tundra) -> bool:
    return frames.CHOOSE_STARTERS in {f & 255 for f in s.stack()}


def indistinguishable_state(s: Tundra, viewer: int, chance: random.Random) -> Tundra:
    """A state that looks the same to this seat and differs in everything that it cannot know."""
    t = s.clone()
    others = [p for p in range(s.seats) if p != viewer]
    unseen = [card for card in range(1, len(s.stock.starter_ids)) if not s.dealt[viewer] >> card & 1]
    unseen = [card for card in unseen if s.stock.starter_dots[card] <= s.seats]
    chance.shuffle(unseen)
    for p in others:
        t.dealt[p] = cards.of([unseen.pop() for _ in range(cards.count(s.dealt[p]))])
    goals = [
        goal
        for goal in range(1, len(s.stock.personal))
        if s.stock.personal[goal].dots <= s.seats and goal != s.personal[viewer]
    ]
    chance.shuffle(goals)
    for p in others:
        if s.personal[p]:
            t.personal = replaced(t.personal, p, goals.pop())
    if not choosing(s) or GAME.actors(s) == [NATURE]:
        return t
    for p in others:
        kept = sorted(chance.sample(cards.members(t.dealt[p]), 2))
        boards = chance.sample(range(BOARDS), 2)
        made = chance.randrange(2) if s.asked[p] else 2
        plan = [card << 2 | board for card, board in zip(kept, boards, strict=True)]
        t.plan[p] = sum(choice << 8 * n for n, choice in enumerate(plan[:made]))
        t.asked[p] = int(frames.keep(p, made)) if made < 2 else 0
    return t


def seen(s: Tundra, viewer: int) -> str:
    return GAME.write(GAME.redact(s, viewer))


def refused(s: Tundra | View, viewer: int) -> list[tuple[int, str, str]]:
    return [(r.action, r.reason, r.rule) for r in GAME.refusals(cast(Tundra, s), viewer)]


def pairs(n: int) -> Iterator[tuple[Tundra, Tundra, int]]:
    """Pairs of states that a seat cannot distinguish, and the seat. About half are from the set-up."""
    chance = random.Random(2024)
    made = 0
    for seed in range(n):
        for s in decisions(2 + seed % 3, LATER if seed % 2 else MODULES, seed):
            if chance.random() < (0.03 if s.round else 0.3):
                viewer = chance.randrange(s.seats)
                yield s, indistinguishable_state(s, viewer, chance), viewer
                made += 1
                if made == n:
                    return


@pytest.mark.rule("T-RULING-SETUP-06", "T-RULING-SETUP-04", "T-PGOAL-01")
@pytest.mark.no_cover
def test_a_seat_cannot_distinguish_the_states_of_a_pair() -> None:
    """Views, position texts, options, refusals, actors and the score of the view are equal."""
    different, in_setup = 0, 0
    for s, t, viewer in pairs(PAIRS):
        assert GAME.faults(t) == []
        assert seen(t, viewer) == seen(s, viewer)
        one, two = GAME.redact(s, viewer), GAME.redact(t, viewer)
        for field in field_names(s):
            assert getattr(one, field) == getattr(two, field), field
        assert GAME.actors(t) == GAME.actors(s)
        assert GAME.legal(t, viewer) == GAME.legal(s, viewer) == GAME.legal(one, viewer)
        assert refused(t, viewer) == refused(s, viewer) == refused(one, viewer)
        assert repr(GAME.score(one)) == repr(GAME.score(two))
        different += GAME.write(s) != GAME.write(t)
        in_setup += s.round == 0
    assert different > PAIRS * 0.6
    assert PAIRS * 0.2 < in_setup < PAIRS * 0.9


@pytest.mark.rule("T-RULING-SETUP-04", "T-RULING-SETUP-06")
def test_own_actions_of_a_seat_reveal_nothing_hidden() -> None:
    assert acting_tells_nothing(GAME, pairs(PAIRS // 2), seen) > PAIRS / 8


@pytest.mark.rule("T-RULING-SETUP-06", "T-RULING-SETUP-04")
def test_a_view_contains_nothing_hidden() -> None:
    looked = 0
    for s, _, viewer in pairs(PAIRS // 2):
        text = seen(s, viewer)
        view = cast(Tundra, GAME.redact(s, viewer))
        ids = s.stock.starter_ids
        known = {ids[card] for card in [*cards.members(s.dealt[viewer]), *s.starter] if card}
        named = set(re.findall(r"\bs\d\d(?=[\"_])", text))
        assert named <= known
        goals = {id for id in PERSONAL if f'"{id}"' in text}
        assert goals <= {s.stock.personal[s.personal[viewer]].id}
        for p in range(s.seats):
            if p != viewer:
                assert view.dealt[p] <= 0
                assert view.plan[p] in (0, UNKNOWN)
                assert view.personal[p] in (0, UNKNOWN)
                looked += bool(s.dealt[p] or s.personal[p])
    assert looked > PAIRS / 2


@pytest.mark.rule("T-RULING-SETUP-06")
def test_everything_else_is_open() -> None:
    hidden = {"dealt", "plan", "personal", "asked"}
    for s, _, viewer in pairs(PAIRS // 4):
        view = cast(Tundra, GAME.redact(s, viewer))
        for field in field_names(s):
            if field not in hidden:
                assert getattr(view, field) == getattr(s, field), field
        for field in hidden:
            assert getattr(view, field)[viewer] == getattr(s, field)[viewer]


# ---- starter cards ----


@pytest.mark.rule("T-RULING-SETUP-04")
def test_a_view_does_not_show_how_far_a_choice_got() -> None:
    m = begun(3, 2)
    first, second = dealt(m, 1)[:2]
    before = m.position(0)
    assert 'dealt = ["?", "?", "?", "?"]' in before
    play(m, 1, f"keep.{first}_trade")
    assert m.position(0) == before
    assert f'plan = ["keep.{first}_trade"]' in m.position(1)
    play(m, 1, f"keep.{second}_travel")
    assert m.position(0).count('plan = ["?"]') == 1  # only that a choice is made
    assert first not in m.position(0)
    assert m.actors() == [0, 2]


@pytest.mark.rule("T-RULING-SETUP-04")
def test_rejected_cards_stay_secret_for_ever() -> None:
    m = begun(2, 3)
    hands = [dealt(m, p) for p in range(2)]
    for p in range(2):
        play(m, p, f"keep.{hands[p][0]}_trade", f"keep.{hands[p][2]}_travel")
    for p in range(2):
        assert starters(m, p) == {"travel": hands[p][2], "trade": hands[p][0]}
        for rejected in (hands[1 - p][1], hands[1 - p][3]):
            assert rejected not in m.position(p)
    play_at_random(m)
    assert hands[0][1] not in m.position(1)


@pytest.mark.rule("T-RULING-SETUP-04")
def test_only_the_owner_witnesses_a_secret_choice() -> None:
    m = begun(3, 2)
    first, second = dealt(m, 1)[:2]
    play(m, 1, f"keep.{first}_trade", f"keep.{second}_travel")
    assert [entry.witnesses & 7 for entry in m.log if entry.seat == 1] == [2, 2]


@pytest.mark.rule("T-RULING-SETUP-06")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_only_the_owner_witnesses_the_deal_of_starter_cards_and_personal_goals(seats: int) -> None:
    m = random_match(GAME, seats, MODULES, 1)
    secret = {tokens.DEALT_STARTER, tokens.DEALT_PERSONAL}
    found = 0
    for entry in m.log:
        token = m.state.box.notation.token(entry.action)
        for event in entry.events:
            if event[0] in secret:
                found += 1
                owner = event[1]
                assert token.startswith(("deal.", "personal."))
                assert entry.witnesses & (1 << seats) - 1 == 1 << owner
                for p in range(seats):
                    shown = event if p == owner else (event[0], owner, UNKNOWN, event[3])
                    assert shown in m.events(entry, p)
                    assert p == owner or event not in m.events(entry, p)
    assert found == 4 * seats + seats


@pytest.mark.rule("T-RULING-SETUP-06")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_log_of_a_seat_names_nothing_secret_before_it_is_revealed(seats: int) -> None:
    """A seat witnesses starter cards of others only when they are kept, and goals of others never."""
    m = random_match(GAME, seats, LATER, 4)
    notation = m.state.box.notation
    mine: list[set[str]] = [set() for _ in range(seats)]
    for entry in m.log:
        token = notation.token(entry.action)
        verb, _, rest = token.partition(".")
        for p in range(seats):
            dealt_now = [a for what, _, a, _ in m.events(entry, p) if what == tokens.DEALT_STARTER]
            mine[p].update(table(m).stock.starter_ids[card] for card in dealt_now if card != UNKNOWN)
            if not entry.witnesses >> p & 1:
                continue
            if verb in ("deal", "keep"):
                assert rest.partition("_")[0] in mine[p]
            elif verb == "personal":
                assert rest == personal(m, p)
    assert [len(cards_seen) for cards_seen in mine] == [4] * seats
    assert len(set.union(*mine)) == 4 * seats


# ---- personal goals and the score ----


@pytest.mark.rule("T-PGOAL-01")
def test_a_seat_sees_no_points_of_other_personal_goals_before_the_end() -> None:
    m = scene(Player(vp=3, goal="day_off"), Player(vp=5, goal="frugality"), round=4)
    truth = [score.breakdown["personal_goal"] for score in m.scores()]
    assert truth == [17, 17]
    for p in range(2):
        shown = m.game.score(m.view(p))
        assert shown[p].breakdown == m.scores()[p].breakdown
        assert shown[1 - p].breakdown == {"in_game": 5 if p == 0 else 3, "personal_goal": 0}
    for p in (0, 1):
        play(m, p, "place.travel_1", "end")
    assert m.over
    for p in range(2):
        assert repr(m.game.score(m.view(p))) == repr(m.scores())
        assert personal(m, 1 - p) in m.position(p)


# ---- glades ----


@pytest.mark.rule("T-GLADE-06", "T-RULING-SETUP-06")
def test_no_state_contains_the_face_down_glades() -> None:
    """A state contains only the set of face-down tiles. A tile is drawn when a glade is opened."""
    m = begun(2, 5)
    s = table(m)
    face_down = [space for space in range(1, s.layout.glades + 1) if space not in tiles(m)]
    assert len(face_down) == 12 - 4
    assert all(s.tile[space] == 0 for space in face_down)
    left = [s.stock.glade_ids[tile] for tile in cards.members(s.closed)]
    assert sorted([*left, *tiles(m).values()]) == [f"g{n:02}" for n in range(1, 13)]
    for text in (m.position(), m.position(0), m.position(1)):
        assert not [id for id in left if id in text]
    for space in face_down:
        t = s.clone()
        t.push(frames.open_glade(space))
        options = [s.stock.notation.token(a) for a in GAME.legal(t, NATURE)]
        assert options == [f"open.{id}" for id in left]


@pytest.mark.rule("T-RULING-SETUP-06")
def test_no_state_contains_the_order_of_the_deck() -> None:
    m = begun(2, 5, starters_after_goals="on")
    s = table(m)
    left = [s.stock.city_ids[card] for card in cards.members(s.deck)]
    assert len(left) == 36
    assert not [id for id in left if f'"{id}"' in m.position()]
    t = s.clone()
    t.push(frames.deal_city())
    assert [s.stock.notation.token(a) for a in GAME.legal(t, NATURE)] == [f"city.{id}" for id in left]


# ---- determinize ----


@pytest.mark.rule("T-RULING-SETUP-06")
def test_determinize_deals_a_possible_state_and_keeps_what_is_seen() -> None:
    rng = Rng(7)
    for s, _, viewer in pairs(PAIRS // 2):
        truth = GAME.write(s)
        guess = cast(Tundra, GAME.determinize(GAME.redact(s, viewer), rng))
        assert GAME.faults(guess) == []
        assert seen(guess, viewer) == seen(s, viewer)
        assert GAME.write(s) == truth
        for p in range(s.seats):
            assert cards.count(guess.dealt[p]) == cards.count(s.dealt[p])
            assert bool(guess.personal[p]) == bool(s.personal[p])
            if p != viewer and s.plan[p] and not s.asked[p]:
                chosen = [guess.plan[p] >> 8 * n & 255 for n in range(2)]
                assert chosen[0] >> 2 < chosen[1] >> 2
                assert chosen[0] & 3 != chosen[1] & 3
                assert {choice >> 2 for choice in chosen} <= set(cards.members(guess.dealt[p]))


def test_determinize_can_deal_every_unseen_card() -> None:
    m = begun(2, 2, personal_goals="on", starters_after_goals="on")
    mine = dealt(m, 1)
    play(m, 1, f"keep.{mine[0]}_trade", f"keep.{mine[1]}_travel")
    s, rng = table(m), Rng(3)
    goals: set[int] = set()
    chosen: set[int] = set()
    for _ in range(600):
        guess = cast(Tundra, GAME.determinize(m.view(0), rng))
        assert guess.dealt[1] == s.dealt[1]  # with two players: all cards that are not in the own hand
        goals.add(int(guess.personal[1]))
        chosen.update(int(guess.plan[1] >> 8 * n & 255) for n in range(2))
    allowed = {n for n in range(1, 12) if s.stock.personal[n].dots == 0}
    assert goals == allowed - {int(s.personal[0])}
    assert chosen == {card << 2 | board for card in cards.members(s.dealt[1]) for board in range(4)}


def test_a_determinized_state_plays_to_the_end() -> None:
    for s, _, viewer in pairs(PAIRS // 20):
        guess = GAME.determinize(GAME.redact(s, viewer), Rng(1))
        GAME.playout(guess, Rng(2), Options())
        assert guess.over
        assert GAME.faults(guess) == []


def test_a_position_as_a_seat_sees_it_cannot_be_played_from() -> None:
    m = begun(2, 2, personal_goals="on", starters_after_goals="on")
    with pytest.raises(samovar.BadInput) as error:
        samovar.Match.from_position(m.position(0), game=GAME)
    hidden = "a match cannot start from a position with hidden cards"
    assert f"player[1].dealt: {hidden}" in error.value.faults
    assert f"player[1].goal: {hidden}" in error.value.faults
