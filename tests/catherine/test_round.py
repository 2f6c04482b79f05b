"""Section 3: decades, rounds, and the phases A, B, C and E."""

from __future__ import annotations

import pytest

import samovar
from samovar.games.catherine import tokens
from samovar.games.catherine.game import GAME
from tests.catherine.scene import (
    CARDS,
    CITIES,
    COLOUR_IDS,
    TRACK,
    Player,
    acting,
    choose,
    discard,
    favor,
    first_two,
    hand,
    jokers,
    logged,
    order_of_events,
    pile,
    play,
    play_at_random,
    position,
    refused,
    row,
    scene,
    table,
    under,
    vp,
)

SEATS = [2, 3, 4]


def played(seats: int, seed: int = 0) -> samovar.Match:
    """A complete random game."""
    m = samovar.Match("catherine", seats, seed=seed)
    play_at_random(m, seed=seed)
    return m


def vorontsava_first(cards: list[str]) -> tuple[str, str]:
    first, second = sorted(cards, key=lambda id: CARDS[id]["family"] != "vorontsava")
    return first, second


# ---- the course of the game ----


@pytest.mark.rule("C-ROUND-01")
@pytest.mark.parametrize("seats", SEATS)
def test_a_game_has_three_decades_of_four_rounds_each(seats: int) -> None:
    m = played(seats)
    rounds = [(number, decade) for _, number, decade in logged(m, tokens.ROUND_BEGINS)]
    assert rounds == [(number, decade) for decade in (1, 2, 3) for number in (1, 2, 3, 4)]
    assert [decade for _, decade, _ in logged(m, tokens.DECADE_BEGINS)] == [1, 2, 3]
    assert [decade for _, decade, _ in logged(m, tokens.DECADE_ENDS)] == [1, 2, 3]
    course = order_of_events(m, tokens.DECADE_BEGINS, tokens.DECADE_ENDS, tokens.GAME_OVER)
    a_decade = [tokens.DECADE_BEGINS, tokens.DECADE_ENDS]
    assert [what for what, _ in course] == [*a_decade * 3, tokens.GAME_OVER]
    assert m.over


@pytest.mark.rule("C-ROUND-01")
def test_a_scoring_after_each_decade() -> None:
    m = played(3, seed=1)
    course = [what for what, _ in order_of_events(m, tokens.DECADE_ENDS, tokens.CANNONS, tokens.FAVOR_VP)]
    assert course == [tokens.DECADE_ENDS, *[tokens.CANNONS] * 3, *[tokens.FAVOR_VP] * 3] * 3


PHASES = {
    tokens.DREW: "A",
    tokens.READY: "B",
    tokens.SHOWED_ACTION: "C",
    tokens.SHOWED_ACTIVATION: "C",
    tokens.COLOURS_DIFFER: "D",
    tokens.PERFORMED: "D",
    tokens.FORFEITED: "D",
}


@pytest.mark.rule("C-ROUND-02")
@pytest.mark.parametrize("seats", SEATS)
def test_a_round_has_its_five_phases_in_order(seats: int) -> None:
    m = played(seats, seed=2)
    wanted = [tokens.ROUND_BEGINS, tokens.DECADE_ENDS, *PHASES]
    course = [what for what, _ in order_of_events(m, *wanted)]
    rounds: list[str] = []
    in_round = False
    for what in course:
        if what == tokens.ROUND_BEGINS:
            rounds.append("")
            in_round = True
        elif what == tokens.DECADE_ENDS:
            in_round = False
        elif in_round and not (what == tokens.DREW and "C" in rounds[-1]):  # cards drawn by actions
            rounds[-1] += PHASES[what]
    assert len(rounds) == 12
    for phases in rounds:
        ready = phases.count("B")
        assert ready >= seats
        assert phases == "A" * 2 * seats + "B" * ready + "C" * 2 * seats + "D" * seats


@pytest.mark.rule("C-ROUND-03", "C-RULING-08")
@pytest.mark.parametrize("seats", SEATS)
def test_all_go_through_a_phase_at_the_same_time(seats: int) -> None:
    everyone = list(range(seats))
    m = samovar.Match("catherine", seats, seed=3)
    assert m.actors() == everyone
    for p in reversed(everyone):  # there is no turn order
        play(m, p, *(f"lay.{id}" for id in hand(m, p)[:3]))
    assert m.actors() == everyone
    m = scene("actions", *(Player(active=1, row="vorontsava", hand=0) for _ in everyone))
    assert m.actors() == everyone
    for p in reversed(everyone):
        assert m.options(p) == ["perform", "forfeit"]
        play(m, p, "perform")
    assert [vp(m, p) for p in everyone] == [3] * seats


# ---- phase A ----


@pytest.mark.rule("C-ROUND-10", "C-RULING-44")
@pytest.mark.parametrize("seats", SEATS)
def test_each_player_draws_two_cards_seat_by_seat(seats: int) -> None:
    m = scene("draw", *(Player(hand=p) for p in range(seats)))
    assert [len(hand(m, p)) for p in range(seats)] == [p + 2 for p in range(seats)]
    drawn = logged(m, tokens.DREW)
    assert [seat for seat, _, _ in drawn] == [p for p in range(seats) for _ in range(2)]
    assert len(pile(m)) == 102 - sum(len(hand(m, p)) + len(row(m, p)) for p in range(seats))


@pytest.mark.rule("C-ROUND-11")
@pytest.mark.parametrize(("space", "limit"), [(0, 3), (2, 4), (6, 5), (10, 6), (14, 7)])
def test_both_cards_are_drawn_regardless_of_the_hand_limit(space: int, limit: int) -> None:
    assert TRACK[space]["hand_limit"] == limit
    for held in (limit - 1, limit):
        m = scene("draw", Player(hand=held, favor=space))
        assert len(hand(m, 0)) == held + 2
        assert vp(m, 0) == 0


@pytest.mark.rule("C-ROUND-12")
@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_when_the_last_card_is_drawn_the_discards_become_the_new_pile(left: int) -> None:
    drawn = ["ea31", "ea32", "so31"][:left]
    m = scene("draw", Player(hand=0), Player(hand=0), pile=", ".join(drawn))
    assert set(drawn) <= set(hand(m, 0) + hand(m, 1))  # the rest of the old pile is drawn first
    assert discard(m) == []
    assert len(pile(m)) == 102 - 6 - 4
    assert {*pile(m), *hand(m, 0), *hand(m, 1), *row(m, 0), *row(m, 1)} == set(CARDS)


@pytest.mark.rule("C-ROUND-12")
def test_the_new_pile_is_counted_without_the_cards_in_hands() -> None:
    m = scene("draw", Player(hand="blue, red, green"), Player(hand="blue, red, green"), pile="ea31, so31")
    assert table(m).pile_left == len(pile(m)) == 102 - 6 - 10


@pytest.mark.rule("C-ROUND-12")
def test_the_discards_stay_as_long_as_the_pile_lasts() -> None:
    m = scene("draw", Player(hand=0), Player(hand=0), pile="ea31, ea32, so31, so32, so33")
    assert len(pile(m)) == 1
    assert len(discard(m)) == 102 - 6 - 5
    assert logged(m, tokens.SHUFFLED) == []


# ---- phase B ----


@pytest.mark.rule("C-ROUND-20")
def test_exactly_two_hand_cards_one_into_each_row() -> None:
    m = scene("play", Player(hand=5), Player(hand=5))
    cards = hand(m, 0)
    assert m.options(0) == [f"action.{id}" for id in cards]  # no option to skip it
    play(m, 0, f"action.{cards[1]}")
    assert m.options(0) == [f"activate.{id}" for id in cards if id != cards[1]]
    assert refused(m, 0, f"activate.{cards[1]}") == ("goes_into_the_action_row", "C-ROUND-20")
    play(m, 0, f"activate.{cards[4]}")
    assert m.options(0) == [f"under.{place}" for place in (1, 2, 3, 4)]
    play(m, 0, "under.2")
    choose(m, 1, *first_two(m, 1), 1)
    assert row(m, 0)[3:] == [cards[1]]
    assert under(m, 0) == ["", cards[4], "", ""]
    assert set(cards) - set(hand(m, 0)) == {cards[1], cards[4]}


@pytest.mark.rule("C-ROUND-20")
def test_cards_of_others_and_of_the_piles_cannot_be_played() -> None:
    m = scene("play", Player(hand=5), Player(hand=5), discard="ea31")
    for id in (hand(m, 1)[0], pile(m)[0], "ea31", row(m, 0)[0]):
        assert refused(m, 0, f"action.{id}") == ("not_an_option_now", "")
    play(m, 0, f"action.{hand(m, 0)[0]}")
    for id in (hand(m, 1)[0], pile(m)[0], "ea31", row(m, 0)[0]):
        assert refused(m, 0, f"activate.{id}") == ("not_an_option_now", "")


@pytest.mark.rule("C-ROUND-21")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_action_card_is_added_at_the_right_end(number: int) -> None:
    m = scene("play", Player(hand=5), round=number)
    before = row(m, 0)
    card, activation = hand(m, 0)[:2]
    free = [place for place in range(1, 4 + number) if (*under(m, 0), "")[place - 1] == ""]
    choose(m, 0, card, activation, free[0])
    choose(m, 1, *first_two(m, 1), number)
    assert logged(m, tokens.SHOWED_ACTION)[0] == (0, table(m).stock.card_ids.index(card), 3 + number)
    if number < 4:  # after the fourth round the decade is over
        assert row(m, 0) == [*before, card]


@pytest.mark.rule("C-ROUND-22", "C-RULING-42")
def test_the_activation_card_goes_under_any_card_that_has_none_yet() -> None:
    m = scene("play", Player("", "-, red, -, green", hand=5), round=3)
    play(m, 0, f"action.{hand(m, 0)[0]}", f"activate.{hand(m, 0)[1]}")
    assert m.options(0) == ["under.1", "under.3", "under.5", "under.6"]
    assert refused(m, 0, "under.2") == ("a_card_lies_there_already", "C-ROUND-22")
    assert refused(m, 0, "under.4") == ("a_card_lies_there_already", "C-ROUND-22")
    assert refused(m, 0, "under.7") == ("no_action_card_there", "C-ROUND-22")


@pytest.mark.rule("C-ROUND-22", "C-ROUND-23")
@pytest.mark.parametrize("place", [1, 2, 3, 4])
def test_the_activation_card_may_go_under_an_older_card_or_the_new_one(place: int) -> None:
    m = scene("play", Player(hand=5))
    _, activation = hand(m, 0)[:2]
    choose(m, 0, *first_two(m, 0), place)
    choose(m, 1, *first_two(m, 1), 1)
    assert under(m, 0) == [activation if place == i else "" for i in (1, 2, 3, 4)]


@pytest.mark.rule("C-ROUND-23", "C-RULING-04", "C-RULING-05")
def test_the_new_card_can_be_activated_at_once_with_its_own_symbols() -> None:
    m = scene("play", Player("blank, blank, blank", hand="so21, so01, blue"), Player(hand="ea31, ea32"))
    assert CARDS["so21"]["upper"] == {"fur": 1, "book": 1}
    choose(m, 0, "so21", "so01", 4)
    choose(m, 1, "ea31", "ea32", 4)
    assert m.options(0) == ["perform", "forfeit"]
    play(m, 0, "perform")  # one card per book, and the only book is its own
    assert m.actors() == [1]
    assert len(hand(m, 0)) == 2


@pytest.mark.rule("C-ROUND-24", "C-ACT-03")
def test_the_colours_need_not_match() -> None:
    for action in COLOUR_IDS:
        for activation in COLOUR_IDS:
            player = Player(hand=f"{action} vorontsava, {activation} sievers")
            m = scene("play", player, Player(hand="blue vorontsava, blue sievers"))
            for p in range(2):
                choose(m, p, *vorontsava_first(hand(m, p)), 4)
            assert (0 in m.actors()) == (action == activation)
            assert len(hand(m, 0)) == (0 if action == activation else 1)


# ---- phase C ----


@pytest.mark.rule("C-ROUND-30")
def test_all_cards_are_revealed_at_the_same_moment() -> None:
    m = scene("play", Player(hand=5), Player(hand=5), Player(hand=5))
    for p in (2, 0):
        choose(m, p, *first_two(m, p), 4)
        assert [len(row(m, seat)) for seat in range(3)] == [3, 3, 3]
        assert [under(m, seat) for seat in range(3)] == [["", "", ""]] * 3
        assert len(hand(m, p)) == 5
    start = len(m.log)
    choose(m, 1, *first_two(m, 1), 4)
    last = m.log[start + 2]
    shown = (tokens.SHOWED_ACTION, tokens.SHOWED_ACTIVATION)
    told_at_once = [(what, seat) for what, seat, _, _ in last.events if what in shown]
    assert told_at_once == [(what, seat) for seat in range(3) for what in shown]
    assert [len(row(m, seat)) for seat in range(3)] == [4, 4, 4]


@pytest.mark.rule("C-ROUND-31", "C-RULING-05", "C-ACT-14")
def test_symbols_of_a_new_action_card_count_although_it_is_not_activated() -> None:
    player = Player("green academy, blank, blank", hand="so33, green vorontsava")
    m = scene("play", player, Player(hand=3))
    assert CARDS["so33"]["upper"] == {"book": 2}
    activation = next(id for id in hand(m, 0) if id != "so33")
    choose(m, 0, "so33", activation, 1)
    choose(m, 1, *first_two(m, 1), 4)
    play(m, 0, "perform")
    assert vp(m, 0) == 4


@pytest.mark.rule("C-ROUND-32")
def test_symbols_of_activation_cards_never_count() -> None:
    books = "red book, green book book, blue book book"
    player = Player("green academy, blank, blank, blank, blank, blank", f"green book, {books}", 1, hand=2)
    m = scene("actions", player, Player(active=1), round=4)
    assert [CARDS[id]["upper"]["book"] for id in under(m, 0) if id] == [1, 1, 2, 2]
    assert m.options(0) == ["forfeit"]


@pytest.mark.rule("C-ROUND-32")
def test_cities_and_bonuses_of_activation_cards_do_not_count_only_their_colour() -> None:
    for activation in ("ea01", "ea04", "ea08"):
        m = scene(
            "actions", Player("ea31, blank, blank, blank", f"{activation}, -, -, -", 1, 2), Player(active=1)
        )
        play(m, 0, "perform")
        assert vp(m, 0) == 3
        assert m.options(0) == ["bonus", "decline"]


# ---- phase E ----


def last_decision(number: int) -> samovar.Match:
    """A match in phase D of this round in which only seat 1 still has to forfeit."""
    m = scene("actions", Player(), Player(active=1), round=number, seats=2)
    assert m.actors() == [1]
    return m


@pytest.mark.rule("C-ROUND-40", "C-ROUND-41")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_before_the_rows_are_full_the_next_round_starts_with_phase_a(number: int) -> None:
    m = last_decision(number)
    assert [len(row(m, p)) for p in range(2)] == [3 + number] * 2
    play(m, 1, "forfeit")
    assert logged(m, tokens.DECADE_ENDS) == []
    assert [(number, decade) for _, number, decade in logged(m, tokens.ROUND_BEGINS)] == [(number + 1, 1)]
    assert len(hand(m, 0)) == 5


@pytest.mark.rule("C-ROUND-40", "C-ROUND-41", "C-RULING-07")
def test_with_seven_cards_in_every_row_the_decade_ends() -> None:
    m = last_decision(4)
    assert [len(row(m, p)) for p in range(2)] == [7, 7]
    play(m, 1, "forfeit")
    assert logged(m, tokens.DECADE_ENDS) == [(0, 1, 0)]
    while not logged(m, tokens.ROUND_BEGINS):
        play(m, m.actors()[0], "decline")
    assert logged(m, tokens.ROUND_BEGINS) == [(0, 1, 2)]
    assert [len(row(m, p)) for p in range(2)] == [3, 3]


@pytest.mark.rule("C-ROUND-41", "C-RULING-07")
@pytest.mark.parametrize("seats", SEATS)
def test_rows_start_with_three_cards_and_grow_by_one_a_round_for_all_together(seats: int) -> None:
    m = samovar.Match("catherine", seats, seed=5)
    while not m.over:
        assert len({len(row(m, p)) for p in range(seats)}) == 1
        play_at_random(m, until=1, seed=len(m.log))
    shown = logged(m, tokens.SHOWED_ACTION)
    for p in range(seats):
        assert [place for seat, _, place in shown if seat == p] == [4, 5, 6, 7] * 3


@pytest.mark.rule("C-RULING-07")
def test_rows_of_different_length_are_refused() -> None:
    text = position("draw", Player("ea01, ea02, ea03"), Player("so01, so02, so03"))
    with pytest.raises(samovar.BadInput, match="the action rows must be equally long"):
        samovar.Match.from_position(text.replace("'ea02', ", ""))
    with pytest.raises(samovar.BadInput, match="this is round 1"):
        samovar.Match.from_position(position("play").replace("round = 1", "round = 2"))


# ---- rulings ----


@pytest.mark.rule("C-RULING-06", "C-ACT-01")
def test_earlier_activation_cards_have_no_effect() -> None:
    """Vorontsava has an old activation card of her colour. The new one is under another colour."""
    player = Player("green vorontsava, blank, blank, blank", "green, -, -, -", hand="red, blue")
    m = scene("play", player, Player(hand="green vorontsava, green sievers"), round=2)
    first, second = sorted(hand(m, 0), key=lambda id: CARDS[id]["colour"])  # the blue one is activated
    choose(m, 0, second, first, 5)
    choose(m, 1, *vorontsava_first(hand(m, 1)), 5)
    assert m.actors() == [1]  # seat 0 is not asked
    assert vp(m, 0) == 0
    assert len(hand(m, 0)) == 1  # the compensation
    play(m, 1, "perform")
    assert vp(m, 1) == 3
    assert logged(m, tokens.PERFORMED) == [(1, logged(m, tokens.PERFORMED)[0][1], 0)]


@pytest.mark.rule("C-RULING-06")
@pytest.mark.parametrize("seats", SEATS)
def test_after_phase_d_no_activation_card_is_active(seats: int) -> None:
    m = scene("actions", *(Player(active=2) for _ in range(seats)))
    assert list(table(m).active) == [2] * seats
    for p in range(seats):
        play(m, p, "forfeit")
    assert list(table(m).active) == [0] * seats


@pytest.mark.rule("C-RULING-06")
@pytest.mark.parametrize("seats", SEATS)
def test_at_most_one_action_and_one_bonus_a_round(seats: int) -> None:
    m = played(seats, seed=6)
    this_round: dict[tuple[int, int], int] = {}
    acted = 0
    for what, seat in order_of_events(
        m, tokens.ROUND_BEGINS, tokens.PERFORMED, tokens.FORFEITED, tokens.COLOURS_DIFFER, tokens.USED_BONUS
    ):
        if what == tokens.ROUND_BEGINS:
            this_round = {}
            continue
        kind = tokens.USED_BONUS if what == tokens.USED_BONUS else tokens.PERFORMED
        this_round[kind, seat] = this_round.get((kind, seat), 0) + 1
        assert this_round[kind, seat] == 1
        acted += 1
    assert acted >= 12 * seats


@pytest.mark.rule("C-RULING-42")
@pytest.mark.parametrize("seats", SEATS)
def test_in_phase_b_there_are_always_two_cards_and_four_free_places(seats: int) -> None:
    m = samovar.Match("catherine", seats, seed=7)
    asked = 0
    while not m.over:
        for seat in m.actors():
            options = m.options(seat)
            if options[0].startswith("action."):
                assert len(options) >= 2
            if options[0].startswith("under."):
                assert len(options) == 4
                asked += 1
        play_at_random(m, until=1, seed=len(m.log))
    assert asked >= 12 * seats


@pytest.mark.rule("C-ROUND-11", "C-RULING-42")
def test_an_empty_hand_becomes_two_cards_and_both_are_played() -> None:
    m = scene("draw", Player(hand=0), Player(hand=3))
    first, second = hand(m, 0)
    play(m, 0, f"action.{second}")  # the other one is the activation card
    assert m.options(0) == [f"under.{place}" for place in (1, 2, 3, 4)]
    play(m, 0, "under.1")
    choose(m, 1, *first_two(m, 1), 4)
    assert row(m, 0)[-1] == second
    assert under(m, 0)[0] == first


@pytest.mark.rule("C-RULING-42")
def test_a_position_in_phase_b_needs_two_cards_in_every_hand() -> None:
    with pytest.raises(samovar.BadInput, match=r"player\[1\].hand: two cards are needed to play"):
        scene("play", Player(hand=2), Player(hand=1))


@pytest.mark.rule("C-RULING-09")
@pytest.mark.parametrize("seats", SEATS)
def test_every_builder_gets_a_tile_in_any_order(seats: int) -> None:
    """All players build in the same city in the same round."""
    buildings = ["ea01", "ea02", "ea05", "ea07"]  # all of them name Irkutsk
    assert CITIES["irkutsk"]["good"] == "fur"
    for first in range(seats):
        m = scene("actions", *(Player(id, active=1, hand=0) for id in buildings[:seats]))
        for turn in range(seats):
            p = (first + turn) % seats
            irkutsk = table(m).stock.city_ids.index("irkutsk")
            assert table(m).tiles_left(irkutsk) == seats - turn
            play(m, p, "perform", "build.irkutsk")
            assert table(m).owned(p, 3) == 1
        assert table(m).tiles_left(irkutsk) == 0


@pytest.mark.rule("C-RULING-09")
def test_a_box_with_fewer_tiles_than_players_is_refused() -> None:
    text = GAME.standard_text().replace("goods_tiles_per_city = 3", "goods_tiles_per_city = 2")
    with pytest.raises(
        samovar.BadInput, match="goods_tiles_per_city: must be at least 3: all players may build there"
    ):
        samovar.Match("catherine", 3, components=text)


@pytest.mark.rule("C-RULING-44")
def test_the_interim_draw_goes_by_seat_index_too() -> None:
    m = scene("scoring", Player(hand=0), Player(hand=0), Player(hand=0))
    while not logged(m, tokens.ROUND_BEGINS):
        play(m, m.actors()[-1], "decline")
    cleared = [what for what, _ in order_of_events(m, tokens.CLEARED, tokens.DREW, tokens.ROUND_BEGINS)]
    assert cleared == [*[tokens.CLEARED] * 3, *[tokens.DREW] * 6, tokens.ROUND_BEGINS, *[tokens.DREW] * 6]
    assert [seat for seat, _, _ in logged(m, tokens.DREW)] == [0, 0, 1, 1, 2, 2] * 2


@pytest.mark.rule("C-RULING-44")
def test_cards_for_missing_residences_come_before_the_residences_for_books() -> None:
    twelve = ", ".join(list(CITIES)[:12])
    m = scene(
        "scoring",
        Player(shows={"book": 2}, residences=twelve, hand=0),
        Player(shows={"book": 2}, hand=0),
        Player(shows={"book": 2}, residences=twelve, hand=0),
    )
    assert m.actors() == [1]
    assert [seat for seat, _, _ in logged(m, tokens.DREW)] == [0, 2]
    assert [len(hand(m, p)) for p in range(3)] == [1, 0, 1]
    assert (favor(m, 0), jokers(m, 0)) == (0, 0)


@pytest.mark.rule("C-ROUND-20")
def test_no_card_is_played_in_phase_d() -> None:
    m = acting("ea31", hand=3)
    assert refused(m, 0, f"action.{hand(m, 0)[0]}") == ("not_an_option_now", "")
