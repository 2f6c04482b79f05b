"""The worked examples of the rules, with the numbers before and after as written there."""

from __future__ import annotations

import pytest

import samovar
from samovar.games.catherine import tokens
from tests.catherine.phase_scenes import (
    ALL_CITIES,
    act,
    builders,
    decline,
    drawn,
    events_of,
    held,
    joker_tiles,
    score,
    seat,
    spaces,
    vps,
)
from tests.catherine.scene import Player, discard, hand, play, residences, row, scene, table, tiles, under


def drew(m: samovar.Match, p: int = 0) -> int:
    """The number of cards that a player drew before the next round began."""
    n = 0
    for what, whose, _, _ in events_of(m, tokens.DREW, tokens.ROUND_BEGINS):
        if what == tokens.ROUND_BEGINS:
            break
        n += whose == p
    return n


def reveal(m: samovar.Match, card: str, activation: str) -> None:
    """The first player plays the activation card under the new action card, the second any cards."""
    play(m, 0, f"action.{card}", f"activate.{activation}", "under.4")
    other = hand(m, 1)
    play(m, 1, f"action.{other[0]}", f"activate.{other[1]}", "under.1")


@pytest.mark.rule("C-EX-01")
def test_setup_for_three() -> None:
    m = samovar.Match("catherine", 3, seed=1)
    s = table(m)
    goods = [int(s.tiles_left(c)) for c in range(1, 19)]
    assert sorted(goods) == [0] * 6 + [3] * 12
    assert 48 - sum(goods) == 12
    assert s.jokers_left() == 6
    assert len({int(order) for order in s.order} - {0}) == 3
    assert s.pile_left == 102 - 18 == 84
    for p in range(3):
        play(m, p, *(f"lay.{id}" for id in hand(m, p)[:3]))
    assert [len(row(m, p)) for p in range(3)] == [3] * 3
    assert held(m) == [3 + 2] * 3  # the first round has begun, with two cards for each
    assert (spaces(m), vps(m)) == ([0] * 3, [0] * 3)


@pytest.mark.rule("C-EX-02")
def test_books() -> None:
    """The players have books: Monica 4, Christina 2, Peter 2, Marcus 1."""
    m = score(*(seat(books=n) for n in (4, 2, 2, 1)))
    assert m.actors() == [0]
    assert m.options(0) == [*(f"build.{id}" for id in ALL_CITIES), "decline"]
    assert (joker_tiles(m), table(m).jokers_left()) == ([0, 1, 1, 0], 4)


@pytest.mark.rule("C-EX-03")
def test_books_variant() -> None:
    """The books are as before, but Marcus has 2: the three others are tied for the fewest."""
    m = score(*(seat(books=n) for n in (4, 2, 2, 2)))
    assert m.actors() == [0]
    assert (joker_tiles(m), table(m).jokers_left()) == ([0] * 4, 6)


@pytest.mark.rule("C-EX-05")
def test_hand_limit() -> None:
    """On space 10 the limit is 6. With four cards in hand, three books draw three cards."""
    m = act(seat("nw20", row="so33", hand=4, favor=10))
    assert table(m).hand_limit(0) == 6
    play(m, 0, "perform")
    assert (drew(m), 4 + drew(m), vps(m)) == (2, 6, [1, 0])


@pytest.mark.rule("C-EX-07")
def test_treasury() -> None:
    cards = "ea01 ea02 ea03 so01"
    m = act(seat("nw13", hand=cards, favor=2))
    play(m, 0, "perform", "pay.ea01")  # paid in ascending order: the two others follow without asking
    assert sorted(discard(m)) == ["ea01", "ea02", "ea03"]
    assert (vps(m), spaces(m)) == ([10, 0], [3, 0])
    assert "so01" in hand(m, 0)
    assert held(m)[0] == 1 + 2  # includes two cards of the next round
    m = act(seat("nw13", hand=cards, favor=2))
    play(m, 0, "perform", "pay.so01", "pay.ea01", "pay.ea02")
    assert (vps(m), spaces(m)) == ([10, 0], [2, 0])
    assert "ea03" in hand(m, 0)


@pytest.mark.rule("C-EX-08")
def test_books_for_points() -> None:
    m = act(seat("nw15", row="so33 so14", hand="ea01 ea02"))
    play(m, 0, "perform")
    assert (vps(m), spaces(m)) == ([6, 0], [0, 0])
    play(m, 0, "bonus", "pay.ea01")
    assert (vps(m), spaces(m), discard(m)) == ([6, 0], [1, 0], ["ea01"])
    m = act(seat("nw15", hand="ea01 ea02"))
    assert m.options(0) == ["forfeit"]
    play(m, 0, "forfeit")
    assert (drew(m), vps(m), spaces(m), discard(m)) == (1, [0, 0], [0, 0], [])


@pytest.mark.rule("C-EX-09")
def test_audience() -> None:
    m = act(seat("nw17", hand="ea01 ea02", favor=4))
    play(m, 0, "perform", "pay.ea01")
    assert (spaces(m), held(m)[0]) == ([6, 0], 1)
    play(m, 0, "bonus")  # one card is left to pay with
    assert (spaces(m), discard(m), drew(m)) == ([7, 0], ["ea01", "ea02"], 0)


@pytest.mark.rule("C-EX-10")
@pytest.mark.parametrize(("cannons", "steps"), [("so22", 1), ("so13", 0)])
def test_fjodorowna(cannons: str, steps: int) -> None:
    """The card itself shows a cannon and a book."""
    m = act(seat("nw20", row=f"so14 {cannons}", hand=3, favor=6))
    assert table(m).hand_limit(0) == 5
    assert [int(table(m).owned(0, kind)) for kind in (4, 5)] == [2 + steps, 2]
    play(m, 0, "perform")
    assert (3 + drew(m), spaces(m), vps(m)) == (5, [6 + steps, 0], [0, 0])


@pytest.mark.rule("C-EX-11")
@pytest.mark.parametrize(("books", "steps"), [("so33 so14", 2), ("so33", 0)])
def test_potjomkin(books: str, steps: int) -> None:
    m = act(seat("nw23", row=books, hand=1, favor=2))
    assert table(m).hand_limit(0) == 4
    play(m, 0, "perform")
    assert (1 + drew(m), spaces(m)) == (3, [2 + steps, 0])


@pytest.mark.rule("C-EX-12")
def test_sets() -> None:
    """The goods are iron 2, food 3, caviar 2, fur 4; then no iron."""
    m = act(seat("so24", row="so25 nw34 nw19", residences="riga novgorod kharkov"))
    assert [int(table(m).owned(0, kind)) for kind in range(4)] == [2, 3, 2, 4]
    play(m, 0, "perform")
    assert vps(m) == [8, 0]
    m = act(seat("so24", row="nw34 ea19 nw25", residences="riga novgorod"))
    assert table(m).owned(0, 0) == 0
    assert m.options(0) == ["forfeit"]
    play(m, 0, "forfeit")
    assert (drew(m), vps(m)) == (1, [0, 0])


@pytest.mark.rule("C-EX-13")
def test_sievers() -> None:
    m = act(seat("ea28", row="nw19 so25", hand="nw01 nw02 nw03", residences="kazan"))
    assert table(m).owned(0, 0) == 2
    play(m, 0, "perform", "pay.nw01", "pay.nw02")
    assert m.options(0) == [f"build.{id}" for id in ALL_CITIES[12:] if id != "kazan"]
    play(m, 0, "build.siberia")
    assert (residences(m, 0), spaces(m), discard(m)) == (["kazan", "siberia"], [1, 0], ["nw01", "nw02"])
    assert held(m)[0] == 1 + 2
    m = act(seat("ea28", row="nw19 so25", hand="nw01", residences="kazan"))
    assert m.options(0) == ["forfeit"]


@pytest.mark.rule("C-EX-14")
def test_vorontsava() -> None:
    m = act(seat("nw31", hand="so01"))
    play(m, 0, "perform")
    assert vps(m) == [3, 0]
    play(m, 0, "bonus")
    assert (vps(m), discard(m)) == ([7, 0], ["so01"])
    m = act(seat("nw31"))
    play(m, 0, "perform")
    assert vps(m) == [3, 0]
    assert table(m).round == 2  # nothing was asked


@pytest.mark.rule("C-EX-15")
def test_building_card_with_region_points() -> None:
    m = act(seat("ea08", hand="nw01 nw02", residences="kazan orenburg riga"))
    play(m, 0, "perform", "build.archangelsk")
    assert tiles(m, 0) == {"iron": 1, "food": 2}  # tiles of orenburg and riga, and one food taken
    play(m, 0, "bonus")
    assert (vps(m), discard(m)) == ([3, 0], ["nw01", "nw02"])


@pytest.mark.rule("C-EX-16")
@pytest.mark.parametrize(("before", "points"), [(2, 0), (3, 1)])
def test_colours_differ(before: int, points: int) -> None:
    """A red activation card under a green action card gives no action, but a card or a point."""
    kept = " ".join(["nw01", "nw02", "nw03"][:before])
    mine = Player(row="blank, blank, blank", hand=", ".join(["ea33", "so01", *kept.split()]))
    m = scene("play", mine, Player(row="blank, blank, blank", hand=3))
    reveal(m, "ea33", "so01")
    assert (tokens.COLOURS_DIFFER, 0) in [event[:2] for event in events_of(m, tokens.COLOURS_DIFFER)]
    assert (drew(m), vps(m)[0]) == (1 - points, points)
    assert before + drew(m) == 3
    assert events_of(m, tokens.PERFORMED) == []


@pytest.mark.rule("C-EX-17")
@pytest.mark.parametrize(("before", "points"), [(0, 0), (3, 1)])
def test_forfeiting(before: int, points: int) -> None:
    """Dimsdale could give three points and, for an iron and a caviar, a favor step."""
    m = act(seat("nw33", row="so15 so24", hand=before))
    assert m.options(0) == ["perform", "forfeit"]
    play(m, 0, "forfeit")
    assert (drew(m), vps(m), spaces(m)) == (1 - points, [points, 0], [0, 0])
    assert events_of(m, tokens.USED_BONUS) == []


@pytest.mark.rule("C-EX-18")
def test_top_of_the_favor_track() -> None:
    m = act(seat("nw17", hand="ea01", favor=13))
    play(m, 0, "perform")
    assert (spaces(m), vps(m)) == ([14, 0], [1, 0])


@pytest.mark.rule("C-EX-19")
def test_crown_city() -> None:
    m = act(seat("so02", row="nw33", hand="ea01 ea02 ea03", favor=1))
    assert table(m).hand_limit(0) == 3
    play(m, 0, "perform", "build.moscow")
    assert (spaces(m), table(m).hand_limit(0)) == ([2, 0], 4)
    assert (drew(m), vps(m)) == (1, [0, 0])


@pytest.mark.rule("C-EX-20")
def test_a_city_with_the_one() -> None:
    m = act(seat("ea08"))
    play(m, 0, "perform", "build.siberia")
    assert vps(m) == [0, 0]
    m = score(seat(residences="siberia"), seat())
    decline(m)
    assert events_of(m, tokens.RESIDENCE_VP)[0] == (tokens.RESIDENCE_VP, 0, 2, 1)
    assert vps(m) == [2 + 2, 2]  # includes 2 for the tie of cannons


@pytest.mark.rule("C-EX-22")
@pytest.mark.parametrize(("cannons", "points"), [([2, 2, 0], [6, 6, 0]), ([2, 1], [4, 0]), ([1, 1], [2, 2])])
def test_cannons_for_three_and_two(cannons: list[int], points: list[int]) -> None:
    assert vps(score(*(seat(cannons=n) for n in cannons))) == points


@pytest.mark.rule("C-EX-23")
def test_clearing() -> None:
    a, b, c, d, e, f, g = (f"ea0{n}" for n in range(1, 8))
    mine = Player(row=", ".join((a, b, c, d, e, f, g)), under="-, nw01, -, nw02, nw03, -, nw04", hand=0)
    m = score(mine, seat())
    before = discard(m)
    decline(m)
    assert {b, d, e, g, "nw01", "nw02", "nw03", "nw04"} <= set(discard(m)) - set(before)
    assert events_of(m, tokens.CLEARED)[0] == (tokens.CLEARED, 0, 8, 0)
    assert (row(m, 0), under(m, 0)) == ([a, c, f], ["", "", ""])


@pytest.mark.rule("C-EX-24")
def test_interim_draw() -> None:
    m = score(seat(hand=3, favor=2), seat(hand=4, favor=2))
    assert table(m).hand_limit(0) == 4
    decline(m)
    assert (drew(m, 0), drew(m, 1)) == (1, 0)
    assert [event[1:] for event in events_of(m, tokens.OVER_LIMIT)] == [(0, 1, 1), (1, 2, 2)]
    m = score(seat(hand=3, favor=2), seat(), decade=3)
    decline(m)
    assert (m.over, drawn(m), held(m)) == (True, [], [3, 0])


@pytest.mark.rule("C-EX-26")
def test_leftover_cards() -> None:
    m = score(seat(hand=4, favor=2), seat(), decade=3)
    decline(m)
    first = m.scores()[0]
    assert first.breakdown["hand_cards"] == 4
    assert first.total == vps(m)[0] + 4


@pytest.mark.rule("C-EX-27")
def test_all_books_equal() -> None:
    m = score(*(seat(books=2) for _ in range(3)))
    assert (builders(m), joker_tiles(m)) == ([0, 1, 2], [0, 0, 0])
    for p in range(3):
        play(m, p, "build.kiev")
    assert [residences(m, p) for p in range(3)] == [["kiev"]] * 3
    assert joker_tiles(m) == [0, 0, 0]
    assert builders(score(seats=2)) == [0, 1]


@pytest.mark.rule("C-EX-28")
def test_no_residence_left() -> None:
    twelve = " ".join(id for id in ALL_CITIES if id not in ALL_CITIES[:6])
    m = act(seat("nw06", hand="ea01 ea02 ea03", favor=6, residences=twelve))
    assert table(m).hand_limit(0) == 5
    play(m, 0, "forfeit")
    assert (drew(m), vps(m), spaces(m), discard(m)) == (1, [0, 0], [6, 0], [])
    m = score(seat(books=1, favor=6, hand=3, residences=twelve), seat(books=1))
    assert (drawn(m), held(m)) == ([0], [4, 0])
    assert builders(m) == [1]


@pytest.mark.rule("C-EX-30")
def test_activating_the_new_card() -> None:
    """Fjodorowna draws one card per book, and the only book is her own."""
    mine = Player(row="blank, blank, blank", hand="nw20, nw01, so01")
    m = scene("play", mine, Player(row="blank, blank, blank", hand=3))
    reveal(m, "nw20", "nw01")
    assert row(m, 0)[3:] == ["nw20"]
    assert m.options(0) == ["perform", "forfeit"]
    before = held(m)[0]
    play(m, 0, "perform")
    assert events_of(m, tokens.PERFORMED)[0][1] == 0
    assert (before, drew(m)) == (1, 1)
