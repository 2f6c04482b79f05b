"""Section 4: performing actions in phase D."""

from __future__ import annotations

from itertools import permutations

import pytest

import samovar
from samovar.games.catherine import tokens
from samovar.games.catherine.game import GAME
from tests.catherine.scene import (
    CARDS,
    CITIES,
    COLOUR_IDS,
    FAMILIES,
    TRACK,
    Player,
    acting,
    choose,
    discard,
    done,
    favor,
    first_two,
    hand,
    logged,
    order_of_events,
    pile,
    play,
    play_at_random,
    refused,
    residences,
    row,
    scene,
    table,
    tiles,
    under,
    vp,
)

SEATS = [2, 3, 4]
TOP = 14


def other_box(*changes: tuple[str, str, str]) -> str:
    """The component file with changes to cards: the card id, the old text and the new one."""
    text = GAME.standard_text()
    for id, written, instead in changes:
        head, entry, rest = text.partition(f'id = "{id}"\n')
        assert entry
        card, gap, others = rest.partition("\n\n")
        assert written in card
        text = head + entry + card.replace(written, instead, 1) + gap + others
    return text


# ---- activation and compensation ----


@pytest.mark.rule("C-ACT-01")
@pytest.mark.parametrize(("place", "points", "cards"), [(1, 3, 1), (2, 0, 3), (3, 4, 1)])
def test_the_activation_card_points_at_the_action_card_right_above_it(
    place: int, points: int, cards: int
) -> None:
    """Vorontsava: 3 VP. Potjomkin: two cards. Academy: 2 VP per book."""
    player = Player("ea32, green potjomkin, green academy, blue book book", "", place, hand=1)
    m = scene("actions", player, Player(active=1))
    play(m, 0, "perform")
    assert (vp(m, 0), len(hand(m, 0))) == (points, cards)


@pytest.mark.rule("C-ACT-01", "C-RULING-06")
def test_only_the_activation_card_of_this_round_counts() -> None:
    """Older activation cards of the right colour have no effect."""
    cards = "green vorontsava, red vorontsava, blue vorontsava, green potjomkin, blank, blank"
    player = Player(cards, "green, red, -, green, -, -", 4, hand=0)
    m = scene("actions", player, Player(active=1), round=3)
    play(m, 0, "perform")
    assert done(m, 0)
    assert (vp(m, 0), len(hand(m, 0))) == (0, 2)


@pytest.mark.rule("C-ACT-02", "C-ACT-03")
@pytest.mark.parametrize("action", COLOUR_IDS)
@pytest.mark.parametrize("activation", COLOUR_IDS)
def test_a_player_may_act_with_one_colour_and_draws_a_card_with_two(action: str, activation: str) -> None:
    player = Player(f"{action} vorontsava, blank, blank, blank", f"{activation}, -, -, -", 1, hand=1)
    m = scene("actions", player, Player(active=1), seats=2)
    if action == activation:
        assert m.options(0) == ["perform", "forfeit"]
        assert len(hand(m, 0)) == 1
    else:
        assert done(m, 0)
        assert len(hand(m, 0)) == 2
        assert refused(m, 0, "perform") == ("another_seat_decides", "")
    assert vp(m, 0) == 0


@pytest.mark.rule("C-ACT-03", "C-ACT-06", "C-RULING-18")
@pytest.mark.parametrize(("held", "after", "points"), [(0, 1, 0), (2, 3, 0), (3, 3, 1)])
def test_the_compensation_is_one_card_under_the_hand_limit(held: int, after: int, points: int) -> None:
    m = scene("actions", Player("green, blank, blank, blank", "red, -, -, -", 1, held), Player(active=1))
    assert (len(hand(m, 0)), vp(m, 0)) == (after, points)


@pytest.mark.rule("C-ACT-04", "C-ACT-06", "C-ACT-09", "C-RULING-18")
@pytest.mark.parametrize(("held", "after", "points"), [(0, 1, 0), (2, 3, 0), (3, 3, 1)])
def test_forfeiting_brings_one_card_and_no_bonus(held: int, after: int, points: int) -> None:
    m = acting("ea31", hand=held)
    play(m, 0, "forfeit")
    assert done(m, 0)
    assert (len(hand(m, 0)), vp(m, 0)) == (after, points)
    m = acting("ea22", shows={"book": 3}, hand=held)  # the bonus would be two steps for three books
    play(m, 0, "forfeit")
    assert done(m, 0)
    assert favor(m, 0) == 0


@pytest.mark.rule("C-ACT-05", "C-ACT-06", "C-ACT-09", "C-RULING-10")
@pytest.mark.parametrize(("held", "after", "points"), [(0, 1, 0), (2, 3, 0)])
def test_an_impossible_action_brings_one_card_and_no_bonus(held: int, after: int, points: int) -> None:
    m = acting("ea13", hand=held)
    assert m.options(0) == ["forfeit"]
    assert m.actors() == [0, 1]  # the player is still asked, and so decides when to forfeit
    play(m, 0, "forfeit")
    assert done(m, 0)
    assert (len(hand(m, 0)), vp(m, 0)) == (after, points)


@pytest.mark.rule("C-ACT-05", "C-RULING-10")
def test_no_residence_left_makes_building_impossible() -> None:
    twelve = [city for city in CITIES if CITIES[city]["colour"] != "green"]
    assert len(twelve) == 12
    for id in ("ea01", "ea27"):
        m = acting(id, residences=", ".join(twelve), hand=2)
        assert m.options(0) == ["forfeit"]
        assert refused(m, 0, "perform") == ("no_residence_left", "C-RES-07")
        play(m, 0, "forfeit")
        assert (len(hand(m, 0)), discard(m)) == (3, [])  # one card, no cost paid
        m = acting(id, residences=", ".join(twelve[1:]), hand=2)
        assert m.options(0) == ["perform", "forfeit"]


@pytest.mark.rule("C-ACT-06", "C-RULING-10")
def test_a_card_for_a_missing_residence_is_not_a_compensation() -> None:
    """Both are one card. A box with different numbers shows that the right one is used."""
    text = GAME.standard_text()
    for written, instead in (
        ("compensation_draw = 1 ", "compensation_draw = 2 "),
        ("no_residence_left_draw = 1", "no_residence_left_draw = 3"),
    ):
        assert written in text
        text = text.replace(written, instead)
    twelve = ", ".join([city for city in CITIES if CITIES[city]["colour"] != "green"])
    for id, built, drawn in (("ea01", twelve, 3), ("ea27", twelve, 3), ("ea31", twelve, 2), ("ea01", "", 2)):
        m = acting(id, residences=built, hand=0, favor=6, components=text)
        play(m, 0, "forfeit")
        assert len(hand(m, 0)) == drawn
        assert len(logged(m, tokens.NO_RESIDENCE)) == (1 if drawn == 3 else 0)


# ---- arrows ----


@pytest.mark.rule("C-ACT-07", "C-RULING-12")
def test_an_arrow_with_a_number_allows_up_to_that_many_times() -> None:
    """All arrows of the box have the number 1, so this test changes it."""
    box = other_box(("ea17", "times = 1", "times = 3"))
    m = acting("ea17", hand=5, favor=6, components=box)
    play(m, 0, "perform", f"pay.{hand(m, 0)[0]}")
    assert favor(m, 0) == 8
    assert m.options(0) == ["perform", "enough"]
    assert refused(m, 0, "forfeit") == ("not_an_option_now", "")
    play(m, 0, "perform", f"pay.{hand(m, 0)[0]}")
    assert favor(m, 0) == 10
    play(m, 0, "perform", f"pay.{hand(m, 0)[0]}")
    assert favor(m, 0) == 12
    assert m.options(0) == ["bonus", "decline"]  # three times is the maximum; the bonus comes once
    play(m, 0, "bonus", f"pay.{hand(m, 0)[0]}")
    assert done(m, 0)
    assert (favor(m, 0), len(hand(m, 0)), vp(m, 0)) == (13, 1, 0)


@pytest.mark.rule("C-ACT-07", "C-ACT-08")
def test_after_enough_repetitions_the_bonus_may_be_used() -> None:
    box = other_box(("ea17", "times = 1", "times = 3"))
    m = acting("ea17", hand=3, components=box)
    play(m, 0, "perform", f"pay.{hand(m, 0)[0]}", "enough")
    assert m.options(0) == ["bonus", "decline"]
    play(m, 0, "decline")
    assert done(m, 0)
    assert (favor(m, 0), len(hand(m, 0))) == (2, 2)  # no compensation


@pytest.mark.rule("C-ACT-07")
def test_a_repetition_that_cannot_be_paid_is_not_offered() -> None:
    box = other_box(("ea13", "times = 1", "times = 2"))
    m = acting("ea13", hand=5, favor=6, components=box)
    play(m, 0, "perform", *(f"pay.{id}" for id in hand(m, 0)[:3]))
    assert done(m, 0)
    assert (vp(m, 0), len(hand(m, 0))) == (10, 2)


@pytest.mark.rule("C-ACT-07", "C-RULING-37")
def test_cards_of_all_repetitions_must_share_a_colour_for_the_treasury_bonus() -> None:
    box = other_box(("ea13", "times = 1", "times = 2"))
    for colours, steps in (("red, red, red, red, red, red", 1), ("blue, blue, blue, red, red, red", 0)):
        m = acting("ea13", hand=colours, favor=10, components=box)
        play(m, 0, "perform", *(f"pay.{id}" for id in hand(m, 0)[:3]), "perform")
        assert done(m, 0)
        assert (vp(m, 0), favor(m, 0)) == (20, 10 + steps)


@pytest.mark.rule("C-ACT-07")
def test_building_is_repeated_as_often_as_the_arrow_says() -> None:
    box = other_box(("ea27", "times = 1", "times = 2"))
    m = acting("ea27", hand=6, favor=10, components=box)
    play(m, 0, "perform", *(f"pay.{id}" for id in hand(m, 0)[:2]), "build.kazan")
    assert m.options(0) == ["perform", "enough"]
    play(m, 0, "perform", *(f"pay.{id}" for id in hand(m, 0)[:2]), "build.siberia")
    assert done(m, 0)
    assert residences(m, 0) == ["kazan", "siberia"]
    assert len(hand(m, 0)) == 2


@pytest.mark.rule("C-ACT-07", "C-RULING-12")
@pytest.mark.parametrize("id", ["ea13", "ea17", "ea27", "ea31", "ea33", "ea22", "ea01"])
def test_no_arrow_or_an_arrow_with_1_is_exactly_once(id: str) -> None:
    m = acting(id, hand=5, favor=6)
    assert m.options(0) == ["perform", "forfeit"]  # forfeiting is always allowed
    play(m, 0, "perform")
    while not done(m, 0):
        assert not {"perform", "enough", "forfeit"} & set(m.options(0))
        play(m, 0, m.options(0)[0])
    assert len(logged(m, tokens.PERFORMED)) == 1


@pytest.mark.rule("C-ACT-07", "C-RULING-11")
def test_an_open_arrow_runs_once_for_each_unit_without_asking() -> None:
    for id, shows, points, cards in (
        ("ea15", {"book": 4}, 8, 0),
        ("ea20", {"book": 4, "cannon": 1}, 0, 4),
        ("ea09", {"iron": 2, "fur": 2}, 0, 4),
        ("ea24", {"iron": 1, "food": 1, "caviar": 2, "fur": 2}, 4, 0),
    ):
        m = acting(id, shows=shows, hand=0, favor=6)
        play(m, 0, "perform")
        assert done(m, 0)
        assert (vp(m, 0), len(hand(m, 0))) == (points, cards)


@pytest.mark.rule("C-RULING-45", "C-ACT-07")
def test_the_arrow_of_each_card() -> None:
    arrows: dict[str, set[tuple[str, int]]] = {family: set() for family in FAMILIES}
    for card in CARDS.values():
        arrows[card["family"]].add((card["action"]["arrow"], card["action"]["times"]))
    one = {family for family in FAMILIES if arrows[family] == {("number", 1)}}
    open_arrow = {family for family in FAMILIES if arrows[family] == {("open", 0)}}
    assert one == {"treasury", "audience", "sievers"}
    assert open_arrow == {"market", "academy", "fjodorowna", "guild"}
    assert {family for family in FAMILIES if arrows[family] == {("none", 1)}} == (
        set(FAMILIES) - one - open_arrow
    )
    stock = table(acting("ea31")).stock
    assert {stock.card_ids[card]: stock.arrows[card] for card in stock.all_cards()} == {
        id: card["action"]["arrow"] for id, card in CARDS.items()
    }


@pytest.mark.rule("C-RULING-45", "C-RULING-12")
def test_an_arrow_with_1_plays_like_no_arrow() -> None:
    """Random games are the same with a box in which these cards have no arrow."""
    text = GAME.standard_text()
    assert text.count('arrow = "number", times = 1') == 27  # 6 + 9 + 12
    without = text.replace('arrow = "number", times = 1', 'arrow = "none", times = 1')
    for seed in range(3):
        games = [samovar.Match("catherine", 2, seed=seed, components=box) for box in (text, without)]
        for m in games:
            play_at_random(m, seed=seed)
        first, second = ([(entry.seat, entry.action) for entry in m.log] for m in games)
        assert first == second
        assert [score.total for score in games[0].scores()] == [score.total for score in games[1].scores()]


# ---- bonuses ----


@pytest.mark.rule("C-ACT-08", "C-RULING-14")
def test_the_bonus_comes_after_the_action_and_once() -> None:
    m = acting("ea22", shows={"book": 3}, hand=0)
    play(m, 0, "perform")
    course = order_of_events(m, tokens.PERFORMED, tokens.DREW, tokens.USED_BONUS, tokens.FAVOR_STEP)
    assert [what for what, seat in course if seat == 0] == [
        tokens.PERFORMED,
        tokens.DREW,
        tokens.DREW,
        tokens.USED_BONUS,
        tokens.FAVOR_STEP,
    ]
    assert logged(m, tokens.FAVOR_STEP) == [(0, 2, 2)]


@pytest.mark.rule("C-ACT-08")
def test_no_bonus_where_the_card_has_none_or_its_condition_is_not_met() -> None:
    for id, shows in (("ea09", {"iron": 1}), ("ea22", {"book": 2}), ("ea20", {"cannon": 2})):
        m = acting(id, shows=shows, hand=3)
        play(m, 0, "perform")
        assert done(m, 0)
        assert logged(m, tokens.USED_BONUS) == []
        assert favor(m, 0) == 0


@pytest.mark.rule("C-ACT-10", "C-RULING-15")
def test_declining_a_bonus_brings_no_card() -> None:
    m = acting("ea31", hand=1)
    play(m, 0, "perform", "decline")
    assert done(m, 0)
    assert (len(hand(m, 0)), vp(m, 0)) == (1, 3)
    assert logged(m, tokens.DREW) == []


@pytest.mark.rule("C-RULING-15")
def test_a_bonus_without_cost_is_taken_without_asking() -> None:
    m = acting("ea33", shows={"iron": 1, "caviar": 1, "book": 2}, hand=3)
    play(m, 0, "perform")
    assert done(m, 0)
    assert (vp(m, 0), favor(m, 0)) == (3, 1)


@pytest.mark.rule("C-RULING-15")
def test_an_action_that_is_not_asked_for_is_refused() -> None:
    m = acting("ea31", hand=1)
    assert refused(m, 0, "bonus") == ("not_an_option_now", "")
    play(m, 0, "perform")
    assert refused(m, 0, "forfeit") == ("not_an_option_now", "")
    play(m, 0, "bonus")
    assert done(m, 0)
    assert refused(m, 0, "bonus") == ("another_seat_decides", "")


# ---- paying and owning ----


@pytest.mark.rule("C-ACT-11", "C-RULING-13")
def test_costs_are_paid_from_the_hand_into_the_discard_pile_before_the_effect() -> None:
    m = acting("ea13", hand=5, favor=6)
    before = hand(m, 0)
    display = row(m, 0), under(m, 0)
    play(m, 0, "perform")
    assert m.options(0) == [f"pay.{id}" for id in before[:3]]  # each leaves two higher cards to follow
    play(m, 0, f"pay.{before[1]}")
    assert discard(m) == [before[1]]
    assert vp(m, 0) == 0
    assert m.options(0) == [f"pay.{id}" for id in before[2:4]]
    assert refused(m, 0, f"pay.{before[0]}") == ("pay_in_ascending_order", "C-RULING-13")
    assert refused(m, 0, f"pay.{before[4]}") == ("pay_in_ascending_order", "C-RULING-13")
    play(m, 0, f"pay.{before[3]}")  # only one higher card is left
    assert done(m, 0)
    assert hand(m, 0) == [before[0], before[2]]
    assert sorted(discard(m)) == sorted([before[1], before[3], before[4]])
    assert (row(m, 0), under(m, 0)) == display
    course = order_of_events(m, tokens.PERFORMED, tokens.PAID, tokens.GAINED_VP)
    assert [what for what, _ in course] == [tokens.PERFORMED, *[tokens.PAID] * 3, tokens.GAINED_VP]


@pytest.mark.rule("C-RULING-13")
@pytest.mark.parametrize("id", ["nw01", "nw34", "so01", "so34", "ea02", "ea34"])
def test_any_hand_card_may_pay_for_action_or_bonus(id: str) -> None:
    m = acting("ea17", hand=f"{id}, ea30, so30")
    play(m, 0, "perform")
    assert f"pay.{id}" in m.options(0)
    play(m, 0, "pay.ea30", "bonus", f"pay.{id}")
    assert sorted(discard(m)) == sorted(["ea30", id])
    assert (favor(m, 0), hand(m, 0)) == (3, ["so30"])
    assert logged(m, tokens.OVER_TOP) == []


@pytest.mark.rule("C-RULING-13")
def test_cards_of_the_display_and_of_others_never_pay() -> None:
    m = acting("ea17", hand=0)  # a row of six, activation cards, and an empty hand
    assert m.options(0) == ["forfeit"]
    m = acting("ea17", hand=2)
    play(m, 0, "perform")
    for id in (row(m, 0)[1], under(m, 0)[0], hand(m, 1)[0], pile(m)[0]):
        assert refused(m, 0, f"pay.{id}") == ("not_an_option_now", "")


@pytest.mark.rule("C-RULING-13", "C-RULING-14")
def test_a_card_just_drawn_may_pay_for_the_bonus() -> None:
    """No card of the box draws and has a bonus that costs a card, so this test changes one."""
    box = other_box(("ea21", '{ type = "own", symbols = { cannon = 3 } }', '{ type = "discard", cards = 1 }'))
    m = acting("ea21", hand=0, components=box)
    play(m, 0, "perform")
    assert len(hand(m, 0)) == 1
    assert m.options(0) == ["bonus", "decline"]
    drawn = hand(m, 0)
    play(m, 0, "bonus")
    assert (favor(m, 0), hand(m, 0), discard(m)) == (1, [], drawn)


@pytest.mark.rule("C-ACT-12", "C-RULING-16")
def test_symbols_of_a_condition_are_only_owned_never_handed_in() -> None:
    m = acting("ea03", residences="irkutsk, riga", shows={"food": 0, "caviar": 1}, hand=2)
    display = row(m, 0)
    play(m, 0, "perform", "build.kazan")
    assert vp(m, 0) == 2  # food on a tile, caviar on a card
    assert row(m, 0) == display
    assert tiles(m, 0) == {"food": 1, "fur": 1}
    assert (len(hand(m, 0)), discard(m)) == (2, [])


@pytest.mark.rule("C-RULING-16")
def test_the_same_symbols_serve_action_and_bonus() -> None:
    box = other_box(("ea21", "cannon = 3", "book = 2"))
    m = acting("ea21", shows={"book": 2}, hand=0, components=box)
    play(m, 0, "perform")
    assert (len(hand(m, 0)), favor(m, 0)) == (2, 1)


@pytest.mark.rule("C-RULING-16", "C-RULING-11")
def test_the_same_symbols_serve_in_every_later_round() -> None:
    player = Player("green academy, green academy, so33", hand="ea01, ea02, ea03, ea04")
    m = scene("play", player, Player(hand=4))
    choose(m, 0, "ea01", "ea02", 1)
    choose(m, 1, *first_two(m, 1), 4)
    play(m, 0, "perform", "decline")
    assert vp(m, 0) == 4
    if "forfeit" in m.options(1):
        play(m, 1, "forfeit")
    choose(m, 0, "ea03", "ea04", 2)
    choose(m, 1, *first_two(m, 1), 5)
    play(m, 0, "perform")
    assert vp(m, 0) == 4 + 4


@pytest.mark.rule("C-ACT-14", "C-RULING-17")
def test_possession_is_the_symbols_of_the_action_row_and_the_own_tiles_nothing_else() -> None:
    """Two fur on cards of the row and two tiles count, but none in hand, under the row or of others."""
    player = Player(
        "ea12, ea19, blank, blank, blank",
        "green, -, fur book, -, -",
        active=1,
        hand="red fur cannon, fur book",
        residences="irkutsk, kharkov, moscow, siberia",
        favor=10,
        jokers=2,
    )
    other = Player("caviar fur", active=1, residences="novgorod, irkutsk, reval")
    m = scene("actions", player, other, seats=3)
    assert CARDS["ea12"]["upper"] == {"fur": 1, "book": 1}
    assert CARDS["ea19"]["upper"] == {"caviar": 1, "fur": 1}
    assert tiles(m, 0) == {"fur": 2}
    s = table(m)
    names = s.stock.symbol_ids
    assert {names[kind]: int(s.owned(0, kind)) for kind in range(6)} == {
        "iron": 0,
        "food": 0,
        "caviar": 1,
        "fur": 4,
        "cannon": 0,
        "book": 1,
    }
    play(m, 0, "perform")  # a market for caviar and fur: 5 cards, of which 4 fit
    assert (len(hand(m, 0)), vp(m, 0)) == (6, 1)


@pytest.mark.rule("C-RULING-17")
def test_jokers_are_not_goods() -> None:
    goods = "vyborg, riga, reval"  # iron, food, caviar
    player = Player("nw26", active=1, jokers=3, residences=goods, hand=0)
    m = scene("actions", player, Player(active=1), seats=3)
    assert m.options(0) == ["forfeit"]


@pytest.mark.rule("C-ACT-14")
def test_symbols_count_whether_the_card_was_activated_or_not() -> None:
    """One book is above an older activation card, one above this round's, one above none."""
    player = Player("green book, so20, nw20, green academy, blank", "red, -, -, green, -", 4, 0)
    m = scene("actions", player, Player(active=1), round=2)
    play(m, 0, "perform")
    assert vp(m, 0) == 6


# ---- draws and the hand limit ----


@pytest.mark.rule("C-RULING-18")
@pytest.mark.parametrize("space", range(15))
def test_the_compensation_obeys_the_limit_of_the_favor_space(space: int) -> None:
    limit = TRACK[space]["hand_limit"]
    for held, points in ((limit - 1, 0), (limit, 1)):
        m = acting("ea31", hand=held, favor=space)
        play(m, 0, "forfeit")
        assert (len(hand(m, 0)), vp(m, 0)) == (limit, points)


@pytest.mark.rule("C-RULING-19")
@pytest.mark.parametrize("held", range(7))
def test_the_hand_limit_is_checked_for_each_drawn_card(held: int) -> None:
    m = acting("ea09", shows={"iron": 3, "fur": 2}, hand=held, favor=10)
    play(m, 0, "perform")
    fit = min(5, 6 - held)
    assert (len(hand(m, 0)), vp(m, 0)) == (held + fit, 5 - fit)
    assert len(logged(m, tokens.DREW)) == fit
    course = [what for what, _ in order_of_events(m, tokens.DREW, tokens.OVER_LIMIT)]
    assert course == [tokens.DREW] * fit + [tokens.OVER_LIMIT] * (1 if fit < 5 else 0)


@pytest.mark.rule("C-RULING-43")
def test_drawing_with_a_full_hand_is_never_impossible() -> None:
    for id, shows in (("ea09", {"iron": 1}), ("ea20", {"book": 1}), ("ea22", {"book": 3})):
        m = acting(id, shows=shows, hand=3)
        assert m.options(0) == ["perform", "forfeit"]
        play(m, 0, "perform")
        assert len(hand(m, 0)) == 3
        assert vp(m, 0) >= 1
        assert logged(m, tokens.PERFORMED)


@pytest.mark.rule("C-RULING-43")
def test_an_action_that_brings_only_vp_instead_of_cards_opens_the_bonus() -> None:
    m = acting("ea22", shows={"book": 3}, hand=7, favor=TOP)
    play(m, 0, "perform")
    assert (vp(m, 0), favor(m, 0), len(hand(m, 0))) == (2 + 2, TOP, 7)


# ---- decisions at the same time ----


def busy() -> tuple[samovar.Match, list[list[str]]]:
    """A match with three players whose actions draw no card, and the tokens each of them plays."""
    m = scene(
        "actions",
        Player("green audience", active=1, hand="so27, so28"),
        Player("ea06", active=1, hand="so33, so34"),
        Player("red vorontsava", active=1, hand="nw33, nw34"),
    )
    return m, [
        ["perform", "pay.so27", "bonus"],
        ["perform", "build.archangelsk", "bonus", "pay.so34"],
        ["perform", "bonus", "pay.nw33"],
    ]


@pytest.mark.rule("C-ACT-13", "C-RULING-08", "C-ROUND-03")
def test_decisions_in_any_order_lead_to_the_same_state() -> None:
    orders = sorted(set(permutations([0] * 3 + [1] * 3 + [2] * 3)))
    assert len(orders) == 1680
    results: set[str] = set()
    for order in orders[::37]:
        m, plans = busy()
        play(m, 1, plans[1].pop(0))
        for seat in order:
            play(m, seat, plans[seat].pop(0))
        results.add(m.position())
        assert [entry.seat for entry in m.log if entry.seat < 3] == [1, *order]  # the log keeps the order
        again = samovar.Match.from_record(m.record())
        assert again.position() == m.position()
    assert len(results) == 1


@pytest.mark.rule("C-ACT-13")
def test_no_player_waits_and_an_action_changes_nothing_for_others() -> None:
    m, plans = busy()
    for seat in (2, 0, 1, 1, 0, 2, 0, 1, 2):
        others = [p for p in range(3) if p != seat]
        before = [(m.options(p), vp(m, p), favor(m, p), hand(m, p), residences(m, p)) for p in others]
        play(m, seat, plans[seat].pop(0))
        assert before == [(m.options(p), vp(m, p), favor(m, p), hand(m, p), residences(m, p)) for p in others]


@pytest.mark.rule("C-ACT-13")
@pytest.mark.parametrize("seats", SEATS)
def test_in_full_games_an_action_of_phase_d_affects_only_its_owner(seats: int) -> None:
    m = samovar.Match("catherine", seats, seed=8)
    play_at_random(m, seed=8)
    own = {"perform", "forfeit", "pay", "bonus", "decline", "build"}
    ends = {tokens.ROUND_BEGINS, tokens.DECADE_ENDS, tokens.RESIDENCE_VP}
    checked = 0
    for entry in m.log:
        token = table(m).stock.notation.token(entry.action)
        if entry.seat < seats and token.partition(".")[0] in own:
            for what, seat, _, _ in entry.events:
                if what in ends:
                    break
                assert seat == entry.seat
                checked += 1
    assert checked > 12 * seats


@pytest.mark.rule("C-RULING-08")
def test_only_the_shared_draw_pile_depends_on_the_order_of_arrival() -> None:
    """Two cards are left. The player who decides first gets the first one that Nature deals."""
    for first, second in ((0, 1), (1, 0)):
        m = scene(
            "actions",
            Player("green vorontsava", active=1, hand=0),
            Player("red vorontsava", active=1, hand=0),
            Player(active=1),
            pile="ea01, so01",
        )
        play(m, first, "forfeit")
        play(m, second, "forfeit")
        assert sorted(hand(m, 0) + hand(m, 1)) == ["ea01", "so01"]
        assert [seat for seat, _, _ in logged(m, tokens.DREW)] == [first, second]
        again = samovar.Match.from_record(m.record())
        assert again.position() == m.position()


@pytest.mark.rule("C-RULING-44", "C-ACT-03")
def test_compensations_for_different_colours_come_right_after_the_reveal_by_seat_index() -> None:
    m = scene(
        "play",
        Player(hand="ea31, so31"),
        Player(hand="ea32, ea13"),
        Player(hand="so32, nw31"),
        Player(hand="so13, so14"),
    )
    choose(m, 3, "so13", "so14", 4)  # a Treasury that cannot be paid can only be forfeited
    choose(m, 2, "so32", "nw31", 4)
    choose(m, 1, "ea32", "ea13", 4)
    choose(m, 0, "ea31", "so31", 4)
    assert [seat for seat, _, _ in logged(m, tokens.DREW)] == [0, 2]
    assert m.actors() == [1, 3]  # "forfeit" is asked for even as the only option
    assert m.options(3) == ["forfeit"]
    play(m, 3, "forfeit")
    assert [seat for seat, _, _ in logged(m, tokens.DREW)] == [0, 2, 3]
    play(m, 1, "forfeit")
    assert [seat for seat, _, _ in logged(m, tokens.DREW)][:4] == [0, 2, 3, 1]
