"""The knowledge of bots about Catherine: values and priors."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

import samovar
from samovar.bots.knowledge import registry
from samovar.bots.knowledge.catherine import CatherineKnowledge
from samovar.bots.knowledge.knowledge import FULL_PROGRESS, POINT
from samovar.games import registry as games
from samovar.games.catherine.state import Catherine
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, State, zeros
from samovar.kernel.step import MAX_OPTIONS, Options
from tests.bots.weights import played
from tests.catherine.scene import Player, play, scene, table

GAME = games.game("catherine")
KNOWLEDGE = cast(CatherineKnowledge, registry.knowledge(GAME))


def weighed(m: samovar.Match, seat: int = 0) -> dict[str, int]:
    """The weight of every option of a seat by its token."""
    out, weights = Options(), zeros(MAX_OPTIONS)
    GAME.legal_into(m.state, seat, out)
    KNOWLEDGE.set_priors(m.state, seat, out, weights)
    return {m.state.box.notation.token(out.items[i]): int(weights[i]) for i in range(out.n)}


def likeliest(m: samovar.Match) -> str:
    found = weighed(m)
    return max(found, key=lambda token: found[token])


def worth(m: samovar.Match, p: int = 0) -> int:
    return int(KNOWLEDGE.value(m.state, p))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_option_has_a_weight_and_the_final_value_is_the_points(seats: int, seed: int) -> None:
    out = Options()
    s = GAME.start(GAME.standard_box(), seats, {}, out)
    weights = played(GAME, KNOWLEDGE, s, Rng(seed), out)
    assert min(weights) >= 0
    assert max(weights) <= 10_000
    assert [KNOWLEDGE.value(s, p) for p in range(seats)] == [
        score.total * POINT for score in GAME.score(s)
    ], "nothing breaks a tie in Catherine"


@pytest.mark.parametrize("seats", [2, 4])
def test_progress_rises_from_the_beginning_to_the_end(seats: int) -> None:
    out, rng = Options(), Rng(seats)
    s = cast(Catherine, GAME.start(GAME.standard_box(), seats, {}, out))
    before = 0
    assert KNOWLEDGE.progress(s) == 0
    while s.depth > 0:
        now = int(KNOWLEDGE.progress(s))
        assert before <= now < FULL_PROGRESS
        before = now
        if out.seat == NATURE:
            GAME.play(s, NATURE, GAME.chance(s, out, rng), out)
        else:
            GAME.play(s, out.seat, out.items[rng.below(out.n)], out)
    assert before > FULL_PROGRESS * 9 // 10


def test_the_action_row_gets_a_card_that_can_be_activated_at_once() -> None:
    """Three points now with the other blue card are worth more than a Treasury that cannot be paid."""
    m = scene(
        "play", Player(row="so13, so14, ea13", hand="nw31, nw13, ea14, so34", favor=0), round=4, decade=3
    )
    assert likeliest(m) == "action.nw31"


def test_a_card_of_the_right_colour_is_played_under_the_action() -> None:
    m = scene("play", Player(row="ea31, so13, nw13", hand="nw14, ea13, so14"), round=1)
    play(m, 0, "action.nw14")
    assert likeliest(m) == "activate.ea13"
    play(m, 0, "activate.ea13")
    assert likeliest(m) == "under.1"


def test_an_action_that_brings_points_is_not_forfeited() -> None:
    m = scene("actions", Player(row="nw31", active=1, hand=3))
    found = weighed(m)
    assert found["perform"] > 4 * found["forfeit"]


def test_a_treasury_is_paid_with_three_cards_of_one_colour() -> None:
    m = scene("actions", Player(row="ea13", active=1, hand="nw13, so13, so14, so31, ea14", favor=6))
    play(m, 0, "perform")
    assert likeliest(m) == "pay.so13"
    play(m, 0, "pay.so13")
    assert likeliest(m) == "pay.so14"


def test_a_building_card_is_kept_rather_than_a_useless_one() -> None:
    """An Academy without a book in the row has no worth, but a residence always has."""
    m = scene("actions", Player(row="nw17", active=1, hand="nw01, nw15", shows={"book": 0}))
    play(m, 0, "perform")
    found = weighed(m)
    assert found["pay.nw15"] > found["pay.nw01"]


def test_a_residence_is_built_where_the_order_wants_the_tile() -> None:
    """The order shows three caviar and one food, and the food is owned already."""
    m = scene("actions", Player(row="nw06", active=1, order="order7", residences="novorossiya"))
    play(m, 0, "perform")
    found = weighed(m)
    assert found["build.reval"] > found["build.riga"]


def test_at_the_end_a_residence_goes_where_the_largest_group_is() -> None:
    """A road connects Riga to Smolensk, but none connects St. Petersburg to it."""
    m = scene(
        "actions",
        Player(row="nw08", active=1, residences="kiev, smolensk", favor=14, order="order1"),
        round=4,
        decade=3,
    )
    play(m, 0, "perform")
    found = weighed(m)
    assert found["build.riga"] > found["build.st_petersburg"]


def test_a_residence_for_books_is_never_declined() -> None:
    m = scene("scoring", Player(shows={"book": 3}), Player(shows={"book": 0}))
    found = weighed(m)
    assert found["decline"] == 0
    assert max(found.values()) > 0


def test_each_starting_row_has_weight_in_one_order_only() -> None:
    out, rng = Options(), Rng(5)
    s = GAME.start(GAME.standard_box(), 2, {}, out)
    while out.seat == NATURE:
        GAME.play(s, NATURE, GAME.chance(s, out, rng), out)
    seen: list[frozenset[int]] = []
    _rows(s, [], seen)
    assert len(seen) == len(set(seen)) == 20  # three of six cards


def _rows(s: State, laid: list[int], seen: list[frozenset[int]]) -> None:
    if len(laid) == 3:
        seen.append(frozenset(laid))
        return
    out, weights = Options(), zeros(MAX_OPTIONS)
    GAME.legal_into(s, 0, out)
    KNOWLEDGE.set_priors(s, 0, out, weights)
    for a, weight in zip(out.list(), list(weights), strict=False):
        if weight:
            after = s.clone()
            GAME.play(after, 0, a, Options())
            _rows(after, [*laid, a & 255], seen)


ROW = "ea17, ea18, so17, so18, nw17"
HAND = "nw13, so13, ea13"
PLAIN = Player(row=ROW, hand=HAND, order="order1")


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (replace(PLAIN, vp=5), PLAIN),
        (replace(PLAIN, favor=5), PLAIN),
        (replace(PLAIN, residences="kiev"), PLAIN),
        (replace(PLAIN, residences="kiev, smolensk"), replace(PLAIN, residences="kiev, siberia")),
        (PLAIN, replace(PLAIN, hand="nw13, so13")),
    ],
    ids=["points", "favor", "residence", "connected", "cards"],
)
@pytest.mark.parametrize("decade", [1, 2, 3])
def test_more_is_worth_more(better: Player, worse: Player, decade: int) -> None:
    assert worth(scene("draw", better, decade=decade)) > worth(scene("draw", worse, decade=decade))


@pytest.mark.parametrize("symbol", ["book", "cannon"])
def test_books_and_cannons_are_worth_more_if_the_others_have_fewer(symbol: str) -> None:
    ahead = scene("draw", PLAIN, Player(shows={symbol: 0}))
    behind = scene("draw", PLAIN, Player(shows={symbol: 5}))
    assert worth(ahead) > worth(behind)


def test_weighing_does_not_change_the_state() -> None:
    m = scene("play", Player(hand=5))
    before = m.position()
    weighed(m)
    worth(m)
    assert m.position() == before
    assert table(m).held[0] == 5
