"""Sections 7, 8 and 9: the favor track, the hand limit, counting victory points."""

from __future__ import annotations

import pytest

import samovar
from samovar.games.catherine import tokens
from samovar.games.catherine.game import GAME
from samovar.games.catherine.hand import renew_pile
from samovar.games.catherine.state import DISCARD
from samovar.views.catherine.sentences import vp_track
from tests.catherine.phase_scenes import (
    STOCK,
    act,
    decline,
    events_of,
    held,
    score,
    seat,
    spaces,
    vps,
    with_pile_of,
)
from tests.catherine.scene import Player, acting, discard, hand, pile, play, scene, table

TRACK = [  # hand limit, VP per interim scoring, multiplier for the final scoring
    *((3, 0, 1), (3, 1, 1), (4, 1, 1), (4, 2, 1), (4, 2, 2), (4, 3, 2), (5, 3, 2), (5, 4, 2)),
    *((5, 5, 2), (5, 5, 3), (6, 5, 3), (6, 6, 3), (6, 7, 3), (7, 8, 3), (7, 10, 4)),
]
TOP = len(TRACK) - 1


def phase_d_draws(m: samovar.Match) -> list[int]:
    """The seats that drew cards before the next round began, in order."""
    found: list[int] = []
    for what, p, _, _ in events_of(m, tokens.DREW, tokens.ROUND_BEGINS):
        if what == tokens.ROUND_BEGINS:
            break
        found.append(p)
    return found


# ---- the favor track ----


@pytest.mark.rule("C-FAVOR-01", "C-INTERIM-20")
@pytest.mark.parametrize("space", range(TOP + 1))
def test_the_space_sets_hand_limit_points_and_multiplier(space: int) -> None:
    limit, points, multiplier = TRACK[space]
    m = score(seat(favor=space), seat(), decade=3)
    assert table(m).hand_limit(0) == limit
    decline(m)
    assert events_of(m, tokens.FAVOR_VP) == [(tokens.FAVOR_VP, 0, points, space), (tokens.FAVOR_VP, 1, 0, 0)]
    m = score(seat(favor=space, residences="kiev kharkov"), seat(), decade=3)
    decline(m)
    assert m.scores()[0].breakdown["largest_group"] == 2 * multiplier


@pytest.mark.rule("C-FAVOR-02")
def test_each_step_is_one_space_up() -> None:
    m = act(seat("nw17", hand="nw01 nw02", favor=3))
    play(m, 0, "perform", "pay.nw01")
    assert spaces(m) == [5, 0]
    play(m, 0, "bonus")
    assert spaces(m) == [6, 0]
    assert events_of(m, tokens.FAVOR_STEP) == [(tokens.FAVOR_STEP, 0, 2, 5), (tokens.FAVOR_STEP, 0, 1, 6)]


@pytest.mark.rule("C-FAVOR-03")
@pytest.mark.parametrize(("before", "after", "points"), [(12, 14, 0), (13, 14, 1), (14, 14, 2)])
def test_every_step_beyond_the_top_is_lost_and_brings_a_point(before: int, after: int, points: int) -> None:
    m = act(seat("nw17", hand="nw01", favor=before))
    play(m, 0, "perform")
    assert (spaces(m), vps(m)) == ([after, 0], [points, 0])
    lost = [(tokens.OVER_TOP, 0, points, points)] if points else []
    assert events_of(m, tokens.OVER_TOP) == lost


@pytest.mark.rule("C-FAVOR-04", "C-HAND-01")
def test_a_new_hand_limit_holds_from_the_moment_of_the_step() -> None:
    """Moscow's crown leads to space 2, so the card that the bonus draws fits into the hand of four."""
    m = act(seat("so02", row="so33", hand="nw01 nw02 nw03", favor=1))
    play(m, 0, "perform")
    assert table(m).hand_limit(0) == 3
    play(m, 0, "build.moscow")
    assert table(m).hand_limit(0) == 4
    assert (phase_d_draws(m), vps(m)) == ([0], [0, 0])
    m = act(seat("so02", row="so33", hand="nw01 nw02 nw03", favor=1))
    play(m, 0, "perform", "build.kiev")
    assert (phase_d_draws(m), vps(m)) == ([], [1, 0])


# ---- the hand limit ----


@pytest.mark.rule("C-HAND-01")
def test_the_hand_limit_is_three_at_the_start() -> None:
    m = samovar.Match("catherine", 4)
    assert [table(m).hand_limit(p) for p in range(4)] == [3] * 4


@pytest.mark.rule("C-HAND-02", "C-HAND-03")
@pytest.mark.parametrize(
    ("card", "tokens_", "row_"),
    [
        ("nw22", ["perform"], ""),  # the action draws two
        ("nw20", ["perform"], "so14"),  # one per book
        ("nw09", ["perform"], "so15"),  # a market: one per good
    ],
)
def test_every_draw_of_an_action_obeys_the_limit(card: str, tokens_: list[str], row_: str) -> None:
    """Two books or three goods and a hand of two: the third card is the last that fits."""
    m = act(seat(card, row=row_, hand=2))
    play(m, 0, *tokens_)
    drawn_by_it = phase_d_draws(m)
    over = sum(event[2] for event in events_of(m, tokens.OVER_LIMIT))
    assert (drawn_by_it, vps(m)) == ([0], [over, 0])
    assert over == (2 if card == "nw09" else 1)


@pytest.mark.rule("C-HAND-02")
def test_the_draw_of_a_bonus_obeys_the_limit() -> None:
    m = act(seat("nw02", row="so33", hand=3))
    play(m, 0, "perform", "build.smolensk")
    assert (phase_d_draws(m), vps(m)) == ([], [1, 0])
    m = act(seat("nw02", row="so33", hand=2))
    play(m, 0, "perform", "build.smolensk")
    assert (phase_d_draws(m), vps(m)) == ([0], [0, 0])


@pytest.mark.rule("C-HAND-02")
@pytest.mark.parametrize("decade", [1, 2])
def test_the_draws_after_an_interim_scoring_obey_the_limit(decade: int) -> None:
    m = score(seat(hand=3), seat(hand=2), decade=decade)
    decline(m)
    assert events_of(m, tokens.OVER_LIMIT) == [(tokens.OVER_LIMIT, 0, 2, 2), (tokens.OVER_LIMIT, 1, 1, 1)]
    assert phase_d_draws(m) == [1]
    assert vps(m) == [2 + 2, 2 + 1]  # a tie of cannons, and the cards


@pytest.mark.rule("C-HAND-03", "C-RULING-19")
@pytest.mark.parametrize(("held", "cards", "points"), [(0, 3, 0), (1, 3, 0), (2, 2, 1), (4, 0, 3)])
def test_cards_that_fit_are_drawn_first_and_each_other_is_a_point(held: int, cards: int, points: int) -> None:
    """Three books, a hand limit of four."""
    m = act(seat("nw20", row="so33", hand=held, favor=2))
    play(m, 0, "perform")
    assert (phase_d_draws(m), vps(m)) == ([0] * cards, [points, 0])


@pytest.mark.rule("C-HAND-04")
def test_phase_a_ignores_the_limit() -> None:
    m = scene("draw", seat(hand=3), seat(hand=3))
    assert held(m) == [5, 5]
    assert vps(m) == [0, 0]


@pytest.mark.rule("C-HAND-05")
def test_the_limit_never_forces_a_player_to_discard() -> None:
    """With five cards in hand and a limit of three, two are played and none is discarded."""
    m = scene("draw", seat(hand="nw01 nw02 nw03"), seat(hand="so01 so02 so03"))
    for p in range(2):
        assert all(token.startswith("action.") for token in m.options(p))
        mine = hand(m, p)
        play(m, p, f"action.{mine[0]}", f"activate.{mine[1]}", "under.1")
    assert discard(m) == []
    assert {len(hand(m, p)) for p in m.actors()} <= {3}


# ---- counting victory points ----


@pytest.mark.rule("C-VP-01")
def test_points_are_scored_at_once() -> None:
    """The three points of Vorontsava's action are scored before the bonus is asked for."""
    m = act(seat("nw31", hand="nw01 nw02", vp=48))
    play(m, 0, "perform")
    assert m.options(0) == ["bonus", "decline"]
    assert vps(m) == [51, 0]
    play(m, 0, "bonus", "pay.nw01")
    assert vps(m) == [55, 0]


@pytest.mark.rule("C-VP-01", "C-RULING-33")
@pytest.mark.parametrize(
    ("before", "shown", "then"),
    [
        (46, (46, 0), (49, 0)),
        (48, (48, 0), (1, 50)),  # the first time round
        (97, (47, 50), (0, 100)),  # the second time
        (147, (47, 100), (0, 150)),  # the score is an integer without an upper limit
        (198, (48, 150), (1, 200)),
    ],
)
def test_the_track_has_fifty_spaces(before: int, shown: tuple[int, int], then: tuple[int, int]) -> None:
    m = act(seat("nw31", vp=before))
    assert vp_track(STOCK, vps(m)[0]) == shown
    play(m, 0, "perform")
    assert vps(m)[0] == before + 3
    assert vp_track(STOCK, vps(m)[0]) == then


# ---- the two piles ----

FLOW = (tokens.DREW, tokens.OVER_LIMIT, tokens.SHUFFLED, tokens.NO_CARD, tokens.ROUND_BEGINS)


def flow(m: samovar.Match, n: int) -> list[int]:
    """The first n events that concern the piles, by kind."""
    return [event[0] for event in events_of(m, *FLOW)][:n]


def two_acting(first: str, second: str, shows: dict[str, int]) -> list[Player]:
    """Two players in phase D, each with the action of a card. Only the first row shows symbols."""
    return [Player(first, active=1, hand=1, shows=shows), Player(second, active=1, hand=2)]


@pytest.mark.rule("C-RULING-20", "C-ROUND-12")
def test_the_pile_is_renewed_at_once_when_its_last_card_is_drawn() -> None:
    m = with_pile_of(act(seat("nw22", hand=2, favor=2)), 2)
    old, new = pile(m), discard(m)
    play(m, 0, "perform")
    assert flow(m, 4) == [tokens.DREW, tokens.DREW, tokens.SHUFFLED, tokens.ROUND_BEGINS]
    assert events_of(m, tokens.SHUFFLED) == [(tokens.SHUFFLED, 0, len(new), 0)]
    assert set(old) <= set(hand(m, 0))
    assert discard(m) == []
    assert {*pile(m), *hand(m, 0), *hand(m, 1)} >= set(new)


@pytest.mark.rule("C-RULING-20", "C-ROUND-12")
def test_later_discards_do_not_join_the_new_pile() -> None:
    """A card that pays for the bonus is discarded after the draw that renewed the pile."""
    m = with_pile_of(acting("ea20", shows={"book": 1, "cannon": 1}, hand="nw01"), 1)
    play(m, 0, "perform")
    assert events_of(m, tokens.SHUFFLED)
    m = with_pile_of(scene("actions", *two_acting("ea20", "ea31", shows={"book": 1})), 1)
    play(m, 0, "perform")
    paid = hand(m, 1)[0]
    play(m, 1, "perform", "bonus", f"pay.{paid}")
    last = [event for entry in m.log for event in entry.events if event[0] in (tokens.SHUFFLED, tokens.PAID)]
    assert [event[0] for event in last] == [tokens.SHUFFLED, tokens.PAID]
    assert discard(m) == [paid]


@pytest.mark.rule("C-RULING-20", "C-ROUND-12")
def test_the_pile_is_renewed_in_the_middle_of_a_draw_if_needed() -> None:
    m = with_pile_of(act(seat("nw22", hand=2, favor=2)), 1)
    play(m, 0, "perform")
    assert flow(m, 4) == [tokens.DREW, tokens.SHUFFLED, tokens.DREW, tokens.ROUND_BEGINS]


@pytest.mark.rule("C-RULING-20")
def test_a_card_replaced_by_points_does_not_renew_the_pile() -> None:
    m = with_pile_of(act(seat("nw22", hand=3, favor=2)), 2)
    play(m, 0, "perform")
    assert flow(m, 3) == [tokens.DREW, tokens.OVER_LIMIT, tokens.ROUND_BEGINS]


@pytest.mark.rule("C-RULING-20")
def test_with_both_piles_empty_the_missing_cards_are_lost_without_points() -> None:
    """No game can reach such a state, so this test empties the piles itself."""
    m = with_pile_of(act(seat("nw22", hand=1, favor=2)), 1)
    for colour in range(3):
        table(m).sets[DISCARD + colour] = 0
    play(m, 0, "perform")
    assert flow(m, 2) == [tokens.DREW, tokens.NO_CARD]
    assert events_of(m, tokens.NO_CARD)[0] == (tokens.NO_CARD, 0, 1, 0)
    assert (len(hand(m, 0)), vps(m)) == (2, [0, 0])


@pytest.mark.rule("C-RULING-20")
def test_an_empty_pile_is_renewed_later_when_a_card_is_needed() -> None:
    m = with_pile_of(act(seat("nw22", hand=1, favor=2)), 1)
    thrown = [table(m).sets[DISCARD + colour] for colour in range(3)]
    for colour in range(3):
        table(m).sets[DISCARD + colour] = 0
    play(m, 0, "perform")
    assert table(m).pile_left == 0
    for colour in range(3):
        table(m).sets[DISCARD + colour] = thrown[colour]
    renew_pile(table(m))
    assert table(m).pile_left == len(pile(m)) > 0


@pytest.mark.rule("C-RULING-20")
def test_a_box_has_enough_cards_for_full_hands_and_rows() -> None:
    """Four players hold at most 4 x (7 + 4 + highest hand limit) cards, fewer than the deck has. A box with
    too few cards is refused.
    """
    assert 4 * (STOCK.full_row + STOCK.rounds + max(STOCK.hand_limit)) < STOCK.deck_size == 102
    text = GAME.standard_text()
    with pytest.raises(
        samovar.BadInput, match="card: needs more than 104, the most in play at once, has 102"
    ):
        samovar.Match("catherine", 2, components=text.replace("hand_limit = 7", "hand_limit = 13"))
