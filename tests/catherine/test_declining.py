"""Free bonuses and further repetitions are optional, but the player is asked only where that can matter."""

from __future__ import annotations

import pytest

import samovar
from samovar.games.catherine import tokens
from samovar.games.catherine.game import GAME
from samovar.kernel import cards
from tests.catherine.phase_scenes import with_pile_of
from tests.catherine.scene import (
    CARDS,
    Player,
    acting,
    done,
    favor,
    hand,
    logged,
    pile,
    play,
    scene,
    table,
    vp,
)

FREE_DRAW = next(  # a building card with the bonus: own 2 books, draw a card
    id
    for id, card in CARDS.items()
    if card["family"] == "building"
    and card["bonus"]["effect"] == {"type": "draw", "cards": 1}
    and card["bonus"]["condition"].get("symbols") == {"book": 2}
)


def built(left: int, hand: int = 2) -> samovar.Match:
    """A match after the action of FREE_DRAW, with ``left`` cards in the draw pile."""
    m = with_pile_of(acting(FREE_DRAW, shows={"book": 2}, hand=hand), left)
    play(m, 0, "perform")
    play(m, 0, next(token for token in m.options(0) if has_no_crown(token)))
    return m


def has_no_crown(token: str) -> bool:
    """True if building there brings no favor step, so that the hand limit stays."""
    box = GAME.standard_box()
    return not cards.has(box.crowns, box.city_ids.index(token.removeprefix("build.")))


@pytest.mark.rule("C-RULING-46", "C-RULING-15", "C-ACT-10")
def test_a_free_bonus_that_takes_the_last_card_of_the_pile_may_be_declined() -> None:
    m = built(1)
    assert m.options(0) == ["bonus", "decline"]
    play(m, 0, "decline")
    assert done(m, 0)
    assert (len(hand(m, 0)), vp(m, 0), len(pile(m))) == (2, 0, 1)
    assert logged(m, tokens.SHUFFLED) == []
    m = built(1)
    last = pile(m)[0]
    play(m, 0, "bonus")
    assert done(m, 0)
    assert last in hand(m, 0)
    assert logged(m, tokens.SHUFFLED)


@pytest.mark.rule("C-RULING-46", "C-RULING-15")
@pytest.mark.parametrize(("left", "held"), [(2, 2), (30, 2), (1, 3)])
def test_otherwise_a_free_bonus_is_taken_without_asking(left: int, held: int) -> None:
    """This includes a full hand: then the bonus brings a point and takes no card."""
    m = built(left, held)
    assert done(m, 0)
    assert len(logged(m, tokens.USED_BONUS)) == 1


@pytest.mark.rule("C-RULING-46", "C-RULING-11", "C-ACT-07")
def test_an_open_arrow_that_would_empty_the_pile_may_be_performed_fewer_times() -> None:
    m = with_pile_of(acting("ea20", shows={"book": 4, "cannon": 3}, hand=0, favor=2), 3)
    play(m, 0, "perform")
    assert m.options(0) == ["repeat.1", "repeat.2", "repeat.3", "repeat.4"]
    position = m.position()
    assert samovar.Match.from_position(position).position() == position
    play(m, 0, "repeat.2")
    assert done(m, 0)
    assert (len(hand(m, 0)), len(pile(m)), favor(m, 0)) == (2, 1, 3)  # the bonus still follows
    assert logged(m, tokens.SHUFFLED) == []


@pytest.mark.rule("C-RULING-46", "C-RULING-11")
def test_the_highest_number_performs_the_action_as_often_as_possible() -> None:
    m = with_pile_of(acting("ea20", shows={"book": 4, "cannon": 1}, hand=1), 2)
    play(m, 0, "perform")
    assert m.options(0) == ["repeat.1", "repeat.2"]
    play(m, 0, "repeat.2")
    assert (len(hand(m, 0)), vp(m, 0)) == (3, 2)


@pytest.mark.rule("C-RULING-46", "C-RULING-11")
@pytest.mark.parametrize(("left", "held", "books"), [(5, 0, 3), (1, 3, 3), (1, 0, 1)])
def test_no_player_is_asked_how_often_if_it_cannot_matter(left: int, held: int, books: int) -> None:
    """The pile has enough cards, the hand is full, or only one repetition is possible."""
    m = with_pile_of(acting("ea20", shows={"book": books, "cannon": 1}, hand=held), left)
    play(m, 0, "perform")
    assert done(m, 0)


@pytest.mark.rule("C-RULING-46", "C-RULING-11")
def test_an_action_for_points_never_asks_how_often() -> None:
    m = with_pile_of(acting("ea15", shows={"book": 4}, hand=0), 1)
    play(m, 0, "perform")
    assert done(m, 0)
    assert vp(m, 0) == 8


# ---- obvious answers ----


def obvious(m: samovar.Match) -> str:
    action = GAME.obvious(table(m), 0)
    return m.state.box.notation.token(action) if action >= 0 else ""


@pytest.mark.rule("C-RULING-47")
@pytest.mark.parametrize(
    ("card", "shows", "held", "answer"),
    [
        ("ea20", {"book": 1, "cannon": 1}, 0, "perform"),  # one card per book, at least the compensation
        ("ea20", {"book": 4, "cannon": 1}, 3, "perform"),
        ("ea22", {"book": 0}, 2, "perform"),  # two cards instead of one
        ("ea24", {"iron": 0}, 2, "forfeit"),  # impossible: no complete set
        ("ea13", {}, 2, "forfeit"),  # too few cards to pay
        ("ea13", {}, 3, ""),  # costs cards
        ("ea31", {}, 3, "perform"),  # 3 VP instead of 1, because the hand is full
        ("ea31", {}, 2, ""),  # 3 VP or a card: a decision
        ("ea01", {}, 3, ""),  # a residence or 1 VP: a decision
    ],
)
def test_an_answer_is_obvious_only_if_no_other_one_can_be_better(
    card: str, shows: dict[str, int], held: int, answer: str
) -> None:
    m = acting(card, shows=shows or None, hand=held)
    assert obvious(m) == answer
    assert answer == "" or answer in m.options(0)


@pytest.mark.rule("C-RULING-47", "C-RULING-46")
@pytest.mark.parametrize("left", [1, 2])
def test_no_answer_is_obvious_if_it_takes_the_last_card_of_the_pile(left: int) -> None:
    assert obvious(with_pile_of(acting("ea22", shows={"book": 0}, hand=0), left)) == ""
    assert obvious(with_pile_of(acting("ea22", shows={"book": 0}, hand=0), 3)) == "perform"


@pytest.mark.rule("C-RULING-47")
def test_in_the_last_round_points_beat_a_card() -> None:
    """A card left in hand is worth 1 VP at the end."""
    for decade, answer in ((2, ""), (3, "perform")):
        m = scene("actions", Player("ea31", active=1, hand=1), Player(active=1), round=4, decade=decade)
        assert obvious(m) == answer


@pytest.mark.rule("C-RULING-47")
def test_a_seat_that_is_asked_for_something_else_has_no_obvious_answer() -> None:
    m = acting("ea31", hand=1)
    play(m, 0, "perform")
    assert m.options(0) == ["bonus", "decline"]
    assert obvious(m) == ""
    play(m, 0, "decline")
    assert obvious(m) == ""
