"""Section 2: the set-up, up to the starting rows."""

from __future__ import annotations

import pytest

import samovar
from samovar.games.catherine import tokens
from samovar.kernel.state import NATURE
from tests.catherine.scene import (
    BOX,
    CARDS,
    CITIES,
    Player,
    choose,
    discard,
    hand,
    jokers,
    logged,
    order_of_events,
    pile,
    play,
    position,
    refused,
    row,
    scene,
    table,
    tiles,
    under,
    vp,
)

SEATS = [2, 3, 4]
ORDERS = {order["id"] for order in BOX["order"]}


def begun(seats: int, seed: int = 0) -> samovar.Match:
    """A new match: everything is dealt, and all players choose their starting rows."""
    return samovar.Match("catherine", seats, seed=seed)


def ready(seats: int, seed: int = 0) -> samovar.Match:
    """A match in phase B of the first round: all players chose their first three cards for the row."""
    m = begun(seats, seed)
    for p in range(seats):
        play(m, p, *(f"lay.{id}" for id in hand(m, p)[:3]))
    return m


def orders(m: samovar.Match) -> list[str]:
    return [table(m).stock.order_ids[order] for order in table(m).order]


@pytest.mark.rule("C-SETUP-01")
def test_a_game_has_two_three_or_four_players() -> None:
    for seats in SEATS:
        assert begun(seats).actors() == list(range(seats))
    for seats in (0, 1, 5):
        with pytest.raises(samovar.BadInput, match=f"2 to 4 seats, not {seats}"):
            begun(seats)


@pytest.mark.rule("C-SETUP-01", "C-RULING-02")
def test_seats_form_a_circle_neighbors_are_one_to_the_left_and_right() -> None:
    """Only seat 0 has a cannon. Seats 1 and 3 lose to it, seat 2 is not compared with it."""
    m = scene("scoring", Player(shows={"cannon": 1}), *(Player(shows={"cannon": 0}) for _ in range(3)))
    assert [vp(m, p) for p in range(4)] == [8, 2, 4, 2]
    m = scene("scoring", *(Player(shows={"cannon": 0}) for _ in range(3)), Player(shows={"cannon": 1}))
    assert [vp(m, p) for p in range(4)] == [2, 4, 2, 8]


@pytest.mark.rule("C-SETUP-02")
@pytest.mark.parametrize("seats", SEATS)
def test_each_goods_city_has_as_many_tiles_as_there_are_players(seats: int) -> None:
    s = table(begun(seats))
    lying = {id: int(s.tiles_left(s.stock.city_ids.index(id))) for id in CITIES}
    assert lying == {id: seats if city["good"] else 0 for id, city in CITIES.items()}
    assert sum(lying.values()) == 12 * seats  # with four players all 48 tiles
    assert BOX["pieces"]["goods_tiles_total"] == 48


@pytest.mark.rule("C-SETUP-02")
@pytest.mark.parametrize("seats", SEATS)
def test_a_tile_that_is_taken_is_missing_at_its_city(seats: int) -> None:
    m = scene("actions", Player("ea01", active=1, hand=0), Player(active=1), seats=seats)
    s = table(m)
    irkutsk = s.stock.city_ids.index("irkutsk")
    assert s.tiles_left(irkutsk) == seats
    play(m, 0, "perform", "build.irkutsk")
    assert tiles(m, 0) == {"fur": 1}
    assert table(m).tiles_left(irkutsk) == seats - 1


@pytest.mark.rule("C-SETUP-03")
@pytest.mark.parametrize(("seats", "ready_beside_the_board"), [(2, 0), (3, 6), (4, 6)])
def test_six_jokers_with_three_or_four_players_and_none_with_two(
    seats: int, ready_beside_the_board: int
) -> None:
    m = begun(seats)
    assert table(m).jokers_left() == ready_beside_the_board
    assert [jokers(m, p) for p in range(seats)] == [0] * seats


@pytest.mark.rule("C-SETUP-03")
def test_a_position_of_two_players_with_a_joker_is_refused() -> None:
    with pytest.raises(samovar.BadInput, match="jokers: there are only 0"):
        scene("play", Player(jokers=1))
    with pytest.raises(samovar.BadInput, match="jokers: there are only 6"):
        scene("play", Player(jokers=4), Player(jokers=3), seats=3)
    assert table(scene("play", Player(jokers=4), Player(jokers=1), seats=3)).jokers_left() == 1


@pytest.mark.rule("C-SETUP-04")
@pytest.mark.parametrize("seats", SEATS)
def test_each_player_has_a_colour_and_12_residences(seats: int) -> None:
    s = table(begun(seats))
    assert [int(s.supply(p)) for p in range(seats)] == [12] * seats
    assert list(s.residences) == [0] * seats
    pieces = BOX["pieces"]
    assert [pieces[marker] for marker in ("favor_markers", "vp_markers", "fifty_hundred_markers")] == [4] * 3
    assert pieces["residences_total"] == 4 * pieces["residences_per_player"] == 48
    assert len(set(s.stock.player_colours)) == 4


@pytest.mark.rule("C-SETUP-05")
@pytest.mark.parametrize("seats", SEATS)
def test_vp_start_on_0_and_favor_on_the_bottom_space(seats: int) -> None:
    m = begun(seats)
    assert list(table(m).vp) == [0] * seats
    assert list(table(m).favor) == [0] * seats
    assert [int(table(m).hand_limit(p)) for p in range(seats)] == [3] * seats


@pytest.mark.rule("C-SETUP-06")
@pytest.mark.parametrize("seats", SEATS)
def test_one_shuffled_order_each(seats: int) -> None:
    first: set[str] = set()
    for seed in range(60):
        dealt = orders(begun(seats, seed))
        assert len(set(dealt)) == seats
        assert set(dealt) <= ORDERS
        first.add(dealt[-1])
    assert first == ORDERS


@pytest.mark.rule("C-SETUP-06", "C-RULING-01")
@pytest.mark.parametrize("seats", SEATS)
def test_orders_lie_face_up_before_the_starting_row_is_chosen(seats: int) -> None:
    m = begun(seats)
    assert logged(m, tokens.LAID) == []
    for seat in range(seats):
        text = m.position(seat)
        for order in orders(m):
            assert f'order = "{order}"' in text
    assert orders(ready(seats)) == orders(m)  # orders never change
    dealt = [entry for entry in m.log if entry.action >> 8 == tokens.DEAL_ORDER]
    assert dealt == m.log[:seats]  # before any card
    assert {entry.seat for entry in dealt} == {NATURE}


@pytest.mark.rule("C-SETUP-07", "C-RULING-44")
@pytest.mark.parametrize("seats", SEATS)
def test_six_cards_each_seat_by_seat_the_rest_is_the_draw_pile(seats: int) -> None:
    m = begun(seats)
    hands = [hand(m, p) for p in range(seats)]
    assert [len(cards) for cards in hands] == [6] * seats
    assert len(pile(m)) == 102 - 6 * seats
    assert sorted([*pile(m), *(id for cards in hands for id in cards)]) == sorted(CARDS)
    assert discard(m) == []
    assert [seat for seat, _, _ in logged(m, tokens.DREW)] == [p for p in range(seats) for _ in range(6)]


@pytest.mark.rule("C-SETUP-07")
def test_the_cards_are_shuffled() -> None:
    dealt = {id for seed in range(60) for id in hand(begun(2, seed), 0)}
    assert len(dealt) > 90
    assert len({tuple(hand(begun(2, seed), 0)) for seed in range(20)}) == 20


@pytest.mark.rule("C-SETUP-08")
@pytest.mark.parametrize("seats", SEATS)
def test_three_of_six_cards_in_the_chosen_order_become_the_row(seats: int) -> None:
    m = begun(seats)
    chosen: list[list[str]] = []
    kept: list[list[str]] = []
    for p in range(seats):
        cards = hand(m, p)
        chosen.append([cards[4], cards[p], cards[5]])  # not in ascending order
        kept.append([id for id in cards if id not in chosen[p]])
        assert m.options(p) == [f"lay.{id}" for id in cards]
        play(m, p, f"lay.{chosen[p][0]}")
        assert m.options(p) == [f"lay.{id}" for id in cards if id != chosen[p][0]]
        play(m, p, f"lay.{chosen[p][1]}")
        assert m.options(p) == [f"lay.{id}" for id in cards if id not in chosen[p][:2]]
        play(m, p, f"lay.{chosen[p][2]}")
    for p in range(seats):
        assert row(m, p) == chosen[p]
        assert under(m, p) == ["", "", ""]  # the activation row starts empty
        assert set(kept[p]) <= set(hand(m, p))
        assert len(hand(m, p)) == 3 + 2  # phase A has followed


@pytest.mark.rule("C-SETUP-08")
def test_only_hand_cards_can_be_laid_and_each_only_once() -> None:
    m = begun(2)
    first = hand(m, 0)[0]
    play(m, 0, f"lay.{first}")
    assert refused(m, 0, f"lay.{first}")[0] == "not_an_option_now"
    assert refused(m, 0, f"lay.{hand(m, 1)[0]}")[0] == "not_an_option_now"
    assert refused(m, 0, f"lay.{pile(m)[0]}")[0] == "not_an_option_now"


@pytest.mark.rule("C-SETUP-09")
@pytest.mark.parametrize("seats", SEATS)
def test_pieces_of_missing_players_leave_the_game(seats: int) -> None:
    m = begun(seats)
    assert m.position().count("[[player]]") == seats
    assert len(m.scores()) == seats
    with pytest.raises(samovar.BadInput, match="must be from 0 to"):
        m.options(seats)
    text = position("play", seats=seats) + "\n[[player]]\n"
    with pytest.raises(samovar.BadInput, match=f"{seats + 1} players for {seats} seats"):
        samovar.Match.from_position(text)


@pytest.mark.rule("C-RULING-01")
def test_the_starting_rows_are_revealed_together() -> None:
    m = begun(3)
    for p in (1, 2):
        play(m, p, *(f"lay.{id}" for id in hand(m, p)[:3]))
        assert [row(m, seat) for seat in range(3)] == [[], [], []]
    play(m, 0, *(f"lay.{id}" for id in hand(m, 0)[:2]))
    assert [row(m, seat) for seat in range(3)] == [[], [], []]
    play(m, 0, f"lay.{hand(m, 0)[2]}")
    assert [len(row(m, seat)) for seat in range(3)] == [3, 3, 3]
    shown = order_of_events(m, tokens.LAID)
    assert shown == [(tokens.LAID, p) for p in range(3) for _ in range(3)]


@pytest.mark.rule("C-RULING-36", "C-ACT-06", "C-RULING-18")
@pytest.mark.parametrize("seats", SEATS)
def test_a_compensation_card_in_round_one_is_always_1_vp(seats: int) -> None:
    """Three cards are in hand after two were drawn and two were played, and the limit is three."""
    checked = 0
    for seed in range(12):
        m = ready(seats, seed)
        for p in range(seats):
            first, second = hand(m, p)[0], hand(m, p)[-1]
            choose(m, p, first, second, 4)
        for p in range(seats):
            if "forfeit" in m.options(p):
                play(m, p, "forfeit")
            checked += 1
        assert [vp(m, p) for p in range(seats)] == [1] * seats
        assert [len(hand(m, p)) for p in range(seats)] == [5] * seats  # 3, and phase A of round two
    assert checked == 12 * seats
