"""Section 6: residences."""

from __future__ import annotations

import pytest

import samovar
from samovar.games.catherine import tokens
from tests.catherine.phase_scenes import (
    ALL_CITIES,
    act,
    city,
    decline,
    drawn,
    events_of,
    held,
    score,
    seat,
    spaces,
    vps,
)
from tests.catherine.scene import discard, hand, play, residences, scene, table, tiles

TWELVE = " ".join(ALL_CITIES[6:])  # all red and green cities


def builds(m: samovar.Match, seat: int = 0) -> list[str]:
    return [token.removeprefix("build.") for token in m.options(seat) if token.startswith("build.")]


def refusal(m: samovar.Match, token: str, seat: int = 0) -> tuple[str, str]:
    with pytest.raises(samovar.IllegalAction) as refused:
        m.play(seat, token)
    return refused.value.reason, refused.value.rule


@pytest.mark.rule("C-RES-01")
def test_a_residence_goes_from_the_supply_into_one_city() -> None:
    m = act(seat("nw05"))
    assert table(m).supply(0) == 12
    play(m, 0, "perform", "build.smolensk")
    assert (residences(m, 0), table(m).supply(0)) == (["smolensk"], 11)
    assert (residences(m, 1), table(m).supply(1)) == ([], 12)


@pytest.mark.rule("C-RES-02")
@pytest.mark.parametrize(
    ("card", "names"),
    [
        ("nw05", ["novgorod", "smolensk", "vyborg"]),
        ("so02", ["kharkov", "kiev", "moscow"]),
        ("ea08", ["archangelsk", "kazan", "siberia"]),
    ],
)
def test_a_building_card_allows_only_the_three_cities_in_its_upper_area(card: str, names: list[str]) -> None:
    m = act(seat(card, row="so05 ea03"))
    play(m, 0, "perform")
    assert sorted(builds(m)) == names
    assert refusal(m, "build.reval") == ("not_a_city_of_this_card", "C-RES-02")


@pytest.mark.rule("C-RES-02", "C-RULING-22")
def test_an_effect_may_allow_other_cities() -> None:
    """Sievers builds in any city of the card's colour, books in any city of the board."""
    m = act(seat("ea28", hand="nw01 nw02"))
    play(m, 0, "perform")
    assert sorted(builds(m)) == ["archangelsk", "astrakhan", "irkutsk", "kazan", "orenburg", "siberia"]
    assert refusal(m, "build.reval") == ("not_a_city_of_this_colour", "C-CARD-09")
    assert builds(score(seat(books=1), seat())) == ALL_CITIES


@pytest.mark.rule("C-RES-03")
def test_never_two_residences_of_one_player_in_a_city() -> None:
    m = act(seat("nw05", residences="smolensk"))
    play(m, 0, "perform")
    assert sorted(builds(m)) == ["novgorod", "vyborg"]
    assert refusal(m, "build.smolensk") == ("already_a_residence_there", "C-RES-03")
    m = act(seat("nw05", residences="smolensk novgorod vyborg"))
    assert m.options(0) == ["forfeit"]
    assert refusal(m, "perform") == ("a_residence_in_each_of_its_cities", "C-RES-03")


@pytest.mark.rule("C-RES-03", "C-RULING-09")
def test_residences_of_others_do_not_matter() -> None:
    """Every city has room for each player, and a goods tile for each of them."""
    seats = [seat("nw05"), *(seat(residences="vyborg smolensk") for _ in range(3))]
    m = scene("actions", *seats)
    play(m, 0, "perform", "build.vyborg")
    assert [residences(m, p)[:1] for p in range(4)] == [["vyborg"]] * 4
    assert [tiles(m, p) for p in range(4)] == [{"iron": 1}] * 4
    assert table(m).tiles_left(city("vyborg")) == 0


@pytest.mark.rule("C-RES-04")
def test_the_builder_takes_one_of_the_goods_tiles() -> None:
    m = act(seat("ea04", residences="vyborg"))
    play(m, 0, "perform")
    assert (tiles(m, 0), table(m).tiles_left(city("orenburg"))) == ({"iron": 1}, 2)
    play(m, 0, "build.orenburg")
    assert (tiles(m, 0), table(m).tiles_left(city("orenburg"))) == ({"iron": 2}, 1)
    assert events_of(m, tokens.TOOK_TILE) == [(tokens.TOOK_TILE, 0, 0, 0)]
    assert table(m).owned(0, 0) == 2  # counts from now on


@pytest.mark.rule("C-RES-04")
def test_a_city_without_a_good_gives_no_tile() -> None:
    for card, place in (("ea08", "siberia"), ("so02", "moscow")):
        m = act(seat(card))
        play(m, 0, "perform", f"build.{place}")
        assert (tiles(m, 0), table(m).tiles_left(city(place))) == ({}, 0)
        assert events_of(m, tokens.TOOK_TILE) == []


@pytest.mark.rule("C-RES-04")
def test_a_tile_is_kept_for_the_rest_of_the_game() -> None:
    """The cards of the row are cleared after the decade, but the tile still counts as one good."""
    m = score(seat(residences="vyborg orenburg", row="nw19"), seat())
    assert table(m).owned(0, 0) == 3
    decline(m)
    assert tiles(m, 0) == {"iron": 2}


@pytest.mark.rule("C-RES-05")
def test_the_crown_is_a_favor_step_at_once() -> None:
    m = act(seat("so02", favor=4))
    play(m, 0, "perform")
    assert spaces(m) == [4, 0]
    play(m, 0, "build.moscow")
    assert (spaces(m), vps(m)) == ([5, 0], [0, 0])
    m = act(seat("so02", favor=14))
    play(m, 0, "perform", "build.moscow")
    assert (spaces(m), vps(m)) == ([14, 0], [1, 0])


@pytest.mark.rule("C-RES-05")
@pytest.mark.parametrize("id", ALL_CITIES)
def test_only_three_cities_show_the_crown(id: str) -> None:
    m = score(seat(books=1), seat())
    before = spaces(m)
    play(m, 0, f"build.{id}")
    steps = [event for event in events_of(m, tokens.FAVOR_STEP) if event[1] == 0]
    assert before == [0, 0]
    assert len(steps) == (id in ("st_petersburg", "moscow", "kazan"))


@pytest.mark.rule("C-RES-06")
@pytest.mark.parametrize(("card", "id"), [("ea08", "siberia"), ("so02", "kiev"), ("nw05", "smolensk")])
def test_the_one_brings_nothing_at_once_and_a_point_in_every_later_interim_scoring(
    card: str, id: str
) -> None:
    m = act(seat(card))
    play(m, 0, "perform", f"build.{id}")
    assert (vps(m), spaces(m), tiles(m, 0)) == ([0, 0], [0, 0], {})
    for decade in (1, 2, 3):
        m = score(seat(residences=id), seat(residences="riga"), decade=decade)
        decline(m)
        assert [event[1:3] for event in events_of(m, tokens.RESIDENCE_VP)] == [(0, 2), (1, 1)]


@pytest.mark.rule("C-RES-07", "C-RULING-25")
@pytest.mark.parametrize("card", ["nw05", "nw30"])
def test_without_a_residence_a_card_is_drawn_instead(card: str) -> None:
    """No cost is paid, no bonus is used, and there is no second card as compensation."""
    m = act(seat(card, row="nw15 nw24 nw25", hand="so33 ea33", favor=6, residences=TWELVE))
    assert m.options(0) == ["forfeit"]
    assert refusal(m, "perform") == ("no_residence_left", "C-RES-07")
    play(m, 0, "forfeit")
    assert events_of(m, tokens.NO_RESIDENCE) == [(tokens.NO_RESIDENCE, 0, 0, 0)]
    assert drawn(m)[:1] == [0]
    assert events_of(m, tokens.DREW, tokens.ROUND_BEGINS)[1][0] == tokens.ROUND_BEGINS  # exactly one card
    assert (spaces(m), vps(m), residences(m, 0)) == ([6, 0], [0, 0], TWELVE.split())
    assert discard(m) == []
    assert {"so33", "ea33"} <= set(hand(m, 0))


@pytest.mark.rule("C-RES-07", "C-RULING-25")
def test_the_card_for_a_missing_residence_obeys_the_hand_limit() -> None:
    m = act(seat("nw05", hand=3, residences=TWELVE))
    play(m, 0, "forfeit")
    assert vps(m) == [1, 0]
    assert events_of(m, tokens.DREW, tokens.ROUND_BEGINS)[0][0] == tokens.ROUND_BEGINS
    m = score(seat(books=1, hand=3, residences=TWELVE), seat(residences=TWELVE, hand=3))
    assert (
        vps(m)[0] == 2 + 1 + 12 + 2 + 2
    )  # cannons, the card, residences, two "1" and nothing for favor, the draw


@pytest.mark.rule("C-RULING-25", "C-RULING-44")
def test_in_the_book_step_cards_for_missing_residences_come_first_by_seat() -> None:
    """The others have their card before the player who can build decides."""
    seats = [seat(books=1), seat(books=1, residences=TWELVE), seat(books=1, residences=TWELVE, hand=3)]
    m = score(*seats)
    assert m.actors() == [0]
    assert held(m) == [0, 1, 3]
    assert drawn(m) == [1]
    assert vps(m) == [4, 4, 5]
