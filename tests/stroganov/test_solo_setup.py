"""Section 18: the set-up of the solo game and its options."""

from __future__ import annotations

import pytest

import samovar
from samovar.games.stroganov.game import GAME
from samovar.games.stroganov.state import NEUTRAL
from samovar.kernel import cards
from samovar.kernel.errors import BadInput
from tests.stroganov.actions import BOX, fulfilled, hand, logged, posts, songs
from tests.stroganov.automa import IVAN, land
from tests.stroganov.scene import furs, play, scene, table

CARDS = {card["id"]: card for card in BOX["automa"]["cards"]}


def begun(seed: int = 0, /, **options: str) -> samovar.Match:
    return samovar.Match("stroganov", 1, seed, options)


def finished(seed: int, **options: str) -> samovar.Match:
    """A finished game in which the human does as little as possible."""
    m = begun(seed, **options)
    while not m.over:
        tokens = m.options(0)
        play(m, 0, next((token for token in ("pass", "end", "go") if token in tokens), tokens[0]))
    return m


def seen(m: samovar.Match) -> list[int]:
    """The automa cards that were on top of the deck, in order."""
    flipped = [a for _, _, a, _ in logged(m, "ivan_flipped")]
    return [*flipped, int(table(m).automa_top)]


@pytest.mark.rule("S-SOLO-01")
def test_the_two_player_setup() -> None:
    """There are both neutral colours, 12 banners, 2 songs and no "4" spots."""
    m, two = begun(3), samovar.Match("stroganov", 2, 3)
    assert [posts(m, region) for region in range(1, 6)] == [posts(two, region) for region in range(1, 6)]
    assert list(table(m).posts).count(NEUTRAL) == 7
    assert (table(m).banners_left, len(songs(m))) == (12, 2)
    tiles = {tile["id"]: tile["spots"] for tile in BOX["landscapes"]["tiles"]}
    s = table(m)
    for space in range(1, 12):
        assert s.lying_on(space) == tiles[s.stock.tile_ids[s.row[space]]]


@pytest.mark.rule("S-SOLO-02", "S-RULING-53")
def test_ivan_is_first_with_3_horses_a_coin_and_an_outpost_the_human_has_4_horses() -> None:
    for seed in range(5):
        s = table(begun(seed))
        assert (s.seats, s.players, list(s.order)) == (1, 2, [IVAN, 0])
        assert (list(s.horses), list(s.coins), list(s.outposts)) == ([4, 3], [1, 1], [1, 1])
    m = begun()
    play(m, 0, m.options(0)[0])
    assert table(m).acted == 0b11  # Ivan has had his turn and the human is next
    assert table(m).space[IVAN] > 0


@pytest.mark.rule("S-SOLO-02")
@pytest.mark.parametrize("colour", ["blue", "green", "red", "yellow"])
def test_ivan_takes_a_colour_that_is_free(colour: str) -> None:
    mine, his = table(begun(colours=colour)).setting.colours
    assert mine == colour
    assert his in {"blue", "green", "red", "yellow"} - {colour}


@pytest.mark.rule("S-SOLO-03", "S-SOLO-30")
@pytest.mark.parametrize("automa", ["ivan", "katyusha"])
def test_a_board_of_its_own_side_a_for_ivan_side_b_for_katyusha(automa: str) -> None:
    board = next(board for board in BOX["solo_boards"]["board"] if board["id"] == automa)
    m = begun(automa=automa, boards="b", colours="red")
    track = table(m).track(IVAN)
    assert (track.id, track.side) == (automa, {"ivan": "a", "katyusha": "b"}[automa])
    assert list(track.fur)[1:] == board["fur"]
    assert table(m).track(0).id == "red_b"


@pytest.mark.rule("S-SOLO-04")
def test_two_start_wishes_the_human_takes_one_ivan_the_other_fur_and_a_point_for_the_card() -> None:
    for seed in range(10):
        m = begun(seed)
        offer = [(int(card) & 255, int(card) >> 8) for card in table(m).offer]
        assert len(m.options(0)) == len(offer) == 2
        names = table(m).stock.wish_ids
        (mine, my_fur), (his, his_fur) = offer
        play(m, 0, f"start.{names[mine].lower()}")
        assert hand(m, 0) == [names[mine]]
        assert (hand(m, IVAN), fulfilled(m, IVAN)) == ([], [])
        assert furs(m, 0) == [my_fur]
        assert [(a, b >> 8) for _, _, a, b in logged(m, "ivan_start")] == [(his, 1 | his_fur << 8)]
        assert not cards.has(table(m).wish_pile, his)


START = """
seats = 1
trade_fur = 7
todo = ["ChooseStart(0)", "IvanStart()", "ClearStart()", "Move(0)", "Calendar()"]
acted = [0, 1]
[[offer]]
wish = "S1"
fur = 2
[[offer]]
wish = "S2"
fur = {fur}
"""
START += land()


@pytest.mark.rule("S-SOLO-04", "S-RULING-53", "S-SOLO-10")
@pytest.mark.parametrize(("fur", "story"), [(3, 0), (8, 2)])
def test_the_fur_of_the_second_card_is_ivans_a_bear_gives_him_2_story(fur: int, story: int) -> None:
    m = scene(START.format(fur=fur))
    play(m, 0, "start.s1")
    s = table(m)
    assert (furs(m, 0), furs(m, IVAN)) == ([2], [fur])
    assert (s.vp[IVAN], s.vp[0], s.story[IVAN]) == (1, 0, story)
    assert len(s.offer) == 0


@pytest.mark.rule("S-SOLO-05", "S-RULING-54", "S-RULING-92")
def test_13_of_the_18_cards_come_at_random_12_flipped_and_one_for_the_last_movement() -> None:
    all_seen: set[int] = set()
    missing: set[int] = set()
    for seed in range(12):
        m = finished(seed)
        order = seen(m)
        assert len(order) == len(set(order)) == 13
        flipped = [a for _, _, a, _ in logged(m, "ivan_flipped")]
        assert flipped == order[:12]
        assert table(m).automa_top == order[12]
        assert cards.members(table(m).automa_pile) == sorted(set(CARDS) - set(order))
        all_seen |= set(order)
        missing |= set(CARDS) - set(order)
    assert all_seen == set(CARDS)
    assert missing == set(CARDS)  # any card may be among the five returned


@pytest.mark.rule("S-RULING-92")
def test_every_card_not_yet_seen_may_be_next_also_those_returned() -> None:
    """The player cannot know which five cards were returned, so these are as likely as the others."""
    m = samovar.Match("stroganov", 1, 5)
    play(m, 0, m.options(0)[0])
    order = seen(m)
    s = table(m)
    assert cards.members(s.automa_pile) == sorted(set(CARDS) - set(order))
    assert len(order) == 2


FOCUS = {"a": "outpost trophy", "b": "outpost claim", "c": "outpost wish", "d": "trophy claim"}
FOCUS |= {"e": "trophy wish", "f": "claim wish"}


@pytest.mark.rule("S-SOLO-06")
@pytest.mark.parametrize("letter", list("abcdef"))
def test_a_focus_returns_exactly_the_five_cards_with_its_letter(letter: str) -> None:
    """The other cards concentrate on two actions: all cards with these are in the deck."""
    returned = {number for number, card in CARDS.items() if letter in card["letters"]}
    assert len(returned) == 5
    m = finished(7, focus=letter)
    assert set(seen(m)) == set(CARDS) - returned
    assert table(m).automa_pile == 0
    for action in FOCUS[letter].split():
        assert all(card["action"] != action for number, card in CARDS.items() if number in returned)


@pytest.mark.rule("S-EX-11", "S-SOLO-06")
def test_focus_c_leaves_6_outposts_4_wishes_2_trophies_1_claim() -> None:
    deck = cards.members(table(begun(focus="c")).setting.deck)
    assert sorted(set(CARDS) - set(deck)) == [3, 5, 11, 13, 16]
    actions = [CARDS[number]["action"] for number in deck]
    assert {action: actions.count(action) for action in actions} == {
        "outpost": 6,
        "wish": 4,
        "trophy": 2,
        "claim": 1,
    }


# ---- options ----


def test_options_of_the_automa_are_for_one_seat() -> None:
    with pytest.raises(BadInput, match="focus is for the solo game: 1 seat, not 3"):
        samovar.Match("stroganov", 3, options={"focus": "b"})
    with pytest.raises(BadInput) as error:
        samovar.Match("stroganov", 2, options={"automa": "katyusha", "coin_for_trade_fur": "on"})
    assert len(error.value.faults) == 2
    assert "automa" not in GAME.canonical(
        2, {"automa": "ivan"}
    )  # the option does not exist for two seats, so it is not written


def test_wrong_values_are_refused() -> None:
    for name, value in (("automa", "boris"), ("focus", "g"), ("coin_when_fur_missing", "yes")):
        with pytest.raises(BadInput, match=f"{name} must be one of"):
            begun(**{name: value})
    with pytest.raises(BadInput, match="boards must be a, b"):
        begun(boards="ab")


def test_the_sets_for_the_laws_show_every_focus_and_any_two_other_options_together() -> None:
    sets = GAME.option_sets(1)
    assert {options["focus"] for options in sets} == {"none", *"abcdef"}
    others = ["boards", "region_furs", "automa", "coin_when_fur_missing", "coin_for_trade_fur"]
    for i, one in enumerate(others):
        for two in others[:i]:
            assert len({(options[one], options[two]) for options in sets}) == 4, (one, two)
