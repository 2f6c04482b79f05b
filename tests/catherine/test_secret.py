"""Simultaneous choices: secret until all players have chosen, changeable until then, in any order."""

from __future__ import annotations

from itertools import permutations

import pytest

import samovar
from samovar.games.catherine import tokens
from tests.catherine.scene import (
    Player,
    choose,
    first_two,
    hand,
    logged,
    order_of_events,
    play,
    refused,
    row,
    scene,
    table,
    under,
)


def choosing(seats: int = 3) -> samovar.Match:
    """A match in phase B of round two: all players have five cards and one older activation card."""
    return scene("play", *(Player(hand=5) for _ in range(seats)), round=2, seats=seats)


def starting(seats: int = 3) -> samovar.Match:
    return samovar.Match("catherine", seats, seed=4)


def seen_by(m: samovar.Match, seat: int) -> tuple[object, ...]:
    """Everything that a seat can see."""
    return (
        m.position(seat),
        m.options(seat),
        [(refusal.action, refusal.reason, refusal.rule) for refusal in m.refusals(seat)],
        m.actors(),
        [[m.events(entry, seat) for entry in m.log if entry.witnesses >> seat & 1]],
    )


@pytest.mark.rule("C-ROUND-25", "C-RULING-03")
@pytest.mark.parametrize("other", [1, 2])
def test_other_players_cannot_see_how_far_a_choice_got(other: int) -> None:
    m = choosing()
    before = seen_by(m, other)
    first, second = hand(m, 0)[:2]
    play(m, 0, f"action.{first}")
    assert seen_by(m, other) == before
    play(m, 0, f"activate.{second}")
    assert seen_by(m, other) == before
    play(m, 0, "under.3")
    assert seen_by(m, other) != before  # the view shows only that the choice is made
    assert first not in m.position(other)
    assert second not in m.position(other)


@pytest.mark.rule("C-ROUND-25", "C-RULING-03")
def test_all_choices_look_the_same_to_the_others() -> None:
    seen: set[str] = set()
    cards = hand(choosing(), 0)
    for action, activation in permutations(cards, 2):
        for place in (2, 3, 4, 5):
            m = choosing()
            choose(m, 0, action, activation, place)
            seen.add(repr([seen_by(m, seat) for seat in (1, 2)]))
            assert m.position(0) != m.position()  # the hands of others are hidden
            assert f'plan = ["action.{action}", "activate.{activation}", "under.{place}"]' in m.position(0)
    assert len(seen) == 1


@pytest.mark.rule("C-SETUP-08", "C-RULING-01")
def test_the_choice_of_a_starting_row_is_secret_too() -> None:
    seen: set[str] = set()
    cards = hand(starting(), 0)
    for chosen in permutations(cards, 3):
        m = starting()
        before = [seen_by(m, seat) for seat in (1, 2)]
        play(m, 0, f"lay.{chosen[0]}", f"lay.{chosen[1]}")
        assert [seen_by(m, seat) for seat in (1, 2)] == before
        play(m, 0, f"lay.{chosen[2]}")
        seen.add(repr([seen_by(m, seat) for seat in (1, 2)]))
    assert len(seen) == 1


@pytest.mark.rule("C-ROUND-25", "C-RULING-03")
def test_the_log_of_others_shows_only_that_a_secret_choice_was_made() -> None:
    m = choosing()
    choose(m, 1, *first_two(m, 1), 2)
    assert [entry.witnesses for entry in m.log[-3:]] == [0b010] * 3
    assert order_of_events(m, *range(1, 40)) == [(tokens.READY, 1)]
    m = starting()
    start = len(m.log)
    play(m, 2, *(f"lay.{id}" for id in hand(m, 2)[:3]))
    assert [entry.witnesses for entry in m.log[start:]] == [0b100] * 3
    assert order_of_events(m, *range(1, 40), since=start) == [(tokens.READY, 2)]


@pytest.mark.rule("C-RULING-03")
def test_a_choice_may_be_changed_until_the_last_one_has_chosen() -> None:
    m = choosing()
    one, two, three = hand(m, 0)[:3]
    choose(m, 0, one, two, 2)
    choose(m, 1, *first_two(m, 1), 3)
    assert m.actors() == [2]
    assert m.options(0) == [f"action.{id}" for id in hand(m, 0)]  # choose again from the beginning
    choose(m, 0, three, one, 5)
    assert m.actors() == [2]
    before = m.position(2)
    choose(m, 0, two, three, 4)
    assert m.position(2) == before
    choose(m, 2, *first_two(m, 2), 5)
    assert row(m, 0)[-1] == two
    assert under(m, 0)[3] == three
    assert under(m, 0)[4] == ""


@pytest.mark.rule("C-RULING-03")
def test_the_reveal_waits_for_a_player_who_chooses_again() -> None:
    m = choosing(2)
    one, two, three = hand(m, 0)[:3]
    choose(m, 0, one, two, 2)
    assert m.actors() == [1]
    play(m, 0, f"action.{three}")
    assert m.actors() == [0, 1]
    choose(m, 1, *first_two(m, 1), 3)
    assert m.actors() == [0]
    assert len(row(m, 1)) == 4  # nothing is revealed yet
    play(m, 0, f"activate.{one}", "under.5")
    assert row(m, 0)[-1] == three
    assert under(m, 0)[-1] == one


@pytest.mark.rule("C-RULING-03", "C-ROUND-30")
def test_after_the_reveal_nothing_can_be_changed() -> None:
    m = choosing(2)
    choose(m, 0, *first_two(m, 0), 2)
    card = hand(m, 0)[2]
    m.undo(0)  # the place
    play(m, 0, "under.3")
    choose(m, 1, *first_two(m, 1), 3)
    assert table(m).plan[0] == 0
    assert len(row(m, 0)) == 5
    for seat in (0, 1):
        with pytest.raises(samovar.CannotUndo, match="something was revealed"):
            m.undo(seat)
    reason, _ = refused(m, 0, f"activate.{card}")
    assert reason in ("not_an_option_now", "another_seat_decides")


@pytest.mark.rule("C-RULING-01")
def test_a_starting_row_may_be_changed_until_the_last_one_has_chosen() -> None:
    m = starting(2)
    cards = hand(m, 0)
    play(m, 0, *(f"lay.{id}" for id in cards[:3]))
    assert m.actors() == [1]
    assert m.options(0) == [f"lay.{id}" for id in cards]
    play(m, 0, f"lay.{cards[5]}")
    assert m.actors() == [0, 1]
    play(m, 1, *(f"lay.{id}" for id in hand(m, 1)[:3]))
    assert m.actors() == [0]
    play(m, 0, f"lay.{cards[0]}", f"lay.{cards[3]}")
    assert row(m, 0) == [cards[5], cards[0], cards[3]]


@pytest.mark.rule("C-ROUND-03", "C-ROUND-30")
def test_choices_in_any_order_lead_to_the_same_state() -> None:
    """The order of players does not matter, nor choices of others between the choices of one player."""
    results: set[str] = set()
    steps = [seat for seat in range(3) for _ in range(3)]
    orders = {tuple(order) for order in permutations(steps)}
    assert len(orders) == 1680
    for order in sorted(orders)[::41]:
        m = choosing()
        plans = [
            [f"action.{hand(m, seat)[1]}", f"activate.{hand(m, seat)[3]}", f"under.{seat + 3}"]
            for seat in range(3)
        ]
        for seat in order[:-1]:
            play(m, seat, plans[seat].pop(0))
            assert logged(m, tokens.SHOWED_ACTION) == []
        play(m, order[-1], plans[order[-1]].pop(0))
        assert [seat for seat, _, _ in logged(m, tokens.SHOWED_ACTION)] == [0, 1, 2]
        results.add(m.position())
    assert len(results) == 1


@pytest.mark.rule("C-SETUP-08", "C-RULING-01", "C-RULING-03")
def test_taking_back_a_changed_choice_does_not_complete_the_step_for_all() -> None:
    """Seat 0 has laid its row and takes a card back. Undoing that would complete its row again.

    The undo is possible while others choose. After the last of them it would end the step, and Nature would
    draw.
    """
    m = starting()
    rows = [hand(m, seat)[:3] for seat in range(3)]
    play(m, 1, *(f"lay.{card}" for card in rows[1]))
    play(m, 0, *(f"lay.{card}" for card in rows[0]))
    play(m, 0, f"lay.{rows[0][0]}")
    play(m, 2, f"lay.{rows[2][0]}")
    assert m.actors() == [0, 2]
    m.undo(0)
    assert m.actors() == [2]
    play(m, 0, f"lay.{rows[0][0]}")
    play(m, 2, *(f"lay.{card}" for card in rows[2][1:]))
    assert m.actors() == [0]
    assert [m.can_undo(seat) for seat in range(3)] == [False, True, True]
    with pytest.raises(samovar.CannotUndo) as error:
        m.undo(0)
    assert error.value.reason == "another_seat_has_decided"
    assert m.actors() == [0]
    m.restart_turn(0)
    assert m.actors() == [0]
    assert hand(m, 0)[:3] == rows[0]
    play(m, 0, *(f"lay.{card}" for card in rows[0]))
    assert m.actors() == [0, 1, 2]
